//! The rule that there is always an active administrator.

use crate::user::User;
use kit::{Error, Result, message};
use sqlx::PgConnection;
use uuid::Uuid;

/// Key of the advisory lock that lets one change of accounts through at a time ("admins" in ASCII).
const LOCK: i64 = 0x61_64_6D_69_6E_73;

/// Locks an account that is about to be changed or deleted. Two administrators who do away with each other do so one after
/// the other.
///
/// # Errors
/// `NotFound`.
pub async fn lock(connection: &mut PgConnection, id: Uuid) -> Result<User> {
    turn(connection).await?;
    sqlx::query_as!(
        User,
        "select id, email, first_name, last_name, role, status, last_login, created_at from auth.user
         where id = $1 for update",
        id
    )
    .fetch_optional(connection)
    .await?
    .ok_or_else(|| Error::not_found("User"))
}

/// One change of roles and states at a time, until the transaction ends. Taken before any account is locked.
///
/// # Errors
/// Those of the database.
pub async fn turn(connection: &mut PgConnection) -> Result<()> {
    sqlx::query!("select pg_advisory_xact_lock($1)", LOCK).execute(connection).await?;
    Ok(())
}

/// Whether this account is one that administrates.
#[must_use]
pub fn is_one(user: &User) -> bool {
    user.role == "admin" && user.status == "active"
}

/// Refuses when there is no other one.
///
/// # Errors
/// `Conflict` with reason `LAST_ADMIN`.
pub async fn require_another(connection: &mut PgConnection, than: Uuid) -> Result<()> {
    let another = sqlx::query_scalar!(
        r#"select exists (select 1 from auth.user where role = 'admin' and status = 'active' and id <> $1) as "found!""#,
        than
    );
    if another.fetch_one(connection).await? { Ok(()) } else { Err(Error::conflict(message!(LAST_ADMIN))) }
}
