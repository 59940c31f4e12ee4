//! What is at work on deployments: tasks tells it, in one call for all that are shown, and only while something is.

use super::super::{
    prelude::*,
    tasks::{Step, TaskType},
};
use super::Deployment;
use proto::tasks as pb;
use std::time::Duration;

/// How long deployments wait to hear how far their tasks are; after that they are shown without. Fixed: somebody looks at
/// an empty screen meanwhile.
const PATIENCE: Duration = Duration::from_secs(1);

/// Where a task stands that has not ended.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum WorkStatus {
    /// It waits to be taken up.
    Pending,
    /// It is at work.
    Running,
}

/// How far a task is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Work {
    pub task_id: String,
    pub r#type: TaskType,
    pub status: WorkStatus,
    /// A cancel was asked for and takes effect at the next step.
    pub cancel_requested: bool,
    /// Null while it waits to be taken up.
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub started_at: Option<OffsetDateTime>,
    /// The step that runs; null while none does.
    #[schema(required)]
    pub step: Option<Step>,
    /// From 1: the place of that step, else of the next; of the last when all are over.
    pub position: u32,
    /// How many steps there are.
    pub steps: u32,
}

/// One that has ended is nothing.
fn read(work: pb::Work) -> kit::Result<Option<Work>> {
    let status = match work.status() {
        pb::TaskStatus::Pending => WorkStatus::Pending,
        pb::TaskStatus::Running => WorkStatus::Running,
        pb::TaskStatus::Complete | pb::TaskStatus::Failed => return Ok(None),
        pb::TaskStatus::Unspecified => return Err(missing("Work.status")),
    };
    let kind = TaskType::of(work.kind())?;
    let pb::Work { task_id, kind: _, status: _, cancel_requested, started_at, step, position, steps } = work;
    let step = step.map(Step::try_from).transpose()?;
    let started_at = moment_or_none(started_at);
    Ok(Some(Work { task_id, r#type: kind, status, cancel_requested, started_at, step, position, steps }))
}

/// Says of each how far the task at work on it is. Deployments are shown whether tasks answers or not.
pub async fn fill(call: &Call, deployments: &mut [Deployment]) {
    let task_ids: Vec<String> = deployments.iter().filter_map(|each| each.current_task_id.clone()).collect();
    if task_ids.is_empty() {
        return;
    }
    // the deadline of the request counts from where there is a connection
    match tokio::time::timeout(PATIENCE, ask(call, task_ids)).await {
        Ok(Ok(mut works)) => {
            for deployment in deployments {
                deployment.work = deployment.current_task_id.as_ref().and_then(|id| works.remove(id));
            }
        }
        Ok(Err(error)) => tracing::warn!(?error, "deployments are shown without how far their tasks are"),
        Err(_) => tracing::warn!("deployments are shown without how far their tasks are: no answer in time"),
    }
}

async fn ask(call: &Call, task_ids: Vec<String>) -> kit::Result<BTreeMap<String, Work>> {
    let mut request = call.ask(pb::ListWorkRequest { task_ids })?;
    request.set_timeout(PATIENCE);
    let pb::ListWorkResponse { works } = call.api().tasks.clone().list_work(request).await?.into_inner();
    let mut known = BTreeMap::new();
    for work in works {
        // a newer service may know more words: the others are shown
        match read(work) {
            Ok(Some(work)) => {
                known.insert(work.task_id.clone(), work);
            }
            Ok(None) => {}
            Err(error) => tracing::error!(?error, "what a task is doing cannot be read"),
        }
    }
    Ok(known)
}
