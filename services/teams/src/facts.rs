//! What teams tells the history and the screens.

use crate::{App, team::Team};
use history::{Kind, Line};
use kit::{Message, Origin, Result, Tx};
use proto::live::Changed;

/// A change of a team: a line of history for its members, and after the commit the hint for screens.
///
/// # Errors
/// Those of the database.
pub async fn record(app: &App, tx: &mut Tx, origin: &Origin, team: &Team, message: Message) -> Result<()> {
    let line = Line::new(Kind::Normal, "Team", &message).host("teams").team(team.id, &team.name);
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
