//! One line per RPC.

use futures::{StreamExt as _, stream::BoxStream};
use proto::events::{
    CountEventsRequest, CountEventsResponse, ExportEventsRequest, ExportEventsResponse, GetEventRequest,
    GetEventResponse, ListEventsRequest, ListEventsResponse, RecordEventsRequest, RecordEventsResponse,
    event_service_server::EventService,
};
use tonic::{Request, Response, Status};

use crate::{App, count_events, export_events, get_event, list_events, record_events};

type Answer<M> = Result<Response<M>, Status>;

/// The gRPC face of the service.
#[derive(Clone)]
pub struct Rpc(pub App);

#[tonic::async_trait]
impl EventService for Rpc {
    type ExportEventsStream = BoxStream<'static, Result<ExportEventsResponse, Status>>;

    async fn list_events(&self, request: Request<ListEventsRequest>) -> Answer<ListEventsResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(list_events::list_events(&self.0, &caller, message).await?))
    }

    async fn count_events(&self, request: Request<CountEventsRequest>) -> Answer<CountEventsResponse> {
        let (caller, _) = access::open(request)?;
        Ok(Response::new(count_events::count_events(&self.0, &caller).await?))
    }

    async fn get_event(&self, request: Request<GetEventRequest>) -> Answer<GetEventResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(get_event::get_event(&self.0, &caller, message).await?))
    }

    async fn export_events(&self, request: Request<ExportEventsRequest>) -> Answer<Self::ExportEventsStream> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(export_events::export_events(&self.0, &caller, message).await?.boxed()))
    }

    async fn record_events(&self, request: Request<RecordEventsRequest>) -> Answer<RecordEventsResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(record_events::record_events(&self.0, &caller, message).await?))
    }
}
