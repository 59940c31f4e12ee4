//! `/users`: who am I, and everybody else for administrators.

use super::{
    auth::OwnSession,
    preferences::{Preferences, UpdatePreferences},
    prelude::*,
    provider::OwnProvider,
    tokens::ApiToken,
};
use proto::auth as pb;
use secrecy::SecretString;

/// Global role.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Everything.
    Admin,
    /// Reads what all teams own, without secrets and logs.
    Manager,
    /// What their teams own.
    User,
}

impl TryFrom<pb::Role> for Role {
    type Error = kit::Error;

    fn try_from(role: pb::Role) -> kit::Result<Self> {
        match role {
            pb::Role::Admin => Ok(Self::Admin),
            pb::Role::Manager => Ok(Self::Manager),
            pb::Role::User => Ok(Self::User),
            pb::Role::Unspecified => Err(missing("User.role")),
        }
    }
}

impl From<Role> for pb::Role {
    fn from(role: Role) -> Self {
        match role {
            Role::Admin => Self::Admin,
            Role::Manager => Self::Manager,
            Role::User => Self::User,
        }
    }
}

/// Whether the account may be used.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum UserStatus {
    Active,
    Inactive,
}

/// An account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    pub id: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub role: Role,
    pub status: UserStatus,
    /// Null until the first log-in.
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub last_login: Option<OffsetDateTime>,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

impl TryFrom<Option<pb::User>> for User {
    type Error = kit::Error;

    fn try_from(user: Option<pb::User>) -> kit::Result<Self> {
        let user = user.ok_or_else(|| missing("User"))?;
        let (role, status) = (user.role(), user.status());
        let pb::User { id, email, first_name, last_name, role: _, status: _, last_login, created_at } = user;
        Ok(Self {
            id,
            first_name,
            last_name,
            email,
            role: role.try_into()?,
            status: match status {
                pb::UserStatus::Active => UserStatus::Active,
                pb::UserStatus::Inactive => UserStatus::Inactive,
                pb::UserStatus::Unspecified => return Err(missing("User.status")),
            },
            last_login: moment_or_none(last_login),
            created_at: moment(created_at, "User.created_at")?,
        })
    }
}

/// The caller's own account and settings.
#[derive(Serialize, ToSchema)]
pub struct Profile {
    pub user: User,
    pub security: Security,
    pub preferences: Preferences,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Security {
    pub two_factor_enabled: bool,
    /// Recovery codes that are left.
    pub recovery_codes: u32,
    /// Whether the account has one; without one it is signed in to with the provider only.
    pub has_password: bool,
    /// The provider that people can sign in with; null where there is none.
    #[schema(required)]
    pub provider: Option<OwnProvider>,
    /// A session that is not used for so many seconds ends; null: none does.
    #[schema(required)]
    pub session_timeout: Option<u32>,
}

impl TryFrom<pb::GetProfileResponse> for Profile {
    type Error = kit::Error;

    fn try_from(profile: pb::GetProfileResponse) -> kit::Result<Self> {
        let pb::GetProfileResponse {
            user,
            two_factor_enabled,
            language,
            timezone,
            theme,
            recovery_codes,
            has_password,
            provider_linked: linked,
            provider,
            first_steps,
            idle_seconds,
        } = profile;
        let provider = text(provider).map(|name| OwnProvider { name, linked });
        let chosen = |word: String| Some(word).filter(|word| !word.is_empty());
        Ok(Self {
            user: user.try_into()?,
            security: Security {
                two_factor_enabled,
                recovery_codes,
                has_password,
                provider,
                session_timeout: (idle_seconds > 0).then_some(idle_seconds),
            },
            preferences: Preferences {
                language: chosen(language),
                timezone: chosen(timezone),
                theme: chosen(theme),
                first_steps: chosen(first_steps),
            },
        })
    }
}

/// What is to change about one's own account; what is absent stays.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateProfile {
    #[schema(max_length = 100)]
    first_name: Option<String>,
    #[schema(max_length = 100)]
    last_name: Option<String>,
    preferences: Option<UpdatePreferences>,
}

/// Another password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePassword {
    #[schema(required, format = Password, value_type = Option<String>)]
    current_password: Option<SecretString>,
    #[schema(required, min_length = 8, max_length = 128, format = Password, value_type = Option<String>)]
    new_password: Option<SecretString>,
}

/// How many sessions were ended.
#[derive(Serialize, ToSchema)]
pub struct EndedSessions {
    pub sessions: u32,
}

/// Everybody who has an account.
#[derive(Serialize, ToSchema)]
pub struct Users {
    pub users: Vec<Account>,
}

/// An account, for administrators.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    #[serde(flatten)]
    pub user: User,
    /// The sign-in asks for a second factor.
    pub two_factor_enabled: bool,
}

/// A team that somebody is in.
#[derive(Serialize, ToSchema)]
pub struct UserTeam {
    pub id: String,
    pub name: String,
    /// An admin of the team.
    pub admin: bool,
    pub owner: bool,
}

/// An account with all that is about it, for administrators.
#[derive(Serialize, ToSchema)]
pub struct AccountDetails {
    #[serde(flatten)]
    pub account: Account,
    /// Where its owner is signed in, newest first.
    pub sessions: Vec<OwnSession>,
    /// Newest first.
    pub tokens: Vec<ApiToken>,
    /// By name.
    pub teams: Vec<UserTeam>,
}

/// Who somebody is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserProfile {
    pub id: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub role: Role,
    /// Null until the first log-in, and for whoever is no administrator.
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub last_login: Option<OffsetDateTime>,
}

/// What is to change about somebody's account; what is absent stays.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateUser {
    #[schema(max_length = 100)]
    first_name: Option<String>,
    #[schema(max_length = 100)]
    last_name: Option<String>,
    role: Option<Role>,
    status: Option<UserStatus>,
}

/// Documents the filters of people.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "read through `Parameters`; this is its documentation")]
pub struct UserFilter {
    /// `admin`, `manager` or `user`.
    #[param(required = false)]
    role: String,
    /// `active` or `inactive`.
    #[param(required = false)]
    status: String,
}

/// Who am I.
#[utoipa::path(get, path = "/users/profile", tag = "users", responses((status = 200, body = Data<Profile>), ReadErrors))]
pub async fn profile(call: Call) -> Result<Answer<Data<Profile>>> {
    let answer = call.api().auth.clone().get_profile(call.ask(pb::GetProfileRequest {})?).await?.into_inner();
    Ok(call.data(answer.try_into()?))
}

/// Changes one's own name and preferences.
#[utoipa::path(put, path = "/users/profile", tag = "users", request_body = UpdateProfile,
    responses((status = 200, body = Data<Profile>), ChangeErrors))]
pub async fn update_profile(call: Call, Body(body): Body<UpdateProfile>) -> Result<Answer<Data<Profile>>> {
    let UpdateProfile { first_name, last_name, preferences } = body;
    let UpdatePreferences { language, timezone, theme, first_steps } = preferences.unwrap_or_default();
    let message = pb::UpdateProfileRequest { first_name, last_name, language, timezone, theme, first_steps };
    let answer = call.api().account.clone().update_profile(call.ask(message)?).await?.into_inner();
    Ok(call.data(answer.profile.ok_or_else(|| missing("Profile"))?.try_into()?))
}

/// Another password, for whoever knows the present one. All other sessions end.
#[utoipa::path(put, path = "/users/profile/password", tag = "users", request_body = ChangePassword,
    responses((status = 200, body = Data<EndedSessions>), ChangeErrors))]
pub async fn change_password(call: Call, Body(body): Body<ChangePassword>) -> Result<Answer<Data<EndedSessions>>> {
    let ChangePassword { current_password, new_password } = body;
    let message = pb::ChangePasswordRequest {
        current_password: revealed(current_password),
        new_password: revealed(new_password),
    };
    let answer = call.api().account.clone().change_password(call.ask(message)?).await?.into_inner();
    Ok(call.data(EndedSessions { sessions: answer.sessions }))
}

/// Everybody who has an account, newest first.
#[utoipa::path(get, path = "/users", tag = "users", params(Search, UserFilter, Paging),
    responses((status = 200, body = Paged<Users>), ReadErrors))]
pub async fn list(call: Call, mut query: Parameters) -> Result<Answer<Paged<Users>>> {
    let paging = query.paging(ALL);
    let role = match query.word("role", &["admin", "manager", "user"]).as_str() {
        "admin" => pb::Role::Admin,
        "manager" => pb::Role::Manager,
        "user" => pb::Role::User,
        _ => pb::Role::Unspecified,
    };
    let status = match query.word("status", &["active", "inactive"]).as_str() {
        "active" => pb::UserStatus::Active,
        "inactive" => pb::UserStatus::Inactive,
        _ => pb::UserStatus::Unspecified,
    };
    let message = pb::ListUsersRequest {
        search: query.search(),
        role: role.into(),
        status: status.into(),
        page: paging.page,
        limit: paging.limit,
    };
    query.done()?;
    let answer = call.api().users.clone().list_users(call.ask(message)?).await?.into_inner();
    let pb::ListUsersResponse { users, total, two_factor } = answer;
    let account = |user: pb::User| {
        let two_factor_enabled = two_factor.contains(&user.id);
        Ok(Account { user: Some(user).try_into()?, two_factor_enabled })
    };
    let users: Vec<Account> = users.into_iter().map(account).collect::<kit::Result<_>>()?;
    let shown = users.len();
    Ok(call.paged(Users { users }, paging, total, shown))
}

/// Who somebody is, for those who share a team with them, and for administrators.
#[utoipa::path(get, path = "/users/{id}/profile", tag = "users", params(("id" = String, Path, description = "The user")),
    responses((status = 200, body = Data<UserProfile>), ReadErrors))]
pub async fn profile_of(call: Call, ids: Ids) -> Result<Answer<Data<UserProfile>>> {
    let message = pb::GetUserProfileRequest { user_id: ids.one("User")? };
    let answer = call.api().auth.clone().get_user_profile(call.ask(message)?).await?.into_inner();
    let User { id, first_name, last_name, email, role, last_login, .. } = answer.user.try_into()?;
    Ok(call.data(UserProfile { id, first_name, last_name, email, role, last_login }))
}

/// An account with its sessions, API tokens and teams.
#[utoipa::path(get, path = "/users/{id}", tag = "users", params(("id" = String, Path, description = "The user")),
    responses((status = 200, body = Data<AccountDetails>), ReadErrors))]
pub async fn get(call: Call, ids: Ids) -> Result<Answer<Data<AccountDetails>>> {
    let message = pb::GetUserRequest { id: ids.one("User")? };
    let answer = call.api().users.clone().get_user(call.ask(message)?).await?.into_inner();
    let pb::GetUserResponse { user, two_factor, sessions, tokens, teams } = answer;
    let account = Account { user: user.try_into()?, two_factor_enabled: two_factor };
    let team = |pb::UserTeam { id, name, admin, owner }| UserTeam { id, name, admin, owner };
    let teams = teams.into_iter().map(team).collect();
    Ok(call.data(AccountDetails { account, sessions: all(sessions)?, tokens: all(tokens)?, teams }))
}

/// Changes somebody's name, role or status. There is always an active administrator.
#[utoipa::path(put, path = "/users/{id}", tag = "users", request_body = UpdateUser,
    params(("id" = String, Path, description = "The user")), responses((status = 200, body = Data<User>), ChangeErrors))]
pub async fn update(call: Call, ids: Ids, Body(body): Body<UpdateUser>) -> Result<Answer<Data<User>>> {
    let id = ids.one("User")?;
    let UpdateUser { first_name, last_name, role, status } = body;
    let role = role.map_or(pb::Role::Unspecified, pb::Role::from);
    let status = match status {
        Some(UserStatus::Active) => pb::UserStatus::Active,
        Some(UserStatus::Inactive) => pb::UserStatus::Inactive,
        None => pb::UserStatus::Unspecified,
    };
    let message =
        pb::UpdateUserRequest { id: id.clone(), first_name, last_name, role: role.into(), status: status.into() };
    let answer = call.api().users.clone().update_user(call.ask(message)?).await?.into_inner();
    call.rights_changed(&id);
    Ok(call.data(answer.user.try_into()?))
}

/// Deletes an account. Not one's own, and never the last active administrator's.
#[utoipa::path(delete, path = "/users/{id}", tag = "users", params(("id" = String, Path, description = "The user")),
    responses((status = 200, body = Data<Deleted>), ChangeErrors))]
pub async fn delete(call: Call, ids: Ids) -> Result<Answer<Data<Deleted>>> {
    let id = ids.one("User")?;
    let message = pb::DeleteUserRequest { id: id.clone() };
    let pb::DeleteUserResponse {} = call.api().users.clone().delete_user(call.ask(message)?).await?.into_inner();
    call.rights_changed(&id);
    Ok(call.data(Deleted { id }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_carries_a_password_can_neither_be_printed_nor_serialised() {
        crate::routes::assert_mute!(ChangePassword);
    }
}
