//! Puts progress and signals over time together: goes on, ready, or failed with a clear text.

use super::{
    Patience, Signal, Snapshot, Wanted, progress,
    signals::{signals, unready},
};
use crate::{
    kubernetes::failure::plain,
    watch::{count, seen},
};
use kit::{Message, message};
use std::{collections::BTreeMap, time::Duration};

/// Lines of the error text after its sentence. Fixed: what tasks keeps of an error.
const MOST_LINES: usize = 20;
/// A signal that flickers (a pull that is tried again) keeps its age for this long. Fixed: longer than the
/// kubelet's first pause between two pulls.
const FLICKER: Duration = Duration::from_secs(30);

/// How a rollout stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// On its way.
    Going {
        /// One line.
        line: Message,
        /// Whether something of the release serves.
        serving: bool,
    },
    /// Everything is ready.
    Ready {
        /// Whether something of the release serves (not, when it has zero replicas).
        serving: bool,
    },
    /// It has failed.
    Failed {
        /// The trouble; its tail is still to be read.
        signal: Box<Signal>,
        /// Lines below the sentence.
        lines: Vec<String>,
        /// Whether something of the release serves.
        serving: bool,
        /// Whether it is the previous version's pods that serve.
        previous: bool,
    },
}

/// Remembers since when each trouble is there. Times are durations since the watch began, given by the caller.
#[derive(Debug, Default)]
pub struct Judge {
    since: BTreeMap<String, Age>,
}

#[derive(Debug, Clone, Copy)]
struct Age {
    first: Duration,
    last: Duration,
}

impl Judge {
    /// Judges what the cluster shows at `now`.
    pub fn judge(&mut self, snapshot: &Snapshot, wanted: &Wanted, patience: &Patience, now: Duration) -> Judgement {
        let progress = progress(snapshot, wanted);
        let serving = progress.serving;
        if progress.waiting.is_empty() {
            return Judgement::Ready { serving };
        }
        let mut found = signals(snapshot, wanted, patience);
        found.extend(progress.missing.first().map(|object| missing(object, patience)));
        self.remember(&found, now);
        let ripe = found.iter().find(|signal| now.saturating_sub(self.first(signal, now)) >= signal.after);
        let failed = ripe.cloned().or_else(|| {
            (now >= patience.overall).then(|| overdue(&found, snapshot, wanted, &progress.waiting, patience))
        });
        match failed {
            Some(signal) => Judgement::Failed {
                signal: Box::new(signal),
                lines: lines(snapshot),
                serving,
                previous: serving && has_old_pods(snapshot, wanted),
            },
            None => Judgement::Going { line: joined(progress.waiting), serving },
        }
    }

    fn remember(&mut self, found: &[Signal], now: Duration) {
        for signal in found {
            self.since.entry(signal.key.clone()).or_insert(Age { first: now, last: now }).last = now;
        }
        self.since.retain(|_, age| now.saturating_sub(age.last) <= FLICKER);
    }

    fn first(&self, signal: &Signal, now: Duration) -> Duration {
        self.since.get(&signal.key).map_or(now, |age| age.first)
    }
}

/// Whether a Deployment still keeps pods of the version before.
fn has_old_pods(snapshot: &Snapshot, wanted: &Wanted) -> bool {
    wanted.deployments.iter().filter_map(|name| snapshot.deployments.get(name)).filter_map(|d| d.status.as_ref()).any(
        |status| {
            let (all, updated) = (status.replicas.unwrap_or(0), status.updated_replicas.unwrap_or(0));
            all > updated && status.available_replicas.unwrap_or(0) > 0
        },
    )
}

fn missing(object: &str, patience: &Patience) -> Signal {
    Signal {
        key: format!("missing/{object}"),
        after: patience.missing,
        message: message!(RolloutRemoved, object = object),
        tail: None,
        crash: false,
    }
}

/// The overall deadline has passed: never without saying on what it waits.
fn overdue(found: &[Signal], snapshot: &Snapshot, wanted: &Wanted, waiting: &[Message], patience: &Patience) -> Signal {
    if let Some(signal) = found.first() {
        return signal.clone();
    }
    let (why, tail) = unready(snapshot, wanted).unwrap_or_else(|| (joined(waiting.to_vec()), None));
    let (unit, count) = spoken(patience.overall);
    Signal {
        key: "overall".into(),
        after: patience.overall,
        message: message!(RolloutOverdue, unit = unit, count = count, said = why),
        tail,
        crash: false,
    }
}

/// As one line. Few at once: a release has a handful of parts.
fn joined(waiting: Vec<Message>) -> Message {
    let joined = waiting.into_iter().reduce(|first, next| message!(AndThen, first = first, next = next));
    joined.unwrap_or_else(|| message!(RolloutReady))
}

/// In minutes where it is some, else in seconds.
fn spoken(duration: Duration) -> (&'static str, u64) {
    match duration.as_secs() {
        seconds if seconds >= 60 && seconds % 60 == 0 => ("minutes", seconds / 60),
        seconds => ("seconds", seconds),
    }
}

/// `Pod/shop-web-1 · BackOff · 4`, newest first, each trouble once.
fn lines(snapshot: &Snapshot) -> Vec<String> {
    let mut events: Vec<_> =
        snapshot.events.values().filter(|event| event.type_.as_deref() == Some("Warning")).collect();
    events.sort_by_key(|event| std::cmp::Reverse(seen(event)));
    let mut counts: Vec<(String, i32)> = Vec::new();
    for event in events {
        let about = &event.involved_object;
        let text = format!(
            "{}/{} · {}",
            plain(about.kind.as_deref().unwrap_or("?")),
            plain(about.name.as_deref().unwrap_or("?")),
            plain(event.reason.as_deref().unwrap_or("?"))
        );
        match counts.iter_mut().find(|(known, _)| *known == text) {
            Some((_, times)) => *times = times.saturating_add(count(event)),
            None => counts.push((text, count(event))),
        }
    }
    counts.truncate(MOST_LINES);
    counts.into_iter().map(|(text, times)| format!("{text} · {times}")).collect()
}
