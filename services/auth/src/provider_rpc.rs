//! The door of signing in with a provider: one line per RPC.

use crate::{
    App, begin_provider_link::begin_provider_link, begin_provider_sign_in::begin_provider_sign_in,
    finish_provider_link::finish_provider_link, finish_provider_sign_in::finish_provider_sign_in,
    remove_provider_link::remove_provider_link,
};
use proto::auth::{
    BeginProviderLinkRequest, BeginProviderLinkResponse, BeginProviderSignInRequest, BeginProviderSignInResponse,
    FinishProviderLinkRequest, FinishProviderLinkResponse, FinishProviderSignInRequest, FinishProviderSignInResponse,
    RemoveProviderLinkRequest, RemoveProviderLinkResponse, provider_service_server::ProviderService,
};
use tonic::{Request, Response, Status};

/// auth's gRPC service about the provider.
#[derive(Clone)]
pub struct Rpc(pub(crate) App);

#[tonic::async_trait]
impl ProviderService for Rpc {
    async fn begin_provider_sign_in(
        &self,
        request: Request<BeginProviderSignInRequest>,
    ) -> Result<Response<BeginProviderSignInResponse>, Status> {
        let (_, message) = access::open(request)?;
        Ok(Response::new(begin_provider_sign_in(&self.0, message).await?))
    }

    async fn finish_provider_sign_in(
        &self,
        request: Request<FinishProviderSignInRequest>,
    ) -> Result<Response<FinishProviderSignInResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(finish_provider_sign_in(&self.0, &caller, message).await?))
    }

    async fn begin_provider_link(
        &self,
        request: Request<BeginProviderLinkRequest>,
    ) -> Result<Response<BeginProviderLinkResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(begin_provider_link(&self.0, &caller, message).await?))
    }

    async fn finish_provider_link(
        &self,
        request: Request<FinishProviderLinkRequest>,
    ) -> Result<Response<FinishProviderLinkResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(finish_provider_link(&self.0, &caller, message).await?))
    }

    async fn remove_provider_link(
        &self,
        request: Request<RemoveProviderLinkRequest>,
    ) -> Result<Response<RemoveProviderLinkResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(remove_provider_link(&self.0, &caller, message).await?))
    }
}
