//! So many calls a minute of one user: what shows secrets is not read through by a stolen session in a moment.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::time::Instant;
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
    pub fn of(most: usize) -> Self {
        Self { most, calls: Arc::default() }
    }

    /// Counts a call, or says how long to wait for the next one.
    pub fn take(&self, user: Uuid) -> Result<(), Duration> {
        let now = Instant::now();
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

    #[tokio::test(start_paused = true)]
    async fn each_user_has_so_many_calls_a_minute() {
        let rate = Rate::of(2);
        let (ada, bob) = (Uuid::from_u128(1), Uuid::from_u128(2));
        assert!(rate.take(ada).is_ok());
        tokio::time::advance(Duration::from_secs(20)).await;
        assert!(rate.take(ada).is_ok());
        assert_eq!(rate.take(ada), Err(Duration::from_secs(40)));
        assert!(rate.take(bob).is_ok());
        tokio::time::advance(Duration::from_secs(40)).await;
        assert!(rate.take(ada).is_ok(), "the first is a minute ago");
        assert!(rate.take(ada).is_err());
        tokio::time::advance(MINUTE).await;
        assert!(rate.take(bob).is_ok());
        assert_eq!(rate.calls.lock().unwrap().len(), 1, "nothing is kept of who has not called");
    }
}
