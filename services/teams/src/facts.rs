//! What teams tells the history and the screens.

use crate::{App, team::Team};
use history::{Changes, Kind, Line};
use kit::{Message, Origin, Result, Tx};
use proto::live::Changed;

/// A change of a team: a line of history for its members, and after the commit the hint for screens.
///
/// # Errors
/// Those of the database.
pub async fn record(app: &App, tx: &mut Tx, origin: &Origin, team: &Team, message: Message) -> Result<()> {
    record_changes(app, tx, origin, team, message, Changes::new()).await
}

/// The same with what was changed.
///
/// # Errors
/// Those of the database.
pub async fn record_changes(
    app: &App,
    tx: &mut Tx,
    origin: &Origin,
    team: &Team,
    message: Message,
    changes: Changes,
) -> Result<()> {
    let line = Line::new(Kind::Normal, "Team", &message).host("teams").team(team.id, &team.name).changes(changes);
    line.write(&app.cx, tx, origin).await?;
    let changed = Changed {
        kind: "team".to_owned(),
        id: team.id.to_string(),
        version: team.version,
        team_id: team.id.to_string(),
    };
    tx.hint(format!("team/{}", team.id), team.version, &changed);
    Ok(())
}
