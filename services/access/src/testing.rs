//! Callers made by hand, for tests of verbs.

use crate::{Caller, Credential, Membership, Role, User, caller::Kind};
use kit::{Origin, UserRef};
use std::sync::Arc;
use uuid::Uuid;

/// A signed-in user with this role and these memberships.
#[must_use]
pub fn user_caller(id: Uuid, role: Role, memberships: Vec<Membership>) -> Caller {
    let user = User {
        id,
        email: format!("{}@example.com", &id.simple().to_string()[..8]),
        first_name: "Test".into(),
        last_name: "User".into(),
        role,
        session: Uuid::from_u128(id.as_u128() ^ 1),
        credential: Credential::Session,
        memberships,
    };
    let origin = Origin {
        request_id: "test-request".into(),
        traceparent: None,
        user: Some(UserRef { id, name: user.name() }),
        address: None,
    };
    Caller { kind: Kind::User(Arc::new(user)), origin, idempotency_key: None, address: None, access: None }
}

/// Another role calling.
#[must_use]
pub fn service_caller(name: &str) -> Caller {
    let origin = Origin { request_id: "test-request".into(), ..Origin::default() };
    Caller { kind: Kind::Service(name.to_owned()), origin, idempotency_key: None, address: None, access: None }
}

/// Nobody.
#[must_use]
pub fn anonymous() -> Caller {
    Caller { kind: Kind::Anonymous, origin: Origin::default(), idempotency_key: None, address: None, access: None }
}

impl Caller {
    /// With an idempotency key.
    #[must_use]
    pub fn with_key(self, key: &str) -> Self {
        Self { idempotency_key: Some(key.to_owned()), ..self }
    }

    /// With this session.
    #[must_use]
    pub fn with_session(mut self, session: Uuid) -> Self {
        if let Kind::User(user) = &mut self.kind {
            Arc::make_mut(user).session = session;
        }
        self
    }

    /// With the browser's address.
    #[must_use]
    pub fn with_address(self, address: &str) -> Self {
        Self { address: Some(address.to_owned()), ..self }
    }
}
