//! One line per RPC: who calls, and the verb that answers.

use crate::{
    App, apply, check_reach, count, create, delete, delete_volumes, discard_change, finish, forget_remains, get,
    get_catalogue, get_chart, get_drift, get_order, get_usage, list, list_revisions, list_services, list_volumes,
    observe, open_shell, plan, put_right, quota, restart, retry, reveal_secrets, rollback, scale, start, stop,
    stream_logs, switch_cluster, tell_name, update, vacate, write_secrets,
};
use futures::stream::BoxStream;
use proto::deployments::{
    ApplyRequest, ApplyResponse, CheckReachRequest, CheckReachResponse, CountDeploymentsRequest,
    CountDeploymentsResponse, CreateDeploymentRequest, CreateDeploymentResponse, DeleteDeploymentRequest,
    DeleteDeploymentResponse, DeleteVolumesRequest, DeleteVolumesResponse, DiscardChangeRequest, DiscardChangeResponse,
    FinishRequest, FinishResponse, ForgetRemainsRequest, ForgetRemainsResponse, GetCatalogueRequest,
    GetCatalogueResponse, GetChartRequest, GetChartResponse, GetDeploymentRequest, GetDeploymentResponse,
    GetDriftRequest, GetDriftResponse, GetOrderRequest, GetOrderResponse, GetQuotasRequest, GetQuotasResponse,
    GetUsageRequest, GetUsageResponse, ListDeploymentsRequest, ListDeploymentsResponse, ListRevisionsRequest,
    ListRevisionsResponse, ListServicesRequest, ListServicesResponse, ListVolumesRequest, ListVolumesResponse,
    ObserveRequest, ObserveResponse, OpenShellRequest, PlanDeploymentRequest, PlanDeploymentResponse, PutRightRequest,
    PutRightResponse, RestartDeploymentRequest, RestartDeploymentResponse, RetryDeploymentRequest,
    RetryDeploymentResponse, RevealSecretsRequest, RevealSecretsResponse, RollbackDeploymentRequest,
    RollbackDeploymentResponse, ScaleDeploymentRequest, ScaleDeploymentResponse, StartDeploymentRequest,
    StartDeploymentResponse, StopDeploymentRequest, StopDeploymentResponse, StreamLogsRequest, StreamLogsResponse,
    SwitchClusterRequest, SwitchClusterResponse, TellNameRequest, TellNameResponse, UpdateDeploymentRequest,
    UpdateDeploymentResponse, VacateRequest, VacateResponse, WriteSecretsRequest, WriteSecretsResponse,
    deployment_service_server::DeploymentService,
};
use tonic::{Request, Response, Status, Streaming};

/// The gRPC service.
#[derive(Clone)]
pub struct Rpc(pub App);

type Answer<T> = Result<Response<T>, Status>;

#[tonic::async_trait]
impl DeploymentService for Rpc {
    type StreamLogsStream = BoxStream<'static, Result<StreamLogsResponse, Status>>;
    type OpenShellStream = open_shell::Answers;
    type ApplyStream = BoxStream<'static, Result<ApplyResponse, Status>>;

    async fn create_deployment(&self, request: Request<CreateDeploymentRequest>) -> Answer<CreateDeploymentResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(create::create(&self.0, &caller, message).await?))
    }

    async fn list_deployments(&self, request: Request<ListDeploymentsRequest>) -> Answer<ListDeploymentsResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(list::list(&self.0, &caller, message).await?))
    }

    async fn get_deployment(&self, request: Request<GetDeploymentRequest>) -> Answer<GetDeploymentResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(get::get(&self.0, &caller, message).await?))
    }

    async fn update_deployment(&self, request: Request<UpdateDeploymentRequest>) -> Answer<UpdateDeploymentResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(update::update(&self.0, &caller, message).await?))
    }

    async fn plan_deployment(&self, request: Request<PlanDeploymentRequest>) -> Answer<PlanDeploymentResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(plan::plan(&self.0, &caller, message).await?))
    }

    async fn restart_deployment(
        &self,
        request: Request<RestartDeploymentRequest>,
    ) -> Answer<RestartDeploymentResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(restart::restart(&self.0, &caller, message).await?))
    }

    async fn stop_deployment(&self, request: Request<StopDeploymentRequest>) -> Answer<StopDeploymentResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(stop::stop(&self.0, &caller, message).await?))
    }

    async fn start_deployment(&self, request: Request<StartDeploymentRequest>) -> Answer<StartDeploymentResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(start::start(&self.0, &caller, message).await?))
    }

    async fn scale_deployment(&self, request: Request<ScaleDeploymentRequest>) -> Answer<ScaleDeploymentResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(scale::scale(&self.0, &caller, message).await?))
    }

    async fn delete_deployment(&self, request: Request<DeleteDeploymentRequest>) -> Answer<DeleteDeploymentResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(delete::delete(&self.0, &caller, message).await?))
    }

    async fn retry_deployment(&self, request: Request<RetryDeploymentRequest>) -> Answer<RetryDeploymentResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(retry::retry(&self.0, &caller, message).await?))
    }

    async fn discard_change(&self, request: Request<DiscardChangeRequest>) -> Answer<DiscardChangeResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(discard_change::discard_change(&self.0, &caller, message).await?))
    }

    async fn rollback_deployment(
        &self,
        request: Request<RollbackDeploymentRequest>,
    ) -> Answer<RollbackDeploymentResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(rollback::rollback(&self.0, &caller, message).await?))
    }

    async fn get_drift(&self, request: Request<GetDriftRequest>) -> Answer<GetDriftResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(get_drift::get_drift(&self.0, &caller, message).await?))
    }

    async fn put_right(&self, request: Request<PutRightRequest>) -> Answer<PutRightResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(put_right::put_right(&self.0, &caller, message).await?))
    }

    async fn list_revisions(&self, request: Request<ListRevisionsRequest>) -> Answer<ListRevisionsResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(list_revisions::list_revisions(&self.0, &caller, message).await?))
    }

    async fn list_services(&self, request: Request<ListServicesRequest>) -> Answer<ListServicesResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(list_services::list_services(&self.0, &caller, message).await?))
    }

    async fn list_volumes(&self, request: Request<ListVolumesRequest>) -> Answer<ListVolumesResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(list_volumes::list_volumes(&self.0, &caller, message).await?))
    }

    async fn check_reach(&self, request: Request<CheckReachRequest>) -> Answer<CheckReachResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(check_reach::check_reach(&self.0, &caller, message).await?))
    }

    async fn get_usage(&self, request: Request<GetUsageRequest>) -> Answer<GetUsageResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(get_usage::get_usage(&self.0, &caller, message).await?))
    }

    async fn open_shell(&self, request: Request<Streaming<OpenShellRequest>>) -> Answer<Self::OpenShellStream> {
        let (caller, messages) = access::open(request)?;
        Ok(Response::new(open_shell::open_shell(&self.0, &caller, messages).await?))
    }

    async fn get_chart(&self, request: Request<GetChartRequest>) -> Answer<GetChartResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(get_chart::get_chart(&self.0, &caller, message).await?))
    }

    async fn reveal_secrets(&self, request: Request<RevealSecretsRequest>) -> Answer<RevealSecretsResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(reveal_secrets::reveal_secrets(&self.0, &caller, message).await?))
    }

    async fn count_deployments(&self, request: Request<CountDeploymentsRequest>) -> Answer<CountDeploymentsResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(count::count(&self.0, &caller, message).await?))
    }

    async fn get_quotas(&self, request: Request<GetQuotasRequest>) -> Answer<GetQuotasResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(quota::get_quotas(&self.0, &caller, message).await?))
    }

    async fn get_catalogue(&self, request: Request<GetCatalogueRequest>) -> Answer<GetCatalogueResponse> {
        let (caller, _) = access::open(request)?;
        Ok(Response::new(get_catalogue::get_catalogue(&self.0, &caller)?))
    }

    async fn stream_logs(&self, request: Request<StreamLogsRequest>) -> Answer<Self::StreamLogsStream> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(Box::pin(stream_logs::stream_logs(&self.0, &caller, message).await?)))
    }

    async fn forget_remains(&self, request: Request<ForgetRemainsRequest>) -> Answer<ForgetRemainsResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(forget_remains::forget_remains(&self.0, &caller, message).await?))
    }

    async fn finish(&self, request: Request<FinishRequest>) -> Answer<FinishResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(finish::finish(&self.0, &caller, message).await?))
    }

    async fn get_order(&self, request: Request<GetOrderRequest>) -> Answer<GetOrderResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(get_order::get_order(&self.0, &caller, message).await?))
    }

    async fn write_secrets(&self, request: Request<WriteSecretsRequest>) -> Answer<WriteSecretsResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(write_secrets::write_secrets(&self.0, &caller, message).await?))
    }

    async fn apply(&self, request: Request<ApplyRequest>) -> Answer<Self::ApplyStream> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(Box::pin(apply::apply(&self.0, &caller, message).await?)))
    }

    async fn delete_volumes(&self, request: Request<DeleteVolumesRequest>) -> Answer<DeleteVolumesResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(delete_volumes::delete_volumes(&self.0, &caller, message).await?))
    }

    async fn switch_cluster(&self, request: Request<SwitchClusterRequest>) -> Answer<SwitchClusterResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(switch_cluster::switch_cluster(&self.0, &caller, message).await?))
    }

    async fn vacate(&self, request: Request<VacateRequest>) -> Answer<VacateResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(vacate::vacate(&self.0, &caller, message).await?))
    }

    async fn observe(&self, request: Request<ObserveRequest>) -> Answer<ObserveResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(observe::observe(&self.0, &caller, message).await?))
    }

    async fn tell_name(&self, request: Request<TellNameRequest>) -> Answer<TellNameResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(tell_name::tell_name(&self.0, &caller, message).await?))
    }
}
