//! The second factor of an account, as auth keeps it: a sealed secret and hashes of recovery codes.

use crate::{App, totp};
use kit::{Error, Result, message, reseal::Sealed, seal::SealContext};
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use uuid::Uuid;
use zeroize::Zeroizing;

/// Recovery codes at a time. Fixed: as many as people are used to.
const CODES: usize = 10;
/// Random bytes of one: sixteen characters, which nobody guesses.
const CODE: usize = 10;

/// The secret of an enrolment.
pub const SEALED: Sealed = Sealed::column("two_factor", "secret");

/// Where the secret of an enrolment is sealed for.
#[must_use]
pub fn place(enrolment: Uuid) -> SealContext<'static> {
    SEALED.place(enrolment, None, 1)
}

/// Whether the sign-in of this user asks for it.
///
/// # Errors
/// Those of the database.
pub async fn is_on(connection: &mut PgConnection, user: Uuid) -> Result<bool> {
    let on = sqlx::query_scalar!(
        r#"select exists (select 1 from auth.two_factor where user_id = $1 and confirmed_at is not null) as "on!""#,
        user
    );
    Ok(on.fetch_one(connection).await?)
}

/// Uses up a code of the app or a recovery code, whichever was typed; whether it was a good one. A code counts once.
///
/// # Errors
/// `Conflict` with reason `TWO_FACTOR_OFF`.
pub async fn use_code(app: &App, connection: &mut PgConnection, user: Uuid, typed: &str) -> Result<bool> {
    let row = sqlx::query!(
        "select id, secret, last_step from auth.two_factor where user_id = $1 and confirmed_at is not null for update",
        user
    )
    .fetch_optional(&mut *connection)
    .await?
    .ok_or_else(off)?;
    let typed = normal(typed);
    let secret = app.cx.keyring.open(&place(row.id), &row.secret)?;
    if let Some(step) = totp::matching(&secret, &typed, app.cx.clock.now(), row.last_step)? {
        sqlx::query!("update auth.two_factor set last_step = $2 where user_id = $1", user, step)
            .execute(connection)
            .await?;
        return Ok(true);
    }
    let hash = Sha256::digest(&*typed).to_vec();
    let used = sqlx::query!("delete from auth.recovery_code where user_id = $1 and hash = $2", user, hash);
    Ok(used.execute(connection).await?.rows_affected() == 1)
}

/// Ten fresh recovery codes in place of those that there are.
///
/// # Errors
/// Those of the database.
pub async fn make_codes(app: &App, connection: &mut PgConnection, user: Uuid) -> Result<Vec<String>> {
    sqlx::query!("delete from auth.recovery_code where user_id = $1", user).execute(&mut *connection).await?;
    let codes: Vec<String> = (0..CODES).map(|_| access::token::base32(&app.cx.ids.bytes(CODE))).collect();
    let hashes: Vec<Vec<u8>> = codes.iter().map(|code| Sha256::digest(code).to_vec()).collect();
    sqlx::query!("insert into auth.recovery_code (user_id, hash) select $1, unnest($2::bytea[])", user, &hashes)
        .execute(connection)
        .await?;
    Ok(codes.iter().map(|code| format!("{}-{}-{}-{}", &code[..4], &code[4..8], &code[8..12], &code[12..])).collect())
}

/// Takes the second factor away, also one that was only begun; whether the sign-in asked for it.
///
/// # Errors
/// Those of the database.
pub async fn remove(connection: &mut PgConnection, user: Uuid) -> Result<bool> {
    sqlx::query!("delete from auth.recovery_code where user_id = $1", user).execute(&mut *connection).await?;
    sqlx::query!("delete from auth.challenge where user_id = $1", user).execute(&mut *connection).await?;
    let was = sqlx::query_scalar!(
        r#"delete from auth.two_factor where user_id = $1 returning confirmed_at is not null as "on!""#,
        user
    );
    Ok(was.fetch_optional(connection).await?.unwrap_or_default())
}

/// As it is kept: without what people put between the characters.
fn normal(typed: &str) -> Zeroizing<String> {
    Zeroizing::new(
        typed.chars().filter(|c| !c.is_whitespace() && *c != '-').take(100).collect::<String>().to_lowercase(),
    )
}

/// It is not on.
#[must_use]
pub fn off() -> Error {
    Error::conflict(message!(TWO_FACTOR_OFF))
}

/// The code is none that counts.
#[must_use]
pub fn wrong() -> Error {
    Error::invalid_field("code", message!(CODE_WRONG))
}
