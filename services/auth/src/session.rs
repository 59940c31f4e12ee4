//! A session: the row behind a bearer token. The token's jti is the row's id, so that ending the row ends the token.

use crate::{App, decision::Decision, facts, known, known::network, user::User};
use kit::{Result, Tx};
use proto::auth::SignedIn;
use sqlx::PgConnection;
use uuid::Uuid;

/// Characters kept of a user agent. Fixed: browsers' own are shorter.
const MAX_AGENT: usize = 300;

/// Where a session is opened from.
pub struct SessionOrigin<'a> {
    /// Network address of the browser; empty when the call did not come through the bff.
    pub address: &'a str,
    /// What the browser says it is.
    pub user_agent: &'a str,
}

/// Opens a session for a user and signs its token, in the caller's transaction, which holds a lock on the user.
///
/// # Errors
/// `Internal` when the token can't be signed.
pub async fn open(app: &App, tx: &mut Tx, user: User, place: &SessionOrigin<'_>) -> Result<SignedIn> {
    let now = app.cx.clock.now();
    let length = Decision::read(tx.conn()).await?.session_length();
    let (id, expires_at) = (app.cx.ids.uuid(), now + length);
    let agent: String = place.user_agent.chars().filter(|c| !c.is_control()).take(MAX_AGENT).collect();
    let network = network(place.address);
    // what is no address is not worth keeping
    let address = if network.is_empty() { "" } else { place.address };
    sqlx::query!(
        "insert into auth.session (id, user_id, created_at, last_seen_at, expires_at, address, network, user_agent)
         values ($1, $2, $3, $3, $4, $5, $6, $7)",
        id,
        user.id,
        now,
        expires_at,
        address,
        network,
        agent
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "update auth.session set ended_at = $2 where id in (
           select id from auth.session where user_id = $1 and ended_at is null and expires_at > $2 and id <> $3
           order by created_at desc, id desc offset $4)",
        user.id,
        now,
        id,
        app.options.sessions_per_user - 1
    )
    .execute(tx.conn())
    .await?;
    if known::note(tx.conn(), user.id, &network, now).await? {
        facts::signed_in_elsewhere(app, tx, &user, &network).await?;
    }
    let token = app.cx.identity.user_token(user.id, id, now, length.unsigned_abs())?;
    let expires_at_ms = i64::try_from(expires_at.unix_timestamp_nanos() / 1_000_000).unwrap_or(i64::MAX);
    Ok(SignedIn { token, user: Some(user.into()), expires_at_ms })
}

/// Ends all sessions of a user, but `except`, and what is half way to one. Says how many were alive. Those that have expired end, too:
/// the clock may be ahead, and put right.
///
/// # Errors
/// Those of the database.
pub async fn end_all(app: &App, connection: &mut PgConnection, user: Uuid, except: Option<Uuid>) -> Result<u32> {
    sqlx::query!("delete from auth.challenge where user_id = $1", user).execute(&mut *connection).await?;
    let alive = sqlx::query_scalar!(
        r#"with ended as (
             update auth.session set ended_at = $3
             where user_id = $1 and ended_at is null and ($2::uuid is null or id <> $2)
             returning expires_at > $3 as alive)
           select count(*) filter (where alive) as "alive!" from ended"#,
        user,
        except,
        app.cx.clock.now()
    );
    Ok(u32::try_from(alive.fetch_one(connection).await?).unwrap_or(u32::MAX))
}
