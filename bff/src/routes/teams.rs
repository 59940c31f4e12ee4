//! `/teams`: teams and their members.

use super::prelude::*;
use proto::teams as pb;

/// Role within a team.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MemberRole {
    Admin,
    Member,
}

/// Who belongs to a team.
#[derive(Serialize, ToSchema)]
pub struct Member {
    #[serde(rename = "userId")]
    pub user_id: String,
    pub role: MemberRole,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
}

/// A team with its members.
#[derive(Serialize, ToSchema)]
pub struct Team {
    pub id: String,
    pub name: String,
    pub description: String,
    /// The owner's user id.
    pub owner_id: String,
    pub members: Vec<Member>,
    #[serde(rename = "createdAt", with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    #[serde(rename = "updatedAt", with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
}

impl TryFrom<pb::Member> for Member {
    type Error = kit::Error;

    fn try_from(member: pb::Member) -> kit::Result<Self> {
        let role = match member.role() {
            pb::MemberRole::Admin => MemberRole::Admin,
            pb::MemberRole::Member => MemberRole::Member,
            pb::MemberRole::Unspecified => return Err(missing("Member.role")),
        };
        let pb::Member { user_id, role: _, first_name, last_name, email } = member;
        Ok(Self { user_id, role, first_name, last_name, email })
    }
}

impl TryFrom<pb::Team> for Team {
    type Error = kit::Error;

    fn try_from(team: pb::Team) -> kit::Result<Self> {
        let pb::Team { id, name, description, owner_id, members, created_at, updated_at } = team;
        Ok(Self {
            id,
            name,
            description,
            owner_id,
            members: all(members)?,
            created_at: moment(created_at, "Team.created_at")?,
            updated_at: moment(updated_at, "Team.updated_at")?,
        })
    }
}

fn one(team: Option<pb::Team>) -> kit::Result<Team> {
    team.ok_or_else(|| missing("Team"))?.try_into()
}

/// A team to be.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct CreateTeam {
    #[schema(required, min_length = 2, max_length = 50)]
    name: Option<String>,
    #[schema(required, min_length = 2, max_length = 200)]
    description: Option<String>,
}

/// An existing user to add.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AddMember {
    #[schema(required)]
    user_id: Option<String>,
}

/// The caller's own teams, for admins too.
#[utoipa::path(get, path = "/teams", tag = "teams", params(Search, Paging),
    responses((status = 200, body = Listed<Team>), ReadErrors))]
pub async fn list(call: Call, query: Parameters) -> Result<Answer<Listed<Team>>> {
    listed(call, query, false).await
}

/// Every team.
#[utoipa::path(get, path = "/teams/all", tag = "teams", params(Search, Paging),
    responses((status = 200, body = Listed<Team>), ReadErrors))]
pub async fn list_all(call: Call, query: Parameters) -> Result<Answer<Listed<Team>>> {
    listed(call, query, true).await
}

async fn listed(call: Call, mut query: Parameters, everyone: bool) -> Result<Answer<Listed<Team>>> {
    let paging = query.paging(ALL);
    let message =
        pb::ListTeamsRequest { all: everyone, search: query.search(), page: paging.page, limit: paging.limit };
    query.done()?;
    let answer = call.api().teams.clone().list_teams(call.ask(message)?).await?.into_inner();
    let pb::ListTeamsResponse { teams, total } = answer;
    Ok(call.list(readable(teams), paging, total))
}

/// Creates a team; the creator is its owner and a member with role admin.
#[utoipa::path(post, path = "/teams", tag = "teams", request_body = CreateTeam,
    responses((status = 201, body = Data<Team>), ChangeErrors))]
pub async fn create(call: Call, Body(body): Body<CreateTeam>) -> Result<Answer<Data<Team>>> {
    let CreateTeam { name, description } = body;
    let message =
        pb::CreateTeamRequest { name: name.unwrap_or_default(), description: description.unwrap_or_default() };
    let answer = call.api().teams.clone().create_team(call.ask(message)?).await?.into_inner();
    let team = one(answer.team)?;
    call.rights_changed(&team.owner_id);
    Ok(call.created(team))
}

/// One team.
#[utoipa::path(get, path = "/teams/{id}", tag = "teams", params(("id" = String, Path, description = "The team")),
    responses((status = 200, body = Data<Team>), ReadErrors))]
pub async fn get(call: Call, ids: Ids) -> Result<Answer<Data<Team>>> {
    let message = pb::GetTeamRequest { id: ids.one("Team")? };
    let answer = call.api().teams.clone().get_team(call.ask(message)?).await?.into_inner();
    Ok(call.data(one(answer.team)?))
}

/// Adds an existing user with role member. Team admin, owner, admin.
#[utoipa::path(post, path = "/teams/{id}/members", tag = "teams", request_body = AddMember,
    params(("id" = String, Path, description = "The team")), responses((status = 201, body = Data<Team>), ChangeErrors))]
pub async fn add_member(call: Call, ids: Ids, Body(body): Body<AddMember>) -> Result<Answer<Data<Team>>> {
    let user_id = body.user_id.unwrap_or_default();
    let message = pb::AddMemberRequest { team_id: ids.one("Team")?, user_id: user_id.clone() };
    let answer = call.api().teams.clone().add_member(call.ask(message)?).await?.into_inner();
    call.rights_changed(&user_id);
    Ok(call.created(one(answer.team)?))
}

/// Removes a member, or leaves the team.
#[utoipa::path(delete, path = "/teams/{id}/members/{userId}", tag = "teams",
    params(("id" = String, Path, description = "The team"), ("userId" = String, Path, description = "The member")),
    responses((status = 200, body = Data<Team>), ChangeErrors))]
pub async fn remove_member(call: Call, ids: Ids) -> Result<Answer<Data<Team>>> {
    let user_id = ids.second("Member")?;
    let message = pb::RemoveMemberRequest { team_id: ids.one("Team")?, user_id: user_id.clone() };
    let answer = call.api().teams.clone().remove_member(call.ask(message)?).await?.into_inner();
    call.rights_changed(&user_id);
    Ok(call.data(one(answer.team)?))
}
