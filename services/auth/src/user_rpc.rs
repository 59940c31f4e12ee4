//! The administrators' door: one line per RPC.

use crate::{
    App, delete_user::delete_user, list_users::list_users, reset_two_factor::reset_two_factor, update_user::update_user,
};
use proto::auth::{
    DeleteUserRequest, DeleteUserResponse, ListUsersRequest, ListUsersResponse, ResetTwoFactorRequest,
    ResetTwoFactorResponse, UpdateUserRequest, UpdateUserResponse, user_service_server::UserService,
};
use tonic::{Request, Response, Status};

/// auth's gRPC service about people's accounts.
#[derive(Clone)]
pub struct Rpc(pub(crate) App);

#[tonic::async_trait]
impl UserService for Rpc {
    async fn delete_user(&self, request: Request<DeleteUserRequest>) -> Result<Response<DeleteUserResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(delete_user(&self.0, &caller, message).await?))
    }

    async fn list_users(&self, request: Request<ListUsersRequest>) -> Result<Response<ListUsersResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(list_users(&self.0, &caller, message).await?))
    }

    async fn reset_two_factor(
        &self,
        request: Request<ResetTwoFactorRequest>,
    ) -> Result<Response<ResetTwoFactorResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(reset_two_factor(&self.0, &caller, message).await?))
    }

    async fn update_user(&self, request: Request<UpdateUserRequest>) -> Result<Response<UpdateUserResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(update_user(&self.0, &caller, message).await?))
    }
}
