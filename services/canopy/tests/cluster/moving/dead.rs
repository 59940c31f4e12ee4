//! The cluster that a site leaves is dead, or dies meanwhile.

use super::two;
use crate::system::{Session, kubernetes::turn};
use crate::upgrades::installed;
use k8s_openapi::api::core::v1::Namespace;
use kube::Api;
use reqwest::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn a_cluster_that_dies_after_the_switch_holds_nothing_up_for_ever() {
    let turn = turn().await;
    let (_folder, canopy, cluster, _home, second) = two("move-dead", "120s");
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let old = admin.cluster("dies", &second.kubeconfig).await;
    let new = admin.cluster("prod", &cluster.text()).await;
    let (path, release) = installed(&admin, Session::program("flees", &old, &team)).await;
    let plan = admin.post(&format!("{path}/plan"), json!({"clusterId": new})).await;
    let held = cluster.hold(turn, &release).await;
    let asked = admin.put(&path, json!({"clusterId": new, "plan": plan["hash"]})).await;
    let task = asked["taskId"].as_str().unwrap();
    admin.step_runs(task, "rollout").await;
    drop(second);
    let _turn = held.let_go().await;
    let done = admin.finished(task).await;
    assert_eq!(done["status"], "complete", "it runs where it was to run: {done:#}");
    let site = admin.rested(path.trim_start_matches("/deployments/")).await;
    assert_eq!((&site["status"], &site["clusterId"]), (&json!("running"), &json!(new)), "{site:#}");
    assert_eq!(site["elsewhere"], json!({"clusterId": old, "clusterName": "dies", "state": "left"}));
    assert_eq!(site["actions"]["retry"], Value::Null, "what remains can be removed");
    let namespaces: Api<Namespace> = Api::all(cluster.client().await);
    assert!(namespaces.get_opt(&release).await.unwrap().is_some());
    let (status_of, refused) = admin.try_call(Method::DELETE, &format!("/clusters/{old}"), None).await;
    assert_eq!(status_of, 400, "nothing is forgotten: {refused:#}");
}

#[tokio::test]
async fn a_site_leaves_a_cluster_that_is_dead_already() {
    let _turn = turn().await;
    let (_folder, canopy, cluster, _home, second) = two("move-from-dead", "20m");
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let old = admin.cluster("dead", &second.kubeconfig).await;
    let new = admin.cluster("prod", &cluster.text()).await;
    let (path, release) = installed(&admin, Session::program("survives", &old, &team)).await;
    drop(second);
    let plan = admin.post(&format!("{path}/plan"), json!({"clusterId": new})).await;
    assert_eq!(plan["move"]["notices"][0]["reason"], "MoveLeavesUnseen", "{plan:#}");
    assert_eq!(plan["move"]["leaves"], json!([]), "{plan:#}");
    let asked = admin.put(&path, json!({"clusterId": new, "plan": plan["hash"]})).await;
    let done = admin.finished(asked["taskId"].as_str().unwrap()).await;
    assert_eq!(done["status"], "complete", "it runs where it was to run: {done:#}");
    let steps = done["steps"].as_array().unwrap();
    let said = &steps.iter().find(|step| step["name"] == "vacate").unwrap()["message"];
    assert!(said.as_str().unwrap().contains("nobody has seen what is there. All of it stays"), "{said}");
    let site = admin.rested(path.trim_start_matches("/deployments/")).await;
    assert_eq!((&site["status"], &site["clusterId"]), (&json!("running"), &json!(new)), "{site:#}");
    assert_eq!(site["elsewhere"], json!({"clusterId": old, "clusterName": "dead", "state": "left"}));
    let namespaces: Api<Namespace> = Api::all(cluster.client().await);
    assert!(namespaces.get_opt(&release).await.unwrap().is_some());
}
