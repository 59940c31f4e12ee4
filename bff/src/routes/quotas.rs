//! `/quotas`: how much a team and a user may have, and what of it is used.

use super::prelude::*;
use proto::deployments as pb;

/// What is used of the team's quotas and of one's own.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quotas {
    pub deployments: Pair,
    /// Unfinished ones.
    pub tasks: Pair,
}

/// A team's and a user's.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pair {
    /// Of the team.
    pub team: Quota,
    /// Of the user who asks, in all teams.
    pub user: Quota,
}

/// One more is refused with 409 when `used` has reached `most`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quota {
    pub used: u32,
    pub most: u32,
}

/// What is used of the quotas of a team and of one's own, and how much there is.
#[utoipa::path(get, path = "/quotas", tag = "deployments",
    params(("teamId" = String, Query, description = "The team")),
    responses((status = 200, body = Data<Quotas>), ReadErrors))]
pub async fn get(call: Call, mut query: Parameters) -> Result<Answer<Data<Quotas>>> {
    let message = pb::GetQuotasRequest { team_id: query.id("teamId") };
    query.done()?;
    let answer = call.api().deployments.clone().get_quotas(call.ask(message)?).await?.into_inner();
    let pb::GetQuotasResponse { deployments_of_team, deployments_of_user, tasks_of_team, tasks_of_user } = answer;
    let quota = |quota: Option<pb::Quota>, field| {
        quota.map(|pb::Quota { used, most }| Quota { used, most }).ok_or_else(|| missing(field))
    };
    Ok(call.data(Quotas {
        deployments: Pair {
            team: quota(deployments_of_team, "GetQuotasResponse.deployments_of_team")?,
            user: quota(deployments_of_user, "GetQuotasResponse.deployments_of_user")?,
        },
        tasks: Pair {
            team: quota(tasks_of_team, "GetQuotasResponse.tasks_of_team")?,
            user: quota(tasks_of_user, "GetQuotasResponse.tasks_of_user")?,
        },
    }))
}
