//! `/deployments/{id}/services`: what runs of a site at this moment, and where it is reached.

use super::super::prelude::*;
use proto::deployments as pb;

/// How a service stands in the cluster.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ServiceState {
    /// All its pods are ready.
    Active,
    /// On its way.
    Starting,
    /// Something goes wrong that does not pass by waiting alone.
    Failing,
    /// It is being taken away.
    Stopping,
    /// The site is stopped.
    Stopped,
    /// It is asked for and not there, and nothing is at work on it.
    Waiting,
    /// It is not there, or asked to have no pods.
    Inactive,
    /// The cluster cannot be asked.
    Unknown,
}

/// A way to reach a service.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServiceAddress {
    /// It leads there from outside of the cluster; otherwise only from inside.
    pub public: bool,
    /// http, https, sftp, mysql, redis
    pub protocol: String,
    /// Name or IP address; null while the cluster has not given it one.
    #[schema(required)]
    pub host: Option<String>,
    pub port: i32,
    /// The Kubernetes Service behind it; null when none is there.
    #[schema(required)]
    pub service: Option<String>,
}

/// A service of a site as it is in the cluster, not as it is asked for.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunningService {
    /// The word in `services`; `web` is the site itself.
    pub id: String,
    /// The revision that is wanted has it.
    pub wanted: bool,
    pub state: ServiceState,
    /// Pods in which it is ready.
    pub ready: i32,
    /// Pods that are asked for.
    pub pods: i32,
    /// How often its container was started again, in all pods together.
    pub restarts: i32,
    /// CPU that it asks for in one pod, as a Kubernetes quantity; null: nothing.
    #[schema(required)]
    pub cpu: Option<String>,
    /// Memory that it asks for in one pod, as a Kubernetes quantity; null: nothing.
    #[schema(required)]
    pub memory: Option<String>,
    /// Why not all is as it is asked for; null otherwise, and for who only oversees the team.
    #[schema(required)]
    pub problem: Option<String>,
    /// The stable word of the problem; empty without one.
    pub problem_reason: String,
    /// What the problem is filled with.
    pub problem_params: TextParams,
    /// From outside first.
    pub addresses: Vec<ServiceAddress>,
    /// The name to sign in with; null when there is none, and for who only oversees the team.
    #[schema(required)]
    pub user: Option<String>,
    /// The field whose password goes with it; null when one does not sign in.
    #[schema(required)]
    pub password: Option<String>,
}

/// What runs of a site.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunningServices {
    /// In the order of the catalogue.
    pub services: Vec<RunningService>,
    /// Why the cluster cannot be asked; null when it answered.
    #[schema(required)]
    pub problem: Option<String>,
    /// The stable word of the problem; empty without one.
    pub problem_reason: String,
    /// What the problem is filled with.
    pub problem_params: TextParams,
}

impl TryFrom<pb::RunningService> for RunningService {
    type Error = kit::Error;

    fn try_from(service: pb::RunningService) -> kit::Result<Self> {
        let state = match service.state.as_str() {
            "active" => ServiceState::Active,
            "starting" => ServiceState::Starting,
            "failing" => ServiceState::Failing,
            "stopping" => ServiceState::Stopping,
            "stopped" => ServiceState::Stopped,
            "waiting" => ServiceState::Waiting,
            "inactive" => ServiceState::Inactive,
            "unknown" => ServiceState::Unknown,
            _ => return Err(missing("RunningService.state")),
        };
        let (problem_reason, problem_params) = coded(&service.said);
        let address = |address: pb::ServiceAddress| ServiceAddress {
            public: address.public,
            protocol: address.protocol,
            host: text(address.host),
            port: address.port,
            service: text(address.service),
        };
        Ok(Self {
            id: service.id,
            wanted: service.wanted,
            state,
            ready: service.ready,
            pods: service.pods,
            restarts: service.restarts,
            cpu: text(service.cpu),
            memory: text(service.memory),
            problem: text(service.problem),
            problem_reason,
            problem_params,
            addresses: service.addresses.into_iter().map(address).collect(),
            user: text(service.user),
            password: text(service.password),
        })
    }
}

/// What runs of a deployment's services now, where each is reached and how one signs in. Asked of the cluster with each call.
#[utoipa::path(get, path = "/deployments/{id}/services", tag = "deployments",
    params(("id" = String, Path, description = "The deployment")),
    responses((status = 200, body = Data<RunningServices>), StateErrors))]
pub async fn services(call: Call, ids: Ids) -> Result<Answer<Data<RunningServices>>> {
    let message = pb::ListServicesRequest { id: ids.one("Deployment")? };
    let answer = call.api().deployments.clone().list_services(call.ask(message)?).await?.into_inner();
    let pb::ListServicesResponse { services, unreachable, said } = answer;
    let (problem_reason, problem_params) = coded(&said);
    let services = services.into_iter().map(RunningService::try_from).collect::<kit::Result<_>>()?;
    Ok(call.data(RunningServices { services, problem: text(unreachable), problem_reason, problem_params }))
}
