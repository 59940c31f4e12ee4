//! So many requests at once of one address and of one user: nobody takes all places.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Requests at once of one address or user. Fixed: a browser has six under way.
pub const MOST: usize = 32;

/// Counts by key. Cheap to clone.
#[derive(Clone)]
pub struct Crowd<K: Eq + Hash + Clone>(Arc<Inner<K>>);

struct Inner<K> {
    most: usize,
    /// How long one more waits for the others of its key.
    queue: Duration,
    inside: Mutex<HashMap<K, Few>>,
}

/// Those of one key.
struct Few {
    places: Arc<Semaphore>,
    /// Inside or waiting.
    count: usize,
}

/// One request; dropping it lets the next of its key in.
pub struct Inside<K: Eq + Hash + Clone> {
    _place: Option<OwnedSemaphorePermit>,
    crowd: Crowd<K>,
    key: K,
}

impl<K: Eq + Hash + Clone> Crowd<K> {
    pub fn of(most: usize, queue: Duration) -> Self {
        Self(Arc::new(Inner { most, queue, inside: Mutex::default() }))
    }

    /// Waits for a place among those of the key; `None` when there is none in time.
    pub async fn enter(&self, key: K) -> Option<Inside<K>> {
        let places = {
            let mut inside = self.inside();
            let few = inside
                .entry(key.clone())
                .or_insert_with(|| Few { places: Arc::new(Semaphore::new(self.0.most)), count: 0 });
            few.count += 1;
            few.places.clone()
        };
        // Made first, so that whoever gives up waiting is counted no more.
        let mut entered = Inside { _place: None, crowd: self.clone(), key };
        let place = tokio::time::timeout(self.0.queue, places.acquire_owned()).await.ok()?.ok()?;
        entered._place = Some(place);
        Some(entered)
    }

    fn inside(&self) -> MutexGuard<'_, HashMap<K, Few>> {
        self.0.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash + Clone> Drop for Inside<K> {
    fn drop(&mut self) {
        let mut inside = self.crowd.inside();
        if let Some(few) = inside.get_mut(&self.key) {
            few.count -= 1;
            if few.count == 0 {
                inside.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn one_more_waits_a_moment_and_others_do_not() {
        let crowd = Crowd::of(2, Duration::from_millis(500));
        let (one, two) = (crowd.enter("a").await.unwrap(), crowd.enter("a").await.unwrap());
        assert!(crowd.enter("a").await.is_none());
        assert!(crowd.enter("b").await.is_some());
        let (third, ()) = tokio::join!(crowd.enter("a"), async {
            tokio::time::sleep(Duration::from_millis(100)).await;
            drop(one);
        });
        assert!(third.is_some());
        drop((two, third));
        assert!(crowd.inside().is_empty(), "nothing is kept of those who left");
    }
}
