//! `/deployments/{id}/revisions`: what was asked for over time.

use super::super::prelude::*;
use super::{
    parts::{AskedResources, Source},
    shown::{ChangeResult, PhpParameters, result},
};
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use proto::deployments as pb;

/// What made a revision.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RevisionChange {
    Create,
    Update,
    /// A change was given up: equal to the revision that was in effect.
    Discard,
    /// Back to an earlier revision.
    Rollback,
    /// The site was stopped.
    Stop,
    /// The site was started again.
    Start,
    /// The site got another size.
    Scale,
    /// The site moved to another cluster.
    Move,
}

/// A kept volume that was to be deleted with a revision.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VolumeDeletion {
    pub name: String,
    /// The service whose data was on it; null: the site's own, or nobody's.
    #[schema(required)]
    pub service: Option<String>,
    #[schema(example = "8Gi")]
    pub size: String,
    /// When it was gone; null: it is not.
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub deleted_at: Option<OffsetDateTime>,
    /// Why it stays; null otherwise, and for who only oversees the team.
    #[schema(required)]
    pub problem: Option<String>,
    /// The stable word of the problem; empty without one.
    pub problem_reason: String,
    /// What the problem is filled with.
    pub problem_params: TextParams,
}

impl From<pb::VolumeDeletion> for VolumeDeletion {
    fn from(deletion: pb::VolumeDeletion) -> Self {
        let (problem_reason, problem_params) = coded(&deletion.said);
        Self {
            name: deletion.name,
            service: text(deletion.service),
            size: deletion.size,
            deleted_at: moment_or_none(deletion.deleted_at),
            problem: text(deletion.problem),
            problem_reason,
            problem_params,
        }
    }
}

/// One thing that was asked for, by whom, and how it ended.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Revision {
    /// From 1.
    pub number: i32,
    pub change: RevisionChange,
    /// Why, as its author wrote it; may be empty.
    pub reason: String,
    pub author_id: String,
    pub author_name: String,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// Null while it was never tried to the end.
    #[schema(required)]
    pub result: Option<ChangeResult>,
    /// Why it failed; null otherwise.
    #[schema(required)]
    pub error_log: Option<String>,
    /// The stable word of the error; empty without one.
    pub error_log_reason: String,
    /// What the error is filled with.
    pub error_log_params: TextParams,
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub finished_at: Option<OffsetDateTime>,
    /// Helm's numbers of the revisions that were made for it, in order.
    pub helm_revisions: Vec<i32>,
    /// The earlier revision whose values it has again, after a discard or a rollback; null otherwise.
    #[schema(required)]
    pub restored: Option<i32>,
    /// Kept volumes that were to be deleted once it was in effect.
    pub deletes: Vec<VolumeDeletion>,
    /// It is what serves now.
    pub effective: bool,
    /// The cluster that it was made for, and what that was called then. A rollback brings it back where the deployment runs
    /// now.
    pub cluster_id: String,
    pub cluster_name: String,
    /// Version of the chart it was rendered with.
    pub chart_version: String,
    pub domain: String,
    pub services: BTreeMap<String, bool>,
    /// The application's first administrator; empty for who only oversees the team.
    pub app_user: String,
    /// Null for applications without PHP.
    #[schema(required)]
    pub php_parameters: Option<PhpParameters>,
    /// Null without a database.
    #[schema(required)]
    pub database_parameters: Option<RevisionDatabase>,
    /// Where the program comes from; null for applications that bring their own.
    #[schema(required)]
    pub source: Option<Source>,
    /// Names of the environment variables; nothing shows their values.
    pub env: Vec<String>,
    /// Further host names.
    pub domains: Vec<String>,
    pub asked_resources: AskedResources,
    /// How many copies serve, unless it is stopped.
    pub replicas: i32,
    /// It has no pods.
    pub stopped: bool,
}

/// The database that a revision uses; passwords are of the deployment, not of a revision.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevisionDatabase {
    pub database_user: String,
    pub database_name: String,
    pub database_host: String,
    pub database_port: i32,
}

impl From<pb::Database> for RevisionDatabase {
    fn from(database: pb::Database) -> Self {
        let pb::Database { user, name, host, port } = database;
        Self { database_user: user, database_name: name, database_host: host, database_port: port }
    }
}

pub(super) fn change(word: &str) -> kit::Result<RevisionChange> {
    Ok(match word {
        "create" => RevisionChange::Create,
        "update" => RevisionChange::Update,
        "discard" => RevisionChange::Discard,
        "rollback" => RevisionChange::Rollback,
        "stop" => RevisionChange::Stop,
        "start" => RevisionChange::Start,
        "scale" => RevisionChange::Scale,
        "move" => RevisionChange::Move,
        _ => return Err(missing("Revision.change")),
    })
}

impl TryFrom<pb::Revision> for Revision {
    type Error = kit::Error;

    fn try_from(revision: pb::Revision) -> kit::Result<Self> {
        let change = change(&revision.change)?;
        let (error_log_reason, error_log_params) = coded(&revision.said);
        let spec = revision.spec.unwrap_or_default();
        Ok(Self {
            number: revision.number,
            change,
            reason: revision.reason,
            author_id: revision.author_id,
            author_name: revision.author_name,
            created_at: moment(revision.created_at, "Revision.created_at")?,
            result: result(&revision.result)?,
            error_log: text(revision.error_log),
            error_log_reason,
            error_log_params,
            finished_at: moment_or_none(revision.finished_at),
            helm_revisions: revision.helm_revisions,
            restored: (revision.restored > 0).then_some(revision.restored),
            deletes: revision.deletes.into_iter().map(Into::into).collect(),
            effective: revision.effective,
            cluster_id: revision.cluster_id,
            cluster_name: revision.cluster_name,
            chart_version: revision.chart_version,
            domain: spec.domain,
            services: spec.services.into_iter().collect(),
            app_user: spec.app_user,
            php_parameters: spec.php.map(Into::into),
            database_parameters: spec.database.map(Into::into),
            source: spec.source.map(Into::into),
            env: spec.env,
            domains: spec.domains,
            asked_resources: spec.resources.unwrap_or_default().into(),
            replicas: spec.replicas,
            stopped: spec.stopped,
        })
    }
}

/// The revisions of a deployment, newest first.
#[utoipa::path(get, path = "/deployments/{id}/revisions", tag = "deployments",
    params(("id" = String, Path, description = "The deployment"), Paging),
    responses((status = 200, body = Listed<Revision>), ReadErrors))]
pub async fn revisions(call: Call, ids: Ids, mut query: Parameters) -> Result<Answer<Listed<Revision>>> {
    let paging = query.paging(ALL);
    query.done()?;
    let message = pb::ListRevisionsRequest { id: ids.one("Deployment")?, page: paging.page, limit: paging.limit };
    let answer = call.api().deployments.clone().list_revisions(call.ask(message)?).await?.into_inner();
    let pb::ListRevisionsResponse { revisions, total } = answer;
    Ok(call.list(readable(revisions), paging, total))
}

/// The chart of a revision with its values, as the archive that `helm install` and `helm upgrade` take. It holds no secret.
#[utoipa::path(get, path = "/deployments/{id}/revisions/{number}/chart", tag = "deployments",
    params(("id" = String, Path, description = "The deployment"), ("number" = i32, Path, description = "The revision")),
    responses((status = 200, description = "A gzipped tar archive, without the envelope", body = [u8], content_type = "application/gzip"),
        StateErrors))]
pub async fn chart(call: Call, ids: Ids) -> Result<Response> {
    let message = pb::GetChartRequest { id: ids.one("Deployment")?, revision: ids.number("Revision")? };
    let answer = call.api().deployments.clone().get_chart(call.ask(message)?).await?.into_inner();
    let pb::GetChartResponse { file_name, archive } = answer;
    let name = HeaderValue::try_from(format!("attachment; filename=\"{file_name}\""));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/gzip")),
        (header::CONTENT_DISPOSITION, name.map_err(kit::Error::internal)?),
    ];
    Ok((headers, archive).into_response())
}
