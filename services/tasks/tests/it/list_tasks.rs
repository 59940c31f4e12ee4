use access::{Caller, Role};
use proto::tasks::{
    CountTasksRequest, ListTasksRequest, ListTasksResponse, LookupTasksRequest, TaskKind, TaskSort, TaskStatus,
    task_service_server::TaskService as _,
};
use uuid::Uuid;

use crate::stage::{Stage, asked, deployments, member, order, person};

const OTHERS: Uuid = Uuid::from_u128(0xbad);

async fn list(stage: &Stage, caller: Caller, request: ListTasksRequest) -> ListTasksResponse {
    stage.rpc.list_tasks(asked(caller, request)).await.unwrap().into_inner()
}

/// Six tasks of the team, a minute apart, and one of another team.
async fn seed(stage: &Stage) -> Vec<String> {
    let mut ids = Vec::new();
    for n in 0..7_u8 {
        let mut order = order(TaskKind::Restart, Uuid::from_u128(100 + u128::from(n)), Uuid::from_u128(7));
        order.deployment_name = ["plain", "100%", "a_b", "axb", "x", "x", "foreign"][usize::from(n)].to_owned();
        order.created_at.as_mut().unwrap().seconds += i64::from(n) * 60;
        if n == 6 {
            order.team_id = OTHERS.to_string();
        }
        stage.rpc.submit(asked(deployments(), order.clone())).await.unwrap();
        ids.push(order.id);
    }
    ids
}

#[tokio::test]
async fn lists_show_what_the_caller_may_see_newest_first_and_never_logs() {
    let stage = Stage::set().await;
    let ids = seed(&stage).await;
    stage.cancel(ids[0].parse().unwrap()).await;
    let mine = list(&stage, member(), ListTasksRequest::default()).await;
    assert_eq!(mine.total, 6);
    let order: Vec<&str> = mine.tasks.iter().map(|task| task.id.as_str()).collect();
    assert_eq!(order, ids[..6].iter().rev().map(String::as_str).collect::<Vec<_>>());
    assert!(mine.tasks.iter().all(|task| task.logs.is_empty() && task.steps.len() == 2));
    assert_eq!(list(&stage, person(Role::Manager, &[]), ListTasksRequest::default()).await.total, 7);
    assert_eq!(list(&stage, person(Role::User, &[]), ListTasksRequest::default()).await.total, 0);
    let count = stage.rpc.count_tasks(asked(member(), CountTasksRequest {})).await.unwrap().into_inner();
    assert_eq!((count.total, count.active), (6, 5));
}

#[tokio::test]
async fn lists_are_narrowed_and_paged() {
    let stage = Stage::set().await;
    let ids = seed(&stage).await;
    stage.cancel(ids[4].parse().unwrap()).await;
    let failed = ListTasksRequest { status: TaskStatus::Failed.into(), ..Default::default() };
    assert_eq!(list(&stage, member(), failed).await.tasks[0].id, ids[4]);
    let of = |id: &str| ListTasksRequest { deployment_id: id.to_owned(), ..Default::default() };
    assert_eq!(list(&stage, member(), of(&Uuid::from_u128(7).to_string())).await.total, 6);
    assert_eq!(list(&stage, member(), of(&Uuid::from_u128(8).to_string())).await.total, 0);
    assert_eq!(list(&stage, member(), of("nonsense")).await.total, 0);
    for caller in [member(), person(Role::Admin, &[])] {
        let page = ListTasksRequest { page: 2, limit: 4, ..Default::default() };
        let page = list(&stage, caller.clone(), page).await;
        assert_eq!(page.tasks.len() as u32, page.total - 4);
        assert_eq!(page.tasks.last().unwrap().id, ids[0]);
        let beyond = ListTasksRequest { page: 9_999, limit: 100, ..Default::default() };
        assert!(list(&stage, caller, beyond).await.tasks.is_empty());
    }
}

#[tokio::test]
async fn lists_are_sorted_and_turned_round_and_equals_stand_by_creation_and_id() {
    let stage = Stage::set().await;
    let ids = seed(&stage).await;
    // 0 took long, 1 was short and failed; 2 and 3 began at the same moment as 4, which none has taken up.
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!(
        "update tasks.task set status = 'complete', started_at = now() - interval '9 min', finished_at = now() where id = '{}';
         update tasks.task set status = 'failed', started_at = now() - interval '1 min', finished_at = now() where id = '{}';
         update tasks.task set created_at = (select created_at from tasks.task where id = '{}') where id in ('{}', '{}')",
        ids[0], ids[1], ids[4], ids[2], ids[3]
    )))
    .execute(&stage.bench.cx.db)
    .await
    .unwrap();
    let mut same = [&ids[2], &ids[3], &ids[4]];
    same.sort();
    let [a, b, c] = same;
    for (sort, expected) in [
        (TaskSort::CreatedAt, [&ids[0], &ids[1], a, b, c, &ids[5]]),
        (TaskSort::Status, [&ids[0], &ids[1], a, b, c, &ids[5]]),
        (TaskSort::Duration, [&ids[1], &ids[0], a, b, c, &ids[5]]),
    ] {
        let sorted = ListTasksRequest { sort: sort.into(), ..Default::default() };
        let mut falling = expected;
        falling.reverse();
        for (descending, expected) in [(false, expected), (true, falling)] {
            let request = ListTasksRequest { descending, ..sorted.clone() };
            let of_team = list(&stage, member(), request.clone()).await;
            assert_eq!(
                of_team.tasks.iter().map(|task| &task.id).collect::<Vec<_>>(),
                expected,
                "{sort:?} {descending}"
            );
            assert_eq!(of_team.total, 6);
            // The same for those who see every team's, where one more is among them.
            let all = list(&stage, person(Role::Admin, &[]), request.clone()).await;
            assert_eq!(all.total, 7);
            let all: Vec<_> = all.tasks.iter().map(|task| &task.id).filter(|id| **id != ids[6]).collect();
            assert_eq!(all, expected, "{sort:?} {descending} of all");
            let second = list(&stage, member(), ListTasksRequest { page: 2, limit: 4, ..request }).await;
            assert_eq!(second.tasks.iter().map(|task| &task.id).collect::<Vec<_>>(), expected[4..]);
        }
    }
    let unknown = stage.rpc.list_tasks(asked(member(), ListTasksRequest { sort: 99, ..Default::default() })).await;
    assert_eq!(unknown.unwrap_err().code(), tonic::Code::InvalidArgument);
}

#[tokio::test]
async fn a_search_takes_percent_and_underscore_literally() {
    let stage = Stage::set().await;
    let ids = seed(&stage).await;
    for (search, found) in [("%", vec![&ids[1]]), ("A_B", vec![&ids[2]]), ("axb", vec![&ids[3]]), ("foreign", vec![])] {
        let request = ListTasksRequest { search: search.to_owned(), ..Default::default() };
        let list = list(&stage, member(), request).await;
        assert_eq!(list.tasks.iter().map(|task| &task.id).collect::<Vec<_>>(), found, "{search}");
    }
}

/// As a newer version may have written them: another kind, another shape of the parameters, another word for a step.
#[tokio::test]
async fn tasks_that_cannot_be_read_are_passed_over() {
    let stage = Stage::set().await;
    let ids = seed(&stage).await;
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!(
        "alter table tasks.task drop constraint task_kind_check, drop constraint task_status_check;
         alter table tasks.step drop constraint step_status_check;
         update tasks.task set kind = 'rollback' where id = '{}';
         update tasks.task set params = '7' where id = '{}';
         update tasks.task set status = 'paused' where id = '{}';
         update tasks.step set status = 'doubted' where task_id = '{}'",
        ids[0], ids[1], ids[2], ids[3]
    )))
    .execute(&stage.bench.cx.db)
    .await
    .unwrap();
    let mine = list(&stage, member(), ListTasksRequest::default()).await;
    let shown: Vec<&str> = mine.tasks.iter().map(|task| task.id.as_str()).collect();
    assert_eq!(shown, [ids[5].as_str(), ids[4].as_str()]);
    assert_eq!((mine.total, mine.unreadable), (6, 4));
    let asked_about = LookupTasksRequest { ids: ids[..6].to_vec() };
    let known = stage.rpc.lookup_tasks(asked(deployments(), asked_about)).await.unwrap().into_inner().states;
    assert_eq!(known.len(), 6, "all are known: none is ordered again");
}
