//! Which sites infrastructure saw serving. The latest wins; while a task is at work its end says more.

use crate::{App, drift, facts};
use access::Caller;
use history::{Kind, Line};
use kit::{Error, Message, Origin, Result, message};
use proto::deployments::{DeploymentName, ObserveRequest, ObserveResponse};
use sqlx::types::Json;
use std::collections::BTreeMap;
use time::OffsetDateTime;
use uuid::Uuid;

/// Observations in one call at most. Fixed: agreed with infrastructure.
const LIMIT: usize = 1000;

/// Characters kept of each text in a line of history. Fixed: events takes 2000 in all.
const SAID: usize = 400;

struct Seen {
    serving: bool,
    message: Message,
    at: OffsetDateTime,
}

/// Takes a batch in, writes into the history which sites failed or run again, tells the screens that show what has changed, and answers with the names that are asked for. What is unknown is passed over, and so
/// is what is older, never came up or has a task at work.
///
/// # Errors
/// 403 for everyone but services, 400 for more than a thousand.
pub async fn observe(app: &App, caller: &Caller, request: ObserveRequest) -> Result<ObserveResponse> {
    caller.peer()?;
    let lengths = [request.observations.len(), request.changed.len(), request.named.len(), request.releases.len()];
    if lengths.into_iter().any(|length| length > LIMIT) {
        return Err(Error::invalid_field("observations", message!(TOO_MANY_OBSERVATIONS, most = 1000)));
    }
    // ordered by id, so that two batches lock in the same order
    let mut latest: BTreeMap<Uuid, Seen> = BTreeMap::new();
    for seen in request.observations {
        let Some((id, at)) =
            Uuid::try_parse(&seen.deployment_id).ok().zip(seen.at.as_ref().and_then(kit::clock::unstamp))
        else {
            continue;
        };
        if latest.get(&id).is_none_or(|known| known.at < at) {
            let message = Message::unpacked(&seen.said, &seen.message);
            let message = message.with_texts(&|text| kit::text::cut(&text.replace('\0', ""), 2000));
            latest.insert(id, Seen { serving: seen.serving, message, at });
        }
    }
    let cluster = Uuid::try_parse(&request.cluster_id).ok();
    store(app, &latest, cluster).await?;
    tell(app, &request.changed).await?;
    drift::moved(app, &request.releases, cluster).await?;
    Ok(ObserveResponse { names: names(app, &request.named).await? })
}

async fn store(app: &App, latest: &BTreeMap<Uuid, Seen>, cluster: Option<Uuid>) -> Result<()> {
    let ids: Vec<Uuid> = latest.keys().copied().collect();
    let serving: Vec<bool> = latest.values().map(|seen| seen.serving).collect();
    let messages: Vec<String> = latest.values().map(|seen| seen.message.to_string()).collect();
    let said: Vec<Json<&Message>> = latest.values().map(|seen| Json(&seen.message)).collect();
    let times: Vec<OffsetDateTime> = latest.values().map(|seen| seen.at).collect();
    let mut tx = app.cx.begin().await?;
    let rows = sqlx::query!(
        r#"with given as (
             select id, serving, message, at, said
             from unnest($1::uuid[], $2::bool[], $3::text[], $4::timestamptz[], $5::jsonb[]) g (id, serving, message, at, said)
           ), locked as (
             select d.id, d.serving as was_serving
             from deployments.deployment d join given g on g.id = d.id
             where d.gone_at is null and d.current_task is null and d.effective_revision is not null
               and (d.observed_at is null or d.observed_at < g.at)
               and (d.serving <> g.serving or d.observation <> g.message)
               -- what remains on a cluster that it has left says nothing of it
               and ($6::uuid is null or d.cluster_id = $6)
               -- a stopped site has nothing that could serve; what somebody starts by hand is drift
               and d.status <> 'stopped'
             order by d.id
             for update of d
           )
           update deployments.deployment d
           set serving = g.serving, observation = g.message, observation_said = g.said, observed_at = g.at, version = d.version + 1
           from given g join locked l on l.id = g.id
           where d.id = g.id and d.current_task is null and (d.observed_at is null or d.observed_at < g.at)
           returning d.id, d.name, d.release_name, d.team_id, d.team_name, d.cluster_id, d.cluster_name, d.version, d.serving,
             l.was_serving"#,
        &ids,
        &serving,
        &messages,
        &times,
        &said as _,
        cluster
    )
    .fetch_all(tx.conn())
    .await?;
    let origin = Origin::of_role(&*app.cx.ids);
    for row in rows {
        facts::changed(&mut tx, row.id, row.team_id, row.version);
        let (kind, told) = match (row.was_serving, row.serving, latest.get(&row.id)) {
            (true, false, Some(seen)) => {
                (Kind::Error, message!(SiteFailed, deployment = &row.name, said = seen.message.clone()))
            }
            (false, true, _) => (Kind::Normal, message!(SiteRecovered, deployment = &row.name)),
            _ => continue,
        };
        Line::new(kind, "Deployment", &told.with_texts(&|text| kit::text::cut(text, SAID)))
            .namespace(&row.release_name)
            .deployment(row.id, &row.name)
            .cluster(row.cluster_id, &row.cluster_name)
            .team(row.team_id, &row.team_name)
            .write(&app.cx, &mut tx, &origin)
            .await?;
    }
    tx.commit().await
}

/// Tells screens that what runs of these deployments is something else now.
async fn tell(app: &App, changed: &[String]) -> Result<()> {
    let ids: Vec<Uuid> = changed.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let mut tx = app.cx.begin().await?;
    let rows =
        sqlx::query!("select id, team_id from deployments.deployment where id = any($1) and gone_at is null", &ids)
            .fetch_all(tx.conn())
            .await?;
    for row in rows {
        facts::services_changed(&mut tx, row.id, row.team_id);
    }
    tx.commit().await
}

/// What these deployments are called, and whose they are.
async fn names(app: &App, named: &[String]) -> Result<Vec<DeploymentName>> {
    let ids: Vec<Uuid> = named.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows = sqlx::query!(
        "select id, name, team_id, team_name from deployments.deployment where id = any($1) and gone_at is null",
        &ids
    )
    .fetch_all(&app.cx.db)
    .await?;
    let name = |id: Uuid, name, team_id: Uuid, team_name| DeploymentName {
        id: id.to_string(),
        name,
        team_id: team_id.to_string(),
        team_name,
    };
    Ok(rows.into_iter().map(|row| name(row.id, row.name, row.team_id, row.team_name)).collect())
}
