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
    let mut db = app.cx.read(own.is_some() || !filter.is_none()).await?;
    let (ids, counted) = looked_for::find(&mut db, &filter, own.as_ref(), count.walked(), page).await?;
    let rows = event::read_all(&mut db, &ids).await?;
    let events = rows.into_iter().map(Into::into).collect();
    Ok(ListEventsResponse { events, total: count.total(counted, ids.len()) })
}
