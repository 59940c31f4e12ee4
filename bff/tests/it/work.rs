//! What is at work on deployments, as rows and pages of them show it: one call for all, and never at their cost.

use crate::{
    deployments::deployment,
    fake::Fake,
    site::{MADE_TEXT, Site, id, made},
};
use proto::{deployments as pb, tasks};
use serde_json::{Value, json};

const LIST: &str = "deployments.DeploymentService/ListDeployments";
const GET: &str = "deployments.DeploymentService/GetDeployment";
const WORK: &str = "tasks.TaskService/ListWork";

/// Deployments with these tasks at work on them; none is 0.
fn with_tasks(fake: &Fake, of: &[u128]) {
    let row = |&task: &u128| pb::Deployment {
        current_task: if task == 0 { String::new() } else { id(task) },
        status: pb::DeploymentStatus::Pending.into(),
        ..deployment()
    };
    let deployments: Vec<_> = of.iter().map(row).collect();
    fake.answer(GET, &pb::GetDeploymentResponse { deployment: deployments.first().cloned() });
    let total = u32::try_from(deployments.len()).unwrap();
    fake.answer(LIST, &pb::ListDeploymentsResponse { deployments, total, unreadable: 0 });
}

fn running(task: u128) -> tasks::Work {
    tasks::Work {
        task_id: id(task),
        kind: tasks::TaskKind::Restart.into(),
        status: tasks::TaskStatus::Running.into(),
        cancel_requested: true,
        started_at: made(),
        step: Some(tasks::Step {
            name: "pods".into(),
            title: "Wait for the pods".into(),
            status: tasks::StepStatus::Running.into(),
            started_at: made(),
            finished_at: None,
            message: "Waiting: slow".into(),
            said: kit::message!(CLUSTER_OVERLOADED, cluster = "prod", what = "apply").packed(),
        }),
        position: 2,
        steps: 3,
    }
}

/// It waits to be taken up.
fn waiting(task: u128) -> tasks::Work {
    let status = tasks::TaskStatus::Pending.into();
    tasks::Work { status, cancel_requested: false, started_at: None, step: None, position: 1, ..running(task) }
}

fn shown() -> Value {
    json!({"taskId": id(30), "type": "restart", "status": "running", "cancelRequested": true, "startedAt": MADE_TEXT,
        "step": {"name": "pods", "title": "Wait for the pods", "status": "running", "startedAt": MADE_TEXT,
            "finishedAt": null, "message": "Waiting: slow", "reason": "CLUSTER_OVERLOADED",
            "params": {"cluster": "prod", "what": "apply"}},
        "position": 2, "steps": 3})
}

async fn works(site: &Site, token: &str) -> Value {
    let data = site.get(token, "/deployments").await.data();
    data.as_array().unwrap().iter().map(|row| row["work"].clone()).collect()
}

#[tokio::test]
async fn rows_say_how_far_their_tasks_are_by_one_call_for_all() {
    let site = Site::open().await;
    let token = site.user();
    with_tasks(&site.fake, &[30, 0, 31, 32, 33]);
    // another kind, as a newer service may know it, and one that has ended; one is not told of at all
    let newer = tasks::Work { kind: 99, ..running(33) };
    let ended = tasks::Work { status: tasks::TaskStatus::Complete.into(), step: None, ..running(32) };
    let told = tasks::ListWorkResponse { works: vec![ended, newer, waiting(31), running(30)] };
    site.fake.answer(WORK, &told);
    let pending = json!({"taskId": id(31), "type": "restart", "status": "pending", "cancelRequested": false,
        "startedAt": null, "step": null, "position": 1, "steps": 3});
    assert_eq!(works(&site, &token).await, json!([shown(), null, pending, null, null]));
    let asked: tasks::ListWorkRequest = site.fake.message(WORK);
    assert_eq!(asked.task_ids, [id(30), id(31), id(32), id(33)]);
    assert_eq!(site.fake.count(), 2);
    assert_eq!(site.get(&token, &format!("/deployments/{}", id(7))).await.data()["work"], shown());
    assert_eq!((site.fake.asked(WORK).len(), site.fake.count()), (2, 4));
}

#[tokio::test]
async fn where_nothing_is_at_work_nobody_is_asked() {
    let site = Site::open().await;
    let token = site.user();
    with_tasks(&site.fake, &[0, 0]);
    assert_eq!(works(&site, &token).await, json!([null, null]));
    assert_eq!(site.get(&token, &format!("/deployments/{}", id(7))).await.data()["work"], Value::Null);
    assert_eq!((site.fake.asked(WORK).len(), site.fake.count()), (0, 2));
}

#[tokio::test]
async fn deployments_are_shown_while_tasks_is_away_or_does_not_answer() {
    let site = Site::open().await;
    let token = site.user();
    with_tasks(&site.fake, &[30]);
    site.fake
        .refuse(WORK, || kit::Error::unavailable(kit::message!(PART_AWAY), std::io::Error::other("10.0.0.7 is away")));
    assert_eq!(works(&site, &token).await, json!([null]));
    site.fake.never_answer(WORK);
    let page = site.get(&token, &format!("/deployments/{}", id(7))).await.data();
    assert_eq!((&page["work"], &page["currentTaskId"]), (&Value::Null, &json!(id(30))));
    assert_eq!(works(&site, &token).await, json!([null]));
    assert_eq!(site.fake.asked(WORK).len(), 3);

    // nothing listens on port 1
    let fake = Fake::default();
    let address = fake.listen().await;
    let nowhere = std::net::SocketAddr::from(([127, 0, 0, 1], 1));
    let peers = ["auth", "teams", "deployments"].map(|role| (role, address));
    let site = Site::with_peers(fake, peers.into_iter().chain([("tasks", nowhere)]).collect()).await;
    with_tasks(&site.fake, &[30]);
    assert_eq!(works(&site, &site.user()).await, json!([null]));
}
