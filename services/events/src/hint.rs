//! What live screens are told: there is something new in a history.

use crate::event::Stored;
use kit::{Context, Origin, Tx};
use proto::live::Changed;
use std::collections::BTreeMap;
use uuid::Uuid;

/// One hint for each history (a team's, or that of no team) that has something new, however much it is.
pub async fn changed(cx: &Context, tx: &mut Tx, origin: &Origin, stored: &[Stored]) -> kit::Result<()> {
    let histories: BTreeMap<Option<Uuid>, Uuid> = stored.iter().map(|event| (event.team_id, event.id)).collect();
    for (team, id) in histories {
        let team_id = team.map(|id| id.to_string()).unwrap_or_default();
        let hint = Changed { kind: "event".to_owned(), id: id.to_string(), version: 1, team_id };
        kit::outbox::fact(tx, cx.ids.uuid(), origin, &hint).await?;
    }
    Ok(())
}
