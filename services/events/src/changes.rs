//! What was changed, as it is kept: a JSON list.

use crate::event;
use proto::events as pb;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sqlx::types::Json;

/// Characters kept of a value before and after a change. Fixed: all senders stay below it.
const VALUE: usize = 400;
/// Fields of a change at most. Fixed: no form has more.
const CHANGES: usize = 100;

/// One field before and after a change, as it is kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    field: String,
    before: String,
    after: String,
    secret: bool,
}

/// What was changed, when something was. Of a secret no value is kept, whatever the sender tells.
pub fn kept(changes: Vec<pb::Change>) -> Option<Json<Box<RawValue>>> {
    let text = |text: &str, secret: bool| if secret { String::new() } else { event::tidy(text, VALUE) };
    let all: Vec<Kept> = changes
        .into_iter()
        .take(CHANGES)
        .map(|pb::Change { field, before, after, secret }| Kept {
            field: event::tidy(&field, event::WORD),
            before: text(&before, secret),
            after: text(&after, secret),
            secret,
        })
        .collect();
    let written = (!all.is_empty()).then(|| serde_json::to_string(&all).ok()).flatten()?;
    RawValue::from_string(written).ok().map(Json)
}

/// The other way.
pub fn told(changes: Option<Json<Box<RawValue>>>) -> Vec<pb::Change> {
    let read = changes.and_then(|Json(changes)| serde_json::from_str::<Vec<Kept>>(changes.get()).ok());
    let all = read.unwrap_or_default().into_iter();
    all.map(|Kept { field, before, after, secret }| pb::Change { field, before, after, secret }).collect()
}
