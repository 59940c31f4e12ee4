use kit::Error;
use proto::tasks::{StepStatus, TaskKind, TaskStatus, task_service_server::TaskService as _};
use sqlx::postgres::PgPoolOptions;
use std::{future::Future, sync::Arc, time::Duration};
use tasks::{
    App, RetryPolicy,
    runner::{self, Outcome},
};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{
    stage::{CLUSTER, Stage, TEAM, asked, deployments, order},
    world::{Act, Gate, Item},
};

/// Asks again and again until it is so.
async fn until<F: Future<Output = bool>>(what: &str, so: impl Fn() -> F) {
    let ask = async {
        while !so().await {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), ask).await.unwrap_or_else(|_| panic!("never: {what}"));
}

/// Another worker process on the same database.
fn another(app: &App) -> App {
    let mut cx = app.cx.clone();
    cx.stop = CancellationToken::new();
    App::of(cx).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_runners_never_work_on_one_task_at_the_same_time() {
    let stage = Stage::set().await;
    let mut ids = Vec::new();
    for _ in 0..30 {
        ids.push(stage.submit(TaskKind::Restart).await);
    }
    let runners = [another(&stage.app), another(&stage.app)];
    let mut crews = JoinSet::new();
    for app in &runners {
        crews.spawn(runner::run(app.clone()));
    }
    until("all are complete", || async {
        let open: i64 = sqlx::query_scalar("select count(*) from tasks.task where status <> 'complete'")
            .fetch_one(&stage.bench.cx.db)
            .await
            .unwrap();
        open == 0
    })
    .await;
    for app in &runners {
        app.cx.stop.cancel();
    }
    while let Some(ended) = crews.join_next().await {
        ended.unwrap().unwrap();
    }
    assert!(!stage.world.doubled());
    assert_eq!(stage.world.calls_of("restart").len(), 30);
    for id in ids {
        assert_eq!(stage.finishes(id).await.len(), 1);
        assert_eq!(stage.get(id).await.attempt, 1);
    }
}

#[tokio::test]
async fn a_dead_workers_task_is_gone_on_with_where_it_stood_under_a_higher_fence() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Install).await;
    let gate = Gate::new();
    stage.world.next("apply", Act::Play(vec![Item::Revision(7), Item::Stop(gate.clone())]));
    let mut dead = JoinSet::new();
    let app = another(&stage.app);
    dead.spawn(async move { runner::run_one(&app).await.unwrap() });
    gate.reached().await;
    until("the Helm revision is saved", || async {
        let saved: i32 = sqlx::query_scalar("select helm_revision from tasks.task where id = $1")
            .bind(id)
            .fetch_one(&stage.bench.cx.db)
            .await
            .unwrap();
        saved == 7
    })
    .await;
    // Killed: nothing is given back.
    dead.shutdown().await;
    let (first, _) = stage.row(id).await;
    assert_eq!(runner::run_one(&stage.app).await.unwrap(), None, "the lease still holds");
    stage.expire(id).await;
    assert_eq!(runner::run_one(&stage.app).await.unwrap(), Some(Outcome::Ended));

    let task = stage.get(id).await;
    assert_eq!(task.status(), TaskStatus::Complete);
    assert_eq!(task.attempt, 2);
    let (second, _) = stage.row(id).await;
    assert!(second > first, "{second} > {first}");
    let methods = stage.world.methods();
    assert_eq!(
        methods,
        ["check", "namespace", "secrets", "apply", "apply", "rollout", "hooks", "finish"],
        "steps that were done are not repeated"
    );
    let applies = stage.world.calls_of("apply");
    assert_eq!((applies[0].fence, applies[0].helm_revision), (first, 0));
    assert_eq!((applies[1].fence, applies[1].helm_revision), (second, 7));
    assert_eq!(stage.finishes(id).await.len(), 1);
}

#[tokio::test]
async fn the_next_task_of_a_deployment_starts_above_the_fence_of_the_last() {
    let stage = Stage::set().await;
    let first = stage.submit(TaskKind::Restart).await;
    stage.run(first).await;
    let second = stage.submit(TaskKind::Restart).await;
    stage.run(second).await;
    assert!(stage.row(second).await.0 > stage.row(first).await.0);
}

#[tokio::test]
async fn a_paused_worker_that_lost_its_task_writes_nothing_any_more() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Restart).await;
    let gate = Gate::new();
    stage.world.next("restart", Act::Stop(gate.clone()));
    let mut paused = JoinSet::new();
    let app = another(&stage.app);
    paused.spawn(async move { runner::run_one(&app).await.unwrap() });
    gate.reached().await;
    stage.expire(id).await;
    // The other worker stands in the middle of the rollout when the first one wakes.
    let middle = Gate::new();
    let play = vec![Item::Say("web: 0 of 1 pods are ready"), Item::Stop(middle.clone()), Item::Done];
    stage.world.next("rollout", Act::Play(play));
    let mut other = JoinSet::new();
    let app = another(&stage.app);
    other.spawn(async move { runner::run_one(&app).await.unwrap() });
    middle.reached().await;
    until("the other one's progress is written", || async {
        stage.get(id).await.steps[1].message == "web: 0 of 1 pods are ready"
    })
    .await;
    let before = (stage.row(id).await.0, stage.get(id).await, stage.events().await.len());
    gate.open();
    assert_eq!(paused.join_next().await.unwrap().unwrap(), Some(Outcome::Lost));
    let after = (stage.row(id).await.0, stage.get(id).await, stage.events().await.len());
    assert_eq!(before, after);
    assert!(stage.finishes(id).await.is_empty());
    middle.open();
    assert_eq!(other.join_next().await.unwrap().unwrap(), Some(Outcome::Ended));
    assert_eq!(stage.finishes(id).await.len(), 1);
    assert_eq!(stage.world.calls_of("rollout").len(), 1, "the paused worker made no further call");
}

#[tokio::test]
async fn a_worker_in_a_call_that_hangs_keeps_its_lease_and_hears_of_a_take_over() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Restart).await;
    let gate = Gate::new();
    stage.world.next("restart", Act::Stop(gate.clone()));
    let mut app = another(&stage.app);
    app.retry_policy =
        Arc::new(RetryPolicy { heartbeat: Duration::from_millis(10), ..RetryPolicy::clone(&app.retry_policy) });
    let mut work = JoinSet::new();
    work.spawn(async move { runner::run_one(&app).await.unwrap() });
    gate.reached().await;
    stage.expire(id).await;
    until("the heartbeat renews the lease", || async {
        let holds = "select lease_until > now() + interval '20 seconds' from tasks.task where id = $1";
        sqlx::query_scalar::<_, bool>(holds).bind(id).fetch_one(&stage.bench.cx.db).await.unwrap()
    })
    .await;
    // Somebody else drew a higher number.
    sqlx::query("update tasks.task set fence = nextval('tasks.fence') where id = $1")
        .bind(id)
        .execute(&stage.bench.cx.db)
        .await
        .unwrap();
    // The call still hangs: the gate is never opened.
    assert_eq!(work.join_next().await.unwrap().unwrap(), Some(Outcome::Lost));
}

#[tokio::test]
async fn a_lease_and_a_pause_that_a_wrong_clock_wrote_hold_nothing_up() {
    let stage = Stage::set().await;
    for ahead in [
        "update tasks.task set run_after = now() + interval '8 days' where id = $1",
        "update tasks.task set status = 'running', lease_owner = gen_random_uuid(), lease_until = now() + interval '8 days'
         where id = $1",
    ] {
        let id = stage.submit(TaskKind::Restart).await;
        sqlx::query(ahead).bind(id).execute(&stage.bench.cx.db).await.unwrap();
        assert_eq!(runner::run_one(&stage.app).await.unwrap(), Some(Outcome::Ended), "{ahead}");
        assert_eq!(stage.get(id).await.status(), TaskStatus::Complete);
    }
}

#[tokio::test]
async fn a_worker_that_stops_gives_its_task_back_at_once() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Install).await;
    let gate = Gate::new();
    stage.world.next("rollout", Act::Play(vec![Item::Stop(gate.clone())]));
    let leaving = another(&stage.app);
    let mut crew = JoinSet::new();
    crew.spawn(runner::run(leaving.clone()));
    gate.reached().await;
    leaving.cx.stop.cancel();
    crew.join_next().await.unwrap().unwrap().unwrap();
    let task = stage.get(id).await;
    assert_eq!((task.status(), task.steps[4].status()), (TaskStatus::Running, StepStatus::Running));

    // No lease has to run out.
    assert_eq!(runner::run_one(&stage.app).await.unwrap(), Some(Outcome::Ended));
    let task = stage.get(id).await;
    assert_eq!((task.status(), task.attempt), (TaskStatus::Complete, 1));
    assert_eq!(stage.world.calls_of("apply").len(), 1);
    assert_eq!(stage.world.calls_of("rollout").len(), 2);
}

#[tokio::test]
async fn a_task_that_kills_its_workers_is_ended() {
    let stage = Stage::set().await;
    let id = stage.submit(TaskKind::Restart).await;
    sqlx::query("update tasks.task set attempt = 20").execute(&stage.bench.cx.db).await.unwrap();
    let task = stage.run(id).await;
    assert_eq!(task.error, "The work was interrupted 20 times and is not tried again.");
    assert!(stage.world.calls().is_empty());
    assert_eq!(stage.finishes(id).await.len(), 1);
}

/// A restart of this team's on this cluster.
async fn restart(stage: &Stage, team: Uuid, cluster: Uuid) -> Uuid {
    let mut order = order(TaskKind::Restart, stage.bench.cx.ids.uuid(), stage.bench.cx.ids.uuid());
    order.team_id = team.to_string();
    order.params.as_mut().unwrap().cluster_id = cluster.to_string();
    stage.rpc.submit(asked(deployments(), order.clone())).await.unwrap();
    order.id.parse().unwrap()
}

/// Whether the task is complete, whoever may see it.
async fn is_complete(stage: &Stage, id: Uuid) -> bool {
    let status: String = sqlx::query_scalar("select status from tasks.task where id = $1")
        .bind(id)
        .fetch_one(&stage.bench.cx.db)
        .await
        .unwrap();
    status == "complete"
}

const OTHER_TEAM: Uuid = Uuid::from_u128(0x0b);
const OTHER_CLUSTER: Uuid = Uuid::from_u128(0xc2);

#[tokio::test]
async fn a_cluster_that_hangs_keeps_nobody_waiting_for_another() {
    let stage = Stage::with(Duration::from_millis(2), &["--tasks-per-cluster=2"]).await;
    let gate = Gate::new();
    for _ in 0..4 {
        stage.submit(TaskKind::Restart).await;
        stage.world.next("restart", Act::Stop(gate.clone()));
    }
    let app = another(&stage.app);
    let mut crew = JoinSet::new();
    crew.spawn(runner::run(app.clone()));
    gate.reached().await;
    gate.reached().await;
    let elsewhere = restart(&stage, TEAM, OTHER_CLUSTER).await;
    // The next call would hang too; but it is not made by a third task of the hanging cluster.
    until("the task of the other cluster is at work", || async { stage.world.calls_of("restart").len() == 3 }).await;
    assert_eq!(stage.world.calls_of("restart")[2].task, elsewhere.to_string());
    app.cx.stop.cancel();
    crew.join_next().await.unwrap().unwrap().unwrap();
}

#[tokio::test]
async fn five_hundred_tasks_that_wait_for_pods_hold_nobody_up() {
    const MANY: usize = 500;
    let stage = Stage::with(Duration::from_millis(2), &["--tasks-per-cluster=4"]).await;
    // The nodes are full: none of these pods is ever started.
    let full = Gate::new();
    for _ in 0..MANY {
        stage.world.next("rollout", Act::Play(vec![Item::Stop(full.clone())]));
        stage.submit(TaskKind::Restart).await;
    }
    // Whoever looks has a connection of its own: hundreds of tasks wait for those of the service when they go on.
    let options = (*stage.bench.cx.db.connect_options()).clone();
    let looking = PgPoolOptions::new().max_connections(1).connect_with(options).await.unwrap();
    let mut crew = JoinSet::new();
    crew.spawn(runner::run(stage.app.clone()));
    for _ in 0..MANY {
        full.reached().await;
    }
    let began = std::time::Instant::now();
    for (team, cluster) in [(OTHER_TEAM, OTHER_CLUSTER), (OTHER_TEAM, CLUSTER), (TEAM, CLUSTER)] {
        let id = restart(&stage, team, cluster).await;
        until("it is complete", || is_complete(&stage, id)).await;
    }
    println!("three restarts beside {MANY} waiting tasks took {:?}", began.elapsed());
    let running: i64 = sqlx::query_scalar("select count(*) from tasks.task where status = 'running'")
        .fetch_one(&stage.bench.cx.db)
        .await
        .unwrap();
    assert_eq!(usize::try_from(running).unwrap(), MANY, "all of them still wait");
    for _ in 0..MANY {
        full.open();
    }
    until("all are complete", || async {
        let open = "select count(*) from tasks.task where status <> 'complete'";
        sqlx::query_scalar::<_, i64>(open).fetch_one(&looking).await.unwrap() == 0
    })
    .await;
    assert!(!stage.world.doubled());
    stage.app.cx.stop.cancel();
    crew.join_next().await.unwrap().unwrap().unwrap();
    looking.close().await;
}

#[tokio::test]
async fn teams_take_turns_in_the_queue() {
    let stage = Stage::with(Duration::from_millis(2), &["--tasks-per-cluster=1"]).await;
    let gate = Gate::new();
    for _ in 0..20 {
        stage.submit(TaskKind::Restart).await;
    }
    let last = restart(&stage, OTHER_TEAM, CLUSTER).await;
    stage.world.next("restart", Act::Stop(gate.clone()));
    let app = another(&stage.app);
    let mut crew = JoinSet::new();
    crew.spawn(runner::run(app.clone()));
    gate.reached().await;
    gate.open();
    until("the other team's task is complete", || is_complete(&stage, last)).await;
    let place = stage.world.calls_of("restart").iter().position(|call| call.task == last.to_string());
    assert_eq!(place, Some(1), "it was submitted as the last of 21, and is the second to begin");
    app.cx.stop.cancel();
    crew.join_next().await.unwrap().unwrap().unwrap();
}

#[tokio::test]
async fn an_internal_error_is_tried_again_before_the_task_fails() {
    let stage = Stage::set().await;
    let broken = || Act::Fail(Error::internal(anyhow::anyhow!("a defect")));
    for _ in 0..3 {
        stage.world.next("restart", broken());
    }
    let passing = stage.submit(TaskKind::Restart).await;
    assert_eq!(stage.run(passing).await.status(), TaskStatus::Complete);
    assert_eq!(stage.world.calls_of("restart").len(), 4);

    for _ in 0..4 {
        stage.world.next("restart", broken());
    }
    let failing = stage.submit(TaskKind::Restart).await;
    let task = stage.run(failing).await;
    assert_eq!((task.status(), task.error.as_str()), (TaskStatus::Failed, "Internal error"));
    assert_eq!(stage.world.calls_of("restart").len(), 8, "three more tries, then it is a defect");
}
