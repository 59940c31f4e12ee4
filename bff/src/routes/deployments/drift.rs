//! `/deployments/{id}/drift`: what the cluster shows otherwise than the revision in effect, and putting it right.

use super::{
    super::{
        prelude::*,
        version::{IfMatch, Versioned},
    },
    PlanHash, Planning,
    plan::PlannedObject,
    shown::{Changed, changed},
};
use proto::deployments as pb;

/// That the cluster shows something else than the revision in effect, as it was found when something moved last.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DriftSummary {
    /// The revision in effect.
    pub revision: i32,
    /// Fields that differ.
    pub fields: u32,
    /// Objects that are not there.
    pub missing: u32,
    /// Objects that the revision has not.
    pub surplus: u32,
    /// Who changed it, by the names that Kubernetes books, at most three; empty: not known.
    pub managers: Vec<String>,
    /// When the last of it was changed; where that is not known, when it was found.
    #[serde(with = "time::serde::rfc3339")]
    pub changed_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub found_at: OffsetDateTime,
}

impl TryFrom<pb::Drift> for DriftSummary {
    type Error = kit::Error;

    fn try_from(drift: pb::Drift) -> kit::Result<Self> {
        let pb::Drift { revision, fields, missing, surplus, managers, changed_at, found_at } = drift;
        Ok(Self {
            revision,
            fields,
            missing,
            surplus,
            managers,
            changed_at: moment(changed_at, "Drift.changed_at")?,
            found_at: moment(found_at, "Drift.found_at")?,
        })
    }
}

/// A setting of the deployment.
#[derive(Clone, Copy, Serialize, ToSchema)]
pub enum TakenField {
    #[serde(rename = "replicas")]
    Replicas,
    #[serde(rename = "resources.cpu")]
    Cpu,
    #[serde(rename = "resources.memory")]
    Memory,
    #[serde(rename = "resources.storage")]
    Storage,
    #[serde(rename = "source.image")]
    Image,
    #[serde(rename = "source.version")]
    Version,
    #[serde(rename = "phpParameters.phpVersion")]
    PhpVersion,
}

impl TakenField {
    fn of_word(word: &str) -> kit::Result<Option<Self>> {
        Ok(Some(match word {
            "" => return Ok(None),
            "replicas" => Self::Replicas,
            "resources.cpu" => Self::Cpu,
            "resources.memory" => Self::Memory,
            "resources.storage" => Self::Storage,
            "source.image" => Self::Image,
            "source.version" => Self::Version,
            "php.version" => Self::PhpVersion,
            _ => return Err(missing("Taken.field")),
        }))
    }
}

/// Whether a field that differs can be taken over: what it would be in a change of the deployment.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Taken {
    /// The object, and the path as in its fields.
    pub kind: String,
    pub name: String,
    pub path: String,
    /// Null: it cannot be taken over.
    #[schema(required)]
    pub field: Option<TakenField>,
    /// Empty where the field is null.
    pub value: String,
    /// Why it cannot be; null when it can.
    #[schema(required)]
    pub problem: Option<String>,
    /// The stable word of the problem; empty without one.
    pub problem_reason: String,
    /// What the problem is filled with.
    pub problem_params: TextParams,
}

impl TryFrom<pb::Taken> for Taken {
    type Error = kit::Error;

    fn try_from(taken: pb::Taken) -> kit::Result<Self> {
        let (problem_reason, problem_params) = coded(&taken.said);
        Ok(Self {
            kind: taken.kind,
            name: taken.name,
            path: taken.path,
            field: TakenField::of_word(&taken.field)?,
            value: taken.value,
            problem: text(taken.problem),
            problem_reason,
            problem_params,
        })
    }
}

/// What the cluster shows otherwise than the revision in effect.
#[derive(Serialize, ToSchema)]
pub struct Drift {
    /// The revision in effect.
    pub revision: i32,
    /// What putting right would do with the objects that differ: `before` is what the cluster shows now, `after` what the
    /// revision has; those that are missing are created.
    pub objects: Vec<PlannedObject>,
    /// For `plan` of putting right, which is refused (409 `PLAN_OUTDATED`) when anything has moved since; null when nothing
    /// differs.
    #[schema(required)]
    pub hash: Option<String>,
    /// One for each field of objects that are changed, in their order.
    pub takes: Vec<Taken>,
}

/// What in the cluster differs from the revision in effect, and who changed it: asked of the cluster now. Nothing is changed.
#[utoipa::path(get, path = "/deployments/{id}/drift", tag = "deployments",
    params(("id" = String, Path, description = "The deployment")),
    responses((status = 200, body = Data<Drift>), StateErrors))]
pub async fn drift(call: Call, ids: Ids) -> Result<Answer<Data<Drift>>> {
    let message = pb::GetDriftRequest { id: ids.one("Deployment")? };
    let answer = call.api().deployments.clone().get_drift(call.ask(message)?).await?.into_inner();
    let pb::GetDriftResponse { revision, objects, hash, takes } = answer;
    Ok(call.data(Drift {
        revision,
        objects: objects.into_iter().map(PlannedObject::try_from).collect::<kit::Result<_>>()?,
        hash: text(hash),
        takes: takes.into_iter().map(Taken::try_from).collect::<kit::Result<_>>()?,
    }))
}

/// Brings the revision in effect about once more, over what somebody changed in the cluster.
#[utoipa::path(post, path = "/deployments/{id}/put-right", tag = "deployments",
    params(("id" = String, Path, description = "The deployment"), Planning, Versioned),
    responses((status = 200, body = Data<Changed>), ChangeErrors))]
pub async fn put_right(
    call: Call,
    ids: Ids,
    IfMatch(version): IfMatch,
    PlanHash(plan): PlanHash,
) -> Result<Answer<Data<Changed>>> {
    let message = pb::PutRightRequest { id: ids.one("Deployment")?, version, plan };
    let answer = call.api().deployments.clone().put_right(call.ask(message)?).await?.into_inner();
    let pb::PutRightResponse { deployment, task_id } = answer;
    Ok(call.data(changed(deployment, task_id)?))
}
