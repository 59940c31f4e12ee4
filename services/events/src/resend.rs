//! Resend: a delivery begins anew.

use access::Caller;
use kit::{Error, Result, message};
use proto::events::{ResendRequest, ResendResponse};

use crate::{
    App,
    delivery::{self, PATIENCE, WHAT},
    rule,
};

/// Queues it again, at once and for another day, also by a rule that is off. Whether its receiver may see the event is looked at
/// when it is sent.
///
/// # Errors
/// Those of [`rule::lock`]; `NotFound`; `Conflict` with reason `DELIVERY_WAITS` or `EVENT_GONE`; `RateLimited`.
pub async fn resend(app: &App, caller: &Caller, request: ResendRequest) -> Result<ResendResponse> {
    let id = kit::ids::parse_as(&request.delivery_id, WHAT)?;
    let now = app.cx.clock.now();
    let mut tx = app.cx.begin().await?;
    let rule = rule::lock(tx.conn(), caller, &request.rule_id).await?;
    let row = sqlx::query!(
        r#"select state, event_id is null or exists (select 1 from events.event e where e.id = event_id) as "is_kept!"
         from events.delivery where id = $1 and rule_id = $2 for update"#,
        id,
        rule.id
    )
    .fetch_optional(tx.conn())
    .await?
    .ok_or_else(|| Error::not_found(WHAT))?;
    if row.state == "waiting" {
        return Err(Error::conflict(message!(DELIVERY_WAITS)));
    }
    if !row.is_kept {
        return Err(Error::conflict(message!(EVENT_GONE)));
    }
    app.by_hand.take(caller.user()?.id).map_err(|retry_after| Error::RateLimited { retry_after })?;
    sqlx::query!(
        "update events.delivery set state = 'waiting', rule_off = false, tries = 0, next_at = $2, expires_at = $3 where id = $1",
        id,
        now,
        now + PATIENCE
    )
    .execute(tx.conn())
    .await?;
    rule::release(tx.conn(), rule.id, now).await?;
    let delivery = delivery::read_all(tx.conn(), &[id]).await?.pop();
    tx.commit().await?;
    Ok(ResendResponse { delivery })
}
