//! A newcomer without a cluster: `canopy up` brings a simulated one, and a site comes up on it.

use crate::system::{Canopy, Folder, Session};
use serde_json::json;

fn up(folder: &Folder) -> Canopy {
    Canopy::up(&folder.0.join("data"), |command| {
        command.env_remove("CANOPY_NO_SANDBOX").env_remove("CANOPY_REACH").env("CANOPY_SANDBOX_SPEED", "10");
    })
}

#[tokio::test]
async fn a_site_comes_up_without_a_cluster_of_ones_own_and_is_there_after_a_restart() {
    let folder = Folder::fresh("newcomer");
    let canopy = up(&folder);
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let places = admin.get("/datacenters").await;
    assert_eq!(places[0]["name"], "Local", "{places:#}");
    let operational = |_: u16, clusters: &serde_json::Value| clusters[0]["status"] == "operational";
    let clusters = admin.until("/clusters", "the cluster is seen", operational).await;
    assert_eq!(clusters.as_array().map(Vec::len), Some(1), "{clusters:#}");
    assert_eq!(clusters[0]["name"], "Sandbox (simulated)");
    assert!(clusters[0]["version"].as_str().is_some_and(|version| version.ends_with("+sandbox")), "{clusters:#}");
    let cluster = clusters[0]["id"].as_str().unwrap();

    let created = admin.post("/deployments", Session::site("first", cluster, &team)).await;
    let site = format!("/deployments/{}", created["id"].as_str().unwrap());
    let done = admin.finished(created["taskId"].as_str().unwrap()).await;
    assert_eq!(done["status"], "complete", "{done:#}");
    admin.until(&site, "the site runs", |_, data| data["status"] == "running").await;
    let visited = |_: u16, data: &serde_json::Value| data["reachability"]["state"] == "simulated";
    admin.until(&site, "nothing is there to reach", visited).await;
    let lines = |_: u16, data: &serde_json::Value| data.as_array().is_some_and(|lines| !lines.is_empty());
    admin.until(&format!("{site}/logs"), "it writes logs", lines).await;

    let token = admin.token.clone();
    assert!(canopy.stop().success());
    let canopy = up(&folder);
    let admin = Session { canopy: &canopy, token };
    admin.until("/clusters", "the cluster is seen again", operational).await;
    assert_eq!(admin.get(&site).await["status"], "running");
    let restarted = admin.post(&format!("{site}/restart"), json!({})).await;
    let done = admin.finished(restarted["taskId"].as_str().unwrap()).await;
    assert_eq!(done["status"], "complete", "{done:#}");
    admin.rested(created["id"].as_str().unwrap()).await;
    let deleted = admin.delete(&site).await;
    assert_eq!(admin.finished(deleted["taskId"].as_str().unwrap()).await["status"], "complete");
    assert!(canopy.stop().success());
}
