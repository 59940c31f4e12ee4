//! What every cluster has from its first moment: namespaces, one node, a storage class.

use crate::{
    admission::DEFAULT_CLASS,
    json,
    world::{Intent, World},
};
use serde_json::{Value, json};

/// The one node.
pub const NODE: &str = "sandbox-0";
const MANAGER: &str = "sandbox";

/// Makes what is missing.
///
/// # Errors
/// Only when the objects below do not fit their schema.
pub fn run(world: &World) -> anyhow::Result<()> {
    let make = |kind: &str, object: Value| -> anyhow::Result<()> {
        let mut store = world.lock();
        if store.get(kind, json::namespace(&object), json::name(&object)).is_some() {
            return Ok(());
        }
        let made = world.create(&mut store, &world.kind(kind), object, &Intent::of(MANAGER));
        made.map(|_| ()).map_err(|failure| anyhow::anyhow!("{kind}: {}", failure.message))
    };
    for namespace in ["default", "kube-system", "kube-public", "kube-node-lease"] {
        make("Namespace", json!({"metadata": {"name": namespace}}))?;
    }
    make("Node", node(world))?;
    make(
        "StorageClass",
        json!({"metadata": {"name": DEFAULT_CLASS, "annotations": {"storageclass.kubernetes.io/is-default-class": "true"}},
        "provisioner": "sandbox.canopy.internal/volume", "reclaimPolicy": "Delete", "volumeBindingMode": "Immediate", "allowVolumeExpansion": true}),
    )?;
    make(
        "IngressClass",
        json!({"metadata": {"name": "nginx"}, "spec": {"controller": "sandbox.canopy.internal/ingress"}}),
    )
}

fn node(world: &World) -> Value {
    let stamp = json::stamp(world.clock.now());
    let condition = |kind: &str, status: &str, reason: &str, message: &str| json!({"type": kind, "status": status, "reason": reason, "message": message, "lastHeartbeatTime": stamp, "lastTransitionTime": stamp});
    let resources = json!({"cpu": "8", "memory": "32Gi", "pods": "110", "ephemeral-storage": "200Gi"});
    let version = world.catalogue.version.clone();
    json!({
        "metadata": {"name": NODE, "labels": {"kubernetes.io/hostname": NODE, "kubernetes.io/os": "linux", "kubernetes.io/arch": "amd64",
            "node.kubernetes.io/instance-type": "sandbox"}},
        "spec": {"podCIDR": "10.244.0.0/16", "podCIDRs": ["10.244.0.0/16"], "providerID": format!("sandbox://{NODE}")},
        "status": {
            "capacity": resources, "allocatable": resources,
            "addresses": [{"type": "InternalIP", "address": "127.0.0.1"}, {"type": "Hostname", "address": NODE}],
            "conditions": [
                condition("MemoryPressure", "False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"),
                condition("DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"),
                condition("PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"),
                condition("Ready", "True", "KubeletReady", "kubelet is posting ready status")],
            "nodeInfo": {"machineID": "sandbox", "systemUUID": "sandbox", "bootID": "sandbox", "kernelVersion": "simulated", "osImage": "Sandbox (simulated)",
                "containerRuntimeVersion": "sandbox://1", "kubeletVersion": version, "kubeProxyVersion": "", "operatingSystem": "linux", "architecture": "amd64"},
        },
    })
}
