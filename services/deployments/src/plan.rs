//! A change before it happens: what an update would do to the objects in the cluster, as the API server itself says.

use crate::{
    App, chart,
    deployment::Row,
    owners,
    update::{self, Change, Next},
};
use access::Caller;
use kit::{Error, Result, Tx, message};
use proto::{
    deployments::{PlanDeploymentRequest, PlanDeploymentResponse},
    infrastructure::{self, workload_service_client::WorkloadServiceClient},
};
use sqlx::PgConnection;
use std::time::Duration;
use uuid::Uuid;

/// How long the cluster may take. Fixed: who asked waits ten seconds, and is told that the cluster is silent.
const WITHIN: Duration = Duration::from_secs(8);

/// Renders what is asked for and has the cluster try it. Nothing is written, neither here nor there.
///
/// # Errors
/// Those of [`update::update`], and when the cluster cannot be asked.
pub async fn plan(app: &App, caller: &Caller, request: PlanDeploymentRequest) -> Result<PlanDeploymentResponse> {
    let request = request.update.unwrap_or_default();
    let (_, before) = update::found(app, caller, &request).await?;
    let change = update::prepare(app, caller, &before, &request).await?;
    let Some(next) = &change.next else { return Ok(PlanDeploymentResponse::default()) };
    let answer = ask(app, caller, &before, next, false).await?;
    Ok(PlanDeploymentResponse {
        hash: hash(&before, next, &answer.state),
        revision: next.number,
        objects: answer.objects,
        secrets: next.secrets.keys().cloned().collect(),
    })
}

/// The state that the plan of that hash stands on, if it is still what would happen. Nothing was looked at with an empty
/// hash: then there is none.
///
/// # Errors
/// Conflict `PLAN_OUTDATED`, and when the cluster cannot be asked.
pub async fn holds(app: &App, caller: &Caller, before: &Row, change: &Change, plan: &str) -> Result<Option<String>> {
    if plan.is_empty() {
        return Ok(None);
    }
    if let Some(next) = &change.next {
        // What is rendered is in the hash: only what it meets can have moved.
        let state = ask(app, caller, before, next, true).await?.state;
        if hash(before, next, &state) == plan {
            return Ok(Some(state));
        }
    }
    Err(Error::conflict(message!(PLAN_OUTDATED)))
}

/// Binds the task that is at work on a locked row: it does not begin on another state than that.
///
/// # Errors
/// Those of the database.
pub async fn bind(tx: &mut Tx, row: &Row, state: &str) -> Result<()> {
    sqlx::query!(
        "update deployments.deployment set planned_task = current_task, planned_state = $2 where id = $1",
        row.id,
        state
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// The state that a task is bound to; empty: none.
///
/// # Errors
/// Those of the database.
pub async fn bound(db: &mut PgConnection, deployment: Uuid, task: Uuid) -> Result<String> {
    let state = sqlx::query_scalar!(
        "select planned_state from deployments.deployment where id = $1 and planned_task = $2",
        deployment,
        task
    )
    .fetch_optional(db)
    .await?;
    Ok(state.flatten().unwrap_or_default())
}

/// Of what is to be applied and what it meets.
fn hash(before: &Row, next: &Next, state: &str) -> String {
    chart::hash(format!("{}\n{}\n{}\n{state}", before.id, next.number, next.built.hash).as_bytes())
}

async fn ask(
    app: &App,
    caller: &Caller,
    before: &Row,
    next: &Next,
    state_only: bool,
) -> Result<infrastructure::PlanResponse> {
    let bundle: chart::Bundle = serde_json::from_slice(&next.built.bundle).map_err(Error::internal)?;
    let message = infrastructure::PlanRequest {
        cluster_id: before.cluster_id.to_string(),
        deployment_id: before.id.to_string(),
        namespace: before.release_name.clone(),
        release_name: before.release_name.clone(),
        documents: bundle.documents.into_bytes(),
        state_only,
    };
    let asked = app.cx.request_within("infrastructure", caller.origin(), message, WITHIN)?;
    let mut client =
        WorkloadServiceClient::new(app.cx.peer("infrastructure")).max_decoding_message_size(kit::MESSAGE_LIMIT);
    match tokio::time::timeout(WITHIN, client.plan(asked)).await {
        Ok(answer) => Ok(answer.map_err(owners::failure)?.into_inner()),
        Err(elapsed) => Err(Error::unavailable(message!(CLUSTER_SILENT), elapsed)),
    }
}
