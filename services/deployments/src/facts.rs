//! What others are told of a change: lines of history for people, in its transaction; hints for live screens, after it.

use crate::deployment::Row;
use history::{Changes, Kind, Line};
use kit::{Context, Message, Origin, Result, Tx};
use proto::live::Changed;
use uuid::Uuid;

/// Writes one line of history about a deployment. It must carry no secret.
pub async fn record(cx: &Context, tx: &mut Tx, origin: &Origin, row: &Row, kind: Kind, message: Message) -> Result<()> {
    record_changes(cx, tx, origin, row, kind, message, Changes::new()).await
}

/// The same with what was changed.
pub async fn record_changes(
    cx: &Context,
    tx: &mut Tx,
    origin: &Origin,
    row: &Row,
    kind: Kind,
    message: Message,
    changes: Changes,
) -> Result<()> {
    let line = Line::new(kind, "Deployment", &message)
        .namespace(&row.release_name)
        .deployment(row.id, &row.name)
        .cluster(row.cluster_id, &row.cluster_name)
        .team(row.team_id, &row.team_name)
        .changes(changes);
    let line = match row.current_task {
        Some(task) => line.task(task, row.task_kind.word()),
        None => line,
    };
    line.write(cx, tx, origin).await
}

/// Tells screens, after the commit, to fetch this deployment again.
pub fn changed(tx: &mut Tx, id: Uuid, team: Uuid, version: i64) {
    let hint = Changed { kind: "deployment".to_owned(), id: id.to_string(), version, team_id: team.to_string() };
    tx.hint(format!("deployment/{id}"), version, &hint);
}

/// Tells screens, after the commit, to fetch the services of this deployment again. They have no version: they are what
/// the cluster shows.
pub fn services_changed(tx: &mut Tx, id: Uuid, team: Uuid) {
    let hint = Changed { kind: "services".to_owned(), id: id.to_string(), version: 0, team_id: team.to_string() };
    tx.hint(format!("services/{id}"), 0, &hint);
}
