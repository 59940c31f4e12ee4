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
    /// Shows credentials: more than reading.
    pub secret: bool,
    /// Only for somebody who is signed in: an API token may not do it.
    pub in_person: bool,
}

/// What calls of gRPC that change nothing begin with.
const READING: [&str; 8] = ["Count", "Export", "Get", "Inspect", "List", "ServerReflection", "Stream", "Watch"];

impl Row {
    /// Shows credentials: a token that only reads may not.
    #[must_use]
    pub const fn secret(self) -> Self {
        Self { secret: true, ..self }
    }

    /// Closes the call to API tokens: what is about signing in, and tokens themselves.
    #[must_use]
    pub const fn in_person(self) -> Self {
        Self { in_person: true, ..self }
    }

    /// Whether it changes nothing and shows no credentials.
    #[must_use]
    pub fn reads(&self) -> bool {
        let verb = self.call.rsplit_once('/').map_or("", |(_, method)| method);
        let is_reading = match self.call.split_once(' ') {
            Some((method, _)) => method == "GET",
            None => READING.iter().any(|word| {
                verb.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_uppercase))
            }),
        };
        is_reading && !self.secret
    }

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
    Row { call, who: Who::Public, services: &["bff"], needs: None, secret: false, in_person: false }
}

/// Signed-in users may call.
#[must_use]
pub const fn user(call: &'static str) -> Row {
    Row { call, who: Who::User, services: &[], needs: None, secret: false, in_person: false }
}

/// Admins may call.
#[must_use]
pub const fn admin(call: &'static str) -> Row {
    Row { call, who: Who::Admin, services: &[], needs: None, secret: false, in_person: false }
}

/// Only these services may call.
#[must_use]
pub const fn services(call: &'static str, services: &'static [&'static str]) -> Row {
    Row { call, who: Who::Nobody, services, needs: None, secret: false, in_person: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_reads_says_so_by_its_name() {
        for call in ["GET /teams", "/a.B/GetTeam", "/a.B/ListTeams", "/a.B/Watch", "/a.B/StreamLogs", "/a.B/CountTasks"]
        {
            assert!(user(call).reads(), "{call}");
            assert!(!user(call).secret().reads(), "{call}");
        }
        for call in
            ["POST /teams", "DELETE /teams/{id}", "/a.B/CreateTeam", "/a.B/RevealSecrets", "/a.B/Getaway", "/a.B/"]
        {
            assert!(!user(call).reads(), "{call}");
        }
    }
}
