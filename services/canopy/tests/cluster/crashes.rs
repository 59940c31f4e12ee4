//! `kill -9` in the middle of an install: the task resumes at its step, the same Helm revision, each effect once.

use crate::{
    canopy,
    system::{
        Session,
        kubernetes::{Cluster, turn},
    },
};
use k8s_openapi::api::{
    apps::v1::{Deployment, StatefulSet},
    core::v1::Secret,
};
use kube::{Api, ResourceExt, api::ListParams};
use nix::sys::signal::Signal;
use serde_json::Value;

/// What an install did to the cluster: how often each workload's spec changed, and which release records there are.
async fn effects(cluster: Cluster, release: &str) -> (Vec<(String, i64)>, Vec<String>) {
    let client = cluster.client().await;
    let all = ListParams::default();
    let deployments: Api<Deployment> = Api::namespaced(client.clone(), release);
    let sets: Api<StatefulSet> = Api::namespaced(client.clone(), release);
    let mut generations: Vec<(String, i64)> = Vec::new();
    for object in deployments.list(&all).await.unwrap() {
        generations.push((object.name_any(), object.metadata.generation.unwrap_or(0)));
    }
    for object in sets.list(&all).await.unwrap() {
        generations.push((object.name_any(), object.metadata.generation.unwrap_or(0)));
    }
    let secrets: Api<Secret> = Api::namespaced(client, release);
    let records = secrets.list(&ListParams::default().labels("owner=helm")).await.unwrap();
    (generations, records.iter().map(ResourceExt::name_any).collect())
}

async fn killed_midway(role: &str, step: &str) {
    let turn = turn().await;
    let (_folder, canopy, cluster) = canopy(&format!("kill-{role}"));
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let id = admin.cluster("prod", &cluster.text()).await;
    let name = format!("crash-{role}");
    let held = cluster.hold(turn, &format!("{name}-")).await;
    let created = admin.post("/deployments", Session::site(&name, &id, &team)).await;
    let task = created["taskId"].as_str().unwrap();
    let seen = admin.step_runs(task, step).await;
    let release = seen["Params"]["release_name"].as_str().unwrap().to_owned();
    let before = completed(&seen);
    canopy.signal(role, Signal::SIGKILL);
    // let pods start only when the task is at work again: a take-over happened, or the role is back
    admin
        .until(&format!("/tasks/{task}"), "the task goes on", |status, data| {
            status == 200 && data["status"] == "running" && completed(data).starts_with(&before)
        })
        .await;
    let _turn = held.let_go().await;
    let done = admin.finished(task).await;
    assert_eq!(done["status"], "complete", "{done:#}");
    for step in &before {
        let count = done["steps"].as_array().unwrap().iter().filter(|s| s["name"] == step.as_str()).count();
        assert_eq!(count, 1, "{done:#}");
    }
    let started = |task: &Value, step: &str| {
        task["steps"].as_array().unwrap().iter().find(|s| s["name"] == step).map(|s| s["startedAt"].clone())
    };
    for step in &before {
        assert_eq!(started(&seen, step), started(&done, step), "the step {step} was done again");
    }

    let (generations, records) = effects(cluster, &release).await;
    assert!(generations.len() >= 3, "{generations:?}");
    assert!(
        generations.iter().all(|(_, generation)| *generation == 1),
        "applied with changes more than once: {generations:?}"
    );
    assert_eq!(records, [format!("sh.helm.release.v1.{release}.v1")]);
    let site = created["id"].as_str().unwrap();
    admin.rested(site).await;
    let deleted = admin.delete(&format!("/deployments/{site}")).await;
    assert_eq!(admin.finished(deleted["taskId"].as_str().unwrap()).await["status"], "complete");
}

fn completed(task: &Value) -> Vec<String> {
    let steps = task["steps"].as_array().cloned().unwrap_or_default();
    steps
        .iter()
        .filter(|step| step["status"] == "complete")
        .map(|step| step["name"].as_str().unwrap_or_default().to_owned())
        .collect()
}

#[tokio::test]
async fn tasks_killed_during_the_rollout_resumes_there() {
    killed_midway("tasks", "rollout").await;
}

#[tokio::test]
async fn deployments_killed_during_an_install_changes_nothing() {
    killed_midway("deployments", "rollout").await;
}

#[tokio::test]
async fn infrastructure_killed_during_the_rollout_is_attached_to_again() {
    killed_midway("infrastructure", "rollout").await;
}

/// The three of them killed again and again, at whatever moment it hits; `make torture` asks for more rounds.
#[tokio::test]
async fn an_install_survives_a_storm_of_kills() {
    let _turn = turn().await;
    let (_folder, canopy, cluster) = canopy("storm");
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let id = admin.cluster("prod", &cluster.text()).await;
    let created = admin.post("/deployments", Session::site("storm", &id, &team)).await;
    let (site, task) = (created["id"].as_str().unwrap(), created["taskId"].as_str().unwrap());
    let rounds = std::env::var("CANOPY_TORTURE").map_or(2, |rounds| rounds.parse().unwrap());
    for _ in 0..rounds {
        for role in ["tasks", "infrastructure", "deployments"] {
            canopy.kill_and_revive(role).await;
        }
    }
    let done = admin.finished(task).await;
    assert_eq!(done["status"], "complete", "{done:#}");
    let release = done["Params"]["release_name"].as_str().unwrap();
    let (generations, records) = effects(cluster, release).await;
    assert!(generations.iter().all(|(_, generation)| *generation == 1), "{generations:?}");
    assert_eq!(records.len(), 1, "{records:?}");
    admin.rested(site).await;
    let deleted = admin.delete(&format!("/deployments/{site}")).await;
    assert_eq!(admin.finished(deleted["taskId"].as_str().unwrap()).await["status"], "complete");
}
