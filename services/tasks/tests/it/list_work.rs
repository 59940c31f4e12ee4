use access::{Caller, Role};
use proto::tasks::{
    GetTaskRequest, ListWorkRequest, StepStatus, TaskKind, TaskStatus, Work, task_service_server::TaskService as _,
};
use tonic::Code;
use uuid::Uuid;

use crate::stage::{Stage, asked, deployments, member, order, person};

const OTHERS: Uuid = Uuid::from_u128(0xbad);

/// What is told of these tasks, in their order.
async fn works(stage: &Stage, caller: Caller, ids: &[&str]) -> Vec<Work> {
    let request = ListWorkRequest { task_ids: ids.iter().map(|&id| id.to_owned()).collect() };
    let mut works = stage.rpc.list_work(asked(caller, request)).await.unwrap().into_inner().works;
    works.sort_by_key(|work| ids.iter().position(|id| *id == work.task_id));
    works
}

async fn told(stage: &Stage, caller: Caller, ids: &[&str]) -> Vec<String> {
    works(stage, caller, ids).await.into_iter().map(|work| work.task_id).collect()
}

async fn sql(stage: &Stage, statements: String) {
    sqlx::raw_sql(sqlx::AssertSqlSafe(statements)).execute(&stage.bench.cx.db).await.unwrap();
}

/// A task of another team.
async fn foreign(stage: &Stage) -> String {
    let mut order = order(TaskKind::Restart, stage.bench.cx.ids.uuid(), stage.bench.cx.ids.uuid());
    order.team_id = OTHERS.to_string();
    stage.rpc.submit(asked(deployments(), order.clone())).await.unwrap();
    order.id
}

#[tokio::test]
async fn a_task_is_told_of_with_the_step_that_runs_and_its_place() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Restart).await.to_string();
    let now = async || works(&stage, member(), &[&id]).await.pop().unwrap();
    let work = now().await;
    assert_eq!((work.kind(), work.status()), (TaskKind::Restart, TaskStatus::Pending));
    assert_eq!((work.started_at, work.step, work.position, work.steps), (None, None, 1, 2));

    sql(
        &stage,
        format!(
            "update tasks.task set status = 'running', started_at = now(), cancel_requested = true where id = '{id}';
             update tasks.step set status = 'complete' where task_id = '{id}' and position = 1;
             update tasks.step set status = 'running', message = '2 of 3' where task_id = '{id}' and position = 2"
        ),
    )
    .await;
    let work = now().await;
    let request = GetTaskRequest { id: id.clone(), ..Default::default() };
    let task = stage.rpc.get_task(asked(member(), request)).await.unwrap().into_inner().task.unwrap();
    assert_eq!((work.status(), work.cancel_requested), (TaskStatus::Running, true));
    assert_eq!((work.step.as_ref(), work.started_at), (Some(&task.steps[1]), task.started_at));
    assert_eq!((work.step.unwrap().status(), work.position, work.steps), (StepStatus::Running, 2, 2));
    assert!(task.started_at.is_some());

    // Between two steps the next one is where it is.
    sql(&stage, format!("update tasks.step set status = 'pending' where task_id = '{id}' and position = 2")).await;
    let work = now().await;
    assert_eq!((work.step, work.position, work.steps), (None, 2, 2));
}

#[tokio::test]
async fn a_task_that_has_ended_says_so_and_a_hidden_one_is_not_told_of() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Restart).await;
    stage.run(id).await;
    let id = id.to_string();
    let work = works(&stage, member(), &[&id]).await.pop().unwrap();
    assert_eq!((work.status(), work.step, work.position, work.steps), (TaskStatus::Complete, None, 2, 2));
    sql(&stage, format!("update tasks.task set hidden = true where id = '{id}'")).await;
    assert!(told(&stage, person(Role::Admin, &[]), &[&id]).await.is_empty());
}

#[tokio::test]
async fn everybody_is_told_of_what_they_may_see_and_of_nothing_else() {
    let stage = Stage::set().await;
    let (mine, theirs) = (stage.submit(TaskKind::Install).await.to_string(), foreign(&stage).await);
    let unknown = Uuid::from_u128(5).to_string();
    let ids = [mine.as_str(), theirs.as_str(), unknown.as_str(), "nonsense"];
    assert_eq!(told(&stage, member(), &ids).await, [mine.as_str()]);
    assert_eq!(told(&stage, person(Role::User, &[(OTHERS, false)]), &ids).await, [theirs.as_str()]);
    assert!(told(&stage, person(Role::User, &[]), &ids).await.is_empty());
    for role in [Role::Manager, Role::Admin] {
        assert_eq!(told(&stage, person(role, &[]), &ids).await, [mine.as_str(), theirs.as_str()]);
    }
    // What is told is no log and no parameter: a manager outside the team is told the same as its members.
    let managed = works(&stage, person(Role::Manager, &[]), &[&mine]).await;
    assert_eq!(managed, works(&stage, member(), &[&mine]).await);
}

#[tokio::test]
async fn no_more_is_asked_about_than_a_list_has_rows() {
    let stage = Stage::set().await;
    let ask = |count: usize| ListWorkRequest { task_ids: vec![Uuid::from_u128(5).to_string(); count] };
    assert!(stage.rpc.list_work(asked(member(), ask(1_000))).await.unwrap().into_inner().works.is_empty());
    assert!(stage.rpc.list_work(asked(member(), ask(0))).await.unwrap().into_inner().works.is_empty());
    let refused = stage.rpc.list_work(asked(member(), ask(1_001))).await.unwrap_err();
    assert_eq!(refused.code(), Code::InvalidArgument);
}

/// As a newer version may have written them: another kind, another word for a step.
#[tokio::test]
async fn one_that_cannot_be_read_hides_nothing_of_the_others() {
    let stage = Stage::set().await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(stage.submit(TaskKind::Restart).await.to_string());
    }
    sql(
        &stage,
        format!(
            "alter table tasks.task drop constraint task_kind_check;
             alter table tasks.step drop constraint step_status_check;
             update tasks.task set kind = 'rollback' where id = '{}';
             update tasks.step set status = 'doubted' where task_id = '{}'",
            ids[0], ids[1]
        ),
    )
    .await;
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    assert_eq!(told(&stage, member(), &ids).await, [ids[2]]);
}
