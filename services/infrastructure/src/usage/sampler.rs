//! One sampler per cluster. It asks in its own time and waits for nobody else's cluster but for a place among those that ask at
//! the same time, which one that hangs leaves soon.

use super::{api, figures, keep, volumes};
use crate::{
    app::App,
    breaker::spread,
    gateway::Cluster,
    sample::{FINE, begin},
};
use kit::{Result, message};
use std::{sync::Arc, time::Duration};
use time::OffsetDateTime;
use uuid::Uuid;

/// How often a cluster is asked, unless clusters are looked at more often. Fixed: it is how often metrics are measured.
const EVERY: Duration = Duration::from_secs(60);

/// Samples until it is dropped.
pub(crate) async fn run(app: App, id: Uuid, cluster: Arc<Cluster>) {
    let mut sampler = Sampler { app, id, cluster, volumes_at: None };
    let mut said = None;
    loop {
        let pause = match sampler.round().await {
            Ok(pause) => {
                said = None;
                pause
            }
            Err(error) => {
                let text = error.to_string();
                if said.as_ref() != Some(&text) {
                    tracing::info!(cluster = sampler.cluster.name(), %error, "what sites use cannot be kept now");
                }
                said = Some(text);
                sampler.every()
            }
        };
        let jitter = sampler.app.cx.ids.bytes(1).first().copied().unwrap_or(128);
        tokio::time::sleep(spread(pause, jitter)).await;
    }
}

struct Sampler {
    app: App,
    id: Uuid,
    cluster: Arc<Cluster>,
    /// The span in which volumes were asked for last: once in each is enough.
    volumes_at: Option<OffsetDateTime>,
}

impl Sampler {
    fn every(&self) -> Duration {
        self.app.options.probe_interval.min(EVERY)
    }

    /// Asks once; answers how long to wait for the next time.
    async fn round(&mut self) -> Result<Duration> {
        let (app, every, watches) = (&self.app, self.every(), self.cluster.watches());
        if self.cluster.is_open() {
            return Ok(every);
        }
        let sites = watches.sites(|store| store.owners().len());
        if sites.is_none() && !watches.refused() {
            // The watches have just begun, or are broken: then nobody knows whose pods there are.
            return Ok(app.options.probe_again.min(every));
        }
        // Whoever changes a kubeconfig or deletes a cluster ends what was seen through the old one.
        let mut db = app.cx.db.acquire().await?;
        if !app.gateway.find_on(&mut db, self.id).await.is_ok_and(|current| Arc::ptr_eq(&current, &self.cluster)) {
            return Ok(every);
        }
        if !keep::claim(&mut db, self.id, app.cx.clock.now(), every / 2).await? {
            return Ok(every);
        }
        drop(db);
        kit::db::returned().await;
        let measured = match sites {
            None => Err(message!(UsageUnwatched)),
            Some(0) => Ok(api::PodMetricsList::default()),
            Some(_) => {
                let _place = app.usage.acquire().await.map_err(kit::Error::internal)?;
                api::pods(&self.cluster).await
            }
        };
        let sites = match measured {
            Ok(list) => match watches.sites(|store| figures::of_sites(store, &list)) {
                Some(sites) => Ok(sites),
                None => return Ok(every),
            },
            Err(said) => Err(said),
        };
        keep::sites(&app.cx, self.id, app.cx.clock.now(), &sites).await?;
        self.volumes().await?;
        Ok(every)
    }

    /// Asks for volumes when that has not been done in this span.
    async fn volumes(&mut self) -> Result<()> {
        let app = &self.app;
        let span = begin(app.cx.clock.now(), FINE);
        let watches = self.cluster.watches();
        let Some(nodes) = watches.sites(volumes::nodes).filter(|nodes| !nodes.is_empty()) else { return Ok(()) };
        if self.volumes_at.replace(span) == Some(span) {
            return Ok(());
        }
        let claims = {
            let _place = app.usage.acquire().await.map_err(kit::Error::internal)?;
            volumes::claims(&self.cluster, nodes).await
        };
        let stored = match claims {
            Ok(claims) => match watches.sites(|store| volumes::of_sites(store, &claims)) {
                Some(stored) => Ok(stored),
                None => return Ok(()),
            },
            Err(said) => Err(said),
        };
        keep::volumes(&app.cx, self.id, app.cx.clock.now(), &stored).await
    }
}
