use super::*;
use serde_json::json;

fn entry(manager: &str, operation: &str, second: u32, fields: Value) -> ManagedFieldsEntry {
    serde_json::from_value(json!({"manager": manager, "operation": operation, "apiVersion": "apps/v1",
        "time": format!("2026-11-23T08:00:{second:02}Z"), "fieldsType": "FieldsV1", "fieldsV1": fields}))
    .expect("an entry")
}

fn part_of(manager: &str, subresource: &str, fields: Value) -> ManagedFieldsEntry {
    ManagedFieldsEntry { subresource: Some(subresource.to_owned()), ..entry(manager, "Update", 30, fields) }
}

fn ours() -> ManagedFieldsEntry {
    entry(
        "helm",
        "Apply",
        1,
        json!({"f:spec": {"f:template": {"f:spec": {"f:containers": {
        "k:{\"name\":\"web\"}": {".": {}, "f:name": {}, "f:env": {"k:{\"name\":\"A\"}": {".": {}, "f:name": {}}}}}}}}}),
    )
}

fn by(manager: &str, second: i64) -> Changed {
    Changed::By(manager.to_owned(), Some(1_795_420_800 + second))
}

const IMAGE: &str = "spec.template.spec.containers[web].image";

fn image() -> Value {
    json!({"f:spec": {"f:template": {"f:spec": {"f:containers": {"k:{\"name\":\"web\"}": {"f:image": {}}}}}}})
}

#[test]
fn the_last_hand_that_changed_a_field_is_named_and_no_controller() {
    let entries = [
        ours(),
        entry("kubectl-set", "Update", 5, image()),
        entry("kubectl-edit", "Update", 9, image()),
        part_of("kube-controller-manager", "scale", json!({"f:spec": {"f:replicas": {}}})),
        part_of("someone", "status", json!({"f:status": {"f:phase": {}}})),
    ];
    assert_eq!(changed(&entries, IMAGE), by("kubectl-edit", 9));
    assert_eq!(changed(&entries, "spec.replicas"), Changed::ByRight, "an autoscaler's");
    assert_eq!(changed(&entries, "status.phase"), Changed::ByRight);
    assert_eq!(changed(&entries, "spec.paused"), Changed::Unknown);
    assert_eq!(changed(&entries, "spec.template.spec.containers[webx].image"), Changed::Unknown);
    let scaled = [ours(), part_of("kubectl", "scale", json!({"f:spec": {"f:replicas": {}}}))];
    assert_eq!(changed(&scaled, "spec.replicas"), by("kubectl", 30), "scaled by somebody");
    // members that have no name in the field set
    let ports = [entry(
        "kubectl-edit",
        "Update",
        2,
        json!({"f:spec": {"f:ports": {"k:{\"port\":80,\"protocol\":\"TCP\"}": {"f:targetPort": {}}}}}),
    )];
    assert_eq!(changed(&ports, "spec.ports[http].targetPort"), by("kubectl-edit", 2));
    // a whole member
    let whole = [entry(
        "kubectl-edit",
        "Update",
        2,
        json!({"f:spec": {"f:containers": {"k:{\"name\":\"miner\"}": {".": {}, "f:image": {}}}}}),
    )];
    assert_eq!(changed(&whole, "spec.containers[miner]"), by("kubectl-edit", 2));
}

#[test]
fn what_somebody_added_is_found_and_what_controllers_and_tools_note_is_not() {
    let theirs = json!({
        "f:metadata": {"f:labels": {"f:owner": {}}, "f:annotations": {".": {}, "f:kubectl.kubernetes.io/last-applied-configuration": {}, "f:a.b/c": {}}, "f:finalizers": {}},
        "f:spec": {"f:paused": {}, "f:template": {
            "f:metadata": {"f:annotations": {".": {}, "f:kubectl.kubernetes.io/restartedAt": {}}},
            "f:spec": {"f:containers": {
                "k:{\"name\":\"miner\"}": {".": {}, "f:name": {}, "f:image": {}},
                "k:{\"name\":\"web\"}": {"f:env": {"k:{\"name\":\"A\"}": {"f:value": {}}, "k:{\"name\":\"B\"}": {".": {}, "f:name": {}}}}}}}},
        "f:status": {"f:x": {}},
    });
    let object = json!({
        "metadata": {"labels": {"owner": "me"}, "annotations": {"a.b/c": "1", "kubectl.kubernetes.io/last-applied-configuration": "{}"}},
        "spec": {"paused": true, "template": {
            "metadata": {"annotations": {"kubectl.kubernetes.io/restartedAt": "now"}},
            "spec": {"containers": [{"name": "web", "env": [{"name": "A", "value": "1"}, {"name": "B"}]}, {"name": "miner", "image": "coin"}]}}},
    });
    let told = |entries: &[ManagedFieldsEntry]| -> Vec<String> {
        let mut paths: Vec<String> = additions(entries, &object).into_iter().map(|(path, _, _)| path).collect();
        paths.sort();
        paths
    };
    let entries = [ours(), entry("kubectl-edit", "Update", 3, theirs.clone())];
    assert_eq!(
        told(&entries),
        [
            "metadata.annotations[a.b/c]",
            "metadata.labels.owner",
            "spec.paused",
            "spec.template.spec.containers[miner]",
            "spec.template.spec.containers[web].env[A].value",
            "spec.template.spec.containers[web].env[B]",
        ]
    );
    let miner = additions(&entries, &object).into_iter().find(|(path, _, _)| path.ends_with("[miner]"));
    let (_, value, who) = miner.expect("the container");
    assert_eq!((value, who), (json!({"name": "miner", "image": "coin"}), by("kubectl-edit", 3)));
    // labels and annotations are left by controllers of any name
    let program = [ours(), entry("external-dns", "Update", 3, theirs.clone())];
    assert_eq!(told(&program).len(), 4);
    for controller in ["kube-controller-manager", "nginx-ingress-controller", "canopy-restart", "helm"] {
        assert_eq!(told(&[ours(), entry(controller, "Update", 3, theirs.clone())]), [""; 0], "{controller}");
    }
    let status = [ours(), ManagedFieldsEntry { subresource: Some("status".into()), ..entry("x", "Update", 3, theirs) }];
    assert_eq!(told(&status), [""; 0]);
}

#[test]
fn what_is_taken_back_becomes_ours_and_notes_stay_theirs() {
    let hand = entry(
        "kubectl-edit",
        "Update",
        3,
        json!({
            "f:metadata": {"f:annotations": {".": {}, "f:kubectl.kubernetes.io/last-applied-configuration": {}}},
            "f:spec": {"f:paused": {}, "f:template": {"f:metadata": {"f:annotations": {".": {}, "f:kubectl.kubernetes.io/restartedAt": {}}}}},
        }),
    );
    let scale = part_of("kubectl", "scale", json!({"f:spec": {"f:replicas": {}}}));
    let autoscaler = part_of("kube-controller-manager", "scale", json!({"f:spec": {"f:x": {}}}));
    let entries = taken_back(&[ours(), hand.clone(), scale.clone(), autoscaler.clone()]).expect("something to take");
    assert_eq!(entries.len(), 3, "{entries:?}");
    let of = |manager: &str| {
        let found = entries.iter().find(|entry| entry.manager.as_deref() == Some(manager));
        found.and_then(|entry| entry.fields_v1.clone()).expect("an entry").0
    };
    assert_eq!(
        of("kubectl-edit"),
        json!({
            "f:metadata": {"f:annotations": {".": {}, "f:kubectl.kubernetes.io/last-applied-configuration": {}}},
            "f:spec": {"f:template": {"f:metadata": {"f:annotations": {".": {}, "f:kubectl.kubernetes.io/restartedAt": {}}}}},
        })
    );
    let helm = of("helm");
    assert_eq!(
        (helm.pointer("/f:spec/f:paused"), helm.pointer("/f:spec/f:replicas")),
        (Some(&json!({})), Some(&json!({})))
    );
    assert!(helm.pointer("/f:spec/f:template/f:spec/f:containers").is_some(), "what was ours stays ours");
    assert_eq!(taken_back(&entries), None, "once is enough");
    assert_eq!(taken_back(&[ours(), autoscaler]), None);
    // an object that somebody made anew
    let made = taken_back(&[scale]).expect("something to take");
    assert_eq!(
        (made.len(), made[0].manager.as_deref(), made[0].operation.as_deref(), made[0].subresource.as_deref()),
        (1, Some("helm"), Some("Apply"), None)
    );
}
