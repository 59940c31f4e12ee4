//! Policy rows: which users and which services may call what. What has no row is refused.

/// Which people may call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Nobody signed in, nobody anonymous: services only.
    Nobody,
    /// Anyone, signed in or not.
    Public,
    /// Every signed-in user; what they see is decided by capabilities.
    User,
    /// Admins.
    Admin,
}

/// The rule of one RPC (`/package.Service/Method`) or REST route (`GET /api/teams`).
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// RPC path or `METHOD /path`.
    pub call: &'static str,
    /// Which people.
    pub who: Who,
    /// Which services, by name; `*` is all of them.
    pub services: &'static [&'static str],
}

impl Row {
    /// Opens the call to services as well.
    #[must_use]
    pub const fn or_services(self, services: &'static [&'static str]) -> Self {
        Self { services, ..self }
    }

    /// Whether this service may call.
    #[must_use]
    pub fn admits_service(&self, name: &str) -> bool {
        self.services.iter().any(|&service| service == "*" || service == name)
    }
}

/// Anyone may call.
#[must_use]
pub const fn public(call: &'static str) -> Row {
    Row { call, who: Who::Public, services: &["bff"] }
}

/// Signed-in users may call.
#[must_use]
pub const fn user(call: &'static str) -> Row {
    Row { call, who: Who::User, services: &[] }
}

/// Admins may call.
#[must_use]
pub const fn admin(call: &'static str) -> Row {
    Row { call, who: Who::Admin, services: &[] }
}

/// Only these services may call.
#[must_use]
pub const fn services(call: &'static str, services: &'static [&'static str]) -> Row {
    Row { call, who: Who::Nobody, services }
}
