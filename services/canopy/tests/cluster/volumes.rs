//! What becomes of a database when its service is switched off: kept, used again, deleted, and kept when the change fails.

use crate::{
    canopy,
    steps::Steps,
    system::{
        PATIENCE, Session,
        kubernetes::{Cluster, Shared, turn},
    },
    upgrades::{ROLES, running},
};
use k8s_openapi::api::core::v1::{PersistentVolume, PersistentVolumeClaim};
use kube::Api;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

struct Site<'a> {
    admin: Session<'a>,
    cluster: Cluster,
    path: String,
    release: String,
}

impl Site<'_> {
    /// Plans a change, asks for it as planned and waits for its end; the plan and the task.
    async fn change(&self, body: Value) -> (Value, Value) {
        let plan = self.admin.post(&format!("{}/plan", self.path), body.clone()).await;
        let mut bound = body;
        bound["plan"] = plan["hash"].clone();
        let task = self.asked(bound).await;
        (plan, self.admin.finished(&task).await)
    }

    /// The task of a change.
    async fn asked(&self, body: Value) -> String {
        let changed = self.admin.put(&self.path, body).await;
        changed["taskId"].as_str().unwrap().to_owned()
    }

    async fn rested(&self) -> Value {
        self.admin.rested(self.path.trim_start_matches("/deployments/")).await
    }

    fn claim(&self) -> String {
        format!("data-{}-mysql-0", self.release)
    }

    /// The database's claim: its uid and its volume; nothing when it is gone or going.
    async fn database(&self) -> Option<(String, String)> {
        let claims: Api<PersistentVolumeClaim> = Api::namespaced(self.cluster.client().await, &self.release);
        let claim = claims.get_opt(&self.claim()).await.unwrap()?;
        assert!(claim.metadata.deletion_timestamp.is_none(), "{claim:?}");
        Some((claim.metadata.uid.unwrap(), claim.spec?.volume_name.unwrap_or_default()))
    }

    /// As the API shows it.
    async fn shown(&self) -> Value {
        let seen = self.admin.get(&format!("{}/volumes", self.path)).await;
        assert!(seen["problem"].is_null(), "{seen:#}");
        let volumes = seen["volumes"].as_array().unwrap();
        volumes.iter().find(|volume| volume["name"] == self.claim().as_str()).cloned().unwrap_or_default()
    }

    /// Waits until the cluster has let the volume go: it is removed, or nobody's any more.
    async fn volume_goes(&self, name: &str) {
        let volumes: Api<PersistentVolume> = Api::all(self.cluster.client().await);
        let until = tokio::time::Instant::now() + PATIENCE;
        while let Some(volume) = volumes.get_opt(name).await.unwrap() {
            let phase = volume.status.and_then(|status| status.phase).unwrap_or_default();
            if matches!(phase.as_str(), "Released" | "Failed") {
                return;
            }
            assert!(tokio::time::Instant::now() < until, "volume {name} is {phase}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

/// The database elsewhere, so that the site does without its own.
fn off() -> Value {
    json!({"services": {"mysql": false, "phpmyadmin": false}, "databaseParameters": {"databaseHost": "db.example.com"}})
}

fn on() -> Value {
    json!({"services": {"mysql": true}, "databaseParameters": {"databaseHost": "localhost"}})
}

fn claim_in<'a>(plan: &'a Value, name: &str) -> Option<&'a Value> {
    plan["objects"].as_array().unwrap().iter().find(|object| object["name"] == name)
}

#[tokio::test]
async fn a_database_that_is_switched_off_is_kept_used_again_and_deleted_when_that_is_said() {
    let turn = turn().await;
    let (_folder, canopy, cluster) = canopy("volumes");
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let id = admin.cluster("prod", &cluster.text()).await;
    let created = admin.post("/deployments", Session::site("keeps", &id, &team)).await;
    let install = admin.finished(created["taskId"].as_str().unwrap()).await;
    assert_eq!(install["status"], "complete", "{install:#}");
    let release = install["Params"]["release_name"].as_str().unwrap().to_owned();
    let site = Site { path: format!("/deployments/{}", created["id"].as_str().unwrap()), release, admin, cluster };
    site.rested().await;
    let made = site.database().await.expect("a database");
    assert_eq!((&site.shown().await["kept"], &site.shown().await["service"]), (&json!(false), &json!("mysql")));

    kept_and_used_again(&site, &made).await;
    let _turn = kept_when_the_change_fails(&site, &made, turn).await;
    deleted(&site, &made).await;
    deleted_later(&site).await;

    let gone = site.admin.delete(&site.path).await;
    assert_eq!(site.admin.finished(gone["taskId"].as_str().unwrap()).await["status"], "complete");
}

/// Off and on: the same claim with the same volume.
async fn kept_and_used_again(site: &Site<'_>, made: &(String, String)) {
    let (plan, task) = site.change(off()).await;
    assert_eq!(task["status"], "complete", "{task:#}");
    assert!(claim_in(&plan, &site.claim()).is_none(), "{plan:#}");
    site.rested().await;
    assert_eq!(site.database().await.as_ref(), Some(made));
    let shown = site.shown().await;
    assert!(shown["kept"] == true && !shown["keptSince"].is_null(), "{shown:#}");
    let (plan, task) = site.change(on()).await;
    assert_eq!(task["status"], "complete", "{task:#}");
    assert_eq!(claim_in(&plan, &site.claim()).expect("it is told")["volume"]["end"], "reused", "{plan:#}");
    site.rested().await;
    assert_eq!(site.database().await.as_ref(), Some(made));
    assert_eq!(site.shown().await["kept"], false);
}

/// Pods find no place: the change is cancelled, and the database is where it was.
async fn kept_when_the_change_fails(site: &Site<'_>, made: &(String, String), turn: Shared) -> Shared {
    let mut body = off();
    body["deleteVolumes"] = json!([site.claim()]);
    let held = site.cluster.hold(turn, &site.release).await;
    let task = site.asked(body).await;
    site.admin.step_runs(&task, "rollout").await;
    site.admin.post(&format!("/tasks/{task}/cancel"), json!({})).await;
    let ended = site.admin.finished(&task).await;
    assert_eq!(ended["status"], "failed", "{ended:#}");
    let turn = held.let_go().await;
    site.rested().await;
    assert_eq!(site.database().await.as_ref(), Some(made));
    let discarded = site.admin.post(&format!("{}/discard", site.path), json!({})).await;
    let done = site.admin.finished(discarded["taskId"].as_str().unwrap()).await;
    assert_eq!(done["status"], "complete", "{done:#}");
    site.rested().await;
    assert_eq!(site.database().await.as_ref(), Some(made), "what was given up deletes nothing");
    turn
}

/// Off with its data: refused while it is used, then planned, done and told.
async fn deleted(site: &Site<'_>, made: &(String, String)) {
    let refused = json!({"deleteVolumes": [site.claim()]});
    let (status, answer) = site.admin.try_call(Method::PUT, &site.path, Some(refused)).await;
    assert_eq!(status, 400, "{answer:#}");
    let mut body = off();
    body["deleteVolumes"] = json!([site.claim()]);
    let (plan, task) = site.change(body).await;
    let planned = claim_in(&plan, &site.claim()).expect("it is told");
    assert_eq!((&planned["action"], &planned["volume"]["service"]), (&json!("delete"), &json!("mysql")), "{plan:#}");
    assert_eq!(task["status"], "complete", "{task:#}");
    let last = task["steps"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["name"], &last["status"]), (&json!("volumes"), &json!("complete")), "{task:#}");
    site.rested().await;
    assert_eq!(site.database().await, None);
    if !made.1.is_empty() {
        site.volume_goes(&made.1).await;
    }
    let revision = &site.admin.get(&format!("{}/revisions", site.path)).await[0];
    assert!(!revision["deletes"][0]["deletedAt"].is_null(), "{revision:#}");
    let told = |_: u16, data: &Value| {
        let all = data.as_array().cloned().unwrap_or_default();
        all.iter().any(|event| event["reason"] == "VolumeDeleted")
    };
    site.admin.until("/events?limit=100", "the history tells the deletion", told).await;
}

/// A new database, kept, and deleted by a change of nothing else.
async fn deleted_later(site: &Site<'_>) {
    for body in [on(), off()] {
        let (_, task) = site.change(body).await;
        assert_eq!(task["status"], "complete", "{task:#}");
        site.rested().await;
    }
    let kept = site.database().await.expect("a database of its own again");
    assert_eq!(site.shown().await["kept"], true);
    let (plan, task) = site.change(json!({"deleteVolumes": [site.claim()]})).await;
    assert!(claim_in(&plan, &site.claim()).is_some(), "{plan:#}");
    assert_eq!(task["status"], "complete", "{task:#}");
    site.rested().await;
    assert_eq!(site.database().await, None);
    assert!(site.shown().await.is_null());
    if !kept.1.is_empty() {
        site.volume_goes(&kept.1).await;
    }
}

#[tokio::test]
async fn a_deletion_survives_a_kill_of_each_role() {
    let _turn = turn().await;
    let (_folder, canopy, cluster) = canopy("volume-kills");
    let admin = canopy.first_admin().await;
    let (path, release) = running(&admin, &cluster).await;
    let site = Site { path, release, admin, cluster };
    let account = json!({"databaseUser": "site", "databaseName": "site", "databasePass": "another password",
        "databaseRootPass": "yet another password", "databaseHost": "localhost"});
    let (steps, mut missed) = (Steps::of(&canopy).await, 0);
    for role in ROLES {
        let task = loop {
            let with = json!({"services": {"mysql": true}, "databaseParameters": account});
            let task = site.asked(with).await;
            assert_eq!(site.admin.finished(&task).await["status"], "complete");
            site.rested().await;
            assert!(site.database().await.is_some());
            let task = site.asked(json!({"services": {"mysql": false}, "deleteVolumes": [site.claim()]})).await;
            if steps.runs(&task, "volumes").await {
                break task;
            }
            // It was too quick to be hit: the next one.
            assert_eq!(site.admin.finished(&task).await["status"], "complete");
            site.rested().await;
            missed += 1;
            assert!(missed < 20, "the deletion is over before it can be seen");
        };
        canopy.kill_and_revive(role).await;
        let done = site.admin.finished(&task).await;
        assert_eq!(done["status"], "complete", "{role} killed: {done:#}");
        site.rested().await;
        assert_eq!(site.database().await, None, "{role} killed");
        let revision = &site.admin.get(&format!("{}/revisions", site.path)).await[0];
        assert!(!revision["deletes"][0]["deletedAt"].is_null(), "{role} killed: {revision:#}");
    }
    let gone = site.admin.delete(&site.path).await;
    assert_eq!(site.admin.finished(gone["taskId"].as_str().unwrap()).await["status"], "complete");
}
