//! Who owns which field: what Helm 3 wrote by update becomes what `helm` owns by apply, as client-go's csaupgrade does.
//!
//! Without it an apply by the same manager conflicts with itself, and a field that leaves the manifest stays in the
//! cluster, since the update entry still owns it.

use k8s_openapi::apimachinery::pkg::apis::meta::v1::{FieldsV1, ManagedFieldsEntry};
use serde_json::{Map, Value};

/// The entries with the manager's updates merged into its apply entry; `None` when there is nothing to do.
#[must_use]
pub fn upgraded(entries: &[ManagedFieldsEntry], manager: &str) -> Option<Vec<ManagedFieldsEntry>> {
    let is = |entry: &ManagedFieldsEntry, operation: &str| {
        entry.manager.as_deref() == Some(manager)
            && entry.operation.as_deref() == Some(operation)
            && entry.subresource.as_deref().unwrap_or_default().is_empty()
    };
    let first = entries.iter().find(|entry| is(entry, "Update"))?;
    let apply = entries.iter().find(|entry| is(entry, "Apply"));
    let mut fields = Value::Object(Map::new());
    for entry in entries.iter().filter(|entry| is(entry, "Update") || is(entry, "Apply")) {
        if let Some(FieldsV1(owned)) = &entry.fields_v1 {
            union(&mut fields, owned);
        }
    }
    let mut merged = apply.unwrap_or(first).clone();
    merged.operation = Some("Apply".into());
    merged.fields_v1 = Some(FieldsV1(fields));
    let others = entries.iter().filter(|entry| !is(entry, "Update") && !is(entry, "Apply")).cloned();
    Some(others.chain([merged]).collect())
}

/// Field sets are trees of maps: the union is recursive.
pub(super) fn union(into: &mut Value, from: &Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            for (key, value) in from {
                union(into.entry(key.clone()).or_insert_with(|| Value::Object(Map::new())), value);
            }
        }
        (into, from) => from.clone_into(into),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn entry(manager: &str, operation: &str, fields: Value) -> ManagedFieldsEntry {
        ManagedFieldsEntry {
            manager: Some(manager.into()),
            operation: Some(operation.into()),
            api_version: Some("apps/v1".into()),
            fields_type: Some("FieldsV1".into()),
            fields_v1: Some(FieldsV1(fields)),
            ..ManagedFieldsEntry::default()
        }
    }

    #[test]
    fn what_helm_wrote_by_update_is_then_owned_by_apply() {
        let entries = [
            entry("helm", "Update", json!({"f:spec": {"f:replicas": {}, "f:template": {"f:ports": {}}}})),
            entry("kube-controller-manager", "Update", json!({"f:status": {}})),
            entry("helm", "Apply", json!({"f:spec": {"f:template": {"f:image": {}}}})),
        ];
        let merged = upgraded(&entries, "helm").unwrap();
        assert_eq!(merged.len(), 2);
        assert_eq!(merged[0].manager.as_deref(), Some("kube-controller-manager"));
        assert_eq!(merged[1].operation.as_deref(), Some("Apply"));
        let FieldsV1(fields) = merged[1].fields_v1.clone().unwrap();
        assert_eq!(fields, json!({"f:spec": {"f:replicas": {}, "f:template": {"f:ports": {}, "f:image": {}}}}));
    }

    #[test]
    fn an_update_without_an_apply_becomes_one() {
        let merged = upgraded(&[entry("helm", "Update", json!({"f:data": {}}))], "helm").unwrap();
        assert_eq!((merged.len(), merged[0].operation.as_deref()), (1, Some("Apply")));
    }

    #[test]
    fn an_object_that_was_only_applied_is_left_alone_and_so_is_a_status() {
        assert!(upgraded(&[entry("helm", "Apply", json!({}))], "helm").is_none());
        let mut status = entry("helm", "Update", json!({"f:status": {}}));
        status.subresource = Some("status".into());
        assert!(upgraded(&[status], "helm").is_none());
    }
}
