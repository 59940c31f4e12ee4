//! An event: its row, what of a sender's message is kept, and its form in the contract.

use kit::clock::{stamp, unstamp};
use proto::events::{self as pb, EventRecorded, Reference};
use serde::Serialize;
use serde_json::value::RawValue;
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{changes, words};

/// Characters kept of a sentence. Fixed: all senders stay below it.
const MESSAGE: usize = 2000;
/// Bytes of parameters at most. Fixed: the sentence that is filled with them is shorter.
const PARAMS: usize = 16_384;
/// Characters kept of a word or a name. Fixed: Kubernetes has no longer names.
pub(crate) const WORD: usize = 253;

/// A row of `events.event`.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    pub id: Uuid,
    pub sender: String,
    pub r#type: String,
    pub message: String,
    pub reason: String,
    /// A JSON object, passed on as it is.
    pub params: Option<Json<Box<RawValue>>>,
    pub component: String,
    pub host: String,
    pub namespace: String,
    pub count: i32,
    pub uid: String,
    pub deployment_id: Option<Uuid>,
    pub deployment_name: String,
    pub cluster_id: Option<Uuid>,
    pub cluster_name: String,
    pub team_id: Option<Uuid>,
    pub team_name: String,
    pub task_id: Option<Uuid>,
    pub task_name: String,
    pub actor_id: Option<Uuid>,
    pub actor_name: String,
    pub admin_only: bool,
    /// `None`: no request caused it, or it is not known which.
    pub request_id: Option<String>,
    /// `None`: it is not known where it was asked from.
    pub address: Option<String>,
    /// As `changes.rs` keeps them.
    pub changes: Option<Json<Box<RawValue>>>,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub first_seen: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub last_seen: OffsetDateTime,
}

impl Row {
    /// What is kept of a message that came now; a sentence when it cannot be read.
    ///
    /// # Errors
    /// The sentence.
    pub fn of(sender: &str, record: EventRecorded, now: OffsetDateTime) -> Result<Self, String> {
        let EventRecorded {
            id,
            r#type,
            message,
            reason,
            component,
            host,
            namespace,
            count,
            at,
            deployment,
            cluster,
            team,
            task,
            actor,
            first_seen,
            last_seen,
            admin_only,
            uid,
            params,
            request_id,
            address,
            changes,
        } = record;
        let id = kit::ids::parse(&id).map_err(|_| format!("'{}' is not an id", tidy(&id, 64)))?;
        if !matches!(r#type.as_str(), "Normal" | "Warning" | "Error") {
            return Err(format!("'{}' is not a type", tidy(&r#type, 64)));
        }
        // A cluster whose clock is ahead must not sit on top of every list.
        let past = |at: Option<prost_types::Timestamp>| at.as_ref().and_then(unstamp).map(|at| at.min(now));
        let created_at = past(at).unwrap_or(now);
        let first_seen = past(first_seen).unwrap_or(created_at);
        let (deployment_id, deployment_name) = read(deployment)?;
        let (cluster_id, cluster_name) = read(cluster)?;
        let (team_id, team_name) = read(team)?;
        let (task_id, task_name) = read(task)?;
        let (actor_id, actor_name) = read(actor)?;
        Ok(Self {
            id,
            sender: sender.to_owned(),
            r#type,
            message: tidy(&message, MESSAGE),
            reason: tidy(&reason, WORD),
            params: object(&params),
            component: tidy(&component, WORD),
            host: tidy(&host, WORD),
            namespace: tidy(&namespace, WORD),
            count: count.max(1),
            uid: if uid.is_empty() { id.to_string() } else { tidy(&uid, WORD) },
            deployment_id,
            deployment_name,
            cluster_id,
            cluster_name,
            team_id,
            team_name,
            task_id,
            task_name,
            actor_id,
            actor_name,
            admin_only,
            request_id: Some(tidy(&request_id, WORD)).filter(|id| !id.is_empty()),
            address: Some(tidy(&address, WORD)).filter(|address| !address.is_empty()),
            changes: changes::kept(changes),
            created_at,
            updated_at: now,
            first_seen,
            last_seen: past(last_seen).unwrap_or(created_at).max(first_seen),
        })
    }
}

/// A reference's id and name; none is no id and an empty name.
fn read(reference: Option<Reference>) -> Result<(Option<Uuid>, String), String> {
    let Reference { id, name } = reference.unwrap_or_default();
    if id.is_empty() {
        return Ok((None, tidy(&name, WORD)));
    }
    let parsed = kit::ids::parse(&id).map_err(|_| format!("'{}' is not the id of a reference", tidy(&id, 64)))?;
    Ok((Some(parsed), tidy(&name, WORD)))
}

/// One line without control characters, no longer than `max` characters.
pub(crate) fn tidy(text: &str, max: usize) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    kit::text::cut(line.trim(), max)
}

/// What the message is filled with, when that is an object of a reasonable size.
fn object(params: &str) -> Option<Json<Box<RawValue>>> {
    let small = (1..=PARAMS).contains(&params.len());
    let read: Option<serde_json::Value> = small.then(|| serde_json::from_str(params).ok()).flatten();
    let kept = read.filter(serde_json::Value::is_object)?.to_string();
    if kept.contains("\\u0000") {
        return None;
    }
    RawValue::from_string(kept).ok().map(Json)
}

/// A row with the words it is found by.
#[derive(Serialize)]
struct Written<'a> {
    #[serde(flatten)]
    row: &'a Row,
    words: Vec<String>,
}

/// An event that was written, and the team whose history it is in.
pub struct Stored {
    pub id: Uuid,
    pub team_id: Option<Uuid>,
    /// It was not known before.
    pub is_new: bool,
}

/// Leaves a note of what is new, where anybody wants to be told of anything: see [`crate::matching`].
async fn note(connection: &mut PgConnection, stored: &[Stored]) -> kit::Result<()> {
    let fresh: Vec<Uuid> = stored.iter().filter(|event| event.is_new).map(|event| event.id).collect();
    if fresh.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "insert into events.unmatched (event_id) select id from unnest($1::uuid[]) as fresh (id)
         where exists (select 1 from events.rule where enabled)",
        &fresh
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Writes rows. One that is known stays as it is, or, where repeats may grow, takes the higher count and the later
/// time if it is the same sender's. Answers those that are new or have grown.
///
/// # Errors
/// Those of the database.
pub async fn store(connection: &mut PgConnection, rows: &[Row], grow: bool) -> kit::Result<Vec<Stored>> {
    let rows: Vec<Written<'_>> = rows.iter().map(|row| Written { row, words: words::of(row) }).collect();
    let rows = serde_json::to_value(rows).map_err(kit::Error::internal)?;
    let stored = sqlx::query_as!(
        Stored,
        r#"insert into events.event (id, sender, type, message, reason, params, component, host, namespace, count, uid,
             deployment_id, deployment_name, cluster_id, cluster_name, team_id, team_name, task_id, task_name,
             actor_id, actor_name, admin_only, request_id, address, changes, created_at, updated_at, first_seen, last_seen, words)
         select id, sender, type, message, reason, params, component, host, namespace, count, uid,
             deployment_id, deployment_name, cluster_id, cluster_name, team_id, team_name, task_id, task_name,
             actor_id, actor_name, admin_only, request_id, address, changes, created_at, updated_at, first_seen, last_seen,
             array_to_tsvector(words)
         from jsonb_to_recordset($1) as r (id uuid, sender text, type text, message text, reason text, params jsonb, component text,
             host text, namespace text, count int, uid text, deployment_id uuid, deployment_name text, cluster_id uuid,
             cluster_name text, team_id uuid, team_name text, task_id uuid, task_name text, actor_id uuid,
             actor_name text, admin_only boolean, request_id text, address text, changes jsonb, created_at timestamptz,
             updated_at timestamptz, first_seen timestamptz, last_seen timestamptz, words text[])
         -- in one order, so that two batches with the same rows wait for each other instead of locking up
         order by id
         on conflict (id) do update
         set count = greatest(event.count, excluded.count), last_seen = greatest(event.last_seen, excluded.last_seen),
             message = case when excluded.last_seen > event.last_seen then excluded.message else event.message end,
             params = case when excluded.last_seen > event.last_seen then excluded.params else event.params end,
             words = case when excluded.last_seen > event.last_seen then excluded.words else event.words end,
             updated_at = excluded.updated_at
         where $2 and event.sender = excluded.sender
           and (excluded.count > event.count or excluded.last_seen > event.last_seen)
         returning id, team_id, xmax = 0 as "is_new!""#,
        rows,
        grow
    )
    .fetch_all(&mut *connection)
    .await?;
    note(connection, &stored).await?;
    Ok(stored)
}

/// A row from a record with all columns.
macro_rules! row {
    ($record:ident) => {
        Row {
            id: $record.id,
            sender: $record.sender,
            r#type: $record.r#type,
            message: $record.message,
            reason: $record.reason,
            params: $record.params,
            component: $record.component,
            host: $record.host,
            namespace: $record.namespace,
            count: $record.count,
            uid: $record.uid,
            deployment_id: $record.deployment_id,
            deployment_name: $record.deployment_name,
            cluster_id: $record.cluster_id,
            cluster_name: $record.cluster_name,
            team_id: $record.team_id,
            team_name: $record.team_name,
            task_id: $record.task_id,
            task_name: $record.task_name,
            actor_id: $record.actor_id,
            actor_name: $record.actor_name,
            admin_only: $record.admin_only,
            request_id: $record.request_id,
            address: $record.address,
            changes: $record.changes,
            created_at: $record.created_at,
            updated_at: $record.updated_at,
            first_seen: $record.first_seen,
            last_seen: $record.last_seen,
        }
    };
}
pub(crate) use row;

/// Reads events by id, newest first.
///
/// # Errors
/// Those of the database.
pub async fn read_all(connection: &mut PgConnection, ids: &[Uuid]) -> sqlx::Result<Vec<Row>> {
    let found = sqlx::query!(
        r#"select id, sender, type, message, reason, params as "params: Json<Box<RawValue>>", component, host, namespace, count,
             uid, deployment_id, deployment_name, cluster_id, cluster_name, team_id, team_name, task_id, task_name, actor_id,
             actor_name, admin_only, request_id, address, changes as "changes: Json<Box<RawValue>>", created_at, updated_at,
             first_seen, last_seen
           from events.event where id = any($1) order by created_at desc, id desc"#,
        ids
    );
    found.map(|r| row!(r)).fetch_all(connection).await
}

impl Row {
    /// As this caller may see it: where it was asked from is for overseers.
    #[must_use]
    pub fn shown(self, caller: &access::Caller) -> pb::Event {
        let address = self.address.clone().filter(|_| caller.overseer().is_ok());
        Self { address, ..self }.into()
    }
}

impl From<Row> for pb::Event {
    fn from(row: Row) -> Self {
        let Row {
            id,
            sender: _,
            r#type,
            message,
            reason,
            params,
            component,
            host,
            namespace,
            count,
            uid,
            deployment_id,
            deployment_name,
            cluster_id,
            cluster_name,
            team_id,
            team_name,
            task_id,
            task_name,
            actor_id,
            actor_name,
            admin_only,
            request_id,
            address,
            changes,
            created_at,
            updated_at,
            first_seen,
            last_seen,
        } = row;
        let reference = |id: Option<Uuid>, name: String| match id {
            None if name.is_empty() => None,
            id => Some(Reference { id: id.map(|id| id.to_string()).unwrap_or_default(), name }),
        };
        let record = EventRecorded {
            id: id.to_string(),
            r#type,
            message,
            reason,
            component,
            host,
            namespace,
            count,
            at: Some(stamp(created_at)),
            deployment: reference(deployment_id, deployment_name),
            cluster: reference(cluster_id, cluster_name),
            team: reference(team_id, team_name),
            task: reference(task_id, task_name),
            actor: reference(actor_id, actor_name),
            first_seen: Some(stamp(first_seen)),
            last_seen: Some(stamp(last_seen)),
            admin_only,
            uid,
            params: params.map(|Json(params)| String::from(Box::<str>::from(params))).unwrap_or_default(),
            request_id: request_id.unwrap_or_default(),
            address: address.unwrap_or_default(),
            changes: changes::told(changes),
        };
        Self { record: Some(record), created_at: Some(stamp(created_at)), updated_at: Some(stamp(updated_at)) }
    }
}
