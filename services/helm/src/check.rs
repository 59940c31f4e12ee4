//! The last look at rendered documents before they may be applied: only known kinds, only known fields, nothing outside
//! the release's namespace, nothing that reaches for the node.

use crate::{Document, Error, Hook, Rule, Violation};
use k8s_openapi::api::{apps, autoscaling, batch, core, networking, policy};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The kinds a chart of ours may render. No Secret: documents are stored and shown, passwords live beside the release.
pub const ALLOWED_KINDS: [(&str, &str); 12] = [
    ("v1", "ConfigMap"),
    ("v1", "LimitRange"),
    ("v1", "PersistentVolumeClaim"),
    ("v1", "ResourceQuota"),
    ("v1", "Service"),
    ("v1", "ServiceAccount"),
    ("apps/v1", "Deployment"),
    ("apps/v1", "StatefulSet"),
    ("batch/v1", "CronJob"),
    ("batch/v1", "Job"),
    ("networking.k8s.io/v1", "Ingress"),
    ("networking.k8s.io/v1", "NetworkPolicy"),
];
/// Rendered only with several replicas.
const SCALED_KINDS: [(&str, &str); 2] =
    [("policy/v1", "PodDisruptionBudget"), ("autoscaling/v2", "HorizontalPodAutoscaler")];
const VOLUMES: [&str; 7] =
    ["configMap", "downwardAPI", "emptyDir", "ephemeral", "persistentVolumeClaim", "projected", "secret"];
const SYSCTLS: [&str; 1] = ["net.ipv4.ip_unprivileged_port_start"];

/// Checks documents and hooks against the rules above; the error lists every broken one.
///
/// Every object must be of an allowed kind, unique, free of fields that the Kubernetes API (v1.33 types) does not know,
/// and without a namespace or in `namespace`; every pod must satisfy the "restricted" pod security standard.
pub fn checked(documents: &[Document], hooks: &[Hook], namespace: &str) -> Result<(), Error> {
    let mut found = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for d in documents {
        if !seen.insert(d.identity(namespace)) {
            found.push(Violation::new(format!("{} {}", d.kind, d.name), Rule::Form("is there twice".into())));
        }
        check(&d.api_version, &d.kind, &d.name, &d.object, namespace, &mut found);
    }
    for h in hooks {
        let api_version = h.object.get("apiVersion").and_then(Value::as_str).unwrap_or_default();
        check(api_version, &h.kind, &h.name, &h.object, namespace, &mut found);
        if h.kind != "Job" {
            found.push(Violation::new(format!("{} {}", h.kind, h.name), Rule::Form("a hook must be a Job".into())));
        }
    }
    if found.is_empty() { Ok(()) } else { Err(Error::Refused(found)) }
}

fn check(api_version: &str, kind: &str, name: &str, object: &Value, namespace: &str, found: &mut Vec<Violation>) {
    let path = format!("{kind} {name}");
    let mut wrong = |message: String| found.push(Violation::new(&path, Rule::Form(message)));
    if !ALLOWED_KINDS.contains(&(api_version, kind)) && !SCALED_KINDS.contains(&(api_version, kind)) {
        wrong(format!("{api_version}/{kind} is not among the kinds a chart may render"));
        return;
    }
    if name.len() > 52 && matches!(kind, "StatefulSet" | "CronJob") || name.len() > 63 {
        wrong("has a name that is too long".into());
    }
    match object.pointer("/metadata/namespace") {
        None | Some(Value::Null) => {}
        Some(other) if other == namespace => {}
        Some(_) => wrong("is in another namespace".into()),
    }
    if object.get("status").is_some() {
        wrong("has a status".into());
    }
    if let Err(message) = known_fields(kind, object) {
        wrong(message);
    }
    if let Some(pod) = pod_spec(kind, object) {
        for message in restricted(pod) {
            found.push(Violation::new(&path, Rule::Form(message)));
        }
    }
    if kind == "Service" {
        let text = |pointer: &str| object.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
        if text("/spec/type") == "ExternalName" || object.pointer("/spec/externalIPs").is_some() {
            found.push(Violation::new(&path, Rule::Form("a Service must not point outside the cluster".into())));
        }
    }
}

fn known_fields(kind: &str, object: &Value) -> Result<(), String> {
    match kind {
        "ConfigMap" => strict::<core::v1::ConfigMap>(object),
        "LimitRange" => strict::<core::v1::LimitRange>(object),
        "PersistentVolumeClaim" => strict::<core::v1::PersistentVolumeClaim>(object),
        "ResourceQuota" => strict::<core::v1::ResourceQuota>(object),
        "Service" => strict::<core::v1::Service>(object),
        "ServiceAccount" => strict::<core::v1::ServiceAccount>(object),
        "Deployment" => strict::<apps::v1::Deployment>(object),
        "StatefulSet" => strict::<apps::v1::StatefulSet>(object),
        "CronJob" => strict::<batch::v1::CronJob>(object),
        "Job" => strict::<batch::v1::Job>(object),
        "Ingress" => strict::<networking::v1::Ingress>(object),
        "NetworkPolicy" => strict::<networking::v1::NetworkPolicy>(object),
        "PodDisruptionBudget" => strict::<policy::v1::PodDisruptionBudget>(object),
        "HorizontalPodAutoscaler" => strict::<autoscaling::v2::HorizontalPodAutoscaler>(object),
        other => Err(format!("{other} has no type to check it against")),
    }
}

fn strict<T: DeserializeOwned>(object: &Value) -> Result<(), String> {
    let mut unknown = Vec::new();
    serde_ignored::deserialize::<_, _, T>(object, |path| unknown.push(path.to_string().replace(".?", "")))
        .map_err(|e| format!("does not fit the Kubernetes API: {e}"))?;
    if unknown.is_empty() {
        Ok(())
    } else {
        Err(format!("has fields that Kubernetes does not know: {}", unknown.join(", ")))
    }
}

fn pod_spec<'a>(kind: &str, object: &'a Value) -> Option<&'a Value> {
    match kind {
        "Deployment" | "StatefulSet" | "Job" => object.pointer("/spec/template/spec"),
        "CronJob" => object.pointer("/spec/jobTemplate/spec/template/spec"),
        _ => None,
    }
}

/// The "restricted" pod security standard, as far as fields of a pod go, and stricter where our charts can be:
/// no service account token, requests and limits of memory on every container.
fn restricted(pod: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let yes = |v: &Value, pointer: &str| v.pointer(pointer) == Some(&Value::Bool(true));
    for flag in ["hostNetwork", "hostPID", "hostIPC", "shareProcessNamespace"] {
        if yes(pod, &format!("/{flag}")) {
            found.push(format!("{flag} is not allowed"));
        }
    }
    if pod.get("automountServiceAccountToken") != Some(&Value::Bool(false)) {
        found.push("automountServiceAccountToken must be false".into());
    }
    if !yes(pod, "/securityContext/runAsNonRoot") {
        found.push("securityContext.runAsNonRoot must be true".into());
    }
    if pod.pointer("/securityContext/seccompProfile/type").and_then(Value::as_str) != Some("RuntimeDefault") {
        found.push("securityContext.seccompProfile.type must be RuntimeDefault".into());
    }
    if pod.pointer("/securityContext/runAsUser").and_then(Value::as_i64).is_none_or(|u| u == 0) {
        found.push("securityContext.runAsUser must be set and not be 0".into());
    }
    for sysctl in array(pod.pointer("/securityContext/sysctls")) {
        if !sysctl.get("name").and_then(Value::as_str).is_some_and(|n| SYSCTLS.contains(&n)) {
            found.push("a sysctl is not allowed".into());
        }
    }
    for volume in array(pod.get("volumes")) {
        for key in volume.as_object().into_iter().flat_map(|m| m.keys()).filter(|k| *k != "name") {
            if !VOLUMES.contains(&key.as_str()) {
                found.push(format!("a {key} volume is not allowed"));
            }
        }
    }
    for list in ["initContainers", "containers", "ephemeralContainers"] {
        for container in array(pod.get(list)) {
            restricted_container(container, &mut found);
        }
    }
    found
}

fn restricted_container(container: &Value, found: &mut Vec<String>) {
    let name = container.get("name").and_then(Value::as_str).unwrap_or("?");
    let mut wrong = |message: &str| found.push(format!("container {name}: {message}"));
    let context = container.get("securityContext").cloned().unwrap_or_default();
    if context.get("allowPrivilegeEscalation") != Some(&Value::Bool(false)) {
        wrong("allowPrivilegeEscalation must be false");
    }
    if context.get("privileged") == Some(&Value::Bool(true)) {
        wrong("privileged is not allowed");
    }
    if context.get("runAsNonRoot") == Some(&Value::Bool(false))
        || context.get("runAsUser").and_then(Value::as_i64) == Some(0)
    {
        wrong("must not run as root");
    }
    let drops = array(context.pointer("/capabilities/drop"));
    if !drops.iter().any(|c| c == "ALL") {
        wrong("capabilities.drop must hold ALL");
    }
    if array(context.pointer("/capabilities/add")).iter().any(|c| c != "NET_BIND_SERVICE") {
        wrong("a capability is not allowed");
    }
    if array(container.get("ports")).iter().any(|p| p.get("hostPort").is_some()) {
        wrong("hostPort is not allowed");
    }
    for pointer in ["/resources/limits/memory", "/resources/requests/memory", "/resources/requests/cpu"] {
        if container.pointer(pointer).is_none() {
            wrong(&format!("{} is missing", pointer.trim_start_matches('/').replace('/', ".")));
        }
    }
}

fn array(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}
