//! The circuit breaker of one cluster: after repeated failures its calls are refused at once, so that a dead cluster
//! costs its callers nothing.

use kit::Message;
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::Instant;

/// When a breaker opens, and how often it is tried.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Consecutive failures that open it.
    pub failures: u32,
    /// Back-off of the half-open trials: from.
    pub first: Duration,
    /// To.
    pub longest: Duration,
}

impl Limits {
    /// The pause after so many failed trials: it doubles from the first to the longest.
    #[must_use]
    pub fn backoff(&self, round: u32) -> Duration {
        self.first.saturating_mul(1 << round.min(16)).min(self.longest)
    }
}

/// Counts what a cluster's calls came to. Only failures of the connection count: an answer that says no is an answer.
#[derive(Debug)]
pub struct Breaker {
    limits: Limits,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    failures: u32,
    open: Option<Open>,
}

#[derive(Debug)]
struct Open {
    /// Shown to callers.
    reason: Message,
    /// The next trial may start then.
    until: Instant,
    /// Trials that failed since it opened.
    round: u32,
}

impl Breaker {
    /// Closed.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self { limits, state: Mutex::default() }
    }

    /// Why calls are refused at this moment; `None` while they may pass. Takes no trial.
    pub fn refusal(&self, now: Instant) -> Option<Message> {
        let state = self.state();
        state.open.as_ref().filter(|open| now < open.until).map(|open| open.reason.clone())
    }

    /// Lets a call pass, or says why not. When a trial is due, one call passes and the next trial is put off, so that a
    /// trial whose caller went away blocks nothing for long.
    ///
    /// # Errors
    /// The reason.
    pub fn pass(&self, now: Instant) -> Result<(), Message> {
        let mut state = self.state();
        match &mut state.open {
            None => Ok(()),
            Some(open) if now < open.until => Err(open.reason.clone()),
            Some(open) => {
                open.until = now + self.limits.backoff(open.round);
                Ok(())
            }
        }
    }

    /// The cluster answered.
    pub fn succeeded(&self) {
        *self.state() = State::default();
    }

    /// The cluster did not answer, or with 5xx. `jitter` is 0..=255, drawn by the caller.
    pub fn failed(&self, now: Instant, reason: Message, jitter: u8) {
        let mut state = self.state();
        state.failures = state.failures.saturating_add(1);
        if let Some(open) = &mut state.open {
            open.round = open.round.saturating_add(1);
            open.until = now + spread(self.limits.backoff(open.round), jitter);
            open.reason = reason;
        } else if state.failures >= self.limits.failures {
            state.open = Some(Open { reason, until: now + spread(self.limits.first, jitter), round: 0 });
        }
    }

    /// The cluster refused the credentials, or is not the cluster it was: it opens at once and is tried rarely.
    pub fn refused(&self, now: Instant, reason: Message, jitter: u8) {
        let mut state = self.state();
        state.failures = self.limits.failures;
        state.open = Some(Open { reason, until: now + spread(self.limits.longest, jitter), round: 16 });
    }

    /// Whether calls pass without being a trial.
    pub fn is_closed(&self) -> bool {
        self.state().open.is_none()
    }

    /// A panic between lock and unlock cannot leave a half-written state: each method writes whole values.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Between half of the duration and all of it, so that many clusters are not tried in the same instant.
#[must_use]
pub fn spread(duration: Duration, jitter: u8) -> Duration {
    duration / 2 + (duration / 2).mul_f64(f64::from(jitter) / 255.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::message;

    fn reason() -> Message {
        message!(NoAnswerInTime)
    }

    const LIMITS: Limits = Limits { failures: 5, first: Duration::from_secs(5), longest: Duration::from_secs(120) };

    #[tokio::test(start_paused = true)]
    async fn five_failures_in_a_row_open_it_and_a_success_in_between_does_not() {
        let breaker = Breaker::new(LIMITS);
        for _ in 0..4 {
            breaker.failed(Instant::now(), reason(), 255);
        }
        breaker.succeeded();
        for _ in 0..4 {
            breaker.failed(Instant::now(), reason(), 255);
        }
        assert_eq!(breaker.pass(Instant::now()), Ok(()));
        breaker.failed(Instant::now(), reason(), 255);
        assert_eq!(breaker.pass(Instant::now()), Err(reason()));
        assert_eq!(breaker.refusal(Instant::now()), Some(reason()));
    }

    #[tokio::test(start_paused = true)]
    async fn one_trial_passes_after_the_back_off_and_its_success_closes_it() {
        let breaker = Breaker::new(LIMITS);
        for _ in 0..LIMITS.failures {
            breaker.failed(Instant::now(), reason(), 255);
        }
        tokio::time::advance(LIMITS.first).await;
        assert_eq!(breaker.refusal(Instant::now()), None);
        assert_eq!(breaker.pass(Instant::now()), Ok(()));
        assert!(breaker.pass(Instant::now()).is_err(), "a second trial passed");
        breaker.succeeded();
        assert_eq!(breaker.pass(Instant::now()), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn the_back_off_grows_to_two_minutes_and_no_further() {
        let breaker = Breaker::new(LIMITS);
        for _ in 0..40 {
            breaker.failed(Instant::now(), reason(), 255);
        }
        tokio::time::advance(LIMITS.longest - Duration::from_millis(1)).await;
        assert!(breaker.pass(Instant::now()).is_err());
        tokio::time::advance(Duration::from_millis(1)).await;
        assert_eq!(breaker.pass(Instant::now()), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn refused_credentials_open_it_at_once() {
        let breaker = Breaker::new(LIMITS);
        breaker.refused(Instant::now(), message!(CredentialsRefused), 0);
        assert_eq!(breaker.pass(Instant::now()), Err(message!(CredentialsRefused)));
        tokio::time::advance(LIMITS.longest / 2).await;
        assert_eq!(breaker.pass(Instant::now()), Ok(()));
    }
}
