//! Reads of deployments whose plan is better made for them alone: one by its id, and the newest of all.

use crate::{
    deployment::{Row, row, unreadable},
    drift::Drift,
    elsewhere::Elsewhere,
    operation::Kind,
    reach::Found,
    recent::{Listed, Stamp},
    spec::Spec,
};
use kit::{Message, Origin, Result, page::Page};
use sqlx::{PgConnection, types::Json};
use uuid::Uuid;

/// One deployment; `None` for an unknown and a gone one. Asked for as one of several, it would be looked for in the whole table as long
/// as that is small.
///
/// # Errors
/// Those of the database, and for a row that cannot be read.
pub async fn load_one(db: &mut PgConnection, id: Uuid) -> Result<Option<Row>> {
    let found = sqlx::query!(
        r#"select d.id, d.name, d.description, d.type as application, d.status as "status!", d.cluster_id, d.cluster_name, d.location,
                  d.team_id, d.team_name, d.release_name, d.spec as "spec: Json<Spec>", d.revision, d.cpu, d.memory, d.storage,
                  d.wanted = 'deleted' as "to_be_deleted!",
                  d.wanted_origin as "wanted_origin: Json<Origin>", d.admitted, d.current_task, d.last_task, d.task_kind,
                  d.task_origin as "task_origin: Json<Origin>", d.task_at, d.cancelled_by, d.last_result, d.error_log, d.error_said as "error_said: Json<Message>", d.serving,
                  d.observation, d.observation_said as "observation_said: Json<Message>", d.helm_revision, d.effective_revision as effective, d.stopped, d.changed_version, d.changed_by, d.created_by, d.created_at, d.updated_at, d.version, d.secrets, d.drift as "drift: Json<Drift>",
                  r.found as "reach?: Json<Found>",
                  case when e.state <> 'reserved' then jsonb_build_object('cluster_id', e.cluster_id, 'cluster_name', e.cluster_name,
                     'location', e.location, 'state', e.state, 'planned', e.planned, 'switched_by', e.switched_by, 'fence', e.fence,
                     'copies', e.copies) end as "elsewhere?: Json<Elsewhere>",
                  d.xmin::text::bigint as "row_stamp!",
                  coalesce(r.xmin::text::bigint, 0) as "reach_stamp!",
                  coalesce(e.xmin::text::bigint, 0) as "elsewhere_stamp!"
           from deployments.deployment d
           left join deployments.reach r on r.deployment_id = d.id
           left join deployments.elsewhere e on e.deployment_id = d.id
           where d.id = $1 and d.gone_at is null"#,
        id
    );
    Ok(found.try_map(|r| Ok(row!(r))).fetch_optional(db).await?)
}

/// Whose a deployment is and in which state; `None` for an unknown and a gone one.
///
/// # Errors
/// Those of the database.
pub(crate) async fn listed(db: &mut PgConnection, id: Uuid) -> Result<Option<Listed>> {
    let found = sqlx::query!(
        r#"select d.team_id, d.xmin::text::bigint as "row_stamp!",
                  coalesce(r.xmin::text::bigint, 0) as "reach_stamp!",
                  coalesce(e.xmin::text::bigint, 0) as "elsewhere_stamp!"
           from deployments.deployment d
           left join deployments.reach r on r.deployment_id = d.id
           left join deployments.elsewhere e on e.deployment_id = d.id
           where d.id = $1 and d.gone_at is null"#,
        id
    )
    .fetch_optional(db)
    .await?;
    Ok(found.map(|row| Listed::from((id, row.team_id, row.row_stamp, row.reach_stamp, row.elsewhere_stamp))))
}

/// A page of everybody's deployments, newest first, and how many there are; the number is missing where the page is empty.
///
/// # Errors
/// Those of the database.
pub async fn newest(db: &mut PgConnection, page: Page) -> Result<(Vec<Listed>, Option<i64>)> {
    let found = sqlx::query!(
        r#"select d.id as "id!", d.team_id as "team_id!", d.stamp as "row_stamp!",
                  coalesce((select r.xmin::text::bigint from deployments.reach r where r.deployment_id = d.id), 0) as "reach_stamp!",
                  coalesce((select e.xmin::text::bigint from deployments.elsewhere e where e.deployment_id = d.id), 0) as "elsewhere_stamp!",
                  (select sum(total) from deployments.tally)::bigint as "total!"
           from (select id, team_id, xmin::text::bigint as stamp from deployments.deployment
                 where gone_at is null
                 order by created_at desc, id desc
                 limit $1 offset $2) d"#,
        page.limit,
        page.offset
    )
    .fetch_all(db)
    .await?;
    let total = found.first().map(|row| row.total);
    let listed = found
        .into_iter()
        .map(|row| Listed::from((row.id, row.team_id, row.row_stamp, row.reach_stamp, row.elsewhere_stamp)));
    Ok((listed.collect(), total))
}
