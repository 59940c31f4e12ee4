//! One line per RPC.

use proto::health::{GetHealthRequest, GetHealthResponse, health_service_server::HealthService};
use tonic::{Request, Response, Status};

use crate::{App, get_health};

/// The gRPC face of the service.
#[derive(Clone)]
pub struct Rpc(pub App);

#[tonic::async_trait]
impl HealthService for Rpc {
    async fn get_health(&self, request: Request<GetHealthRequest>) -> Result<Response<GetHealthResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(get_health::get_health(&self.0, &caller, message).await?))
    }
}
