//! Lines of the history about what is done to an installation at the command line, with its database at hand.

use history::{Kind, Line};
use kit::{Message, Origin, clock::SystemClock, ids::SystemIds, outbox};
use sqlx::PgConnection;

/// Puts a line that administrators see into the outbox of auth, which sends it when it runs. `tx`: a connection with a transaction
/// open.
///
/// # Errors
/// Those of the database.
pub async fn tell(tx: &mut PgConnection, message: &Message) -> anyhow::Result<()> {
    search(tx, "auth").await?;
    let origin = Origin::of_role(&SystemIds);
    let line = Line::new(Kind::Warning, "System", message).host("auth").admin_only();
    let (event, recorded) = line.event(&SystemIds, &SystemClock, &origin);
    outbox::fact_on(tx, event, &origin, &recorded).await?;
    Ok(())
}

/// Until the end of the transaction tables are those of this schema, which is a word of our own.
///
/// # Errors
/// Those of the database.
pub async fn search(tx: &mut PgConnection, schema: &str) -> anyhow::Result<()> {
    sqlx::query("select set_config('search_path', $1, true)").bind(schema).execute(tx).await?;
    Ok(())
}
