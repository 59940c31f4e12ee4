//! SendTest: whether it arrives.

use access::Caller;
use kit::{Error, Result};
use proto::events::{NotificationChannel, SendTestRequest, SendTestResponse};

use crate::{
    App,
    delivery::{self, Fresh},
    rule,
};

/// Queues a test, which goes the way of everything else. A letter goes to whoever asks.
///
/// # Errors
/// Those of [`rule::lock`]; `RateLimited`.
pub async fn send_test(app: &App, caller: &Caller, request: SendTestRequest) -> Result<SendTestResponse> {
    let me = caller.user()?.id;
    let now = app.cx.clock.now();
    let mut tx = app.cx.begin().await?;
    let rule = rule::lock(tx.conn(), caller, &request.id).await?;
    app.by_hand.take(me).map_err(|retry_after| Error::RateLimited { retry_after })?;
    let receiver_id = (rule.channel() == NotificationChannel::Mail).then_some(me);
    let fresh = Fresh { id: app.cx.ids.uuid(), rule_id: rule.id, event_id: None, receiver_id };
    let id = fresh.id;
    delivery::queue(tx.conn(), &[fresh], now).await?;
    rule::release(tx.conn(), rule.id, now).await?;
    let delivery = delivery::read_all(tx.conn(), &[id]).await?.pop();
    tx.commit().await?;
    Ok(SendTestResponse { delivery })
}
