//! Which volume claims a set of documents uses.

use serde_json::Value;
use std::collections::BTreeSet;

/// Volume claims by name. A StatefulSet's are known by the beginning of theirs: Kubernetes names them after the template
/// and the set, and numbers them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claims {
    names: BTreeSet<String>,
    /// `data-shop-mysql-`
    numbered: BTreeSet<String>,
}

impl Claims {
    /// Of these objects: the claims among them, what pods mount, and what StatefulSets ask for.
    #[must_use]
    pub fn of<'a>(objects: impl IntoIterator<Item = &'a Value>) -> Self {
        let mut claims = Self::default();
        for object in objects {
            let name = text(object, "/metadata/name");
            match text(object, "/kind") {
                "PersistentVolumeClaim" => {
                    claims.names.insert(name.to_owned());
                }
                "StatefulSet" => {
                    let templates = object.pointer("/spec/volumeClaimTemplates").and_then(Value::as_array);
                    for template in templates.into_iter().flatten() {
                        claims.numbered.insert(format!("{}-{name}-", text(template, "/metadata/name")));
                    }
                }
                _ => {}
            }
            mounted(object, &mut claims.names);
        }
        claims
    }

    /// Whether a claim is one of them.
    #[must_use]
    pub fn has(&self, claim: &str) -> bool {
        let number = |rest: &str| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit());
        self.names.contains(claim)
            || self.numbered.iter().any(|start| claim.strip_prefix(start.as_str()).is_some_and(number))
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty() && self.numbered.is_empty()
    }

    /// Whether there is any that the other set has not.
    #[must_use]
    pub fn beyond(&self, other: &Self) -> bool {
        !self.names.is_subset(&other.names) || !self.numbered.is_subset(&other.numbered)
    }
}

/// Wherever a pod's volumes stand: in a workload, in the template of a job.
fn mounted(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            if let Some(name) = map.get("persistentVolumeClaim").and_then(|claim| claim.get("claimName")?.as_str()) {
                names.insert(name.to_owned());
            }
            map.values().for_each(|value| mounted(value, names));
        }
        Value::Array(list) => list.iter().for_each(|value| mounted(value, names)),
        _ => {}
    }
}

fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn set(name: &str) -> Value {
        json!({"kind": "StatefulSet", "metadata": {"name": name}, "spec": {"volumeClaimTemplates": [{"metadata": {"name": "data"}}]}})
    }

    fn claim(name: &str) -> Value {
        json!({"kind": "PersistentVolumeClaim", "metadata": {"name": name}})
    }

    #[test]
    fn claims_are_found_by_themselves_in_pods_and_in_sets_that_number_them() {
        let job = json!({"kind": "CronJob", "metadata": {"name": "shop-backup"}, "spec": {"jobTemplate": {"spec": {"template": {"spec": {
            "volumes": [{"name": "files", "persistentVolumeClaim": {"claimName": "shop-files"}}]}}}}}});
        let claims = Claims::of(&[set("shop-mysql"), claim("shop-data"), job]);
        for used in ["data-shop-mysql-0", "data-shop-mysql-12", "shop-data", "shop-files"] {
            assert!(claims.has(used), "{used}");
        }
        for other in
            ["data-shop-mysql-", "data-shop-mysql-0-old", "data-shop-mysql-x", "data-shop-0", "shop-backup", ""]
        {
            assert!(!claims.has(other), "{other}");
        }
    }

    #[test]
    fn what_one_set_has_beyond_another_is_known() {
        let (with, without) = (Claims::of(&[set("a"), claim("b")]), Claims::of(&[claim("b")]));
        assert!(with.beyond(&without) && with.beyond(&Claims::default()));
        assert!(!without.beyond(&with) && !with.beyond(&with));
    }
}
