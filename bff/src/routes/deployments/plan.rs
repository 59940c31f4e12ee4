//! `/deployments/plan` and `/deployments/{id}/plan`: a creation and a change before it happens.

use super::{
    super::{
        prelude::*,
        version::{IfMatch, Versioned},
    },
    payload::{CreateDeployment, UpdateDeployment},
    power::Power,
    rollback::RollBack,
    scale::Scale,
};
use proto::{
    deployments::{self as pb, plan_deployment_request::Change},
    infrastructure,
};

/// What happens to an object.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlannedAction {
    None,
    Create,
    Change,
    Delete,
}

/// A field that will be another one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlannedField {
    #[schema(example = "spec.template.spec.containers[web].image")]
    pub path: String,
    /// Texts as they are, anything else as JSON, at most 500 characters; null: it is not there.
    #[schema(required)]
    pub before: Option<String>,
    /// Null: it will not be there.
    #[schema(required)]
    pub after: Option<String>,
    /// Who changed it to what it is now and is not Canopy, by the name that Kubernetes books; null: nobody, or not known.
    #[schema(required, example = "kubectl-edit")]
    pub manager: Option<String>,
    /// When, to the second; null where the manager is.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub changed_at: Option<OffsetDateTime>,
}

impl From<infrastructure::PlannedField> for PlannedField {
    fn from(field: infrastructure::PlannedField) -> Self {
        Self {
            path: field.path,
            before: field.before,
            after: field.after,
            manager: text(field.manager),
            changed_at: field.changed_at.as_ref().and_then(kit::clock::unstamp),
        }
    }
}

/// What becomes of storage whose claim is deleted, or that it is used again.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum VolumeEnd {
    Deleted,
    /// The cluster keeps it, with its data, until somebody removes it there.
    Kept,
    /// It was kept when its service was switched off, and is used again with the data that is on it.
    Reused,
    /// The cluster does not let Canopy see it.
    Unknown,
}

/// The storage behind a volume claim that is deleted or used again.
#[derive(Serialize, ToSchema)]
pub struct PlannedVolume {
    /// Of the PersistentVolume; null: none has been made for the claim.
    #[schema(required)]
    pub name: Option<String>,
    #[schema(example = "8Gi")]
    pub size: String,
    pub end: VolumeEnd,
    /// The service whose data is on it; null: the site's own, or nobody's.
    #[schema(required)]
    pub service: Option<String>,
}

impl From<infrastructure::PlannedVolume> for PlannedVolume {
    fn from(volume: infrastructure::PlannedVolume) -> Self {
        let end = match volume.end() {
            infrastructure::VolumeEnd::Deleted => VolumeEnd::Deleted,
            infrastructure::VolumeEnd::Kept => VolumeEnd::Kept,
            infrastructure::VolumeEnd::Reused => VolumeEnd::Reused,
            infrastructure::VolumeEnd::Unspecified => VolumeEnd::Unknown,
        };
        Self { name: text(volume.name), size: volume.size, end, service: text(volume.service) }
    }
}

/// What happens to one object in the cluster.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlannedObject {
    #[schema(example = "Deployment")]
    pub kind: String,
    pub name: String,
    pub action: PlannedAction,
    /// What differs, at most 200: the object as it is now against what the cluster says it would be. Secrets are masked.
    pub fields: Vec<PlannedField>,
    /// Its pods are made anew.
    pub restarts: bool,
    /// No pod of it serves meanwhile: the old one goes before the new one is there.
    pub interrupts: bool,
    /// Data goes with it.
    pub loses_data: bool,
    /// Why the cluster refuses this change; null when it does not.
    #[schema(required)]
    pub problem: Option<String>,
    /// The stable word of the problem; empty without one.
    pub problem_reason: String,
    /// What the problem is filled with.
    pub problem_params: TextParams,
    /// Of a volume claim that is deleted or used again; null otherwise.
    #[schema(required)]
    pub volume: Option<PlannedVolume>,
    /// Somebody else put it into the deployment's namespace, with which it goes.
    pub foreign: bool,
    /// The cluster could not try it before its namespace is there.
    pub untried: bool,
}

/// What becomes of the pods of the site as a whole.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PowerChange {
    /// It is stopped and not reached any more until it is started.
    Stops,
    /// It was stopped, and comes up.
    Starts,
    /// It was stopped and stays so: what changes counts when it is started.
    StaysStopped,
}

impl PowerChange {
    fn of_word(word: &str) -> kit::Result<Option<Self>> {
        Ok(Some(match word {
            "" => return Ok(None),
            "stops" => Self::Stops,
            "starts" => Self::Starts,
            "stays_stopped" => Self::StaysStopped,
            _ => return Err(missing("Plan.power")),
        }))
    }
}

/// Something to know before a change.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Notice {
    /// Something is lost, or does not work for a while.
    pub warning: bool,
    /// Stable word.
    pub reason: String,
    /// What the sentence is filled with.
    #[schema(value_type = BTreeMap<String, Object>)]
    pub params: TextParams,
    /// The sentence.
    pub message: String,
}

impl From<pb::Notice> for Notice {
    fn from(notice: pb::Notice) -> Self {
        let (reason, params) = coded(&notice.said);
        Self { warning: notice.warning, reason, params, message: notice.message }
    }
}

/// What a move to another cluster does beside what it makes there.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlannedMove {
    pub from_cluster_id: String,
    pub from_cluster_name: String,
    pub to_cluster_id: String,
    pub to_cluster_name: String,
    /// What is deleted on the cluster that the site leaves, once it is up on the other: all of its namespace there.
    pub leaves: Vec<PlannedObject>,
    /// What is lost, how long nobody reaches the site, and what is to be done.
    pub notices: Vec<Notice>,
}

impl TryFrom<pb::PlannedMove> for PlannedMove {
    type Error = kit::Error;

    fn try_from(planned: pb::PlannedMove) -> kit::Result<Self> {
        let pb::PlannedMove { from_cluster_id, from_cluster_name, to_cluster_id, to_cluster_name, leaves, notices } =
            planned;
        Ok(Self {
            from_cluster_id,
            from_cluster_name,
            to_cluster_id,
            to_cluster_name,
            leaves: leaves.into_iter().map(PlannedObject::try_from).collect::<kit::Result<_>>()?,
            notices: notices.into_iter().map(Into::into).collect(),
        })
    }
}

/// A change before it happens.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// For `plan` of the change itself, which is refused (409 `PLAN_OUTDATED`) when anything has moved since; null when
    /// there is nothing to roll out, and for a deletion while a task is at work, since what that leaves is not known. That
    /// of a creation is for who asked for it, and makes one deployment.
    #[schema(required)]
    pub hash: Option<String>,
    /// The revision that the change would make; null when it makes none.
    #[schema(required)]
    pub revision: Option<i32>,
    /// In the order in which they are changed; those that go are last.
    pub objects: Vec<PlannedObject>,
    /// Fields whose secret gets another value; `generated` for those that Canopy makes itself.
    pub secrets: Vec<String>,
    /// The deployment's namespace is not there yet: its objects were tried in this one, and what holds for the new one
    /// alone, such as quotas, is not known. Null when it is there.
    #[schema(required)]
    pub tried_in: Option<String>,
    /// Null: it runs before and after.
    #[schema(required)]
    pub power: Option<PowerChange>,
    /// Of a move to another cluster, on which `objects` are made; null: it stays where it is.
    #[serde(rename = "move")]
    #[schema(required)]
    pub moves: Option<PlannedMove>,
}

impl TryFrom<infrastructure::PlannedObject> for PlannedObject {
    type Error = kit::Error;

    fn try_from(object: infrastructure::PlannedObject) -> kit::Result<Self> {
        let action = match object.action() {
            infrastructure::PlannedAction::Unspecified => return Err(missing("PlannedObject.action")),
            infrastructure::PlannedAction::None => PlannedAction::None,
            infrastructure::PlannedAction::Create => PlannedAction::Create,
            infrastructure::PlannedAction::Change => PlannedAction::Change,
            infrastructure::PlannedAction::Delete => PlannedAction::Delete,
        };
        let (problem_reason, problem_params) = coded(&object.said);
        Ok(Self {
            kind: object.kind,
            name: object.name,
            action,
            fields: object.fields.into_iter().map(Into::into).collect(),
            restarts: object.restarts,
            interrupts: object.interrupts,
            loses_data: object.loses_data,
            problem: text(object.problem),
            problem_reason,
            problem_params,
            volume: object.volume.map(Into::into),
            foreign: object.foreign,
            untried: object.untried,
        })
    }
}

/// What a creation would make, after the same checks as the creation itself; nothing is created. The body is that of the
/// creation. The cluster says what it refuses.
#[utoipa::path(post, path = "/deployments/plan", tag = "deployments", request_body = CreateDeployment,
    responses((status = 200, body = Data<Plan>), ChangeErrors))]
pub async fn create(call: Call, Body(body): Body<CreateDeployment>) -> Result<Answer<Data<Plan>>> {
    asked(&call, Change::Create(body.into_message()?)).await
}

/// What a change would do to the objects in the cluster, as the cluster itself says; nothing is changed. The body is that
/// of the change.
#[utoipa::path(post, path = "/deployments/{id}/plan", tag = "deployments", request_body = UpdateDeployment,
    params(("id" = String, Path, description = "The deployment"), Versioned),
    responses((status = 200, body = Data<Plan>), ChangeErrors))]
pub async fn plan(
    call: Call,
    ids: Ids,
    IfMatch(version): IfMatch,
    Body(body): Body<UpdateDeployment>,
) -> Result<Answer<Data<Plan>>> {
    let update = body.into_message(ids.one("Deployment")?, version)?;
    asked(&call, Change::Update(update)).await
}

/// What going back to an earlier revision would do; nothing is changed. The body is that of the rollback.
#[utoipa::path(post, path = "/deployments/{id}/plan/rollback", tag = "deployments", request_body = RollBack,
    params(("id" = String, Path, description = "The deployment"), Versioned),
    responses((status = 200, body = Data<Plan>), ChangeErrors))]
pub async fn rollback(
    call: Call,
    ids: Ids,
    IfMatch(version): IfMatch,
    Body(body): Body<RollBack>,
) -> Result<Answer<Data<Plan>>> {
    asked(&call, Change::Rollback(body.into_message(ids.one("Deployment")?, version))).await
}

/// What a deletion would delete: every object in the deployment's namespace, whoever made it, and what becomes of the
/// volumes. Nothing is changed.
#[utoipa::path(post, path = "/deployments/{id}/plan/delete", tag = "deployments",
    params(("id" = String, Path, description = "The deployment"), Versioned),
    responses((status = 200, body = Data<Plan>), ChangeErrors))]
pub async fn delete(call: Call, ids: Ids, IfMatch(version): IfMatch) -> Result<Answer<Data<Plan>>> {
    let delete = pb::DeleteDeploymentRequest { id: ids.one("Deployment")?, version, ..Default::default() };
    asked(&call, Change::Delete(delete)).await
}

/// What giving a change up would do; nothing is changed.
#[utoipa::path(post, path = "/deployments/{id}/plan/discard", tag = "deployments",
    params(("id" = String, Path, description = "The deployment"), Versioned),
    responses((status = 200, body = Data<Plan>), ChangeErrors))]
pub async fn discard(call: Call, ids: Ids, IfMatch(version): IfMatch) -> Result<Answer<Data<Plan>>> {
    let discard = pb::DiscardChangeRequest { id: ids.one("Deployment")?, version, ..Default::default() };
    asked(&call, Change::Discard(discard)).await
}

/// What stopping the site would do; nothing is changed.
#[utoipa::path(post, path = "/deployments/{id}/plan/stop", tag = "deployments", request_body = Power,
    params(("id" = String, Path, description = "The deployment"), Versioned),
    responses((status = 200, body = Data<Plan>), ChangeErrors))]
pub async fn stop(
    call: Call,
    ids: Ids,
    IfMatch(version): IfMatch,
    OptionalBody(body): OptionalBody<Power>,
) -> Result<Answer<Data<Plan>>> {
    asked(&call, Change::Stop(body.stop(ids.one("Deployment")?, version))).await
}

/// What starting the site would do; nothing is changed.
#[utoipa::path(post, path = "/deployments/{id}/plan/start", tag = "deployments", request_body = Power,
    params(("id" = String, Path, description = "The deployment"), Versioned),
    responses((status = 200, body = Data<Plan>), ChangeErrors))]
pub async fn start(
    call: Call,
    ids: Ids,
    IfMatch(version): IfMatch,
    OptionalBody(body): OptionalBody<Power>,
) -> Result<Answer<Data<Plan>>> {
    asked(&call, Change::Start(body.start(ids.one("Deployment")?, version))).await
}

/// What a restart would do: which pods are made anew, and where no pod serves meanwhile; nothing is restarted.
#[utoipa::path(post, path = "/deployments/{id}/plan/restart", tag = "deployments",
    params(("id" = String, Path, description = "The deployment"), Versioned),
    responses((status = 200, body = Data<Plan>), ChangeErrors))]
pub async fn restart(call: Call, ids: Ids, IfMatch(version): IfMatch) -> Result<Answer<Data<Plan>>> {
    let restart = pb::RestartDeploymentRequest { id: ids.one("Deployment")?, version, ..Default::default() };
    asked(&call, Change::Restart(restart)).await
}

/// What another size would do; nothing is changed. The body is that of the change.
#[utoipa::path(post, path = "/deployments/{id}/plan/scale", tag = "deployments", request_body = Scale,
    params(("id" = String, Path, description = "The deployment"), Versioned),
    responses((status = 200, body = Data<Plan>), ChangeErrors))]
pub async fn scale(
    call: Call,
    ids: Ids,
    IfMatch(version): IfMatch,
    OptionalBody(body): OptionalBody<Scale>,
) -> Result<Answer<Data<Plan>>> {
    asked(&call, Change::Scale(body.into_message(ids.one("Deployment")?, version))).await
}

async fn asked(call: &Call, change: Change) -> Result<Answer<Data<Plan>>> {
    let message = pb::PlanDeploymentRequest { change: Some(change) };
    let answer = call.api().deployments.clone().plan_deployment(call.ask(message)?).await?.into_inner();
    let pb::PlanDeploymentResponse { hash, revision, objects, secrets, tried_in, power, r#move } = answer;
    let mut secrets: Vec<String> = secrets.iter().map(|name| field(name)).collect();
    secrets.dedup();
    Ok(call.data(Plan {
        hash: text(hash),
        revision: Some(revision).filter(|number| *number > 0),
        objects: objects.into_iter().map(PlannedObject::try_from).collect::<kit::Result<_>>()?,
        secrets,
        tried_in: text(tried_in),
        power: PowerChange::of_word(&power)?,
        moves: r#move.map(PlannedMove::try_from).transpose()?,
    }))
}

/// The contract's name of a secret.
fn field(secret: &str) -> String {
    let name = match secret {
        "app_pass" => "baseParameters.appPass",
        "cloudflare_token" => "baseParameters.cloudflareToken",
        "database_pass" => "databaseParameters.databasePass",
        "database_root_pass" => "databaseParameters.databaseRootPass",
        variable if variable.starts_with("env.") => variable,
        _ => "generated",
    };
    name.to_owned()
}
