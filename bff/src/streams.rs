//! OpenStreams streams, counted: each holds connections, those of logs all the way to the cluster.

use kit::net::Network;
use std::{
    collections::{HashMap, hash_map::Entry},
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use uuid::Uuid;

/// How many streams each user and each address has open. Cheap to clone.
#[derive(Clone)]
pub struct Streams(Arc<Inner>);

struct Inner {
    /// Streams of this process at most.
    most: usize,
    /// Streams of one user at most.
    most_of_user: usize,
    /// Streams of one address at most.
    most_of_address: usize,
    open: Mutex<OpenStreams>,
}

#[derive(Default)]
struct OpenStreams {
    all: usize,
    users: HashMap<Uuid, usize>,
    addresses: HashMap<Network, usize>,
}

/// The limit that refuses one more stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamLimit {
    /// The user or the address has as many as one may have.
    Caller,
    /// The process has as many as it takes.
    Server,
}

/// A counted stream; dropping it frees the place.
pub struct StreamPermit {
    streams: Streams,
    user: Uuid,
    address: Option<Network>,
}

impl Streams {
    /// None open yet; addresses are not counted.
    pub fn of(most: usize, most_of_user: usize) -> Self {
        Self::with_addresses(most, most_of_user, usize::MAX)
    }

    /// The same with a limit for addresses.
    pub fn with_addresses(most: usize, most_of_user: usize, most_of_address: usize) -> Self {
        Self(Arc::new(Inner { most, most_of_user, most_of_address, open: Mutex::default() }))
    }

    /// Takes a place.
    pub fn enter(&self, user: Uuid) -> Result<StreamPermit, StreamLimit> {
        self.enter_from(user, None)
    }

    /// The same, counted for an address too where it is known.
    pub fn enter_from(&self, user: Uuid, address: Option<Network>) -> Result<StreamPermit, StreamLimit> {
        let mut open = self.open();
        if open.all >= self.0.most {
            return Err(StreamLimit::Server);
        }
        let of_user = open.users.get(&user).copied().unwrap_or_default();
        let of_address = address.and_then(|address| open.addresses.get(&address).copied()).unwrap_or_default();
        if of_user >= self.0.most_of_user || of_address >= self.0.most_of_address {
            return Err(StreamLimit::Caller);
        }
        open.all += 1;
        *open.users.entry(user).or_default() += 1;
        if let Some(address) = address {
            *open.addresses.entry(address).or_default() += 1;
        }
        Ok(StreamPermit { streams: self.clone(), user, address })
    }

    fn open(&self) -> MutexGuard<'_, OpenStreams> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for StreamPermit {
    fn drop(&mut self) {
        let mut open = self.streams.open();
        open.all -= 1;
        one_less(&mut open.users, self.user);
        if let Some(address) = self.address {
            one_less(&mut open.addresses, address);
        }
    }
}

fn one_less<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: K) {
    if let Entry::Occupied(mut count) = counts.entry(key) {
        *count.get_mut() -= 1;
        if *count.get() == 0 {
            count.remove();
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
        let mut held: Vec<StreamPermit> = (0..3).map(|_| streams.enter(ADA).expect("a place")).collect();
        assert_eq!(streams.enter(ADA).err(), Some(StreamLimit::Caller));
        assert!(streams.enter(BOB).is_ok());
        held.pop();
        assert!(streams.enter(ADA).is_ok());
        drop(held);
        assert!(streams.open().users.is_empty());
    }

    #[test]
    fn each_address_has_so_many_streams_whoever_is_behind_it() {
        let streams = Streams::with_addresses(100, 8, 3);
        let address = |text: &str| Some(Network::of(text.parse().expect("an address")));
        let held: Vec<StreamPermit> =
            (1..4).map(|n| streams.enter_from(Uuid::from_u128(n), address("203.0.113.9")).expect("a place")).collect();
        assert_eq!(streams.enter_from(Uuid::from_u128(9), address("203.0.113.9")).err(), Some(StreamLimit::Caller));
        assert!(streams.enter_from(Uuid::from_u128(9), address("203.0.113.10")).is_ok());
        drop(held);
        assert!(streams.open().addresses.is_empty());
    }

    #[test]
    fn all_together_have_so_many_streams_whoever_they_are() {
        let streams = Streams::of(3, 3);
        let held: Vec<StreamPermit> = (1..4).map(|n| streams.enter(Uuid::from_u128(n)).expect("a place")).collect();
        assert_eq!(streams.enter(BOB).err(), Some(StreamLimit::Server));
        drop(held);
        assert!(streams.enter(BOB).is_ok());
    }
}
