//! Charts that revisions were made of, each kept once.

use crate::chart::Packed;
use kit::{Context, Result, Tx};
use sqlx::PgConnection;
use uuid::Uuid;

/// Keeps a chart; one that is there already is not sent again.
///
/// # Errors
/// Those of the database.
pub async fn keep(cx: &Context, tx: &mut Tx, chart: &Packed) -> Result<()> {
    let is_there =
        sqlx::query_scalar!(r#"select exists (select from deployments.chart where hash = $1) as "there!""#, chart.hash)
            .fetch_one(tx.conn())
            .await?;
    if !is_there {
        sqlx::query!(
            "insert into deployments.chart (hash, archive, kept_at) values ($1, $2, $3) on conflict do nothing",
            chart.hash,
            chart.archive,
            cx.clock.now()
        )
        .execute(tx.conn())
        .await?;
    }
    Ok(())
}

/// The archive that a revision was made of; `None` for one of a time when charts were not kept.
///
/// # Errors
/// Those of the database.
pub async fn of_revision(db: &mut PgConnection, deployment: Uuid, number: i32) -> Result<Option<Vec<u8>>> {
    let archive = sqlx::query_scalar!(
        "select c.archive from deployments.revision r join deployments.chart c on c.hash = r.chart_hash
         where r.deployment_id = $1 and r.number = $2",
        deployment,
        number
    )
    .fetch_optional(db)
    .await?;
    Ok(archive)
}
