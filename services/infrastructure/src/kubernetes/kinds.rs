//! The kinds Canopy handles, as a fixed table: no discovery call per object, and nothing else can be applied or deleted.

use kube::core::{ApiResource, gvk::GroupVersionKind};
use serde_json::Value;

/// One kind of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// `apps`; empty for the core group.
    pub group: &'static str,
    /// `v1`
    pub version: &'static str,
    /// `Deployment`
    pub kind: &'static str,
    /// `deployments`
    pub plural: &'static str,
}

const fn kind(group: &'static str, version: &'static str, kind: &'static str, plural: &'static str) -> Kind {
    Kind { group, version, kind, plural }
}

/// The namespace itself. In no namespace.
pub const NAMESPACE: Kind = kind("", "v1", "Namespace", "namespaces");
/// The storage behind volume claims; read only. In no namespace.
pub const VOLUME: Kind = kind("", "v1", "PersistentVolume", "persistentvolumes");
/// Storage classes; read only. In no namespace.
pub const STORAGE_CLASS: Kind = kind("storage.k8s.io", "v1", "StorageClass", "storageclasses");
/// Secrets: beside the release, and the release's record.
pub const SECRET: Kind = kind("", "v1", "Secret", "secrets");
/// Deployments.
pub const DEPLOYMENT: Kind = kind("apps", "v1", "Deployment", "deployments");
/// StatefulSets.
pub const STATEFUL_SET: Kind = kind("apps", "v1", "StatefulSet", "statefulsets");
/// Replica sets; read only.
pub const REPLICA_SET: Kind = kind("apps", "v1", "ReplicaSet", "replicasets");
/// Jobs.
pub const JOB: Kind = kind("batch", "v1", "Job", "jobs");
/// Volume claims.
pub const CLAIM: Kind = kind("", "v1", "PersistentVolumeClaim", "persistentvolumeclaims");
/// Pods; read, and removed with their owners.
pub const POD: Kind = kind("", "v1", "Pod", "pods");
/// Services.
pub const SERVICE: Kind = kind("", "v1", "Service", "services");
/// Ingresses.
pub const INGRESS: Kind = kind("networking.k8s.io", "v1", "Ingress", "ingresses");
/// Settings as files and variables.
pub const CONFIG_MAP: Kind = kind("", "v1", "ConfigMap", "configmaps");
/// Who may speak with the pods.
pub const NETWORK_POLICY: Kind = kind("networking.k8s.io", "v1", "NetworkPolicy", "networkpolicies");
/// Jobs at set times.
pub const CRON_JOB: Kind = kind("batch", "v1", "CronJob", "cronjobs");
/// Events; read only.
pub const EVENT: Kind = kind("", "v1", "Event", "events");

/// What a chart may consist of.
pub const RELEASED: [Kind; 14] = [
    CONFIG_MAP,
    kind("", "v1", "LimitRange", "limitranges"),
    CLAIM,
    kind("", "v1", "ResourceQuota", "resourcequotas"),
    SERVICE,
    kind("", "v1", "ServiceAccount", "serviceaccounts"),
    DEPLOYMENT,
    STATEFUL_SET,
    CRON_JOB,
    JOB,
    INGRESS,
    NETWORK_POLICY,
    kind("policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets"),
    kind("autoscaling", "v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers"),
];

impl Kind {
    /// `apps/v1`
    #[must_use]
    pub fn api_version(&self) -> String {
        if self.group.is_empty() { self.version.to_owned() } else { format!("{}/{}", self.group, self.version) }
    }

    /// `deployments.apps`, the way Kubernetes itself speaks of it.
    #[must_use]
    pub fn resource(&self) -> String {
        if self.group.is_empty() { self.plural.to_owned() } else { format!("{}.{}", self.plural, self.group) }
    }

    /// What kube needs for dynamic objects.
    #[must_use]
    pub fn api(&self) -> ApiResource {
        let gvk = GroupVersionKind::gvk(self.group, self.version, self.kind);
        ApiResource::from_gvk_with_plural(&gvk, self.plural)
    }
}

/// The kind of a chart's document; `None` when a chart may not contain it.
#[must_use]
pub fn of_document(document: &Value) -> Option<Kind> {
    let text = |key: &str| document.get(key).and_then(Value::as_str).unwrap_or_default();
    let (api_version, kind) = (text("apiVersion"), text("kind"));
    RELEASED.into_iter().find(|known| known.kind == kind && known.api_version() == api_version)
}

/// The kind of a stored manifest's object, whatever its version was: for deleting.
#[must_use]
pub fn of_group(api_version: &str, kind: &str) -> Option<Kind> {
    let group = api_version.rsplit_once('/').map_or("", |(group, _)| group);
    RELEASED.into_iter().chain([SECRET]).find(|known| known.kind == kind && known.group == group)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_document_is_known_by_kind_and_version_and_deleted_by_kind_and_group() {
        let hpa = |version: &str| json!({"apiVersion": version, "kind": "HorizontalPodAutoscaler"});
        assert!(of_document(&hpa("autoscaling/v2")).is_some());
        assert!(of_document(&hpa("autoscaling/v1")).is_none());
        assert!(of_group("autoscaling/v1", "HorizontalPodAutoscaler").is_some());
        assert!(of_document(&json!({"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole"})).is_none());
        assert!(of_document(&json!({"apiVersion": "v1", "kind": "Secret"})).is_none());
        assert_eq!(DEPLOYMENT.resource(), "deployments.apps");
    }

    #[test]
    fn every_kind_that_a_chart_may_render_can_be_applied() {
        for (api_version, kind) in helm::ALLOWED_KINDS {
            assert!(of_document(&json!({"apiVersion": api_version, "kind": kind})).is_some(), "{api_version} {kind}");
        }
    }
}
