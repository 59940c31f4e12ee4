//! Live hints: that something changed, told to screens through core NATS after the commit, from memory. One that is lost
//! costs a poll, so nothing is stored and nothing is tried again. Of many changes of one thing in a moment a few are told,
//! the last one always.
//!
//! A hint goes out as `hints.<service>`: two words, so it is none of the stream's facts, which have three.

use crate::Context;
use async_nats::connection::State;
use std::{
    collections::{BTreeMap, HashMap},
    sync::{Mutex, PoisonError},
    time::Duration,
};
use tokio::{sync::Notify, time::Instant};

/// First word of the subjects.
pub const PREFIX: &str = "hints";
/// Between two hints about one thing. Fixed: a few a second are what eyes can follow.
const GAP: Duration = Duration::from_millis(300);
/// Things that wait at most. Fixed: a screen that misses one of so many polls.
const MOST: usize = 10_000;

/// What a transaction has changed, and what will be said about it after its commit.
pub(crate) struct Hint {
    /// What it is about: of two about one thing the later one is told.
    pub thing: String,
    /// Grows with each change of the thing.
    pub version: i64,
    /// The encoded message.
    pub payload: Vec<u8>,
}

/// Hints of committed changes that were not told yet.
#[derive(Default)]
pub(crate) struct Queue {
    waiting: Mutex<BTreeMap<String, (i64, Vec<u8>)>>,
    bell: Notify,
}

impl Queue {
    /// Commits may overtake each other: what stays is the highest version.
    pub fn add(&self, hints: Vec<Hint>) {
        if hints.is_empty() {
            return;
        }
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        for Hint { thing, version, payload } in hints {
            let known = waiting.get(&thing).map(|(known, _)| *known);
            if known.map_or(waiting.len() < MOST, |known| known <= version) {
                waiting.insert(thing, (version, payload));
            }
        }
        drop(waiting);
        self.bell.notify_one();
    }

    /// Takes those that may be told now.
    pub fn take(&self, mut now: impl FnMut(&str) -> bool) -> Vec<(String, Vec<u8>)> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = waiting.extract_if(.., |thing, _| now(thing));
        taken.map(|(thing, (_, payload))| (thing, payload)).collect()
    }

    fn is_empty(&self) -> bool {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}

/// Tells what changed until the role stops; then what still waits is told at once.
pub(crate) async fn send(cx: Context) -> anyhow::Result<()> {
    let (queue, mut told) = (&cx.outbox.wake.hints, HashMap::<String, Instant>::new());
    loop {
        let stopping = cx.stop.is_cancelled();
        let now = Instant::now();
        told.retain(|_, at| now.duration_since(*at) < GAP);
        for (thing, payload) in queue.take(|thing| stopping || !told.contains_key(thing)) {
            publish(&cx, payload).await;
            told.insert(thing, now);
        }
        if stopping {
            return Ok(());
        }
        let due = told.values().min().map(|at| *at + GAP).filter(|_| !queue.is_empty());
        let due = async {
            match due {
                Some(at) => tokio::time::sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = cx.stop.cancelled() => {}
            () = queue.bell.notified() => {}
            () = due => {}
        }
    }
}

/// While NATS is away nothing is kept for it: screens are told to fetch everything when it is back.
async fn publish(cx: &Context, payload: Vec<u8>) {
    let Some(nats) = cx.nats.client().filter(|nats| nats.connection_state() == State::Connected) else { return };
    #[expect(clippy::disallowed_methods, reason = "a hint may be lost; facts go by the relay")]
    let sent = nats.publish(format!("{PREFIX}.{}", cx.service), payload.into()).await;
    if let Err(error) = sent {
        tracing::debug!(%error, "a hint is lost");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(thing: &str, version: i64) -> Hint {
        Hint { thing: thing.to_owned(), version, payload: version.to_be_bytes().to_vec() }
    }

    #[test]
    fn of_many_about_one_thing_the_last_version_waits_whatever_order_they_come_in() {
        let queue = Queue::default();
        queue.add(vec![hint("a", 1), hint("b", 1)]);
        queue.add(vec![hint("a", 3)]);
        queue.add(vec![hint("a", 2)]);
        let taken = queue.take(|_| true);
        let payload = |version: i64| version.to_be_bytes().to_vec();
        assert_eq!(taken, [("a".to_owned(), payload(3)), ("b".to_owned(), payload(1))]);
        assert!(queue.is_empty());
    }

    #[test]
    fn what_was_told_a_moment_ago_waits_and_what_waits_is_bounded() {
        let queue = Queue::default();
        queue.add((0..=MOST).map(|n| hint(&n.to_string(), 1)).collect());
        assert_eq!(queue.take(|_| false).len(), 0);
        queue.add(vec![hint("0", 2)]);
        assert_eq!(queue.take(|thing| thing == "0")[0].1, 2_i64.to_be_bytes());
        assert_eq!(queue.take(|_| true).len(), MOST - 1);
    }
}
