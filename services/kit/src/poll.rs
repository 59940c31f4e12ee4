//! How often a loop looks for work that nothing announced.

use crate::Context;
use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::{
        LazyLock,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};
use tokio::time::Instant;

/// How long a loop waits where no commit wakes it: while there is something to do, or was a moment ago, as its setting says;
/// longer when nothing has been for a while. What is left to find then was written by others: another replica, which has such a
/// loop of its own, or a program that is no service.
///
/// While there is something to do, each pause is a little shorter or longer than the last, in another way for each loop: loops that begin
/// together would ask together for ever, each on a connection to the database of its own. When nothing has been for a while, the loops
/// of a role look one right after the other instead, on one connection that is opened for them; each role at another moment.
pub struct Poll {
    often: Duration,
    seldom_from: Instant,
    step: u32,
    /// Which of the process's loops it is.
    number: u32,
    /// When in each long pause the role looks: 0 is its start, `u32::MAX` its end.
    moment: u32,
}

/// After so long without anything to do there is little to look for.
const QUIET: Duration = Duration::from_secs(30);
/// So many times longer is waited then.
const SELDOM: u32 = 30;
/// How far the loops of a role are apart when they look one after the other. Fixed: a connection is opened and a look over by then.
const APART: Duration = Duration::from_millis(200);

/// How many loops the process has.
static LOOPS: AtomicU32 = AtomicU32::new(0);

/// What the moments of all roles are counted from.
static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);

impl Poll {
    /// `name`: of the loop. `often`: its pause while there is something to do.
    #[must_use]
    pub fn of(cx: &Context, name: &str, often: Duration) -> Self {
        let seed = |of: &[&str]| {
            let mut hasher = DefaultHasher::new();
            of.hash(&mut hasher);
            u32::try_from(hasher.finish() >> 32).unwrap_or_default()
        };
        LazyLock::force(&STARTED);
        Self {
            often,
            seldom_from: Instant::now() + QUIET,
            step: seed(&[cx.service, name]),
            number: LOOPS.fetch_add(1, Ordering::Relaxed),
            moment: seed(&[cx.service]),
        }
    }

    /// There was something to do, or it could not be done.
    pub fn busy(&mut self) {
        self.seldom_from = Instant::now() + QUIET;
    }

    /// Nothing has been for a while.
    #[must_use]
    pub fn is_seldom(&self) -> bool {
        Instant::now() >= self.seldom_from
    }

    /// From three quarters to five quarters of what is meant, or until the role looks again.
    #[must_use]
    pub fn pause(&mut self) -> Duration {
        // Numerical Recipes' linear congruential generator; its upper bits are the good ones
        self.step = self.step.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if self.is_seldom() {
            return self.until_moment(STARTED.elapsed()) + APART * (self.number % 8);
        }
        self.often * (3 * 128 + (self.step >> 24)) / (4 * 128)
    }

    /// `passed`: since the moments are counted.
    fn until_moment(&self, passed: Duration) -> Duration {
        let period = (self.often * SELDOM).as_nanos().max(1);
        let moment = period * u128::from(self.moment) / u128::from(u32::MAX);
        let left = period - (passed.as_nanos() + period - moment) % period;
        Duration::from_nanos(u64::try_from(left).unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const SECOND: Duration = Duration::from_secs(1);

    fn poll(seldom_from: Instant, moment: u32) -> Poll {
        Poll { often: SECOND, seldom_from, step: 7, number: 2, moment }
    }

    #[test]
    fn pauses_differ_a_little_while_there_is_something_to_do() {
        let mut poll = poll(Instant::now() + 60 * SECOND, 0);
        let pauses: BTreeSet<_> = (0..256).map(|_| poll.pause()).collect();
        assert!(pauses.len() > 100, "{pauses:?}");
        let (first, last) = (pauses.first().copied().unwrap_or_default(), pauses.last().copied().unwrap_or_default());
        assert!(first >= SECOND * 3 / 4 && last <= SECOND * 5 / 4, "{first:?} to {last:?}");
    }

    #[test]
    fn the_loops_of_a_role_look_one_after_the_other_when_nothing_has_been_for_a_while() {
        let moment = u32::MAX / 3;
        for (passed, left) in [(0, 10), (4, 6), (9, 1), (10, 30), (11, 29), (39, 1), (40, 30)] {
            let found = poll(Instant::now(), moment).until_moment(passed * SECOND);
            assert!(found.abs_diff(left * SECOND) < Duration::from_millis(1), "{passed}: {found:?}");
        }
        let longest = poll(Instant::now(), moment).pause();
        assert!(longest >= 2 * APART && longest <= 30 * SECOND + 2 * APART, "{longest:?}");
    }
}
