//! One line per RPC.

use proto::tasks::{
    CancelRequest, CancelResponse, CancelTaskRequest, CancelTaskResponse, CountTasksRequest, CountTasksResponse,
    GetTaskRequest, GetTaskResponse, HideTaskRequest, HideTaskResponse, ListTasksRequest, ListTasksResponse,
    ListWorkRequest, ListWorkResponse, LookupTasksRequest, LookupTasksResponse, SubmitRequest, SubmitResponse,
    task_service_server::TaskService,
};
use tonic::{Request, Response, Status};

use crate::{App, cancel, cancel_task, count_tasks, get_task, hide_task, list_tasks, list_work, lookup_tasks, submit};

/// The gRPC face of the service.
#[derive(Clone)]
pub struct Rpc(pub App);

#[tonic::async_trait]
impl TaskService for Rpc {
    async fn submit(&self, request: Request<SubmitRequest>) -> Result<Response<SubmitResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(submit::submit(&self.0, &caller, message).await?))
    }

    async fn cancel(&self, request: Request<CancelRequest>) -> Result<Response<CancelResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(cancel::cancel(&self.0, &caller, message).await?))
    }

    async fn lookup_tasks(
        &self,
        request: Request<LookupTasksRequest>,
    ) -> Result<Response<LookupTasksResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(lookup_tasks::lookup_tasks(&self.0, &caller, message).await?))
    }

    async fn list_tasks(&self, request: Request<ListTasksRequest>) -> Result<Response<ListTasksResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(list_tasks::list_tasks(&self.0, &caller, message).await?))
    }

    async fn get_task(&self, request: Request<GetTaskRequest>) -> Result<Response<GetTaskResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(get_task::get_task(&self.0, &caller, message).await?))
    }

    async fn list_work(&self, request: Request<ListWorkRequest>) -> Result<Response<ListWorkResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(list_work::list_work(&self.0, &caller, message).await?))
    }

    async fn cancel_task(&self, request: Request<CancelTaskRequest>) -> Result<Response<CancelTaskResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(cancel_task::cancel_task(&self.0, &caller, message).await?))
    }

    async fn hide_task(&self, request: Request<HideTaskRequest>) -> Result<Response<HideTaskResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(hide_task::hide_task(&self.0, &caller, message).await?))
    }

    async fn count_tasks(&self, request: Request<CountTasksRequest>) -> Result<Response<CountTasksResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(count_tasks::count_tasks(&self.0, &caller, message).await?))
    }
}
