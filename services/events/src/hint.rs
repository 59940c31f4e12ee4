//! What live screens are told: there is something new in a history.

use crate::event::Stored;
use kit::Tx;
use proto::live::Changed;
use std::collections::BTreeMap;
use uuid::Uuid;

/// One hint for each history (a team's, or that of no team) that has something new, however much it is; after the commit.
pub fn changed(tx: &mut Tx, stored: &[Stored]) {
    let histories: BTreeMap<Option<Uuid>, Uuid> = stored.iter().map(|event| (event.team_id, event.id)).collect();
    for (team, id) in histories {
        let team_id = team.map(|id| id.to_string()).unwrap_or_default();
        let thing = format!("event/{team_id}");
        tx.hint(thing, 1, &Changed { kind: "event".to_owned(), id: id.to_string(), version: 1, team_id });
    }
}
