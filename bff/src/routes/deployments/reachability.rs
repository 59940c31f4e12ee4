//! `/deployments/{id}/reachability`: whether visitors reach a site, as the last visit to its domain found.

use super::{
    super::prelude::*,
    shown::{Deployment, one},
};
use proto::deployments as pb;

/// What the last visit found, in a word.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReachState {
    /// It was not visited yet, or does not run.
    Unchecked,
    /// A setting says that sites are not visited.
    Off,
    /// It is on a simulated cluster: there is nothing to reach.
    Simulated,
    Reachable,
    /// It answers with errors.
    Failing,
    /// Its visitors are sent to a certificate that browsers refuse.
    Certificate,
    /// The connection is refused.
    Refused,
    /// It did not answer in time.
    Silent,
    /// The connection fails otherwise.
    Unreachable,
    /// Its domain has no A or AAAA record.
    NoRecord,
    /// The name servers did not answer.
    Unresolved,
    /// Its domain resolves to an address that the settings do not allow Canopy to contact.
    Forbidden,
}

impl ReachState {
    fn of_word(word: &str) -> kit::Result<Self> {
        Ok(match word {
            // from a service that does not say it yet
            "unchecked" | "" => Self::Unchecked,
            "off" => Self::Off,
            "simulated" => Self::Simulated,
            "reachable" => Self::Reachable,
            "failing" => Self::Failing,
            "certificate" => Self::Certificate,
            "refused" => Self::Refused,
            "silent" => Self::Silent,
            "unreachable" => Self::Unreachable,
            "no_record" => Self::NoRecord,
            "unresolved" => Self::Unresolved,
            "forbidden" => Self::Forbidden,
            _ => return Err(missing("Reach.state")),
        })
    }
}

/// The certificate that a domain shows.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReachCertificate {
    /// Browsers take it.
    pub valid: bool,
    /// Who issued it; empty where it does not say.
    pub issuer: String,
    /// Until when it is good; null where it cannot be read.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub not_after: Option<OffsetDateTime>,
    /// Why browsers do not take it; of a valid one, that it should have been renewed by now (less than a sixth of its life is
    /// left, and less than 30 days); else null.
    #[schema(required)]
    pub problem: Option<String>,
    /// The stable word of the problem; empty without one.
    pub problem_reason: String,
    /// What the problem is filled with.
    pub problem_params: TextParams,
}

/// Whether visitors reach a site.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reachability {
    pub state: ReachState,
    /// Links to it are https: the last visit found a certificate that browsers take, or there was none yet and its chart asks
    /// for one.
    pub https: bool,
    /// When it was visited; null: never.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub checked_at: Option<OffsetDateTime>,
    /// Since when it is reachable, or is not; null where that is not known.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub since: Option<OffsetDateTime>,
    /// HTTP status of the answer; null without one.
    #[schema(required)]
    pub status: Option<u32>,
    /// Milliseconds from the connection to that answer; null without one.
    #[schema(required)]
    pub milliseconds: Option<u32>,
    /// The host that visitors are sent to, which is none of the site's and was not visited; null: none.
    #[schema(required)]
    pub redirect: Option<String>,
    /// What the domain resolves to, at most eight.
    pub addresses: Vec<String>,
    /// Null: none was shown.
    #[schema(required)]
    pub certificate: Option<ReachCertificate>,
    /// What is wrong and what to do, or why nothing is known; null otherwise.
    #[schema(required)]
    pub problem: Option<String>,
    /// The stable word of the problem; empty without one.
    pub problem_reason: String,
    /// What the problem is filled with.
    pub problem_params: TextParams,
}

impl From<pb::ReachCertificate> for ReachCertificate {
    fn from(certificate: pb::ReachCertificate) -> Self {
        let pb::ReachCertificate { valid, issuer, not_after, problem, said } = certificate;
        let (problem_reason, problem_params) = coded(&said);
        Self {
            valid,
            issuer,
            not_after: moment_or_none(not_after),
            problem: text(problem),
            problem_reason,
            problem_params,
        }
    }
}

impl TryFrom<Option<pb::Reach>> for Reachability {
    type Error = kit::Error;

    fn try_from(reach: Option<pb::Reach>) -> kit::Result<Self> {
        let reach = reach.unwrap_or_else(|| pb::Reach { https: true, ..pb::Reach::default() });
        let pb::Reach {
            state,
            https,
            checked_at,
            since,
            status,
            milliseconds,
            redirect,
            addresses,
            certificate,
            problem,
            said,
        } = reach;
        let (problem_reason, problem_params) = coded(&said);
        Ok(Self {
            state: ReachState::of_word(&state)?,
            https,
            checked_at: moment_or_none(checked_at),
            since: moment_or_none(since),
            status: (status > 0).then_some(status),
            milliseconds: (status > 0).then_some(milliseconds),
            redirect: text(redirect),
            addresses,
            certificate: certificate.map(Into::into),
            problem: text(problem),
            problem_reason,
            problem_params,
        })
    }
}

/// Visits the site's domain now, and answers what was found in `reachability`; at most once in ten seconds: sooner, what the
/// last visit found is the answer. 409 for a site that does not run.
#[utoipa::path(post, path = "/deployments/{id}/reachability/check", tag = "deployments",
    params(("id" = String, Path, description = "The deployment")),
    responses((status = 200, body = Data<Deployment>), ChangeErrors))]
pub async fn check(call: Call, ids: Ids) -> Result<Answer<Data<Deployment>>> {
    let message = pb::CheckReachRequest { id: ids.one("Deployment")? };
    let answer = call.api().deployments.clone().check_reach(call.ask(message)?).await?.into_inner();
    Ok(call.data(one(answer.deployment)?))
}
