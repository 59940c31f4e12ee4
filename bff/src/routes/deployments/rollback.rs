//! `/deployments/{id}/rollback`: back to an earlier revision.

use super::{
    super::{
        prelude::*,
        version::{IfMatch, Versioned},
    },
    shown::{Changed, changed},
};
use proto::deployments as pb;

/// Which revision to go back to, and why.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RollBack {
    /// Number of an earlier revision.
    #[schema(required, minimum = 1)]
    revision: Option<i32>,
    /// Why, for the list of revisions.
    #[schema(max_length = 500)]
    reason: Option<String>,
    /// `hash` of the plan that was looked at: the answer is 409 when anything has moved since.
    plan: Option<String>,
}

impl RollBack {
    /// To the service's message. There is no revision 0: without a number the answer is 404.
    pub fn into_message(self, id: String, version: i64) -> pb::RollbackDeploymentRequest {
        let Self { revision, reason, plan } = self;
        pb::RollbackDeploymentRequest {
            id,
            revision: revision.unwrap_or_default(),
            reason: reason.unwrap_or_default(),
            version,
            plan: plan.unwrap_or_default(),
        }
    }
}

/// Makes an earlier revision the wanted one again: a new revision with its values, rendered as it was then. Passwords and
/// values of variables stay as they are now.
#[utoipa::path(post, path = "/deployments/{id}/rollback", tag = "deployments", request_body = RollBack,
    params(("id" = String, Path, description = "The deployment"), Versioned),
    responses((status = 200, body = Data<Changed>), ChangeErrors))]
pub async fn rollback(
    call: Call,
    ids: Ids,
    IfMatch(version): IfMatch,
    Body(body): Body<RollBack>,
) -> Result<Answer<Data<Changed>>> {
    let message = body.into_message(ids.one("Deployment")?, version);
    let answer = call.api().deployments.clone().rollback_deployment(call.ask(message)?).await?.into_inner();
    let pb::RollbackDeploymentResponse { deployment, task_id } = answer;
    Ok(call.data(changed(deployment, task_id)?))
}
