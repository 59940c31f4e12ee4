//! A site moves from one cluster to another: from the one under test to a simulated one, and back.

use crate::{
    canopy_beside,
    steps::Steps,
    system::{
        Canopy, Folder, Session,
        kubernetes::{Cluster, client, cordon, turn},
        sandbox::Sandbox,
        torture,
    },
    upgrades::{ROLES, installed},
};
use k8s_openapi::api::{
    apps::v1::Deployment,
    core::v1::{Namespace, Secret},
};
use kube::{
    Api, Client, ResourceExt as _,
    api::{ListParams, Patch, PatchParams},
};
use reqwest::Method;
use serde_json::{Value, json};

mod data;
mod dead;

/// A site on the cluster under test, and the way to a second cluster.
struct Stage<'a> {
    admin: &'a Session<'a>,
    /// Of the site.
    path: String,
    release: String,
    old: (String, Client),
    new: (String, Client),
}

/// A Canopy that may reach two clusters; the second one is simulated.
fn two(what: &str, budget: &str) -> (Folder, Canopy, Cluster, Folder, Sandbox) {
    let home = Folder::fresh(&format!("{what}-second"));
    let second = Sandbox::start(&home.0.join("cluster"));
    let (folder, canopy, cluster) = canopy_beside(what, &[second.address()], |command| {
        command.env("CANOPY_TASKS_BUDGET", budget);
    });
    (folder, canopy, cluster, home, second)
}

impl<'a> Stage<'a> {
    async fn set(admin: &'a Session<'a>, cluster: &Cluster, second: &Sandbox) -> Self {
        Self::of(admin, cluster, second, Session::program).await
    }

    async fn of(
        admin: &'a Session<'a>,
        cluster: &Cluster,
        second: &Sandbox,
        site: fn(&str, &str, &str) -> Value,
    ) -> Self {
        let team = admin.first_team().await;
        let old = admin.cluster("prod", &cluster.text()).await;
        let new = admin.cluster("second", &second.kubeconfig).await;
        let (path, release) = installed(admin, site("moves", &old, &team)).await;
        let second = client(&second.kubeconfig).await;
        Self { admin, path, release, old: (old, cluster.client().await), new: (new, second) }
    }

    async fn plan(&self, to: &str) -> Value {
        self.admin.post(&format!("{}/plan", self.path), json!({"clusterId": to})).await
    }

    /// Looks at the plan and asks for the move; its task.
    async fn begin(&self, to: &str) -> String {
        let plan = self.plan(to).await;
        let body = json!({"clusterId": to, "plan": plan["hash"], "reason": "More room"});
        self.admin.put(&self.path, body).await["taskId"].as_str().unwrap().to_owned()
    }

    async fn site(&self) -> Value {
        self.admin.rested(self.path.trim_start_matches("/deployments/")).await
    }

    /// Whether the site's namespace is there.
    async fn is_on(&self, cluster: &Client) -> bool {
        let namespaces: Api<Namespace> = Api::all(cluster.clone());
        namespaces.get_opt(&self.release).await.unwrap().is_some()
    }

    /// The release records there, by name.
    async fn records(&self, cluster: &Client) -> Vec<String> {
        let secrets: Api<Secret> = Api::namespaced(cluster.clone(), &self.release);
        let records = secrets.list(&ListParams::default().labels("owner=helm")).await.unwrap();
        records.iter().map(|secret| secret.name_any()).collect()
    }

    async fn ready(&self, cluster: &Client) -> Option<i32> {
        let deployments: Api<Deployment> = Api::namespaced(cluster.clone(), &self.release);
        let web = deployments.get(&format!("{}-web", self.release)).await.unwrap();
        web.status.and_then(|status| status.available_replicas)
    }

    async fn runs_untouched_on_the_old(&self) {
        let site = self.site().await;
        assert_eq!((&site["status"], &site["clusterId"]), (&json!("running"), &json!(self.old.0)), "{site:#}");
        assert_eq!(self.ready(&self.old.1).await, Some(1));
        assert_eq!(self.records(&self.old.1).await, [format!("sh.helm.release.v1.{}.v1", self.release)]);
        assert!(!self.is_on(&self.new.1).await, "what was begun is gone");
    }

    async fn delete(&self) {
        let deleted = self.admin.delete(&self.path).await;
        assert_eq!(self.admin.finished(deleted["taskId"].as_str().unwrap()).await["status"], "complete");
        assert!(!self.is_on(&self.old.1).await && !self.is_on(&self.new.1).await);
    }
}

fn status(task: &Value, step: &str) -> String {
    let steps = task["steps"].as_array().cloned().unwrap_or_default();
    let found = steps.iter().find(|each| each["name"] == step).map(|each| each["status"].clone());
    found.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned()
}

#[tokio::test]
async fn a_site_is_up_on_the_other_cluster_before_it_goes_from_the_first() {
    let _turn = turn().await;
    let (_folder, canopy, cluster, _home, second) = two("move", "20m");
    let admin = canopy.first_admin().await;
    let stage = Stage::set(&admin, &cluster, &second).await;
    let (new, old) = (stage.new.0.clone(), stage.old.0.clone());

    let plan = stage.plan(&new).await;
    let shown = &plan["move"];
    assert_eq!((&shown["fromClusterName"], &shown["toClusterName"]), (&json!("prod"), &json!("second")), "{plan:#}");
    assert!(plan["objects"].as_array().unwrap().iter().all(|object| object["action"] == "create"), "{plan:#}");
    let leaves = shown["leaves"].as_array().unwrap();
    assert!(leaves.iter().any(|object| object["kind"] == "Namespace"), "{shown:#}");
    assert!(leaves.iter().all(|object| object["action"] == "delete"), "{shown:#}");
    assert_eq!(shown["notices"][1]["reason"], "MoveUnreachable", "{shown:#}");
    let (status_of, refused) = admin.try_call(Method::PUT, &stage.path, Some(json!({"clusterId": new}))).await;
    let reason = &refused["details"]["reasons"]["plan"]["reason"];
    assert_eq!((status_of, reason), (400, &json!("MOVE_WANTS_PLAN")), "{refused:#}");

    // it waits for its pods there: the old one serves
    cordon(stage.new.1.clone(), true).await;
    let task = stage.begin(&new).await;
    admin.step_runs(&task, "rollout").await;
    let meanwhile = admin.get(&stage.path).await;
    assert_eq!((&meanwhile["clusterId"], &meanwhile["operation"]), (&json!(old), &json!("move")), "{meanwhile:#}");
    assert_eq!(meanwhile["elsewhere"], json!({"clusterId": new, "clusterName": "second", "state": "target"}));
    assert_eq!(stage.ready(&stage.old.1).await, Some(1));
    for cluster in [&new, &old] {
        let (status_of, refused) = admin.try_call(Method::DELETE, &format!("/clusters/{cluster}"), None).await;
        assert_eq!(status_of, 400, "{refused:#}");
    }
    cordon(stage.new.1.clone(), false).await;
    let done = admin.finished(&task).await;
    assert_eq!((&done["type"], &done["status"]), (&json!("move"), &json!("complete")), "{done:#}");
    assert_eq!(status(&done, "undo"), "skipped", "{done:#}");
    let site = stage.site().await;
    assert_eq!((&site["status"], &site["clusterId"]), (&json!("running"), &json!(new)), "{site:#}");
    assert_eq!(site["elsewhere"], Value::Null);
    assert_eq!(stage.ready(&stage.new.1).await, Some(1));
    assert!(!stage.is_on(&stage.old.1).await, "it is gone where it was");
    assert_eq!(stage.records(&stage.new.1).await, [format!("sh.helm.release.v1.{}.v1", stage.release)]);
    let all = |_: u16, data: &Value| {
        ["MoveRequested", "DeploymentMoved"].iter().all(|reason| data.to_string().contains(reason))
    };
    admin.until("/events?limit=100", "the history tells of it", all).await;
    let revisions = admin.get(&format!("{}/revisions", stage.path)).await;
    let places: Vec<&Value> = revisions.as_array().unwrap().iter().map(|each| &each["clusterName"]).collect();
    assert_eq!(places, [&json!("second"), &json!("prod")]);

    // what runs there now is an ordinary site
    let restarted = admin.post(&format!("{}/restart", stage.path), json!({})).await;
    assert_eq!(admin.finished(restarted["taskId"].as_str().unwrap()).await["status"], "complete");
    admin.delete(&format!("/clusters/{old}")).await;
    stage.delete().await;
}

#[tokio::test]
async fn a_cancel_in_the_middle_leaves_the_site_where_it_is() {
    let _turn = turn().await;
    let (_folder, canopy, cluster, _home, second) = two("move-cancel", "20m");
    let admin = canopy.first_admin().await;
    let stage = Stage::set(&admin, &cluster, &second).await;
    cordon(stage.new.1.clone(), true).await;
    let task = stage.begin(&stage.new.0).await;
    admin.step_runs(&task, "rollout").await;
    assert!(stage.is_on(&stage.new.1).await);
    admin.post(&format!("/tasks/{task}/cancel"), json!({})).await;
    let done = admin.finished(&task).await;
    assert_eq!((&done["status"], status(&done, "undo")), (&json!("failed"), "complete".to_owned()), "{done:#}");
    stage.runs_untouched_on_the_old().await;

    // given up, the site is as before, and the other cluster has nothing to do with it
    let discarded = admin.post(&format!("{}/discard", stage.path), json!({})).await;
    assert_eq!(admin.finished(discarded["taskId"].as_str().unwrap()).await["status"], "complete");
    let site = stage.site().await;
    assert_eq!((&site["elsewhere"], &site["status"]), (&Value::Null, &json!("running")), "{site:#}");
    admin.delete(&format!("/clusters/{}", stage.new.0)).await;
    stage.delete().await;
}

#[tokio::test]
async fn a_site_that_does_not_come_up_there_stays_where_it_is_and_a_retry_moves_it() {
    let _turn = turn().await;
    let (_folder, canopy, cluster, _home, second) = two("move-fails", "20m");
    let admin = canopy.first_admin().await;
    let stage = Stage::set(&admin, &cluster, &second).await;
    cordon(stage.new.1.clone(), true).await;
    let task = stage.begin(&stage.new.0).await;
    admin.step_runs(&task, "rollout").await;
    let deployments: Api<Deployment> = Api::namespaced(stage.new.1.clone(), &stage.release);
    let fault = json!({"spec": {"template": {"metadata": {"annotations": {"canopy.internal/fault": "image"}}}}});
    let web = format!("{}-web", stage.release);
    deployments.patch(&web, &PatchParams::default(), &Patch::Merge(fault)).await.unwrap();
    cordon(stage.new.1.clone(), false).await;
    let done = admin.finished(&task).await;
    assert_eq!((&done["status"], status(&done, "rollout")), (&json!("failed"), "failed".to_owned()), "{done:#}");
    assert_eq!(status(&done, "undo"), "complete", "{done:#}");
    stage.runs_untouched_on_the_old().await;
    let site = stage.site().await;
    assert_eq!((&site["elsewhere"]["state"], &site["lastResult"]), (&json!("undone"), &json!("failed")), "{site:#}");
    assert!(!site["errorLogReason"].as_str().unwrap().is_empty(), "{site:#}");

    let again = admin.post(&format!("{}/retry", stage.path), json!({})).await;
    let done = admin.finished(again["taskId"].as_str().unwrap()).await;
    assert_eq!(done["status"], "complete", "{done:#}");
    let site = stage.site().await;
    assert_eq!((&site["status"], &site["clusterId"]), (&json!("running"), &json!(stage.new.0)), "{site:#}");
    assert!(!stage.is_on(&stage.old.1).await);
    stage.delete().await;
}

#[tokio::test]
async fn a_cluster_that_is_registered_twice_is_no_place_to_move_to() {
    let (_folder, canopy, cluster, _home, _second) = two("move-twin", "20m");
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let prod = admin.cluster("prod", &cluster.text()).await;
    let twin = admin.cluster("twin", &cluster.text()).await;
    let (path, _) = installed(&admin, Session::program("stays", &prod, &team)).await;
    let (status_of, refused) =
        admin.try_call(Method::POST, &format!("{path}/plan"), Some(json!({"clusterId": twin}))).await;
    let reason = &refused["details"]["reasons"]["clusterId"]["reason"];
    assert_eq!((status_of, reason), (400, &json!("MOVE_SITE_THERE")), "{refused:#}");
    let deleted = admin.delete(&path).await;
    assert_eq!(admin.finished(deleted["taskId"].as_str().unwrap()).await["status"], "complete");
}

/// There and back again, with the roles that do the work killed at each step that can be caught.
#[tokio::test]
async fn a_move_survives_a_kill_of_each_role_at_each_step() {
    const STEPS: [&str; 9] =
        ["check", "namespace", "secrets", "apply", "rollout", "hooks", "finish", "switch", "vacate"];
    let _turn = turn().await;
    let (_folder, canopy, cluster, _home, second) = two("move-kill", "20m");
    let admin = canopy.first_admin().await;
    let stage = Stage::set(&admin, &cluster, &second).await;
    let (steps, mut caught) = (Steps::of(&canopy).await, 0);
    for (n, to) in [&stage.new, &stage.old, &stage.new].into_iter().enumerate() {
        let from = if to.0 == stage.new.0 { &stage.old } else { &stage.new };
        let task = stage.begin(&to.0).await;
        for (at, step) in STEPS.into_iter().enumerate() {
            // Each step once, by one role after the other; each by each of them in `make torture`.
            let hit = at % ROLES.len() == n || torture();
            if hit && steps.runs(&task, step).await {
                caught += 1;
                canopy.kill_and_revive(ROLES[(at + n) % ROLES.len()]).await;
            }
        }
        let done = admin.finished(&task).await;
        assert_eq!(done["status"], "complete", "{done:#}");
        let site = stage.site().await;
        assert_eq!((&site["status"], &site["clusterId"]), (&json!("running"), &json!(to.0)), "{site:#}");
        assert_eq!(site["elsewhere"], Value::Null, "{site:#}");
        assert!(stage.is_on(&to.1).await && !stage.is_on(&from.1).await);
        assert_eq!(stage.records(&to.1).await, [format!("sh.helm.release.v1.{}.v1", stage.release)]);
    }
    assert!(caught > 0, "no step was seen at work");
    stage.delete().await;
}
