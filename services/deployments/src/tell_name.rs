//! TellName: a command of teams and infrastructure when a team or a cluster got another name. Idempotent.

use crate::{App, facts};
use access::Caller;
use kit::{Result, Tx};
use proto::deployments::{TellNameRequest, TellNameResponse};
use sqlx::PgConnection;
use uuid::Uuid;

/// A deployment whose team or cluster is called otherwise than before.
struct Renamed {
    id: Uuid,
    team_id: Uuid,
    version: i64,
}

/// Keeps the name with every deployment of the team or on the cluster, so that a list is one statement, and tells the
/// screens that show them.
///
/// # Errors
/// 403 for everyone but services, `Invalid` for what is no id.
pub async fn tell_name(app: &App, caller: &Caller, request: TellNameRequest) -> Result<TellNameResponse> {
    caller.peer()?;
    let mut tx = app.cx.begin().await?;
    let renamed = if request.cluster_id.is_empty() {
        of_team(tx.conn(), kit::ids::parse(&request.team_id)?, &request.name).await?
    } else {
        let cluster = kit::ids::parse(&request.cluster_id)?;
        elsewhere(tx.conn(), cluster, &request.name).await?;
        on_cluster(tx.conn(), cluster, &request.name).await?
    };
    tell(&mut tx, &renamed);
    tx.commit().await?;
    Ok(TellNameResponse {})
}

// Locked in the order of their ids, as whoever else changes several.
async fn of_team(db: &mut PgConnection, team: Uuid, name: &str) -> Result<Vec<Renamed>> {
    Ok(sqlx::query_as!(
        Renamed,
        "update deployments.deployment set team_name = $2, version = version + 1
         where id in (select id from deployments.deployment
                      where team_id = $1 and team_name <> $2 and gone_at is null order by id for update)
         returning id, team_id, version",
        team,
        name
    )
    .fetch_all(db)
    .await?)
}

async fn on_cluster(db: &mut PgConnection, cluster: Uuid, name: &str) -> Result<Vec<Renamed>> {
    Ok(sqlx::query_as!(
        Renamed,
        "update deployments.deployment set cluster_name = $2, version = version + 1
         where id in (select id from deployments.deployment
                      where cluster_id = $1 and cluster_name <> $2 and gone_at is null order by id for update)
         returning id, team_id, version",
        cluster,
        name
    )
    .fetch_all(db)
    .await?)
}

/// What is elsewhere is shown with the deployment, which screens fetch for other reasons often enough.
async fn elsewhere(db: &mut PgConnection, cluster: Uuid, name: &str) -> Result<()> {
    sqlx::query!("update deployments.elsewhere set cluster_name = $2 where cluster_id = $1", cluster, name)
        .execute(db)
        .await?;
    Ok(())
}

fn tell(tx: &mut Tx, renamed: &[Renamed]) {
    for each in renamed {
        facts::changed(tx, each.id, each.team_id, each.version);
    }
}
