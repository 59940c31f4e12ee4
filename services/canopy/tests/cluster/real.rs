//! What only a real control plane can say: whether it takes what is in `k8s/`. Every object of both overlays is applied with a
//! server-side dry run, unknown fields refused, with the CRDs of the operators; and a pod of each workload under the restricted
//! profile.

use crate::{
    cluster,
    system::manifests::{Objects, is_left_out, tools},
};
use k8s_openapi::api::core::v1::{Namespace, Pod};
use kube::{
    Api, Client, ResourceExt as _,
    api::{ApiResource, DeleteParams, DynamicObject, GroupVersionKind, Patch, PatchParams, PostParams},
};
use serde_json::{Value, json};
use std::time::Duration;

const NAMESPACE: &str = "canopy";

#[tokio::test]
async fn the_api_server_takes_every_object_of_the_overlays() {
    if is_left_out() {
        return;
    }
    let _alone = crate::system::kubernetes::alone().await;
    let client = cluster().client().await;
    let crds: Vec<String> = install_crds(&client).await;
    let namespaces: Api<Namespace> = Api::all(client.clone());
    let mut problems = Vec::new();
    for overlay in ["k8s/overlays/dev", "k8s/overlays/production"] {
        let objects = Objects::of(overlay);
        let namespace = objects.find("Namespace", NAMESPACE).unwrap();
        let params = PatchParams::apply("canopy-test");
        namespaces.patch(NAMESPACE, &params, &Patch::Apply(namespace)).await.unwrap();
        for object in &objects.0 {
            if let Err(error) = dry_run(&client, object).await {
                problems.push(format!("{overlay}: {} {}: {error}", object["kind"], object["metadata"]["name"]));
            }
        }
        for workload in objects.all("Deployment").chain(objects.all("StatefulSet")) {
            if let Err(error) = admitted(&client, workload).await {
                problems.push(format!("{overlay}: a pod of {}: {error}", workload["metadata"]["name"]));
            }
        }
    }
    // whatever came of it, the next test finds a cluster as it was
    let _ = namespaces.delete(NAMESPACE, &DeleteParams::default()).await;
    for crd in crds {
        let _ = definitions(&client).delete(&crd, &DeleteParams::default()).await;
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn definitions(client: &Client) -> Api<DynamicObject> {
    let kind = GroupVersionKind::gvk("apiextensions.k8s.io", "v1", "CustomResourceDefinition");
    Api::all_with(client.clone(), &ApiResource::from_gvk_with_plural(&kind, "customresourcedefinitions"))
}

/// Puts the CRDs of the operators there and waits until they are served; their names.
async fn install_crds(client: &Client) -> Vec<String> {
    let mut names = Vec::new();
    for file in std::fs::read_dir(tools().join("crds")).unwrap().flatten() {
        let text = std::fs::read_to_string(file.path()).unwrap();
        let crd: Value = serde_saphyr::from_str(&text).unwrap_or_else(|error| panic!("{:?}: {error}", file.path()));
        let name = crd["metadata"]["name"].as_str().unwrap().to_owned();
        let params = PatchParams::apply("canopy-test").force();
        definitions(client).patch(&name, &params, &Patch::Apply(&crd)).await.unwrap();
        names.push(name);
    }
    assert!(names.len() >= 7, "{names:?}");
    for name in &names {
        let until = tokio::time::Instant::now() + Duration::from_secs(60);
        loop {
            let crd = definitions(client).get(name).await.unwrap();
            let conditions = crd.data["status"]["conditions"].as_array().cloned().unwrap_or_default();
            if conditions.iter().any(|condition| condition["type"] == "Established" && condition["status"] == "True") {
                break;
            }
            assert!(tokio::time::Instant::now() < until, "{name} is not served");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    names
}

async fn dry_run(client: &Client, object: &Value) -> Result<(), kube::Error> {
    let kind: DynamicObject = serde_json::from_value(object.clone()).unwrap();
    let types = kind.types.clone().unwrap();
    let gvk = GroupVersionKind::try_from(&types).unwrap();
    // the API server publishes a new kind a moment after it serves it
    let until = tokio::time::Instant::now() + Duration::from_secs(60);
    let resource = loop {
        match kube::discovery::pinned_kind(client, &gvk).await {
            Ok((resource, _)) => break resource,
            Err(_) if tokio::time::Instant::now() < until => tokio::time::sleep(Duration::from_millis(100)).await,
            Err(error) => return Err(error),
        }
    };
    let api: Api<DynamicObject> = match kind.namespace() {
        Some(namespace) => Api::namespaced_with(client.clone(), &namespace, &resource),
        None => Api::all_with(client.clone(), &resource),
    };
    let params = PatchParams { dry_run: true, ..PatchParams::apply("canopy-test").validation_strict() };
    api.patch(&kind.name_any(), &params, &Patch::Apply(object)).await.map(|_| ())
}

/// What a controller would ask for: where the namespace enforces the restricted profile, a pod that wants more is refused.
async fn admitted(client: &Client, workload: &Value) -> Result<(), kube::Error> {
    let mut template = workload["spec"]["template"].clone();
    template["apiVersion"] = json!("v1");
    template["kind"] = json!("Pod");
    template["metadata"]["name"] = workload["metadata"]["name"].clone();
    // the account is not there: nothing was really applied
    template["spec"]["serviceAccountName"] = json!("default");
    // the volumes of its claims, as the StatefulSet's controller adds them
    let claims = workload["spec"]["volumeClaimTemplates"].as_array().cloned().unwrap_or_default();
    if !claims.is_empty() {
        let claimed = claims.iter().map(|claim| &claim["metadata"]["name"]);
        let mut volumes = template["spec"]["volumes"].as_array().cloned().unwrap_or_default();
        volumes.extend(claimed.map(|name| json!({"name": name, "persistentVolumeClaim": {"claimName": name}})));
        template["spec"]["volumes"] = Value::Array(volumes);
    }
    let pod: Pod = serde_json::from_value(template).unwrap();
    let params = PostParams { dry_run: true, ..PostParams::default() };
    Api::<Pod>::namespaced(client.clone(), NAMESPACE).create(&params, &pod).await.map(|_| ())
}
