//! What needs pods that copy in earnest, or looks at what they copied.

use super::{contents, first_written_on, step};
use crate::{
    moving::{Stage, status, two},
    steps::Steps,
    system::{
        Session,
        kubernetes::{cordon, turn},
    },
};
use k8s_openapi::api::core::v1::Secret;
use kube::{
    Api,
    api::{Patch, PatchParams},
};
use serde_json::{Value, json};

#[tokio::test]
async fn a_move_without_its_data_begins_empty() {
    let _turn = turn().await;
    let (_folder, canopy, cluster, _home, second) = two("move-empty", "20m");
    let admin = canopy.first_admin().await;
    let stage = Stage::of(&admin, &cluster, &second, Session::site).await;
    let asked = json!({"clusterId": stage.new.0, "leaveData": true});
    let plan = admin.post(&format!("{}/plan", stage.path), asked.clone()).await;
    assert_eq!(plan["move"]["notices"][0]["reason"], "MoveLosesData", "{plan:#}");
    let mut bound = asked;
    bound["plan"] = plan["hash"].clone();
    let task = admin.put(&stage.path, bound).await["taskId"].as_str().unwrap().to_owned();
    let done = admin.finished(&task).await;
    assert_eq!(done["status"], "complete", "{done:#}");
    assert_eq!(step(&done, "copy"), Value::Null, "{done:#}");
    assert_eq!(contents(&stage.volumes(&stage.new.1).await), ["", ""]);
    stage.delete().await;
}

/// What has pods is not known any more then, so nothing of it can be stopped; but its data is not taken for nothing.
#[tokio::test]
async fn a_release_that_says_nothing_any_more_loses_no_data() {
    let _turn = turn().await;
    let (_folder, canopy, cluster, _home, second) = two("move-unknown", "20m");
    let admin = canopy.first_admin().await;
    let stage = Stage::of(&admin, &cluster, &second, Session::site).await;
    cordon(stage.new.1.clone(), true).await;
    let task = stage.begin(&stage.new.0).await;
    admin.step_runs(&task, "rollout").await;
    let records: Api<Secret> = Api::namespaced(stage.old.1.clone(), &stage.release);
    let failed = Patch::Merge(json!({"metadata": {"labels": {"status": "failed"}}}));
    let record = format!("sh.helm.release.v1.{}.v1", stage.release);
    records.patch(&record, &PatchParams::default(), &failed).await.unwrap();
    cordon(stage.new.1.clone(), false).await;
    let waits = |_: u16, task: &Value| {
        let copy = step(task, "copy");
        copy["reason"] == "CopyWaitsForPods" && copy["params"]["cluster"] == "prod" || !task["finishedAt"].is_null()
    };
    admin.until(&format!("/tasks/{task}"), "it waits for pods that it did not stop", waits).await;
    admin.post(&format!("/tasks/{task}/cancel"), json!({})).await;
    let done = admin.finished(&task).await;
    assert_eq!((&done["status"], status(&done, "switch").as_str()), (&json!("failed"), "skipped"), "{done:#}");
    assert_eq!(stage.site().await["clusterId"], json!(stage.old.0));
    assert_eq!(stage.volumes(&stage.old.1).await.len(), 2);
    assert_eq!((stage.ready(&stage.old.1).await, stage.is_on(&stage.new.1).await), (Some(1), false));
    stage.delete().await;
}

#[tokio::test]
async fn the_copying_survives_the_death_of_who_copies_and_of_who_has_it_done() {
    let _turn = turn().await;
    let (_folder, canopy, cluster, _home, second) = two("move-data-kill", "20m");
    let admin = canopy.first_admin().await;
    let stage = Stage::of(&admin, &cluster, &second, Session::site).await;
    let written: Vec<String> = stage.volumes(&stage.old.1).await.iter().map(first_written_on).collect();
    let (steps, mut caught) = (Steps::of(&canopy).await, 0);
    for (role, to) in [("infrastructure", &stage.new), ("tasks", &stage.old)] {
        let task = stage.begin(&to.0).await;
        for name in ["copy", "again"] {
            if steps.runs(&task, name).await {
                caught += 1;
                canopy.kill_and_revive(role).await;
            }
        }
        let done = admin.finished(&task).await;
        assert_eq!(done["status"], "complete", "{done:#}");
        assert_eq!(stage.site().await["status"], "running");
        assert_eq!(contents(&stage.volumes(&to.1).await), written, "it went with the site, there and back");
        assert_eq!((stage.wanted(&to.1).await, stage.copiers(&to.1).await.len()), ([Some(1), Some(1)], 0));
    }
    assert!(caught > 0, "no step was seen at work");
    stage.delete().await;
}
