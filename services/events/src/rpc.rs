//! One line per RPC.

use proto::events::{
    ListEventsRequest, ListEventsResponse, RecordEventsRequest, RecordEventsResponse,
    event_service_server::EventService,
};
use tonic::{Request, Response, Status};

use crate::{App, list_events, record_events};

/// The gRPC face of the service.
#[derive(Clone)]
pub struct Rpc(pub App);

#[tonic::async_trait]
impl EventService for Rpc {
    async fn list_events(&self, request: Request<ListEventsRequest>) -> Result<Response<ListEventsResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(list_events::list_events(&self.0, &caller, message).await?))
    }

    async fn record_events(
        &self,
        request: Request<RecordEventsRequest>,
    ) -> Result<Response<RecordEventsResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(record_events::record_events(&self.0, &caller, message).await?))
    }
}
