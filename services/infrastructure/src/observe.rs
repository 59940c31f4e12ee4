//! One actor per cluster: probes it in its own time, stores what it saw, and tells others when the shown state changed.
//! A cluster that hangs holds nobody but its own actor.

use crate::{
    app::App,
    breaker::spread,
    gateway::Cluster,
    probe,
    requested::Listed,
    set_kubeconfig::count_deployments,
    sites::Sites,
    store::{self, Finding, Probed},
};
use kit::Origin;
use kit::{Message, message, message::Value};
use std::{collections::HashMap, sync::Arc, time::Duration};
use tokio::{
    sync::{Notify, mpsc::UnboundedReceiver},
    task::JoinSet,
    time::{Instant, sleep},
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

struct Actor {
    wake: Arc<Notify>,
    stop: CancellationToken,
}

/// Runs until the role stops.
///
/// # Errors
/// A panic of an actor: the supervisor starts the role again.
pub async fn run(app: App, mut nudges: UnboundedReceiver<Uuid>) -> anyhow::Result<()> {
    let mut actors: HashMap<Uuid, Actor> = HashMap::new();
    let mut running = JoinSet::new();
    let mut fresh: Vec<Uuid> = Vec::new();
    let mut first = true;
    let interval = app.options.probe_interval;
    let rounds = kit::Rounds::of(&app.cx);
    loop {
        match roster(&app).await {
            Ok(ids) => {
                let start = Start { spread_out: std::mem::take(&mut first), interval };
                enlist(&app, &ids, &mut actors, &mut running, start);
            }
            Err(error) => tracing::warn!(cause = format!("{error:#}"), "the clusters cannot be read"),
        }
        for id in fresh.drain(..) {
            if let Some(actor) = actors.get(&id) {
                actor.wake.notify_one();
            }
        }
        tokio::select! {
            () = app.cx.stop.cancelled() => break,
            () = sleep(rounds.next(app.options.probe_roster)) => {}
            Some(id) = nudges.recv() => {
                fresh.push(id);
                while let Ok(id) = nudges.try_recv() {
                    fresh.push(id);
                }
            }
            Some(ended) = running.join_next(), if !running.is_empty() => ended?,
        }
    }
    for actor in actors.values() {
        actor.stop.cancel();
    }
    while let Some(ended) = running.join_next().await {
        ended?;
    }
    Ok(())
}

/// Clusters that can be asked.
async fn roster(app: &App) -> kit::Result<Vec<Uuid>> {
    let ids = sqlx::query_scalar!("select id from infrastructure.cluster where kubeconfig is not null")
        .fetch_all(&app.cx.db)
        .await?;
    Ok(ids)
}

struct Start {
    /// At the start of the role: not all in one instant.
    spread_out: bool,
    interval: Duration,
}

fn enlist(app: &App, ids: &[Uuid], actors: &mut HashMap<Uuid, Actor>, running: &mut JoinSet<()>, start: Start) {
    app.gateway.keep(ids);
    actors.retain(|id, actor| {
        let stays = ids.contains(id);
        if !stays {
            actor.stop.cancel();
        }
        stays
    });
    for id in ids {
        if actors.contains_key(id) {
            continue;
        }
        let actor = Actor { wake: Arc::default(), stop: app.cx.stop.child_token() };
        let delay = match (start.spread_out, ids.len()) {
            (true, 4..) => (start.interval / 4).mul_f64(f64::from(jitter(app)) / 255.0),
            _ => Duration::ZERO,
        };
        let watch = Watch {
            app: app.clone(),
            id: *id,
            wake: Arc::clone(&actor.wake),
            stop: actor.stop.clone(),
            interval: start.interval,
            failures: 0,
            pods: Listed::default(),
            sites: Sites::default(),
        };
        running.spawn(watch.run(delay));
        actors.insert(*id, actor);
    }
}

fn jitter(app: &App) -> u8 {
    app.cx.ids.bytes(1).first().copied().unwrap_or(128)
}

/// The actor of one cluster.
struct Watch {
    app: App,
    id: Uuid,
    wake: Arc<Notify>,
    stop: CancellationToken,
    interval: Duration,
    failures: u32,
    /// What they asked for when they were last listed.
    pods: Listed,
    sites: Sites,
}

impl Watch {
    async fn run(mut self, delay: Duration) {
        let mut next = Instant::now() + delay;
        let mut asked = false;
        loop {
            tokio::select! {
                () = self.stop.cancelled() => return,
                () = self.wake.notified() => asked = true,
                () = tokio::time::sleep_until(next) => {}
            }
            let stop = self.stop.clone();
            let pause = tokio::select! {
                () = stop.cancelled() => return,
                pause = self.round(asked) => pause,
            };
            asked = false;
            next = Instant::now() + pause;
        }
    }

    /// One probe; answers how long to wait for the next.
    async fn round(&mut self, asked: bool) -> Duration {
        let (cluster, known) = match self.open().await {
            Ok(opened) => opened,
            Err(error) => return self.unopened(error).await,
        };
        if !asked && self.failures == 0 && self.others_looked(&cluster, &known) {
            // each replica answers from watches of its own
            self.sites.keep(&self.app, self.id, &cluster);
            return self.interval / 2;
        }
        if asked {
            self.pods = Listed::default();
        }
        let started = self.app.cx.clock.now();
        let look = probe::look(&cluster, &mut self.pods);
        let result = tokio::time::timeout(self.app.options.probe_whole, look).await;
        let result = result.unwrap_or_else(|_| Err(message!(NoAnswerInTime)));
        let result = match result {
            Ok(seen) => self.recognise(&cluster, known.kube_uid, seen).await,
            failed => failed,
        };
        let answers = result.is_ok();
        self.failures = if answers { 0 } else { self.failures.saturating_add(1) };
        let finding = Finding {
            cluster: self.id,
            version: cluster.version(),
            started,
            result,
            failures: self.failures,
            interval: self.interval,
        };
        let pause = self.keep(finding).await;
        if answers {
            self.sites.keep(&self.app, self.id, &cluster);
            self.sites.tell();
        }
        pause
    }

    /// The cluster, and what earlier probes found.
    async fn open(&self) -> kit::Result<(Arc<Cluster>, Probed)> {
        let mut db = self.app.cx.db.acquire().await?;
        let cluster = self.app.gateway.find_on(&mut db, self.id).await?;
        Ok((cluster, store::probed(&mut db, self.id).await?))
    }

    async fn keep(&self, finding: Finding) -> Duration {
        if let Err(error) = store::store(&self.app.cx, finding).await {
            tracing::warn!(cluster = %self.id, cause = format!("{error:#}"), "what a probe saw cannot be stored");
        }
        // After a first failure the cluster is asked again soon, before anything is shown.
        let again = self.app.options.probe_again;
        let pause = match self.failures {
            0 => self.interval,
            1 => again,
            n => self.app.options.breaker().backoff(n - 2).min(self.interval.max(again).saturating_mul(2)),
        };
        spread(pause, jitter(&self.app))
    }

    /// The stored kubeconfig cannot be used (the policy changed, the certificate expired): that is shown, too.
    async fn unopened(&mut self, error: kit::Error) -> Duration {
        // Everything else (the database is away, the cluster was deleted) says nothing about the cluster.
        let Some(reason) = unreachable(&error) else {
            tracing::warn!(cluster = %self.id, cause = format!("{error:#}"), "the cluster cannot be opened");
            return self.interval;
        };
        self.failures = self.failures.saturating_add(1);
        let Ok(Some(version)) = store::kubeconfig_version(&self.app.cx, self.id).await else { return self.interval };
        let finding = Finding {
            cluster: self.id,
            version,
            started: self.app.cx.clock.now(),
            result: Err(reason),
            failures: self.failures.max(2),
            interval: self.interval,
        };
        self.keep(finding).await
    }

    /// Several replicas may run; the one that comes second within half an interval leaves it.
    fn others_looked(&self, cluster: &Cluster, known: &Probed) -> bool {
        let now = self.app.cx.clock.now();
        let lately = |at| now - at < self.interval / 2 && at <= now + store::AHEAD;
        !cluster.is_open() && known.checked_at.is_some_and(lately)
    }

    /// Another cluster behind the same address is not the cluster that deployments were put on.
    async fn recognise(
        &self,
        cluster: &Cluster,
        known: Option<String>,
        seen: probe::Seen,
    ) -> Result<probe::Seen, Message> {
        let (Some(known), Some(found)) = (known, &seen.kube_uid) else { return Ok(seen) };
        if known == *found {
            return Ok(seen);
        }
        let origin = Origin::of_role(&*self.app.cx.ids);
        match count_deployments(&self.app, &origin, self.id).await {
            Ok(0) => Ok(seen),
            _ => {
                cluster.refuse(message!(OtherCluster));
                Err(message!(OtherCluster))
            }
        }
    }
}

/// Why the cluster cannot be reached, when that is what the error says.
fn unreachable(error: &kit::Error) -> Option<Message> {
    let message = error.message();
    match (message.reason(), message.params().get("said")) {
        ("CLUSTER_UNREACHABLE", Some(Value::Message(said))) => Some((**said).clone()),
        _ => None,
    }
}
