//! What teams tells the history and the screens.

use crate::{App, team::Team};
use kit::{Origin, Result, Tx, clock::stamp, outbox};
use proto::{
    events::{EventRecorded, Reference},
    live::Changed,
};

/// A change of a team: a line of history for its members, and the hint for screens.
///
/// # Errors
/// Those of the database.
pub async fn record(
    app: &App,
    tx: &mut Tx,
    origin: &Origin,
    team: &Team,
    (reason, sentence): (&str, String),
) -> Result<()> {
    let id = app.cx.ids.uuid();
    let now = Some(stamp(app.cx.clock.now()));
    let event = EventRecorded {
        id: id.to_string(),
        r#type: "Normal".to_owned(),
        message: sentence,
        reason: reason.to_owned(),
        component: "Team".to_owned(),
        host: "teams".to_owned(),
        count: 1,
        at: now,
        team: Some(Reference { id: team.id.to_string(), name: team.name.clone() }),
        actor: origin.user.as_ref().map(|user| Reference { id: user.id.to_string(), name: user.name.clone() }),
        first_seen: now,
        last_seen: now,
        uid: id.to_string(),
        ..EventRecorded::default()
    };
    outbox::fact(tx, id, origin, &event).await?;
    let changed = Changed {
        kind: "team".to_owned(),
        id: team.id.to_string(),
        version: team.version,
        team_id: team.id.to_string(),
    };
    outbox::fact(tx, app.cx.ids.uuid(), origin, &changed).await
}
