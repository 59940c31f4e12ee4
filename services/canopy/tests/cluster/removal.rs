//! A deletion that was looked at does not delete what has come since.

use crate::{canopy, system::kubernetes::turn, upgrades::running};
use k8s_openapi::api::core::v1::ConfigMap;
use kube::{Api, api::PostParams};
use nix::sys::signal::Signal;
use reqwest::Method;
use serde_json::json;

#[tokio::test]
async fn what_has_come_since_the_plan_of_a_deletion_is_named_and_nothing_goes_until_it_was_seen() {
    let _turn = turn().await;
    let (_folder, canopy, cluster) = canopy("removal");
    let admin = canopy.first_admin().await;
    let (path, release) = running(&admin, &cluster).await;
    let planned = admin.post(&format!("{path}/plan/delete"), json!({})).await;
    let hash = planned["hash"].as_str().unwrap();
    // the task waits, and somebody is at work in the namespace
    canopy.signal("tasks", Signal::SIGSTOP);
    // nobody can be asked for the task now
    let (status, answer) = admin.try_call(Method::DELETE, &format!("{path}?plan={hash}"), None).await;
    assert_eq!(status, 200, "{answer:#}");
    let deleted = &answer["data"];
    let maps: Api<ConfigMap> = Api::namespaced(cluster.client().await, &release);
    let theirs = serde_json::from_value(json!({"metadata": {"name": "theirs"}, "data": {"a": "b"}})).unwrap();
    maps.create(&PostParams::default(), &theirs).await.unwrap();
    canopy.signal("tasks", Signal::SIGCONT);
    let task = admin.finished(deleted["taskId"].as_str().unwrap()).await;
    assert_eq!(task["status"], "failed", "{task:#}");
    let error = task["error"].as_str().unwrap();
    assert!(error.contains("ConfigMap theirs"), "{error}");
    let shown = admin.rested(path.trim_start_matches("/deployments/")).await;
    assert_eq!(shown["status"], "failed", "{shown:#}");
    assert!(maps.get_opt("theirs").await.unwrap().is_some());
    let services = admin.get(&format!("{path}/services")).await;
    let web = services["services"].as_array().unwrap().iter().find(|service| service["id"] == "web").unwrap();
    assert_eq!(web["ready"], 1, "nothing was begun: {services:#}");

    // what is seen now goes
    let planned = admin.post(&format!("{path}/plan/delete"), json!({})).await;
    let names: Vec<&str> =
        planned["objects"].as_array().unwrap().iter().map(|object| object["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"theirs"), "{names:?}");
    let hash = planned["hash"].as_str().unwrap();
    let deleted = admin.delete(&format!("{path}?plan={hash}")).await;
    let task = admin.finished(deleted["taskId"].as_str().unwrap()).await;
    assert_eq!(task["status"], "complete", "{task:#}");
}
