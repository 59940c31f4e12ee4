//! `/catalogue`: what forms offer.

use super::prelude::*;
use proto::{deployments, infrastructure as pb};
use tokio::try_join;

/// What can be chosen.
#[derive(Serialize, ToSchema)]
pub struct Catalogue {
    /// Kinds of applications, and what each is made of.
    pub types: Vec<Kind>,
    /// Versions by runtime, for instance `php`, oldest first.
    pub versions: BTreeMap<String, Vec<String>>,
    pub providers: Vec<Choice>,
    pub regions: Vec<Region>,
    /// Countries of datacenters of one's own.
    pub countries: Vec<Country>,
}

/// Something to choose.
#[derive(Serialize, ToSchema)]
pub struct Choice {
    /// What is sent.
    pub id: String,
    /// What is shown.
    pub name: String,
}

/// A region of a provider.
#[derive(Serialize, ToSchema)]
pub struct Region {
    /// Id of the provider.
    pub provider: String,
    pub id: String,
    pub name: String,
    pub city: String,
    /// Two-letter code.
    pub country: String,
    pub address: String,
}

/// A country and the region it stands for.
#[derive(Serialize, ToSchema)]
pub struct Country {
    /// Two-letter code.
    pub code: String,
    pub region: String,
}

/// A kind of application: what a form for it is made from. Fields are named as in the payload, with dots.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Kind {
    /// What is sent as `type`.
    pub id: String,
    pub name: String,
    pub description: String,
    pub runtime: Runtime,
    pub services: Vec<ServiceChoice>,
    /// Numbers one may set, with their bounds.
    pub numbers: Vec<NumberField>,
    /// PHP extensions there are; empty without PHP.
    pub extensions: Vec<String>,
    /// The extensions when nothing is said.
    pub default_extensions: Vec<String>,
    /// The database fields are required whatever is switched on.
    pub database_required: bool,
    /// What a form starts with as name and user of the database.
    pub database_name: String,
    /// Null when the application brings its own program.
    #[schema(required)]
    pub source: Option<SourceChoice>,
    /// Names of environment variables that are not free; one that ends in `*` stands for all that begin so.
    pub reserved_env: Vec<String>,
    /// How many copies may serve.
    pub most_replicas: i32,
    /// Where log lines come from; the first one is the application.
    pub logs: Vec<LogChoice>,
}

/// What it runs on.
#[derive(Serialize, ToSchema)]
pub struct Runtime {
    /// php, node
    pub id: String,
    pub name: String,
    /// The field by which a version is chosen.
    pub field: String,
    /// Oldest first.
    pub versions: Vec<RuntimeVersion>,
    /// The version when nothing is said.
    pub default: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RuntimeVersion {
    pub id: String,
    /// The last day with security fixes.
    #[schema(format = Date)]
    pub end_of_life: String,
    /// That day is over.
    pub ended: bool,
}

/// A part that can be switched.
#[derive(Serialize, ToSchema)]
pub struct ServiceChoice {
    /// The word in `services`.
    pub id: String,
    pub name: String,
    /// What a form starts with.
    pub on: bool,
    /// Always on.
    pub fixed: bool,
    /// Its data is on a volume of its own, which is kept when it is switched off.
    pub volume: bool,
    /// How people reach it, beside the site itself; null when they do not.
    #[schema(required)]
    pub access: Option<Access>,
}

/// How a service is reached and signed in to.
#[derive(Serialize, ToSchema)]
pub struct Access {
    /// Of the release; its Kubernetes Service is called after both.
    pub component: String,
    /// https, sftp
    pub protocol: String,
    /// Stands before the site's domain; null when it has no host name.
    #[schema(required)]
    pub host: Option<String>,
    pub port: i32,
    /// The field with the name to sign in with.
    pub user: String,
    /// The field with the password.
    pub password: String,
}

#[derive(Serialize, ToSchema)]
pub struct NumberField {
    pub field: String,
    pub label: String,
    /// MB, s; null for a count.
    #[schema(required)]
    pub unit: Option<String>,
    pub least: i32,
    pub most: i32,
    pub default: i32,
}

/// What may be said of where a program comes from.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SourceChoice {
    /// Where an image listens when nothing is said.
    pub image_port: i32,
    /// Where a built program listens; null when a server of its own is before it.
    #[schema(required)]
    pub port: Option<i32>,
    /// It may be started by a command.
    pub start: bool,
}

#[derive(Serialize, ToSchema)]
pub struct LogChoice {
    pub id: String,
    /// The service that must be on; null when it is always there.
    #[schema(required)]
    pub service: Option<String>,
}

impl From<deployments::Kind> for Kind {
    fn from(kind: deployments::Kind) -> Self {
        Self {
            id: kind.id,
            name: kind.name,
            description: kind.description,
            runtime: kind.runtime.unwrap_or_default().into(),
            services: kind.services.into_iter().map(Into::into).collect(),
            numbers: kind.numbers.into_iter().map(Into::into).collect(),
            extensions: kind.extensions,
            default_extensions: kind.usual_extensions,
            database_required: kind.database_required,
            database_name: kind.database_name,
            source: kind.source.map(|deployments::SourceChoice { image_port, port, start }| SourceChoice {
                image_port,
                port: (port > 0).then_some(port),
                start,
            }),
            reserved_env: kind.reserved_env,
            most_replicas: kind.most_replicas,
            logs: kind
                .logs
                .into_iter()
                .map(|deployments::LogChoice { id, service }| LogChoice { id, service: text(service) })
                .collect(),
        }
    }
}

impl From<deployments::Runtime> for Runtime {
    fn from(runtime: deployments::Runtime) -> Self {
        let deployments::Runtime { id, name, field, versions, default } = runtime;
        let version = |version: deployments::RuntimeVersion| {
            let deployments::RuntimeVersion { id, end_of_life, ended } = version;
            RuntimeVersion { id, end_of_life, ended }
        };
        Self { id, name, field, versions: versions.into_iter().map(version).collect(), default }
    }
}

impl From<deployments::ServiceChoice> for ServiceChoice {
    fn from(service: deployments::ServiceChoice) -> Self {
        let deployments::ServiceChoice { id, name, on, fixed, access, volume } = service;
        let access = access.map(|access| {
            let deployments::ServiceAccess { component, protocol, host, port, user, password } = access;
            Access { component, protocol, host: text(host), port, user, password }
        });
        Self { id, name, on, fixed, volume, access }
    }
}

impl From<deployments::NumberField> for NumberField {
    fn from(number: deployments::NumberField) -> Self {
        let deployments::NumberField { field, label, unit, least, most, default } = number;
        Self { field, label, unit: text(unit), least, most, default }
    }
}

/// What forms offer: types, versions, providers, regions, countries.
#[utoipa::path(get, path = "/catalogue", tag = "infrastructure", responses((status = 200, body = Data<Catalogue>), ReadErrors))]
pub async fn get(call: Call) -> Result<Answer<Data<Catalogue>>> {
    let (mut applications, mut places) = (call.api().deployments.clone(), call.api().catalogue.clone());
    let (kinds, places) = try_join!(
        applications.get_catalogue(call.ask(deployments::GetCatalogueRequest {})?),
        places.get_catalogue(call.ask(pb::GetCatalogueRequest {})?),
    )?;
    let pb::GetCatalogueResponse { providers: offered, countries } = places.into_inner();
    let (mut providers, mut regions) = (Vec::new(), Vec::new());
    for pb::Provider { id: provider, name, regions: of_provider } in offered {
        regions.extend(of_provider.into_iter().map(|region| {
            let pb::Region { id, name, city, country, address } = region;
            Region { provider: provider.clone(), id, name, city, country, address }
        }));
        providers.push(Choice { id: provider, name });
    }
    let types: Vec<Kind> = kinds.into_inner().kinds.into_iter().map(Into::into).collect();
    let version_ids = |kind: &Kind| kind.runtime.versions.iter().map(|version| version.id.clone()).collect();
    let versions = types.iter().map(|kind| (kind.runtime.id.clone(), version_ids(kind))).collect();
    let countries = countries.into_iter().map(|pb::Country { code, region }| Country { code, region }).collect();
    Ok(call.data(Catalogue { types, versions, providers, regions, countries }))
}
