//! What a step of a task shows to infrastructure: that this change of the cluster is still its own.

use crate::{
    deployment::{self, Row},
    read,
};
use access::Peer;
use kit::{Error, Result, message};
use proto::infrastructure::Ticket;
use sqlx::PgConnection;
use std::{collections::BTreeMap, time::Duration};

/// How long one step may take at infrastructure. Fixed: infrastructure works on one for so long at most.
pub const WITHIN: Duration = Duration::from_secs(30);

/// The deployment whose current install or upgrade this task is, and the ticket for it.
///
/// # Errors
/// 404 for an unknown deployment, `Conflict` `TASK_OUTDATED` when another task or none is at work.
pub async fn ticket(db: &mut PgConnection, _: Peer, deployment: &str, task: &str, fence: i64) -> Result<(Row, Ticket)> {
    let id = kit::ids::parse_as(deployment, deployment::WHAT)?;
    let row = read::load_one(db, id).await?.ok_or_else(|| Error::not_found(deployment::WHAT))?;
    if row.current_task.map(|task| task.to_string()).as_deref() != Some(task) || !row.task_kind.applies() {
        return Err(Error::conflict(message!(TASK_NOT_CURRENT)));
    }
    let ticket = Ticket {
        cluster_id: row.cluster_id.to_string(),
        deployment_id: row.id.to_string(),
        task_id: task.to_owned(),
        fence,
        namespace: row.release_name.clone(),
        release_name: row.release_name.clone(),
    };
    Ok((row, ticket))
}

/// Labels of the objects beside a release.
#[must_use]
pub fn labels(row: &Row) -> BTreeMap<String, String> {
    BTreeMap::from([
        ("app.kubernetes.io/instance".to_owned(), row.release_name.clone()),
        ("canopy.internal/deployment".to_owned(), row.id.to_string()),
        ("canopy.internal/team".to_owned(), row.team_id.to_string()),
    ])
}
