//! What this service shows of the clusters when somebody asks: how many are in which state, when each was looked at, whether its
//! watches are up, and when they last brought something.

use crate::{app::App, list_cluster_states};
use kit::metrics::{Family, Labels, Level, set};
use std::{collections::BTreeMap, time::Duration};
use time::OffsetDateTime;
use uuid::Uuid;

/// States that are always shown, so that an alert about one has a number to look at.
const STATES: [&str; 4] = ["operational", "unreachable", "maintenance", "unknown"];

type Numbers = Family<Labels<1>, Level>;

#[derive(Clone, Default)]
struct Shown {
    states: Numbers,
    checked: Numbers,
    current: Numbers,
    heard: Numbers,
}

/// Shows them among those of the role.
pub fn observe(app: &App) {
    let shown = Shown::default();
    for (name, help, numbers) in [
        ("canopy_clusters", "Clusters by the state that is shown", &shown.states),
        ("canopy_cluster_check_age_seconds", "How long ago a cluster was looked at", &shown.checked),
        (
            "canopy_cluster_watch_current",
            "Whether the watches of a cluster show what it is like now, 0 or 1, where it is watched",
            &shown.current,
        ),
        (
            "canopy_cluster_watch_age_seconds",
            "How long ago the watches of a cluster brought something; where nothing happens they bring nothing",
            &shown.heard,
        ),
    ] {
        app.cx.metrics.register(name, help, numbers.clone());
    }
    let watched = app.clone();
    app.cx.metrics.look("clusters", move || {
        let (app, shown) = (watched.clone(), shown.clone());
        async move { shown.look(&app).await }
    });
}

impl Shown {
    async fn look(&self, app: &App) -> anyhow::Result<()> {
        let clusters = list_cluster_states::seen(app).await?;
        // those of deleted clusters go
        for numbers in [&self.states, &self.checked, &self.current, &self.heard] {
            numbers.clear();
        }
        let mut counts: BTreeMap<&str, f64> = STATES.map(|state| (state, 0.0)).into();
        for cluster in &clusters {
            *counts.entry(cluster.status()).or_default() += 1.0;
        }
        for (state, count) in counts {
            set(&self.states, [("status", state.to_owned())], count);
        }
        let now = app.cx.clock.now();
        for cluster in &clusters {
            self.one(app, cluster.id, cluster.checked_at, now);
        }
        Ok(())
    }

    fn one(&self, app: &App, id: Uuid, checked_at: Option<OffsetDateTime>, now: OffsetDateTime) {
        let label = || [("cluster", id.to_string())];
        if let Some(at) = checked_at {
            set(&self.checked, label(), (now - at).as_seconds_f64().max(0.0));
        }
        let Some((current, heard)) = app.gateway.known(id).and_then(|cluster| cluster.watches().age()) else { return };
        set(&self.current, label(), f64::from(u8::from(current)));
        if let Some(heard) = heard.as_ref().map(Duration::as_secs_f64) {
            set(&self.heard, label(), heard);
        }
    }
}
