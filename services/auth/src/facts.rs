//! What auth tells the history.

use crate::App;
use history::{Changes, Kind, Line};
use kit::{Message, Origin, Result, Tx};

/// A line about accounts, which only admins read. Who did it is whoever calls.
///
/// # Errors
/// Those of the database.
pub async fn record(app: &App, tx: &mut Tx, origin: &Origin, message: Message) -> Result<()> {
    record_changes(app, tx, origin, message, Changes::new()).await
}

/// The same with what was changed.
///
/// # Errors
/// Those of the database.
pub async fn record_changes(app: &App, tx: &mut Tx, origin: &Origin, message: Message, changes: Changes) -> Result<()> {
    let line = Line::new(Kind::Normal, "User", &message).host("auth").admin_only();
    line.changes(changes).write(&app.cx, tx, origin).await
}
