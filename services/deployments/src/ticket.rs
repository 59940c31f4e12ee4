//! What a step of a task shows to infrastructure: that this change of the cluster is still its own.

use crate::{
    deployment::{self, Row},
    elsewhere::State,
    operation::Kind,
    read,
};
use access::Peer;
use kit::{Error, Result, message};
use proto::infrastructure::Ticket;
use sqlx::PgConnection;
use std::{collections::BTreeMap, time::Duration};
use uuid::Uuid;

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
    let cluster = match (row.task_kind, &row.elsewhere) {
        (Kind::Move, Some(other)) if other.state == State::Target && other.fence <= fence => other.cluster_id,
        // it is being undone, or has come about: nothing is applied any more
        (Kind::Move, _) => return Err(Error::conflict(message!(TASK_NOT_CURRENT))),
        _ => row.cluster_id,
    };
    let task = kit::ids::parse_as(task, "Task")?;
    let ticket = of(&row, cluster, task, fence);
    Ok((row, ticket))
}

/// The ticket of a task of a deployment, for a cluster.
#[must_use]
pub fn of(row: &Row, cluster: Uuid, task: Uuid, fence: i64) -> Ticket {
    Ticket {
        cluster_id: cluster.to_string(),
        deployment_id: row.id.to_string(),
        task_id: task.to_string(),
        fence,
        namespace: row.release_name.clone(),
        release_name: row.release_name.clone(),
    }
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
