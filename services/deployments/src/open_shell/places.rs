//! Open shells, counted: each holds connections all the way to a cluster.

use kit::{Error, Result, message};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio_util::task::TaskTracker;
use uuid::Uuid;

/// The open shells of this process. Cheap to clone.
#[derive(Clone, Default)]
pub struct Shells {
    of_user: Arc<Mutex<HashMap<Uuid, usize>>>,
    /// What they do.
    pub sessions: TaskTracker,
}

/// A place; dropping it gives it back.
pub struct Permit {
    shells: Shells,
    user: Uuid,
}

impl Shells {
    /// Takes a place, one of `most` and of the user's `most_of_user`.
    ///
    /// # Errors
    /// Conflict `SHELLS_OF_USER`; `Unavailable` when all places are taken.
    pub fn enter(&self, user: Uuid, most: usize, most_of_user: usize) -> Result<Permit> {
        let mut open = self.open();
        if open.get(&user).copied().unwrap_or_default() >= most_of_user {
            return Err(Error::conflict(message!(SHELLS_OF_USER, most = most_of_user)));
        }
        if open.values().sum::<usize>() >= most {
            return Err(Error::unavailable(message!(SHELLS_CROWDED), anyhow::anyhow!("{most} shells are open")));
        }
        *open.entry(user).or_default() += 1;
        Ok(Permit { shells: self.clone(), user })
    }

    /// Waits, at the stop, until all are closed and that is told.
    pub async fn drained(self, stop: tokio_util::sync::CancellationToken) -> anyhow::Result<()> {
        stop.cancelled().await;
        self.sessions.close();
        self.sessions.wait().await;
        Ok(())
    }

    fn open(&self) -> MutexGuard<'_, HashMap<Uuid, usize>> {
        self.of_user.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut open = self.shells.open();
        if let Some(count) = open.get_mut(&self.user) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.user);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_bounded_for_each_and_for_all_and_come_back() {
        let (shells, ada, bob) = (Shells::default(), Uuid::from_u128(1), Uuid::from_u128(2));
        let first = shells.enter(ada, 3, 2).expect("a place");
        let _second = shells.enter(ada, 3, 2).expect("a place");
        let third = shells.enter(ada, 3, 2).err().expect("no place");
        assert!(third.is_conflict("SHELLS_OF_USER"), "{third}");
        let _of_bob = shells.enter(bob, 3, 2).expect("a place");
        assert!(matches!(shells.enter(bob, 3, 2), Err(Error::Unavailable { .. })));
        drop(first);
        let _again = shells.enter(ada, 3, 2).expect("its place came back");
    }
}
