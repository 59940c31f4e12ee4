//! The door of one's own account: one line per RPC.

use crate::{
    App, begin_two_factor::begin_two_factor, change_password::change_password, confirm_two_factor::confirm_two_factor,
    create_token::create_token, disable_two_factor::disable_two_factor, end_other_sessions::end_other_sessions,
    end_session::end_session, list_sessions::list_sessions, list_tokens::list_tokens,
    renew_recovery_codes::renew_recovery_codes, revoke_token::revoke_token, update_profile::update_profile,
};
use proto::auth::{
    BeginTwoFactorRequest, BeginTwoFactorResponse, ChangePasswordRequest, ChangePasswordResponse,
    ConfirmTwoFactorRequest, ConfirmTwoFactorResponse, CreateTokenRequest, CreateTokenResponse,
    DisableTwoFactorRequest, DisableTwoFactorResponse, EndOtherSessionsRequest, EndOtherSessionsResponse,
    EndSessionRequest, EndSessionResponse, ListSessionsRequest, ListSessionsResponse, ListTokensRequest,
    ListTokensResponse, RenewRecoveryCodesRequest, RenewRecoveryCodesResponse, RevokeTokenRequest, RevokeTokenResponse,
    UpdateProfileRequest, UpdateProfileResponse, account_service_server::AccountService,
};
use tonic::{Request, Response, Status};

/// auth's gRPC service about the own account.
#[derive(Clone)]
pub struct Rpc(pub(crate) App);

#[tonic::async_trait]
impl AccountService for Rpc {
    async fn change_password(
        &self,
        request: Request<ChangePasswordRequest>,
    ) -> Result<Response<ChangePasswordResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(change_password(&self.0, &caller, message).await?))
    }

    async fn end_other_sessions(
        &self,
        request: Request<EndOtherSessionsRequest>,
    ) -> Result<Response<EndOtherSessionsResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(end_other_sessions(&self.0, &caller, message).await?))
    }

    async fn end_session(&self, request: Request<EndSessionRequest>) -> Result<Response<EndSessionResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(end_session(&self.0, &caller, message).await?))
    }

    async fn list_sessions(
        &self,
        request: Request<ListSessionsRequest>,
    ) -> Result<Response<ListSessionsResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(list_sessions(&self.0, &caller, message).await?))
    }

    async fn create_token(
        &self,
        request: Request<CreateTokenRequest>,
    ) -> Result<Response<CreateTokenResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(create_token(&self.0, &caller, message).await?))
    }

    async fn list_tokens(&self, request: Request<ListTokensRequest>) -> Result<Response<ListTokensResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(list_tokens(&self.0, &caller, message).await?))
    }

    async fn revoke_token(
        &self,
        request: Request<RevokeTokenRequest>,
    ) -> Result<Response<RevokeTokenResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(revoke_token(&self.0, &caller, message).await?))
    }

    async fn begin_two_factor(
        &self,
        request: Request<BeginTwoFactorRequest>,
    ) -> Result<Response<BeginTwoFactorResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(begin_two_factor(&self.0, &caller, message).await?))
    }

    async fn confirm_two_factor(
        &self,
        request: Request<ConfirmTwoFactorRequest>,
    ) -> Result<Response<ConfirmTwoFactorResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(confirm_two_factor(&self.0, &caller, message).await?))
    }

    async fn renew_recovery_codes(
        &self,
        request: Request<RenewRecoveryCodesRequest>,
    ) -> Result<Response<RenewRecoveryCodesResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(renew_recovery_codes(&self.0, &caller, message).await?))
    }

    async fn disable_two_factor(
        &self,
        request: Request<DisableTwoFactorRequest>,
    ) -> Result<Response<DisableTwoFactorResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(disable_two_factor(&self.0, &caller, message).await?))
    }

    async fn update_profile(
        &self,
        request: Request<UpdateProfileRequest>,
    ) -> Result<Response<UpdateProfileResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(update_profile(&self.0, &caller, message).await?))
    }
}
