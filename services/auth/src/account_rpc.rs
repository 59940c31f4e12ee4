//! The door of one's own account: one line per RPC.

use crate::{
    App, change_password::change_password, create_token::create_token, end_other_sessions::end_other_sessions,
    end_session::end_session, list_sessions::list_sessions, list_tokens::list_tokens, revoke_token::revoke_token,
    update_profile::update_profile,
};
use proto::auth::{
    ChangePasswordRequest, ChangePasswordResponse, CreateTokenRequest, CreateTokenResponse, EndOtherSessionsRequest,
    EndOtherSessionsResponse, EndSessionRequest, EndSessionResponse, ListSessionsRequest, ListSessionsResponse,
    ListTokensRequest, ListTokensResponse, RevokeTokenRequest, RevokeTokenResponse, UpdateProfileRequest,
    UpdateProfileResponse, account_service_server::AccountService,
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

    async fn update_profile(
        &self,
        request: Request<UpdateProfileRequest>,
    ) -> Result<Response<UpdateProfileResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(update_profile(&self.0, &caller, message).await?))
    }
}
