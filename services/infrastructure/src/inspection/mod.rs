//! One look at a whole cluster, for people: its nodes, classes and warnings, and what its credentials may do. All parts are
//! asked for at once and bounded; what cannot be read is named and stands in nobody's way.

mod classes;
mod nodes;
mod rights;
mod warnings;

use crate::{
    app::App,
    fault,
    gateway::{Cluster, ProbeError},
    probe, requested,
};
use kit::{Message, Result, clock::stamp, message};
use proto::infrastructure::{ClusterUnread, InspectClusterResponse};
use std::{future::Future, time::Duration};
use tokio::time::Instant;

/// For how long what was read is told again: many may look at a page, or choose a cluster, at the same time. Fixed: shorter
/// than anybody waits before looking again.
const FRESH: Duration = Duration::from_secs(10);
/// How long one part may take. Fixed: all are asked at once, and the bff waits for 10 s.
const PART: Duration = Duration::from_secs(7);

/// What was read last, and when. It is locked while somebody reads, so that all who come meanwhile get the same.
pub(crate) type Inspected = tokio::sync::Mutex<Option<(Instant, InspectClusterResponse)>>;

/// Reads the cluster, or tells what was read a moment ago.
///
/// # Errors
/// `Unavailable` when not even its version can be read.
pub(crate) async fn of(app: &App, cluster: &Cluster) -> Result<InspectClusterResponse> {
    let mut last = cluster.inspected.lock().await;
    if let Some((at, answer)) = &*last
        && at.elapsed() < FRESH
    {
        return Ok(answer.clone());
    }
    let answer = read(app, cluster).await?;
    *last = Some((Instant::now(), answer.clone()));
    Ok(answer)
}

async fn read(app: &App, cluster: &Cluster) -> Result<InspectClusterResponse> {
    let at = app.cx.clock.now();
    let (version, nodes, on_nodes, ingress, storage, cert_manager, rights, warnings) = tokio::join!(
        within(probe::version(cluster, PART)),
        within(nodes::read(cluster)),
        within(requests(cluster)),
        within(classes::ingress(cluster)),
        within(classes::storage(cluster)),
        within(classes::cert_manager(cluster)),
        within(rights::read(cluster)),
        within(warnings::read(cluster)),
    );
    // Whoever has no version has nothing: the cluster is away.
    let (version, _) = version.map_err(|said| {
        let message = message!(CLUSTER_UNREACHABLE, cluster = cluster.name(), said = said);
        kit::Error::unavailable(message, fault::of_cluster(anyhow::anyhow!("it does not tell its version")))
    })?;
    let mut unread = Vec::new();
    let nodes = note(&mut unread, "nodes", nodes);
    let on_nodes = note(&mut unread, "requests", on_nodes);
    let ingress = note(&mut unread, "ingress", ingress);
    let storage = note(&mut unread, "storage", storage);
    let cert_manager = note(&mut unread, "certificates", cert_manager);
    let rights = note(&mut unread, "rights", rights);
    let warnings = note(&mut unread, "warnings", warnings);

    let mut lacks = Vec::new();
    if nodes.as_ref().is_some_and(|(nodes, more)| !more && nodes.iter().all(|node| !node.ready || node.cordoned)) {
        lacks.push(message!(ClusterNoReadyNode));
    }
    if ingress.as_ref().is_some_and(Vec::is_empty) {
        lacks.push(message!(ClusterNoIngressClass));
    }
    if storage.as_ref().is_some_and(|classes| classes.iter().all(|class| !class.is_default)) {
        lacks.push(message!(ClusterNoDefaultStorage));
    }
    let missing = rights.iter().flatten().map(|right| right.missing.len()).sum::<usize>();
    if missing > 0 {
        lacks.push(message!(ClusterLacksRights, count = missing));
    }

    let (mut nodes, more_nodes) = nodes.unwrap_or_default();
    if let Some(on_nodes) = &on_nodes {
        nodes.iter_mut().for_each(|node| nodes::fill(node, on_nodes));
    }
    let (warnings, more_warnings) = warnings.unwrap_or_default();
    Ok(InspectClusterResponse {
        at: Some(stamp(at)),
        version,
        nodes,
        more_nodes,
        ingress_classes: ingress.unwrap_or_default(),
        storage_classes: storage.unwrap_or_default(),
        cert_manager,
        rights: rights.unwrap_or_default(),
        warnings,
        more_warnings,
        lacks: lacks.iter().map(Message::packed).collect(),
        unread,
    })
}

async fn requests(cluster: &Cluster) -> Result<std::collections::HashMap<String, requested::OnNode>, Message> {
    let on_nodes = requested::by_node(cluster).await.map_err(|error| said(cluster, "list pods", error))?;
    on_nodes.ok_or_else(|| message!(TooManyPods))
}

async fn within<T>(part: impl Future<Output = Result<T, Message>>) -> Result<T, Message> {
    tokio::time::timeout(PART, part).await.unwrap_or_else(|_| Err(message!(NoAnswerInTime)))
}

/// What was read, or nothing and a note of why.
fn note<T>(unread: &mut Vec<ClusterUnread>, part: &str, read: Result<T, Message>) -> Option<T> {
    match read {
        Ok(read) => Some(read),
        Err(said) => {
            unread.push(ClusterUnread { part: part.to_owned(), said: said.packed() });
            None
        }
    }
}

/// Why something could not be read.
fn said(cluster: &Cluster, what: &str, error: ProbeError) -> Message {
    match error {
        ProbeError::Unreachable(reason) => reason,
        ProbeError::Answered(error) => fault::sentence(cluster.name(), what, error).message(),
    }
}
