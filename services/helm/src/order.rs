//! The order in which Helm creates and deletes kinds.

use crate::Document;

/// Helm's install order. A kind that is not listed comes last, by name.
const INSTALL: [&str; 38] = [
    "PriorityClass",
    "Namespace",
    "NetworkPolicy",
    "ResourceQuota",
    "LimitRange",
    "PodSecurityPolicy",
    "PodDisruptionBudget",
    "ServiceAccount",
    "Secret",
    "SecretList",
    "ConfigMap",
    "StorageClass",
    "PersistentVolume",
    "PersistentVolumeClaim",
    "CustomResourceDefinition",
    "ClusterRole",
    "ClusterRoleList",
    "ClusterRoleBinding",
    "ClusterRoleBindingList",
    "Role",
    "RoleList",
    "RoleBinding",
    "RoleBindingList",
    "Service",
    "DaemonSet",
    "Pod",
    "ReplicationController",
    "ReplicaSet",
    "Deployment",
    "HorizontalPodAutoscaler",
    "StatefulSet",
    "Job",
    "CronJob",
    "IngressClass",
    "Ingress",
    "APIService",
    "MutatingWebhookConfiguration",
    "ValidatingWebhookConfiguration",
];

/// Helm's uninstall order.
const UNINSTALL: [&str; 38] = [
    "ValidatingWebhookConfiguration",
    "MutatingWebhookConfiguration",
    "APIService",
    "Ingress",
    "IngressClass",
    "Service",
    "CronJob",
    "Job",
    "StatefulSet",
    "HorizontalPodAutoscaler",
    "Deployment",
    "ReplicaSet",
    "ReplicationController",
    "Pod",
    "DaemonSet",
    "RoleBindingList",
    "RoleBinding",
    "RoleList",
    "Role",
    "ClusterRoleBindingList",
    "ClusterRoleBinding",
    "ClusterRoleList",
    "ClusterRole",
    "CustomResourceDefinition",
    "PersistentVolumeClaim",
    "PersistentVolume",
    "StorageClass",
    "ConfigMap",
    "SecretList",
    "Secret",
    "ServiceAccount",
    "PodDisruptionBudget",
    "PodSecurityPolicy",
    "LimitRange",
    "ResourceQuota",
    "NetworkPolicy",
    "Namespace",
    "PriorityClass",
];

fn key<'a>(order: &[&str], kind: &'a str) -> (usize, &'a str) {
    match order.iter().position(|k| *k == kind) {
        Some(i) => (i, ""),
        None => (order.len(), kind),
    }
}

/// Sorts documents into the order of creation; those of one kind keep theirs.
pub fn install_order(documents: &mut [Document]) {
    documents.sort_by(|a, b| key(&INSTALL, &a.kind).cmp(&key(&INSTALL, &b.kind)));
}

/// Sorts documents into the order of deletion; those of one kind keep theirs.
pub fn uninstall_order(documents: &mut [Document]) {
    documents.sort_by(|a, b| key(&UNINSTALL, &a.kind).cmp(&key(&UNINSTALL, &b.kind)));
}
