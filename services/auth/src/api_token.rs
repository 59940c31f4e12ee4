//! An API token, as auth keeps it: never the token itself.

use kit::{Message, Result, clock::stamp, message};
use proto::auth::{ApiToken, TokenScope};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// Characters of a name at most. Fixed: a documented limit of the REST API.
const MAX_NAME: usize = 100;

/// What its owner sees of it.
pub struct Row {
    /// Id.
    pub id: Uuid,
    /// What its owner calls it.
    pub name: String,
    /// read or full
    pub scope: String,
    /// When it was made.
    pub created_at: OffsetDateTime,
    /// `None`: never.
    pub expires_at: Option<OffsetDateTime>,
    /// `None` until it was used; to the minute.
    pub last_used_at: Option<OffsetDateTime>,
}

impl From<Row> for ApiToken {
    fn from(row: Row) -> Self {
        Self {
            id: row.id.to_string(),
            name: row.name,
            scope: scope(&row.scope).into(),
            created_at: Some(stamp(row.created_at)),
            expires_at: row.expires_at.map(stamp),
            last_used_at: row.last_used_at.map(stamp),
        }
    }
}

/// A scope as it is kept.
#[must_use]
pub fn word(scope: TokenScope) -> &'static str {
    if scope == TokenScope::Full { "full" } else { "read" }
}

/// A scope as it was kept; empty for a session.
#[must_use]
pub fn scope(word: &str) -> TokenScope {
    match word {
        "full" => TokenScope::Full,
        "" => TokenScope::Unspecified,
        _ => TokenScope::Read,
    }
}

/// Why a token may not be called so.
#[must_use]
pub fn name_problem(name: &str) -> Option<Message> {
    let label = message!(Label_Name);
    if name.is_empty() {
        Some(message!(REQUIRED, label = label))
    } else if name.chars().count() > MAX_NAME {
        Some(message!(TOO_LONG, label = label, most = MAX_NAME))
    } else {
        kit::text::name_problem(&label, name)
    }
}

/// Ends all API tokens of a user for good.
///
/// # Errors
/// Those of the database.
pub async fn revoke_all(connection: &mut PgConnection, user: Uuid) -> Result<()> {
    sqlx::query!("delete from auth.token where user_id = $1", user).execute(connection).await?;
    Ok(())
}
