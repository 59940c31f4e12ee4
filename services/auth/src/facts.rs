//! What auth tells the history.

use crate::{App, user::User};
use history::{Changes, Kind, Line};
use kit::{Message, Origin, Result, Tx, message, outbox};

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

/// A line for whoever signed in from a network from which they never did before: it is in the history of their own account.
///
/// # Errors
/// Those of the database.
pub async fn signed_in_elsewhere(app: &App, tx: &mut Tx, user: &User, network: &str) -> Result<()> {
    let message = message!(SignedInElsewhere, user = user.display_name(), network = network);
    let line = Line::new(Kind::Warning, "User", &message).host("auth").actor(user.id, &user.display_name());
    let origin = Origin::of_role(&*app.cx.ids);
    let (id, event) = line.event(&*app.cx.ids, &*app.cx.clock, &origin);
    outbox::fact(tx, id, &origin, &event).await
}
