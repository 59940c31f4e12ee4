//! In which language somebody is written to.

use crate::App;
use kit::{Origin, Result};
use uuid::Uuid;

/// The one that they have chosen, else the one of whoever causes the letter; empty when nobody has chosen any.
///
/// # Errors
/// Those of the database.
pub async fn of_letter(app: &App, receiver: Option<Uuid>, origin: &Origin) -> Result<String> {
    let sender = origin.user.as_ref().map(|user| user.id);
    let language = sqlx::query_scalar!(
        "select language from auth.user where id in ($1, $2) and language <> '' order by id = $1 desc limit 1",
        receiver.unwrap_or_default(),
        sender.unwrap_or_default()
    );
    Ok(language.fetch_optional(&app.cx.db).await?.unwrap_or_default())
}
