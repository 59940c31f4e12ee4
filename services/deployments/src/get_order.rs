//! GetOrder: what tasks asks when somebody asks it for a task that it does not know yet.

use crate::{App, read, task};
use access::Caller;
use kit::Result;
use proto::deployments::{GetOrderRequest, GetOrderResponse};

/// The order of a task at work, as the outbox brings it; nothing when no deployment has it, or when it may still be withdrawn.
///
/// # Errors
/// 403 for everyone but services; when the database does not answer.
pub async fn get_order(app: &App, caller: &Caller, request: GetOrderRequest) -> Result<GetOrderResponse> {
    caller.peer()?;
    let Ok(task) = kit::ids::parse(&request.task_id) else { return Ok(GetOrderResponse::default()) };
    let mut db = app.cx.db.acquire().await?;
    let id = sqlx::query_scalar!(
        "select id from deployments.deployment where current_task = $1 and admitted and gone_at is null",
        task
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(id) = id else { return Ok(GetOrderResponse::default()) };
    // It may have ended in between.
    let row = read::load_one(&mut db, id).await?.filter(|row| row.current_task == Some(task));
    let Some(row) = row else { return Ok(GetOrderResponse::default()) };
    let origin = serde_json::to_string(&row.task_origin).map_err(kit::Error::internal)?;
    Ok(GetOrderResponse { order: Some(task::order(&mut db, &row).await?), origin })
}
