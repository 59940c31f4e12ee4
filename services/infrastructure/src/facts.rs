//! What screens are told, written in the transaction of the change.

use kit::{Context, Origin, Tx, outbox};
use proto::live::Changed;
use uuid::Uuid;

/// Tells screens that an object changed. `kind` is `cluster` or `datacenter`.
///
/// # Errors
/// Those of the database.
pub async fn changed(
    cx: &Context,
    tx: &mut Tx,
    origin: &Origin,
    kind: &str,
    id: Uuid,
    version: i64,
) -> kit::Result<()> {
    let hint = Changed { kind: kind.to_owned(), id: id.to_string(), version, team_id: String::new() };
    outbox::fact(tx, cx.ids.uuid(), origin, &hint).await
}
