//! RecordEvents: many events at once, the Kubernetes events of managed namespaces.

use access::Caller;
use kit::{Error, Result, message, message::as_is};
use proto::events::{RecordEventsRequest, RecordEventsResponse};
use std::collections::HashMap;
use uuid::Uuid;

use crate::{
    App,
    event::{self, Row},
    hint,
};

/// Events in one call at most. Fixed: infrastructure sends batches of at most this size.
const MOST: usize = 500;

/// Keeps the events; count and last sight of known ones grow.
///
/// # Errors
/// `Invalid` when there are too many or one cannot be read; then none is kept.
pub async fn record_events(app: &App, caller: &Caller, request: RecordEventsRequest) -> Result<RecordEventsResponse> {
    caller.peer()?;
    let sender = caller.service().unwrap_or_default().to_owned();
    if request.events.len() > MOST {
        return Err(Error::invalid_field("events", message!(TOO_MANY_EVENTS, most = MOST)));
    }
    let now = app.cx.clock.now();
    let mut rows: HashMap<Uuid, Row> = HashMap::with_capacity(request.events.len());
    for record in request.events {
        let row = Row::of(&sender, record, now)
            .map_err(|why| Error::invalid_field("events", message!(EVENT_UNREADABLE, said = as_is(why))))?;
        // The same event twice in one batch: what was seen last counts.
        match rows.get(&row.id) {
            Some(known) if (known.count, known.last_seen) >= (row.count, row.last_seen) => {}
            _ => {
                rows.insert(row.id, row);
            }
        }
    }
    if rows.is_empty() {
        return Ok(RecordEventsResponse {});
    }
    let rows: Vec<Row> = rows.into_values().collect();
    let mut tx = app.cx.begin().await?;
    let stored = event::store(tx.conn(), &rows, true).await?;
    hint::changed(&mut tx, &stored);
    tx.commit().await?;
    Ok(RecordEventsResponse {})
}
