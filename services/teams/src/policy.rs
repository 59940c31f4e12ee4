//! Who may call what. Rules about one team are checked in the calls, against the caller's memberships.

use access::Row;

/// One row per RPC. Every service has the one-second cache that asks about sessions and memberships, auth and teams too.
pub const POLICY: &[Row] = &[
    access::user("/canopy.teams.v1.TeamService/CreateTeam"),
    access::services("/canopy.teams.v1.TeamService/CreateFirstTeam", &["auth"]),
    access::user("/canopy.teams.v1.TeamService/ListTeams"),
    access::user("/canopy.teams.v1.TeamService/GetTeam"),
    access::user("/canopy.teams.v1.TeamService/AddMember"),
    access::user("/canopy.teams.v1.TeamService/RemoveMember"),
    access::services("/canopy.teams.v1.TeamService/ListMemberships", &["*"]),
    access::services("/canopy.teams.v1.TeamService/LookupTeams", &["*"]),
];
