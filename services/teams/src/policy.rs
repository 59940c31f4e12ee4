//! Who may call what. Rules about one team are checked in the calls, against the caller's memberships.

use access::{
    Capability::{Manage, Own, OwnTeams, Read},
    Row,
};

/// One row per RPC. Every service has the one-second cache that asks about sessions and memberships, auth and teams too.
pub const POLICY: &[Row] = &[
    access::user("/canopy.teams.v1.TeamService/CreateTeam"),
    access::services("/canopy.teams.v1.TeamService/CreateFirstTeam", &["auth"]),
    access::user("/canopy.teams.v1.TeamService/ListTeams").needs(OwnTeams),
    access::user("/canopy.teams.v1.TeamService/GetTeam").needs(Read),
    access::user("/canopy.teams.v1.TeamService/AddMember").needs(Manage),
    // everybody may leave
    access::user("/canopy.teams.v1.TeamService/RemoveMember").needs(Manage),
    access::user("/canopy.teams.v1.TeamService/UpdateTeam").needs(Manage),
    // who takes the role of an admin back owns the team
    access::user("/canopy.teams.v1.TeamService/ChangeMember").needs(Manage),
    access::user("/canopy.teams.v1.TeamService/HandOverTeam").needs(Own),
    access::user("/canopy.teams.v1.TeamService/DeleteTeam").needs(Own),
    access::user("/canopy.teams.v1.TeamService/CreateInvite").needs(Manage),
    access::user("/canopy.teams.v1.TeamService/ResendInvite").needs(Manage),
    access::user("/canopy.teams.v1.TeamService/CancelInvite").needs(Manage),
    access::user("/canopy.teams.v1.TeamService/AcceptInvite"),
    access::services("/canopy.teams.v1.TeamService/FindInvite", &["auth"]),
    access::services("/canopy.teams.v1.TeamService/ForgetUser", &["auth"]),
    access::services("/canopy.teams.v1.TeamService/ListMemberships", &["*"]),
    access::services("/canopy.teams.v1.TeamService/LookupTeams", &["*"]),
];

#[cfg(test)]
mod tests {
    use super::POLICY;
    use prost::Message;
    use std::collections::BTreeSet;

    #[test]
    fn every_call_has_exactly_one_row() {
        let all = prost_types::FileDescriptorSet::decode(proto::DESCRIPTORS).unwrap();
        let file = all.file.iter().find(|file| file.package() == "canopy.teams.v1").unwrap();
        let calls: BTreeSet<String> = file
            .service
            .iter()
            .flat_map(|service| {
                service.method.iter().map(|m| format!("/canopy.teams.v1.{}/{}", service.name(), m.name()))
            })
            .collect();
        let rows: BTreeSet<String> = POLICY.iter().map(|row| row.call.to_owned()).collect();
        assert_eq!(calls, rows);
        assert_eq!(rows.len(), POLICY.len());
    }
}
