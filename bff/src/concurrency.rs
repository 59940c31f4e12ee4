//! How many requests of one address and of one user are worked on at once: nobody takes all permits.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Requests at once of one address or user. Fixed: a browser has six under way.
pub const MOST: usize = 32;

/// Counts requests by key. Cheap to clone.
#[derive(Clone)]
pub struct ConcurrencyLimit<K: Eq + Hash + Clone>(Arc<Inner<K>>);

struct Inner<K> {
    most: usize,
    /// How long one more waits for the others of its key.
    queue: Duration,
    requests: Mutex<HashMap<K, Slots>>,
}

/// Those of one key.
struct Slots {
    permits: Arc<Semaphore>,
    /// At work or waiting.
    count: usize,
}

/// One request; dropping it lets the next of its key in.
pub struct Permit<K: Eq + Hash + Clone> {
    _permit: Option<OwnedSemaphorePermit>,
    limit: ConcurrencyLimit<K>,
    key: K,
}

impl<K: Eq + Hash + Clone> ConcurrencyLimit<K> {
    pub fn of(most: usize, queue: Duration) -> Self {
        Self(Arc::new(Inner { most, queue, requests: Mutex::default() }))
    }

    /// Waits for a permit among those of the key; `None` when there is none in time.
    pub async fn enter(&self, key: K) -> Option<Permit<K>> {
        let permits = {
            let mut requests = self.requests();
            let slots = requests
                .entry(key.clone())
                .or_insert_with(|| Slots { permits: Arc::new(Semaphore::new(self.0.most)), count: 0 });
            slots.count += 1;
            slots.permits.clone()
        };
        // Made first, so that whoever gives up waiting is counted no more.
        let mut entered = Permit { _permit: None, limit: self.clone(), key };
        // Usually there is one, and no timer is needed.
        let permit = match permits.clone().try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => tokio::time::timeout(self.0.queue, permits.acquire_owned()).await.ok()?.ok()?,
        };
        entered._permit = Some(permit);
        Some(entered)
    }

    fn requests(&self) -> MutexGuard<'_, HashMap<K, Slots>> {
        self.0.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash + Clone> Drop for Permit<K> {
    fn drop(&mut self) {
        let mut requests = self.limit.requests();
        if let Some(slots) = requests.get_mut(&self.key) {
            slots.count -= 1;
            if slots.count == 0 {
                requests.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn one_more_waits_a_moment_and_others_do_not() {
        let limit = ConcurrencyLimit::of(2, Duration::from_millis(500));
        let (one, two) = (limit.enter("a").await.unwrap(), limit.enter("a").await.unwrap());
        assert!(limit.enter("a").await.is_none());
        assert!(limit.enter("b").await.is_some());
        let (third, ()) = tokio::join!(limit.enter("a"), async {
            tokio::time::sleep(Duration::from_millis(100)).await;
            drop(one);
        });
        assert!(third.is_some());
        drop((two, third));
        assert!(limit.requests().is_empty(), "nothing is kept of those who left");
    }
}
