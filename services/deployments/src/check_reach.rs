//! Visits a site because somebody asks.

use crate::{App, deployment, reach::sample, read};
use access::Caller;
use kit::{Error, Result, message};
use proto::deployments::{CheckReachRequest, CheckReachResponse};
use std::time::Duration;
use uuid::Uuid;

/// How long is waited for a visit that is under way already, and how often is looked. Fixed: whoever asks waits fifteen seconds.
const PATIENCE: Duration = Duration::from_secs(12);
const LOOK: Duration = Duration::from_millis(250);

/// Visits its domain now, or waits for the visit that is under way; one that ended a moment ago is enough.
///
/// # Errors
/// 404 for foreign deployments, 403 for who only oversees the team; 409 `REACH_NOT_RUNNING` for a site that does not run.
pub async fn check_reach(app: &App, caller: &Caller, request: CheckReachRequest) -> Result<CheckReachResponse> {
    let (_, row) = deployment::changeable(app, caller, &request.id).await?;
    if row.status != "running" {
        return Err(Error::conflict(message!(REACH_NOT_RUNNING)));
    }
    if sample::claim_one(app, row.id).await? {
        sample::one(app, row.id).await?;
    } else {
        under_way(app, row.id).await?;
    }
    let mut connection = app.cx.db.acquire().await?;
    let row = read::load_one(&mut connection, row.id).await?.ok_or_else(|| Error::not_found(deployment::WHAT))?;
    Ok(CheckReachResponse { deployment: Some(row.shown(false)) })
}

/// Waits for somebody else's visit; when that takes too long, what is known is the answer.
async fn under_way(app: &App, deployment: Uuid) -> Result<()> {
    let until = tokio::time::Instant::now() + PATIENCE;
    while !sample::is_over(app, deployment).await? && tokio::time::Instant::now() < until {
        tokio::time::sleep(LOOK).await;
    }
    Ok(())
}
