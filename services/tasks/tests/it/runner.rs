use proto::tasks::{StepStatus, TaskKind, TaskStatus, task_service_server::TaskService as _};
use std::{future::Future, sync::Arc, time::Duration};
use tasks::{
    App, Pace,
    runner::{self, Outcome},
};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::{
    stage::Stage,
    world::{Act, Gate, Item},
};

/// Asks again and again until it is so.
async fn until<F: Future<Output = bool>>(what: &str, so: impl Fn() -> F) {
    let ask = async {
        while !so().await {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), ask).await.unwrap_or_else(|_| panic!("never: {what}"));
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
    app.pace = Arc::new(Pace { heartbeat: Duration::from_millis(10), ..Pace::clone(&app.pace) });
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

#[tokio::test]
async fn one_hanging_cluster_leaves_places_for_the_others() {
    let stage = Stage::with(&["--tasks-pause=2ms", "--tasks-at-once=4"]).await;
    let gate = Gate::new();
    for _ in 0..4 {
        stage.submit(TaskKind::Restart).await;
    }
    for _ in 0..2 {
        stage.world.next("restart", Act::Stop(gate.clone()));
    }
    let elsewhere = {
        let mut order = crate::stage::order(TaskKind::Uninstall, stage.bench.cx.ids.uuid(), stage.bench.cx.ids.uuid());
        order.params.as_mut().unwrap().cluster_id = uuid::Uuid::from_u128(0xc2).to_string();
        stage.rpc.submit(crate::stage::asked(crate::stage::deployments(), order.clone())).await.unwrap();
        order.id.parse().unwrap()
    };
    let app = another(&stage.app);
    let mut crew = JoinSet::new();
    crew.spawn(runner::run(app.clone()));
    gate.reached().await;
    gate.reached().await;
    until("the task of the other cluster is complete", || async {
        stage.get(elsewhere).await.status() == TaskStatus::Complete
    })
    .await;
    assert_eq!(stage.world.calls_of("restart").len(), 2, "half of the places is one cluster's share");
    app.cx.stop.cancel();
    crew.join_next().await.unwrap().unwrap().unwrap();
}
