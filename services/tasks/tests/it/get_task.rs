use access::Role;
use proto::tasks::{
    CancelTaskRequest, CountTasksRequest, GetTaskRequest, HideTaskRequest, ListTasksRequest, TaskKind, TaskStatus,
    task_service_server::TaskService as _,
};
use tonic::Code;
use uuid::Uuid;

use crate::stage::{Stage, TEAM, asked, deployments, member, order, person};

#[tokio::test]
async fn a_manager_outside_the_team_sees_the_task_without_its_log() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Restart).await;
    stage.run(id).await;
    let request = GetTaskRequest { id: id.to_string(), ..Default::default() };
    let seen = |caller| {
        let request = asked(caller, request.clone());
        async { stage.rpc.get_task(request).await.map(|answer| answer.into_inner().task.unwrap()) }
    };
    let mine = seen(member()).await.unwrap();
    assert!(!mine.logs.is_empty());
    assert_eq!(mine.params.as_ref().unwrap().chart_name, "canopy/wordpress");
    let values = |task: &proto::tasks::Task| {
        let params = task.params.clone().unwrap();
        (params.values, params.values_json)
    };
    assert_eq!(values(&mine), (Some(prost_types::Struct::default()), String::new()));
    let as_json = GetTaskRequest { values_as_json: true, ..request.clone() };
    let told = stage.rpc.get_task(asked(member(), as_json)).await.unwrap().into_inner().task.unwrap();
    assert_eq!(values(&told), (None, "{}".to_owned()));
    let managed = seen(person(Role::Manager, &[])).await.unwrap();
    assert!(managed.logs.is_empty());
    assert_eq!(managed.steps, mine.steps);
    assert!(!seen(person(Role::Admin, &[])).await.unwrap().logs.is_empty());
    let foreign = seen(person(Role::User, &[(Uuid::from_u128(0xbad), true)])).await.unwrap_err();
    let unknown = stage
        .rpc
        .get_task(asked(member(), GetTaskRequest { id: Uuid::from_u128(5).to_string(), ..Default::default() }))
        .await
        .unwrap_err();
    assert_eq!((foreign.code(), foreign.message()), (unknown.code(), unknown.message()));
    assert_eq!(foreign.code(), Code::NotFound);
}

#[tokio::test]
async fn a_hidden_task_is_gone_from_every_list_but_its_row_stays() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Restart).await;
    let request = HideTaskRequest { id: id.to_string() };
    let runs_the_team = || person(Role::User, &[(TEAM, true)]);
    let early = stage.rpc.hide_task(asked(runs_the_team(), request.clone())).await.unwrap_err();
    assert_eq!(early.code(), Code::FailedPrecondition);
    stage.run(id).await;
    let refused = stage.rpc.hide_task(asked(member(), request.clone())).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    let refused = stage.rpc.hide_task(asked(person(Role::User, &[]), request.clone())).await.unwrap_err();
    assert_eq!(refused.code(), Code::NotFound);
    stage.rpc.hide_task(asked(runs_the_team(), request.clone())).await.unwrap();
    let again = stage.rpc.hide_task(asked(runs_the_team(), request)).await.unwrap_err();
    assert_eq!(again.code(), Code::NotFound);
    let gone = stage
        .rpc
        .get_task(asked(member(), GetTaskRequest { id: id.to_string(), ..Default::default() }))
        .await
        .unwrap_err();
    assert_eq!(gone.code(), Code::NotFound);
    let list = stage.rpc.list_tasks(asked(member(), ListTasksRequest::default())).await.unwrap().into_inner();
    assert_eq!((list.tasks.len(), list.total), (0, 0));
    let count = stage.rpc.count_tasks(asked(member(), CountTasksRequest {})).await.unwrap().into_inner();
    assert_eq!((count.total, count.active), (0, 0));
    let rows: i64 = sqlx::query_scalar("select count(*) from tasks.task").fetch_one(&stage.bench.cx.db).await.unwrap();
    assert_eq!(rows, 1);
}

#[tokio::test]
async fn a_task_is_known_as_soon_as_it_is_ordered() {
    let stage = Stage::set().await;
    let [first, second] = [1, 2].map(|n| order(TaskKind::Restart, Uuid::from_u128(n), Uuid::from_u128(10 + n)));
    stage.world.ordered(first.clone());
    stage.world.ordered(second.clone());
    let get = |id: &str, caller| {
        stage.rpc.get_task(asked(caller, GetTaskRequest { id: id.to_owned(), ..Default::default() }))
    };
    let foreign = get(&first.id, person(Role::User, &[(Uuid::from_u128(0xbad), true)])).await.unwrap_err();
    assert_eq!(foreign.code(), Code::NotFound);
    let seen = get(&first.id, member()).await.unwrap().into_inner().task.unwrap();
    assert_eq!((seen.status(), seen.actor_name.as_str()), (TaskStatus::Pending, "Ada Lovelace"));
    assert!(!seen.steps.is_empty());
    // The relay brings it later.
    stage.rpc.submit(asked(deployments(), first.clone())).await.unwrap();
    let rows = sqlx::query_as::<_, (Uuid, String)>("select id, origin ->> 'request_id' from tasks.task");
    let rows = rows.fetch_all(&stage.bench.cx.db).await.unwrap();
    assert_eq!(rows, [(Uuid::from_u128(1), "the-click".to_owned())]);

    let request = CancelTaskRequest { id: second.id.clone() };
    let cancelled = stage.rpc.cancel_task(asked(member(), request)).await.unwrap().into_inner().task.unwrap();
    assert_eq!(cancelled.id, second.id);
    assert!(cancelled.cancel_requested || cancelled.status() == TaskStatus::Failed, "{cancelled:?}");
    let unknown = get(&Uuid::from_u128(3).to_string(), member()).await.unwrap_err();
    assert_eq!(unknown.code(), Code::NotFound);
}
