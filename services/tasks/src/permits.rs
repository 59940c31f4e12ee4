//! Who may change a cluster now: so many tasks at a time for each cluster, team after team.
//!
//! A task that waits (for pods, for a cluster that does not answer) gives its permit back and asks for one again when
//! there is something to do. Between tasks that go on and tasks that begin, permits alternate.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{Notify, oneshot};
use uuid::Uuid;

/// The permits of all clusters. Cheap to clone; the clones share them.
#[derive(Clone, Debug)]
pub struct Permits(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// Of one cluster.
    most: usize,
    clusters: Mutex<HashMap<Uuid, Cluster>>,
    /// Wakes the runner: a task may begin.
    wake: Arc<Notify>,
}

#[derive(Debug, Default)]
struct Cluster {
    given: usize,
    /// Teams in the order of their turns, each with its tasks that want to go on.
    waiting: VecDeque<(Uuid, VecDeque<oneshot::Sender<Permit>>)>,
    /// The last free permit went to a task that goes on: the next is offered to the queue first.
    queue_first: bool,
}

/// The right to change one cluster, given back when it is dropped.
#[derive(Debug)]
pub struct Permit {
    cluster: Uuid,
    /// `None`: it was handed to somebody else.
    permits: Option<Permits>,
}

impl Permits {
    /// So many for each cluster; `wake` is notified when a task of the queue may begin.
    #[must_use]
    pub fn new(most: usize, wake: Arc<Notify>) -> Self {
        Self(Arc::new(Inner { most, clusters: Mutex::default(), wake }))
    }

    /// Clusters without a free permit.
    #[must_use]
    pub fn exhausted(&self) -> Vec<Uuid> {
        let clusters = self.clusters();
        clusters.iter().filter(|(_, cluster)| cluster.given >= self.0.most).map(|(id, _)| *id).collect()
    }

    /// For a task just taken from the queue, whose cluster was not exhausted a moment ago.
    #[must_use]
    pub fn begin(&self, cluster: Uuid) -> Permit {
        self.clusters().entry(cluster).or_default().given += 1;
        self.permit(cluster)
    }

    /// For a task that waited and goes on. Dropping the future leaves the line.
    pub async fn go_on(&self, cluster: Uuid, team: Uuid) -> Permit {
        let turn = {
            let mut clusters = self.clusters();
            let entry = clusters.entry(cluster).or_default();
            if entry.given < self.0.most && entry.waiting.is_empty() {
                entry.given += 1;
                return self.permit(cluster);
            }
            let (sender, turn) = oneshot::channel();
            match entry.waiting.iter_mut().find(|(known, _)| *known == team) {
                Some((_, tasks)) => tasks.push_back(sender),
                None => entry.waiting.push_back((team, VecDeque::from([sender]))),
            }
            turn
        };
        match turn.await {
            Ok(permit) => permit,
            // The line was dropped with the process's last runner; nobody is left to bound.
            Err(_) => self.begin(cluster),
        }
    }

    /// Gives what the queue did not want to the tasks that go on.
    pub fn settle(&self) {
        let mut clusters = self.clusters();
        let ids: Vec<Uuid> = clusters.keys().copied().collect();
        for id in ids {
            self.hand_out(&mut clusters, id);
        }
        clusters.retain(|_, cluster| cluster.given > 0 || !cluster.waiting.is_empty());
    }

    fn hand_out(&self, clusters: &mut HashMap<Uuid, Cluster>, id: Uuid) {
        let Some(cluster) = clusters.get_mut(&id) else { return };
        while cluster.given < self.0.most
            && let Some((team, mut tasks)) = cluster.waiting.pop_front()
        {
            let next = tasks.pop_front();
            if !tasks.is_empty() {
                cluster.waiting.push_back((team, tasks));
            }
            // Who left the line is passed over.
            if let Some(next) = next
                && next.send(self.permit(id)).map_err(Permit::forget).is_ok()
            {
                cluster.given += 1;
                cluster.queue_first = true;
            }
        }
    }

    fn give_back(&self, id: Uuid) {
        let mut clusters = self.clusters();
        let Some(cluster) = clusters.get_mut(&id) else { return };
        cluster.given -= 1;
        if cluster.queue_first || cluster.waiting.is_empty() {
            cluster.queue_first = false;
            self.0.wake.notify_one();
        } else {
            self.hand_out(&mut clusters, id);
        }
    }

    fn permit(&self, cluster: Uuid) -> Permit {
        Permit { cluster, permits: Some(self.clone()) }
    }

    fn clusters(&self) -> MutexGuard<'_, HashMap<Uuid, Cluster>> {
        self.0.clusters.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permit {
    /// It was never received: nothing is given back.
    fn forget(mut self) {
        self.permits = None;
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some(permits) = self.permits.take() {
            permits.give_back(self.cluster);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt as _;

    const CLUSTER: Uuid = Uuid::from_u128(1);
    const MANY: Uuid = Uuid::from_u128(0xa);
    const FEW: Uuid = Uuid::from_u128(0xb);

    fn permits(most: usize) -> Permits {
        Permits::new(most, Arc::default())
    }

    #[tokio::test]
    async fn teams_take_turns_however_many_tasks_one_of_them_has() {
        let permits = permits(1);
        let held = permits.begin(CLUSTER);
        assert_eq!(permits.exhausted(), [CLUSTER]);
        let mut many: Vec<_> = (0..50).map(|_| Box::pin(permits.go_on(CLUSTER, MANY))).collect();
        assert!(many.iter_mut().all(|turn| turn.as_mut().now_or_never().is_none()));
        let mut few = Box::pin(permits.go_on(CLUSTER, FEW));
        assert!(few.as_mut().now_or_never().is_none());
        drop(held);
        permits.settle();
        let first = many[0].as_mut().now_or_never().expect("the longest waiting team");
        drop(first);
        permits.settle();
        assert!(few.as_mut().now_or_never().is_some(), "the other team comes before the 49 others");
    }

    #[tokio::test]
    async fn a_task_that_begins_and_one_that_goes_on_take_turns() {
        let permits = permits(1);
        let held = permits.begin(CLUSTER);
        let mut going: Vec<_> = (0..2).map(|_| Box::pin(permits.go_on(CLUSTER, MANY))).collect();
        assert!(going.iter_mut().all(|turn| turn.as_mut().now_or_never().is_none()));
        drop(held);
        let first = going[0].as_mut().now_or_never().expect("its turn");
        drop(first);
        assert!(permits.exhausted().is_empty(), "now the queue may have it");
        assert!(going[1].as_mut().now_or_never().is_none());
        permits.settle();
        assert!(going[1].as_mut().now_or_never().is_some(), "the queue had nothing");
    }

    #[tokio::test]
    async fn who_left_the_line_keeps_nothing() {
        let permits = permits(1);
        let held = permits.begin(CLUSTER);
        let mut left = Box::pin(permits.go_on(CLUSTER, MANY));
        assert!(left.as_mut().now_or_never().is_none());
        let mut stays = Box::pin(permits.go_on(CLUSTER, FEW));
        assert!(stays.as_mut().now_or_never().is_none());
        drop(left);
        drop(held);
        permits.settle();
        drop(stays.as_mut().now_or_never().expect("the one that stayed"));
        permits.settle();
        assert!(permits.clusters().is_empty(), "nothing is kept of a cluster at rest");
    }
}
