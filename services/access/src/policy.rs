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

/// What the service that answers a call takes from its caller about a team before it does anything. A row says it so that
/// it can be read, and tried for everybody, in one place; the verbs hold it, by the types of the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capability {
    /// A list or a count of the caller's own teams, for admins too: [`crate::OwnTeams`].
    OwnTeams,
    /// A list or a count that shows each caller what they may see: [`crate::Readable`].
    Readable,
    /// [`crate::ReadTeam`].
    Read,
    /// [`crate::PrivateTeam`].
    Private,
    /// [`crate::WriteTeam`].
    Write,
    /// [`crate::ManageTeam`].
    Manage,
    /// [`crate::OwnTeam`].
    Own,
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
    /// What of the team that owns the thing; `None`: it belongs to no team, or to whoever calls.
    pub needs: Option<Capability>,
}

impl Row {
    /// Opens the call to services as well.
    #[must_use]
    pub const fn or_services(self, services: &'static [&'static str]) -> Self {
        Self { services, ..self }
    }

    /// Says what the service takes.
    #[must_use]
    pub const fn needs(self, capability: Capability) -> Self {
        Self { needs: Some(capability), ..self }
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
    Row { call, who: Who::Public, services: &["bff"], needs: None }
}

/// Signed-in users may call.
#[must_use]
pub const fn user(call: &'static str) -> Row {
    Row { call, who: Who::User, services: &[], needs: None }
}

/// Admins may call.
#[must_use]
pub const fn admin(call: &'static str) -> Row {
    Row { call, who: Who::Admin, services: &[], needs: None }
}

/// Only these services may call.
#[must_use]
pub const fn services(call: &'static str, services: &'static [&'static str]) -> Row {
    Row { call, who: Who::Nobody, services, needs: None }
}
