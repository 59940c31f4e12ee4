//! What a restored state needs to go on from. It was taken in the middle of work, some time ago, and clusters, NATS and
//! people have seen later ones since.

use crate::{
    SERVICES,
    up::{
        backup::{Made, Manifest, record, said},
        tell::{search, tell},
    },
};
use anyhow::Context as _;
use kit::{Clock as _, clock::SystemClock, message};
use sqlx::{Connection as _, Executor as _, PgConnection};

/// Ends the sessions; lets everything that was under way be taken up at once; raises the fence above every number that was
/// ever drawn.
const BEGIN: [&str; 8] = [
    "update auth.session set ended_at = now() where ended_at is null",
    // half of a sign-in, and links that were perhaps used since: each opens an account without its password
    "delete from auth.challenge",
    "delete from auth.reset",
    // No worker of then is there any more.
    "update tasks.task set lease_owner = null, lease_until = null where lease_owner is not null",
    "update tasks.task set run_after = least(run_after, now()) where status in ('pending', 'running')",
    // What was drawn since the backup is not known here, and an object in a cluster bears it. Microseconds of now: nobody has
    // drawn a number for each since, and the next restore, of the same backup too, begins higher again.
    "select setval('tasks.fence', greatest((extract(epoch from clock_timestamp()) * 1000000)::bigint,
         (select last_value from tasks.fence) + 1000000))",
    // It is read with the other settings of the system; when another `up` makes backups, it says so.
    "update auth.backup set every_seconds = null",
    // the time between the backup and now counts for nothing that is bounded in time
    "update tasks.task set started_at = started_at + make_interval(secs => pause.seconds)
     from (select greatest(0, extract(epoch from now() - current_setting('canopy.backup_at')::timestamptz)) as seconds) as pause
     where status in ('pending', 'running') and started_at is not null",
];

/// For each service's schema: what waited to be sent is sent; every fact is told again, because the stream that had it may be
/// another one, or may have let it go since.
const EACH: [&str; 3] = [
    "update outbox set claimed_until = null, next_at = now() where sent_at is null",
    "update outbox set sent_at = null, claimed_until = null where kind = 'fact' and sent_at is not null",
    "delete from relay_state",
];

/// All of it in one transaction, with a line of history. `place` and `bytes` are of the backup.
///
/// # Errors
/// Those of the database.
pub async fn begin(db: &mut PgConnection, manifest: &Manifest, place: String, bytes: u64) -> anyhow::Result<()> {
    let mut tx = db.begin().await?;
    let at = said(manifest.created_at);
    sqlx::query("select set_config('canopy.backup_at', $1, true)").bind(&at).execute(&mut *tx).await?;
    for statement in BEGIN {
        tx.execute(statement).await.context("the restored state cannot be begun with")?;
    }
    for service in SERVICES.iter().filter(|service| service.migrator.is_some()) {
        search(&mut tx, service.name).await?;
        for statement in EACH {
            tx.execute(statement).await.with_context(|| format!("the outbox of {}", service.name))?;
        }
    }
    tell(&mut tx, &message!(BackupRestored, at = &at, version = &manifest.canopy)).await?;
    let made = Made { at: manifest.created_at, bytes, place };
    record(&mut tx, Ok(&made), SystemClock.now()).await?;
    tx.commit().await?;
    Ok(())
}

/// Takes a database of somebody else's back to what it was: without the schemas that this restore has made.
pub async fn undo(db: &mut PgConnection) {
    for service in SERVICES.iter().filter(|service| service.migrator.is_some()) {
        let sql = format!("drop schema if exists {} cascade", service.name);
        if let Err(error) = sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut *db).await {
            eprintln!("canopy: the schema {} remains: {error}", service.name);
        }
    }
}
