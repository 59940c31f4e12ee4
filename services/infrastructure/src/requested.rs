//! What the pods on a cluster's nodes ask for: the other half of what the nodes can hold.

use crate::{gateway::Cluster, quantity};
use k8s_openapi::{
    api::core::v1::{Container, Pod},
    apimachinery::pkg::api::resource::Quantity,
};
use kube::api::ListParams;
use std::{
    collections::{BTreeMap, HashSet},
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

/// Of the pods on these nodes; nothing when pods may not be listed, when there are too many, or when the cluster fell
/// silent: that it did is found out by what follows.
pub(crate) async fn on(cluster: &Cluster, nodes: &HashSet<String>) -> Option<Requested> {
    let (mut sum, mut read, mut too_many) = (Sum::default(), 0_i64, false);
    let listed = cluster.pages::<Pod>(ListParams::default().limit(PAGE), |page| {
        read += i64::try_from(page.items.len()).unwrap_or(MOST);
        too_many = read + page.metadata.remaining_item_count.unwrap_or(0) > MOST;
        if too_many {
            return ControlFlow::Break(());
        }
        page.items.iter().filter(|pod| counts(pod, nodes)).for_each(|pod| sum.add(pod));
        ControlFlow::Continue(())
    });
    listed.await.ok()?;
    (!too_many).then(|| sum.whole())
}

/// It takes room: it was put on one of the nodes and has not ended.
fn counts(pod: &Pod, nodes: &HashSet<String>) -> bool {
    let ended = pod.status.as_ref().and_then(|status| status.phase.as_deref());
    let node = pod.spec.as_ref().and_then(|spec| spec.node_name.as_ref());
    !matches!(ended, Some("Succeeded" | "Failed")) && node.is_some_and(|node| nodes.contains(node))
}

#[derive(Default)]
struct Sum {
    cpu: f64,
    memory: f64,
}

impl Sum {
    fn add(&mut self, pod: &Pod) {
        self.cpu += asked(pod, "cpu");
        self.memory += asked(pod, "memory");
    }

    fn whole(&self) -> Requested {
        Requested { cpu: whole(self.cpu * 1000.0), memory: whole(self.memory / (1024.0 * 1024.0)) }
    }
}

/// What the scheduler sets aside: containers and those that run beside them together, or the largest step before them if
/// that is more, and what the runtime takes.
fn asked(pod: &Pod, what: &str) -> f64 {
    let Some(spec) = &pod.spec else { return 0.0 };
    let beside = |container: &&Container| container.restart_policy.as_deref() == Some("Always");
    let of = |container: &Container| {
        container.resources.as_ref().map_or(0.0, |resources| amount(resources.requests.as_ref(), what))
    };
    let init = spec.init_containers.as_deref().unwrap_or_default();
    let together: f64 = spec.containers.iter().chain(init.iter().filter(beside)).map(of).sum();
    let before = init.iter().filter(|container| !beside(container)).map(of).fold(0.0, f64::max);
    together.max(before) + amount(spec.overhead.as_ref(), what)
}

fn amount(of: Option<&BTreeMap<String, Quantity>>, what: &str) -> f64 {
    of.and_then(|map| map.get(what)).and_then(|quantity| quantity::parse(&quantity.0)).unwrap_or(0.0)
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
    fn only_pods_that_are_on_a_node_that_counts_and_have_not_ended_take_room() {
        let nodes = HashSet::from(["n".to_owned()]);
        let spec = || json!({"containers": []});
        assert!(counts(&pod("n", "Running", spec()), &nodes));
        assert!(counts(&pod("n", "Pending", spec()), &nodes));
        for (node, phase) in [("n", "Succeeded"), ("n", "Failed"), ("cordoned", "Running")] {
            assert!(!counts(&pod(node, phase, spec()), &nodes), "{node} {phase}");
        }
    }
}
