//! What the objects of a release are now, as one short text: another one when one of them was changed, made or deleted. What
//! controllers write into a status moves it no more than a pod that is moved.

use crate::{
    kubernetes::difference::NOTES,
    watch::{RELEASED, Snapshot},
};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
use sha2::{Digest as _, Sha256};

/// The same whoever looks, and whenever.
pub(crate) fn state(snapshot: &Snapshot) -> String {
    let mut state = Sha256::new();
    let deployments = snapshot.deployments.values().map(|object| ("Deployment", &object.metadata));
    let stateful_sets = snapshot.stateful_sets.values().map(|object| ("StatefulSet", &object.metadata));
    let others = RELEASED.iter().zip(&snapshot.released);
    let others = others.flat_map(|(kind, marks)| marks.values().map(move |mark| (kind.kind, &mark.metadata)));
    for (kind, metadata) in deployments.chain(stateful_sets).chain(others) {
        add(&mut state, kind, metadata);
    }
    state.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

fn add(state: &mut Sha256, kind: &str, metadata: &ObjectMeta) {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    // a generation moves with what is asked for alone; kinds without one move with every write
    let version = match metadata.generation.filter(|generation| *generation > 0) {
        Some(generation) => generation.to_string(),
        None => text(&metadata.resource_version),
    };
    let going = metadata.deletion_timestamp.is_some().to_string();
    let mut parts = vec![kind.to_owned(), text(&metadata.name), text(&metadata.uid), version, going];
    for (name, value) in metadata.labels.iter().flatten().chain(metadata.annotations.iter().flatten()) {
        if !NOTES.contains(&name.as_str()) {
            parts.extend([name.clone(), value.clone()]);
        }
    }
    for part in parts {
        state.update(part.len().to_be_bytes());
        state.update(part.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn snapshot(deployment: &Value, service: &Value) -> Snapshot {
        let mut snapshot = Snapshot::default();
        let deployment = serde_json::from_value(deployment.clone()).expect("a deployment");
        snapshot.deployments.insert("web", deployment);
        let place = RELEASED.iter().position(|kind| kind.kind == "Service").expect("services");
        let mark = serde_json::from_value(service.clone()).expect("metadata");
        snapshot.released[place].insert("web", mark);
        snapshot
    }

    #[test]
    fn a_release_moves_with_what_is_asked_for_and_not_with_what_is_reported() {
        let deployment = |generation: i64, version: &str, note: &str| {
            json!({"metadata": {"name": "web", "uid": "1", "generation": generation, "resourceVersion": version,
                "annotations": {"deployment.kubernetes.io/revision": note}}})
        };
        let service = |version: &str| json!({"metadata": {"name": "web", "uid": "2", "resourceVersion": version}});
        let first = state(&snapshot(&deployment(1, "10", "1"), &service("5")));
        assert_eq!(first.len(), 32);
        assert_eq!(state(&snapshot(&deployment(1, "11", "2"), &service("5"))), first, "its status moved");
        assert_ne!(state(&snapshot(&deployment(2, "11", "2"), &service("5"))), first, "it was edited");
        assert_ne!(state(&snapshot(&deployment(1, "10", "1"), &service("6"))), first, "a kind without generation");
        let mut gone = snapshot(&deployment(1, "10", "1"), &service("5"));
        gone.released.iter_mut().for_each(crate::watch::Objects::clear);
        assert_ne!(state(&gone), first);
    }
}
