//! The second half of a creation. The row is there and counts against its team and its cluster, so that neither can be
//! deleted any more; only now are their owners asked. Yes: the install is ordered. No: the row goes away again.
//!
//! Safe to repeat and to run twice at once: the creating call, a repeat of it with the same key, and the sweep all come
//! here.

use crate::{
    App, create,
    deployment::{self, Row},
    facts, owners, read, task,
};
use kit::{Error, Result, message};
use uuid::Uuid;

/// Asks the owners and orders the install; nothing happens when that is done already. Says whether the creation stands:
/// another call, for which an owner did not answer, may have taken it back meanwhile.
///
/// # Errors
/// The owners' refusal, or that they do not answer: in both cases the row is gone, and so is the kept answer.
pub async fn admit(app: &App, id: Uuid) -> Result<bool> {
    let Some(row) = waiting(app, id).await? else { return stands(app, id).await };
    match asked(app, &row).await {
        Ok(()) => order(app, &row).await?,
        Err(refusal) => {
            withdraw(app, &row).await?;
            // another call may have had the owners' yes
            if !stands(app, id).await? {
                return Err(refusal);
            }
        }
    }
    stands(app, id).await
}

/// Deletes leave their row; what was withdrawn has none.
async fn stands(app: &App, id: Uuid) -> Result<bool> {
    let there =
        sqlx::query_scalar!(r#"select exists (select 1 from deployments.deployment where id = $1) as "there!""#, id);
    Ok(there.fetch_one(&app.cx.db).await?)
}

/// As [`admit`], for a deployment whose creator is not waiting any more: an outage only means later.
pub async fn admit_later(app: &App, id: Uuid) -> Result<()> {
    let Some(row) = waiting(app, id).await? else { return Ok(()) };
    match asked(app, &row).await {
        Ok(()) => order(app, &row).await,
        Err(refusal @ (Error::NotFound(_) | Error::Invalid { .. })) => {
            tracing::info!(deployment = %row.id, %refusal, "an unfinished creation was refused");
            withdraw(app, &row).await
        }
        Err(outage) => Err(outage),
    }
}

async fn waiting(app: &App, id: Uuid) -> Result<Option<Row>> {
    let mut connection = app.cx.db.acquire().await?;
    Ok(read::load_one(&mut connection, id).await?.filter(|row| !row.admitted))
}

async fn asked(app: &App, row: &Row) -> Result<()> {
    let origin = &row.task_origin;
    if owners::team_name(&app.cx, origin, row.team_id).await?.is_none() {
        return Err(Error::not_found("Team"));
    }
    let cluster = owners::cluster(&app.cx, origin, row.cluster_id).await?;
    match owners::cluster_problem(cluster.as_ref()) {
        Some(problem) => Err(Error::invalid_field("clusterId", problem)),
        None => Ok(()),
    }
}

async fn order(app: &App, row: &Row) -> Result<()> {
    let cx = &app.cx;
    let mut tx = cx.begin().await?;
    let admitted = sqlx::query!(
        "update deployments.deployment set admitted = true where id = $1 and not admitted and gone_at is null",
        row.id
    )
    .execute(tx.conn())
    .await?
    .rows_affected();
    if admitted == 0 {
        return tx.rollback().await;
    }
    // as it is now: it may have been renamed since it was read. A Delete in between has sent its Cancel before this
    // order, and tasks keeps a tombstone for it.
    let row = deployment::lock_own(&mut tx, row.id).await?.ok_or_else(|| Error::not_found(deployment::WHAT))?;
    task::submit(cx, &mut tx, &row).await?;
    let (name, team, cluster) = (&row.name, &row.team_name, &row.cluster_name);
    let message = message!(DeploymentCreated, deployment = name, team = team, cluster = cluster);
    facts::record(cx, &mut tx, &row.task_origin, &row, history::Kind::Normal, message).await?;
    facts::changed(&mut tx, row.id, row.team_id, row.version);
    tx.commit().await
}

/// Takes the row back, and the answer that was kept for repeats of the call.
async fn withdraw(app: &App, row: &Row) -> Result<()> {
    let mut tx = app.cx.begin().await?;
    let gone = sqlx::query!(
        "delete from deployments.deployment where id = $1 and not admitted returning created_by, created_key",
        row.id
    )
    .fetch_optional(tx.conn())
    .await?;
    if let Some(gone) = gone {
        if let Some(key) = gone.created_key {
            sqlx::query!(
                "delete from deployments.idempotency where user_id = $1 and call = $2 and key = $3",
                gone.created_by,
                create::CALL,
                key
            )
            .execute(tx.conn())
            .await?;
        }
        // lists may have shown it for a moment
        facts::changed(&mut tx, row.id, row.team_id, row.version + 1);
    }
    tx.commit().await
}
