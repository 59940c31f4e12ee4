//! Open log streams, counted: each holds connections all the way to the cluster.

use crate::error::{ApiError, Result};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use uuid::Uuid;

/// Streams of this process at most.
const MOST: usize = 200;
/// Streams of one user at most: a few tabs.
const MOST_OF_USER: usize = 8;

/// How many streams each user has open.
#[derive(Clone, Default)]
pub struct Streams(Arc<Mutex<HashMap<Uuid, usize>>>);

/// A counted stream; dropping it frees the place.
pub struct Place {
    streams: Streams,
    user: Uuid,
}

impl Streams {
    /// Takes a place.
    pub fn enter(&self, user: Uuid) -> Result<Place> {
        let mut open = self.open();
        if open.values().sum::<usize>() >= MOST {
            return Err(ApiError::unavailable("Too many logs are being followed at the moment. Please try again."));
        }
        let mine = open.entry(user).or_default();
        if *mine >= MOST_OF_USER {
            return Err(ApiError::too_many("You follow too many logs at once. Close one and try again.", 5));
        }
        *mine += 1;
        Ok(Place { streams: self.clone(), user })
    }

    fn open(&self) -> MutexGuard<'_, HashMap<Uuid, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.streams.open();
        if let Some(mine) = open.get_mut(&self.user) {
            *mine -= 1;
            if *mine == 0 {
                open.remove(&self.user);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_has_eight_streams_and_gets_a_place_back_when_one_ends() {
        let streams = Streams::default();
        let (ada, bob) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let mut held: Vec<Place> = (0..MOST_OF_USER).map(|_| streams.enter(ada).expect("a place")).collect();
        let refused = streams.enter(ada).err().expect("refused");
        assert_eq!((refused.status.as_u16(), refused.retry_after), (429, Some(5)));
        assert!(streams.enter(bob).is_ok());
        held.pop();
        assert!(streams.enter(ada).is_ok());
        drop(held);
        assert!(streams.open().is_empty());
    }
}
