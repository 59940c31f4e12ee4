//! Looks at one cluster: version, nodes and what they can hold, identity, how long the answer took.

use crate::{
    fault::clean,
    gateway::{Cluster, ProbeError},
    quantity,
    requested::{self, Requested},
};
use k8s_openapi::api::core::v1::{Namespace, Node, NodeCondition};
use kit::{Message, message};
use kube::{Api, api::ListParams};
use std::{
    collections::HashSet,
    ops::ControlFlow,
    time::{Duration, Instant},
};

/// Nodes of one page. Fixed: how many are read as a whole is a setting.
const PAGE: u32 = 200;

/// How long a silent cluster is waited for while somebody waits for us. Fixed: with the questions after it well within the
/// 15 s after which the bff gives a change up; the fault would be Canopy's then, and not the cluster's.
pub(crate) const WAITED: Duration = Duration::from_secs(6);

/// What a probe saw.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    /// For instance `1.36.3`.
    pub version: String,
    /// Ready and schedulable ones; absent when they may not be listed.
    pub nodes: Option<Nodes>,
    /// By the pods on them; absent when pods may not be listed or are too many.
    pub requested: Option<Requested>,
    /// uid of kube-system; absent when it may not be read.
    pub kube_uid: Option<String>,
    /// Of the version request, ms.
    pub latency_ms: i32,
    /// What could not be read; nothing when all could.
    pub problem: Option<Message>,
}

/// Sums over the nodes that pods can be put on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Nodes {
    /// How many.
    pub count: i32,
    /// Allocatable cores, rounded.
    pub cpu: i32,
    /// Allocatable memory, MiB.
    pub memory: i32,
    /// Those that somebody closed to new pods.
    pub cordoned: i32,
    /// Those that do not answer, of the rest.
    pub unready: i32,
}

/// A whole probe. `pods`: what they asked for when they were last listed.
///
/// # Errors
/// Why the cluster is unreachable, as a part of a sentence.
pub(crate) async fn look(cluster: &Cluster, pods: &mut requested::Listed) -> Result<Seen, Message> {
    let within = cluster.options().probe_deadline;
    let (version, latency) = version(cluster, within).await?;
    let kube_uid = uid(cluster, within).await?;
    let (nodes, requested, problem) = match nodes(cluster).await {
        Ok(sum) => (Some(sum.nodes()), pods.requested(cluster, sum.names).await, None),
        Err(ProbeError::Unreachable(reason)) => return Err(reason),
        Err(ProbeError::Answered(_)) => (None, None, Some(message!(NodesUnknown))),
    };
    let latency_ms = i32::try_from(latency.as_millis()).unwrap_or(i32::MAX);
    Ok(Seen { version, nodes, requested, kube_uid, latency_ms, problem })
}

/// The version of the API server and how long it took.
///
/// # Errors
/// Why the cluster is unreachable. 403 counts: every credential may read the version, so these are none.
pub(crate) async fn version(cluster: &Cluster, within: Duration) -> Result<(String, Duration), Message> {
    let started = Instant::now();
    match cluster.probe(within.min(cluster.options().probe_deadline), cluster.client().apiserver_version()).await {
        Ok(info) => {
            let version = clean(info.git_version.trim_start_matches('v'), 60);
            if version.is_empty() { Err(message!(NotKubernetes)) } else { Ok((version, started.elapsed())) }
        }
        Err(ProbeError::Unreachable(reason)) => Err(reason),
        Err(ProbeError::Answered(kube::Error::Api(status))) if status.code == 403 => {
            cluster.refuse(message!(CredentialsRefused));
            Err(message!(CredentialsRefused))
        }
        Err(ProbeError::Answered(_)) => Err(message!(NotKubernetes)),
    }
}

/// The uid of kube-system; `None` when it may not be read.
///
/// # Errors
/// Why the cluster is unreachable.
pub(crate) async fn uid(cluster: &Cluster, within: Duration) -> Result<Option<String>, Message> {
    let api: Api<Namespace> = Api::all(cluster.client().clone());
    match cluster.probe(within.min(cluster.options().probe_deadline), api.get_metadata("kube-system")).await {
        Ok(namespace) => Ok(namespace.metadata.uid.map(|uid| clean(&uid, 100)).filter(|uid| !uid.is_empty())),
        Err(ProbeError::Unreachable(reason)) => Err(reason),
        Err(ProbeError::Answered(_)) => Ok(None),
    }
}

async fn nodes(cluster: &Cluster) -> Result<Sum, ProbeError> {
    let (mut sum, mut pages) = (Sum::default(), 0);
    let listed = cluster.pages::<Node>(ListParams::default().limit(PAGE), |page| {
        page.items.iter().for_each(|node| sum.add(node));
        pages += 1;
        if pages < cluster.options().probe_nodes.div_ceil(PAGE) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    listed.await?;
    Ok(sum)
}

#[derive(Default)]
struct Sum {
    count: i32,
    cpu: f64,
    memory: f64,
    cordoned: i32,
    unready: i32,
    /// Of the nodes that are counted.
    names: HashSet<String>,
}

impl Sum {
    fn add(&mut self, node: &Node) {
        let cordoned = node.spec.as_ref().and_then(|spec| spec.unschedulable).unwrap_or(false);
        let ready = |condition: &NodeCondition| condition.type_ == "Ready" && condition.status == "True";
        let status = node.status.as_ref().filter(|status| status.conditions.iter().flatten().any(ready));
        if cordoned {
            self.cordoned += 1;
            return;
        }
        let Some(status) = status else {
            self.unready += 1;
            return;
        };
        let allocatable = |key: &str| {
            let quantity = status.allocatable.as_ref().and_then(|map| map.get(key));
            quantity.and_then(|quantity| quantity::parse(&quantity.0)).unwrap_or(0.0)
        };
        self.count += 1;
        self.names.extend(node.metadata.name.clone());
        self.cpu += allocatable("cpu");
        self.memory += allocatable("memory");
    }

    fn nodes(&self) -> Nodes {
        Nodes {
            count: self.count,
            cpu: whole(self.cpu),
            memory: whole(self.memory / (1024.0 * 1024.0)),
            cordoned: self.cordoned,
            unready: self.unready,
        }
    }
}

/// To the nearest whole number; a hostile sum stays within the column.
#[expect(clippy::cast_possible_truncation, reason = "clamped to the range of i32 first")]
fn whole(value: f64) -> i32 {
    value.round().clamp(0.0, f64::from(i32::MAX)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(ready: &str, cordoned: bool, cpu: &str, memory: &str) -> Node {
        serde_json::from_value(serde_json::json!({
            "metadata": {"name": "n"},
            "spec": {"unschedulable": cordoned},
            "status": {
                "allocatable": {"cpu": cpu, "memory": memory},
                "conditions": [{"type": "Ready", "status": ready}],
            }
        }))
        .expect("a node")
    }

    #[test]
    fn only_nodes_that_pods_can_be_put_on_are_summed() {
        let mut sum = Sum::default();
        for node in [
            node("True", false, "1930m", "4Gi"),
            node("True", false, "1930m", "4Gi"),
            node("False", false, "64", "1Ti"),
            node("True", true, "64", "1Ti"),
            node("True", false, "what", "ever"),
        ] {
            sum.add(&node);
        }
        assert_eq!(sum.nodes(), Nodes { count: 3, cpu: 4, memory: 8192, cordoned: 1, unready: 1 });
        assert_eq!(sum.names, HashSet::from(["n".to_owned()]));
    }
}
