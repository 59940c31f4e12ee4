//! How often a loop looks for work that nothing announced.

use crate::Context;
use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    time::Duration,
};
use tokio::time::Instant;

/// How long a loop waits where no commit wakes it: while there is something to do, or was a moment ago, as the setting says;
/// longer when nothing has been for a while. What is left to find then was written by others: another replica, which has such a
/// loop of its own, or a program that is no service.
///
/// Each pause is a little shorter or longer than the last, in another way for each loop: loops that begin together would ask
/// together for ever, each on a connection to the database of its own.
pub(crate) struct Poll {
    often: Duration,
    seldom_from: Instant,
    step: u32,
}

/// After so long without anything to do there is little to look for.
const QUIET: Duration = Duration::from_secs(30);
/// So many times longer is waited then.
const SELDOM: u32 = 5;

impl Poll {
    /// `name`: of the loop.
    pub(crate) fn of(cx: &Context, name: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        (cx.service, name).hash(&mut hasher);
        let seed = u32::try_from(hasher.finish() >> 32).unwrap_or_default();
        Self { often: cx.settings.relay_poll, seldom_from: Instant::now() + QUIET, step: seed }
    }

    /// There was something to do, or it could not be done.
    pub(crate) fn busy(&mut self) {
        self.seldom_from = Instant::now() + QUIET;
    }

    /// From three quarters to five quarters of what is meant.
    pub(crate) fn pause(&mut self) -> Duration {
        let pause = if Instant::now() < self.seldom_from { self.often } else { self.often * SELDOM };
        // Numerical Recipes' linear congruential generator; its upper bits are the good ones
        self.step = self.step.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        pause * (3 * 128 + (self.step >> 24)) / (4 * 128)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn pauses_differ_a_little_and_are_longer_when_nothing_has_been_for_a_while() {
        let second = Duration::from_secs(1);
        let pauses = |seldom_from| {
            let mut poll = Poll { often: second, seldom_from, step: 7 };
            (0..256).map(|_| poll.pause()).collect::<BTreeSet<_>>()
        };
        let now = Instant::now();
        for (pauses, meant) in [(pauses(now + 60 * second), second), (pauses(now), 5 * second)] {
            assert!(pauses.len() > 100, "{pauses:?}");
            let (first, last) =
                (pauses.first().copied().unwrap_or_default(), pauses.last().copied().unwrap_or_default());
            assert!(first >= meant * 3 / 4 && last <= meant * 5 / 4, "{first:?} to {last:?}");
        }
    }
}
