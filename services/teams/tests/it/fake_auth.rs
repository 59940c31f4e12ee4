//! An auth that knows some people and counts how often it is asked.

use proto::auth::{
    CheckSessionsRequest, CheckSessionsResponse, CompleteSetupRequest, CompleteSetupResponse, FindUserRequest,
    FindUserResponse, GetProfileRequest, GetProfileResponse, GetSetupRequest, GetSetupResponse, LoginRequest,
    LoginResponse, LogoutRequest, LogoutResponse, LookupUsersRequest, LookupUsersResponse, RegisterRequest,
    RegisterResponse, ResetPasswordRequest, ResetPasswordResponse, User, UserStatus,
    auth_service_server::{AuthService, AuthServiceServer},
};
use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};
use tonic::{Request, Response, Status, service::Routes};
use uuid::Uuid;

#[derive(Clone, Default)]
pub struct FakeAuth(Arc<Inner>);

#[derive(Default)]
struct Inner {
    users: Vec<User>,
    asked: AtomicUsize,
    away: AtomicBool,
}

impl FakeAuth {
    pub fn of(active: &[(Uuid, &str)], inactive: &[(Uuid, &str)]) -> Self {
        let user = |(id, name): &(Uuid, &str), status: UserStatus| User {
            id: id.to_string(),
            first_name: (*name).to_owned(),
            last_name: "Tester".to_owned(),
            email: format!("{}@example.com", name.to_lowercase()),
            status: status.into(),
            ..User::default()
        };
        let mut users: Vec<User> = active.iter().map(|known| user(known, UserStatus::Active)).collect();
        users.extend(inactive.iter().map(|known| user(known, UserStatus::Inactive)));
        Self(Arc::new(Inner { users, ..Inner::default() }))
    }

    pub fn routes(&self) -> Routes {
        Routes::new(AuthServiceServer::new(self.clone()))
    }

    /// How often names were asked for since the last time this was called.
    pub fn asked(&self) -> usize {
        self.0.asked.swap(0, Ordering::SeqCst)
    }

    pub fn go_away(&self) {
        self.0.away.store(true, Ordering::SeqCst);
    }
}

fn not_here<T>() -> Result<Response<T>, Status> {
    Err(kit::Error::forbidden(kit::message!(NO_CALLER)).into())
}

#[tonic::async_trait]
impl AuthService for FakeAuth {
    async fn lookup_users(
        &self,
        request: Request<LookupUsersRequest>,
    ) -> Result<Response<LookupUsersResponse>, Status> {
        self.0.asked.fetch_add(1, Ordering::SeqCst);
        if self.0.away.load(Ordering::SeqCst) {
            return Err(
                kit::Error::unavailable(kit::message!(PART_AWAY), anyhow::anyhow!("as the test wants it")).into()
            );
        }
        let ids = request.into_inner().ids;
        let users = self.0.users.iter().filter(|user| ids.contains(&user.id)).cloned().collect();
        Ok(Response::new(LookupUsersResponse { users }))
    }

    async fn find_user(&self, request: Request<FindUserRequest>) -> Result<Response<FindUserResponse>, Status> {
        let email = request.into_inner().email;
        let known = |user: &&User| user.email == email && user.status() == UserStatus::Active;
        Ok(Response::new(FindUserResponse { user: self.0.users.iter().find(known).cloned() }))
    }

    async fn get_setup(&self, _: Request<GetSetupRequest>) -> Result<Response<GetSetupResponse>, Status> {
        not_here()
    }

    async fn complete_setup(
        &self,
        _: Request<CompleteSetupRequest>,
    ) -> Result<Response<CompleteSetupResponse>, Status> {
        not_here()
    }

    async fn register(&self, _: Request<RegisterRequest>) -> Result<Response<RegisterResponse>, Status> {
        not_here()
    }

    async fn login(&self, _: Request<LoginRequest>) -> Result<Response<LoginResponse>, Status> {
        not_here()
    }

    async fn logout(&self, _: Request<LogoutRequest>) -> Result<Response<LogoutResponse>, Status> {
        not_here()
    }

    async fn reset_password(
        &self,
        _: Request<ResetPasswordRequest>,
    ) -> Result<Response<ResetPasswordResponse>, Status> {
        not_here()
    }

    async fn get_profile(&self, _: Request<GetProfileRequest>) -> Result<Response<GetProfileResponse>, Status> {
        not_here()
    }

    async fn check_sessions(
        &self,
        _: Request<CheckSessionsRequest>,
    ) -> Result<Response<CheckSessionsResponse>, Status> {
        not_here()
    }
}
