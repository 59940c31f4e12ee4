//! What the pods on a cluster's nodes ask for: the other half of what the nodes can hold.

use crate::{
    gateway::{Cluster, ProbeError},
    quantity,
};
use k8s_openapi::{api::core::v1, apimachinery::pkg::api::resource::Quantity};
use kube::api::ListParams;
use serde::Deserialize;
use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
};

/// Pods of one page, and of a cluster that are read at most: above, nothing is said, because a part of a sum is wrong.
/// Fixed: it bounds what one look at a cluster takes.
const PAGE: u32 = 500;
const MOST: i64 = 5_000;

/// Sums over pods that have a node and have not ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Requested {
    /// Thousandths of a core.
    pub cpu: i64,
    /// MiB.
    pub memory: i64,
}

/// Looks that a list of so many pods pays for: the more pods, the rarer they are listed. Fixed: a pod is some 10 KB, and a thousand
/// clusters may be looked at in a minute.
const PODS_A_LOOK: usize = 10;
/// Looks without a list at most. Fixed: with the usual interval the sums are at most five minutes old, as what is kept of them
/// (`sample.rs`).
const MOST_WITHOUT: usize = 4;

/// What pods asked for when they were last listed, for so many looks to come.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    sum: Option<Requested>,
    nodes: HashSet<String>,
    looks: usize,
}

impl Listed {
    /// Of the pods on these nodes; nothing when pods may not be listed, when there are too many, or when the cluster fell
    /// silent: that it did is found out by what follows.
    pub(crate) async fn requested(&mut self, cluster: &Cluster, nodes: HashSet<String>) -> Option<Requested> {
        if !self.holds(&nodes) {
            let (mut sum, mut pods) = (Sum::default(), 0);
            let whole = each(cluster, |pod| {
                pods += 1;
                if node_of(pod).is_some_and(|node| nodes.contains(node)) {
                    sum.add(pod);
                }
            });
            let sum = whole.await.is_ok_and(|whole| whole).then(|| sum.whole());
            *self = Self { sum, nodes, looks: without(pods) };
        }
        self.sum
    }

    /// Whether this look does without a list, too.
    fn holds(&mut self, nodes: &HashSet<String>) -> bool {
        let holds = self.sum.is_some() && self.looks > 0 && self.nodes == *nodes;
        self.looks = self.looks.saturating_sub(1);
        holds
    }
}

/// Looks that do without a list after so many pods were listed.
fn without(pods: usize) -> usize {
    (pods / PODS_A_LOOK).min(MOST_WITHOUT)
}

/// What is asked for on one node, and by how many pods.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct OnNode {
    pub requested: Requested,
    pub pods: i64,
}

/// The same node by node; nothing when there are too many pods.
///
/// # Errors
/// The cluster does not answer, or pods may not be listed.
pub(crate) async fn by_node(cluster: &Cluster) -> Result<Option<HashMap<String, OnNode>>, ProbeError> {
    let mut sums: HashMap<String, (Sum, i64)> = HashMap::new();
    let whole = each(cluster, |pod| {
        if let Some(node) = node_of(pod) {
            let (sum, pods) = sums.entry(node.to_owned()).or_default();
            sum.add(pod);
            *pods += 1;
        }
    });
    let whole = whole.await?;
    let on = |(node, (sum, pods)): (String, (Sum, i64))| (node, OnNode { requested: sum.whole(), pods });
    Ok(whole.then(|| sums.into_iter().map(on).collect()))
}

/// What is read of a pod.
#[derive(Debug, Clone, Deserialize)]
struct Pod {
    spec: Option<Spec>,
    status: Option<Status>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Spec {
    node_name: Option<String>,
    containers: Option<Vec<Container>>,
    init_containers: Option<Vec<Container>>,
    overhead: Option<Amounts>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Container {
    restart_policy: Option<String>,
    resources: Option<Resources>,
}

#[derive(Debug, Clone, Deserialize)]
struct Resources {
    requests: Option<Amounts>,
}

#[derive(Debug, Clone, Deserialize)]
struct Amounts {
    cpu: Option<Quantity>,
    memory: Option<Quantity>,
}

#[derive(Debug, Clone, Deserialize)]
struct Status {
    phase: Option<String>,
}

/// Goes through all pods; false when there are too many.
async fn each(cluster: &Cluster, mut take: impl FnMut(&Pod)) -> Result<bool, ProbeError> {
    let (mut read, mut too_many) = (0_i64, false);
    let listed = cluster.pages_as::<v1::Pod, Pod>(ListParams::default().limit(PAGE), |page| {
        read += i64::try_from(page.items.len()).unwrap_or(MOST);
        too_many = read + page.metadata.remaining_item_count.unwrap_or(0) > MOST;
        if too_many {
            return ControlFlow::Break(());
        }
        page.items.iter().for_each(&mut take);
        ControlFlow::Continue(())
    });
    listed.await?;
    Ok(!too_many)
}

/// The node it takes room on: it was put there and has not ended.
fn node_of(pod: &Pod) -> Option<&str> {
    let ended = pod.status.as_ref().and_then(|status| status.phase.as_deref());
    let node = pod.spec.as_ref().and_then(|spec| spec.node_name.as_deref());
    node.filter(|_| !matches!(ended, Some("Succeeded" | "Failed")))
}

#[derive(Default)]
struct Sum {
    cpu: f64,
    memory: f64,
}

impl Sum {
    fn add(&mut self, pod: &Pod) {
        self.cpu += asked(pod, |amounts| amounts.cpu.as_ref());
        self.memory += asked(pod, |amounts| amounts.memory.as_ref());
    }

    fn whole(&self) -> Requested {
        Requested { cpu: whole(self.cpu * 1000.0), memory: whole(self.memory / (1024.0 * 1024.0)) }
    }
}

/// What the scheduler sets aside: containers and those that run beside them together, or the largest step before them if
/// that is more, and what the runtime takes.
fn asked(pod: &Pod, what: fn(&Amounts) -> Option<&Quantity>) -> f64 {
    let Some(spec) = &pod.spec else { return 0.0 };
    let amount = |of: Option<&Amounts>| of.and_then(what).and_then(|amount| quantity::parse(&amount.0)).unwrap_or(0.0);
    let beside = |container: &&Container| container.restart_policy.as_deref() == Some("Always");
    let of =
        |container: &Container| amount(container.resources.as_ref().and_then(|resources| resources.requests.as_ref()));
    let init = spec.init_containers.as_deref().unwrap_or_default();
    let together: f64 = spec.containers.iter().flatten().chain(init.iter().filter(beside)).map(of).sum();
    let before = init.iter().filter(|container| !beside(container)).map(of).fold(0.0, f64::max);
    together.max(before) + amount(spec.overhead.as_ref())
}

/// To the nearest whole number; a hostile sum stays within what a page can show.
#[expect(clippy::cast_possible_truncation, reason = "clamped to the range of i32 first")]
fn whole(value: f64) -> i64 {
    value.round().clamp(0.0, f64::from(i32::MAX)) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn pod(node: &str, phase: &str, spec: Value) -> Pod {
        let mut spec = spec;
        spec["nodeName"] = json!(node);
        serde_json::from_value(json!({"metadata": {"name": "p"}, "spec": spec, "status": {"phase": phase}}))
            .expect("a pod")
    }

    fn container(cpu: &str, memory: &str) -> Value {
        json!({"name": "c", "resources": {"requests": {"cpu": cpu, "memory": memory}}})
    }

    #[test]
    fn a_pod_asks_for_what_the_scheduler_sets_aside() {
        let beside = json!({"name": "s", "restartPolicy": "Always", "resources": {"requests": {"cpu": "50m"}}});
        let spec = json!({
            "containers": [container("100m", "64Mi"), container("0.2", "64Mi"), {"name": "free"}],
            "initContainers": [container("1", "32Mi"), beside],
            "overhead": {"cpu": "10m", "memory": "1Mi"},
        });
        let mut sum = Sum::default();
        sum.add(&pod("n", "Running", spec));
        assert_eq!(sum.whole(), Requested { cpu: 1010, memory: 129 });
    }

    #[test]
    fn many_pods_are_listed_more_rarely_until_a_node_comes_or_goes() {
        assert_eq!([0, 9, 10, 49, 5_000].map(without), [0, 0, 1, 4, 4]);
        let nodes = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<HashSet<_>>();
        let listed = |sum| Listed { sum, nodes: nodes(&["a", "b"]), looks: 2 };
        let mut known = listed(Some(Requested::default()));
        assert_eq!([(); 4].map(|()| known.holds(&nodes(&["a", "b"]))), [true, true, false, false]);
        assert!(!listed(Some(Requested::default())).holds(&nodes(&["a"])), "a node is gone");
        assert!(!listed(None).holds(&nodes(&["a", "b"])), "they could not be listed");
        assert!(!Listed::default().holds(&nodes(&[])), "they never were");
    }

    #[test]
    fn only_pods_that_are_on_a_node_and_have_not_ended_take_room() {
        let spec = || json!({"containers": []});
        for phase in ["Running", "Pending"] {
            assert_eq!(node_of(&pod("n", phase, spec())), Some("n"), "{phase}");
        }
        for phase in ["Succeeded", "Failed"] {
            assert_eq!(node_of(&pod("n", phase, spec())), None, "{phase}");
        }
    }
}
