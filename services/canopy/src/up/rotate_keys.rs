//! `canopy admin rotate-keys`: new keys for every role, that sign and that seal, while Canopy runs.

use super::{
    installation::InstallationArgs,
    keys::{self, Purpose},
    postgres::Server,
    tell::tell,
};
use crate::{SERVICES, keys::KeyFolders};
use anyhow::{Context as _, bail};
use kit::{Clock as _, clock::SystemClock, ids::SystemIds, message, reseal};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};
use std::{collections::BTreeMap, path::Path, time::Duration};
use tokio::time::Instant;

/// How to rotate.
#[derive(clap::Args)]
pub struct RotateKeys {
    /// A key was stolen: refuse at once what older ones have signed, and end all sessions
    #[arg(long)]
    revoke: bool,
    /// Make no new keys; remove older ones whose time is over and with which nothing is sealed any more
    #[arg(long, conflicts_with = "revoke")]
    finish: bool,
    #[command(flatten)]
    installation: InstallationArgs,
}

/// How often the roles are looked at while they seal anew.
const LOOK: Duration = Duration::from_millis(500);
/// So long nothing may be sealed anew before whoever waits is told.
const PATIENCE: Duration = Duration::from_secs(120);

impl RotateKeys {
    /// Does it.
    pub async fn run(&self) -> anyhow::Result<()> {
        let work = async |root: &Path, server: &Server, is_running| self.on(root, server, is_running).await;
        self.installation.with_database(work).await
    }

    async fn on(&self, root: &Path, server: &Server, is_running: bool) -> anyhow::Result<()> {
        server.wait().await?;
        let mut db = PgConnection::connect_with(&server.administrator()).await.context("the database")?;
        let lock = keys::lock(root, Purpose::Change).await?;
        let mut folders = keys::read(root)?;
        let needed = left(&folders, &mut db).await?;
        if self.finish {
            return finish(root, &mut folders, &needed);
        }
        let before = folders.clone();
        folders.announce(&SystemIds)?;
        keys::write(root, &before, &folders)?;
        let announced = folders.clone();
        folders.adopt(SystemClock.now(), self.revoke);
        keys::write(root, &announced, &folders)?;
        drop(lock);
        crate::print("Every role has new keys.")?;
        self.record(&mut db).await?;
        if !is_running {
            return crate::print(
                "Canopy does not run: what is sealed with older keys is sealed anew when it is started.",
            );
        }
        sealed_anew(root, &mut db).await?;
        let until = folders.kept_until().map(super::backup::said).unwrap_or_default();
        crate::print(&match self.revoke {
            true => "`canopy admin rotate-keys --finish` removes the older ones that sealed.".to_owned(),
            false => {
                format!("Older keys are kept until {until}; then `canopy admin rotate-keys --finish` removes them.")
            }
        })
    }
}

impl RotateKeys {
    /// Ends the sessions whose tokens are refused, and tells the history.
    async fn record(&self, db: &mut PgConnection) -> anyhow::Result<()> {
        let mut tx = db.begin().await?;
        if self.revoke {
            let ended = tx.execute("update auth.session set ended_at = now() where ended_at is null").await;
            let ended = ended.context("the sessions could not be ended")?.rows_affected();
            tell(&mut tx, &message!(KeysRevoked, sessions = ended)).await?;
            tx.commit().await?;
            return crate::print(&format!("What older keys have signed is refused. Sessions ended: {ended}"));
        }
        tell(&mut tx, &message!(KeysRotated)).await?;
        Ok(tx.commit().await?)
    }
}

/// Waits until the roles have sealed everything with their new keys.
async fn sealed_anew(root: &Path, db: &mut PgConnection) -> anyhow::Result<()> {
    let (mut last, mut changed) = (u64::MAX, Instant::now());
    loop {
        // another rotation may have begun
        let left = left(&keys::read(root)?, db).await?;
        let count: u64 = left.values().sum();
        if count == 0 {
            return crate::print("Everything is sealed with the new keys.");
        }
        if count != last {
            if last != u64::MAX {
                eprintln!("canopy: {count} values still to be sealed anew");
            }
            (last, changed) = (count, Instant::now());
        }
        if changed.elapsed() > PATIENCE {
            let left: Vec<String> =
                left.iter().filter(|(_, n)| **n > 0).map(|(role, n)| format!("{n} of {role}")).collect();
            bail!(
                "these values are still sealed with older keys: {}. The roles seal them anew when they run; their logs tell what is in \
                 the way",
                left.join(", ")
            );
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// How many values of each role another key than its current one has sealed.
async fn left(folders: &KeyFolders, db: &mut PgConnection) -> anyhow::Result<BTreeMap<&'static str, u64>> {
    let mut left = BTreeMap::new();
    for service in SERVICES.iter().filter(|service| service.migrator.is_some()) {
        let (schema, key) = (service.name, keys::current(folders, service.name)?);
        let mut count = 0;
        for column in service.sealed.iter().chain([&reseal::CANARY]) {
            let found: i64 = sqlx::query_scalar(AssertSqlSafe(column.count(schema)))
                .bind(&key[..])
                .fetch_one(&mut *db)
                .await
                .with_context(|| format!("the tables of {schema}: start Canopy once before a rotation"))?;
            count += u64::try_from(found).unwrap_or_default();
        }
        left.insert(schema, count);
    }
    Ok(left)
}

/// `needed`: see [`left`].
fn finish(root: &Path, folders: &mut KeyFolders, needed: &BTreeMap<&str, u64>) -> anyhow::Result<()> {
    let before = folders.clone();
    let removed = folders.forget(SystemClock.now(), |role| needed.get(role).is_none_or(|count| *count == 0));
    keys::write(root, &before, folders)?;
    let kept =
        folders.kept_until().map(|until| format!(" Others are kept until {} at least.", super::backup::said(until)));
    crate::print(&format!("Older key files removed: {removed}.{}", kept.unwrap_or_default()))
}
