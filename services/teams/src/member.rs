//! Members of teams, and how a team is shown with them.

use crate::{invite::Invite, people::People, team::Team};
use kit::{Result, clock::stamp};
use proto::teams::MemberRole;
use sqlx::PgConnection;
use std::collections::HashMap;
use uuid::Uuid;

/// A row of `teams.member`.
#[derive(Clone, Debug)]
pub struct Member {
    /// Whose member.
    pub team_id: Uuid,
    /// Who.
    pub user_id: Uuid,
    /// member or admin
    pub role: String,
}

impl Member {
    /// Whether the member may manage the team.
    #[must_use]
    pub fn is_admin(&self) -> bool {
        self.role == "admin"
    }
}

/// A stored role as the contract writes it.
#[must_use]
pub fn role(word: &str) -> MemberRole {
    if word == "admin" { MemberRole::Admin } else { MemberRole::Member }
}

/// The members of some teams, in one query, in the order in which they joined.
///
/// # Errors
/// Those of the database.
pub async fn of_teams(connection: &mut PgConnection, teams: &[Uuid]) -> Result<HashMap<Uuid, Vec<Member>>> {
    let rows = sqlx::query_as!(
        Member,
        "select team_id, user_id, role from teams.member where team_id = any($1) order by team_id, created_at, user_id",
        teams
    )
    .fetch_all(connection)
    .await?;
    let mut members: HashMap<Uuid, Vec<Member>> = HashMap::new();
    for member in rows {
        members.entry(member.team_id).or_default().push(member);
    }
    Ok(members)
}

/// The team as it is shown. A member that auth does not know (any more) is shown by id, without a name; the invites
/// are those that the caller may see.
#[must_use]
pub fn show(team: Team, members: &[Member], people: &People, invites: Vec<Invite>) -> proto::teams::Team {
    let members = members.iter().map(|member| {
        let person = people.get(member.user_id);
        let text = |pick: fn(&proto::auth::User) -> &String| person.map(pick).cloned().unwrap_or_default();
        proto::teams::Member {
            user_id: member.user_id.to_string(),
            role: role(&member.role).into(),
            first_name: text(|user| &user.first_name),
            last_name: text(|user| &user.last_name),
            email: text(|user| &user.email),
        }
    });
    proto::teams::Team {
        members: members.collect(),
        id: team.id.to_string(),
        name: team.name,
        description: team.description,
        owner_id: team.owner_id.to_string(),
        created_at: Some(stamp(team.created_at)),
        updated_at: Some(stamp(team.updated_at)),
        invites: invites.into_iter().map(Into::into).collect(),
    }
}
