//! What clients send to create and to change a deployment.

mod source;

use super::super::prelude::*;
use crate::error::ApiError;
use proto::deployments as pb;
use secrecy::SecretString;
use source::SourceInput;

/// Values by name.
type Environment = Option<BTreeMap<String, SecretString>>;

/// A deployment to be. Which fields are required depends on the type; all that is missing is told in one answer.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateDeployment {
    #[schema(required, max_length = 63)]
    name: Option<String>,
    description: Option<String>,
    /// wordpress, laravel, nodejs or orangecms; `/catalogue` says what there is.
    #[schema(required)]
    r#type: Option<String>,
    #[schema(required)]
    cluster_id: Option<String>,
    /// The cluster's datacenter, whatever stands here; only another existing datacenter is refused.
    location: Option<String>,
    /// Either this or `teamId`.
    #[serde(rename = "team_id")]
    team: Option<String>,
    team_id: Option<String>,
    #[schema(required)]
    base_parameters: Option<BaseInput>,
    services: Option<BTreeMap<String, bool>>,
    php_parameters: Option<PhpInput>,
    database_parameters: Option<DatabaseInput>,
    source: Option<SourceInput>,
    /// Environment variables of the application. Nothing shows the values again.
    #[schema(value_type = Option<BTreeMap<String, String>>)]
    env: Environment,
    /// Further host names that lead to the site.
    #[schema(max_items = 20)]
    domains: Option<Vec<String>>,
    resources: Option<ResourcesInput>,
    #[schema(minimum = 1)]
    replicas: Option<i32>,
    /// `hash` of the plan that was looked at, which makes one deployment: the answer is 409 when anything has moved since.
    plan: Option<String>,
}

/// A change. A field that is absent or null stays as it is; type, team and cluster may only repeat what is.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateDeployment {
    #[schema(max_length = 63)]
    name: Option<String>,
    description: Option<String>,
    r#type: Option<String>,
    /// Another one is a move: up there, its data copied, then gone from where it was. It wants `plan`.
    cluster_id: Option<String>,
    location: Option<String>,
    #[serde(rename = "team_id")]
    team: Option<String>,
    team_id: Option<String>,
    base_parameters: Option<BaseInput>,
    services: Option<BTreeMap<String, bool>>,
    php_parameters: Option<PhpInput>,
    database_parameters: Option<DatabaseInput>,
    source: Option<SourceInput>,
    /// All environment variables: one that is not named any more is gone, a masked value stays as it is.
    #[schema(value_type = Option<BTreeMap<String, String>>)]
    env: Environment,
    #[schema(max_items = 20)]
    domains: Option<Vec<String>>,
    resources: Option<ResourcesInput>,
    #[schema(minimum = 1)]
    replicas: Option<i32>,
    /// `version` of the deployment as the caller saw it; when somebody has changed it since, the answer is 409 and says
    /// who. The header `If-Match` says the same.
    version: Option<i64>,
    /// Why, for the list of revisions.
    #[schema(max_length = 500)]
    reason: Option<String>,
    /// `hash` of the plan that was looked at: the answer is 409 when anything has moved since.
    plan: Option<String>,
    /// Names of volumes (`/deployments/{id}/volumes`) that are deleted, with their data, once the change is in effect: those
    /// that nothing of the changed deployment uses. 400 for one that it uses (`VOLUME_IN_USE`), that is somebody else's
    /// (`VOLUME_FOREIGN`) or that is not there (`VOLUME_UNKNOWN`). Of a change that fails none is deleted.
    #[schema(max_items = 20)]
    delete_volumes: Option<Vec<String>>,
    /// Of a move: its data is not copied, and goes with where it was.
    leave_data: Option<bool>,
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BaseInput {
    #[schema(required, max_length = 253)]
    domain: Option<String>,
    /// The application's first administrator.
    #[schema(required)]
    app_user: Option<String>,
    #[schema(required, min_length = 8, format = Password, value_type = Option<String>)]
    app_pass: Option<SecretString>,
    /// Token of the Cloudflare tunnel, when that service is on.
    #[schema(format = Password, value_type = Option<String>)]
    cloudflare_token: Option<SecretString>,
    /// Not kept: so that what was read can be sent back.
    #[expect(dead_code, reason = "it is taken and not kept")]
    has_app_pass: Option<bool>,
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhpInput {
    php_version: Option<String>,
    php_extensions: Option<Vec<String>>,
    /// MB
    php_memory_limit: Option<i32>,
    /// Seconds.
    php_max_execution_time: Option<i32>,
    php_pool_size: Option<i32>,
    php_max_requests_per_child: Option<i32>,
    /// MB
    php_upload_max_filesize: Option<i32>,
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseInput {
    database_user: Option<String>,
    #[schema(format = Password, value_type = Option<String>)]
    database_pass: Option<SecretString>,
    database_name: Option<String>,
    #[schema(format = Password, value_type = Option<String>)]
    database_root_pass: Option<SecretString>,
    database_host: Option<String>,
    database_port: Option<i32>,
    /// Not kept: so that what was read can be sent back.
    #[expect(dead_code, reason = "it is taken and not kept")]
    has_database_pass: Option<bool>,
    /// Not kept: so that what was read can be sent back.
    #[expect(dead_code, reason = "it is taken and not kept")]
    has_database_root_pass: Option<bool>,
}

/// Amounts as Kubernetes writes them; what is absent is worked out.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResourcesInput {
    #[schema(example = "500m")]
    cpu: Option<String>,
    #[schema(example = "512Mi")]
    memory: Option<String>,
    /// Of the site's volume, which can only grow.
    #[schema(example = "10Gi")]
    storage: Option<String>,
}

impl CreateDeployment {
    /// To the service's message: what was left out is empty, and the service says what must not be.
    pub fn into_message(self) -> Result<pb::CreateDeploymentRequest> {
        let Self {
            name,
            description,
            r#type,
            cluster_id,
            location,
            team,
            team_id,
            base_parameters,
            services,
            php_parameters,
            database_parameters,
            source,
            env,
            domains,
            resources,
            replicas,
            plan,
        } = self;
        let (spec, secrets) = SiteInput {
            base: base_parameters,
            services,
            php: php_parameters,
            database: database_parameters,
            source,
            env,
            domains,
            resources,
            replicas,
        }
        .into_messages();
        Ok(pb::CreateDeploymentRequest {
            name: name.unwrap_or_default(),
            description: description.unwrap_or_default(),
            r#type: r#type.unwrap_or_default(),
            team_id: one_team(team, team_id)?,
            cluster_id: cluster_id.unwrap_or_default(),
            location: location.unwrap_or_default(),
            spec: Some(spec),
            secrets: Some(secrets),
            plan: plan.unwrap_or_default(),
        })
    }
}

impl UpdateDeployment {
    /// To the service's message; `if_match` is the version that the header names, 0 without one.
    pub fn into_message(self, id: String, if_match: i64) -> Result<pb::UpdateDeploymentRequest> {
        let Self {
            name,
            description,
            r#type,
            cluster_id,
            location,
            team,
            team_id,
            base_parameters,
            services,
            php_parameters,
            database_parameters,
            source,
            env,
            domains,
            resources,
            replicas,
            version,
            reason,
            plan,
            delete_volumes,
            leave_data,
        } = self;
        let (spec, secrets) = SiteInput {
            base: base_parameters,
            services,
            php: php_parameters,
            database: database_parameters,
            source,
            env,
            domains,
            resources,
            replicas,
        }
        .into_messages();
        Ok(pb::UpdateDeploymentRequest {
            id,
            name,
            description,
            spec: Some(spec),
            secrets: Some(secrets),
            version: version.filter(|version| *version > 0).unwrap_or(if_match),
            reason: reason.unwrap_or_default(),
            r#type: r#type.unwrap_or_default(),
            team_id: one_team(team, team_id)?,
            cluster_id: cluster_id.unwrap_or_default(),
            location: location.unwrap_or_default(),
            plan: plan.unwrap_or_default(),
            delete_volumes: delete_volumes.unwrap_or_default(),
            leave_data: leave_data.unwrap_or_default(),
        })
    }
}

/// What a new deployment and a changed one have in common.
struct SiteInput {
    base: Option<BaseInput>,
    services: Option<BTreeMap<String, bool>>,
    php: Option<PhpInput>,
    database: Option<DatabaseInput>,
    source: Option<SourceInput>,
    env: Environment,
    domains: Option<Vec<String>>,
    resources: Option<ResourcesInput>,
    replicas: Option<i32>,
}

impl SiteInput {
    fn into_messages(self) -> (pb::SpecInput, pb::Secrets) {
        let Self { base, services, php, database, source, env, domains, resources, replicas } = self;
        let BaseInput { domain, app_user, app_pass, cloudflare_token, has_app_pass: _ } = base.unwrap_or_default();
        let mut database = database.unwrap_or_default();
        let secrets = pb::Secrets {
            app_pass: revealed(app_pass),
            database_pass: revealed(database.database_pass.take()),
            database_root_pass: revealed(database.database_root_pass.take()),
            cloudflare_token: revealed(cloudflare_token),
            env: env.map(|values| pb::Environment {
                values: values.into_iter().map(|(name, value)| (name, revealed(Some(value)))).collect(),
            }),
        };
        let spec = pb::SpecInput {
            domain,
            app_user,
            services: services.unwrap_or_default().into_iter().collect(),
            php: php.map(Into::into),
            database: Some(database.into()),
            source: source.map(Into::into),
            domains: domains.map(|names| pb::Names { names }),
            resources: resources.map(|ResourcesInput { cpu, memory, storage }| pb::Amounts {
                cpu: cpu.unwrap_or_default(),
                memory: memory.unwrap_or_default(),
                storage: storage.unwrap_or_default(),
            }),
            replicas,
        };
        (spec, secrets)
    }
}

/// Both names of the field mean the same; two different values mean nothing.
fn one_team(team: Option<String>, team_id: Option<String>) -> Result<String> {
    match (team.filter(|id| !id.is_empty()), team_id.filter(|id| !id.is_empty())) {
        (Some(one), Some(other)) if one != other => Err(ApiError::invalid_field("team_id", kit::message!(TWO_TEAMS))),
        (one, other) => Ok(one.or(other).unwrap_or_default()),
    }
}

impl From<PhpInput> for pb::PhpInput {
    fn from(php: PhpInput) -> Self {
        let PhpInput {
            php_version,
            php_extensions,
            php_memory_limit,
            php_max_execution_time,
            php_pool_size,
            php_max_requests_per_child,
            php_upload_max_filesize,
        } = php;
        Self {
            version: php_version,
            extensions: Vec::new(),
            memory_limit: php_memory_limit,
            max_execution_time: php_max_execution_time,
            pool_size: php_pool_size,
            max_requests_per_child: php_max_requests_per_child,
            upload_max_filesize: php_upload_max_filesize,
            extension_names: php_extensions.map(|names| pb::Names { names }),
        }
    }
}

impl From<DatabaseInput> for pb::DatabaseInput {
    fn from(database: DatabaseInput) -> Self {
        let DatabaseInput {
            database_user,
            database_pass: _,
            database_name,
            database_root_pass: _,
            database_host,
            database_port,
            has_database_pass: _,
            has_database_root_pass: _,
        } = database;
        Self { user: database_user, name: database_name, host: database_host, port: database_port }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_carries_a_password_can_be_neither_printed_nor_serialised() {
        crate::routes::assert_mute!(CreateDeployment, UpdateDeployment, BaseInput, DatabaseInput, SiteInput,);
    }
}
