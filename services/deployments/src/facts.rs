//! What others are told, in the transaction of the change: lines of history for people, hints for live screens.

use crate::deployment::Row;
use kit::{Context, Origin, Result, Tx, clock::stamp};
use proto::{
    events::{EventRecorded, Reference},
    live::Changed,
};
use uuid::Uuid;

/// Writes one line of history about a deployment. `kind` is `Normal`, `Warning` or `Error`; the sentence must quote
/// (see [`quoted`]) whatever a user typed and carry no secret.
pub async fn record(
    cx: &Context,
    tx: &mut Tx,
    origin: &Origin,
    row: &Row,
    kind: &str,
    reason: &str,
    sentence: String,
) -> Result<()> {
    let id = cx.ids.uuid();
    let now = Some(stamp(cx.clock.now()));
    let reference = |id: Uuid, name: &str| Some(Reference { id: id.to_string(), name: name.to_owned() });
    let event = EventRecorded {
        id: id.to_string(),
        r#type: kind.to_owned(),
        message: sentence,
        reason: reason.to_owned(),
        component: "Deployment".to_owned(),
        namespace: row.release_name.clone(),
        count: 1,
        at: now,
        first_seen: now,
        last_seen: now,
        deployment: reference(row.id, &row.name),
        cluster: reference(row.cluster_id, &row.cluster_name),
        team: reference(row.team_id, &row.team_name),
        task: row.current_task.and_then(|task| reference(task, row.task_kind.word())),
        actor: origin.user.as_ref().and_then(|user| reference(user.id, &user.name)),
        uid: id.to_string(),
        ..Default::default()
    };
    kit::outbox::fact(tx, id, origin, &event).await
}

/// Tells screens to fetch this deployment again.
pub async fn changed(cx: &Context, tx: &mut Tx, origin: &Origin, id: Uuid, team: Uuid, version: i64) -> Result<()> {
    let hint = Changed { kind: "deployment".to_owned(), id: id.to_string(), version, team_id: team.to_string() };
    kit::outbox::fact(tx, cx.ids.uuid(), origin, &hint).await
}

/// What a user typed, as part of a sentence: it can neither end the quotation nor start a line.
#[must_use]
pub fn quoted(text: &str) -> String {
    let inner: String = text.chars().map(|c| if c == '"' { '\'' } else { c }).filter(|c| !c.is_control()).collect();
    format!("\"{inner}\"")
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_name_cannot_leave_its_quotation_marks() {
        assert_eq!(quoted("x\" in team \"Finance\r\nlevel=error"), "\"x' in team 'Financelevel=error\"");
    }
}
