//! The door of the system settings: one line per RPC.

use crate::{App, get_backup::get_backup, get_settings::get_settings, update_settings::update_settings};
use proto::auth::{
    GetBackupRequest, GetBackupResponse, GetSettingsRequest, GetSettingsResponse, UpdateSettingsRequest,
    UpdateSettingsResponse, settings_service_server::SettingsService,
};
use tonic::{Request, Response, Status};

/// auth's gRPC service about the system settings.
#[derive(Clone)]
pub struct Rpc(pub(crate) App);

#[tonic::async_trait]
impl SettingsService for Rpc {
    async fn get_settings(
        &self,
        request: Request<GetSettingsRequest>,
    ) -> Result<Response<GetSettingsResponse>, Status> {
        let (_, message) = access::open(request)?;
        Ok(Response::new(get_settings(&self.0, message).await?))
    }

    async fn update_settings(
        &self,
        request: Request<UpdateSettingsRequest>,
    ) -> Result<Response<UpdateSettingsResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(update_settings(&self.0, &caller, message).await?))
    }

    async fn get_backup(&self, request: Request<GetBackupRequest>) -> Result<Response<GetBackupResponse>, Status> {
        let (_, message) = access::open(request)?;
        Ok(Response::new(get_backup(&self.0, message).await?))
    }
}
