//! ListDeliveries: what was sent by a rule, with what was answered.

use access::Caller;
use kit::{Result, page::Page};
use proto::events::{ListDeliveriesRequest, ListDeliveriesResponse};

use crate::{App, delivery, rule};

/// Newest first.
///
/// # Errors
/// Those of [`rule::lock`].
pub async fn list_deliveries(
    app: &App,
    caller: &Caller,
    request: ListDeliveriesRequest,
) -> Result<ListDeliveriesResponse> {
    let mut tx = app.cx.begin().await?;
    let rule = rule::lock(tx.conn(), caller, &request.rule_id).await?;
    let page = Page::of(request.page, request.limit, 20);
    let (deliveries, total) = delivery::page(tx.conn(), rule.id, page).await?;
    tx.rollback().await?;
    Ok(ListDeliveriesResponse { deliveries, total })
}
