//! Sites whose pods find no place wait, and hold nobody up: not on another cluster and not on theirs.

use crate::{
    canopy_with,
    system::{Session, kubernetes::alone, moment},
    upgrades::installed,
};
use reqwest::Method;
use serde_json::{Value, json};
use time::OffsetDateTime;

/// How many sites wait: 500 with `CANOPY_TORTURE=10`.
fn waiting() -> usize {
    std::env::var("CANOPY_TORTURE").map_or(30, |times| 50 * times.parse::<usize>().unwrap())
}

/// Restarts a site and waits until that has ended; the seconds from the click to the beginning of its first step.
async fn restarted(by: &Session<'_>, path: &str) -> f64 {
    let click = OffsetDateTime::now_utc();
    let answer = by.post(&format!("{path}/restart"), json!({})).await;
    let done = by.finished(answer["taskId"].as_str().unwrap()).await;
    assert_eq!((&done["type"], &done["status"]), (&json!("restart"), &json!("complete")), "{done:#}");
    (moment(&done["steps"][0]["startedAt"]) - click).as_seconds_f64()
}

/// Waits for its pods.
fn waits(task: &Value) -> bool {
    let steps = task["steps"].as_array().unwrap();
    task["status"] == "running" && steps.iter().any(|step| step["name"] == "rollout" && step["status"] == "running")
}

#[tokio::test]
async fn sites_that_find_no_node_hold_up_neither_their_cluster_nor_another() {
    let (_folder, canopy, cluster) = canopy_with("waiting", |command| {
        // the other cluster is the simulated one that Canopy brings
        command.env_remove("CANOPY_NO_SANDBOX").env("CANOPY_SANDBOX_SPEED", "10");
        // they wait for as long as the test needs
        command.env("CANOPY_ROLLOUT_SCHEDULE", "60m").env("CANOPY_ROLLOUT_OVERALL", "60m");
        for (of, whose) in [("", "TEAM"), ("", "USER"), ("TASKS_", "TEAM"), ("TASKS_", "USER")] {
            command.env(format!("CANOPY_DEPLOYMENTS_{of}PER_{whose}"), "10000");
        }
    });
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let simulated = |clusters: &Value| {
        let all = clusters.as_array().cloned().unwrap_or_default();
        all.into_iter().find(|each| each["name"] == "Sandbox (simulated)" && each["status"] == "operational")
    };
    let seen = admin.until("/clusters", "the simulated cluster is there", |_, all| simulated(all).is_some()).await;
    let other = simulated(&seen).unwrap()["id"].as_str().unwrap().to_owned();
    let own = admin.cluster("prod", &cluster.text()).await;
    let (neighbour, _) = canopy.user("uma@example.com").await;
    let shop = neighbour.post("/teams", json!({"name": "Shop", "description": "Another team"})).await;
    let (elsewhere, _) = installed(&neighbour, Session::program("else", &other, shop["id"].as_str().unwrap())).await;
    let _alone = alone().await;
    let (beside, _) = installed(&admin, Session::program("beside", &own, &team)).await;

    // The node has eight cores: when a site has four of them, and others a little, no other has room for as many.
    let large = |name: &str| {
        let mut body = Session::program(name, &own, &team);
        body["resources"] = json!({"cpu": "4"});
        body
    };
    let (filler, _) = installed(&admin, large("filler")).await;
    let mut waiting = Vec::new();
    for n in 0..self::waiting() {
        let created = admin.post("/deployments", large(&format!("full{n}"))).await;
        let [site, task] = ["id", "taskId"].map(|field| created[field].as_str().unwrap().to_owned());
        waiting.push((format!("/deployments/{site}"), format!("/tasks/{task}")));
    }
    for (_, task) in &waiting {
        admin.until(task, "it waits for its pods", |status, task| status == 200 && waits(task)).await;
    }
    let there = restarted(&neighbour, &elsewhere).await;
    let here = restarted(&admin, &beside).await;
    for (_, task) in &waiting {
        let shown = admin.get(task).await;
        assert!(waits(&shown), "it was to wait all the time: {shown:#}");
    }
    println!(
        "{} sites wait; a restart begins after {there:.3} s elsewhere, after {here:.3} s on their cluster",
        waiting.len()
    );

    for (path, _) in &waiting {
        // Hundreds of cancels at once keep the database busy: whoever is told to ask again does.
        let (status, deleted) = loop {
            match admin.try_call(Method::DELETE, path, None).await {
                (503, _) => {}
                answer => break answer,
            }
        };
        assert_eq!((status, &deleted["data"]["deleting"]), (200, &json!(true)), "{deleted:#}");
    }
    for (path, _) in &waiting {
        admin.until(path, "what waited is gone", |status, _| status == 404).await;
    }
    for (by, path) in [(&neighbour, &elsewhere), (&admin, &beside), (&admin, &filler)] {
        let deleted = by.delete(path).await;
        assert_eq!(by.finished(deleted["taskId"].as_str().unwrap()).await["status"], "complete");
    }
}
