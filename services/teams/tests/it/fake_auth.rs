//! An auth that knows some people and counts how often it is asked.

use kit::testing::Peer;
use proto::auth::{FindUserRequest, FindUserResponse, LookupUsersRequest, LookupUsersResponse, User, UserStatus};
use std::net::SocketAddr;
use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};
use tonic::Status;
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

    pub async fn serve(&self) -> SocketAddr {
        Peer::of(self.clone())
            .unary("AuthService", Self::lookup_users)
            .unary("AuthService", Self::find_user)
            .serve()
            .await
    }

    /// How often names were asked for since the last time this was called.
    pub fn asked(&self) -> usize {
        self.0.asked.swap(0, Ordering::SeqCst)
    }

    pub fn go_away(&self) {
        self.0.away.store(true, Ordering::SeqCst);
    }
}

impl FakeAuth {
    async fn lookup_users(self, request: LookupUsersRequest) -> Result<LookupUsersResponse, Status> {
        self.0.asked.fetch_add(1, Ordering::SeqCst);
        if self.0.away.load(Ordering::SeqCst) {
            return Err(
                kit::Error::unavailable(kit::message!(PART_AWAY), anyhow::anyhow!("as the test wants it")).into()
            );
        }
        let users = self.0.users.iter().filter(|user| request.ids.contains(&user.id)).cloned().collect();
        Ok(LookupUsersResponse { users, ..Default::default() })
    }

    async fn find_user(self, request: FindUserRequest) -> Result<FindUserResponse, Status> {
        let known = |user: &&User| user.email == request.email && user.status() == UserStatus::Active;
        let user = self.0.users.iter().find(known).cloned();
        // everybody here has chosen Spanish
        let language = if user.is_some() { "es".to_owned() } else { String::new() };
        Ok(FindUserResponse { user, language })
    }
}
