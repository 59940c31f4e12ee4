//! What auth tells the history.

use crate::App;
use kit::{Origin, Result, Tx, clock::stamp, outbox};
use proto::events::{EventRecorded, Reference};

/// A line about accounts, which only admins read. Whom it is about is also who did it.
///
/// # Errors
/// Those of the database.
pub async fn record(app: &App, tx: &mut Tx, origin: &Origin, reason: &str, sentence: String) -> Result<()> {
    let id = app.cx.ids.uuid();
    let now = Some(stamp(app.cx.clock.now()));
    let event = EventRecorded {
        id: id.to_string(),
        r#type: "Normal".to_owned(),
        message: sentence,
        reason: reason.to_owned(),
        component: "User".to_owned(),
        host: "auth".to_owned(),
        count: 1,
        at: now,
        actor: origin.user.as_ref().map(|user| Reference { id: user.id.to_string(), name: user.name.clone() }),
        first_seen: now,
        last_seen: now,
        admin_only: true,
        uid: id.to_string(),
        ..EventRecorded::default()
    };
    outbox::fact(tx, id, origin, &event).await
}
