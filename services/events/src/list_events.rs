//! ListEvents: newest first; what the caller may see, narrowed by filters.

use access::Caller;
use kit::{Result, page::Page};
use proto::events::{ListEventsRequest, ListEventsResponse};

use crate::{
    App, event,
    looked_for::{self, Filter, Own},
    newest,
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
    // What overseers see most has one plan, whatever is asked: everything, and all of one deployment.
    let deployment = filter.only_deployment();
    let plain = own.is_none() && (filter.is_none() || deployment.is_some());
    let mut db = app.cx.read(!plain).await?;
    if plain {
        let found = match deployment {
            Some(deployment) => newest::of_deployment(&mut db, deployment, page, count.counted()).await?,
            None => newest::of_all(&mut db, page, count.counted()).await?,
        };
        if let (rows, Some(counted)) = found {
            db.done();
            return Ok(shown(caller, count.total(counted, rows.len()), rows));
        }
    }
    // Narrowed, or behind the last page.
    let (ids, counted) = looked_for::find(&mut db, &filter, own.as_ref(), count.walked(), page).await?;
    let rows = event::read_all(&mut db, &ids).await?;
    db.done();
    Ok(shown(caller, count.total(counted, ids.len()), rows))
}

fn shown(caller: &Caller, total: u32, rows: Vec<event::Row>) -> ListEventsResponse {
    ListEventsResponse { events: rows.into_iter().map(|row| row.shown(caller)).collect(), total }
}
