//! `/deployments`: applications. `shown.rs` is what goes out, `payload.rs` what comes in.

mod actions;
pub mod drift;
pub mod elsewhere;
mod level;
pub mod logs;
mod parts;
mod payload;
pub mod plan;
pub mod power;
pub mod reachability;
pub mod reveal;
pub mod revisions;
pub mod rollback;
pub mod scale;
pub mod services;
pub mod shell;
mod shown;
pub mod timeline;
pub mod usage;
pub mod volumes;
mod work;

pub use payload::{CreateDeployment, UpdateDeployment};
pub use shown::{Changed, Deployment, Removed, changed};

use super::prelude::*;
use super::version::{IfMatch, Versioned};
use crate::error::ApiError;
use axum::extract::FromRequestParts;
use http::request::Parts;
use proto::deployments as pb;
use shown::one;

/// Documents the filters.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[allow(dead_code, reason = "read through `Parameters`; this is its documentation")]
pub struct Filters {
    /// Id of a cluster.
    #[param(required = false)]
    cluster_id: String,
    /// Id of a team.
    #[param(required = false)]
    team_id: String,
    /// pending, running, failed or stopped.
    #[param(required = false)]
    status: String,
    /// name, status, createdAt or updatedAt; with a `-` before it from the last to the first. Newest first without it.
    #[param(required = false)]
    sort: String,
}

/// What the list can be sorted by.
const SORTS: [(&str, pb::DeploymentSort); 4] = [
    ("name", pb::DeploymentSort::Name),
    ("status", pb::DeploymentSort::Status),
    ("createdAt", pb::DeploymentSort::CreatedAt),
    ("updatedAt", pb::DeploymentSort::UpdatedAt),
];

/// Documents the parameter of DELETE.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "read through `Parameters`; this is its documentation")]
pub struct Abandoning {
    /// True: forget a deployment whose cluster is gone, and answer what remains there. Admin; audited.
    #[param(required = false)]
    abandon: bool,
    /// `hash` of the plan that was looked at: the answer is 409 when anything has moved since.
    #[param(required = false)]
    plan: String,
}

/// From the parameter `plan` of a change without a body, which has no other; empty without it.
pub struct PlanHash(pub String);

impl<S: Send + Sync> FromRequestParts<S> for PlanHash {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let Ok(mut query) = Parameters::from_request_parts(parts, state).await;
        let plan = query.text("plan");
        query.done()?;
        Ok(Self(plan))
    }
}

/// Documents the parameter of a change without a body.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "read through `Parameters`; this is its documentation")]
pub struct Planning {
    /// `hash` of the plan that was looked at: the answer is 409 when anything has moved since.
    #[param(required = false)]
    plan: String,
}

/// Deployments of the caller's teams, newest first unless sorted otherwise; of all teams for admins and managers.
#[utoipa::path(get, path = "/deployments", tag = "deployments", params(Search, Filters, Paging),
    responses((status = 200, body = Listed<Deployment>), ReadErrors))]
pub async fn list(call: Call, mut query: Parameters) -> Result<Answer<Listed<Deployment>>> {
    let paging = query.paging(ALL);
    let status = match query.word("status", &["pending", "running", "failed", "stopped"]).as_str() {
        "pending" => pb::DeploymentStatus::Pending,
        "running" => pb::DeploymentStatus::Running,
        "failed" => pb::DeploymentStatus::Failed,
        "stopped" => pb::DeploymentStatus::Stopped,
        _ => pb::DeploymentStatus::Unspecified,
    };
    let (sort, descending) = query.sort(&SORTS).unwrap_or_default();
    let message = pb::ListDeploymentsRequest {
        search: query.search(),
        cluster_id: query.id("clusterId"),
        team_id: query.id("teamId"),
        status: status.into(),
        page: paging.page,
        limit: paging.limit,
        sort: sort.into(),
        descending,
    };
    query.done()?;
    let answer = call.api().deployments.clone().list_deployments(call.ask(message)?).await?.into_inner();
    let pb::ListDeploymentsResponse { deployments, total, unreadable } = answer;
    let mut shown = readable(deployments).and(unreadable);
    work::fill(&call, &mut shown.rows).await;
    Ok(call.list(shown, paging, total))
}

/// Creates a deployment and starts its installation.
#[utoipa::path(post, path = "/deployments", tag = "deployments", request_body = CreateDeployment,
    responses((status = 201, body = Data<Changed>), ChangeErrors))]
pub async fn create(call: Call, Body(body): Body<CreateDeployment>) -> Result<Answer<Data<Changed>>> {
    let message = body.into_message()?;
    let answer = call.api().deployments.clone().create_deployment(call.ask(message)?).await?.into_inner();
    let pb::CreateDeploymentResponse { deployment, task_id } = answer;
    Ok(call.created(changed(deployment, task_id)?))
}

/// One deployment, without its passwords.
#[utoipa::path(get, path = "/deployments/{id}", tag = "deployments",
    params(("id" = String, Path, description = "The deployment")), responses((status = 200, body = Data<Deployment>), ReadErrors))]
pub async fn get(call: Call, ids: Ids) -> Result<Answer<Data<Deployment>>> {
    let message = pb::GetDeploymentRequest { id: ids.one("Deployment")? };
    let answer = call.api().deployments.clone().get_deployment(call.ask(message)?).await?.into_inner();
    let mut deployment = one(answer.deployment)?;
    work::fill(&call, std::slice::from_mut(&mut deployment)).await;
    Ok(call.data(deployment))
}

/// Changes anything but type, team and cluster. `taskId` is null when only name or description changed: everything else
/// makes a revision and rolls it out.
#[utoipa::path(put, path = "/deployments/{id}", tag = "deployments", request_body = UpdateDeployment,
    params(("id" = String, Path, description = "The deployment"), Versioned),
    responses((status = 200, body = Data<Changed>), ChangeErrors))]
pub async fn update(
    call: Call,
    ids: Ids,
    IfMatch(version): IfMatch,
    Body(body): Body<UpdateDeployment>,
) -> Result<Answer<Data<Changed>>> {
    let message = body.into_message(ids.one("Deployment")?, version)?;
    let answer = call.api().deployments.clone().update_deployment(call.ask(message)?).await?.into_inner();
    let pb::UpdateDeploymentResponse { deployment, task_id } = answer;
    Ok(call.data(changed(deployment, task_id)?))
}

/// Deletes a deployment: always accepted; it stays, pending, until the cluster is clean.
#[utoipa::path(delete, path = "/deployments/{id}", tag = "deployments",
    params(("id" = String, Path, description = "The deployment"), Abandoning, Versioned),
    responses((status = 200, body = Data<Removed>), ChangeErrors))]
pub async fn delete(
    call: Call,
    ids: Ids,
    IfMatch(version): IfMatch,
    mut query: Parameters,
) -> Result<Answer<Data<Removed>>> {
    let (abandon, plan) = (query.flag("abandon"), query.text("plan"));
    query.done()?;
    let message = pb::DeleteDeploymentRequest { id: ids.one("Deployment")?, abandon, version, plan };
    let answer = call.api().deployments.clone().delete_deployment(call.ask(message)?).await?.into_inner();
    let pb::DeleteDeploymentResponse { deployment, task_id, remains } = answer;
    Ok(call.data(Removed { changed: changed(deployment, task_id)?, remains }))
}

/// Forgets what may remain of it on a cluster that it does not run on (`elsewhere`), when that cluster does not answer any more:
/// 409 when it does. The site itself is not touched; `remains` says what may be there. For administrators.
#[utoipa::path(delete, path = "/deployments/{id}/remains", tag = "deployments",
    params(("id" = String, Path, description = "The deployment"), Versioned),
    responses((status = 200, body = Data<Removed>), ChangeErrors))]
pub async fn forget(call: Call, ids: Ids, IfMatch(version): IfMatch) -> Result<Answer<Data<Removed>>> {
    let message = pb::ForgetRemainsRequest { id: ids.one("Deployment")?, version };
    let answer = call.api().deployments.clone().forget_remains(call.ask(message)?).await?.into_inner();
    let pb::ForgetRemainsResponse { deployment, remains } = answer;
    Ok(call.data(Removed { changed: changed(deployment, String::new())?, remains }))
}

/// Restarts what is in effect.
#[utoipa::path(post, path = "/deployments/{id}/restart", tag = "deployments",
    params(("id" = String, Path, description = "The deployment"), Planning, Versioned),
    responses((status = 200, body = Data<Changed>), ChangeErrors))]
pub async fn restart(
    call: Call,
    ids: Ids,
    IfMatch(version): IfMatch,
    PlanHash(plan): PlanHash,
) -> Result<Answer<Data<Changed>>> {
    let message = pb::RestartDeploymentRequest { id: ids.one("Deployment")?, version, plan };
    let answer = call.api().deployments.clone().restart_deployment(call.ask(message)?).await?.into_inner();
    let pb::RestartDeploymentResponse { deployment, task_id } = answer;
    Ok(call.data(changed(deployment, task_id)?))
}

/// Brings about what is wanted and is not in effect: an install where nothing is, else an upgrade.
#[utoipa::path(post, path = "/deployments/{id}/retry", tag = "deployments",
    params(("id" = String, Path, description = "The deployment"), Versioned),
    responses((status = 200, body = Data<Changed>), ChangeErrors))]
pub async fn retry(call: Call, ids: Ids, IfMatch(version): IfMatch) -> Result<Answer<Data<Changed>>> {
    let message = pb::RetryDeploymentRequest { id: ids.one("Deployment")?, version };
    let answer = call.api().deployments.clone().retry_deployment(call.ask(message)?).await?.into_inner();
    let pb::RetryDeploymentResponse { deployment, task_id } = answer;
    Ok(call.data(changed(deployment, task_id)?))
}

/// Gives a change up that did not come about: what is in effect becomes what is wanted again.
#[utoipa::path(post, path = "/deployments/{id}/discard", tag = "deployments",
    params(("id" = String, Path, description = "The deployment"), Planning, Versioned),
    responses((status = 200, body = Data<Changed>), ChangeErrors))]
pub async fn discard(
    call: Call,
    ids: Ids,
    IfMatch(version): IfMatch,
    PlanHash(plan): PlanHash,
) -> Result<Answer<Data<Changed>>> {
    let message = pb::DiscardChangeRequest { id: ids.one("Deployment")?, version, plan };
    let answer = call.api().deployments.clone().discard_change(call.ask(message)?).await?.into_inner();
    let pb::DiscardChangeResponse { deployment, task_id } = answer;
    Ok(call.data(changed(deployment, task_id)?))
}
