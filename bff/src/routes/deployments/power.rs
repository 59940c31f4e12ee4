//! `/deployments/{id}/stop` and `/deployments/{id}/start`: no pods until it is started, and back.

use super::{
    super::{
        prelude::*,
        version::{IfMatch, Versioned},
    },
    shown::{Changed, changed},
};
use proto::deployments as pb;

/// Why, and on which plan; all of it may be missing.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Power {
    /// Why, for the list of revisions.
    #[schema(max_length = 500)]
    reason: Option<String>,
    /// `hash` of the plan that was looked at: the answer is 409 when anything has moved since.
    plan: Option<String>,
}

impl Power {
    /// To the service's message.
    pub fn stop(self, id: String, version: i64) -> pb::StopDeploymentRequest {
        let Self { reason, plan } = self;
        pb::StopDeploymentRequest { id, version, plan: plan.unwrap_or_default(), reason: reason.unwrap_or_default() }
    }

    /// To the service's message.
    pub fn start(self, id: String, version: i64) -> pb::StartDeploymentRequest {
        let Self { reason, plan } = self;
        pb::StartDeploymentRequest { id, version, plan: plan.unwrap_or_default(), reason: reason.unwrap_or_default() }
    }
}

/// Stops a site: every workload of it is scaled to zero, as a revision whose values say so. Volumes, addresses and settings
/// stay; it can be changed meanwhile, and stays stopped.
#[utoipa::path(post, path = "/deployments/{id}/stop", tag = "deployments", request_body = Power,
    params(("id" = String, Path, description = "The deployment"), Versioned),
    responses((status = 200, body = Data<Changed>), ChangeErrors))]
pub async fn stop(
    call: Call,
    ids: Ids,
    IfMatch(version): IfMatch,
    OptionalBody(body): OptionalBody<Power>,
) -> Result<Answer<Data<Changed>>> {
    let message = body.stop(ids.one("Deployment")?, version);
    let answer = call.api().deployments.clone().stop_deployment(call.ask(message)?).await?.into_inner();
    let pb::StopDeploymentResponse { deployment, task_id } = answer;
    Ok(call.data(changed(deployment, task_id)?))
}

/// Starts a stopped site, as a revision, and waits until it is up as an upgrade does.
#[utoipa::path(post, path = "/deployments/{id}/start", tag = "deployments", request_body = Power,
    params(("id" = String, Path, description = "The deployment"), Versioned),
    responses((status = 200, body = Data<Changed>), ChangeErrors))]
pub async fn start(
    call: Call,
    ids: Ids,
    IfMatch(version): IfMatch,
    OptionalBody(body): OptionalBody<Power>,
) -> Result<Answer<Data<Changed>>> {
    let message = body.start(ids.one("Deployment")?, version);
    let answer = call.api().deployments.clone().start_deployment(call.ask(message)?).await?.into_inner();
    let pb::StartDeploymentResponse { deployment, task_id } = answer;
    Ok(call.data(changed(deployment, task_id)?))
}
