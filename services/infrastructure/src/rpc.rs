//! One line per RPC: who is calling, then the verb.

use crate::{
    app::App, create_cluster, create_datacenter, delete_cluster, delete_datacenter, get_catalogue, get_cluster,
    get_cluster_metrics, get_kubeconfig, inspect_cluster, list_cluster_states, list_clusters, list_datacenters,
    refresh_cluster, set_kubeconfig, set_maintenance, update_cluster, update_datacenter, validate_kubeconfig,
};
use proto::infrastructure::{
    CreateClusterRequest, CreateClusterResponse, CreateDatacenterRequest, CreateDatacenterResponse,
    DeleteClusterRequest, DeleteClusterResponse, DeleteDatacenterRequest, DeleteDatacenterResponse,
    GetCatalogueRequest, GetCatalogueResponse, GetClusterMetricsRequest, GetClusterMetricsResponse, GetClusterRequest,
    GetClusterResponse, GetKubeconfigRequest, GetKubeconfigResponse, InspectClusterRequest, InspectClusterResponse,
    ListClusterStatesRequest, ListClusterStatesResponse, ListClustersRequest, ListClustersResponse,
    ListDatacentersRequest, ListDatacentersResponse, RefreshClusterRequest, RefreshClusterResponse,
    SetKubeconfigRequest, SetKubeconfigResponse, SetMaintenanceRequest, SetMaintenanceResponse, UpdateClusterRequest,
    UpdateClusterResponse, UpdateDatacenterRequest, UpdateDatacenterResponse, ValidateKubeconfigRequest,
    ValidateKubeconfigResponse, catalogue_service_server::CatalogueService, cluster_service_server::ClusterService,
    datacenter_service_server::DatacenterService,
};
use tonic::{Request, Response, Status};

type Answer<T> = Result<Response<T>, Status>;

/// The catalogue, datacenters and clusters.
#[derive(Clone)]
pub struct Rpc(pub App);

#[tonic::async_trait]
impl CatalogueService for Rpc {
    async fn get_catalogue(&self, request: Request<GetCatalogueRequest>) -> Answer<GetCatalogueResponse> {
        access::open(request)?;
        Ok(Response::new(get_catalogue::get(&self.0)))
    }
}

#[tonic::async_trait]
impl DatacenterService for Rpc {
    async fn create_datacenter(&self, request: Request<CreateDatacenterRequest>) -> Answer<CreateDatacenterResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(create_datacenter::create(&self.0, &caller, message).await?))
    }
    async fn update_datacenter(&self, request: Request<UpdateDatacenterRequest>) -> Answer<UpdateDatacenterResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(update_datacenter::update(&self.0, &caller, message).await?))
    }
    async fn delete_datacenter(&self, request: Request<DeleteDatacenterRequest>) -> Answer<DeleteDatacenterResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(delete_datacenter::delete(&self.0, &caller, message).await?))
    }
    async fn list_datacenters(&self, request: Request<ListDatacentersRequest>) -> Answer<ListDatacentersResponse> {
        let (_, message) = access::open(request)?;
        Ok(Response::new(list_datacenters::list(&self.0, message).await?))
    }
}

#[tonic::async_trait]
impl ClusterService for Rpc {
    async fn create_cluster(&self, request: Request<CreateClusterRequest>) -> Answer<CreateClusterResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(create_cluster::create(&self.0, &caller, message).await?))
    }
    async fn list_clusters(&self, request: Request<ListClustersRequest>) -> Answer<ListClustersResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(list_clusters::list(&self.0, &caller, message).await?))
    }
    async fn get_cluster(&self, request: Request<GetClusterRequest>) -> Answer<GetClusterResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(get_cluster::get(&self.0, &caller, message).await?))
    }
    async fn get_cluster_metrics(
        &self,
        request: Request<GetClusterMetricsRequest>,
    ) -> Answer<GetClusterMetricsResponse> {
        let (_, message) = access::open(request)?;
        Ok(Response::new(get_cluster_metrics::get(&self.0, message).await?))
    }
    async fn inspect_cluster(&self, request: Request<InspectClusterRequest>) -> Answer<InspectClusterResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(inspect_cluster::inspect(&self.0, &caller, message).await?))
    }
    async fn set_kubeconfig(&self, request: Request<SetKubeconfigRequest>) -> Answer<SetKubeconfigResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(set_kubeconfig::set(&self.0, &caller, message).await?))
    }
    async fn get_kubeconfig(&self, request: Request<GetKubeconfigRequest>) -> Answer<GetKubeconfigResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(get_kubeconfig::get(&self.0, &caller, message).await?))
    }
    async fn validate_kubeconfig(
        &self,
        request: Request<ValidateKubeconfigRequest>,
    ) -> Answer<ValidateKubeconfigResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(validate_kubeconfig::validate(&self.0, &caller, message).await?))
    }
    async fn update_cluster(&self, request: Request<UpdateClusterRequest>) -> Answer<UpdateClusterResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(update_cluster::update(&self.0, &caller, message).await?))
    }
    async fn delete_cluster(&self, request: Request<DeleteClusterRequest>) -> Answer<DeleteClusterResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(delete_cluster::delete(&self.0, &caller, message).await?))
    }
    async fn refresh_cluster(&self, request: Request<RefreshClusterRequest>) -> Answer<RefreshClusterResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(refresh_cluster::refresh(&self.0, &caller, message).await?))
    }
    async fn set_maintenance(&self, request: Request<SetMaintenanceRequest>) -> Answer<SetMaintenanceResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(set_maintenance::set(&self.0, &caller, message).await?))
    }
    async fn list_cluster_states(
        &self,
        request: Request<ListClusterStatesRequest>,
    ) -> Answer<ListClusterStatesResponse> {
        let (caller, _) = access::open(request)?;
        Ok(Response::new(list_cluster_states::list(&self.0, caller.peer()?).await?))
    }
}
