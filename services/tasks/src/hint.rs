//! `Changed` facts: live screens fetch the task again.

use kit::{Origin, Tx};
use proto::live::Changed;

use crate::{App, task::Task};

/// Writes the hint into the outbox, in the transaction of the change.
///
/// # Errors
/// When the database does not answer.
pub async fn changed(tx: &mut Tx, app: &App, origin: &Origin, task: &Task, version: i64) -> kit::Result<()> {
    let hint = Changed { kind: "task".to_owned(), id: task.id.to_string(), version, team_id: task.team_id.to_string() };
    kit::outbox::fact(tx, app.cx.ids.uuid(), origin, &hint).await?;
    Ok(())
}
