//! A site is stopped and started: as Helm, the cluster and everybody who looks see it, and through a `kill -9`.

use crate::{
    canopy_with,
    steps::Steps,
    system::{
        Canopy, Session,
        kubernetes::{Cluster, turn},
    },
    upgrades::ROLES,
};
use k8s_openapi::api::{
    apps::v1::{Deployment, StatefulSet},
    core::v1::{PersistentVolumeClaim, Pod},
};
use kube::{Api, ResourceExt as _, api::ListParams};
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeMap;

struct Site<'a> {
    admin: Session<'a>,
    cluster: Cluster,
    path: String,
    release: String,
}

impl Site<'_> {
    async fn post(&self, verb: &str, body: Value) -> (u16, Value) {
        self.admin.change(Method::POST, &format!("{}/{verb}", self.path), Some(body)).await
    }

    /// Asks for it; the task.
    async fn begin(&self, verb: &str, body: Value) -> String {
        let (status, answer) = self.post(verb, body).await;
        assert_eq!(status, 200, "{verb}: {answer:#}");
        answer["data"]["taskId"].as_str().unwrap().to_owned()
    }

    async fn done(&self, task: &str) -> Value {
        let done = self.admin.finished(task).await;
        assert_eq!(done["status"], "complete", "{done:#}");
        self.admin.rested(self.path.trim_start_matches("/deployments/")).await
    }

    fn values(&self) -> Value {
        let said = self.cluster.helm("helm", &["get", "values", &self.release, "-n", &self.release, "-o", "json"]);
        serde_json::from_str(&said).unwrap()
    }

    /// What each workload is asked to have.
    async fn replicas(&self) -> BTreeMap<String, i32> {
        let client = self.cluster.client().await;
        let deployments: Api<Deployment> = Api::namespaced(client.clone(), &self.release);
        let sets: Api<StatefulSet> = Api::namespaced(client, &self.release);
        let mut all = BTreeMap::new();
        for each in deployments.list(&ListParams::default()).await.unwrap() {
            all.insert(each.name_any(), each.spec.unwrap().replicas.unwrap_or(1));
        }
        for each in sets.list(&ListParams::default()).await.unwrap() {
            all.insert(each.name_any(), each.spec.unwrap().replicas.unwrap_or(1));
        }
        all
    }

    async fn pods(&self) -> usize {
        let pods: Api<Pod> = Api::namespaced(self.cluster.client().await, &self.release);
        let all = pods.list(&ListParams::default()).await.unwrap();
        all.iter().filter(|pod| pod.metadata.deletion_timestamp.is_none()).count()
    }

    async fn claims(&self) -> Vec<(String, Option<String>)> {
        let claims: Api<PersistentVolumeClaim> = Api::namespaced(self.cluster.client().await, &self.release);
        let all = claims.list(&ListParams::default()).await.unwrap();
        all.iter().map(|claim| (claim.name_any(), claim.uid())).collect()
    }

    async fn remove(&self) {
        let deleted = self.admin.delete(&self.path).await;
        assert_eq!(self.admin.finished(deleted["taskId"].as_str().unwrap()).await["status"], "complete");
    }
}

async fn site<'a>(canopy: &'a Canopy, cluster: Cluster, name: &str) -> Site<'a> {
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let id = admin.cluster("prod", &cluster.text()).await;
    let created = admin.post("/deployments", Session::site(name, &id, &team)).await;
    let install = admin.finished(created["taskId"].as_str().unwrap()).await;
    assert_eq!(install["status"], "complete", "{install:#}");
    let path = format!("/deployments/{}", created["id"].as_str().unwrap());
    admin.rested(path.trim_start_matches("/deployments/")).await;
    Site { path, release: install["Params"]["release_name"].as_str().unwrap().to_owned(), admin, cluster }
}

#[tokio::test]
async fn a_stopped_site_has_no_pods_keeps_its_volumes_and_comes_back() {
    let _turn = turn().await;
    let (_folder, canopy, cluster) = canopy_with("stop", |_| {});
    let site = site(&canopy, cluster, "rests").await;
    let (before, volumes) = (site.replicas().await, site.claims().await);
    assert!(before.len() >= 3 && before.values().all(|count| *count > 0), "{before:?}");

    let (status, planned) = site.post("plan/stop", json!({})).await;
    assert_eq!((status, &planned["data"]["power"]), (200, &json!("stops")), "{planned:#}");
    let changed: Vec<&str> = planned["data"]["objects"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|object| object["action"] == "change")
        .flat_map(|object| object["fields"].as_array().unwrap())
        .map(|field| field["path"].as_str().unwrap())
        .collect();
    assert_eq!(changed, vec!["spec.replicas"; before.len()], "{planned:#}");
    let task = site.begin("stop", json!({"plan": planned["data"]["hash"], "reason": "Winter"})).await;
    let (status, refused) = site.post("stop", json!({})).await;
    assert_eq!((status, &refused["details"]["reason"]), (409, &json!("TASK_RUNNING")), "{refused:#}");
    let shown = site.done(&task).await;
    assert_eq!((&shown["status"], &shown["stopped"]), (&json!("stopped"), &json!(true)), "{shown:#}");
    assert!(site.replicas().await.values().all(|count| *count == 0));
    assert_eq!(site.pods().await, 0);
    assert_eq!(site.claims().await, volumes, "the volumes stay");
    assert_eq!(site.values()["stopped"], true, "Helm tells the truth");
    assert_eq!(site.admin.get("/dashboard").await["stoppedDeployments"], 1);

    changed_while_stopped(&site).await;

    let task = site.begin("start", json!({})).await;
    let shown = site.done(&task).await;
    assert_eq!(shown["status"], "running", "{shown:#}");
    assert_eq!(site.replicas().await, before);
    assert_eq!(site.claims().await, volumes);
    assert_eq!(site.values().get("stopped"), None);
    assert_eq!(shown["phpParameters"]["phpMemoryLimit"], 512, "what was changed meanwhile counts");
    let found = site.admin.get(&format!("{}/drift", site.path)).await;
    assert_eq!(found["objects"], json!([]), "{found:#}");

    // back over the start: it is stopped again, and says so before
    let (_, planned) = site.post("plan/rollback", json!({"revision": 2})).await;
    assert_eq!(planned["data"]["power"], "stops", "{planned:#}");
    let task = site.begin("rollback", json!({"revision": 2})).await;
    assert_eq!(site.admin.get(&format!("/tasks/{task}")).await["type"], "stop");
    assert_eq!(site.done(&task).await["status"], "stopped");
    site.remove().await;
}

/// An edit leaves it stopped, a restart is refused, and nobody cries.
async fn changed_while_stopped(site: &Site<'_>) {
    let (status, refused) = site.post("restart", json!({})).await;
    assert_eq!((status, &refused["details"]["reason"]), (409, &json!("STOPPED")), "{refused:#}");
    let body = json!({"phpParameters": {"phpMemoryLimit": 512}});
    let changed = site.admin.put(&site.path, body).await;
    let shown = site.done(changed["taskId"].as_str().unwrap()).await;
    assert_eq!(shown["status"], "stopped", "{shown:#}");
    assert_eq!(site.pods().await, 0);
    let found = site.admin.get(&format!("{}/drift", site.path)).await;
    assert_eq!(found["objects"], json!([]), "a stopped site is as it is asked to be: {found:#}");
    let (_, services) = site.admin.try_call(Method::GET, &format!("{}/services", site.path), None).await;
    let states: Vec<&Value> = services["data"]["services"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|service| service["wanted"] == true)
        .map(|service| &service["state"])
        .collect();
    assert!(states.iter().all(|state| *state == "stopped"), "{services:#}");
    let id = site.path.trim_start_matches("/deployments/");
    let events = site.admin.get(&format!("/events?deployment={id}&limit=100")).await;
    let reasons: Vec<&str> = events.as_array().unwrap().iter().map(|event| event["reason"].as_str().unwrap()).collect();
    assert!(reasons.contains(&"StopRequested") && !reasons.contains(&"SiteFailed"), "{reasons:?}");
}

const STEPS: [&str; 5] = ["check", "secrets", "apply", "rollout", "finish"];

#[tokio::test]
async fn a_stop_and_a_start_survive_a_kill_of_each_role() {
    let _turn = turn().await;
    let (_folder, canopy, cluster) = canopy_with("stop-kills", |_| {});
    let site = site(&canopy, cluster, "dies").await;
    let steps = Steps::of(&canopy).await;
    for (role, step) in ROLES.into_iter().zip(STEPS.into_iter().skip(1).cycle()) {
        for (verb, status) in [("stop", "stopped"), ("start", "running")] {
            let task = site.begin(verb, json!({})).await;
            // one that was over before it could be seen is hit later
            steps.runs(&task, step).await;
            canopy.kill_and_revive(role).await;
            let shown = site.done(&task).await;
            assert_eq!(shown["status"], status, "{role} killed at {step} of {verb}: {shown:#}");
            assert_eq!(site.replicas().await.values().all(|count| *count == 0), verb == "stop", "{role} at {step}");
        }
    }
    site.remove().await;
}
