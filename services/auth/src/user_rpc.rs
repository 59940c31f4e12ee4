//! The administrators' door: one line per RPC.

use crate::{
    App, cancel_user_invite::cancel_user_invite, create_reset::create_reset, create_user_invite::create_user_invite,
    delete_user::delete_user, get_security::get_security, get_user::get_user, list_user_invites::list_user_invites,
    list_users::list_users, resend_user_invite::resend_user_invite, reset_two_factor::reset_two_factor,
    update_user::update_user,
};
use proto::auth::{
    CancelUserInviteRequest, CancelUserInviteResponse, CreateResetRequest, CreateResetResponse,
    CreateUserInviteRequest, CreateUserInviteResponse, DeleteUserRequest, DeleteUserResponse, GetSecurityRequest,
    GetSecurityResponse, GetUserRequest, GetUserResponse, ListUserInvitesRequest, ListUserInvitesResponse,
    ListUsersRequest, ListUsersResponse, ResendUserInviteRequest, ResendUserInviteResponse, ResetTwoFactorRequest,
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

    async fn get_user(&self, request: Request<GetUserRequest>) -> Result<Response<GetUserResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(get_user(&self.0, &caller, message).await?))
    }

    async fn list_users(&self, request: Request<ListUsersRequest>) -> Result<Response<ListUsersResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(list_users(&self.0, &caller, message).await?))
    }

    async fn create_reset(
        &self,
        request: Request<CreateResetRequest>,
    ) -> Result<Response<CreateResetResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(create_reset(&self.0, &caller, message).await?))
    }

    async fn list_user_invites(
        &self,
        request: Request<ListUserInvitesRequest>,
    ) -> Result<Response<ListUserInvitesResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(list_user_invites(&self.0, &caller, message).await?))
    }

    async fn create_user_invite(
        &self,
        request: Request<CreateUserInviteRequest>,
    ) -> Result<Response<CreateUserInviteResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(create_user_invite(&self.0, &caller, message).await?))
    }

    async fn resend_user_invite(
        &self,
        request: Request<ResendUserInviteRequest>,
    ) -> Result<Response<ResendUserInviteResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(resend_user_invite(&self.0, &caller, message).await?))
    }

    async fn cancel_user_invite(
        &self,
        request: Request<CancelUserInviteRequest>,
    ) -> Result<Response<CancelUserInviteResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(cancel_user_invite(&self.0, &caller, message).await?))
    }

    async fn reset_two_factor(
        &self,
        request: Request<ResetTwoFactorRequest>,
    ) -> Result<Response<ResetTwoFactorResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(reset_two_factor(&self.0, &caller, message).await?))
    }

    async fn get_security(
        &self,
        request: Request<GetSecurityRequest>,
    ) -> Result<Response<GetSecurityResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(get_security(&self.0, &caller, message).await?))
    }

    async fn update_user(&self, request: Request<UpdateUserRequest>) -> Result<Response<UpdateUserResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(update_user(&self.0, &caller, message).await?))
    }
}
