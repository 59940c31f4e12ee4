//! The volumes of a deployment, and changes that delete them.

use crate::{
    deployments::deployment,
    site::{Site, id, made},
};
use proto::{deployments as pb, infrastructure};
use serde_json::{Value, json};

const UPDATE: &str = "deployments.DeploymentService/UpdateDeployment";
const PLAN: &str = "deployments.DeploymentService/PlanDeployment";

#[tokio::test]
async fn volumes_are_shown_with_what_they_are_for() {
    let site = Site::open().await;
    let token = site.user();
    let volume = |name: &str, service: &str, kept| pb::Volume {
        name: name.into(),
        service: service.into(),
        size: "5Gi".into(),
        created_at: made(),
        kept,
        kept_since: if kept { made() } else { None },
        ending: false,
        growable: Some(true),
        storage_class: "standard".into(),
    };
    let volumes = vec![volume("data-shop-mysql-0", "mysql", true), volume("shop-data", "", false)];
    let answer = pb::ListVolumesResponse { volumes, ..Default::default() };
    site.fake.answer("deployments.DeploymentService/ListVolumes", &answer);
    let answer = site.get(&token, &format!("/deployments/{}/volumes", id(11))).await;
    let data = answer.data();
    let (kept, used) = (&data["volumes"][0], &data["volumes"][1]);
    assert_eq!((&kept["service"], &kept["size"], &kept["kept"]), (&json!("mysql"), &json!("5Gi"), &json!(true)));
    assert!(!kept["keptSince"].is_null() && !kept["createdAt"].is_null());
    assert_eq!((&used["service"], &used["keptSince"], &data["problem"]), (&Value::Null, &Value::Null, &Value::Null));
    let why = kit::message!(CLUSTER_SILENT);
    let silent = pb::ListVolumesResponse { unreachable: why.to_string(), said: why.packed(), ..Default::default() };
    site.fake.answer("deployments.DeploymentService/ListVolumes", &silent);
    let data = site.get(&token, &format!("/deployments/{}/volumes", id(11))).await.data();
    assert_eq!((&data["volumes"], &data["problemReason"]), (&json!([]), &json!("CLUSTER_SILENT")));
}

#[tokio::test]
async fn a_change_names_the_volumes_that_go_and_its_plan_says_them() {
    let site = Site::open().await;
    let token = site.user();
    let path = format!("/deployments/{}/plan", id(11));
    let object = |end: infrastructure::VolumeEnd| infrastructure::PlannedObject {
        kind: "PersistentVolumeClaim".into(),
        action: infrastructure::PlannedAction::Delete.into(),
        volume: Some(infrastructure::PlannedVolume { end: end.into(), service: "mysql".into(), ..Default::default() }),
        ..Default::default()
    };
    let objects = vec![object(infrastructure::VolumeEnd::Deleted), object(infrastructure::VolumeEnd::Reused)];
    site.fake.answer(PLAN, &pb::PlanDeploymentResponse { objects, ..Default::default() });
    let data = site.post(&token, &path, &json!({"deleteVolumes": ["data-shop-mysql-0"]})).await.data();
    let said: Vec<_> = data["objects"].as_array().unwrap().iter().map(|object| &object["volume"]).collect();
    assert_eq!((&said[0]["end"], &said[0]["service"]), (&json!("deleted"), &json!("mysql")));
    assert_eq!(said[1]["end"], "reused");
    let asked: pb::PlanDeploymentRequest = site.fake.message(PLAN);
    let Some(pb::plan_deployment_request::Change::Update(asked)) = asked.change else { panic!("another change") };
    assert_eq!(asked.delete_volumes, ["data-shop-mysql-0"]);
    let change = pb::UpdateDeploymentResponse { deployment: Some(deployment()), task_id: id(15) };
    site.fake.answer(UPDATE, &change);
    let answer = site.put(&token, &format!("/deployments/{}", id(11)), &json!({"deleteVolumes": ["a", "b"]})).await;
    assert_eq!(answer.status.as_u16(), 200);
    assert_eq!(site.fake.message::<pb::UpdateDeploymentRequest>(UPDATE).delete_volumes, ["a", "b"]);
}
