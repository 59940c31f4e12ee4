//! Now and then: opens teams again whose deletion was broken off by a crash.

use crate::App;
use kit::Result;
use time::Duration;

/// How often is looked. Fixed: a closed team is a rare nuisance, not a danger.
const EVERY: std::time::Duration = std::time::Duration::from_secs(30);
/// A deletion takes less: its call has a deadline of seconds. Fixed: far more than that.
const ABANDONED: Duration = Duration::minutes(2);

/// Runs until the role stops. A round that fails is made up for by the next one.
///
/// # Errors
/// None: what fails is logged and tried again.
pub async fn run(app: App) -> anyhow::Result<()> {
    let rounds = kit::Rounds::of(&app.cx);
    loop {
        if let Err(error) = round(&app).await {
            tracing::warn!(?error, "teams whose deletion was broken off were not opened");
        }
        tokio::select! {
            () = app.cx.stop.cancelled() => return Ok(()),
            () = tokio::time::sleep(rounds.next(EVERY)) => {}
        }
    }
}

/// One round.
///
/// # Errors
/// Those of the database.
pub async fn round(app: &App) -> Result<()> {
    sqlx::query!("update teams.team set closing_at = null where closing_at <= $1", app.cx.clock.now() - ABANDONED)
        .execute(&app.cx.db)
        .await?;
    Ok(())
}
