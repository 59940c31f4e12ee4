//! ListEvents: newest first; what the caller may see, narrowed by filters.

use access::Caller;
use kit::{Result, page::Page};
use proto::events::{ListEventsRequest, ListEventsResponse};

use crate::{
    App, event,
    looked_for::{self, Filter, Own},
};

/// One page of events.
///
/// # Errors
/// `Forbidden` for the admin's list; those of the database.
pub async fn list_events(app: &App, caller: &Caller, request: ListEventsRequest) -> Result<ListEventsResponse> {
    let own = Own::of(caller)?;
    if request.admin {
        caller.admin()?;
    }
    let page = Page::of(request.page, request.limit, 20);
    let Some(filter) = Filter::of(&request) else { return Ok(ListEventsResponse::default()) };
    let count = app.long.count(&(&filter, &own), page);
    let narrowed = own.is_some() || !filter.is_none();
    let mut db = app.cx.read(narrowed).await?;
    if !narrowed && let (rows, Some(counted)) = event::read_newest(&mut db, page, count.counted()).await? {
        return Ok(shown(caller, count.total(counted, rows.len()), rows));
    }
    // Narrowed, or behind the last page.
    let (ids, counted) = looked_for::find(&mut db, &filter, own.as_ref(), count.walked(), page).await?;
    let rows = event::read_all(&mut db, &ids).await?;
    Ok(shown(caller, count.total(counted, ids.len()), rows))
}

fn shown(caller: &Caller, total: u32, rows: Vec<event::Row>) -> ListEventsResponse {
    ListEventsResponse { events: rows.into_iter().map(|row| row.shown(caller)).collect(), total }
}
