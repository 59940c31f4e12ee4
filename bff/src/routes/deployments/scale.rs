//! `/deployments/{id}/scale`: how many pods serve, and what they have.

use super::{
    super::{
        prelude::*,
        version::{IfMatch, Versioned},
    },
    shown::{Changed, changed},
};
use proto::deployments as pb;

/// Another size. What is absent or null stays as it is.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Scale {
    /// How many copies serve.
    #[schema(minimum = 1)]
    replicas: Option<i32>,
    resources: Option<ScaledResources>,
    /// Why, for the list of revisions.
    #[schema(max_length = 500)]
    reason: Option<String>,
    /// `hash` of the plan that was looked at: the answer is 409 when anything has moved since.
    plan: Option<String>,
}

/// Amounts as Kubernetes writes them. What is absent or null stays as it is; an empty text is worked out from the rest.
#[derive(Default, Deserialize, ToSchema)]
pub struct ScaledResources {
    #[schema(example = "500m")]
    cpu: Option<String>,
    #[schema(example = "1Gi")]
    memory: Option<String>,
    /// Of the site's volume, which only grows, and only where its storage class lets it.
    #[schema(example = "20Gi")]
    storage: Option<String>,
}

impl Scale {
    /// To the service's message.
    pub fn into_message(self, id: String, version: i64) -> pb::ScaleDeploymentRequest {
        let Self { replicas, resources, reason, plan } = self;
        let ScaledResources { cpu, memory, storage } = resources.unwrap_or_default();
        pb::ScaleDeploymentRequest {
            id,
            version,
            plan: plan.unwrap_or_default(),
            reason: reason.unwrap_or_default(),
            replicas,
            cpu,
            memory,
            storage,
        }
    }
}

/// Gives a site another size, as a revision. A stopped site stays stopped: the size counts when it is started.
#[utoipa::path(post, path = "/deployments/{id}/scale", tag = "deployments", request_body = Scale,
    params(("id" = String, Path, description = "The deployment"), Versioned),
    responses((status = 200, body = Data<Changed>), ChangeErrors))]
pub async fn scale(
    call: Call,
    ids: Ids,
    IfMatch(version): IfMatch,
    OptionalBody(body): OptionalBody<Scale>,
) -> Result<Answer<Data<Changed>>> {
    let message = body.into_message(ids.one("Deployment")?, version);
    let answer = call.api().deployments.clone().scale_deployment(call.ask(message)?).await?.into_inner();
    let pb::ScaleDeploymentResponse { deployment, task_id } = answer;
    Ok(call.data(changed(deployment, task_id)?))
}
