//! Objects as clients see them: quantities in their one form, and the defaults of each kind.

use crate::{
    json::{self, default, items, place, set},
    quantity,
    schema::{Id, Scalar, Schema, Shape},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Map, Value, json};

/// Writes every quantity in its one form; drops nulls first.
pub fn quantities(schema: &Schema, id: Id, value: &mut Value) {
    match (schema.shape(id), value) {
        (Shape::Scalar(Scalar::Quantity), value) => {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            if let Some(text) = quantity::canonical(&text) {
                *value = Value::String(text);
            }
        }
        (Shape::List { items, .. }, Value::Array(list)) => {
            list.iter_mut().for_each(|item| quantities(schema, *items, item))
        }
        (_, Value::Object(map)) => {
            for (key, value) in map {
                if let Some(field) = schema.field(id, key) {
                    quantities(schema, field, value);
                }
            }
        }
        _ => {}
    }
}

/// Fills in what Kubernetes fills in.
pub fn defaults(kind: &str, object: &mut Value) {
    match kind {
        "Pod" => {
            if let Some(spec) = object.get_mut("spec") {
                pod_spec(spec);
                default(spec, &["enableServiceLinks"], true);
            }
            default(object, &["status", "phase"], "Pending");
        }
        "Deployment" => deployment(object),
        "StatefulSet" => stateful_set(object),
        "ReplicaSet" => {
            default(object, &["spec", "replicas"], 1);
            template(object, &["spec", "template"]);
        }
        "Job" => job(place(object, &["spec"])),
        "CronJob" => {
            let spec = place(object, &["spec"]);
            default(spec, &["concurrencyPolicy"], "Allow");
            default(spec, &["suspend"], false);
            default(spec, &["successfulJobsHistoryLimit"], 3);
            default(spec, &["failedJobsHistoryLimit"], 1);
            default(spec, &["jobTemplate", "metadata"], json!({}));
            template(spec, &["jobTemplate", "spec", "template"]);
        }
        "Service" => service(place(object, &["spec"])),
        "Secret" => secret(object),
        "PersistentVolumeClaim" => {
            default(object, &["spec", "volumeMode"], "Filesystem");
            default(object, &["status", "phase"], "Pending");
        }
        "NetworkPolicy" => network_policy(place(object, &["spec"])),
        "HorizontalPodAutoscaler" => {
            default(object, &["spec", "minReplicas"], 1);
            let cpu = json!([{"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 80}}}]);
            default(object, &["spec", "metrics"], cpu);
            default(object, &["status"], json!({"desiredReplicas": 0}));
        }
        "LimitRange" => limit_range(object),
        "Namespace" => {
            set(object, &["metadata", "labels", "kubernetes.io/metadata.name"], json::name(object).to_owned());
            default(object, &["status", "phase"], "Active");
        }
        _ => {}
    }
    match kind {
        "Deployment" | "Job" | "CronJob" | "ResourceQuota" => default(object, &["status"], json!({})),
        "ReplicaSet" => default(object, &["status"], json!({"replicas": 0})),
        "StatefulSet" => default(object, &["status"], json!({"replicas": 0, "availableReplicas": 0})),
        "PodDisruptionBudget" => {
            default(
                object,
                &["status"],
                json!({"currentHealthy": 0, "desiredHealthy": 0, "disruptionsAllowed": 0, "expectedPods": 0}),
            );
        }
        "Service" | "Ingress" => default(object, &["status", "loadBalancer"], json!({})),
        _ => {}
    }
}

fn deployment(object: &mut Value) {
    let spec = place(object, &["spec"]);
    default(spec, &["replicas"], 1);
    default(spec, &["revisionHistoryLimit"], 10);
    default(spec, &["progressDeadlineSeconds"], 600);
    default(spec, &["strategy", "type"], "RollingUpdate");
    if json::text(spec, "/strategy/type") == "RollingUpdate" {
        default(spec, &["strategy", "rollingUpdate", "maxUnavailable"], "25%");
        default(spec, &["strategy", "rollingUpdate", "maxSurge"], "25%");
    }
    template(spec, &["template"]);
}

fn stateful_set(object: &mut Value) {
    let spec = place(object, &["spec"]);
    default(spec, &["replicas"], 1);
    default(spec, &["podManagementPolicy"], "OrderedReady");
    default(spec, &["revisionHistoryLimit"], 10);
    default(spec, &["updateStrategy", "type"], "RollingUpdate");
    if json::text(spec, "/updateStrategy/type") == "RollingUpdate" {
        default(spec, &["updateStrategy", "rollingUpdate", "partition"], 0);
    }
    default(spec, &["persistentVolumeClaimRetentionPolicy", "whenDeleted"], "Retain");
    default(spec, &["persistentVolumeClaimRetentionPolicy", "whenScaled"], "Retain");
    template(spec, &["template"]);
    for claim in spec.get_mut("volumeClaimTemplates").and_then(Value::as_array_mut).into_iter().flatten() {
        default(claim, &["apiVersion"], "v1");
        default(claim, &["kind"], "PersistentVolumeClaim");
        default(claim, &["spec", "volumeMode"], "Filesystem");
        default(claim, &["status", "phase"], "Pending");
    }
}

fn job(spec: &mut Value) {
    default(spec, &["completions"], 1);
    default(spec, &["parallelism"], 1);
    default(spec, &["backoffLimit"], 6);
    default(spec, &["completionMode"], "NonIndexed");
    default(spec, &["suspend"], false);
    default(spec, &["manualSelector"], false);
    default(spec, &["podReplacementPolicy"], "TerminatingOrFailed");
    template(spec, &["template"]);
}

fn template(object: &mut Value, path: &[&str]) {
    let template = place(object, path);
    default(template, &["metadata"], json!({}));
    if template.get("spec").is_some() {
        pod_spec(place(template, &["spec"]));
    }
}

fn pod_spec(spec: &mut Value) {
    default(spec, &["restartPolicy"], "Always");
    default(spec, &["terminationGracePeriodSeconds"], 30);
    default(spec, &["dnsPolicy"], "ClusterFirst");
    default(spec, &["securityContext"], json!({}));
    default(spec, &["schedulerName"], "default-scheduler");
    if let Some(account) = spec.get("serviceAccountName").cloned() {
        default(spec, &["serviceAccount"], account);
    }
    for list in ["initContainers", "containers"] {
        for container in spec.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten() {
            self::container(container);
        }
    }
    for volume in spec.get_mut("volumes").and_then(Value::as_array_mut).into_iter().flatten() {
        for source in ["configMap", "secret", "projected", "downwardAPI"] {
            if volume.get(source).is_some_and(Value::is_object) {
                default(volume, &[source, "defaultMode"], 420);
            }
        }
        if let Some(template) = volume.pointer_mut("/ephemeral/volumeClaimTemplate/spec") {
            default(template, &["volumeMode"], "Filesystem");
        }
        let files = volume.pointer_mut("/downwardAPI/items").and_then(Value::as_array_mut);
        for file in files.into_iter().flatten().filter(|file| file.get("fieldRef").is_some()) {
            default(file, &["fieldRef", "apiVersion"], "v1");
        }
    }
}

fn container(container: &mut Value) {
    let image = json::text(container, "/image").to_owned();
    let tag = image.rsplit('/').next().unwrap_or_default().split_once(':').map(|(_, tag)| tag);
    let latest = !image.contains('@') && tag.is_none_or(|tag| tag == "latest");
    default(container, &["imagePullPolicy"], if latest { "Always" } else { "IfNotPresent" });
    default(container, &["resources"], json!({}));
    default(container, &["terminationMessagePath"], "/dev/termination-log");
    default(container, &["terminationMessagePolicy"], "File");
    // A limit without a request is a request too.
    let limits = json::map(container, "/resources/limits").cloned().unwrap_or_default();
    for (name, amount) in limits {
        default(container, &["resources", "requests", &name], amount);
    }
    for port in container.get_mut("ports").and_then(Value::as_array_mut).into_iter().flatten() {
        default(port, &["protocol"], "TCP");
    }
    for env in container.get_mut("env").and_then(Value::as_array_mut).into_iter().flatten() {
        if env.pointer("/valueFrom/fieldRef").is_some() {
            default(env, &["valueFrom", "fieldRef", "apiVersion"], "v1");
        }
    }
    for probe in ["livenessProbe", "readinessProbe", "startupProbe"] {
        let Some(probe) = container.get_mut(probe).filter(|probe| probe.is_object()) else { continue };
        default(probe, &["timeoutSeconds"], 1);
        default(probe, &["periodSeconds"], 10);
        default(probe, &["successThreshold"], 1);
        default(probe, &["failureThreshold"], 3);
        if probe.get("httpGet").is_some() {
            default(probe, &["httpGet", "path"], "/");
            default(probe, &["httpGet", "scheme"], "HTTP");
        }
        if probe.get("grpc").is_some() {
            default(probe, &["grpc", "service"], "");
        }
    }
    for hook in ["postStart", "preStop"] {
        if let Some(get) = container.pointer_mut(&format!("/lifecycle/{hook}/httpGet")) {
            default(get, &["scheme"], "HTTP");
        }
    }
}

fn service(spec: &mut Value) {
    default(spec, &["type"], "ClusterIP");
    default(spec, &["sessionAffinity"], "None");
    for port in spec.get_mut("ports").and_then(Value::as_array_mut).into_iter().flatten() {
        default(port, &["protocol"], "TCP");
        let number = port.get("port").cloned().unwrap_or_default();
        default(port, &["targetPort"], number);
    }
    match json::text(spec, "/type").to_owned().as_str() {
        "ExternalName" => {}
        kind => {
            if kind != "ClusterIP" {
                default(spec, &["externalTrafficPolicy"], "Cluster");
            }
            if kind == "LoadBalancer" {
                default(spec, &["allocateLoadBalancerNodePorts"], true);
            }
            default(spec, &["internalTrafficPolicy"], "Cluster");
        }
    }
}

fn secret(object: &mut Value) {
    default(object, &["type"], "Opaque");
    if let Some(Value::Object(plain)) = json::remove(object, "", "stringData") {
        for (key, text) in plain {
            set(object, &["data", &key], STANDARD.encode(text.as_str().unwrap_or_default()));
        }
    }
}

fn network_policy(spec: &mut Value) {
    if items(spec, "/policyTypes").is_empty() {
        let egress = spec.get("egress").is_some();
        set(spec, &["policyTypes"], if egress { json!(["Ingress", "Egress"]) } else { json!(["Ingress"]) });
    }
    for way in ["ingress", "egress"] {
        for rule in spec.get_mut(way).and_then(Value::as_array_mut).into_iter().flatten() {
            for port in rule.get_mut("ports").and_then(Value::as_array_mut).into_iter().flatten() {
                default(port, &["protocol"], "TCP");
            }
        }
    }
}

fn limit_range(object: &mut Value) {
    let limits = object.pointer_mut("/spec/limits").and_then(Value::as_array_mut);
    for limit in limits.into_iter().flatten().filter(|limit| json::text(limit, "/type") == "Container") {
        let mut amounts: Map<String, Value> = json::map(limit, "/max").cloned().unwrap_or_default();
        for (name, amount) in &amounts {
            default(limit, &["default", name], amount.clone());
        }
        amounts = json::map(limit, "/default").cloned().unwrap_or_default();
        for (name, amount) in &amounts {
            default(limit, &["defaultRequest", name], amount.clone());
        }
    }
}
