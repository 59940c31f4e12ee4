//! `/auth`: set-up, registration, log-in, log-out, sessions.

use super::{
    prelude::*,
    users::{EndedSessions, User},
};
use crate::error::ApiError;
use proto::auth as pb;
use secrecy::SecretString;

/// What is not right about a log-in: one sentence about a wrong e-mail address and a wrong password alike.
const REFUSED: [&str; 3] = ["CREDENTIALS_WRONG", "CODE_WRONG", "CHALLENGE_OVER"];

/// Whether the first admin is still to be made.
#[derive(Serialize, ToSchema)]
pub struct Setup {
    pub open: bool,
    /// Whether people may register.
    pub registration: bool,
    /// Whether mail is sent: without it only an administrator makes a link for a forgotten password.
    pub mail: bool,
    /// How the provider is called that people can sign in with (`POST /auth/provider`); null where there is none.
    #[schema(required, example = "Example ID")]
    pub provider: Option<String>,
}

/// A fresh session.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// To be sent as `Authorization: Bearer …`.
    pub token: String,
    pub user: User,
    /// Milliseconds since 1970: 7 days after the log-in.
    #[schema(example = 1_795_000_000_000_i64)]
    pub expires_at: i64,
}

impl TryFrom<Option<pb::SignedIn>> for Session {
    type Error = kit::Error;

    fn try_from(signed_in: Option<pb::SignedIn>) -> kit::Result<Self> {
        let pb::SignedIn { token, user, expires_at_ms } = signed_in.ok_or_else(|| missing("SignedIn"))?;
        Ok(Self { token, user: user.try_into()?, expires_at: expires_at_ms })
    }
}

/// The first admin.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompleteSetup {
    /// The one-time token of the printed link.
    #[schema(required, value_type = Option<String>)]
    token: Option<SecretString>,
    #[schema(required, max_length = 254)]
    email: Option<String>,
    #[schema(required, min_length = 8, max_length = 128, format = Password, value_type = Option<String>)]
    password: Option<SecretString>,
    first_name: Option<String>,
    last_name: Option<String>,
    /// Whether people may register from now on; no when absent.
    registration: Option<bool>,
    /// What the administrator's first team is called; named in English when absent.
    #[schema(min_length = 2, max_length = 50)]
    team_name: Option<String>,
    /// What that team is for.
    #[schema(min_length = 2, max_length = 200)]
    team_description: Option<String>,
}

/// A new account.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Register {
    #[schema(required, max_length = 254)]
    email: Option<String>,
    #[schema(required, min_length = 8, max_length = 128, format = Password, value_type = Option<String>)]
    password: Option<SecretString>,
    first_name: Option<String>,
    last_name: Option<String>,
    /// The token of an invitation for this address, to have an account or into a team: opens a registration that is closed.
    #[schema(value_type = Option<String>)]
    invite: Option<SecretString>,
}

/// Who wants in: an address and a password, or the second step.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Login {
    email: Option<String>,
    #[schema(format = Password, value_type = Option<String>)]
    password: Option<SecretString>,
    /// Of the answer SECOND_FACTOR_REQUIRED; then the address and the password are not looked at.
    #[schema(value_type = Option<String>)]
    challenge: Option<SecretString>,
    /// Of the authenticator app, or a recovery code.
    #[schema(value_type = Option<String>)]
    code: Option<SecretString>,
}

/// The account that was made.
#[derive(Serialize, ToSchema)]
pub struct Registered {
    pub user: User,
}

/// Where somebody is signed in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnSession {
    pub id: String,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// To the minute.
    #[serde(with = "time::serde::rfc3339")]
    pub last_seen_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub expires_at: OffsetDateTime,
    /// Network address that it was opened from; empty when it is not known.
    pub address: String,
    /// What the browser called itself.
    pub user_agent: String,
    /// It is the one that asks.
    pub current: bool,
}

impl TryFrom<pb::OwnSession> for OwnSession {
    type Error = kit::Error;

    fn try_from(session: pb::OwnSession) -> kit::Result<Self> {
        let pb::OwnSession { id, created_at, last_seen_at, expires_at, address, user_agent, current } = session;
        Ok(Self {
            id,
            created_at: moment(created_at, "OwnSession.created_at")?,
            last_seen_at: moment(last_seen_at, "OwnSession.last_seen_at")?,
            expires_at: moment(expires_at, "OwnSession.expires_at")?,
            address,
            user_agent,
            current,
        })
    }
}

/// Nothing to tell.
#[derive(Serialize, ToSchema)]
pub struct Nothing {}

/// Whether the one-time set-up of the first admin is open, whether registration is, and what else the sign-in page offers.
#[utoipa::path(get, path = "/auth/setup", tag = "auth", responses((status = 200, body = Data<Setup>), PublicErrors))]
pub async fn setup(call: Call) -> Result<Answer<Data<Setup>>> {
    let answer = call.api().auth.clone().get_setup(call.ask(pb::GetSetupRequest {})?).await?.into_inner();
    let pb::GetSetupResponse { open, registration_open: registration, mail, provider } = answer;
    Ok(call.data(Setup { open, registration, mail, provider: text(provider) }))
}

/// Creates the first admin and signs in.
#[utoipa::path(post, path = "/auth/setup", tag = "auth", request_body = CompleteSetup,
    responses((status = 201, body = Data<Session>), (status = 403, description = "FORBIDDEN: the token is not the one of the set-up link", body = crate::error::Failure), PublicErrors))]
pub async fn complete_setup(call: Call, Body(body): Body<CompleteSetup>) -> Result<Answer<Data<Session>>> {
    let CompleteSetup { token, email, password, first_name, last_name, registration, team_name, team_description } =
        body;
    let message = pb::CompleteSetupRequest {
        token: revealed(token),
        email: email.unwrap_or_default(),
        password: revealed(password),
        first_name: first_name.unwrap_or_default(),
        last_name: last_name.unwrap_or_default(),
        registration_open: registration.unwrap_or_default(),
        user_agent: call.user_agent(),
        team_name: team_name.unwrap_or_default(),
        team_description: team_description.unwrap_or_default(),
    };
    let answer = call.api().auth.clone().complete_setup(call.ask(message)?).await?.into_inner();
    Ok(call.created(answer.signed_in.try_into()?))
}

/// Creates an account with role user, or with the one of the invitation to have it; does not sign in.
#[utoipa::path(post, path = "/auth/register", tag = "auth", request_body = Register,
    responses((status = 201, body = Data<Registered>), (status = 403, description = "FORBIDDEN: registration is closed", body = crate::error::Failure), PublicErrors))]
pub async fn register(call: Call, Body(body): Body<Register>) -> Result<Answer<Data<Registered>>> {
    let Register { email, password, first_name, last_name, invite } = body;
    let message = pb::RegisterRequest {
        email: email.unwrap_or_default(),
        password: revealed(password),
        first_name: first_name.unwrap_or_default(),
        last_name: last_name.unwrap_or_default(),
        invite: revealed(invite),
    };
    let answer = call.api().auth.clone().register(call.ask(message)?).await?.into_inner();
    Ok(call.created(Registered { user: answer.user.try_into()? }))
}

/// Opens a session of 7 days.
#[utoipa::path(post, path = "/auth/login", tag = "auth", request_body = Login,
    responses((status = 200, body = Data<Session>), (status = 401, description = "UNAUTHORIZED: Invalid email or password, or a wrong code; SECOND_FACTOR_REQUIRED: repeat with `details.challenge` and a code", body = crate::error::Failure), PublicErrors))]
pub async fn login(call: Call, Body(body): Body<Login>) -> Result<Answer<Data<Session>>> {
    let Login { email, password, challenge, code } = body;
    let message = pb::LoginRequest {
        email: email.unwrap_or_default(),
        password: revealed(password),
        address: call.address(),
        user_agent: call.user_agent(),
        challenge: revealed(challenge),
        code: revealed(code),
    };
    let answer = call.api().auth.clone().login(call.ask(message)?).await.map_err(refusal)?.into_inner();
    if !answer.challenge.is_empty() {
        return Err(ApiError::second_factor(answer.challenge));
    }
    Ok(call.data(answer.signed_in.try_into()?))
}

/// A wrong password is the user's; any other doubt about identity is between the services.
fn refusal(status: tonic::Status) -> ApiError {
    match kit::Error::from(status) {
        kit::Error::Unauthenticated(message) if REFUSED.contains(&message.reason()) => ApiError::unauthorized(message),
        other => other.into(),
    }
}

/// Ends the session of the token.
#[utoipa::path(post, path = "/auth/logout", tag = "auth", responses((status = 200, body = Data<Nothing>), ChangeErrors))]
pub async fn logout(call: Call) -> Result<Answer<Data<Nothing>>> {
    let pb::LogoutResponse {} = call.api().auth.clone().logout(call.ask(pb::LogoutRequest {})?).await?.into_inner();
    // Whatever the second says: the next request asks auth and learns of the end at once.
    let _ = call.afresh().await;
    Ok(call.data(Nothing {}))
}

/// Where one is signed in: the session that asks first, then the newest.
#[utoipa::path(get, path = "/auth/sessions", tag = "auth", responses((status = 200, body = Data<Vec<OwnSession>>), ReadErrors))]
pub async fn sessions(call: Call) -> Result<Answer<Data<Vec<OwnSession>>>> {
    let answer = call.api().account.clone().list_sessions(call.ask(pb::ListSessionsRequest {})?).await?.into_inner();
    Ok(call.data(all(answer.sessions)?))
}

/// Ends one of one's own sessions.
#[utoipa::path(delete, path = "/auth/sessions/{id}", tag = "auth",
    params(("id" = String, Path, description = "The session")),
    responses((status = 200, body = Data<Deleted>), ChangeErrors))]
pub async fn end_session(call: Call, ids: Ids) -> Result<Answer<Data<Deleted>>> {
    let id = ids.one("Session")?;
    let message = pb::EndSessionRequest { id: id.clone() };
    let pb::EndSessionResponse {} = call.api().account.clone().end_session(call.ask(message)?).await?.into_inner();
    Ok(call.data(Deleted { id }))
}

/// Ends all of one's own sessions but the one that asks.
#[utoipa::path(delete, path = "/auth/sessions", tag = "auth", responses((status = 200, body = Data<EndedSessions>), ChangeErrors))]
pub async fn end_other_sessions(call: Call) -> Result<Answer<Data<EndedSessions>>> {
    let request = call.ask(pb::EndOtherSessionsRequest {})?;
    let answer = call.api().account.clone().end_other_sessions(request).await?.into_inner();
    Ok(call.data(EndedSessions { sessions: answer.sessions }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_carries_a_password_can_neither_be_printed_nor_serialised() {
        crate::routes::assert_mute!(CompleteSetup, Register, Login);
    }
}
