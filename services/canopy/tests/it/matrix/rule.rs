//! What a call should answer, computed from its row (rule and capability) and from who names which thing. This is the whole
//! of it: what the services do is held against it, not the other way round.

use access::{Capability, Row, Who};

/// What whoever made a site may do with it though they only belong to its team.
const OF_CREATORS: [&str; 2] =
    ["POST /deployments/{id}/secrets/reveal", "/canopy.deployments.v1.DeploymentService/RevealSecrets"];

/// Who calls. All but the administrators and the two who left know the team `Own` from inside or not at all; nobody knows `Foreign` from inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Person {
    /// Without a token.
    Nobody,
    /// In neither team.
    User,
    /// Made neither of the sites.
    Member,
    /// A member like any other, who made the site of `Own`.
    Creator,
    TeamAdmin,
    Owner,
    /// Of all teams, in neither.
    Manager,
    /// In neither team.
    Administrator,
    /// Was a member of `Own`, with a session from that time.
    FormerMember,
    /// Was a member of `Own` and is inactive now, with a session from that time.
    Deactivated,
    /// A program with an API token of the member's that may do what they may.
    Program,
    /// A program with an API token of the owner's that may only read.
    Reader,
}

impl Person {
    pub const ALL: [Self; 12] = [
        Self::Nobody,
        Self::User,
        Self::Member,
        Self::Creator,
        Self::TeamAdmin,
        Self::Owner,
        Self::Manager,
        Self::Administrator,
        Self::FormerMember,
        Self::Deactivated,
        Self::Program,
        Self::Reader,
    ];

    /// Whose API token it is; everybody else is themselves.
    pub fn owner(self) -> Self {
        match self {
            Self::Program => Self::Member,
            Self::Reader => Self::Owner,
            person => person,
        }
    }

    fn is_signed_in(self) -> bool {
        !matches!(self, Self::Nobody | Self::Deactivated)
    }

    fn belongs(self, thing: Thing) -> bool {
        thing == Thing::Own && matches!(self.owner(), Self::Member | Self::Creator | Self::TeamAdmin | Self::Owner)
    }

    fn oversees(self) -> bool {
        matches!(self, Self::Manager | Self::Administrator)
    }
}

/// Whose thing is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Thing {
    /// Of the team that members, its admin and its owner are in.
    Own,
    /// Of another team.
    Foreign,
    /// Nobody's: there is none of that id.
    Random,
}

impl Thing {
    pub const ALL: [Self; 3] = [Self::Own, Self::Foreign, Self::Random];
}

/// What the ids of a call belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// It names no thing.
    Nothing,
    /// A team, or what a team owns.
    OfTeam,
    /// What belongs to no team (a cluster): own and foreign are the same.
    Shared,
}

/// How a call should end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// It does what it is for.
    Granted,
    /// A list with the thing.
    Shown,
    /// A list without it.
    Empty,
    /// 401
    Unauthenticated,
    /// 403
    Forbidden,
    /// 404
    NotFound,
}

/// The answer that is right. `as_admin`: a field of the request asks for what only admins get.
pub fn expected(row: &Row, names: Names, as_admin: bool, who: Person, thing: Thing) -> Answer {
    match row.who {
        Who::Public => return Answer::Granted,
        _ if !who.is_signed_in() => return Answer::Unauthenticated,
        Who::Nobody => return Answer::Forbidden,
        Who::Admin if who != Person::Administrator => return Answer::Forbidden,
        Who::Admin | Who::User => {}
    }
    if (who != who.owner() && row.in_person) || (who == Person::Reader && !row.reads()) {
        return Answer::Forbidden;
    }
    let list = |shown| if shown { Answer::Shown } else { Answer::Empty };
    let answer = match row.needs {
        None if names != Names::Nothing && thing == Thing::Random => Answer::NotFound,
        None => Answer::Granted,
        Some(Capability::Readable | Capability::OwnTeams) if names == Names::Nothing => Answer::Granted,
        Some(Capability::Readable) => list(who.belongs(thing) || (who.oversees() && thing != Thing::Random)),
        Some(Capability::OwnTeams) => list(who.belongs(thing)),
        Some(_) if who == Person::Creator && thing == Thing::Own && OF_CREATORS.contains(&row.call) => Answer::Granted,
        Some(capability) => of_team(capability, who, thing),
    };
    match answer {
        Answer::Granted | Answer::Shown | Answer::Empty if as_admin && who != Person::Administrator => {
            Answer::Forbidden
        }
        answer => answer,
    }
}

/// Foreign things are as unknown as those that do not exist; what may be seen but not done is forbidden.
fn of_team(capability: Capability, who: Person, thing: Thing) -> Answer {
    if thing == Thing::Random || !(who.belongs(thing) || who.oversees()) {
        return Answer::NotFound;
    }
    let may = match capability {
        Capability::OwnTeams | Capability::Readable | Capability::Read => true,
        Capability::Private | Capability::Write => who != Person::Manager,
        Capability::Manage => matches!(who.owner(), Person::TeamAdmin | Person::Owner | Person::Administrator),
        Capability::Own => matches!(who.owner(), Person::Owner | Person::Administrator),
    };
    if may { Answer::Granted } else { Answer::Forbidden }
}

/// The same as a picture, for whoever reads it: own and foreign, in the order of [`Person::ALL`].
#[test]
fn the_rules_at_a_glance() {
    let row = |capability| access::user("GET /").needs(capability);
    let line = |row: &Row, names, thing| -> String {
        let sign = |who| match expected(row, names, false, who, thing) {
            Answer::Granted => 'y',
            Answer::Shown => 's',
            Answer::Empty => '-',
            Answer::Unauthenticated => '1',
            Answer::Forbidden => '3',
            Answer::NotFound => '4',
        };
        Person::ALL.into_iter().map(sign).collect()
    };
    //                  nobody, user, member, creator, team admin, owner, manager, administrator, former, deactivated, program, reader
    for (capability, own, foreign) in [
        (Capability::OwnTeams, "1-ssss---1ss", "1--------1--"),
        (Capability::Readable, "1-ssssss-1ss", "1-----ss-1--"),
        (Capability::Read, "14yyyyyy41yy", "144444yy4144"),
        (Capability::Private, "14yyyy3y41yy", "1444443y4144"),
        (Capability::Write, "14yyyy3y41yy", "1444443y4144"),
        (Capability::Manage, "1433yy3y413y", "1444443y4144"),
        (Capability::Own, "14333y3y413y", "1444443y4144"),
    ] {
        let row = row(capability);
        assert_eq!(line(&row, Names::OfTeam, Thing::Own), own, "{capability:?}, own");
        assert_eq!(line(&row, Names::OfTeam, Thing::Foreign), foreign, "{capability:?}, foreign");
        let unknown = if matches!(capability, Capability::OwnTeams | Capability::Readable) { '-' } else { '4' };
        let unknown: String = Person::ALL.map(|who| if who.is_signed_in() { unknown } else { '1' }).iter().collect();
        assert_eq!(line(&row, Names::OfTeam, Thing::Random), unknown, "{capability:?}, unknown");
    }
    for (row, existing, unknown) in [
        (access::public("GET /"), "yyyyyyyyyyyy", "yyyyyyyyyyyy"),
        (access::user("GET /"), "1yyyyyyyy1yy", "144444444144"),
        (access::user("POST /"), "1yyyyyyyy1y3", "144444444143"),
        (access::user("GET /").secret(), "1yyyyyyyy1y3", "144444444143"),
        (access::user("GET /").in_person(), "1yyyyyyyy133", "144444444133"),
        (access::admin("GET /"), "1333333y3133", "133333343133"),
        (access::services("/a/B", &["*"]), "133333333133", "133333333133"),
    ] {
        assert_eq!(line(&row, Names::Shared, Thing::Own), existing, "{row:?}");
        assert_eq!(line(&row, Names::Shared, Thing::Random), unknown, "{row:?}, unknown");
    }
}

/// The secrets of a site: for whoever made it, and not for others of its team.
#[test]
fn whoever_made_a_site_sees_its_secrets_and_no_other_member_does() {
    for call in OF_CREATORS {
        let row = access::user(call).needs(Capability::Manage);
        let answer = |who, thing| expected(&row, Names::OfTeam, false, who, thing);
        assert_eq!(answer(Person::Creator, Thing::Own), Answer::Granted);
        assert_eq!(answer(Person::Member, Thing::Own), Answer::Forbidden);
        assert_eq!(answer(Person::Creator, Thing::Foreign), Answer::NotFound);
    }
}
