//! A fact for people arrived: one line of history, in the transaction that the chassis acknowledges after.

use futures::future::BoxFuture;
use kit::{
    Context, Tx,
    consume::{Delivery, Undecodable},
};
use prost::Message as _;
use proto::events::EventRecorded;

use crate::{
    event::{self, Row},
    hint,
};

/// Keeps the event; one that is known already stays as it is.
pub fn on_event_recorded<'a>(cx: &'a Context, tx: &'a mut Tx, delivery: Delivery) -> BoxFuture<'a, anyhow::Result<()>> {
    Box::pin(async move {
        let mut record =
            EventRecorded::decode(delivery.payload.as_ref()).map_err(|error| Undecodable(error.to_string()))?;
        if record.request_id.is_empty() {
            // A sender of an older version says it beside the fact.
            record.request_id.clone_from(&delivery.origin.request_id);
        }
        let row = Row::of(&delivery.sender, record, cx.clock.now()).map_err(Undecodable)?;
        let stored = event::store(tx.conn(), &[row], false).await?;
        hint::changed(tx, &stored);
        Ok(())
    })
}
