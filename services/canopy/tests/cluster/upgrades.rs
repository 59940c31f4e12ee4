//! Upgrades that are hit by a `kill -9` at each of their steps, and one that fails over a site that serves.

use crate::{
    canopy_with,
    steps::Steps,
    system::{
        Canopy, PATIENCE, Session,
        kubernetes::{Cluster, turn},
        moment, secret, torture,
    },
};
use k8s_openapi::api::{apps::v1::Deployment, core::v1::Secret, networking::v1::Ingress};
use kube::Api;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

const STEPS: [&str; 6] = ["check", "secrets", "apply", "rollout", "hooks", "finish"];
/// The roles that do the work of a task.
pub const ROLES: [&str; 3] = ["tasks", "deployments", "infrastructure"];
/// The other roles: who may do what, who is told of it, and the door to all of it. No step calls one of them, so they are
/// killed together: what all of them cannot do to an upgrade at once, none of them can do alone.
const OTHERS: [&str; 5] = ["auth", "teams", "events", "health", "bff"];

/// A Node.js site from an image: its old pods serve until the new ones do.
pub async fn running(admin: &Session<'_>, cluster: &Cluster) -> (String, String) {
    let team = admin.first_team().await;
    let id = admin.cluster("prod", &cluster.text()).await;
    installed(admin, Session::program("serves", &id, &team)).await
}

/// Creates a site and waits until it runs; its path and its release.
pub async fn installed(admin: &Session<'_>, body: Value) -> (String, String) {
    let created = admin.post("/deployments", body).await;
    let install = admin.finished(created["taskId"].as_str().unwrap()).await;
    assert_eq!(install["status"], "complete", "{install:#}");
    let site = created["id"].as_str().unwrap();
    assert_eq!(admin.rested(site).await["status"], "running");
    (format!("/deployments/{site}"), install["Params"]["release_name"].as_str().unwrap().to_owned())
}

/// Asks for another image; the task.
async fn change(admin: &Session<'_>, path: &str, tag: usize) -> String {
    let body = json!({"source": {"image": format!("registry.example.com/site:{tag}"), "port": 3000}});
    admin.put(path, body).await["taskId"].as_str().unwrap().to_owned()
}

fn states(cluster: &Cluster, release: &str) -> Vec<String> {
    let history = cluster.helm("helm", &["history", release, "-n", release, "-o", "json"]);
    let history: Value = serde_json::from_str(&history).unwrap();
    history.as_array().unwrap().iter().map(|revision| revision["status"].as_str().unwrap().to_owned()).collect()
}

async fn image(cluster: &Cluster, release: &str) -> String {
    let deployments: Api<Deployment> = Api::namespaced(cluster.client().await, release);
    let web = deployments.get(&format!("{release}-web")).await.unwrap();
    web.spec.unwrap().template.spec.unwrap().containers[0].image.clone().unwrap()
}

/// A WordPress site that is upgraded again and again: its upgrades write secrets, replace pods and run a hook.
struct Site<'a> {
    canopy: &'a Canopy,
    admin: Session<'a>,
    cluster: Cluster,
    path: String,
    release: String,
    steps: Steps,
}

impl Site<'_> {
    fn id(&self) -> &str {
        self.path.trim_start_matches("/deployments/")
    }

    fn domain(revision: i32) -> String {
        format!("v{revision}.example.com")
    }

    fn password(revision: i32) -> String {
        secret("app", &format!("v{revision}"))
    }

    /// Asks for the revision until it is made: a role may be about to come back, and an answer may end with bff.
    async fn order(&self, revision: i32) {
        let body = json!({"baseParameters": {"domain": Self::domain(revision), "appPass": Self::password(revision)}});
        let until = tokio::time::Instant::now() + PATIENCE;
        let mut lost = false;
        loop {
            let answer = self.canopy.reach(Method::PUT, &self.path, Some(&self.admin.token), Some(body.clone())).await;
            match &answer {
                Ok((200, _)) => return,
                // made by the call whose answer was lost
                Ok((409, _)) if lost => return,
                Ok((status, refused)) => assert!(*status >= 500, "revision {revision}: {status} {refused:#}"),
                Err(_) => {}
            }
            assert!(tokio::time::Instant::now() < until, "revision {revision} cannot be asked for: {answer:?}");
            lost = true;
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Makes a revision and kills the roles while the step is at work, whereupon the upgrade comes about all the same.
    /// `false`: the step had ended by the time of the kill, or had not been seen.
    async fn hit(&self, revision: i32, step: &str, roles: &[&str]) -> bool {
        let kill = async {
            let task = self.steps.task_of(self.id(), revision).await;
            let at_work = self.steps.runs(&task, step).await;
            (task, if at_work { Some(self.canopy.kill_and_revive_all(roles).await) } else { None })
        };
        let ((), (task, killed)) = tokio::join!(self.order(revision), kill);
        let done = self.admin.finished(&task).await;
        assert_eq!(done["status"], "complete", "{roles:?} killed at {step}: {done:#}");
        let of = |name: &str| done["steps"].as_array().unwrap().iter().find(|each| each["name"] == name).unwrap();
        assert_eq!(of("hooks")["reason"], "SiteSetUp", "a hook has run: {done:#}");
        self.is_in_effect(revision, &format!("{roles:?} killed at {step}")).await;
        // both are of this machine's clock
        killed.is_some_and(|killed| moment(&of(step)["finishedAt"]) > killed)
    }

    async fn is_in_effect(&self, revision: i32, after: &str) {
        let shown = self.admin.rested(self.id()).await;
        let (status, effective) = (&shown["status"], &shown["effectiveRevision"]);
        assert_eq!((status, effective), (&json!("running"), &json!(revision)), "{after}: {shown:#}");
        let client = self.cluster.client().await;
        let ingresses: Api<Ingress> = Api::namespaced(client.clone(), &self.release);
        let ingress = ingresses.get(&self.release).await.unwrap();
        let host = ingress.spec.unwrap().rules.unwrap()[0].host.clone();
        assert_eq!(host, Some(Self::domain(revision)), "{after}");
        let secrets: Api<Secret> = Api::namespaced(client, &self.release);
        let app = secrets.get(&format!("{}-app", self.release)).await.unwrap().data.unwrap();
        assert!(app["admin-password"].0 == Self::password(revision).as_bytes(), "{after}: the password is another one");
        let states = states(&self.cluster, &self.release);
        let (last, before) = states.split_last().unwrap();
        assert_eq!(last, "deployed", "{after}: {states:?}");
        assert!(before.iter().all(|state| state == "superseded"), "{after}: {states:?}");
    }
}

#[tokio::test]
async fn an_upgrade_survives_a_kill_of_each_role_at_each_of_its_steps() {
    let _turn = turn().await;
    let (_folder, canopy, cluster) = canopy_with("upgrade-kills", |_| {});
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let id = admin.cluster("prod", &cluster.text()).await;
    let mut body = Session::site("serves", &id, &team);
    for service in ["redis", "phpmyadmin"] {
        body["services"][service] = json!(false);
    }
    let (path, release) = installed(&admin, body).await;
    let site = Site { canopy: &canopy, admin, cluster, path, release, steps: Steps::of(&canopy).await };
    let groups: Vec<&[&str]> = ROLES.iter().map(std::slice::from_ref).chain([OTHERS.as_slice()]).collect();
    let killed: std::collections::BTreeSet<&str> = groups.iter().copied().flatten().copied().collect();
    let all: std::collections::BTreeSet<&str> =
        canopy.report["roles"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(killed, all, "every role is killed");
    let (mut revision, mut missed) = (1, Vec::new());
    for (turn, roles) in groups.iter().enumerate() {
        for (at, step) in STEPS.into_iter().enumerate() {
            // Each step once, by one group of roles after the other; each by each of them in `make torture`.
            if at % groups.len() != turn && !torture() {
                continue;
            }
            revision += 1;
            // One that was over too quickly to be hit is tried with the next upgrade.
            while !site.hit(revision, step, roles).await {
                revision += 1;
                missed.push((roles, step));
                assert!(missed.len() < 60, "steps are over before they can be hit: {missed:?}");
            }
        }
    }
    println!("{} upgrades, {} of them missed: {missed:?}", revision - 1, missed.len());
    let deleted = site.admin.delete(&site.path).await;
    assert_eq!(site.admin.finished(deleted["taskId"].as_str().unwrap()).await["status"], "complete");
}

#[tokio::test]
async fn an_upgrade_that_fails_over_a_site_that_serves_is_retried_and_another_is_discarded() {
    let turn = turn().await;
    let (_folder, canopy, cluster) = canopy_with("upgrade-fails", |command| {
        command.env("CANOPY_ROLLOUT_SCHEDULE", "1s");
    });
    let admin = canopy.first_admin().await;
    let (path, release) = running(&admin, &cluster).await;
    let site = path.trim_start_matches("/deployments/");
    let fails = async |turn, tag| {
        let held = cluster.hold(turn, &release).await;
        let task = change(&admin, &path, tag).await;
        let done = admin.finished(&task).await;
        let turn = held.let_go().await;
        assert_eq!(done["status"], "failed", "{done:#}");
        let shown = admin.rested(site).await;
        assert_eq!(shown["status"], "running", "the previous version serves: {shown:#}");
        let log = shown["errorLog"].as_str().unwrap();
        assert!(log.starts_with("No node can take pod "), "{log}");
        assert!(log.contains("The new version failed, the previous one is still running."), "{log}");
        (shown, turn)
    };
    let (shown, turn) = fails(turn, 2).await;
    assert_eq!((&shown["revision"], &shown["effectiveRevision"]), (&json!(2), &json!(1)));
    let retried = admin.post(&format!("{path}/retry"), json!({})).await;
    assert_eq!(admin.finished(retried["taskId"].as_str().unwrap()).await["status"], "complete");
    assert_eq!(admin.rested(site).await["effectiveRevision"], 2);
    assert_eq!(image(&cluster, &release).await, "registry.example.com/site:2");

    let (shown, _turn) = fails(turn, 3).await;
    assert_eq!((&shown["revision"], &shown["effectiveRevision"]), (&json!(3), &json!(2)));
    let discarded = admin.post(&format!("{path}/discard"), json!({})).await;
    assert_eq!(admin.finished(discarded["taskId"].as_str().unwrap()).await["status"], "complete");
    let shown = admin.rested(site).await;
    assert_eq!((&shown["status"], &shown["effectiveRevision"]), (&json!("running"), &json!(4)));
    assert_eq!(image(&cluster, &release).await, "registry.example.com/site:2");
    assert_eq!(states(&cluster, &release), ["superseded", "failed", "superseded", "failed", "deployed"]);
    let deleted = admin.delete(&path).await;
    assert_eq!(admin.finished(deleted["taskId"].as_str().unwrap()).await["status"], "complete");
}
