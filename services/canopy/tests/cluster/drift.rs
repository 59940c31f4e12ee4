//! What somebody changes in the cluster by hand is noticed without asking, and put right or taken over.

use crate::{
    canopy,
    system::{
        PATIENCE, Session,
        kubernetes::{Cluster, turn},
    },
};
use k8s_openapi::api::{apps::v1::Deployment, core::v1::Service};
use kube::{
    Api,
    api::{DeleteParams, Patch, PatchParams},
};
use serde_json::{Value, json};
use std::time::Duration;

struct Site<'a> {
    admin: Session<'a>,
    cluster: Cluster,
    path: String,
    release: String,
}

impl Site<'_> {
    async fn web(&self) -> Api<Deployment> {
        Api::namespaced(self.cluster.client().await, &self.release)
    }

    async fn edit(&self, manager: &str, patch: Value) {
        let params = PatchParams { field_manager: Some(manager.to_owned()), ..PatchParams::default() };
        let name = format!("{}-web", self.release);
        self.web().await.patch(&name, &params, &Patch::Strategic(patch)).await.unwrap();
    }

    /// The summary, when it is as wanted; nobody asks the cluster for it.
    async fn until(&self, what: &str, good: impl Fn(&Value) -> bool) -> Value {
        let until = tokio::time::Instant::now() + PATIENCE;
        loop {
            let shown = self.admin.get(&self.path).await;
            if good(&shown["drift"]) {
                return shown["drift"].clone();
            }
            assert!(tokio::time::Instant::now() < until, "{what}: {:#}", shown["drift"]);
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    async fn right(&self) {
        let found = self.admin.get(&format!("{}/drift", self.path)).await;
        let path = format!("{}/put-right?plan={}", self.path, found["hash"].as_str().unwrap());
        let begun = self.admin.post(&path, json!({})).await;
        let done = self.admin.finished(begun["taskId"].as_str().unwrap()).await;
        assert_eq!(done["status"], "complete", "{done:#}");
        self.until("put right", Value::is_null).await;
    }
}

#[tokio::test]
async fn what_is_changed_by_hand_is_noticed_and_put_right_or_taken_over() {
    let _turn = turn().await;
    let (_folder, canopy, cluster) = canopy("drift");
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let id = admin.cluster("prod", &cluster.text()).await;
    let created = admin.post("/deployments", Session::program("moves", &id, &team)).await;
    let install = admin.finished(created["taskId"].as_str().unwrap()).await;
    assert_eq!(install["status"], "complete", "{install:#}");
    let site = Site {
        path: format!("/deployments/{}", created["id"].as_str().unwrap()),
        release: install["Params"]["release_name"].as_str().unwrap().to_owned(),
        admin,
        cluster,
    };
    site.admin.rested(site.path.trim_start_matches("/deployments/")).await;
    let found = site.admin.get(&format!("{}/drift", site.path)).await;
    assert_eq!((&found["objects"], &found["hash"]), (&json!([]), &Value::Null), "{found:#}");

    // an image and a container of somebody else's
    let pod = json!({"spec": {"template": {"spec": {"containers": [
        {"name": "app", "image": "registry.example.com/site:9"}, {"name": "miner", "image": "registry.example.com/miner:1"}]}}}});
    site.edit("kubectl-edit", pod).await;
    let drift = site.until("an edit", |drift| drift["fields"] == 2).await;
    assert_eq!((&drift["revision"], &drift["managers"]), (&json!(1), &json!(["kubectl-edit"])), "{drift:#}");
    site.right().await;
    let web = site.web().await.get(&format!("{}-web", site.release)).await.unwrap();
    let containers = web.spec.unwrap().template.spec.unwrap().containers;
    let images: Vec<_> = containers.iter().map(|container| container.image.clone().unwrap()).collect();
    assert_eq!(images, ["registry.example.com/site:1"]);

    // a Service that is gone
    let services: Api<Service> = Api::namespaced(site.cluster.client().await, &site.release);
    let name = format!("{}-web", site.release);
    services.delete(&name, &DeleteParams::default()).await.unwrap();
    let drift = site.until("a deletion", |drift| drift["missing"] == 1).await;
    assert_eq!(drift["managers"], json!([]), "nobody is booked for what is gone");
    site.right().await;
    assert!(services.get_opt(&name).await.unwrap().is_some());

    // a scale that stays
    site.edit("kubectl", json!({"spec": {"replicas": 3}})).await;
    site.until("a scale", |drift| drift["fields"] == 1).await;
    let found = site.admin.get(&format!("{}/drift", site.path)).await;
    let take = &found["takes"][0];
    assert_eq!((&take["field"], &take["value"]), (&json!("replicas"), &json!("3")), "{found:#}");
    let plan = site.admin.post(&format!("{}/plan", site.path), json!({"replicas": 3})).await;
    let problems: Vec<&Value> = plan["objects"].as_array().unwrap().iter().map(|object| &object["problem"]).collect();
    assert!(problems.iter().all(|problem| problem.is_null()), "{plan:#}");
    let body = json!({"replicas": 3, "plan": plan["hash"]});
    let changed = site.admin.put(&site.path, body).await;
    let done = site.admin.finished(changed["taskId"].as_str().unwrap()).await;
    assert_eq!(done["status"], "complete", "{done:#}");
    site.until("taken over", Value::is_null).await;

    // Events come a moment after what they tell of.
    let of_site = format!("/events?deployment={}&limit=100", site.path.trim_start_matches("/deployments/"));
    let until = tokio::time::Instant::now() + PATIENCE;
    loop {
        let events = site.admin.get(&of_site).await;
        let reasons: Vec<&str> =
            events.as_array().unwrap().iter().filter_map(|event| event["reason"].as_str()).collect();
        let times = |reason: &str| reasons.iter().filter(|told| **told == reason).count();
        let counts = (times("DriftFound"), times("DriftPutRight"), times("DriftEnded"));
        if counts == (3, 2, 3) {
            break;
        }
        assert!(tokio::time::Instant::now() < until, "{counts:?}: {reasons:?}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let deleted = site.admin.delete(&site.path).await;
    assert_eq!(site.admin.finished(deleted["taskId"].as_str().unwrap()).await["status"], "complete");
}
