//! Asks deployments for the order of a task that is not known yet: an answer that names a task may be quicker than its order.

use kit::{Origin, Result};
use proto::deployments::GetOrderRequest;
use std::time::Duration;
use uuid::Uuid;

use crate::{App, submit};

/// How long somebody who asks for a task that is not known waits for deployments. Fixed: it answers from one index.
const WAIT: Duration = Duration::from_secs(2);

/// Puts a task into the queue that deployments has ordered; false when it has not, or does not answer.
///
/// # Errors
/// When the order cannot be kept.
pub async fn fetch_order(app: &App, asked: &Origin, id: Uuid) -> Result<bool> {
    let message = GetOrderRequest { task_id: id.to_string() };
    let request = app.cx.request_within("deployments", asked, message, WAIT)?;
    let answer = match app.deployments.clone().get_order(request).await {
        Ok(answer) => answer.into_inner(),
        Err(error) => {
            tracing::debug!(%error, "whether the task was ordered is not known");
            return Ok(false);
        }
    };
    let Some(order) = answer.order else { return Ok(false) };
    let origin = serde_json::from_str(&answer.origin).map_err(kit::Error::internal)?;
    submit::accept(app, origin, &order).await?;
    Ok(true)
}
