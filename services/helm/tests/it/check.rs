use crate::fixture::{rendered, toggled};
use helm::{Document, Error, checked};
use serde_json::{Value, json};

fn refusal(documents: &[Document]) -> String {
    match checked(documents, &[], "shop-a1b2c3") {
        Err(Error::Refused(found)) => found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
        other => panic!("{other:?}"),
    }
}

/// The web Deployment with one thing changed.
fn changed(pointer: &str, key: &str, value: Value) -> Vec<Document> {
    let mut all = rendered(&toggled(0b00_0111)).documents;
    let web = all.iter_mut().find(|d| d.kind == "Deployment" && d.name.ends_with("-web")).unwrap();
    web.object.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}"))[key] = value;
    all
}

#[test]
fn whatever_reaches_for_the_node_or_another_namespace_is_refused() {
    const POD: &str = "/spec/template/spec";
    for (pointer, key, value, want) in [
        (POD, "hostNetwork", json!(true), "hostNetwork is not allowed"),
        (POD, "hostPID", json!(true), "hostPID is not allowed"),
        (POD, "automountServiceAccountToken", json!(true), "automountServiceAccountToken"),
        ("/spec/template/spec/volumes/0", "hostPath", json!({"path": "/"}), "a hostPath volume is not allowed"),
        ("/spec/template/spec/containers/0/securityContext", "privileged", json!(true), "privileged is not allowed"),
        ("/spec/template/spec/containers/0/securityContext", "runAsUser", json!(0), "must not run as root"),
        (
            "/spec/template/spec/containers/0/securityContext",
            "allowPrivilegeEscalation",
            json!(true),
            "allowPrivilegeEscalation",
        ),
        (
            "/spec/template/spec/containers/0/securityContext",
            "capabilities",
            json!({"drop": ["ALL"], "add": ["SYS_ADMIN"]}),
            "a capability is not allowed",
        ),
        ("/spec/template/spec/containers/0/ports/0", "hostPort", json!(80), "hostPort is not allowed"),
        ("/spec/template/spec/containers/0", "resources", json!({}), "resources.limits.memory is missing"),
        ("/spec/template/spec/securityContext", "runAsNonRoot", json!(false), "runAsNonRoot must be true"),
        (
            "/spec/template/spec/securityContext",
            "sysctls",
            json!([{"name": "kernel.msgmax", "value": "1"}]),
            "a sysctl is not allowed",
        ),
        ("/metadata", "namespace", json!("kube-system"), "is in another namespace"),
        ("/spec", "replica", json!(2), "fields that Kubernetes does not know: spec.replica"),
        ("/spec/template/spec/containers/0", "comand", json!(["x"]), "comand"),
        ("/spec", "replicas", json!("two"), "does not fit the Kubernetes API"),
    ] {
        let found = refusal(&changed(pointer, key, value));
        assert!(found.contains(want), "{pointer} {key}: {found}");
    }
}

#[test]
fn kinds_outside_the_list_are_refused_and_so_is_an_object_that_is_there_twice() {
    for (api, kind) in [
        ("rbac.authorization.k8s.io/v1", "ClusterRole"),
        ("v1", "Secret"),
        ("v1", "Namespace"),
        ("v1", "Pod"),
        ("apps/v1beta1", "Deployment"),
    ] {
        let text = format!("---\napiVersion: {api}\nkind: {kind}\nmetadata: {{name: a}}\n");
        assert!(refusal(&helm::documents(&text).unwrap()).contains("is not among the kinds"), "{kind}");
    }
    let mut twice = rendered(&toggled(1)).documents;
    twice.push(twice[0].clone());
    assert!(refusal(&twice).contains("is there twice"));
}

#[test]
fn a_service_that_points_outside_the_cluster_is_refused() {
    let text = "---\napiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {type: ExternalName, externalName: example.com}\n";
    assert!(refusal(&helm::documents(text).unwrap()).contains("outside the cluster"));
}
