//! NATS away: no click is refused, no task waits, events catch up. The role `tasks` away: no click is refused either.

use crate::{
    canopy,
    system::{Session, kubernetes::turn},
    upgrades::running,
};
use nix::sys::signal::Signal;
use reqwest::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn an_install_and_a_restart_need_no_nats_and_events_catch_up() {
    let _turn = turn().await;
    let (_folder, canopy, cluster) = canopy("nats-away");
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let id = admin.cluster("prod", &cluster.text()).await;
    canopy.signal("nats", Signal::SIGSTOP);
    let created = admin.post("/deployments", Session::site("quiet", &id, &team)).await;
    let site = created["id"].as_str().unwrap().to_owned();
    let done = admin.finished(created["taskId"].as_str().unwrap()).await;
    assert_eq!(done["status"], "complete", "{done:#}");
    admin.until(&format!("/deployments/{site}"), "it runs", |_, d| d["status"] == "running").await;
    let restarted = admin.post(&format!("/deployments/{site}/restart"), json!({})).await;
    assert_eq!(admin.finished(restarted["taskId"].as_str().unwrap()).await["status"], "complete");
    admin.until("/health", "health tells", |_, data| data["components"]["nats"] != "up").await;
    let (status, events) = admin.try_call(Method::GET, "/events?limit=100", None).await;
    assert_eq!(status, 200);
    assert!(!events.to_string().contains("RestartRequested"), "events cannot have arrived: {events:#}");

    canopy.signal("nats", Signal::SIGCONT);
    let all = |_: u16, data: &Value| {
        ["DeploymentCreated", "RestartRequested", "TaskCompleted"]
            .iter()
            .all(|reason| data.to_string().contains(reason))
    };
    admin.until("/events?limit=100", "the events caught up", all).await;
    let deleted = admin.delete(&format!("/deployments/{site}")).await;
    assert_eq!(admin.finished(deleted["taskId"].as_str().unwrap()).await["status"], "complete");
}

#[tokio::test]
async fn a_restart_is_accepted_while_tasks_is_away_and_done_when_it_is_back() {
    let _turn = turn().await;
    let (_folder, canopy, cluster) = canopy("tasks-away");
    let admin = canopy.first_admin().await;
    let (path, _) = running(&admin, &cluster).await;
    canopy.signal("tasks", Signal::SIGSTOP);
    // nobody can be asked for the task now
    let (status, answer) = admin.try_call(Method::POST, &format!("{path}/restart"), Some(json!({}))).await;
    assert_eq!(status, 200, "{answer:#}");
    let task = answer["data"]["taskId"].as_str().unwrap();
    assert_eq!(admin.get(&path).await["currentTaskId"], task, "it is at work for whoever looks");
    let (status, refused) = admin.try_call(Method::POST, &format!("{path}/restart"), Some(json!({}))).await;
    assert_eq!((status, &refused["details"]["reason"]), (409, &json!("TASK_RUNNING")), "{refused:#}");

    canopy.signal("tasks", Signal::SIGCONT);
    let done = admin.finished(task).await;
    assert_eq!((&done["type"], &done["status"]), (&json!("restart"), &json!("complete")), "{done:#}");
    let shown = admin.rested(path.trim_start_matches("/deployments/")).await;
    assert_eq!(shown["status"], "running", "{shown:#}");
    let deleted = admin.delete(&path).await;
    assert_eq!(admin.finished(deleted["taskId"].as_str().unwrap()).await["status"], "complete");
}
