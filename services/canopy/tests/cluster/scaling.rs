//! A site gets another size, where the cluster lets it.

use crate::{
    canopy_with,
    system::{Session, kubernetes::turn},
    upgrades::{installed, running},
};
use k8s_openapi::api::{apps::v1::Deployment, core::v1::PersistentVolumeClaim, storage::v1::StorageClass};
use kube::{
    Api,
    api::{ListParams, Patch, PatchParams},
};
use reqwest::Method;
use serde_json::{Value, json};

/// Asks for it, and waits until it is in effect; what was answered otherwise.
async fn scaled(admin: &Session<'_>, path: &str, body: Value) -> Result<Value, Value> {
    let (status, answer) = admin.change(Method::POST, &format!("{path}/scale"), Some(body)).await;
    if status != 200 {
        return Err(answer);
    }
    let done = admin.finished(answer["data"]["taskId"].as_str().unwrap()).await;
    assert_eq!((&done["type"], &done["status"]), (&json!("scale"), &json!("complete")), "{done:#}");
    Ok(admin.rested(path.trim_start_matches("/deployments/")).await)
}

#[tokio::test]
async fn a_site_gets_more_pods_with_more_and_its_plan_says_so_before() {
    let _turn = turn().await;
    let (_folder, canopy, cluster) = canopy_with("scale", |_| {});
    let admin = canopy.first_admin().await;
    let (path, release) = running(&admin, &cluster).await;
    let body = json!({"replicas": 2, "resources": {"cpu": "200m", "memory": "256Mi"}});
    let (status, planned) = admin.try_call(Method::POST, &format!("{path}/plan/scale"), Some(body.clone())).await;
    assert_eq!(status, 200, "{planned:#}");
    let objects = planned["data"]["objects"].as_array().unwrap();
    let web =
        objects.iter().find(|object| object["name"] == format!("{release}-web") && object["kind"] == "Deployment");
    let fields: Vec<&str> =
        web.unwrap()["fields"].as_array().unwrap().iter().map(|field| field["path"].as_str().unwrap()).collect();
    assert!(fields.contains(&"spec.replicas"), "{fields:?}");
    let mut bound = body;
    bound["plan"] = planned["data"]["hash"].clone();
    let shown = scaled(&admin, &path, bound).await.unwrap();
    assert_eq!((&shown["status"], &shown["replicas"]), (&json!("running"), &json!(2)), "{shown:#}");
    let deployments: Api<Deployment> = Api::namespaced(cluster.client().await, &release);
    let web = deployments.get(&format!("{release}-web")).await.unwrap();
    assert_eq!(web.status.unwrap().available_replicas, Some(2));
    let refused = scaled(&admin, &path, json!({"replicas": 2})).await.unwrap_err();
    assert_eq!(refused["details"]["reason"], "NOTHING_TO_SCALE", "{refused:#}");
    let deleted = admin.delete(&path).await;
    assert_eq!(admin.finished(deleted["taskId"].as_str().unwrap()).await["status"], "complete");
}

#[tokio::test]
async fn a_volume_grows_only_where_its_class_lets_it() {
    let turn = turn().await;
    let (_folder, canopy, cluster) = canopy_with("grow", |_| {});
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let id = admin.cluster("prod", &cluster.text()).await;
    let (path, release) = installed(&admin, Session::site("holds", &id, &team)).await;
    let client = cluster.client().await;
    let claims: Api<PersistentVolumeClaim> = Api::namespaced(client.clone(), &release);
    let own = claims.get(&format!("{release}-data")).await.unwrap();
    let class = own.spec.unwrap().storage_class_name.unwrap();
    let classes: Api<StorageClass> = Api::all(client);
    let lets = async |grow: bool| {
        let patch = Patch::Merge(json!({"allowVolumeExpansion": grow}));
        classes.patch(&class, &PatchParams::default(), &patch).await.unwrap();
    };
    let alone = turn.alone().await;
    let before = classes.get(&class).await.unwrap().allow_volume_expansion.unwrap_or(false);
    lets(false).await;
    let more = || json!({"resources": {"storage": "20Gi"}});
    let refused = scaled(&admin, &path, more()).await.unwrap_err();
    let reason = &refused["details"]["reasons"]["resources.storage"]["reason"];
    lets(true).await;
    assert_eq!(reason, "VOLUME_CANNOT_GROW", "{refused:#}");
    let volumes = admin.get(&format!("{path}/volumes")).await;
    assert!(volumes["volumes"].as_array().unwrap().iter().all(|each| each["growable"] == true), "{volumes:#}");
    scaled(&admin, &path, more()).await.unwrap();
    let all = claims.list(&ListParams::default()).await.unwrap();
    let own = all.items.into_iter().find(|claim| claim.metadata.name.as_deref() == Some(&*format!("{release}-data")));
    let asked = own.unwrap().spec.unwrap().resources.unwrap().requests.unwrap()["storage"].0.clone();
    assert_eq!(asked, "20Gi");
    let refused = scaled(&admin, &path, json!({"resources": {"storage": "10Gi"}})).await.unwrap_err();
    assert_eq!(refused["details"]["reasons"]["resources.storage"]["reason"], "VOLUME_SMALLER", "{refused:#}");
    lets(before).await;
    let _turn = alone.share().await;
    let deleted = admin.delete(&path).await;
    assert_eq!(admin.finished(deleted["taskId"].as_str().unwrap()).await["status"], "complete");
}
