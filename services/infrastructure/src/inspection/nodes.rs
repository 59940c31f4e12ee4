//! The nodes of a cluster, one by one.

use super::said;
use crate::{fault::clean, gateway::Cluster, quantity, requested::OnNode};
use k8s_openapi::{api::core::v1::Node, apimachinery::pkg::api::resource::Quantity};
use kit::Message;
use kube::{ResourceExt as _, api::ListParams};
use proto::infrastructure::ClusterNode;
use std::{
    collections::{BTreeMap, HashMap},
    ops::ControlFlow,
};

/// Nodes that are shown. Fixed: one page of the API, and more than anybody reads.
const MOST: u32 = 200;

/// By name, and whether there are more.
pub(super) async fn read(cluster: &Cluster) -> Result<(Vec<ClusterNode>, bool), Message> {
    let (mut nodes, mut more) = (Vec::new(), false);
    let listed = cluster.pages::<Node>(ListParams::default().limit(MOST), |page| {
        // the token of the next page was taken out already; what remains is said beside it
        more = page.metadata.remaining_item_count.unwrap_or(0) > 0;
        nodes.extend(page.items.iter().map(shown));
        ControlFlow::Break(())
    });
    listed.await.map_err(|error| said(cluster, "list nodes", error))?;
    nodes.sort_by(|one: &ClusterNode, other| one.name.cmp(&other.name));
    Ok((nodes, more))
}

/// What the pods on it ask for.
pub(super) fn fill(node: &mut ClusterNode, on_nodes: &HashMap<String, OnNode>) {
    let OnNode { requested, pods } = on_nodes.get(&node.name).copied().unwrap_or_default();
    node.requested_cpu = Some(requested.cpu);
    node.requested_memory = Some(requested.memory);
    node.running_pods = Some(pods);
}

fn shown(node: &Node) -> ClusterNode {
    let status = node.status.clone().unwrap_or_default();
    let conditions = status.conditions.unwrap_or_default();
    let ready = conditions.iter().find(|condition| condition.type_ == "Ready");
    let is_ready = ready.is_some_and(|condition| condition.status == "True");
    let pressures = conditions
        .iter()
        .filter(|condition| condition.type_ != "Ready" && condition.status == "True")
        .map(|condition| clean(&condition.type_, 60))
        .collect();
    let reason = ready.filter(|_| !is_ready).and_then(|condition| condition.message.as_deref()).unwrap_or_default();
    let info = status.node_info.unwrap_or_default();
    let (allocatable, capacity) = (status.allocatable.unwrap_or_default(), status.capacity.unwrap_or_default());
    ClusterNode {
        name: clean(&node.name_any(), 253),
        ready: is_ready,
        cordoned: node.spec.as_ref().and_then(|spec| spec.unschedulable).unwrap_or(false),
        pressures,
        reason: clean(reason, 300),
        kubelet: clean(info.kubelet_version.trim_start_matches('v'), 60),
        system: clean(&[info.os_image.as_str(), info.architecture.as_str()].join(" "), 120),
        cpu: amount(&allocatable, "cpu", 1000.0),
        memory: amount(&allocatable, "memory", MIB),
        pods: amount(&allocatable, "pods", 1.0),
        capacity_cpu: amount(&capacity, "cpu", 1000.0),
        capacity_memory: amount(&capacity, "memory", MIB),
        requested_cpu: None,
        requested_memory: None,
        running_pods: None,
    }
}

/// MiB in a byte.
const MIB: f64 = 1.0 / (1024.0 * 1024.0);

/// In so many parts of its unit, to the nearest whole one; nothing for what is not said.
#[expect(clippy::cast_possible_truncation, reason = "clamped to what a page can show first")]
fn amount(of: &BTreeMap<String, Quantity>, what: &str, parts: f64) -> i64 {
    let amount = of.get(what).and_then(|quantity| quantity::parse(&quantity.0)).unwrap_or(0.0);
    (amount * parts).round().clamp(0.0, f64::from(i32::MAX)) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::requested::Requested;
    use serde_json::json;

    fn node(conditions: serde_json::Value) -> Node {
        serde_json::from_value(json!({
            "metadata": {"name": "n1"},
            "spec": {"unschedulable": true},
            "status": {
                "allocatable": {"cpu": "3900m", "memory": "8Gi", "pods": "110"},
                "capacity": {"cpu": "4", "memory": "9Gi"},
                "conditions": conditions,
                "nodeInfo": {"kubeletVersion": "v1.36.3", "osImage": "Debian", "architecture": "amd64", "machineID": "",
                    "systemUUID": "", "bootID": "", "kernelVersion": "", "containerRuntimeVersion": "", "kubeProxyVersion": "", "operatingSystem": "linux"},
            },
        }))
        .expect("a node")
    }

    #[test]
    fn a_node_is_told_with_what_it_holds_and_what_ails_it() {
        let mut shown = shown(&node(json!([
            {"type": "MemoryPressure", "status": "True"},
            {"type": "DiskPressure", "status": "False"},
            {"type": "Ready", "status": "Unknown", "message": "Kubelet stopped posting node status."},
        ])));
        assert!(!shown.ready && shown.cordoned);
        assert_eq!(shown.pressures, ["MemoryPressure"]);
        assert_eq!(shown.reason, "Kubelet stopped posting node status.");
        assert_eq!((shown.kubelet.as_str(), shown.system.as_str()), ("1.36.3", "Debian amd64"));
        assert_eq!((shown.cpu, shown.memory, shown.pods), (3900, 8192, 110));
        assert_eq!((shown.capacity_cpu, shown.capacity_memory), (4000, 9216));
        assert_eq!((shown.requested_cpu, shown.running_pods), (None, None), "not read is not nothing");
        let on = OnNode { requested: Requested { cpu: 250, memory: 64 }, pods: 2 };
        fill(&mut shown, &HashMap::from([("n1".to_owned(), on)]));
        assert_eq!((shown.requested_cpu, shown.requested_memory, shown.running_pods), (Some(250), Some(64), Some(2)));
    }

    #[test]
    fn a_ready_node_has_no_reason() {
        let shown =
            shown(&node(json!([{"type": "Ready", "status": "True", "message": "kubelet is posting ready status"}])));
        assert!(shown.ready && shown.reason.is_empty() && shown.pressures.is_empty());
    }
}
