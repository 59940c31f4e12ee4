//! What auth tells the history.

use crate::App;
use history::{Kind, Line};
use kit::{Message, Origin, Result, Tx};

/// A line about accounts, which only admins read. Who did it is whoever calls.
///
/// # Errors
/// Those of the database.
pub async fn record(app: &App, tx: &mut Tx, origin: &Origin, message: Message) -> Result<()> {
    Line::new(Kind::Normal, "User", &message).host("auth").admin_only().write(&app.cx, tx, origin).await
}
