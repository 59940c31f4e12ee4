//! Upgrades that are hit by a `kill -9` at each of their steps, and one that fails over a site that serves.

use crate::{
    canopy_with,
    system::{
        PATIENCE, Session,
        kubernetes::{Cluster, turn},
    },
};
use k8s_openapi::api::apps::v1::Deployment;
use kube::Api;
use reqwest::Method;
use serde_json::{Value, json};

const STEPS: [&str; 6] = ["check", "secrets", "apply", "rollout", "hooks", "finish"];
pub const ROLES: [&str; 3] = ["tasks", "deployments", "infrastructure"];

/// A Node.js site from an image: its old pods serve until the new ones do.
pub async fn running(admin: &Session<'_>, cluster: &Cluster) -> (String, String) {
    let team = admin.first_team().await;
    let id = admin.cluster("prod", &cluster.text()).await;
    let mut body = Session::site("serves", &id, &team);
    body["type"] = json!("nodejs");
    body["services"] =
        json!({"nginx": false, "mysql": false, "redis": false, "ftp": false, "phpmyadmin": false, "cloudflare": false});
    body["source"] = json!({"image": "registry.example.com/site:1", "port": 3000});
    let created = admin.post("/deployments", body).await;
    let install = admin.finished(created["taskId"].as_str().unwrap()).await;
    assert_eq!(install["status"], "complete", "{install:#}");
    let site = created["id"].as_str().unwrap().to_owned();
    admin.rested(&site).await;
    (format!("/deployments/{site}"), install["Params"]["release_name"].as_str().unwrap().to_owned())
}

/// Asks for another image; the task.
async fn change(admin: &Session<'_>, path: &str, tag: usize) -> String {
    let body = json!({"source": {"image": format!("registry.example.com/site:{tag}"), "port": 3000}});
    let (status, answer) = admin.try_call(Method::PUT, path, Some(body)).await;
    assert_eq!(status, 200, "{answer:#}");
    answer["data"]["taskId"].as_str().unwrap().to_owned()
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

/// Waits until the step is at work, and says so; `false` when it was over before that was seen.
pub async fn runs(admin: &Session<'_>, task: &str, step: &str) -> bool {
    let until = tokio::time::Instant::now() + PATIENCE;
    loop {
        let shown = admin.get(&format!("/tasks/{task}")).await;
        let steps = shown["steps"].as_array().cloned().unwrap_or_default();
        let status = steps.iter().find(|each| each["name"] == step).map(|each| each["status"].clone());
        match status.as_ref().and_then(Value::as_str) {
            Some("running") => return true,
            None | Some("pending") => {}
            Some(_) => return false,
        }
        assert!(tokio::time::Instant::now() < until, "{step} was not begun: {shown:#}");
    }
}

#[tokio::test]
async fn an_upgrade_survives_a_kill_of_each_role_at_each_of_its_steps() {
    let _turn = turn().await;
    let (_folder, canopy, cluster) = canopy_with("upgrade-kills", |_| {});
    let admin = canopy.first_admin().await;
    let (path, release) = running(&admin, &cluster).await;
    let site = path.trim_start_matches("/deployments/");
    let (mut tag, mut missed) = (1, 0);
    for role in ROLES {
        for step in STEPS {
            let task = loop {
                tag += 1;
                let task = change(&admin, &path, tag).await;
                if runs(&admin, &task, step).await {
                    break task;
                }
                // It was too quick to be hit: the next one.
                assert_eq!(admin.finished(&task).await["status"], "complete");
                admin.rested(site).await;
                missed += 1;
                assert!(missed < 60, "steps are over before they can be seen: {step}");
            };
            canopy.kill_and_revive(role).await;
            let done = admin.finished(&task).await;
            assert_eq!(done["status"], "complete", "{role} killed at {step}: {done:#}");
            let shown = admin.rested(site).await;
            assert_eq!(
                (&shown["status"], &shown["effectiveRevision"]),
                (&json!("running"), &json!(tag)),
                "{role} killed at {step}: {shown:#}"
            );
            assert_eq!(image(&cluster, &release).await, format!("registry.example.com/site:{tag}"));
            let states = states(&cluster, &release);
            let (last, before) = states.split_last().unwrap();
            assert_eq!(last, "deployed", "{role} killed at {step}: {states:?}");
            assert!(before.iter().all(|state| state == "superseded"), "{role} killed at {step}: {states:?}");
        }
    }
    let deleted = admin.delete(&path).await;
    assert_eq!(admin.finished(deleted["taskId"].as_str().unwrap()).await["status"], "complete");
}

#[tokio::test]
async fn an_upgrade_that_fails_over_a_site_that_serves_is_retried_and_another_is_discarded() {
    let _turn = turn().await;
    let (_folder, canopy, cluster) = canopy_with("upgrade-fails", |command| {
        command.env("CANOPY_ROLLOUT_SCHEDULE", "1s");
    });
    let admin = canopy.first_admin().await;
    let (path, release) = running(&admin, &cluster).await;
    let site = path.trim_start_matches("/deployments/");
    let fails = async |tag| {
        cluster.cordon(true).await;
        let task = change(&admin, &path, tag).await;
        let done = admin.finished(&task).await;
        cluster.cordon(false).await;
        assert_eq!(done["status"], "failed", "{done:#}");
        let shown = admin.rested(site).await;
        assert_eq!(shown["status"], "running", "the previous version serves: {shown:#}");
        let log = shown["errorLog"].as_str().unwrap();
        assert!(log.starts_with("No node can take pod "), "{log}");
        assert!(log.contains("The new version failed, the previous one is still running."), "{log}");
        shown
    };
    let shown = fails(2).await;
    assert_eq!((&shown["revision"], &shown["effectiveRevision"]), (&json!(2), &json!(1)));
    let retried = admin.post(&format!("{path}/retry"), json!({})).await;
    assert_eq!(admin.finished(retried["taskId"].as_str().unwrap()).await["status"], "complete");
    assert_eq!(admin.rested(site).await["effectiveRevision"], 2);
    assert_eq!(image(&cluster, &release).await, "registry.example.com/site:2");

    let shown = fails(3).await;
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
