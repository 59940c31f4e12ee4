//! How many deployments and unfinished tasks a team and a user may have, so that none of them uses up what all share.

use access::Caller;
use kit::{Error, Result, Tx, message};
use proto::deployments::{GetQuotasRequest, GetQuotasResponse, Quota};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{App, owners};

/// What is used of each quota.
struct Used {
    deployments_of_team: i64,
    deployments_of_user: i64,
    tasks_of_team: i64,
    tasks_of_user: i64,
}

/// What a member of the team may still create and start.
///
/// # Errors
/// 404 for a foreign or unknown team.
pub async fn get_quotas(app: &App, caller: &Caller, request: GetQuotasRequest) -> Result<GetQuotasResponse> {
    let user = caller.user()?.id;
    let team = kit::ids::parse_as(&request.team_id, "Team")?;
    owners::known_team(&app.cx, caller, team).await?;
    let used = used(&mut *app.cx.db.acquire().await?, team, user).await?;
    let options = &app.options;
    let quota = |used: i64, most: u32| Some(Quota { used: u32::try_from(used).unwrap_or(u32::MAX), most });
    Ok(GetQuotasResponse {
        deployments_of_team: quota(used.deployments_of_team, options.deployments_per_team),
        deployments_of_user: quota(used.deployments_of_user, options.deployments_per_user),
        tasks_of_team: quota(used.tasks_of_team, options.deployments_tasks_per_team),
        tasks_of_user: quota(used.tasks_of_user, options.deployments_tasks_per_user),
    })
}

/// Refuses one more deployment, and the task that installs it.
///
/// # Errors
/// `Conflict` `DEPLOYMENT_LIMIT` or `TASK_LIMIT`, with the number.
pub async fn another_deployment(app: &App, tx: &mut Tx, team: Uuid, user: Uuid) -> Result<()> {
    one_at_a_time(tx, team, user).await?;
    let (used, options) = (used(tx.conn(), team, user).await?, &app.options);
    within(used.deployments_of_team, options.deployments_per_team, |most| {
        Error::conflict(message!(DEPLOYMENT_LIMIT, of = "team", most = most))
    })?;
    within(used.deployments_of_user, options.deployments_per_user, |most| {
        Error::conflict(message!(DEPLOYMENT_LIMIT, of = "user", most = most))
    })?;
    tasks(app, &used)
}

/// Refuses one more task. What deletes is never refused.
///
/// # Errors
/// `Conflict` `TASK_LIMIT`, with the number.
pub async fn another_task(app: &App, tx: &mut Tx, team: Uuid, caller: &Caller) -> Result<()> {
    let user = caller.user()?.id;
    one_at_a_time(tx, team, user).await?;
    tasks(app, &used(tx.conn(), team, user).await?)
}

fn tasks(app: &App, used: &Used) -> Result<()> {
    within(used.tasks_of_team, app.options.deployments_tasks_per_team, |most| {
        Error::conflict(message!(TASK_LIMIT, of = "team", most = most))
    })?;
    within(used.tasks_of_user, app.options.deployments_tasks_per_user, |most| {
        Error::conflict(message!(TASK_LIMIT, of = "user", most = most))
    })
}

fn within(used: i64, most: u32, refusal: impl FnOnce(u32) -> Error) -> Result<()> {
    if used < i64::from(most) { Ok(()) } else { Err(refusal(most)) }
}

/// Two requests at once count each other. In the order of the ids, so that they never wait for each other.
async fn one_at_a_time(tx: &mut Tx, team: Uuid, user: Uuid) -> Result<()> {
    for id in [team.min(user), team.max(user)] {
        sqlx::query!("select pg_advisory_xact_lock(hashtextextended($1, 1))", id.to_string())
            .fetch_one(tx.conn())
            .await?;
    }
    Ok(())
}

async fn used(connection: &mut PgConnection, team: Uuid, user: Uuid) -> Result<Used> {
    Ok(sqlx::query_as!(
        Used,
        r#"select
             (select coalesce(sum(total), 0)::bigint from deployments.tally where team_id = $1) as "deployments_of_team!",
             (select coalesce(sum(total), 0)::bigint from deployments.user_tally where user_id = $2) as "deployments_of_user!",
             (select count(*) from deployments.deployment where team_id = $1 and current_task is not null) as "tasks_of_team!",
             (select count(*) from deployments.deployment
              where task_origin -> 'user' ->> 'id' = $3 and current_task is not null) as "tasks_of_user!""#,
        team,
        user,
        user.to_string()
    )
    .fetch_one(connection)
    .await?)
}
