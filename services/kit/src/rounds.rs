//! When loops look whether there is anything to do that nothing announced.

use crate::Context;
use nix::time::{ClockId, clock_gettime};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

/// When a loop has its next round. The loops of a role have theirs one right after the other, so that one connection to the
/// database, opened for the first, serves them all; each role on a machine has its own part of every half minute.
pub struct Rounds {
    /// From the beginning of each [`SPAN`].
    offset: Duration,
}

/// What the roles share: rounds that are a multiple of it apart fall together. Fixed: what is left to find is found soon enough.
const SPAN: Duration = Duration::from_secs(30);
/// How far the loops of a role are apart. Fixed: a connection is opened and a round over by then.
pub(crate) const APART: Duration = Duration::from_millis(50);

/// What a role's loops are told apart by.
#[derive(Clone, Default)]
pub(crate) struct Places {
    /// Where the role's part of a [`SPAN`] begins.
    start: Duration,
    /// How many loops have a place.
    taken: Arc<AtomicU32>,
}

impl Places {
    /// Those of a role among its peers.
    pub(crate) fn of<T>(service: &'static str, peers: &BTreeMap<String, T>) -> Self {
        let roles: BTreeSet<&str> = peers.keys().map(String::as_str).chain([service]).collect();
        let before = roles.range(..service).count();
        let part = SPAN / u32::try_from(roles.len()).unwrap_or(1);
        Self { start: part * u32::try_from(before).unwrap_or_default(), taken: Arc::default() }
    }
}

impl Rounds {
    /// Those of one more loop.
    #[must_use]
    pub fn of(cx: &Context) -> Self {
        Self { offset: cx.places.start + APART * cx.places.taken.fetch_add(1, Ordering::Relaxed) }
    }

    /// How long until the next round, if there is one in every `every`.
    #[must_use]
    pub fn next(&self, every: Duration) -> Duration {
        // the same for all processes of the machine, and never set
        let now = clock_gettime(ClockId::CLOCK_MONOTONIC).map(Duration::from).unwrap_or_default();
        self.next_after(now, every)
    }

    /// How long until something is `due`, or until the next round if that is sooner.
    #[must_use]
    pub fn next_or(&self, due: Option<Duration>, every: Duration) -> Duration {
        let next = self.next(every);
        due.map_or(next, |due| due.min(next))
    }

    fn next_after(&self, now: Duration, every: Duration) -> Duration {
        let every = every.as_nanos().max(1);
        let left = every - (now.as_nanos() + every - self.offset.as_nanos() % every) % every;
        Duration::from_nanos(u64::try_from(left).unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_loop_has_one_round_in_every_span() {
        let rounds = Rounds { offset: 10 * SECOND };
        for (now, left) in [(0, 10), (4, 6), (9, 1), (10, 30), (11, 29), (39, 1), (40, 30)] {
            assert_eq!(rounds.next_after(now * SECOND, SPAN), left * SECOND, "{now}");
        }
        // each second round, and several of them within a span
        assert_eq!(rounds.next_after(40 * SECOND, 2 * SPAN), 30 * SECOND);
        assert_eq!(rounds.next_after(70 * SECOND, 2 * SPAN), 60 * SECOND);
        assert_eq!(rounds.next_after(40 * SECOND, SECOND / 4), SECOND / 4);
        assert!(rounds.next(SPAN) <= SPAN);
    }

    #[test]
    fn each_role_has_its_part_and_each_loop_its_place() {
        let peers: BTreeMap<String, ()> = ["auth", "tasks", "teams"].map(|name| (name.to_owned(), ())).into();
        let start = |role| Places::of(role, &peers).start;
        assert_eq!([start("auth"), start("tasks"), start("teams")], [0, 10, 20].map(|seconds| seconds * SECOND));
        assert_eq!([start("bff"), start("teams")], [SPAN / 4, 2 * SPAN / 3], "one that is nobody's peer");
    }

    #[tokio::test]
    async fn loops_of_a_role_follow_each_other() {
        let bench = crate::testing::context(&crate::testing::ROLE).await;
        let (first, second) = (Rounds::of(&bench.cx), Rounds::of(&bench.cx.clone()));
        assert_eq!(second.offset - first.offset, APART);
    }
}
