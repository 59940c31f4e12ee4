//! Giving up a change that did not come about: what is in effect becomes what is wanted, as a new revision.

use crate::{
    App,
    deployment::{self, Row},
    facts,
    operation::Kind,
    quota,
    resources::Resources,
    revision::{self, Draft},
    spec::Spec,
    task,
};
use access::Caller;
use kit::{Error, Result, Tx, message};
use proto::deployments::{DiscardChangeRequest, DiscardChangeResponse};
use sqlx::types::Json;

/// Makes a revision equal to the one in effect and orders its upgrade, since the failed change may have left its traces
/// in the cluster.
///
/// # Errors
/// 404, 403, 409 while a task is at work, the deployment is being deleted, nothing is in effect or nothing differs, for
/// a version that is not the newest, or when another deployment has taken the domain meanwhile.
pub async fn discard_change(
    app: &App,
    caller: &Caller,
    request: DiscardChangeRequest,
) -> Result<DiscardChangeResponse> {
    let (id, team) = deployment::owner(&mut *app.cx.db.acquire().await?, &request.id).await?;
    let team = caller.write(team, deployment::WHAT)?;
    deployment::open_for_work(app, caller, id).await?;
    let (cx, origin) = (&app.cx, caller.origin());
    let mut tx = cx.begin().await?;
    let row = deployment::lock(&mut tx, team, id).await?;
    row.made_on(request.version)?;
    let effective = row.can_discard()?;
    quota::another_task(app, &mut tx, row.team_id, caller).await?;
    let row = again(app, &mut tx, caller, &row, effective).await?;
    let row = task::start(cx, &mut tx, origin, &row, Kind::Upgrade).await?;
    let message = message!(ChangeDiscarded, deployment = &row.name);
    facts::record(cx, &mut tx, origin, &row, history::Kind::Normal, message).await?;
    tx.commit().await?;
    task::accepted(app, id).await;
    Ok(DiscardChangeResponse { deployment: Some(row.shown(false)), task_id: row.last_task.to_string() })
}

/// Makes the revision of that number the wanted one once more, under the next number.
async fn again(app: &App, tx: &mut Tx, caller: &Caller, row: &Row, number: i32) -> Result<Row> {
    let (cx, origin) = (&app.cx, caller.origin());
    let opened = revision::open(cx, tx.conn(), row, number).await?;
    let kept = sqlx::query!(
        r#"select spec as "spec: Json<Spec>", chart_version, chart_hash, cpu, memory, storage
           from deployments.revision where deployment_id = $1 and number = $2"#,
        row.id,
        number
    )
    .fetch_one(tx.conn())
    .await?;
    let draft = Draft {
        deployment: row.id,
        team: row.team_id,
        number: row.revision + 1,
        change: "discard",
        reason: "",
        spec: &kept.spec,
        chart_version: &kept.chart_version,
        chart_hash: kept.chart_hash.as_deref(),
        bundle: &opened.plain,
        hash: &opened.hash,
        resources: &Resources { cpu: kept.cpu, memory: kept.memory, storage: kept.storage },
    };
    revision::want(cx, tx, origin, row, &draft).await?;
    deployment::load(tx.conn(), &[row.id]).await?.pop().ok_or_else(|| Error::not_found(deployment::WHAT))
}
