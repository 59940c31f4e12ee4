//! `/teams`: teams and their members.

use super::prelude::*;
use proto::teams as pb;
use secrecy::SecretString;

/// Role within a team.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
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

/// Somebody who is invited into a team.
#[derive(Serialize, ToSchema)]
pub struct Invite {
    pub id: String,
    pub email: String,
    pub role: MemberRole,
    /// Its link is worth nothing any more from then on.
    #[serde(with = "time::serde::rfc3339")]
    pub expires_at: OffsetDateTime,
}

/// An invitation with the token of its link, which is told only here.
#[derive(Serialize, ToSchema)]
pub struct OpenInvite {
    #[serde(flatten)]
    pub invite: Invite,
    /// To be passed on: `/invite#<token>` of the console. It works once.
    pub token: String,
    /// It goes to its receiver by mail, too.
    pub mailed: bool,
}

impl TryFrom<pb::Invite> for Invite {
    type Error = kit::Error;

    fn try_from(invite: pb::Invite) -> kit::Result<Self> {
        let role = role(invite.role(), "Invite.role")?;
        let pb::Invite { id, email, role: _, expires_at } = invite;
        Ok(Self { id, email, role, expires_at: moment(expires_at, "Invite.expires_at")? })
    }
}

fn role(role: pb::MemberRole, what: &'static str) -> kit::Result<MemberRole> {
    match role {
        pb::MemberRole::Admin => Ok(MemberRole::Admin),
        pb::MemberRole::Member => Ok(MemberRole::Member),
        pb::MemberRole::Unspecified => Err(missing(what)),
    }
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
    /// Who is invited, expired invitations too; empty for whoever may not manage the team.
    pub invites: Vec<Invite>,
    #[serde(rename = "createdAt", with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    #[serde(rename = "updatedAt", with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
}

impl TryFrom<pb::Member> for Member {
    type Error = kit::Error;

    fn try_from(member: pb::Member) -> kit::Result<Self> {
        let role = role(member.role(), "Member.role")?;
        let pb::Member { user_id, role: _, first_name, last_name, email } = member;
        Ok(Self { user_id, role, first_name, last_name, email })
    }
}

impl TryFrom<pb::Team> for Team {
    type Error = kit::Error;

    fn try_from(team: pb::Team) -> kit::Result<Self> {
        let pb::Team { id, name, description, owner_id, members, created_at, updated_at, invites } = team;
        Ok(Self {
            id,
            name,
            description,
            owner_id,
            members: all(members)?,
            invites: all(invites)?,
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

/// An existing user to add: by id, or by the whole e-mail address.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AddMember {
    user_id: Option<String>,
    #[schema(max_length = 254)]
    email: Option<String>,
}

/// What is to change about a team; what is absent stays.
#[derive(Deserialize, ToSchema)]
pub struct UpdateTeam {
    #[schema(min_length = 2, max_length = 50)]
    name: Option<String>,
    #[schema(min_length = 2, max_length = 200)]
    description: Option<String>,
}

/// Another role of a member.
#[derive(Deserialize, ToSchema)]
pub struct ChangeMember {
    #[schema(required)]
    role: Option<MemberRole>,
}

/// Who is to own the team.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandOver {
    /// A member.
    #[schema(required)]
    user_id: Option<String>,
}

/// Whom to invite.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct CreateInvite {
    #[schema(required, max_length = 254)]
    email: Option<String>,
    /// Member when absent.
    role: Option<MemberRole>,
}

/// What the link of an invitation holds.
#[derive(Deserialize, ToSchema)]
pub struct AcceptInvite {
    #[schema(required, value_type = Option<String>)]
    token: Option<SecretString>,
}

fn wanted(role: Option<MemberRole>) -> pb::MemberRole {
    match role {
        Some(MemberRole::Admin) => pb::MemberRole::Admin,
        Some(MemberRole::Member) => pb::MemberRole::Member,
        None => pb::MemberRole::Unspecified,
    }
}

fn with_token(invite: Option<pb::Invite>, token: String, mailed: bool) -> kit::Result<OpenInvite> {
    Ok(OpenInvite { invite: invite.ok_or_else(|| missing("Invite"))?.try_into()?, token, mailed })
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
    let message = pb::ListTeamsRequest {
        all: everyone,
        search: query.search(),
        page: paging.page,
        limit: paging.limit,
        only_total: false,
    };
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
    let AddMember { user_id, email } = body;
    let (user_id, email) = (user_id.unwrap_or_default(), email.unwrap_or_default());
    let message = pb::AddMemberRequest { team_id: ids.one("Team")?, user_id, email };
    let answer = call.api().teams.clone().add_member(call.ask(message)?).await?.into_inner();
    let team = one(answer.team)?;
    // whoever joined last is the last one
    if let Some(member) = team.members.last() {
        call.rights_changed(&member.user_id);
    }
    Ok(call.created(team))
}

/// Changes name and description. Team admin, owner, admin.
#[utoipa::path(put, path = "/teams/{id}", tag = "teams", request_body = UpdateTeam,
    params(("id" = String, Path, description = "The team")), responses((status = 200, body = Data<Team>), ChangeErrors))]
pub async fn update(call: Call, ids: Ids, Body(body): Body<UpdateTeam>) -> Result<Answer<Data<Team>>> {
    let UpdateTeam { name, description } = body;
    let message = pb::UpdateTeamRequest { id: ids.one("Team")?, name, description };
    let answer = call.api().teams.clone().update_team(call.ask(message)?).await?.into_inner();
    Ok(call.data(one(answer.team)?))
}

/// Gives a member another role. A team admin makes admins; the owner and admins also take that back.
#[utoipa::path(put, path = "/teams/{id}/members/{userId}", tag = "teams", request_body = ChangeMember,
    params(("id" = String, Path, description = "The team"), ("userId" = String, Path, description = "The member")),
    responses((status = 200, body = Data<Team>), ChangeErrors))]
pub async fn change_member(call: Call, ids: Ids, Body(body): Body<ChangeMember>) -> Result<Answer<Data<Team>>> {
    let role = wanted(body.role);
    let user_id = ids.second("Member")?;
    let message = pb::ChangeMemberRequest { team_id: ids.one("Team")?, user_id: user_id.clone(), role: role.into() };
    let answer = call.api().teams.clone().change_member(call.ask(message)?).await?.into_inner();
    call.rights_changed(&user_id);
    Ok(call.data(one(answer.team)?))
}

/// Makes another member the owner; the one before stays as an admin of the team. Owner, admin.
#[utoipa::path(put, path = "/teams/{id}/owner", tag = "teams", request_body = HandOver,
    params(("id" = String, Path, description = "The team")), responses((status = 200, body = Data<Team>), ChangeErrors))]
pub async fn hand_over(call: Call, ids: Ids, Body(body): Body<HandOver>) -> Result<Answer<Data<Team>>> {
    let user_id = body.user_id.unwrap_or_default();
    let message = pb::HandOverTeamRequest { team_id: ids.one("Team")?, user_id: user_id.clone() };
    let answer = call.api().teams.clone().hand_over_team(call.ask(message)?).await?.into_inner();
    call.rights_changed(&user_id);
    if let Some(me) = call.user_id() {
        call.rights_changed(&me.to_string());
    }
    Ok(call.data(one(answer.team)?))
}

/// Deletes a team that owns no deployments. Owner, admin.
#[utoipa::path(delete, path = "/teams/{id}", tag = "teams", params(("id" = String, Path, description = "The team")),
    responses((status = 200, body = Data<Deleted>), ChangeErrors))]
pub async fn delete(call: Call, ids: Ids) -> Result<Answer<Data<Deleted>>> {
    let id = ids.one("Team")?;
    let message = pb::DeleteTeamRequest { id: id.clone() };
    let pb::DeleteTeamResponse {} = call.api().teams.clone().delete_team(call.ask(message)?).await?.into_inner();
    if let Some(me) = call.user_id() {
        call.rights_changed(&me.to_string());
    }
    Ok(call.data(Deleted { id }))
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

/// Invites somebody by their e-mail address, with an account or without. The link goes to them by mail where mail is sent, and is told to be passed on. Team admin, owner, admin.
#[utoipa::path(post, path = "/teams/{id}/invites", tag = "teams", request_body = CreateInvite,
    params(("id" = String, Path, description = "The team")),
    responses((status = 201, body = Data<OpenInvite>), ChangeErrors))]
pub async fn create_invite(call: Call, ids: Ids, Body(body): Body<CreateInvite>) -> Result<Answer<Data<OpenInvite>>> {
    let (email, role) = (body.email.unwrap_or_default(), wanted(body.role).into());
    let message = pb::CreateInviteRequest { team_id: ids.one("Team")?, email, role };
    let answer = call.api().teams.clone().create_invite(call.ask(message)?).await?.into_inner();
    let pb::CreateInviteResponse { invite, token, mailed } = answer;
    Ok(call.created(with_token(invite, token, mailed)?))
}

/// Another link for the same invitation, good for its full time; the one before is dead. Team admin, owner, admin.
#[utoipa::path(post, path = "/teams/{id}/invites/{inviteId}/resend", tag = "teams",
    params(("id" = String, Path, description = "The team"), ("inviteId" = String, Path, description = "The invitation")),
    responses((status = 200, body = Data<OpenInvite>), ChangeErrors))]
pub async fn resend_invite(call: Call, ids: Ids) -> Result<Answer<Data<OpenInvite>>> {
    let message = pb::ResendInviteRequest { invite_id: ids.second("Invite")?, team_id: ids.one("Team")? };
    let answer = call.api().teams.clone().resend_invite(call.ask(message)?).await?.into_inner();
    let pb::ResendInviteResponse { invite, token, mailed } = answer;
    Ok(call.data(with_token(invite, token, mailed)?))
}

/// Takes an invitation back: its link is dead. Team admin, owner, admin.
#[utoipa::path(delete, path = "/teams/{id}/invites/{inviteId}", tag = "teams",
    params(("id" = String, Path, description = "The team"), ("inviteId" = String, Path, description = "The invitation")),
    responses((status = 200, body = Data<Deleted>), ChangeErrors))]
pub async fn cancel_invite(call: Call, ids: Ids) -> Result<Answer<Data<Deleted>>> {
    let id = ids.second("Invite")?;
    let message = pb::CancelInviteRequest { invite_id: id.clone(), team_id: ids.one("Team")? };
    let pb::CancelInviteResponse {} = call.api().teams.clone().cancel_invite(call.ask(message)?).await?.into_inner();
    Ok(call.data(Deleted { id }))
}

/// Joins the team of an invitation, for whoever is signed in with its e-mail address. Works once.
#[utoipa::path(post, path = "/invites/accept", tag = "teams", request_body = AcceptInvite,
    responses((status = 200, body = Data<Team>), ChangeErrors))]
pub async fn accept_invite(call: Call, Body(body): Body<AcceptInvite>) -> Result<Answer<Data<Team>>> {
    let message = pb::AcceptInviteRequest { token: revealed(body.token) };
    let answer = call.api().teams.clone().accept_invite(call.ask(message)?).await?.into_inner();
    if let Some(me) = call.user_id() {
        call.rights_changed(&me.to_string());
    }
    Ok(call.data(one(answer.team)?))
}
