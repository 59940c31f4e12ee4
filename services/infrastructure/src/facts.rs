//! What others are told, written in the transaction of the change: history for people, hints for screens.

use kit::{Context, Origin, Tx, clock::stamp, outbox};
use proto::{events::EventRecorded, events::Reference, live::Changed};
use uuid::Uuid;

/// A line of history about a cluster or a datacenter. Only admins and managers read it: it is of no team.
pub struct Line<'a> {
    /// Normal, Warning or Error.
    pub kind: &'a str,
    /// CamelCase word.
    pub reason: &'a str,
    /// Cluster or Datacenter.
    pub component: &'a str,
    /// The sentence; typed parts are quoted.
    pub message: String,
    /// The cluster with its name.
    pub cluster: Option<(Uuid, &'a str)>,
}

/// Records a line.
///
/// # Errors
/// Those of the database.
pub async fn record(cx: &Context, tx: &mut Tx, origin: &Origin, line: Line<'_>) -> kit::Result<()> {
    let id = cx.ids.uuid();
    let now = Some(stamp(cx.clock.now()));
    let event = EventRecorded {
        id: id.to_string(),
        uid: id.to_string(),
        r#type: line.kind.to_owned(),
        message: line.message,
        reason: line.reason.to_owned(),
        component: line.component.to_owned(),
        count: 1,
        at: now,
        first_seen: now,
        last_seen: now,
        cluster: line.cluster.map(|(id, name)| Reference { id: id.to_string(), name: name.to_owned() }),
        actor: origin.user.as_ref().map(|user| Reference { id: user.id.to_string(), name: user.name.clone() }),
        admin_only: true,
        ..Default::default()
    };
    outbox::fact(tx, id, origin, &event).await
}

/// Tells screens that an object changed. `kind` is `cluster` or `datacenter`.
///
/// # Errors
/// Those of the database.
pub async fn changed(
    cx: &Context,
    tx: &mut Tx,
    origin: &Origin,
    kind: &str,
    id: Uuid,
    version: i64,
) -> kit::Result<()> {
    let hint = Changed { kind: kind.to_owned(), id: id.to_string(), version, team_id: String::new() };
    outbox::fact(tx, cx.ids.uuid(), origin, &hint).await
}
