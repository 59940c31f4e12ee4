//! GetEvent: one event, for whoever has it in their list.

use access::Caller;
use kit::{Error, Result};
use proto::events::{GetEventRequest, GetEventResponse};

use crate::{
    App,
    event::{self, Row},
};

/// What it is called when there is none.
const WHAT: &str = "Event";

/// The event.
///
/// # Errors
/// `NotFound`, also for one that the caller may not see.
pub async fn get_event(app: &App, caller: &Caller, request: GetEventRequest) -> Result<GetEventResponse> {
    let id = kit::ids::parse_as(&request.id, WHAT)?;
    let mut db = app.cx.db.acquire().await?;
    let row = event::read_all(&mut db, &[id]).await?.pop().ok_or_else(|| Error::not_found(WHAT))?;
    may_see(caller, &row)?;
    Ok(GetEventResponse { event: Some(row.shown(caller)) })
}

/// Overseers see everything; others what is of their teams and of their own account, and not what is for overseers.
fn may_see(caller: &Caller, row: &Row) -> Result<()> {
    if caller.overseer().is_ok() {
        return Ok(());
    }
    match row.team_id {
        _ if row.admin_only => Err(Error::not_found(WHAT)),
        Some(team) => caller.read(team, WHAT).map(|_| ()),
        None if row.actor_id == Some(caller.user()?.id) => Ok(()),
        None => Err(Error::not_found(WHAT)),
    }
}
