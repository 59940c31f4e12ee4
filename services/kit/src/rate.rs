//! So many calls a minute of one user: what shows secrets is not read through by a stolen session in a moment.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use uuid::Uuid;

/// The time that counts.
const MINUTE: Duration = Duration::from_secs(60);

/// Calls of the last minute, by user. Cheap to clone.
#[derive(Clone)]
pub struct Rate {
    most: usize,
    calls: Arc<Mutex<HashMap<Uuid, VecDeque<Instant>>>>,
}

impl Rate {
    /// So many calls a minute of each user.
    #[must_use]
    pub fn of(most: usize) -> Self {
        Self { most, calls: Arc::default() }
    }

    /// Counts a call, or says how long to wait for the next one.
    ///
    /// # Errors
    /// The time to wait.
    pub fn take(&self, user: Uuid) -> Result<(), Duration> {
        self.take_at(user, Instant::now())
    }

    fn take_at(&self, user: Uuid, now: Instant) -> Result<(), Duration> {
        let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        calls.retain(|_, of_one| {
            of_one.retain(|at| now - *at < MINUTE);
            !of_one.is_empty()
        });
        let own = calls.entry(user).or_default();
        match own.front() {
            Some(first) if own.len() >= self.most => Err(MINUTE.saturating_sub(now - *first)),
            _ => {
                own.push_back(now);
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_user_has_so_many_calls_a_minute() {
        let rate = Rate::of(2);
        let (ada, bob) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let start = Instant::now();
        let take = |user, seconds| rate.take_at(user, start + Duration::from_secs(seconds));
        assert!(take(ada, 0).is_ok());
        assert!(take(ada, 20).is_ok());
        assert_eq!(take(ada, 20), Err(Duration::from_secs(40)));
        assert!(take(bob, 20).is_ok());
        assert!(take(ada, 60).is_ok(), "the first is a minute ago");
        assert!(take(ada, 60).is_err());
        assert!(take(bob, 120).is_ok());
        assert_eq!(rate.calls.lock().unwrap().len(), 1, "nothing is kept of who has not called");
    }
}
