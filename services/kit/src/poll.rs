//! How often a loop looks for work that nothing announced.

use crate::{Context, Rounds};
use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    time::Duration,
};
use tokio::time::Instant;

/// How long a loop waits where no commit wakes it: while there is something to do, or was a moment ago, as its setting says;
/// longer when nothing has been for a while. What is left to find then was written by others: another replica, which has such a
/// loop of its own, or a program that is no service.
///
/// While there is something to do, each pause is a little shorter or longer than the last, in another way for each loop: loops that begin
/// together would ask together for ever, each on a connection to the database of its own. When nothing has been for a while, the loop
/// has the [`Rounds`] of its role.
pub struct Poll {
    often: Duration,
    seldom_from: Instant,
    step: u32,
    rounds: Rounds,
}

/// After so long without anything to do there is little to look for. Fixed: what waits for a moment, or for who has taken it, counts as
/// something to do.
const QUIET: Duration = Duration::from_secs(3);
/// So many times longer is waited then.
const SELDOM: u32 = 30;

impl Poll {
    /// `name`: of the loop. `often`: its pause while there is something to do.
    #[must_use]
    pub fn of(cx: &Context, name: &str, often: Duration) -> Self {
        let mut hasher = DefaultHasher::new();
        (cx.service, name).hash(&mut hasher);
        let step = u32::try_from(hasher.finish() >> 32).unwrap_or_default();
        Self { often, seldom_from: Instant::now() + QUIET, step, rounds: Rounds::of(cx) }
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

    /// From three quarters to five quarters of what is meant, or until the next round.
    #[must_use]
    pub fn pause(&mut self) -> Duration {
        if self.is_seldom() {
            return self.rounds.next(self.often * SELDOM);
        }
        // Numerical Recipes' linear congruential generator; its upper bits are the good ones
        self.step = self.step.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.often * (3 * 128 + (self.step >> 24)) / (4 * 128)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[tokio::test]
    async fn pauses_differ_a_little_while_there_is_something_to_do_and_are_long_when_nothing_has_been() {
        // longer than any machine runs: its first round is far away
        const OFTEN: Duration = Duration::from_secs(100_000_000);
        let bench = crate::testing::context(&crate::testing::ROLE).await;
        let mut poll = Poll::of(&bench.cx, "loop", OFTEN);
        let pauses: BTreeSet<_> = (0..256).map(|_| poll.pause()).collect();
        assert!(pauses.len() > 100, "{pauses:?}");
        let (first, last) = (pauses.first().copied().unwrap_or_default(), pauses.last().copied().unwrap_or_default());
        assert!(first >= OFTEN * 3 / 4 && last <= OFTEN * 5 / 4, "{first:?} to {last:?}");
        poll.seldom_from = Instant::now();
        let seldom = poll.pause();
        assert!(seldom > 2 * OFTEN && seldom <= SELDOM * OFTEN, "{seldom:?}");
        poll.busy();
        assert!(poll.pause() <= OFTEN * 5 / 4);
    }
}
