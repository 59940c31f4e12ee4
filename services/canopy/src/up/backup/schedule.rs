//! Backups that `canopy up` makes by itself: each by a program of its own, `canopy backup`, so that the memory which the
//! passphrase takes is given back. When one is due is read from the names in the folder.

use super::{Place, StoreArgs, state};
use crate::up::{Options, environment, folder::Folder, myself, postgres, supervisor};
use kit::{Clock as _, clock::SystemClock, config::duration};
use sqlx::{Connection as _, PgConnection};
use std::{convert::Infallible, path::PathBuf, process::Stdio, time::Duration};
use time::OffsetDateTime;
use tokio::process::Command;

/// A failed one is tried again after so long, or when the next is due.
const AGAIN: Duration = Duration::from_secs(600);
/// How often is looked whether one is due: the machine may have slept meanwhile.
const LOOK: Duration = Duration::from_secs(60);

/// When, where to, and how many.
#[derive(Clone, clap::Args)]
pub struct ScheduleArgs {
    /// Folder, or s3://bucket/folder of a store, in which backups of Canopy itself are made by schedule; without it none are
    #[arg(long, env = "CANOPY_BACKUP_FOLDER")]
    backup_folder: Option<Place>,
    /// How often a backup is made there: an hour at least
    #[arg(long, env = "CANOPY_BACKUP_EVERY", default_value = "1d", value_parser = every)]
    backup_every: Duration,
    /// How many of these backups are kept; an old one goes when a new one is whole
    #[arg(long, env = "CANOPY_BACKUP_KEEP", default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..))]
    backup_keep: u16,
    /// File whose first line is the passphrase of these backups
    #[arg(long, env = "CANOPY_BACKUP_PASSPHRASE_FILE")]
    backup_passphrase_file: Option<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
}

fn every(text: &str) -> Result<Duration, String> {
    let every = duration(text)?;
    let allowed = Duration::from_secs(3_600)..=Duration::from_secs(366 * 86_400);
    if allowed.contains(&every) { Ok(every) } else { Err("from 1h to 366d is expected".to_owned()) }
}

impl ScheduleArgs {
    /// Makes them for ever; does nothing without a folder. A failure is told, and tried again.
    pub async fn run(&self, data: &Folder, server: &postgres::Server, up: &Options) -> Infallible {
        let scheduled = self.backup_folder.as_ref().map(|_| self.backup_every);
        let noted = async {
            let mut db = PgConnection::connect_with(&server.administrator()).await?;
            state::schedule(&mut db, scheduled).await
        };
        if let Err(error) = noted.await {
            eprintln!("canopy: the schedule of backups could not be written down: {error}");
        }
        let Some(folder) = &self.backup_folder else { return std::future::pending().await };
        // when the next one is due by what is known; a store is not asked each minute
        let mut due: Option<OffsetDateTime> = None;
        loop {
            let now = SystemClock.now();
            if let Some(wait) = due.and_then(|due| Duration::try_from(due - now).ok()).filter(|wait| !wait.is_zero()) {
                tokio::time::sleep(wait.min(LOOK)).await;
                continue;
            }
            let newest = folder.newest(&self.store).await.ok().flatten().map(|(at, _)| at + self.backup_every);
            if newest.is_some_and(|next| next > now) {
                due = newest;
                continue;
            }
            due = Some(match self.make(folder, data, up).await {
                Ok(()) => now + self.backup_every,
                Err(error) => {
                    eprintln!("canopy: the scheduled backup failed: {error:#}");
                    SystemClock.now() + AGAIN.min(self.backup_every)
                }
            });
        }
    }

    /// One, by a program that ends with this one.
    async fn make(&self, folder: &Place, data: &Folder, up: &Options) -> anyhow::Result<()> {
        let path = data.logs().join("backup.log");
        let log = supervisor::open_log(&path)?;
        let mut command = Command::new(myself()?);
        command.args(["child", "--parent", &std::process::id().to_string(), "--signal", "TERM", "--"]);
        command.arg(myself()?).arg("backup").arg(folder.to_string()).args(["--keep", &self.backup_keep.to_string()]);
        command.arg("--data").arg(data.root());
        let passed = |name: &str| {
            matches!(
                name,
                "PATH"
                    | "HOME"
                    | "TZ"
                    | "TMPDIR"
                    | "CANOPY_RUN_ID"
                    | "CANOPY_BACKUP_PASSPHRASE"
                    | "CANOPY_BACKUP_S3_SECRET"
            )
        };
        command.env_clear().envs(environment::all().filter(|(name, _)| passed(name))).envs(self.store.variables());
        if let Some(file) = &self.backup_passphrase_file {
            command.env("CANOPY_BACKUP_PASSPHRASE_FILE", file);
        }
        if let Some(bin) = &up.postgres_bin {
            command.env("CANOPY_POSTGRES_BIN", bin);
        }
        if let Some(url) = &up.database_url {
            command.env("CANOPY_DATABASE_URL", url);
        }
        // Ctrl-C is for `up`, whose end ends this one
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).process_group(0);
        let status = command.spawn()?.wait().await?;
        if status.success() {
            return Ok(());
        }
        anyhow::bail!("{}", supervisor::last_error(&path).trim_start_matches("canopy: "))
    }
}
