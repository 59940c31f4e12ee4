//! `/users`: who am I.

use super::prelude::*;
use proto::auth as pb;

/// Global role.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Everything.
    Admin,
    /// Reads what all teams own, without secrets and logs.
    Manager,
    /// What their teams own.
    User,
}

/// Whether the account may be used.
#[derive(Clone, Copy, Serialize, ToSchema)]
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
            role: match role {
                pb::Role::Admin => Role::Admin,
                pb::Role::Manager => Role::Manager,
                pb::Role::User => Role::User,
                pb::Role::Unspecified => return Err(missing("User.role")),
            },
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
}

#[derive(Serialize, ToSchema)]
pub struct Preferences {
    /// For instance `en`.
    pub language: String,
    /// For instance `Europe/Berlin`.
    pub timezone: String,
}

/// Who am I.
#[utoipa::path(get, path = "/users/profile", tag = "users", responses((status = 200, body = Data<Profile>), ReadErrors))]
pub async fn profile(call: Call) -> Result<Answer<Data<Profile>>> {
    let answer = call.api().auth.clone().get_profile(call.ask(pb::GetProfileRequest {})?).await?.into_inner();
    let pb::GetProfileResponse { user, two_factor_enabled, language, timezone } = answer;
    Ok(call.data(Profile {
        user: user.try_into()?,
        security: Security { two_factor_enabled },
        preferences: Preferences { language, timezone },
    }))
}
