//! Changes that are refused.

use crate::{
    catalogue::Kind,
    failure::Problem,
    json::{self, text},
    quantity,
};
use serde_json::Value;

const STATEFUL: &str = "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
const CLAIM: &str =
    "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";
const POD: &str = "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

/// Changes to what never changes.
pub fn change(kind: &Kind, old: &Value, new: &Value) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut fixed = |field: &str| {
        let pointer = format!("/{}", field.replace('.', "/"));
        let (before, after) = (old.pointer(&pointer), new.pointer(&pointer));
        if before != after {
            found.push(Problem::invalid(field, after.unwrap_or(&Value::Null), "field is immutable"));
        }
    };
    match kind.kind.as_str() {
        "Deployment" | "ReplicaSet" => fixed("spec.selector"),
        "Job" => {
            fixed("spec.selector");
            fixed("spec.completions");
            if !json::yes(old, "/spec/suspend") || old.pointer("/status/startTime").is_some() {
                fixed("spec.template");
            }
        }
        "Secret" => fixed("type"),
        "StorageClass" => ["provisioner", "parameters", "reclaimPolicy"].into_iter().for_each(fixed),
        "Service" if !matches!(text(old, "/spec/clusterIP"), "") && text(new, "/spec/type") != "ExternalName" => {
            fixed("spec.clusterIP")
        }
        "StatefulSet" => {
            const MAY: [&str; 7] = [
                "replicas",
                "ordinals",
                "template",
                "updateStrategy",
                "revisionHistoryLimit",
                "persistentVolumeClaimRetentionPolicy",
                "minReadySeconds",
            ];
            if differs(old, new, &MAY) {
                found.push(Problem::forbidden("spec", STATEFUL));
            }
        }
        "PersistentVolumeClaim" => claim(old, new, &mut found),
        "Pod" => {
            const MAY: [&str; 5] = [
                "containers",
                "initContainers",
                "activeDeadlineSeconds",
                "tolerations",
                "terminationGracePeriodSeconds",
            ];
            if differs(old, new, &MAY) && !text(old, "/spec/nodeName").is_empty() {
                found.push(Problem::forbidden("spec", POD));
            }
        }
        _ => {}
    }
    if json::yes(old, "/immutable") && (old.get("data") != new.get("data") || !json::yes(new, "/immutable")) {
        found.push(Problem::forbidden("data", "field is immutable when `immutable` is set"));
    }
    found
}

fn differs(old: &Value, new: &Value, but: &[&str]) -> bool {
    let rest = |object: &Value| {
        let mut spec = object.get("spec").and_then(Value::as_object).cloned().unwrap_or_default();
        but.iter().for_each(|field| {
            spec.remove(*field);
        });
        // The status in a template is of no interest.
        for claim in spec.get_mut("volumeClaimTemplates").and_then(Value::as_array_mut).into_iter().flatten() {
            json::remove(claim, "", "status");
        }
        spec
    };
    rest(old) != rest(new)
}

fn claim(old: &Value, new: &Value, found: &mut Vec<Problem>) {
    let bound = !text(old, "/spec/volumeName").is_empty();
    let may: &[&str] = if bound {
        &["resources", "volumeAttributesClassName"]
    } else {
        &["volumeName", "storageClassName", "resources"]
    };
    let size = |object: &Value| quantity::nanos(text(object, "/spec/resources/requests/storage")).unwrap_or(0);
    if differs(old, new, may) || (!bound && size(old) != size(new)) {
        found.push(Problem::forbidden("spec", CLAIM));
    } else if size(new) < size(old) {
        found.push(Problem::forbidden("spec.resources.requests.storage", "field can not be less than status.capacity"));
    }
}
