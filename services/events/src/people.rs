//! Who may be told of what: people as auth and teams know them now, not when a rule was made.

use kit::{Origin, Result};
use proto::{
    auth::{LookupUsersRequest, Role, UserStatus, auth_service_client::AuthServiceClient},
    teams::{ListMembershipsRequest, LookupTeamsRequest, team_service_client::TeamServiceClient},
};
use std::collections::{BTreeSet, HashMap};
use uuid::Uuid;

use crate::{App, event::Row};

/// People in one question. Fixed: auth and teams accept so many.
const BATCH: usize = 1_000;

/// Somebody with an account.
#[derive(Clone, Debug)]
pub struct Person {
    pub id: Uuid,
    pub email: String,
    /// Empty when none was chosen.
    pub language: String,
    pub is_active: bool,
    pub is_admin: bool,
    /// An administrator or a manager.
    pub is_overseer: bool,
    pub teams: BTreeSet<Uuid>,
}

impl Person {
    /// Whether they find the event in a list of theirs: as `ListEvents` has it.
    pub fn may_see(&self, row: &Row) -> bool {
        self.is_active && (self.is_overseer || (!row.admin_only && self.is_concerned(row)))
    }

    /// Whether it is of a team of theirs or of their own account.
    pub fn is_concerned(&self, row: &Row) -> bool {
        match row.team_id {
            Some(team) => self.teams.contains(&team),
            None => row.actor_id == Some(self.id),
        }
    }
}

/// These people, by id; whoever has no account any more is left out.
///
/// # Errors
/// `Unavailable` when auth or teams cannot be asked.
pub async fn look(app: &App, users: &BTreeSet<Uuid>) -> Result<HashMap<Uuid, Person>> {
    let mut people = HashMap::new();
    let mut auth = AuthServiceClient::new(app.cx.peer("auth")).max_decoding_message_size(kit::MESSAGE_LIMIT);
    let mut teams = TeamServiceClient::new(app.cx.peer("teams")).max_decoding_message_size(kit::MESSAGE_LIMIT);
    let origin = Origin::of_role(&*app.cx.ids);
    let all: Vec<String> = users.iter().map(Uuid::to_string).collect();
    for ids in all.chunks(BATCH) {
        let request = app.cx.request("auth", &origin, LookupUsersRequest { ids: ids.to_vec() })?;
        let mut known = auth.lookup_users(request).await?.into_inner();
        for user in known.users {
            let (role, status) = (user.role(), user.status());
            let person = Person {
                id: kit::ids::parse(&user.id)?,
                email: user.email,
                language: known.languages.remove(&user.id).unwrap_or_default(),
                is_active: status == UserStatus::Active,
                is_admin: role == Role::Admin,
                is_overseer: matches!(role, Role::Admin | Role::Manager),
                teams: BTreeSet::new(),
            };
            people.insert(person.id, person);
        }
        let asked = ListMembershipsRequest { user_ids: ids.to_vec(), ..Default::default() };
        let request = app.cx.request("teams", &origin, asked)?;
        for membership in teams.list_memberships(request).await?.into_inner().memberships {
            if let Some(person) = people.get_mut(&kit::ids::parse(&membership.user_id)?) {
                person.teams.insert(kit::ids::parse(&membership.team_id)?);
            }
        }
    }
    Ok(people)
}

/// Who is in these teams, by team.
///
/// # Errors
/// `Unavailable` when teams cannot be asked.
pub async fn members(app: &App, of: &BTreeSet<Uuid>) -> Result<HashMap<Uuid, Vec<Uuid>>> {
    let mut members: HashMap<Uuid, Vec<Uuid>> = HashMap::new();
    let mut teams = TeamServiceClient::new(app.cx.peer("teams")).max_decoding_message_size(kit::MESSAGE_LIMIT);
    let origin = Origin::of_role(&*app.cx.ids);
    let all: Vec<String> = of.iter().map(Uuid::to_string).collect();
    for ids in all.chunks(BATCH) {
        let asked = ListMembershipsRequest { team_ids: ids.to_vec(), ..Default::default() };
        let request = app.cx.request("teams", &origin, asked)?;
        for membership in teams.list_memberships(request).await?.into_inner().memberships {
            let team = kit::ids::parse(&membership.team_id)?;
            members.entry(team).or_default().push(kit::ids::parse(&membership.user_id)?);
        }
    }
    Ok(members)
}

/// What a team is called; `None` where there is none of that id, or it is being deleted.
///
/// # Errors
/// `Unavailable` when teams cannot be asked.
pub async fn team_name(app: &App, team: Uuid) -> Result<Option<String>> {
    let asked = LookupTeamsRequest { ids: vec![team.to_string()] };
    let request = app.cx.request("teams", &Origin::of_role(&*app.cx.ids), asked)?;
    let mut teams = TeamServiceClient::new(app.cx.peer("teams")).max_decoding_message_size(kit::MESSAGE_LIMIT);
    let answer = teams.lookup_teams(request).await?.into_inner();
    Ok(answer.teams.into_iter().next().map(|team| team.name))
}
