//! The door: one line per RPC.

use crate::{
    App, accept_invite::accept_invite, add_member::add_member, cancel_invite::cancel_invite,
    change_member::change_member, create::create, create_first::create_first, create_invite::create_invite,
    delete::delete, find_invite::find_invite, forget_user::forget_user, get::get, hand_over::hand_over, list::list,
    list_memberships::list_memberships, lookup::lookup, remove_member::remove_member, resend_invite::resend_invite,
    update::update,
};
use proto::teams::{
    AcceptInviteRequest, AcceptInviteResponse, AddMemberRequest, AddMemberResponse, CancelInviteRequest,
    CancelInviteResponse, ChangeMemberRequest, ChangeMemberResponse, CreateFirstTeamRequest, CreateFirstTeamResponse,
    CreateInviteRequest, CreateInviteResponse, CreateTeamRequest, CreateTeamResponse, DeleteTeamRequest,
    DeleteTeamResponse, FindInviteRequest, FindInviteResponse, ForgetUserRequest, ForgetUserResponse, GetTeamRequest,
    GetTeamResponse, HandOverTeamRequest, HandOverTeamResponse, ListMembershipsRequest, ListMembershipsResponse,
    ListTeamsRequest, ListTeamsResponse, LookupTeamsRequest, LookupTeamsResponse, RemoveMemberRequest,
    RemoveMemberResponse, ResendInviteRequest, ResendInviteResponse, UpdateTeamRequest, UpdateTeamResponse,
    team_service_server::TeamService,
};
use tonic::{Request, Response, Status};

/// teams' gRPC service.
#[derive(Clone)]
pub struct Rpc(pub(crate) App);

#[tonic::async_trait]
impl TeamService for Rpc {
    async fn create_team(&self, request: Request<CreateTeamRequest>) -> Result<Response<CreateTeamResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(create(&self.0, &caller, message).await?))
    }

    async fn create_first_team(
        &self,
        request: Request<CreateFirstTeamRequest>,
    ) -> Result<Response<CreateFirstTeamResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(create_first(&self.0, &caller, message).await?))
    }

    async fn list_teams(&self, request: Request<ListTeamsRequest>) -> Result<Response<ListTeamsResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(list(&self.0, &caller, message).await?))
    }

    async fn get_team(&self, request: Request<GetTeamRequest>) -> Result<Response<GetTeamResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(get(&self.0, &caller, message).await?))
    }

    async fn add_member(&self, request: Request<AddMemberRequest>) -> Result<Response<AddMemberResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(add_member(&self.0, &caller, message).await?))
    }

    async fn remove_member(
        &self,
        request: Request<RemoveMemberRequest>,
    ) -> Result<Response<RemoveMemberResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(remove_member(&self.0, &caller, message).await?))
    }

    async fn list_memberships(
        &self,
        request: Request<ListMembershipsRequest>,
    ) -> Result<Response<ListMembershipsResponse>, Status> {
        let (caller, message) = access::open(request)?;
        caller.peer()?;
        Ok(Response::new(list_memberships(&self.0, message).await?))
    }

    async fn lookup_teams(
        &self,
        request: Request<LookupTeamsRequest>,
    ) -> Result<Response<LookupTeamsResponse>, Status> {
        let (caller, message) = access::open(request)?;
        caller.peer()?;
        Ok(Response::new(lookup(&self.0, message).await?))
    }

    async fn update_team(&self, request: Request<UpdateTeamRequest>) -> Result<Response<UpdateTeamResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(update(&self.0, &caller, message).await?))
    }

    async fn change_member(
        &self,
        request: Request<ChangeMemberRequest>,
    ) -> Result<Response<ChangeMemberResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(change_member(&self.0, &caller, message).await?))
    }

    async fn hand_over_team(
        &self,
        request: Request<HandOverTeamRequest>,
    ) -> Result<Response<HandOverTeamResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(hand_over(&self.0, &caller, message).await?))
    }

    async fn delete_team(&self, request: Request<DeleteTeamRequest>) -> Result<Response<DeleteTeamResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(delete(&self.0, &caller, message).await?))
    }

    async fn forget_user(&self, request: Request<ForgetUserRequest>) -> Result<Response<ForgetUserResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(forget_user(&self.0, &caller, message).await?))
    }

    async fn create_invite(
        &self,
        request: Request<CreateInviteRequest>,
    ) -> Result<Response<CreateInviteResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(create_invite(&self.0, &caller, message).await?))
    }

    async fn resend_invite(
        &self,
        request: Request<ResendInviteRequest>,
    ) -> Result<Response<ResendInviteResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(resend_invite(&self.0, &caller, message).await?))
    }

    async fn cancel_invite(
        &self,
        request: Request<CancelInviteRequest>,
    ) -> Result<Response<CancelInviteResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(cancel_invite(&self.0, &caller, message).await?))
    }

    async fn accept_invite(
        &self,
        request: Request<AcceptInviteRequest>,
    ) -> Result<Response<AcceptInviteResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(accept_invite(&self.0, &caller, message).await?))
    }

    async fn find_invite(&self, request: Request<FindInviteRequest>) -> Result<Response<FindInviteResponse>, Status> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(find_invite(&self.0, &caller, message).await?))
    }
}
