//! `/tasks`, to the letter.

use crate::{
    deployments,
    site::{MADE_TEXT, Site, id, made},
};
use proto::{deployments as owner, tasks as pb};
use serde_json::{Value, json};

fn task() -> pb::Task {
    use prost_types::{Struct, Value as Any, value::Kind};
    let any = |kind| Any { kind: Some(kind) };
    let values = Struct {
        fields: [
            ("replicas".to_owned(), any(Kind::NumberValue(2.0))),
            ("ratio".to_owned(), any(Kind::NumberValue(0.5))),
            ("image".to_owned(), any(Kind::StringValue("wordpress".into()))),
        ]
        .into(),
    };
    pb::Task {
        id: id(7),
        kind: pb::TaskKind::Install.into(),
        status: pb::TaskStatus::Failed.into(),
        deployment_id: id(20),
        deployment_name: "shop".into(),
        team_id: id(12),
        params: Some(pb::TaskParams {
            chart_name: "canopy/wordpress".into(),
            release_name: "shop-000000".into(),
            namespace: "shop-000000".into(),
            cluster_id: id(10),
            services: [("nginx".to_owned(), true)].into(),
            values: Some(values),
            ..pb::TaskParams::default()
        }),
        steps: vec![pb::Step {
            name: "apply".into(),
            title: "Apply the release".into(),
            status: pb::StepStatus::Skipped.into(),
            started_at: None,
            finished_at: made(),
            message: "2 of 3".into(),
            said: String::new(),
        }],
        logs: vec![pb::LogLine {
            at: made(),
            step: "apply".into(),
            level: "warn".into(),
            message: "slow".into(),
            said: kit::message!(CLUSTER_OVERLOADED, cluster = "prod", what = "apply").packed(),
        }],
        error: "Cancelled by Ada".into(),
        cancel_requested: true,
        actor_id: id(2),
        actor_name: "Ada".into(),
        created_at: made(),
        updated_at: made(),
        started_at: None,
        finished_at: made(),
        revision: 1,
        attempt: 2,
        cluster_name: "prod".into(),
        team_name: "Web".into(),
        said: kit::message!(CancelledBy, user = "Ada").packed(),
    }
}

fn shown() -> Value {
    json!({"id": id(7), "type": "install", "status": "failed",
        "Params": {"chart_name": "canopy/wordpress", "release_name": "shop-000000", "namespace": "shop-000000",
            "cluster_id": id(10), "services": {"nginx": true},
            "values": {"replicas": 2, "ratio": 0.5, "image": "wordpress"}},
        "error": "Cancelled by Ada", "reason": "CancelledBy", "params": {"user": "Ada"}, "createdAt": MADE_TEXT, "updatedAt": MADE_TEXT, "deploymentId": id(20),
        "deploymentName": "shop", "teamId": id(12), "teamName": "Web", "clusterName": "prod",
        "steps": [{"name": "apply", "title": "Apply the release", "status": "skipped", "startedAt": null,
            "finishedAt": MADE_TEXT, "message": "2 of 3", "reason": "", "params": {}}],
        "cancelRequested": true, "actor": {"id": id(2), "name": "Ada"}, "startedAt": null, "finishedAt": MADE_TEXT,
        "revision": 1, "attempt": 2})
}

#[tokio::test]
async fn tasks_are_listed_by_deployment_and_status_and_read_with_their_log() {
    let site = Site::open().await;
    let token = site.user();
    site.fake
        .answer("tasks.TaskService/ListTasks", &pb::ListTasksResponse { tasks: vec![task()], total: 1, unreadable: 0 });
    let answer = site.get(&token, &format!("/tasks?deploymentId={}&status=failed&sort=-duration", id(20))).await;
    assert_eq!(answer.data(), json!([shown()]));
    let asked: pb::ListTasksRequest = site.fake.message("tasks.TaskService/ListTasks");
    assert_eq!((asked.deployment_id.clone(), asked.status()), (id(20), pb::TaskStatus::Failed));
    assert_eq!((asked.sort(), asked.descending), (pb::TaskSort::Duration, true));
    assert_eq!(
        site.get(&token, "/tasks?sort=name").await.fields()["sort"],
        "sort must be one of createdAt, -createdAt, status, -status, duration, -duration."
    );
    site.fake.answer("tasks.TaskService/GetTask", &pb::GetTaskResponse { task: Some(task()) });
    let mut expected = shown();
    expected["logs"] = json!([{"timestamp": MADE_TEXT, "level": "warn", "step": "apply", "message": "slow",
        "reason": "CLUSTER_OVERLOADED", "params": {"cluster": "prod", "what": "apply"}}]);
    assert_eq!(site.get(&token, &format!("/tasks/{}", id(7))).await.data(), expected);
    // a service that can gives the values as they are stored
    let asked: pb::GetTaskRequest = site.fake.message("tasks.TaskService/GetTask");
    assert!(asked.values_as_json);
    let mut stored = task();
    let params = stored.params.as_mut().unwrap();
    params.values = None;
    params.values_json = r#"{"ratio": 0.5, "image": "wordpress", "replicas": 2}"#.to_owned();
    site.fake.answer("tasks.TaskService/GetTask", &pb::GetTaskResponse { task: Some(stored) });
    assert_eq!(site.get(&token, &format!("/tasks/{}", id(7))).await.data(), expected);
}

#[tokio::test]
async fn a_task_is_hidden_cancelled_and_retried() {
    let site = Site::open().await;
    let (token, path) = (site.user(), format!("/tasks/{}", id(7)));
    let nothing = axum::body::Body::empty;
    site.fake.answer("tasks.TaskService/HideTask", &pb::HideTaskResponse {});
    assert_eq!(site.delete(&token, &path).await.data(), json!({"id": id(7)}));
    site.fake.answer("tasks.TaskService/CancelTask", &pb::CancelTaskResponse { task: Some(task()) });
    let cancel = crate::site::request(http::Method::POST, &format!("{path}/cancel"), &token, nothing());
    assert_eq!(site.send(cancel).await.data(), shown());

    site.fake.answer("tasks.TaskService/GetTask", &pb::GetTaskResponse { task: Some(task()) });
    let retried = owner::RetryDeploymentResponse { deployment: Some(deployments::deployment()), task_id: id(30) };
    site.fake.answer("deployments.DeploymentService/RetryDeployment", &retried);
    let retry = crate::site::request(http::Method::POST, &format!("{path}/retry"), &token, nothing());
    let mut expected = deployments::shown();
    expected["taskId"] = json!(id(30));
    assert_eq!(site.send(retry).await.data(), expected);
    let asked: owner::RetryDeploymentRequest = site.fake.message("deployments.DeploymentService/RetryDeployment");
    assert_eq!((asked.id, asked.version), (id(20), 0));

    let restarted = owner::RestartDeploymentResponse { deployment: Some(deployments::deployment()), task_id: id(30) };
    site.fake.answer("deployments.DeploymentService/RestartDeployment", &restarted);
    let mut restart = crate::site::request(http::Method::POST, &format!("{path}/restart"), &token, nothing());
    restart.headers_mut().insert(http::header::IF_MATCH, http::HeaderValue::from_static("\"5\""));
    assert_eq!(site.send(restart).await.data(), expected);
    let asked: owner::RestartDeploymentRequest = site.fake.message("deployments.DeploymentService/RestartDeployment");
    assert_eq!((asked.id, asked.version), (id(20), 5), "the version that was shown goes along");
}

#[tokio::test]
async fn one_task_that_says_a_word_we_do_not_know_is_missing_and_the_others_are_shown() {
    let site = Site::open().await;
    let newer = pb::Task { id: id(8), kind: 99, ..task() };
    let listed = pb::ListTasksResponse { tasks: vec![newer, task()], total: 3, unreadable: 1 };
    site.fake.answer("tasks.TaskService/ListTasks", &listed);
    let answer = site.get(&site.user(), "/tasks").await;
    assert_eq!(answer.data().as_array().map(Vec::len), Some(1));
    let answer = site.get(&site.user(), "/tasks").await.json();
    assert_eq!(answer["data"][0]["id"], id(7));
    let expected = json!({"page": 1, "limit": 1000, "total": 3, "more": false, "unreadable": 2});
    assert_eq!(answer["pagination"], expected);
}
