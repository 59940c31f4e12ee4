//! What is on the volumes of a site that moves: copied while the site stands still, or left where it was.
//!
//! Pods of kwok have no containers that could copy anything; the simulated cluster keeps one line on each volume.

mod simulated;

use super::{Stage, status, two};
use crate::system::{Session, kubernetes::turn};
use k8s_openapi::api::{
    apps::v1::{Deployment, StatefulSet},
    core::v1::{PersistentVolume, PersistentVolumeClaim},
};
use kube::{Api, Client, ResourceExt};
use serde_json::{Value, json};

const CONTENT: &str = "sandbox.canopy.internal/content";

impl Stage<'_> {
    /// The volumes behind the claims that a site has.
    async fn volumes(&self, cluster: &Client) -> Vec<PersistentVolume> {
        let claims: Api<PersistentVolumeClaim> = Api::namespaced(cluster.clone(), &self.release);
        let volumes: Api<PersistentVolume> = Api::all(cluster.clone());
        let mut found = Vec::new();
        for name in [format!("data-{}-mysql-0", self.release), format!("{}-data", self.release)] {
            let claim = claims.get(&name).await.unwrap();
            found.push(volumes.get(&claim.spec.unwrap().volume_name.unwrap()).await.unwrap());
        }
        found
    }

    /// Pods that the site is to have there.
    async fn wanted(&self, cluster: &Client) -> [Option<i32>; 2] {
        let deployments: Api<Deployment> = Api::namespaced(cluster.clone(), &self.release);
        let sets: Api<StatefulSet> = Api::namespaced(cluster.clone(), &self.release);
        let web = deployments.get(&format!("{}-web", self.release)).await.unwrap();
        let mysql = sets.get(&format!("{}-mysql", self.release)).await.unwrap();
        [web.spec.and_then(|spec| spec.replicas), mysql.spec.and_then(|spec| spec.replicas)]
    }

    /// What copies, by name.
    async fn copiers(&self, cluster: &Client) -> Vec<String> {
        let deployments: Api<Deployment> = Api::namespaced(cluster.clone(), &self.release);
        let labelled = kube::api::ListParams::default().labels("canopy.internal/copies");
        deployments.list(&labelled).await.unwrap().iter().map(ResourceExt::name_any).collect()
    }
}

fn first_written_on(volume: &PersistentVolume) -> String {
    format!("First written on {} {}", volume.name_any(), volume.uid().unwrap())
}

fn contents(volumes: &[PersistentVolume]) -> Vec<String> {
    volumes.iter().map(|volume| volume.annotations().get(CONTENT).cloned().unwrap_or_default()).collect()
}

fn step(task: &Value, name: &str) -> Value {
    task["steps"].as_array().unwrap().iter().find(|step| step["name"] == name).cloned().unwrap_or_default()
}

#[tokio::test]
async fn what_is_on_the_volumes_comes_along_or_the_site_runs_on_where_it_is() {
    let _turn = turn().await;
    let (_folder, canopy, cluster, _home, second) = two("move-data", "20m");
    let admin = canopy.first_admin().await;
    let stage = Stage::of(&admin, &cluster, &second, Session::site).await;
    let before = stage.volumes(&stage.old.1).await;

    let plan = stage.plan(&stage.new.0).await;
    let notices: Vec<&Value> = plan["move"]["notices"].as_array().unwrap().iter().map(|each| &each["reason"]).collect();
    assert_eq!(notices, ["MoveCopiesData", "MoveStandsStill", "MoveNeedsDns"], "{plan:#}");
    let copied = plan["move"]["notices"][0]["params"]["volumes"].to_string();
    assert!(copied.contains("-mysql-0") && copied.contains(&format!("{}-data", stage.release)), "{copied}");
    let task = stage.begin(&stage.new.0).await;
    let done = admin.finished(&task).await;
    if cluster.own.is_some() {
        assert_eq!((&done["status"], status(&done, "copy").as_str()), (&json!("failed"), "failed"), "{done:#}");
        stage.runs_untouched_on_the_old().await;
        assert_eq!(stage.wanted(&stage.old.1).await, [Some(1), Some(1)]);
        assert!(stage.copiers(&stage.old.1).await.is_empty());
    } else {
        assert_eq!(done["status"], "complete", "{done:#}");
        assert_eq!(step(&done, "copy")["reason"], "VolumesCopied", "{done:#}");
        let after = stage.volumes(&stage.new.1).await;
        let written: Vec<String> = before.iter().map(first_written_on).collect();
        assert_eq!(contents(&after), written, "each volume has what was on the other");
        assert_eq!(stage.wanted(&stage.new.1).await, [Some(1), Some(1)]);
        assert!(stage.copiers(&stage.new.1).await.is_empty());
        let drift = admin.get(&format!("{}/drift", stage.path)).await;
        assert_eq!(drift["hash"], Value::Null, "nothing of the copying is left: {drift:#}");
        assert!(!stage.is_on(&stage.old.1).await);
    }
    stage.delete().await;
}

#[tokio::test]
async fn a_site_that_stands_still_runs_again_after_a_cancel() {
    let turn = turn().await;
    let (_folder, canopy, cluster, _home, second) = two("move-still", "20m");
    let admin = canopy.first_admin().await;
    let stage = Stage::of(&admin, &cluster, &second, Session::site).await;
    // what is to read the volumes finds no node
    let held = cluster.hold(turn, &stage.release).await;
    let task = stage.begin(&stage.new.0).await;
    let waits = |_: u16, task: &Value| {
        let copy = step(task, "copy");
        copy["reason"] == "CopyStarts" && copy["params"]["cluster"] == "prod" || task["status"] == "failed"
    };
    admin.until(&format!("/tasks/{task}"), "the site stands still", waits).await;
    assert_eq!(stage.wanted(&stage.old.1).await, [Some(0), Some(0)]);
    assert!(!stage.copiers(&stage.old.1).await.is_empty());
    let site = admin.get(&stage.path).await;
    assert_eq!(site["operation"], "move", "{site:#}");
    admin.post(&format!("/tasks/{task}/cancel"), json!({})).await;
    let _turn = held.let_go().await;
    let done = admin.finished(&task).await;
    assert_eq!((&done["status"], status(&done, "undo").as_str()), (&json!("failed"), "complete"), "{done:#}");
    assert_eq!(stage.wanted(&stage.old.1).await, [Some(1), Some(1)]);
    assert!(stage.copiers(&stage.old.1).await.is_empty());
    let runs = |_: u16, site: &Value| site["status"] == "running" && site["currentTaskId"].is_null();
    admin.until(&stage.path, "the site runs again", runs).await;
    let ready = |_: u16, services: &Value| {
        let mut wanted = services["services"].as_array().into_iter().flatten().filter(|each| each["wanted"] == true);
        wanted.all(|service| service["state"] == "active")
    };
    admin.until(&format!("{}/services", stage.path), "all of it", ready).await;
    stage.runs_untouched_on_the_old().await;
    stage.delete().await;
}
