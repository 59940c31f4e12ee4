//! A deployment: its row, what may happen to it next, and how it is shown.
//!
//! The shown status is computed by the database (a generated column of the migration), so that a list filtered by it,
//! a count and a single answer can never differ.

use crate::{
    App, drift::Drift, elsewhere::Elsewhere, facts, operation::Kind, owners, reach::Found, read::load_one,
    recent::Stamp, spec::Spec,
};
use access::{Caller, ReadTeam, WriteTeam};
use kit::{Context, Error, Message, Origin, Result, Tx};
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;
use uuid::Uuid;

/// What is answered when someone asks for what is not there, or not theirs.
pub const WHAT: &str = "Deployment";

/// One deployment as stored.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its id; release and namespace carry the first six digits.
    pub id: Uuid,
    /// As the user calls it.
    pub name: String,
    /// Free text.
    pub description: String,
    /// wordpress, laravel, nodejs or orangecms.
    pub application: String,
    /// pending, running, stopped or failed.
    pub status: String,
    /// Where it runs.
    pub cluster_id: Uuid,
    /// The cluster's name at the time of admission.
    pub cluster_name: String,
    /// The cluster's datacenter; empty without.
    pub location: String,
    /// Whose it is.
    pub team_id: Uuid,
    /// The team's name at the time of admission.
    pub team_name: String,
    /// Helm release and namespace.
    pub release_name: String,
    /// What was asked for.
    pub spec: Spec,
    /// Number of the revision that is wanted: the newest one.
    pub revision: i32,
    /// The last revision whose release was deployed, set-up included; `None`: it never came up.
    pub effective: Option<i32>,
    /// What is in effect is a stopped site.
    pub stopped: bool,
    /// Someone wants it gone.
    pub to_be_deleted: bool,
    /// Where that wish comes from.
    pub wanted_origin: Option<Origin>,
    /// The owners of team and cluster said yes.
    pub admitted: bool,
    /// The lock.
    pub current_task: Option<Uuid>,
    /// The newest task.
    pub last_task: Uuid,
    /// What the newest task does.
    pub task_kind: Kind,
    /// Where the newest task comes from.
    pub task_origin: Origin,
    /// When it was admitted.
    pub task_at: OffsetDateTime,
    /// Who wants it cancelled.
    pub cancelled_by: Option<String>,
    /// succeeded, failed or cancelled: the last finished task.
    pub last_result: Option<String>,
    /// Why that failed.
    pub error_log: String,
    /// The same with its code; nothing for what an older role wrote.
    pub error_said: Option<Message>,
    /// Something answers to the visitors.
    pub serving: bool,
    /// What was last seen, when it is worth a sentence.
    pub observation: String,
    /// The same with its code; nothing for what an older role wrote.
    pub observation_said: Option<Message>,
    /// Helm's number of the revision in effect.
    pub helm_revision: i32,
    /// Requested cores, as people read them.
    pub cpu: String,
    /// Requested memory.
    pub memory: String,
    /// Claimed storage.
    pub storage: String,
    /// Who made it.
    pub created_by: Uuid,
    /// When.
    pub created_at: OffsetDateTime,
    /// Last change.
    pub updated_at: OffsetDateTime,
    /// Grows with each change.
    pub version: i64,
    /// The version that the last change by a person made.
    pub changed_version: i64,
    /// Who that was; empty when only its creator has changed it.
    pub changed_by: String,
    /// Names of the secrets that are set.
    pub secrets: Vec<String>,
    /// What its cluster showed otherwise than a revision that was in effect, when something moved last.
    pub drift: Option<Drift>,
    /// What the last visit to its domain found.
    pub reach: Option<Found>,
    /// Another cluster that has to do with it.
    pub elsewhere: Option<Elsewhere>,
    /// Which state of it this is.
    pub stamp: Stamp,
}

/// Does this caller see the deployment only because they oversee all teams?
#[must_use]
pub fn reduced(caller: &Caller, team: Uuid) -> bool {
    caller.read_private(team, WHAT).is_err()
}

/// The team that owns a deployment: what a caller's rights are judged by, before anything else is read.
///
/// # Errors
/// `NotFound` for unknown and gone ones, and for what is no id.
pub async fn owner(db: &mut PgConnection, id: &str) -> Result<(Uuid, Uuid)> {
    let id = kit::ids::parse_as(id, WHAT)?;
    let team = sqlx::query_scalar!("select team_id from deployments.deployment where id = $1 and gone_at is null", id)
        .fetch_optional(db)
        .await?
        .ok_or_else(|| Error::not_found(WHAT))?;
    Ok((id, team))
}

/// One deployment of the team that the caller may read.
///
/// # Errors
/// `NotFound`: it went away since its owner was looked up.
pub async fn find(db: &mut PgConnection, team: ReadTeam, id: Uuid) -> Result<Row> {
    let found = load_one(db, id).await?.filter(|row| row.team_id == team.team());
    found.ok_or_else(|| Error::not_found(WHAT))
}

/// One deployment that the caller may change, as it is now.
///
/// # Errors
/// `NotFound` for unknown, gone and foreign ones alike; 403 for who only oversees its team.
pub async fn changeable(app: &App, caller: &Caller, id: &str) -> Result<(WriteTeam, Row)> {
    let mut connection = app.cx.db.acquire().await?;
    let (id, team) = owner(&mut connection, id).await?;
    let team = caller.write(team, WHAT)?;
    let row = find(&mut connection, caller.read(team.team(), WHAT)?, id).await?;
    Ok((team, row))
}

/// One deployment that the caller may read, in one statement.
///
/// # Errors
/// `NotFound` for unknown, gone and foreign ones alike, and for what is no id.
pub async fn visible(db: &mut PgConnection, caller: &Caller, id: &str) -> Result<Row> {
    let id = kit::ids::parse_as(id, WHAT)?;
    let found = load_one(db, id).await?.ok_or_else(|| Error::not_found(WHAT))?;
    caller.read(found.team_id, WHAT)?;
    Ok(found)
}

/// One deployment of the team that the caller may change; nobody else changes it until the transaction ends.
///
/// # Errors
/// `NotFound`: it went away since its owner was looked up.
pub async fn lock(tx: &mut Tx, team: WriteTeam, id: Uuid) -> Result<Row> {
    let found = lock_own(tx, id).await?.filter(|row| row.team_id == team.team());
    found.ok_or_else(|| Error::not_found(WHAT))
}

/// As [`lock`], for the service's own work (the end of a task, the sweep); `None` for unknown and gone ones. Every
/// change begins with a lock, so that the commands a deployment puts into the outbox are in the order of its changes.
pub async fn lock_own(tx: &mut Tx, id: Uuid) -> Result<Option<Row>> {
    let there =
        sqlx::query_scalar!("select id from deployments.deployment where id = $1 and gone_at is null for update", id)
            .fetch_optional(tx.conn())
            .await?;
    // a statement of its own: it must see what the lock had to wait for
    match there {
        Some(id) => Ok(load_one(tx.conn(), id).await?),
        None => Ok(None),
    }
}

/// A row from a record with all columns.
macro_rules! row {
    ($record:ident) => {
        Row {
            id: $record.id,
            name: $record.name,
            description: $record.description,
            application: $record.application,
            status: $record.status,
            cluster_id: $record.cluster_id,
            cluster_name: $record.cluster_name,
            location: $record.location,
            team_id: $record.team_id,
            team_name: $record.team_name,
            release_name: $record.release_name,
            spec: $record.spec.0,
            revision: $record.revision,
            effective: $record.effective,
            stopped: $record.stopped,
            to_be_deleted: $record.to_be_deleted,
            wanted_origin: $record.wanted_origin.map(|origin| origin.0),
            admitted: $record.admitted,
            current_task: $record.current_task,
            last_task: $record.last_task,
            task_kind: Kind::of_word(&$record.task_kind).map_err(unreadable)?,
            task_origin: $record.task_origin.0,
            task_at: $record.task_at,
            cancelled_by: $record.cancelled_by,
            last_result: $record.last_result,
            error_log: $record.error_log,
            error_said: $record.error_said.map(|said| said.0),
            serving: $record.serving,
            observation: $record.observation,
            observation_said: $record.observation_said.map(|said| said.0),
            helm_revision: $record.helm_revision,
            cpu: $record.cpu,
            memory: $record.memory,
            storage: $record.storage,
            created_by: $record.created_by,
            created_at: $record.created_at,
            updated_at: $record.updated_at,
            version: $record.version,
            changed_version: $record.changed_version,
            changed_by: $record.changed_by,
            secrets: $record.secrets,
            drift: $record.drift.map(|drift| drift.0),
            reach: $record.reach.map(|found| found.0),
            elsewhere: $record.elsewhere.map(|elsewhere| elsewhere.0),
            stamp: Stamp($record.row_stamp, $record.reach_stamp, $record.elsewhere_stamp),
        }
    };
}
pub(crate) use row;

pub(crate) fn unreadable(error: Error) -> sqlx::Error {
    sqlx::Error::Decode(format!("{error:?}").into())
}

/// These deployments, in any order; unknown and gone ones are left out.
pub async fn load(db: &mut PgConnection, ids: &[Uuid]) -> Result<Vec<Row>> {
    let found = sqlx::query!(
        r#"select d.id, d.name, d.description, d.type as application, d.status as "status!", d.cluster_id, d.cluster_name, d.location,
                  d.team_id, d.team_name, d.release_name, d.spec as "spec: Json<Spec>", d.revision, d.cpu, d.memory, d.storage,
                  d.wanted = 'deleted' as "to_be_deleted!",
                  d.wanted_origin as "wanted_origin: Json<Origin>", d.admitted, d.current_task, d.last_task, d.task_kind,
                  d.task_origin as "task_origin: Json<Origin>", d.task_at, d.cancelled_by, d.last_result, d.error_log, d.error_said as "error_said: Json<Message>", d.serving,
                  d.observation, d.observation_said as "observation_said: Json<Message>", d.helm_revision, d.effective_revision as effective, d.stopped, d.changed_version, d.changed_by, d.created_by, d.created_at, d.updated_at, d.version, d.secrets, d.drift as "drift: Json<Drift>",
                  (select r.found from deployments.reach r where r.deployment_id = d.id) as "reach: Json<Found>",
                  (select jsonb_build_object('cluster_id', e.cluster_id, 'cluster_name', e.cluster_name, 'location', e.location, 'state', e.state,
                     'planned', e.planned, 'switched_by', e.switched_by, 'fence', e.fence, 'copies', e.copies)
                   from deployments.elsewhere e where e.deployment_id = d.id and e.state <> 'reserved') as "elsewhere: Json<Elsewhere>",
                  d.xmin::text::bigint as "row_stamp!",
                  coalesce((select r.xmin::text::bigint from deployments.reach r where r.deployment_id = d.id), 0) as "reach_stamp!",
                  coalesce((select e.xmin::text::bigint from deployments.elsewhere e where e.deployment_id = d.id), 0) as "elsewhere_stamp!"
           from deployments.deployment d
           where d.id = any($1) and d.gone_at is null"#,
        ids
    );
    Ok(found.try_map(|r| Ok(row!(r))).fetch_all(db).await?)
}

/// As [`load`], for lists: one that cannot be read (a newer version wrote it) is passed over.
pub async fn load_readable(cx: &Context, db: &mut PgConnection, ids: &[Uuid]) -> Result<Vec<Row>> {
    match load(db, ids).await {
        Err(error) if kit::db::is_unreadable(&error) => {}
        outcome => return outcome,
    }
    let mut rows = Vec::with_capacity(ids.len());
    for &id in ids {
        match load_one(db, id).await {
            Ok(row) => rows.extend(row),
            Err(error) if kit::db::is_unreadable(&error) => cx.unreadable.tell(WHAT, id, &error),
            Err(error) => return Err(error),
        }
    }
    Ok(rows)
}

/// Reads a deployment again after a change of this transaction, and tells screens about it.
pub async fn changed(tx: &mut Tx, id: Uuid) -> Result<Row> {
    let row = load_one(tx.conn(), id).await?.ok_or_else(|| Error::not_found(WHAT))?;
    facts::changed(tx, row.id, row.team_id, row.version);
    Ok(row)
}

/// Refuses new work while the deployment's cluster is in maintenance. What is to go may go.
///
/// # Errors
/// `Conflict` `CLUSTER_IN_MAINTENANCE`.
pub async fn open_for_work(app: &App, caller: &Caller, id: Uuid) -> Result<()> {
    let row = sqlx::query!("select cluster_id, wanted from deployments.deployment where id = $1", id)
        .fetch_optional(&app.cx.db)
        .await?;
    match row {
        Some(row) if row.wanted != "deleted" => owners::open_for_work(&app.cx, caller.origin(), row.cluster_id).await,
        _ => Ok(()),
    }
}
