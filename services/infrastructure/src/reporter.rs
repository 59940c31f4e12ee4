//! Warnings of Kubernetes about the sites of a cluster become events in Canopy: those of their namespaces, each once, with how
//! often it was seen. What Kubernetes says of what went well is left out: the steps of tasks say it already.

use crate::{
    app::App,
    fault::clean,
    gateway::Cluster,
    kubernetes::{mask::Mask, space::Space},
    watch::{WATCH_SECONDS, refused},
};
use futures::StreamExt as _;
use k8s_openapi::{api::core::v1::Event, jiff::Timestamp};
use kit::{Origin, Result};
use kube::{
    Api,
    runtime::{WatchStreamExt as _, watcher},
};
use proto::{
    deployments::{DeploymentName, ObserveRequest, deployment_service_client::DeploymentServiceClient},
    events::{EventRecorded, RecordEventsRequest, Reference, event_service_client::EventServiceClient},
};
use sha2::{Digest as _, Sha256};
use std::{
    collections::{BTreeSet, HashMap, hash_map::Entry},
    sync::Arc,
    time::Duration,
};
use tokio::time::Instant;
use uuid::Uuid;

/// Events in one call. Fixed: agreed with events.
const BATCH: usize = 500;
/// Events that wait at most, for instance while events is away: what comes after that is lost. Fixed: it bounds memory.
const MOST: usize = 5_000;
/// What comes in so long goes in one call. Fixed: Kubernetes counts repeats within seconds.
const SETTLE: Duration = Duration::from_secs(2);
/// After how long what could not be told is told again. Fixed: events is away while it is updated.
const AGAIN: Duration = Duration::from_secs(5);
/// For how long a name is not asked for again: a site or a team may get another one. Fixed: history keeps old names anyway.
const NAMED: Duration = Duration::from_secs(60);
/// After how long a watch that was refused is tried again. Fixed: somebody has to give the right first.
const REFUSED: Duration = Duration::from_secs(600);

/// Reports until it is dropped.
pub(crate) async fn run(app: App, id: Uuid, cluster: Arc<Cluster>) {
    let mut reporter = Reporter { app, id, cluster, waiting: HashMap::new(), names: HashMap::new(), untold: false };
    loop {
        let reason = reporter.follow().await;
        let cluster = reporter.cluster.name();
        tracing::info!(cluster, reason, "the warnings of the cluster cannot be watched");
        tokio::time::sleep(REFUSED).await;
    }
}

struct Reporter {
    app: App,
    id: Uuid,
    cluster: Arc<Cluster>,
    /// By their id in Canopy, the latest of each.
    waiting: HashMap<Uuid, Event>,
    names: HashMap<Uuid, (Instant, DeploymentName)>,
    /// The last call failed, and that was logged.
    untold: bool,
}

impl Reporter {
    /// Until the cluster refuses; answers why.
    async fn follow(&mut self) -> String {
        let config = watcher::Config::default().fields("type=Warning").page_size(250).timeout(WATCH_SECONDS);
        let api = Api::<Event>::all(self.cluster.client().clone());
        let mut messages = Box::pin(watcher(api, config).default_backoff());
        let mut next: Option<Instant> = None;
        loop {
            let due = async {
                match next {
                    Some(at) => tokio::time::sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                message = messages.next() => match message {
                    Some(Ok(watcher::Event::Apply(event) | watcher::Event::InitApply(event))) => {
                        if self.take(event) {
                            next = next.or(Some(Instant::now() + SETTLE));
                        }
                    }
                    Some(Ok(_)) => {}
                    Some(Err(error)) => {
                        if let Some(status) = refused(error) {
                            return status.message;
                        }
                    }
                    None => return "the watch has ended".to_owned(),
                },
                () = due => next = self.tell().await,
            }
        }
    }

    /// Whether it is to be told.
    fn take(&mut self, mut event: Event) -> bool {
        let namespace = event.metadata.namespace.clone().unwrap_or_default();
        // What is nobody's site goes at once; while that is not known it waits.
        if self.cluster.watches().owner(&namespace) == Some(None) {
            return false;
        }
        let Some(uid) = event.metadata.uid.as_deref() else { return false };
        let id = id(self.id, uid);
        event.metadata.managed_fields = None;
        let full = self.waiting.len() >= MOST;
        match self.waiting.entry(id) {
            Entry::Occupied(mut known) => {
                known.insert(event);
            }
            Entry::Vacant(_) if full => return false,
            Entry::Vacant(free) => {
                free.insert(event);
            }
        }
        true
    }

    /// Tells what waits; answers when to try again.
    async fn tell(&mut self) -> Option<Instant> {
        // Whoever changes a kubeconfig or deletes a cluster ends what was seen through the old one.
        let current = self.app.gateway.find(self.id).await;
        if !current.is_ok_and(|current| Arc::ptr_eq(&current, &self.cluster)) {
            self.waiting.clear();
            return None;
        }
        match self.round().await {
            Ok(()) => self.untold = false,
            Err(error) => {
                if !std::mem::replace(&mut self.untold, true) {
                    tracing::info!(cluster = self.cluster.name(), %error, "warnings of the cluster cannot be told now");
                }
            }
        }
        (!self.waiting.is_empty()).then(|| Instant::now() + AGAIN)
    }

    async fn round(&mut self) -> Result<()> {
        let mut known: HashMap<Uuid, Uuid> = HashMap::new();
        self.waiting.retain(|id, event| {
            let namespace = event.metadata.namespace.as_deref().unwrap_or_default();
            match self.cluster.watches().owner(namespace) {
                Some(Some(owner)) => known.insert(*id, owner).is_none(),
                // It went, or never was a site's.
                Some(None) => false,
                None => true,
            }
        });
        self.learn_names(known.values().copied().collect()).await?;
        let mut masks: HashMap<String, Option<Mask>> = HashMap::new();
        let mut records: Vec<(Uuid, EventRecorded)> = Vec::new();
        for (id, owner) in &known {
            let Some(event) = self.waiting.get(id) else { continue };
            let namespace = event.metadata.namespace.clone().unwrap_or_default();
            if !masks.contains_key(&namespace) {
                masks.insert(namespace.clone(), self.mask(&namespace).await?);
            }
            let (Some(Some(mask)), Some((_, name))) = (masks.get(&namespace), self.names.get(owner)) else {
                // Nothing that the cluster said is told where the site's secrets are not known; nor of a site that is gone.
                self.waiting.remove(id);
                continue;
            };
            records.push((*id, self.record(*id, event, mask, name)));
        }
        for batch in records.chunks(BATCH) {
            self.send(batch.iter().map(|(_, record)| record.clone()).collect()).await?;
            batch.iter().for_each(|(id, _)| {
                self.waiting.remove(id);
            });
        }
        Ok(())
    }

    /// The site's secrets; nothing when they may not be read.
    async fn mask(&self, namespace: &str) -> Result<Option<Mask>> {
        match Space::new(Arc::clone(&self.cluster), namespace.to_owned()).mask().await {
            Ok(mask) => Ok(Some(mask)),
            Err(error) if error.is_transient() => Err(error),
            Err(_) => Ok(None),
        }
    }

    async fn learn_names(&mut self, deployments: BTreeSet<Uuid>) -> Result<()> {
        self.names.retain(|_, (at, _)| at.elapsed() < NAMED);
        let unknown: Vec<String> =
            deployments.iter().filter(|id| !self.names.contains_key(id)).map(Uuid::to_string).collect();
        for named in unknown.chunks(1000) {
            let cx = &self.app.cx;
            let request = ObserveRequest { named: named.to_vec(), ..ObserveRequest::default() };
            let request = cx.request("deployments", &Origin::of_role(&*cx.ids), request)?;
            let mut client =
                DeploymentServiceClient::new(cx.peer("deployments")).max_decoding_message_size(kit::MESSAGE_LIMIT);
            for name in client.observe(request).await?.into_inner().names {
                if let Ok(id) = Uuid::try_parse(&name.id) {
                    self.names.insert(id, (Instant::now(), name));
                }
            }
        }
        Ok(())
    }

    async fn send(&self, events: Vec<EventRecorded>) -> Result<()> {
        let cx = &self.app.cx;
        let request = cx.request("events", &Origin::of_role(&*cx.ids), RecordEventsRequest { events })?;
        let mut client = EventServiceClient::new(cx.peer("events")).max_decoding_message_size(kit::MESSAGE_LIMIT);
        client.record_events(request).await?;
        Ok(())
    }

    fn record(&self, id: Uuid, event: &Event, mask: &Mask, name: &DeploymentName) -> EventRecorded {
        let text = |text: Option<&String>, most| clean(text.map_or("", String::as_str), most);
        let about = &event.involved_object;
        let source = event.source.clone().unwrap_or_default();
        let said = clean(&mask.text(event.message.as_deref().unwrap_or_default()), 1000);
        let what = [text(about.kind.as_ref(), 100), text(about.name.as_ref(), 253)].join(" ");
        let series = event.series.as_ref();
        let first = event.first_timestamp.as_ref().map(|at| at.0).or(event.event_time.as_ref().map(|at| at.0));
        let first = first.or(event.metadata.creation_timestamp.as_ref().map(|at| at.0));
        let again = series.and_then(|series| series.last_observed_time.as_ref()).map(|at| at.0);
        let last = again.max(event.last_timestamp.as_ref().map(|at| at.0)).or(first);
        EventRecorded {
            id: id.to_string(),
            r#type: "Warning".to_owned(),
            message: format!("{}: {said}", what.trim()),
            reason: text(event.reason.as_ref(), 100),
            component: text(source.component.as_ref().or(event.reporting_component.as_ref()), 100),
            host: text(source.host.as_ref(), 253),
            namespace: text(event.metadata.namespace.as_ref(), 253),
            count: series.and_then(|series| series.count).or(event.count).unwrap_or(1).max(1),
            at: first.map(stamp),
            first_seen: first.map(stamp),
            last_seen: last.map(stamp),
            deployment: Some(Reference { id: name.id.clone(), name: name.name.clone() }),
            cluster: Some(Reference { id: self.id.to_string(), name: self.cluster.name().to_owned() }),
            team: Some(Reference { id: name.team_id.clone(), name: name.team_name.clone() }),
            uid: text(event.metadata.uid.as_ref(), 100),
            ..EventRecorded::default()
        }
    }
}

/// The same for ever: the event of a cluster is one event of Canopy, whoever tells it.
fn id(cluster: Uuid, uid: &str) -> Uuid {
    let hash = Sha256::new().chain_update(cluster.as_bytes()).chain_update(uid.as_bytes()).finalize();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    // kept as any other id: with the marks of a random one
    uuid::Builder::from_random_bytes(bytes).into_uuid()
}

fn stamp(at: Timestamp) -> prost_types::Timestamp {
    prost_types::Timestamp { seconds: at.as_second(), nanos: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_of_a_cluster_has_one_id_for_ever_and_another_in_another_cluster() {
        let (one, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        assert_eq!(id(one, "w-1"), id(one, "w-1"));
        assert_ne!(id(one, "w-1"), id(one, "w-2"));
        assert_ne!(id(one, "w-1"), id(other, "w-1"));
        assert_eq!(id(one, "w-1").get_version_num(), 4);
    }
}
