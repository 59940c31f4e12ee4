//! What the server adds to objects beyond defaults, and whom it turns away: addresses of Services, labels of Jobs, limits
//! and quotas of pods.

use crate::{
    catalogue::Kind,
    failure::Failure,
    json::{self, default, items, place, set, text},
    quantity,
    store::Store,
    world::{CLAIM_GUARD, FAULT},
};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Claims without a class get this one.
pub const DEFAULT_CLASS: &str = "standard";

/// Completes a new object, or refuses it.
pub fn created(store: &Store, kind: &Kind, object: &mut Value) -> Result<(), Failure> {
    match kind.kind.as_str() {
        "Service" => service(store, object),
        "PersistentVolumeClaim" => claim(object),
        "Namespace" => set(object, &["spec", "finalizers"], json!(["kubernetes"])),
        "Job" => job(object),
        "Pod" => pod(store, kind, object)?,
        "Node" => default(object, &["spec"], json!({})),
        _ => {}
    }

    quota(store, kind, object)
}

/// What a client may leave out of an update: the server's own values stay.
pub fn kept(kind: &Kind, old: &Value, new: &mut Value) {
    let mut keep = |pointer: &str| {
        let path: Vec<&str> = pointer.split('.').collect();
        if let Some(value) = old.pointer(&format!("/{}", path.join("/"))) {
            default(new, &path, value.clone());
        }
    };
    match kind.kind.as_str() {
        "Service" => {
            ["spec.clusterIP", "spec.clusterIPs", "spec.ipFamilies", "spec.ipFamilyPolicy", "spec.healthCheckNodePort"]
                .into_iter()
                .for_each(&mut keep)
        }
        "PersistentVolumeClaim" => ["spec.volumeName", "spec.storageClassName"].into_iter().for_each(&mut keep),
        "Namespace" => keep("spec.finalizers"),
        "ServiceAccount" => keep("secrets"),
        "Job" => {
            keep("spec.selector");
            // The labels that tie pods to the Job are the server's.
            let labels = json::map(old, "/spec/template/metadata/labels").cloned().unwrap_or_default();
            for (key, value) in
                labels.iter().filter(|(key, _)| key.ends_with("controller-uid") || key.ends_with("job-name"))
            {
                default(new, &["spec", "template", "metadata", "labels", key], value.clone());
            }
        }
        _ => {}
    }
    if kind.kind == "Service" {
        let ports: Vec<Value> = items(old, "/spec/ports").to_vec();
        for port in new.pointer_mut("/spec/ports").and_then(Value::as_array_mut).into_iter().flatten() {
            let same =
                ports.iter().find(|p| p.get("port") == port.get("port") && p.get("protocol") == port.get("protocol"));
            if let Some(number) = same.and_then(|p| p.get("nodePort")) {
                default(port, &["nodePort"], number.clone());
            }
        }
    }
}

fn service(store: &Store, object: &mut Value) {
    let key = format!("{}/{}", json::namespace(object), json::name(object));
    let all = store.list("Service", None);
    let kind = text(object, "/spec/type").to_owned();
    if kind != "ExternalName" {
        let mut number = json::hash(&key);
        let address = loop {
            let address = format!("10.96.{}.{}", (number >> 8) % 254 + 1, number % 254 + 1);
            if all.iter().all(|other| text(other, "/spec/clusterIP") != address) {
                break address;
            }
            number = number.wrapping_add(1);
        };
        default(object, &["spec", "clusterIP"], address);
        let address = text(object, "/spec/clusterIP").to_owned();
        default(object, &["spec", "clusterIPs"], json!([address]));
        default(object, &["spec", "ipFamilies"], json!(["IPv4"]));
        default(object, &["spec", "ipFamilyPolicy"], "SingleStack");
    }
    if matches!(kind.as_str(), "NodePort" | "LoadBalancer") {
        let mut taken: Vec<i64> =
            all.iter().flat_map(|s| items(s, "/spec/ports").iter().filter_map(|p| json::int(p, "/nodePort"))).collect();
        for port in object.pointer_mut("/spec/ports").and_then(Value::as_array_mut).into_iter().flatten() {
            let free = (30_000..32_768).find(|n| !taken.contains(n)).unwrap_or(30_000);
            default(port, &["nodePort"], free);
            taken.push(free);
        }
    }
}

fn claim(object: &mut Value) {
    default(object, &["spec", "storageClassName"], DEFAULT_CLASS);
    let mut finalizers = items(object, "/metadata/finalizers").to_vec();
    if !finalizers.iter().any(|f| f == CLAIM_GUARD) {
        finalizers.push(CLAIM_GUARD.into());
    }
    set(object, &["metadata", "finalizers"], finalizers);
}

fn job(object: &mut Value) {
    let (uid, name) = (json::uid(object).to_owned(), json::name(object).to_owned());
    if json::yes(object, "/spec/manualSelector") {
        return;
    }
    for prefix in ["", "batch.kubernetes.io/"] {
        set(object, &["spec", "template", "metadata", "labels", &format!("{prefix}controller-uid")], uid.clone());
        set(object, &["spec", "template", "metadata", "labels", &format!("{prefix}job-name")], name.clone());
    }
    set(object, &["spec", "selector", "matchLabels", "batch.kubernetes.io/controller-uid"], uid);
    if json::map(object, "/metadata/labels").is_none_or(Map::is_empty) {
        let labels = object.pointer("/spec/template/metadata/labels").cloned().unwrap_or_default();
        set(object, &["metadata", "labels"], labels);
    }
}

fn pod(store: &Store, kind: &Kind, object: &mut Value) -> Result<(), Failure> {
    let (name, namespace) = (json::name(object).to_owned(), json::namespace(object).to_owned());
    default(object, &["spec", "serviceAccountName"], "default");
    let account = text(object, "/spec/serviceAccountName").to_owned();
    default(object, &["spec", "serviceAccount"], account.clone());
    if store.get("ServiceAccount", &namespace, &account).is_none() {
        let why =
            format!("error looking up service account {namespace}/{account}: serviceaccount {account:?} not found");
        return Err(Failure::forbidden(kind, &name, &why));
    }
    default(object, &["spec", "priority"], 0);
    default(object, &["spec", "preemptionPolicy"], "PreemptLowerPriority");
    for range in store.list("LimitRange", Some(&namespace)) {
        for limit in items(&range, "/spec/limits").iter().filter(|limit| text(limit, "/type") == "Container") {
            limited(object, limit);
        }
    }
    set(object, &["status", "qosClass"], quality(object));
    Ok(())
}

/// Fills in a LimitRange's amounts.
fn limited(pod: &mut Value, limit: &Value) {
    for list in ["initContainers", "containers"] {
        for container in place(pod, &["spec"]).get_mut(list).and_then(Value::as_array_mut).into_iter().flatten() {
            for (from, to) in [("default", "limits"), ("defaultRequest", "requests")] {
                for (name, amount) in json::map(limit, &format!("/{from}")).into_iter().flatten() {
                    default(container, &["resources", to, name], amount.clone());
                }
            }
        }
    }
}

fn quality(pod: &Value) -> &'static str {
    let mut any = false;
    let mut all = true;
    for container in items(pod, "/spec/containers") {
        for resource in ["cpu", "memory"] {
            let limit = container.pointer(&format!("/resources/limits/{resource}"));
            let request = container.pointer(&format!("/resources/requests/{resource}"));
            any |= limit.is_some() || request.is_some();
            all &= limit.is_some() && (request.is_none() || request == limit);
        }
    }
    match (any, all) {
        (_, true) => "Guaranteed",
        (true, false) => "Burstable",
        _ => "BestEffort",
    }
}

/// What an object counts against a quota, in billionths.
pub fn charged(kind: &str, object: &Value) -> BTreeMap<String, i128> {
    let mut sum = BTreeMap::new();
    let mut add = |name: &str, amount: i128| *sum.entry(name.to_owned()).or_insert(0) += amount;
    match kind {
        "Pod" if !matches!(text(object, "/status/phase"), "Succeeded" | "Failed") => {
            add("pods", 1_000_000_000);
            add("count/pods", 1_000_000_000);
            for container in items(object, "/spec/containers") {
                for (side, resource) in
                    [("requests", "cpu"), ("requests", "memory"), ("limits", "cpu"), ("limits", "memory")]
                {
                    let amount =
                        quantity::nanos(text(container, &format!("/resources/{side}/{resource}"))).unwrap_or(0);
                    add(&format!("{side}.{resource}"), amount);
                    if side == "requests" {
                        add(resource, amount);
                    }
                }
            }
        }
        "PersistentVolumeClaim" => {
            add("persistentvolumeclaims", 1_000_000_000);
            add("requests.storage", quantity::nanos(text(object, "/spec/resources/requests/storage")).unwrap_or(0));
        }
        "Service" => add("services", 1_000_000_000),
        "Secret" => add("secrets", 1_000_000_000),
        "ConfigMap" => add("configmaps", 1_000_000_000),
        _ => {}
    }
    sum
}

/// What a namespace uses of a quota's amounts.
pub fn used(store: &Store, namespace: &str, names: &[&str]) -> BTreeMap<String, i128> {
    let mut sum: BTreeMap<String, i128> = names.iter().map(|name| ((*name).to_owned(), 0)).collect();
    for kind in ["Pod", "PersistentVolumeClaim", "Service", "Secret", "ConfigMap"] {
        for object in store.list(kind, Some(namespace)) {
            for (name, amount) in charged(kind, &object) {
                if let Some(total) = sum.get_mut(&name) {
                    *total += amount;
                }
            }
        }
    }
    sum
}

/// An amount in billionths as Kubernetes writes it.
pub fn written(name: &str, nanos: i128) -> String {
    let plain = if name.ends_with("memory") || name.ends_with("storage") {
        format!("{}Ki", nanos / 1_000_000_000 / 1024)
    } else {
        format!("{}m", nanos / 1_000_000)
    };
    quantity::canonical(&plain).unwrap_or(plain)
}

fn quota(store: &Store, kind: &Kind, object: &Value) -> Result<(), Failure> {
    let (name, namespace) = (json::name(object), json::namespace(object));
    if kind.kind == "Pod"
        && object.pointer("/metadata/annotations").and_then(|a| a.get(FAULT)).is_some_and(|f| f == "quota")
    {
        let why = "exceeded quota: sandbox, requested: pods=1, used: pods=1, limited: pods=1";
        return Err(Failure::forbidden(kind, name, why));
    }
    let wanted = charged(&kind.kind, object);
    if wanted.is_empty() {
        return Ok(());
    }
    for quota in store.list("ResourceQuota", Some(namespace)) {
        let hard: Vec<(String, i128)> = json::map(&quota, "/spec/hard")
            .into_iter()
            .flatten()
            .filter_map(|(name, amount)| Some((name.clone(), quantity::nanos(amount.as_str()?)?)))
            .filter(|(name, _)| wanted.contains_key(name))
            .collect();
        let names: Vec<&str> = hard.iter().map(|(name, _)| name.as_str()).collect();
        let missing: Vec<&str> =
            names.iter().copied().filter(|n| n.contains('.') && wanted.get(*n) == Some(&0)).collect();
        if !missing.is_empty() {
            let why = format!(
                "failed quota: {}: must specify {} for: {}",
                json::name(&quota),
                missing.join(","),
                first_container(object)
            );
            return Err(Failure::forbidden(kind, name, &why));
        }
        let used = used(store, namespace, &names);
        let over: Vec<&(String, i128)> =
            hard.iter().filter(|(name, limit)| used[name] + wanted[name] > *limit).collect();
        if over.is_empty() {
            continue;
        }
        let list = |amount: &dyn Fn(&str, i128) -> i128| {
            over.iter().map(|(n, limit)| format!("{n}={}", written(n, amount(n, *limit)))).collect::<Vec<_>>().join(",")
        };
        let why = format!(
            "exceeded quota: {}, requested: {}, used: {}, limited: {}",
            json::name(&quota),
            list(&|n, _| wanted[n]),
            list(&|n, _| used[n]),
            list(&|_, limit| limit)
        );
        return Err(Failure::forbidden(kind, name, &why));
    }
    Ok(())
}

fn first_container(pod: &Value) -> &str {
    text(pod, "/spec/containers/0/name")
}
