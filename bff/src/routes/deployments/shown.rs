//! A deployment as it goes out: without passwords, and with the contract's odd names.

use super::super::{prelude::*, tasks::TaskType};
use super::{
    actions::Actions,
    drift::DriftSummary,
    elsewhere::Elsewhere,
    parts::{AskedResources, LastChange, Resources, Source},
    reachability::Reachability,
    work::Work,
};
use proto::deployments as pb;

/// What the deployment does now.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeploymentStatus {
    /// A task is at work on it.
    Pending,
    /// It serves.
    Running,
    /// It does not serve.
    Failed,
    /// Somebody has stopped it: it is to have no pods.
    Stopped,
}

/// Kind of application.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeploymentType {
    Wordpress,
    Laravel,
    Nodejs,
    Orangecms,
}

/// How a task ended.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChangeResult {
    Succeeded,
    Failed,
    Cancelled,
}

/// The result that a word names.
pub fn result(word: &str) -> kit::Result<Option<ChangeResult>> {
    match word {
        "" => Ok(None),
        "succeeded" => Ok(Some(ChangeResult::Succeeded)),
        "failed" => Ok(Some(ChangeResult::Failed)),
        "cancelled" => Ok(Some(ChangeResult::Cancelled)),
        _ => Err(missing("Deployment.last_result")),
    }
}

/// An application on a cluster.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Deployment {
    pub id: String,
    pub name: String,
    pub description: String,
    pub status: DeploymentStatus,
    pub r#type: DeploymentType,
    pub cluster_id: String,
    pub cluster_name: String,
    /// Id of the cluster's datacenter; empty when it has none.
    pub location: String,
    /// The same as `teamId`.
    #[serde(rename = "team_id")]
    pub team: String,
    pub team_id: String,
    pub team_name: String,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
    /// Why the last change failed; null otherwise.
    #[schema(required)]
    pub error_log: Option<String>,
    /// The stable word of the error; empty without one.
    pub error_log_reason: String,
    /// What the error is filled with.
    pub error_log_params: TextParams,
    pub base_parameters: BaseParameters,
    pub services: BTreeMap<String, bool>,
    /// Null for applications without PHP.
    #[schema(required)]
    pub php_parameters: Option<PhpParameters>,
    /// Null for applications without a database.
    #[schema(required)]
    pub database_parameters: Option<DatabaseParameters>,
    /// Where the program comes from; null for applications that bring their own.
    #[schema(required)]
    pub source: Option<Source>,
    /// Names of the environment variables; nothing shows their values.
    pub env: Vec<String>,
    /// Further host names.
    pub domains: Vec<String>,
    /// How many copies serve, unless it is stopped.
    pub replicas: i32,
    /// It is asked to have no pods until it is started.
    pub stopped: bool,
    /// What its containers ask the cluster for.
    #[schema(required)]
    pub resources: Option<Resources>,
    /// What was asked for with `resources`, of which the others were worked out.
    pub asked_resources: AskedResources,
    /// It is being deleted.
    pub deleting: bool,
    /// The task at work; null when none.
    #[schema(required)]
    pub current_task_id: Option<String>,
    /// How far that task is; null when it has ended, in the answer to a change, and while nobody can tell.
    #[schema(required)]
    pub work: Option<Work>,
    /// The last task, finished or not.
    #[schema(required)]
    pub last_task_id: Option<String>,
    /// Name of the Helm release.
    pub release_name: String,
    pub namespace: String,
    /// The revision that is wanted: what people asked for last.
    pub revision: i32,
    /// The revision in effect; null when it never came up. A change that did not come about leaves the two different.
    #[schema(required)]
    pub effective_revision: Option<i32>,
    /// What the last task does or did.
    pub operation: TaskType,
    /// Who asked for it, and when; null from a service that does not say it yet.
    #[schema(required)]
    pub last_change: Option<LastChange>,
    /// How the last finished task ended; null before the first.
    #[schema(required)]
    pub last_result: Option<ChangeResult>,
    /// What can be asked for now.
    pub actions: Actions,
    /// That the cluster shows something else than the revision in effect; null: nothing differs, or it is not known.
    #[schema(required)]
    pub drift: Option<DriftSummary>,
    /// Whether its visitors reach it.
    pub reachability: Reachability,
    /// Another cluster that has to do with it, while it moves and when something of it remains there; null: none.
    #[schema(required)]
    pub elsewhere: Option<Elsewhere>,
    /// Id of the user who created it.
    pub created_by: String,
    /// Grows with every change.
    pub version: i64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BaseParameters {
    pub domain: String,
    /// The application's first administrator.
    pub app_user: String,
    /// Whether that password is set.
    pub has_app_pass: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhpParameters {
    pub php_version: String,
    pub php_extensions: Vec<String>,
    /// MB
    pub php_memory_limit: i32,
    /// Seconds.
    pub php_max_execution_time: i32,
    pub php_pool_size: i32,
    pub php_max_requests_per_child: i32,
    /// MB
    pub php_upload_max_filesize: i32,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseParameters {
    pub database_user: String,
    pub database_name: String,
    pub database_host: String,
    pub database_port: i32,
    pub has_database_pass: bool,
    pub has_database_root_pass: bool,
}

impl TryFrom<pb::Deployment> for Deployment {
    type Error = kit::Error;

    fn try_from(deployment: pb::Deployment) -> kit::Result<Self> {
        let status = match deployment.status() {
            pb::DeploymentStatus::Pending => DeploymentStatus::Pending,
            pb::DeploymentStatus::Running => DeploymentStatus::Running,
            pb::DeploymentStatus::Failed => DeploymentStatus::Failed,
            pb::DeploymentStatus::Stopped => DeploymentStatus::Stopped,
            pb::DeploymentStatus::Unspecified => return Err(missing("Deployment.status")),
        };
        let kind = match deployment.r#type() {
            pb::DeploymentType::Wordpress => DeploymentType::Wordpress,
            pb::DeploymentType::Laravel => DeploymentType::Laravel,
            pb::DeploymentType::Nodejs => DeploymentType::Nodejs,
            pb::DeploymentType::Orangecms => DeploymentType::Orangecms,
            pb::DeploymentType::Unspecified => return Err(missing("Deployment.type")),
        };
        let pb::Deployment {
            id,
            name,
            description,
            status: _,
            r#type: _,
            cluster_id,
            location,
            team_id,
            spec,
            error_log,
            deleting,
            current_task,
            last_task,
            release_name,
            namespace,
            revision,
            has_app_pass,
            has_database_pass,
            has_database_root_pass,
            created_by,
            created_at,
            updated_at,
            version,
            resources,
            effective_revision,
            operation,
            last_result,
            actions,
            said,
            drift,
            last_change,
            team_name,
            cluster_name,
            reach,
            elsewhere,
        } = deployment;
        let (error_log_reason, error_log_params) = coded(&said);
        let pb::Spec {
            domain,
            app_user,
            services,
            php,
            database,
            source,
            env,
            domains,
            resources: asked,
            replicas,
            stopped,
        } = spec.ok_or_else(|| missing("Deployment.spec"))?;
        Ok(Self {
            id,
            name,
            description,
            status,
            r#type: kind,
            cluster_id,
            cluster_name,
            location,
            team: team_id.clone(),
            team_id,
            team_name,
            created_at: moment(created_at, "Deployment.created_at")?,
            updated_at: moment(updated_at, "Deployment.updated_at")?,
            error_log: text(error_log),
            error_log_reason,
            error_log_params,
            base_parameters: BaseParameters { domain, app_user, has_app_pass },
            services: services.into_iter().collect(),
            php_parameters: php.map(Into::into),
            database_parameters: database.map(|database| {
                let pb::Database { user, name, host, port } = database;
                DatabaseParameters {
                    database_user: user,
                    database_name: name,
                    database_host: host,
                    database_port: port,
                    has_database_pass,
                    has_database_root_pass,
                }
            }),
            source: source.map(Into::into),
            env,
            domains,
            replicas,
            stopped,
            resources: resources.map(|pb::Resources { cpu, memory, storage }| Resources { cpu, memory, storage }),
            asked_resources: asked.unwrap_or_default().into(),
            deleting,
            current_task_id: text(current_task),
            // it is another service's to tell
            work: None,
            last_task_id: text(last_task),
            release_name,
            namespace,
            revision,
            effective_revision: (effective_revision > 0).then_some(effective_revision),
            operation: TaskType::of_word(&operation)?,
            last_change: last_change.map(LastChange::try_from).transpose()?,
            last_result: result(&last_result)?,
            actions: Actions::of(actions),
            drift: drift.map(DriftSummary::try_from).transpose()?,
            reachability: reach.try_into()?,
            elsewhere: elsewhere.map(Elsewhere::try_from).transpose()?,
            created_by,
            version,
        })
    }
}

impl From<pb::Php> for PhpParameters {
    fn from(php: pb::Php) -> Self {
        let pb::Php {
            version,
            extensions,
            memory_limit,
            max_execution_time,
            pool_size,
            max_requests_per_child,
            upload_max_filesize,
        } = php;
        Self {
            php_version: version,
            php_extensions: extensions,
            php_memory_limit: memory_limit,
            php_max_execution_time: max_execution_time,
            php_pool_size: pool_size,
            php_max_requests_per_child: max_requests_per_child,
            php_upload_max_filesize: upload_max_filesize,
        }
    }
}

/// A deployment that must be there.
pub fn one(deployment: Option<pb::Deployment>) -> kit::Result<Deployment> {
    deployment.ok_or_else(|| missing("Deployment"))?.try_into()
}

/// A deployment and the task that changes it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Changed {
    #[serde(flatten)]
    pub deployment: Deployment,
    /// Null when nothing has to run.
    #[schema(required)]
    pub task_id: Option<String>,
}

/// A deployment with the id of its task; the empty id is null.
pub fn changed(deployment: Option<pb::Deployment>, task_id: String) -> kit::Result<Changed> {
    Ok(Changed { deployment: one(deployment)?, task_id: text(task_id) })
}

/// A deployment on its way out.
#[derive(Serialize, ToSchema)]
pub struct Removed {
    /// Its `taskId` is null while an earlier task is being cancelled.
    #[serde(flatten)]
    pub changed: Changed,
    /// With `abandon`: what stays in the cluster, one line each.
    pub remains: Vec<String>,
}

/// The passwords; null where there is none or the caller may not see it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Secrets {
    #[schema(required)]
    pub app_pass: Option<String>,
    #[schema(required)]
    pub database_pass: Option<String>,
    #[schema(required)]
    pub database_root_pass: Option<String>,
    #[schema(required)]
    pub cloudflare_token: Option<String>,
    /// Environment variables.
    pub env: BTreeMap<String, String>,
}

impl From<pb::Secrets> for Secrets {
    fn from(secrets: pb::Secrets) -> Self {
        let pb::Secrets { app_pass, database_pass, database_root_pass, cloudflare_token, env } = secrets;
        Self {
            app_pass: text(app_pass),
            database_pass: text(database_pass),
            database_root_pass: text(database_root_pass),
            cloudflare_token: text(cloudflare_token),
            env: env.map(|env| env.values).unwrap_or_default(),
        }
    }
}
