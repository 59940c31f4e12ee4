//! What happened to a deployment, on one axis.

use crate::site::{Site, id};
use kit::clock::stamp;
use proto::{deployments as pb, events, tasks};
use serde_json::{Value, json};
use time::{Duration, OffsetDateTime};

const REVISIONS: &str = "deployments.DeploymentService/ListRevisions";
const TASKS: &str = "tasks.TaskService/ListTasks";
const EVENTS: &str = "events.EventService/ListEvents";

fn revision(number: i32, created: OffsetDateTime, finished: Option<OffsetDateTime>) -> pb::Revision {
    pb::Revision {
        number,
        change: "update".into(),
        author_name: "Ada".into(),
        created_at: Some(stamp(created)),
        finished_at: finished.map(stamp),
        result: finished.map_or_else(String::new, |_| "succeeded".to_owned()),
        ..Default::default()
    }
}

fn task(n: u128, created: OffsetDateTime, finished: Option<OffsetDateTime>) -> tasks::Task {
    let status = finished.map_or(tasks::TaskStatus::Running, |_| tasks::TaskStatus::Complete);
    tasks::Task {
        id: id(n),
        kind: tasks::TaskKind::Restart.into(),
        status: status.into(),
        actor_id: id(2),
        actor_name: "Ada".into(),
        created_at: Some(stamp(created)),
        started_at: Some(stamp(created)),
        finished_at: finished.map(stamp),
        ..Default::default()
    }
}

fn numbers(rows: &Value, field: &str) -> Vec<Value> {
    rows.as_array().unwrap().iter().map(|row| row[field].clone()).collect()
}

#[tokio::test]
async fn what_was_at_work_in_that_time_is_there_and_what_ended_before_it_is_not() {
    let site = Site::open().await;
    let (token, now) = (site.user(), site.bench.cx.clock.now());
    let ago = |hours: i64| now - Duration::hours(hours);
    let listed = pb::ListRevisionsResponse {
        revisions: vec![
            revision(3, ago(1), None),
            revision(2, ago(30), Some(ago(20))),
            revision(1, ago(50), Some(ago(49))),
        ],
        total: 3,
    };
    site.fake.answer(REVISIONS, &listed);
    let listed = vec![task(31, ago(2), Some(ago(1))), task(32, ago(40), None), task(33, ago(50), Some(ago(49)))];
    site.fake.answer(TASKS, &tasks::ListTasksResponse { tasks: listed, total: 3, unreadable: 0 });
    site.fake.answer(EVENTS, &events::ListEventsResponse::default());
    let path = format!("/deployments/{}/timeline", id(11));

    let data = site.get(&token, &path).await.data();
    assert_eq!(numbers(&data["revisions"], "number"), [json!(3), json!(2)]);
    assert_eq!(numbers(&data["tasks"], "id"), [json!(id(31)), json!(id(32))]);
    assert_eq!((&data["tasks"][0]["actor"], &data["more"]), (&json!({"id": id(2), "name": "Ada"}), &json!(false)));
    let asked: events::ListEventsRequest = site.fake.message(EVENTS);
    assert_eq!((asked.deployment_id, asked.from), (id(11), Some(stamp(ago(24)))));
    let asked: tasks::ListTasksRequest = site.fake.message(TASKS);
    assert_eq!(asked.deployment_id, id(11));

    let data = site.get(&token, &format!("{path}?range=7d")).await.data();
    assert_eq!(numbers(&data["revisions"], "number"), [json!(3), json!(2), json!(1)]);
    assert_eq!(site.get(&token, &format!("{path}?range=1y")).await.status.as_u16(), 400);
}

#[tokio::test]
async fn it_says_when_not_all_of_that_time_is_there() {
    let site = Site::open().await;
    let (token, now) = (site.user(), site.bench.cx.clock.now());
    let path = format!("/deployments/{}/timeline", id(11));
    let all = |rows: Vec<tasks::Task>, total| tasks::ListTasksResponse { tasks: rows, total, unreadable: 0 };
    site.fake.answer(REVISIONS, &pb::ListRevisionsResponse::default());
    site.fake.answer(EVENTS, &events::ListEventsResponse::default());

    let busy = (0..100).map(|n| task(100 + n, now - Duration::hours(1), Some(now))).collect::<Vec<_>>();
    site.fake.answer(TASKS, &all(busy.clone(), 101));
    assert_eq!(site.get(&token, &path).await.data()["more"], json!(true));
    let old = now - Duration::days(3);
    let mut quiet = busy;
    quiet[99] = task(300, old, Some(old));
    site.fake.answer(TASKS, &all(quiet, 101));
    assert_eq!(site.get(&token, &path).await.data()["more"], json!(false), "what is not here ended before");
}
