//! What differs on the cluster from what is in effect.

use crate::{
    deployments::deployment,
    site::{MADE_TEXT, Site, id, made},
};
use kit::message;
use proto::{
    deployments as pb,
    infrastructure::{PlannedAction, PlannedField, PlannedObject},
};
use serde_json::{Value, json};

#[tokio::test]
async fn what_differs_is_shown_with_who_changed_it_and_put_right_by_its_plan() {
    let site = Site::open().await;
    let token = site.user();
    let field = PlannedField {
        path: "spec.replicas".into(),
        before: Some("3".into()),
        after: Some("1".into()),
        manager: "kubectl-edit".into(),
        changed_at: made(),
    };
    let no = message!(NoSetting);
    let taken = |field: &str, value: &str, problem: &str, said: String| pb::Taken {
        kind: "Deployment".into(),
        name: "shop-web".into(),
        path: "spec.replicas".into(),
        field: field.into(),
        value: value.into(),
        problem: problem.into(),
        said,
    };
    let found = pb::GetDriftResponse {
        revision: 1,
        objects: vec![PlannedObject {
            kind: "Deployment".into(),
            name: "shop-web".into(),
            action: PlannedAction::Change.into(),
            fields: vec![field],
            ..Default::default()
        }],
        hash: "abc".into(),
        takes: vec![
            taken("replicas", "3", "", String::new()),
            taken("php.version", "8.4", "", String::new()),
            taken("", "", &no.to_string(), no.packed()),
        ],
    };
    site.fake.answer("deployments.DeploymentService/GetDrift", &found);
    let path = format!("/deployments/{}", id(7));
    let data = site.get(&token, &format!("{path}/drift")).await.data();
    assert_eq!((&data["revision"], &data["hash"]), (&json!(1), &json!("abc")));
    assert_eq!(
        data["objects"][0]["fields"][0],
        json!({"path": "spec.replicas", "before": "3", "after": "1", "manager": "kubectl-edit", "changedAt": MADE_TEXT})
    );
    let takes: Vec<_> = data["takes"].as_array().unwrap().iter().map(|t| (&t["field"], &t["problemReason"])).collect();
    assert_eq!(
        takes,
        [
            (&json!("replicas"), &json!("")),
            (&json!("phpParameters.phpVersion"), &json!("")),
            (&Value::Null, &json!("NoSetting"))
        ]
    );
    let put = pb::PutRightResponse { deployment: Some(deployment()), task_id: id(14) };
    site.fake.answer("deployments.DeploymentService/PutRight", &put);
    let answer = site.post(&token, &format!("{path}/put-right?plan=abc"), &json!({})).await;
    assert_eq!((answer.status.as_u16(), &answer.data()["taskId"]), (200, &json!(id(14))));
    let asked: pb::PutRightRequest = site.fake.message("deployments.DeploymentService/PutRight");
    assert_eq!((asked.id, asked.plan.as_str()), (id(7), "abc"));
}
