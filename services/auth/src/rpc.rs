//! The door: one line per RPC.

use crate::{
    App, check_sessions::check_sessions, complete_setup::complete_setup, find_user::find_user,
    forget_password::forget_password, get_profile::get_profile, get_setup::get_setup,
    get_user_profile::get_user_profile, login::login, logout::logout, lookup_users::lookup_users,
    redeem_reset::redeem_reset, register::register, reset_password::reset_password,
};
use proto::auth::{
    CheckSessionsRequest, CheckSessionsResponse, CompleteSetupRequest, CompleteSetupResponse, FindUserRequest,
    FindUserResponse, ForgetPasswordRequest, ForgetPasswordResponse, GetProfileRequest, GetProfileResponse,
    GetSetupRequest, GetSetupResponse, GetUserProfileRequest, GetUserProfileResponse, LoginRequest, LoginResponse,
    LogoutRequest, LogoutResponse, LookupUsersRequest, LookupUsersResponse, RedeemResetRequest, RedeemResetResponse,
    RegisterRequest, RegisterResponse, ResetPasswordRequest, ResetPasswordResponse, auth_service_server::AuthService,
};
use tonic::{Request, Response, Status};

/// auth's gRPC service.
#[derive(Clone)]
pub struct Rpc(pub(crate) App);

#[tonic::async_trait]
impl AuthService for Rpc {
    async fn get_setup(&self, request: Request<GetSetupRequest>) -> Result<Response<GetSetupResponse>, Status> {
        let (_, message) = access::open(request)?;
        Ok(Response::new(get_setup(&self.0, message).await?))
    }

    async fn complete_setup(
        &self,
        request: Request<CompleteSetupRequest>,
    ) -> Result<Response<CompleteSetupResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(complete_setup(&self.0, &caller, message).await?))
    }

    async fn register(&self, request: Request<RegisterRequest>) -> Result<Response<RegisterResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(register(&self.0, &caller, message).await?))
    }

    async fn login(&self, request: Request<LoginRequest>) -> Result<Response<LoginResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(login(&self.0, &caller, message).await?))
    }

    async fn forget_password(
        &self,
        request: Request<ForgetPasswordRequest>,
    ) -> Result<Response<ForgetPasswordResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(forget_password(&self.0, &caller, message).await?))
    }

    async fn redeem_reset(
        &self,
        request: Request<RedeemResetRequest>,
    ) -> Result<Response<RedeemResetResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(redeem_reset(&self.0, &caller, message).await?))
    }

    async fn reset_password(
        &self,
        request: Request<ResetPasswordRequest>,
    ) -> Result<Response<ResetPasswordResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(reset_password(&self.0, &caller, message).await?))
    }

    async fn logout(&self, request: Request<LogoutRequest>) -> Result<Response<LogoutResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(logout(&self.0, &caller, message).await?))
    }

    async fn get_profile(&self, request: Request<GetProfileRequest>) -> Result<Response<GetProfileResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(get_profile(&self.0, &caller, message).await?))
    }

    async fn get_user_profile(
        &self,
        request: Request<GetUserProfileRequest>,
    ) -> Result<Response<GetUserProfileResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(get_user_profile(&self.0, &caller, message).await?))
    }

    async fn check_sessions(
        &self,
        request: Request<CheckSessionsRequest>,
    ) -> Result<Response<CheckSessionsResponse>, Status> {
        let (caller, message) = access::open(request)?;
        caller.peer()?;
        Ok(Response::new(check_sessions(&self.0, message).await?))
    }

    async fn lookup_users(
        &self,
        request: Request<LookupUsersRequest>,
    ) -> Result<Response<LookupUsersResponse>, Status> {
        let (caller, message) = access::open(request)?;
        caller.peer()?;
        Ok(Response::new(lookup_users(&self.0, message).await?))
    }

    async fn find_user(&self, request: Request<FindUserRequest>) -> Result<Response<FindUserResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(find_user(&self.0, &caller, message).await?))
    }
}
