//! What keeps pods from nodes, for an error text: the scheduler of newer versions says that there are taints, not which.

use crate::kubernetes::{failure::plain, space::Space};
use k8s_openapi::api::core::v1::Node;
use kube::{Api, ResourceExt as _, api::ListParams};

/// Nodes that are asked for, and lines that are told. Fixed: an error text is read by people.
const NODES: u32 = 200;
const LINES: usize = 10;

/// `Node/node-1 · node.kubernetes.io/disk-pressure`; empty when nodes may not be listed.
pub async fn taints(space: &Space) -> Vec<String> {
    let cluster = space.cluster();
    let nodes = Api::<Node>::all(cluster.client().clone());
    let within = cluster.options().cluster_call;
    let Ok(found) = cluster.probe(within, nodes.list(&ListParams::default().limit(NODES))).await else {
        return Vec::new();
    };
    found.items.iter().flat_map(told).take(LINES).collect()
}

/// One line for each taint that lets no new pod in.
fn told(node: &Node) -> Vec<String> {
    let taints = node.spec.as_ref().and_then(|spec| spec.taints.as_deref()).unwrap_or_default();
    let strict = taints.iter().filter(|taint| taint.effect != "PreferNoSchedule");
    strict.map(|taint| format!("Node/{} · {}", plain(&node.name_any()), plain(&taint.key))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_taint_that_only_prefers_is_not_told() {
        let taint = |key: &str, effect: &str| json!({"key": key, "effect": effect});
        let taints = [taint("node.kubernetes.io/disk-pressure", "NoSchedule"), taint("old", "PreferNoSchedule")];
        let node: Node =
            serde_json::from_value(json!({"metadata": {"name": "n"}, "spec": {"taints": taints}})).unwrap();
        assert_eq!(told(&node), ["Node/n · node.kubernetes.io/disk-pressure"]);
        assert!(told(&Node::default()).is_empty());
    }
}
