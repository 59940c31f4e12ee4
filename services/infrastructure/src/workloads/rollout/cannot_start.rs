//! Why pods of nobody's rollout (a hook's, one that copies volumes) cannot start.

use super::{Patience, Snapshot, pod_signals};
use crate::kubernetes::{kinds, space::Space};
use k8s_openapi::api::core::v1::{Event, Pod};
use kit::{Message, Result};
use kube::{Api, api::ListParams};
use std::time::Duration;
use time::OffsetDateTime;

/// The first fault of the pods with these labels that has been borne for long enough.
///
/// # Errors
/// When the cluster refuses or does not answer.
pub async fn cannot_start(
    space: &Space,
    labels: &str,
    now: OffsetDateTime,
    patience: &Patience,
) -> Result<Option<Message>> {
    let pods = Api::<Pod>::namespaced(space.client(), &space.namespace);
    let doing = space.doing("list", kinds::POD, "");
    let params = ListParams::default().labels(labels).limit(20);
    let pods = space.call(doing, pods.list(&params)).await.map_err(|fault| doing.error(fault))?.items;
    let events = Api::<Event>::namespaced(space.client(), &space.namespace);
    let doing = space.doing("list", kinds::EVENT, "");
    let params = ListParams::default().limit(500);
    let events = space.call(doing, events.list(&params)).await.map_err(|fault| doing.error(fault))?.items;
    let snapshot = Snapshot::of_pods(pods, events);
    let found = snapshot.pods.values().filter_map(|pod| {
        let started = pod.metadata.creation_timestamp.as_ref()?.0.as_second();
        let age = Duration::from_secs(u64::try_from(now.unix_timestamp() - started).unwrap_or(0));
        let signals = pod_signals(&snapshot, pod, patience);
        signals.into_iter().find(|signal| !signal.crash && age >= signal.after).map(|signal| signal.message)
    });
    Ok(found.into_iter().next())
}
