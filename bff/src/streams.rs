//! Open streams, counted: each holds connections, those of logs all the way to the cluster.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use uuid::Uuid;

/// How many streams each user or session has open. Cheap to clone.
#[derive(Clone)]
pub struct Streams(Arc<Inner>);

struct Inner {
    /// Streams of this process at most.
    most: usize,
    /// Streams of one owner at most.
    most_of_one: usize,
    open: Mutex<HashMap<Uuid, usize>>,
}

/// Why there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// The owner has as many as one may have.
    Own,
    /// The process has as many as it takes.
    All,
}

/// A counted stream; dropping it frees the place.
pub struct Place {
    streams: Streams,
    owner: Uuid,
}

impl Streams {
    /// None open yet.
    pub fn of(most: usize, most_of_one: usize) -> Self {
        Self(Arc::new(Inner { most, most_of_one, open: Mutex::default() }))
    }

    /// Takes a place.
    pub fn enter(&self, owner: Uuid) -> Result<Place, Full> {
        let mut open = self.open();
        if open.values().sum::<usize>() >= self.0.most {
            return Err(Full::All);
        }
        let own = open.entry(owner).or_default();
        if *own >= self.0.most_of_one {
            return Err(Full::Own);
        }
        *own += 1;
        Ok(Place { streams: self.clone(), owner })
    }

    fn open(&self) -> MutexGuard<'_, HashMap<Uuid, usize>> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.streams.open();
        if let Some(own) = open.get_mut(&self.owner) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.owner);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: Uuid = Uuid::from_u128(1);
    const BOB: Uuid = Uuid::from_u128(2);

    #[test]
    fn each_has_so_many_streams_and_gets_a_place_back_when_one_ends() {
        let streams = Streams::of(100, 3);
        let mut held: Vec<Place> = (0..3).map(|_| streams.enter(ADA).expect("a place")).collect();
        assert_eq!(streams.enter(ADA).err(), Some(Full::Own));
        assert!(streams.enter(BOB).is_ok());
        held.pop();
        assert!(streams.enter(ADA).is_ok());
        drop(held);
        assert!(streams.open().is_empty());
    }

    #[test]
    fn all_together_have_so_many_streams_whoever_they_are() {
        let streams = Streams::of(3, 3);
        let held: Vec<Place> = (1..4).map(|n| streams.enter(Uuid::from_u128(n)).expect("a place")).collect();
        assert_eq!(streams.enter(BOB).err(), Some(Full::All));
        drop(held);
        assert!(streams.enter(BOB).is_ok());
    }
}
