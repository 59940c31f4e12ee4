//! Submit: a work order of deployments becomes a row in the queue. Idempotent by the task's id.

use access::Caller;
use kit::{Origin, Problems, Result, Tx, UserRef, clock::unstamp, message};
use proto::tasks::{SubmitRequest, SubmitResponse};
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    App,
    ending::{self, Ending},
    hint, params, progress, run,
    task::{self, Kind, Params},
};

/// A checked work order.
struct Order {
    id: Uuid,
    kind: Kind,
    deployment_id: Uuid,
    team_id: Uuid,
    cluster_id: Uuid,
    actor_id: Option<Uuid>,
    params: Params,
    created_at: OffsetDateTime,
}

/// Puts the task into the queue; again is nothing.
///
/// # Errors
/// `Invalid` for an order that cannot be read, which deployments never tries again.
pub async fn submit(app: &App, caller: &Caller, request: SubmitRequest) -> Result<SubmitResponse> {
    caller.peer()?;
    accept(app, caller.origin().clone(), &request).await?;
    Ok(SubmitResponse {})
}

/// Puts the task into the queue, whoever brought its order; again is nothing.
///
/// # Errors
/// `Invalid` for an order that cannot be read.
pub async fn accept(app: &App, mut origin: Origin, request: &SubmitRequest) -> Result<()> {
    let order = check(app, request)?;
    if let Some(id) = order.actor_id {
        origin.user = Some(UserRef { id, name: request.actor_name.clone() });
    }
    let mut tx = app.cx.begin().await?;
    one_at_a_time(&mut tx, order.id).await?;
    if insert(&mut tx, &order, request, &origin, app.cx.clock.now()).await? {
        let task = task::read_one(tx.conn(), order.id).await?;
        progress::lay_out(tx.conn(), task.id, &run::steps(&task)).await?;
        match cancelled_before(&mut tx, order.id).await? {
            Some(by) => {
                ending::record(&mut tx, app, &task, None, &Ending::Cancelled { by }).await?;
            }
            None => hint::changed(&mut tx, &task, task.version),
        }
        tx.commit().await?;
        app.wake.notify_one();
    }
    Ok(())
}

/// Submit and Cancel of one task one after the other: a tombstone and its task cannot miss each other.
pub async fn one_at_a_time(tx: &mut Tx, task: Uuid) -> Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended($1, 0))", task.to_string())
        .fetch_one(tx.conn())
        .await?;
    Ok(())
}

fn check(app: &App, request: &SubmitRequest) -> Result<Order> {
    let mut problems = Problems::new();
    let mut id = |field: &str, text: &str| {
        kit::ids::parse(text).unwrap_or_else(|_| {
            problems.add(field, message!(REQUIRED, label = message!(Label_Id)));
            Uuid::nil()
        })
    };
    let params = request.params.clone().unwrap_or_default();
    let order_ids = [
        id("id", &request.id),
        id("deployment_id", &request.deployment_id),
        id("team_id", &request.team_id),
        id("cluster_id", &params.cluster_id),
    ];
    let actor_id = (!request.actor_id.is_empty()).then(|| id("actor_id", &request.actor_id));
    let kind = Kind::of(request.kind());
    if kind.is_none() {
        problems.add("kind", message!(REQUIRED, label = message!(Label_Kind)));
    }
    for (field, text) in [("params.release_name", &params.release_name), ("params.namespace", &params.namespace)] {
        if text.is_empty() {
            problems.add(field, message!(REQUIRED, label = message!(Label_Name)));
        }
    }
    if kind.is_some_and(Kind::applies) && (request.revision < 1 || request.hash.is_empty()) {
        problems.add("revision", message!(REQUIRED, label = message!(Label_Revision)));
    }
    problems.done()?;
    let [id, deployment_id, team_id, cluster_id] = order_ids;
    Ok(Order {
        id,
        kind: kind.unwrap_or(Kind::Install),
        deployment_id,
        team_id,
        cluster_id,
        actor_id,
        params: params::of_proto(params),
        created_at: request.created_at.as_ref().and_then(unstamp).unwrap_or_else(|| app.cx.clock.now()),
    })
}

async fn insert(
    tx: &mut Tx,
    order: &Order,
    request: &SubmitRequest,
    origin: &Origin,
    now: OffsetDateTime,
) -> Result<bool> {
    let done = sqlx::query!(
        "insert into tasks.task (id, kind, deployment_id, deployment_name, team_id, team_name, cluster_id, cluster_name,
             params, revision, hash, actor_id, actor_name, origin, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
         on conflict (id) do nothing",
        order.id,
        order.kind as Kind,
        order.deployment_id,
        request.deployment_name,
        order.team_id,
        request.team_name,
        order.cluster_id,
        request.cluster_name,
        Json(&order.params) as Json<&Params>,
        request.revision,
        request.hash,
        order.actor_id,
        request.actor_name,
        Json(origin) as Json<&Origin>,
        order.created_at,
        now
    )
    .execute(tx.conn())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Who cancelled the task before it came.
async fn cancelled_before(tx: &mut Tx, task: Uuid) -> Result<Option<String>> {
    Ok(sqlx::query_scalar!("select cancelled_by from tasks.tombstone where task_id = $1", task)
        .fetch_optional(tx.conn())
        .await?)
}
