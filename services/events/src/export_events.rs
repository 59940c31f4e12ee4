//! ExportEvents: what a list finds, one portion after the other, to be kept as a file. That it was taken is history itself.

use access::Caller;
use futures::{Stream, stream};
use history::{Kind, Line};
use kit::{Result, message, page::Page};
use proto::events::{ExportEventsRequest, ExportEventsResponse};
use tonic::Status;

use crate::{
    App, event,
    looked_for::{self, Filter, Own},
};

/// Events in one export at most. Fixed: the REST API's documentation and the console say so.
const MOST: usize = 50_000;
/// Events of one portion. Fixed: with the longest texts it is still a message.
const PORTION: u32 = 200;

/// The newest events that the filters leave and the caller may see, at most [`MOST`].
///
/// # Errors
/// `Forbidden` for the admin's list; those of the database.
pub async fn export_events(
    app: &App,
    caller: &Caller,
    request: ExportEventsRequest,
) -> Result<impl Stream<Item = Result<ExportEventsResponse, Status>> + use<>> {
    let own = Own::of(caller)?;
    let asked = request.filter.unwrap_or_default();
    if asked.admin {
        caller.admin()?;
    }
    let mut tx = app.cx.begin().await?;
    let form = if request.form == "CSV" { "CSV" } else { "JSON" };
    let line = Line::new(Kind::Normal, "User", &message!(EventsExported, form = form));
    line.write(&app.cx, &mut tx, caller.origin()).await?;
    tx.commit().await?;
    let left =
        Filter::of(&asked).map(|filter| Left { app: app.clone(), caller: caller.clone(), filter, own, left: MOST });
    Ok(stream::unfold(left, |left| async {
        let mut left = left?;
        match left.next().await {
            Ok(None) => None,
            Ok(Some(portion)) => Some((Ok(portion), Some(left))),
            Err(error) => Some((Err(error.into()), None)),
        }
    }))
}

/// What has not been sent yet.
struct Left {
    app: App,
    caller: Caller,
    filter: Filter,
    own: Option<Own>,
    left: usize,
}

impl Left {
    async fn next(&mut self) -> Result<Option<ExportEventsResponse>> {
        if self.left == 0 || self.app.cx.stop.is_cancelled() {
            return Ok(None);
        }
        let page = Page::of(1, PORTION, PORTION);
        let mut db = self.app.cx.read(true).await?;
        let (ids, _) = looked_for::find(&mut db, &self.filter, self.own.as_ref(), page.end(), page).await?;
        let mut rows = event::read_all(&mut db, &ids).await?;
        rows.truncate(self.left);
        let Some(last) = rows.last() else { return Ok(None) };
        self.filter.after = Some((last.created_at, last.id));
        self.left -= rows.len();
        Ok(Some(ExportEventsResponse { events: rows.into_iter().map(|row| row.shown(&self.caller)).collect() }))
    }
}
