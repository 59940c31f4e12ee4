//! A call to a cluster as a part of a trace: verb, kind and which cluster. No name of an object, and nothing that it says.

use kit::trace::{Hop, Kind};
use tokio::time::error::Elapsed;
use uuid::Uuid;

/// The call begins. `what` names it as in [`crate::gateway::Cluster::call`].
pub fn call(cluster: Uuid, what: &str) -> Hop {
    let mut words = what.split(' ');
    let (verb, kind) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let hop = Hop::within("infrastructure", Kind::Client, format_args!("kubernetes {verb} {kind}"));
    if hop.is_told() {
        hop.attribute("k8s.verb", verb.to_owned());
        hop.attribute("k8s.kind", kind.to_owned());
        hop.attribute("canopy.cluster_id", cluster.to_string());
    }
    hop
}

/// How it ended.
pub fn ended<T>(hop: &Hop, result: &Result<Result<T, kube::Error>, Elapsed>) {
    match result {
        Err(_) => hop.failed("no answer in time"),
        Ok(Err(_)) => hop.failed("refused or not reached"),
        Ok(Ok(_)) => {}
    }
}
