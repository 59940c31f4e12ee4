//! What screens are told of a change.

use kit::Tx;
use proto::live::Changed;
use uuid::Uuid;

/// Tells screens, after the commit, that an object changed. `kind` is `cluster` or `datacenter`.
pub fn changed(tx: &mut Tx, kind: &str, id: Uuid, version: i64) {
    let hint = Changed { kind: kind.to_owned(), id: id.to_string(), version, team_id: String::new() };
    tx.hint(format!("{kind}/{id}"), version, &hint);
}
