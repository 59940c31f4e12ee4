//! Invites into teams: rows that wait for somebody with the token of a link. The token is told once and kept nowhere.

use crate::{App, people::People, team::Team};
use access::Caller;
use kit::{Error, Ids, Result, Tx, clock::stamp, message};
use mail::{Letter, Reason};
use sqlx::PgConnection;
use std::collections::HashMap;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// How long an invite is good for. Fixed: long enough for a holiday, short enough for a link that was passed on.
pub const LIFETIME: Duration = Duration::days(7);
/// Invites of one team at once, expired ones too. Fixed: far more than anybody keeps track of.
pub const MOST: i64 = 50;

/// A row of `teams.invite`.
#[derive(Clone, Debug)]
pub struct Invite {
    /// Id.
    pub id: Uuid,
    /// Into which team.
    pub team_id: Uuid,
    /// Whom, as a canonical address.
    pub email: String,
    /// member or admin
    pub role: String,
    /// It is worth nothing any more from then on.
    pub expires_at: OffsetDateTime,
}

impl From<Invite> for proto::teams::Invite {
    fn from(invite: Invite) -> Self {
        Self {
            id: invite.id.to_string(),
            email: invite.email,
            role: crate::member::role(&invite.role).into(),
            expires_at: Some(stamp(invite.expires_at)),
        }
    }
}

/// A fresh token and the handle that is kept of it.
///
/// # Errors
/// `Internal` when what was made is no token.
pub fn token(ids: &dyn Ids) -> Result<(String, Uuid)> {
    let token = access::token::make(ids);
    let handle =
        access::token::handle(&token).ok_or_else(|| Error::internal(anyhow::anyhow!("a token is no token")))?;
    Ok((token.to_string(), handle))
}

/// What a letter about an invite needs to know, asked for before the change. `None` where no mail is sent.
///
/// # Errors
/// `RateLimited` for whoever sends very many, `Unavailable` when auth cannot be asked.
pub async fn language(app: &App, caller: &Caller, email: &str) -> Result<Option<String>> {
    if !app.mailer.is_on() {
        return Ok(None);
    }
    app.addresses.take(caller.user()?.id).map_err(|retry_after| Error::RateLimited { retry_after })?;
    People::language(app, caller.origin(), email).await.map(Some)
}

/// Writes the letter with the link of an invite, in the caller's transaction; whether there is one. After the commit, the
/// mailer is woken.
///
/// # Errors
/// Those of the database.
pub async fn write(
    app: &App,
    caller: &Caller,
    tx: &mut Tx,
    (team, invite): (&Team, &Invite),
    (language, token): (Option<&str>, &str),
) -> Result<bool> {
    let Some(language) = language else { return Ok(false) };
    let by = caller.user()?.name();
    let reason = Reason::InviteMember { by: &by, team: &team.name };
    let path = format!("/invite#{token}");
    let letter = Letter { to: &invite.email, language, reason, path, expires_at: invite.expires_at };
    app.mailer.queue(&app.cx, tx, &letter).await
}

/// The one answer for a token that is unknown, expired, replaced or used.
#[must_use]
pub fn over() -> Error {
    Error::conflict(message!(INVITE_OVER))
}

/// An invite that can still be accepted, by its token.
///
/// # Errors
/// Those of the database.
pub async fn open(connection: &mut PgConnection, token: &str, now: OffsetDateTime) -> Result<Option<Invite>> {
    let Some(handle) = access::token::handle(token) else { return Ok(None) };
    let invite = sqlx::query_as!(
        Invite,
        "select id, team_id, email, role, expires_at from teams.invite where handle = $1 and expires_at > $2",
        handle,
        now
    );
    Ok(invite.fetch_optional(connection).await?)
}

/// The invites of those of the teams that the caller may manage, oldest first.
///
/// # Errors
/// Those of the database.
pub async fn of_teams(
    connection: &mut PgConnection,
    caller: &Caller,
    teams: &[Uuid],
) -> Result<HashMap<Uuid, Vec<Invite>>> {
    let managed: Vec<Uuid> = teams.iter().copied().filter(|team| caller.manage(*team, "Team").is_ok()).collect();
    let mut invites: HashMap<Uuid, Vec<Invite>> = HashMap::new();
    if managed.is_empty() {
        return Ok(invites);
    }
    let rows = sqlx::query_as!(
        Invite,
        "select id, team_id, email, role, expires_at from teams.invite where team_id = any($1)
         order by team_id, created_at, id",
        &managed
    )
    .fetch_all(connection)
    .await?;
    for invite in rows {
        invites.entry(invite.team_id).or_default().push(invite);
    }
    Ok(invites)
}

/// The same for one team.
///
/// # Errors
/// Those of the database.
pub async fn of_team(connection: &mut PgConnection, caller: &Caller, team: Uuid) -> Result<Vec<Invite>> {
    Ok(of_teams(connection, caller, &[team]).await?.remove(&team).unwrap_or_default())
}
