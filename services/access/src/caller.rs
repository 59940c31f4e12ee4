//! The caller of one call, and the capabilities that checks hand out.

use crate::{Access, Membership, Role, User};
use kit::{Error, Origin, Result, message};
use std::sync::Arc;
use uuid::Uuid;

#[derive(Clone)]
pub(crate) enum Kind {
    Anonymous,
    User(Arc<User>),
    Service(String),
}

/// Who is calling, where from.
#[derive(Clone)]
pub struct Caller {
    pub(crate) kind: Kind,
    pub(crate) origin: Origin,
    pub(crate) idempotency_key: Option<String>,
    pub(crate) address: Option<String>,
    pub(crate) access: Option<Access>,
}

/// Proof: a global admin calls.
#[derive(Clone, Copy, Debug)]
pub struct Admin(());
/// Proof: an admin or a manager calls.
#[derive(Clone, Copy, Debug)]
pub struct Overseer(());
/// Proof: a service calls, one that the policy row names.
#[derive(Clone, Copy, Debug)]
pub struct Peer(());
/// What a list may show: everything, or what these teams own.
#[derive(Clone, Debug)]
pub struct Readable {
    all: bool,
    teams: Vec<Uuid>,
}
/// The caller's own teams, for admins too.
#[derive(Clone, Debug)]
pub struct OwnTeams(Vec<Uuid>);

macro_rules! team_proofs {
    ($($(#[$doc:meta])* $name:ident)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name(Uuid);
        impl $name {
            /// The team it was given for.
            #[must_use]
            pub fn team(&self) -> Uuid {
                self.0
            }
        }
    )* };
}
team_proofs! {
    /// The team's things may be read.
    ReadTeam
    /// Also logs and what stands near secrets.
    PrivateTeam
    /// The team's things may be changed.
    WriteTeam
    /// The team itself may be managed.
    ManageTeam
    /// The team may be given to somebody else, or deleted.
    OwnTeam
}

impl Readable {
    /// No filter.
    #[must_use]
    pub fn all(&self) -> bool {
        self.all
    }

    /// The teams to filter by when not all.
    #[must_use]
    pub fn teams(&self) -> &[Uuid] {
        &self.teams
    }
}

impl OwnTeams {
    /// Their ids.
    #[must_use]
    pub fn ids(&self) -> &[Uuid] {
        &self.0
    }
}

impl Caller {
    /// What to pass on.
    #[must_use]
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The name of the calling service.
    #[must_use]
    pub fn service(&self) -> Option<&str> {
        match &self.kind {
            Kind::Service(name) => Some(name),
            _ => None,
        }
    }

    /// The key under which a creating call may be repeated.
    #[must_use]
    pub fn idempotency_key(&self) -> Option<&str> {
        self.idempotency_key.as_deref()
    }

    /// The browser's address, as the bff saw it.
    #[must_use]
    pub fn address(&self) -> Option<&str> {
        self.address.as_deref()
    }

    /// The signed-in user.
    ///
    /// # Errors
    /// `Forbidden` for services and anonymous callers.
    pub fn user(&self) -> Result<&User> {
        match &self.kind {
            Kind::User(user) => Ok(user),
            _ => Err(Error::forbidden(message!(USERS_ONLY))),
        }
    }

    /// A service that the policy row names is calling.
    ///
    /// # Errors
    /// `Forbidden` for everyone else.
    pub fn peer(&self) -> Result<Peer> {
        match &self.kind {
            Kind::Service(_) => Ok(Peer(())),
            _ => Err(denied()),
        }
    }

    /// A global admin is calling.
    ///
    /// # Errors
    /// `Forbidden` for everyone else.
    pub fn admin(&self) -> Result<Admin> {
        if self.role() == Some(Role::Admin) { Ok(Admin(())) } else { Err(denied()) }
    }

    /// An admin or a manager is calling.
    ///
    /// # Errors
    /// `Forbidden` for everyone else.
    pub fn overseer(&self) -> Result<Overseer> {
        if matches!(self.role(), Some(Role::Admin | Role::Manager)) { Ok(Overseer(())) } else { Err(denied()) }
    }

    /// What a list may show.
    #[must_use]
    pub fn readable(&self) -> Readable {
        let all = matches!(self.role(), Some(Role::Admin | Role::Manager)) || self.service().is_some();
        Readable { all, teams: self.own_teams().0 }
    }

    /// Own teams only.
    #[must_use]
    pub fn own_teams(&self) -> OwnTeams {
        OwnTeams(self.memberships().iter().map(|membership| membership.team).collect())
    }

    /// May read what the team owns.
    ///
    /// # Errors
    /// `NotFound` when foreign: the caller may not know that it exists.
    pub fn read(&self, team: Uuid, what: &str) -> Result<ReadTeam> {
        if self.overseer().is_ok() || self.service().is_some() || self.membership(team).is_some() {
            Ok(ReadTeam(team))
        } else {
            Err(Error::not_found(what))
        }
    }

    /// May read logs and the like: as [`Caller::read`], but not managers from outside.
    ///
    /// # Errors
    /// `NotFound` when foreign, `Forbidden` when visible.
    pub fn read_private(&self, team: Uuid, what: &str) -> Result<PrivateTeam> {
        self.read(team, what)?;
        if self.admin().is_ok() || self.membership(team).is_some() { Ok(PrivateTeam(team)) } else { Err(denied()) }
    }

    /// May change what the team owns.
    ///
    /// # Errors
    /// `NotFound` when foreign, `Forbidden` when visible.
    pub fn write(&self, team: Uuid, what: &str) -> Result<WriteTeam> {
        self.read_private(team, what).map(|_| WriteTeam(team))
    }

    /// May manage the team: its admins, its owner, global admins.
    ///
    /// # Errors
    /// `NotFound` when foreign, `Forbidden` when visible.
    pub fn manage(&self, team: Uuid, what: &str) -> Result<ManageTeam> {
        self.read(team, what)?;
        let own = self.membership(team).is_some_and(|membership| membership.admin || membership.owner);
        if own || self.admin().is_ok() { Ok(ManageTeam(team)) } else { Err(denied()) }
    }

    /// May give the team away or delete it: its owner, global admins.
    ///
    /// # Errors
    /// `NotFound` when foreign, `Forbidden` when visible.
    pub fn own(&self, team: Uuid, what: &str) -> Result<OwnTeam> {
        self.read(team, what)?;
        let own = self.membership(team).is_some_and(|membership| membership.owner);
        if own || self.admin().is_ok() { Ok(OwnTeam(team)) } else { Err(denied()) }
    }

    /// The same caller with rights read anew: open streams ask each second.
    ///
    /// # Errors
    /// `Unauthenticated` when the session ended, `Unavailable` when nobody can say.
    pub async fn again(&self) -> Result<Self> {
        let (Kind::User(user), Some(access)) = (&self.kind, &self.access) else { return Ok(self.clone()) };
        match access.user(user.session).await? {
            Some(user) => Ok(Self { kind: Kind::User(user), ..self.clone() }),
            None => Err(Error::Unauthenticated(message!(SESSION_ENDED))),
        }
    }

    fn role(&self) -> Option<Role> {
        match &self.kind {
            Kind::User(user) => Some(user.role),
            _ => None,
        }
    }

    fn memberships(&self) -> &[Membership] {
        match &self.kind {
            Kind::User(user) => &user.memberships,
            _ => &[],
        }
    }

    fn membership(&self, team: Uuid) -> Option<&Membership> {
        self.memberships().iter().find(|membership| membership.team == team)
    }
}

fn denied() -> Error {
    Error::forbidden(message!(NOT_PERMITTED))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(role: Role, memberships: Vec<Membership>) -> Caller {
        let user = User {
            id: Uuid::from_u128(1),
            email: "ada@example.com".into(),
            first_name: String::new(),
            last_name: String::new(),
            role,
            session: Uuid::from_u128(2),
            credential: crate::Credential::Session,
            memberships,
        };
        Caller {
            kind: Kind::User(Arc::new(user)),
            origin: Origin::default(),
            idempotency_key: None,
            address: None,
            access: None,
        }
    }

    const A: Uuid = Uuid::from_u128(0xA);

    fn outcome<T>(result: Result<T>) -> &'static str {
        match result {
            Ok(_) => "yes",
            Err(Error::NotFound(_)) => "404",
            Err(Error::Forbidden(_)) => "403",
            Err(_) => "other",
        }
    }

    #[test]
    fn the_matrix_of_capabilities() {
        let place = |admin, owner| vec![Membership { team: A, admin, owner }];
        // caller, read, private, write, manage, own, admin, overseer
        let rows = [
            (caller(Role::User, vec![]), ["404", "404", "404", "404", "404", "403", "403"]),
            (caller(Role::User, place(false, false)), ["yes", "yes", "yes", "403", "403", "403", "403"]),
            (caller(Role::User, place(true, false)), ["yes", "yes", "yes", "yes", "403", "403", "403"]),
            (caller(Role::User, place(false, true)), ["yes", "yes", "yes", "yes", "yes", "403", "403"]),
            (caller(Role::Manager, vec![]), ["yes", "403", "403", "403", "403", "403", "yes"]),
            (caller(Role::Manager, place(false, false)), ["yes", "yes", "yes", "403", "403", "403", "yes"]),
            (caller(Role::Admin, vec![]), ["yes", "yes", "yes", "yes", "yes", "yes", "yes"]),
        ];
        for (caller, expected) in rows {
            let what = "Deployment";
            let found = [
                outcome(caller.read(A, what)),
                outcome(caller.read_private(A, what)),
                outcome(caller.write(A, what)),
                outcome(caller.manage(A, what)),
                outcome(caller.own(A, what)),
                outcome(caller.admin()),
                outcome(caller.overseer()),
            ];
            assert_eq!(found, expected, "{:?}", caller.user().map(|user| (user.role, user.memberships.clone())));
            assert_eq!(outcome(caller.peer()), "403");
        }
    }

    #[test]
    fn an_admins_own_teams_are_only_their_own() {
        let admin = caller(Role::Admin, vec![Membership { team: A, admin: true, owner: true }]);
        assert_eq!(admin.own_teams().ids(), [A]);
        assert!(admin.readable().all());
        let user = caller(Role::User, vec![Membership { team: A, admin: false, owner: false }]);
        assert!(!user.readable().all());
        assert_eq!(user.readable().teams(), [A]);
    }
}
