//! Live screens are told to fetch a task again.

use kit::Tx;
use proto::live::Changed;

use crate::task::Task;

/// Tells screens after the commit.
pub fn changed(tx: &mut Tx, task: &Task, version: i64) {
    let hint = Changed { kind: "task".to_owned(), id: task.id.to_string(), version, team_id: task.team_id.to_string() };
    tx.hint(format!("task/{}", task.id), version, &hint);
}
