//! Sites whose new pods find no node for a while.

use super::kubernetes::{Alone, Cluster, Shared, cordon};
use k8s_openapi::api::core::v1::{Node, Pod};
use kit::Ids as _;
use kube::{
    Api, Client,
    api::{ApiResource, DeleteParams, DynamicObject, GroupVersionKind, ListParams, Patch, PatchParams, PostParams},
};
use serde_json::{Value, json};
use std::time::Duration;

/// Some namespaces whose new pods stay Pending until they are [let go](Held::let_go).
pub struct Held(Cluster, How);

enum How {
    /// By an admission policy of this name, which gives them a node selector that no node has yet. Others are not touched.
    Policy(String, Shared),
    /// No node takes any pod.
    Cordon(Alone),
}

impl Cluster {
    /// From now on no new pod in a namespace whose name begins like this finds a node. On another cluster than the tests' own it is
    /// no new pod at all, and the test's own site must be at rest.
    pub async fn hold(self, turn: Shared, namespaces: &str) -> Held {
        let client = self.client().await;
        if !self.is_own() {
            let alone = turn.alone().await;
            cordon(client, true).await;
            return Held(self, How::Cordon(alone));
        }
        let name = format!("held-{}", kit::ids::SystemIds.uuid().simple());
        for (kind, spec) in [
            ("MutatingAdmissionPolicy", policy(&name, namespaces)),
            ("MutatingAdmissionPolicyBinding", json!({"policyName": name})),
        ] {
            let resource = admission(kind);
            let object = DynamicObject::new(&name, &resource).data(json!({"spec": spec}));
            Api::all_with(client.clone(), &resource).create(&PostParams::default(), &object).await.unwrap();
        }
        works(&client, &name).await;
        Held(self, How::Policy(name, turn))
    }
}

impl Held {
    /// What waits finds its node.
    pub async fn let_go(self) -> Shared {
        let client = self.0.client().await;
        match self.1 {
            How::Cordon(alone) => {
                cordon(client, false).await;
                alone.share().await
            }
            How::Policy(name, turn) => {
                for kind in ["MutatingAdmissionPolicyBinding", "MutatingAdmissionPolicy"] {
                    let policies: Api<DynamicObject> = Api::all_with(client.clone(), &admission(kind));
                    policies.delete(&name, &DeleteParams::default()).await.unwrap();
                }
                let nodes: Api<Node> = Api::all(client);
                let label = Patch::Merge(json!({"metadata": {"labels": {label(&name): "yes"}}}));
                for node in nodes.list(&ListParams::default()).await.unwrap() {
                    let node = node.metadata.name.unwrap();
                    nodes.patch(&node, &PatchParams::default(), &label).await.unwrap();
                }
                turn
            }
        }
    }
}

fn label(name: &str) -> String {
    format!("canopy.test/{name}")
}

/// Gives pods that are created in those namespaces a node selector, and a pod of the policy's own name anywhere.
fn policy(name: &str, namespaces: &str) -> Value {
    let whose =
        format!("request.namespace.startsWith('{namespaces}') || object.metadata.?name.orValue('') == '{name}'");
    let add = format!("[JSONPatch{{op: 'add', path: '/spec/nodeSelector', value: {{'{}': 'yes'}}}}]", label(name));
    json!({
        "failurePolicy": "Fail",
        "reinvocationPolicy": "Never",
        "matchConstraints": {"resourceRules": [
            {"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["pods"]},
        ]},
        "matchConditions": [{"name": "whose", "expression": whose}],
        "mutations": [{"patchType": "JSONPatch", "jsonPatch": {"expression": add}}],
    })
}

fn admission(kind: &str) -> ApiResource {
    ApiResource::from_gvk(&GroupVersionKind::gvk("admissionregistration.k8s.io", "v1", kind))
}

/// The API server notices a policy a moment after it was made: waits until a dry run of a pod of that name shows it.
async fn works(client: &Client, name: &str) {
    let pods: Api<Pod> = Api::default_namespaced(client.clone());
    let asked = json!({
        "metadata": {"name": name},
        "spec": {"automountServiceAccountToken": false, "containers": [{"name": "any", "image": "any"}]},
    });
    let asked: Pod = serde_json::from_value(asked).unwrap();
    let until = tokio::time::Instant::now() + super::PATIENCE;
    loop {
        let pod = pods.create(&PostParams { dry_run: true, ..PostParams::default() }, &asked).await.unwrap();
        if pod.spec.unwrap().node_selector.is_some_and(|wanted| wanted.contains_key(&label(name))) {
            return;
        }
        assert!(tokio::time::Instant::now() < until, "the API server does not notice the policy {name}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
