//! DeleteRule: nothing is sent by it any more, and what was sent is forgotten.

use access::Caller;
use kit::Result;
use proto::events::{DeleteRuleRequest, DeleteRuleResponse};

use crate::{
    App,
    rule::{self, Change},
};

/// Deletes it with its deliveries.
///
/// # Errors
/// Those of [`rule::lock`].
pub async fn delete_rule(app: &App, caller: &Caller, request: DeleteRuleRequest) -> Result<DeleteRuleResponse> {
    let mut tx = app.cx.begin().await?;
    let rule = rule::lock(tx.conn(), caller, &request.id).await?;
    sqlx::query!("delete from events.rule where id = $1", rule.id).execute(tx.conn()).await?;
    rule::record(app, &mut tx, caller, &rule, Change::Deleted).await?;
    tx.commit().await?;
    Ok(DeleteRuleResponse {})
}
