//! What makes a cluster live: each controller looks at one namespace and moves it one step towards what is wanted. They
//! run one after the other under the lock, whenever something changed or a moment has come.

mod claim;
mod cron_job;
mod deployment;
mod events;
mod garbage;
mod hands;
mod job;
mod namespace;
mod pods;
mod replica_set;
mod schedule;
mod stateful_set;
mod status;

use crate::{kubelet::Kubelet, world::World};
pub use hands::{Hands, condition};
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

/// Name under which the controllers write.
pub const MANAGER: &str = "kube-controller-manager";
/// A clock that tests move is looked at this often.
const LONGEST_SLEEP: Duration = Duration::from_millis(250);
/// Objects that nobody used for so long, or twice as long, are kept as text only.
const TURN: time::Duration = time::Duration::seconds(20);

/// Runs until the stop. What comes with time alone says when (`Hands::wake`): nothing is looked at without a reason.
pub async fn run(world: Arc<World>, stop: CancellationToken) -> anyhow::Result<()> {
    let mut changes = world.lock().changes();
    let mut state = Loop::new(&world);
    loop {
        let _ = changes.borrow_and_update();
        let due = state.step(&world);
        let pause = Duration::try_from(due - world.clock.now()).unwrap_or_default().min(LONGEST_SLEEP);
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            changed = changes.changed() => changed?,
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// What the controllers remember between two looks; all of it can be lost.
struct Loop {
    kubelet: Kubelet,
    /// When a namespace is to be looked at again.
    due: BTreeMap<String, OffsetDateTime>,
    /// uid of an owner whose pod was refused → when to try again.
    refused: BTreeMap<String, OffsetDateTime>,
    next_turn: OffsetDateTime,
}

impl Loop {
    fn new(world: &World) -> Self {
        Self {
            kubelet: Kubelet::default(),
            due: BTreeMap::new(),
            refused: BTreeMap::new(),
            next_turn: world.clock.now() + TURN,
        }
    }

    /// Looks at every namespace where something happened or is due; says when to come again.
    fn step(&mut self, world: &World) -> OffsetDateTime {
        let now = world.clock.now();
        let mut namespaces = world.lock().take_dirty();
        if now >= self.next_turn {
            self.next_turn = now + TURN;
            world.lock().turn();
        }
        namespaces.extend(self.due.iter().filter(|(_, due)| **due <= now).map(|(name, _)| name.clone()));
        if namespaces.contains("") {
            // Nodes concern whoever waits for one.
            namespaces.remove("");
            let waiting = world.lock().list("Pod", None);
            let waiting = waiting.iter().filter(|pod| crate::json::text(pod, "/spec/nodeName").is_empty());
            namespaces.extend(waiting.map(|pod| crate::json::namespace(pod).to_owned()));
        }
        for namespace in namespaces {
            match self.look(world, &namespace, now) {
                Some(due) => self.due.insert(namespace, due),
                None => self.due.remove(&namespace),
            };
        }
        self.due.values().min().map_or(self.next_turn, |due| self.next_turn.min(*due))
    }

    /// One namespace; the lock is taken anew for each, so that requests get their turn.
    fn look(&mut self, world: &World, namespace: &str, now: OffsetDateTime) -> Option<OffsetDateTime> {
        let mut store = world.lock();
        let mut hands = Hands::new(world, &mut store, &mut self.refused, namespace, now);
        namespace::run(&mut hands);
        garbage::run(&mut hands);
        cron_job::run(&mut hands);
        job::run(&mut hands);
        deployment::run(&mut hands);
        replica_set::run(&mut hands);
        stateful_set::run(&mut hands);
        claim::run(&mut hands);
        self.kubelet.run(&mut hands);
        status::run(&mut hands);
        events::forget(&mut hands);
        hands.due()
    }
}
