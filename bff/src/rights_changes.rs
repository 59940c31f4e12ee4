//! Who has just joined or left a team, as far as this process knows.
//!
//! Every service believes what it knows about a caller's rights for a moment. Somebody who has just made a team must see it
//! in the very next call: so calls of users whose rights were changed say so until everyone has noticed.

use std::{sync::Arc, time::Duration};
use tokio::time::Instant;
use uuid::Uuid;

/// Users remembered at most. Fixed: each for about a second.
const REMEMBERED: u64 = 10_000;

/// Recent changes of memberships. Cheap to clone.
#[derive(Clone)]
pub struct RightsChanges(Arc<moka::sync::Cache<Uuid, Instant>>);

impl RightsChanges {
    /// Remembers each for `fresh`, after which every cache has asked again.
    pub fn of(fresh: Duration) -> Self {
        Self(Arc::new(moka::sync::Cache::builder().max_capacity(REMEMBERED).time_to_live(fresh).build()))
    }

    /// The user's rights are others from now on.
    pub fn note(&self, user: Uuid) {
        self.0.insert(user, Instant::now());
    }

    /// How long ago that was.
    pub fn age(&self, user: Uuid) -> Option<Duration> {
        self.0.get(&user).map(|at| at.elapsed())
    }
}
