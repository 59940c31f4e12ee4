//! What is on the cluster.

use serde_json::{Value, json};

pub fn namespace(version: usize) -> Value {
    json!({"apiVersion": "v1", "kind": "Namespace",
        "metadata": {"name": "shop", "resourceVersion": version.to_string(), "labels": {"canopy.internal/deployment": SITE}}})
}

pub fn web(available: i32, version: usize) -> Value {
    json!({
        "apiVersion": "apps/v1", "kind": "Deployment",
        "metadata": {"name": "shop-web", "namespace": "shop", "resourceVersion": version.to_string(),
            "labels": {"app.kubernetes.io/instance": "shop", "app.kubernetes.io/component": "web"}},
        "spec": {"replicas": 1, "selector": {}, "template": {}},
        "status": {"replicas": 1, "updatedReplicas": 1, "availableReplicas": available},
    })
}

pub fn pod(node: &str) -> Value {
    json!({
        "metadata": {"name": "p"},
        "spec": {"nodeName": node, "containers": [{"name": "web", "resources": {"requests": {"cpu": "250m", "memory": "64Mi"}}}]},
        "status": {"phase": "Running"},
    })
}

/// What pods use.
pub const METRICS: &str = "/apis/metrics.k8s.io/v1beta1/pods";

/// How full volumes are.
pub const VOLUMES: &str = "/api/v1/nodes/n/proxy/stats/summary";

/// What the site's nginx wrote.
pub const LOG: &str = "/api/v1/namespaces/shop/pods/shop-web-1/log";

/// Three requests, one of them with an error, 0.3 seconds each, and a line of nginx itself.
pub const NGINX: &str = r#"[notice] 1#1: start worker processes
{"time":"2026-11-20T10:00:00+00:00","method":"GET","path":"/","status":200,"seconds":0.200,"bytes":300}
{"time":"2026-11-20T10:00:01+00:00","method":"GET","path":"/a","status":404,"seconds":0.300,"bytes":300}
{"time":"2026-11-20T10:00:02+00:00","method":"GET","path":"/b","status":502,"seconds":0.400,"bytes":300}
"#;

/// 100 thousandths of a core and 32 MiB.
pub fn measured(namespace: &str, name: &str) -> Value {
    json!({"metadata": {"name": name, "namespace": namespace}, "timestamp": "2026-11-20T10:00:00Z", "window": "30s",
        "containers": [{"name": "web", "usage": {"cpu": "100000000n", "memory": "32768Ki"}}]})
}

/// Asks for 250 thousandths of a core, may have 64 MiB.
pub fn site_pod() -> Value {
    let mut pod = pod("n");
    pod["metadata"] =
        json!({"name": "shop-web-1", "namespace": "shop", "labels": {"app.kubernetes.io/instance": "shop"}});
    let containers = &mut pod["spec"]["containers"];
    containers[0]["resources"]["limits"] = json!({"memory": "64Mi"});
    containers.as_array_mut().expect("containers").push(json!({"name": "nginx"}));
    let running = json!({"running": {"startedAt": "2020-01-01T00:00:00Z"}});
    pod["status"]["containerStatuses"] =
        json!([{"name": "nginx", "image": "nginx", "imageID": "", "ready": true, "restartCount": 0, "state": running}]);
    pod
}

/// The deployment whose site is on the cluster, when there is one.
pub const SITE: &str = "0d0d0d0d-0000-4000-8000-000000000001";

pub fn node() -> Value {
    json!({
        "metadata": {"name": "n"},
        "status": {
            "allocatable": {"cpu": "3900m", "memory": "8388608Ki"},
            "conditions": [{"type": "Ready", "status": "True"}],
        },
    })
}

/// 500 of 2000 bytes on the site's volume, and one that is nobody's.
pub fn volumes() -> Value {
    json!({"node": {"nodeName": "n"}, "pods": [
        {"volume": [{"name": "data", "capacityBytes": 2000, "usedBytes": 500, "pvcRef": {"name": "data", "namespace": "shop"}}]},
        {"volume": [{"name": "data", "capacityBytes": 9000, "usedBytes": 1, "pvcRef": {"name": "data", "namespace": "other"}}]},
    ]})
}
