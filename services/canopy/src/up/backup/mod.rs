//! `canopy backup`: all of Canopy's state in one file under a passphrase, while it runs. What that is: the schemas of all
//! services as they were at one moment, every role's keys, and the token of the set-up. What waits in NATS is in the outboxes too.

mod archive;
mod bucket;
mod dump;
mod manifest;
mod passphrase;
mod place;
mod schedule;
mod shelf;
mod state;
mod target;

pub use archive::unpack;
pub use bucket::{Bucket, StoreArgs};
pub use dump::Tools;
pub use manifest::{DUMP, Manifest};
pub use passphrase::PassphraseArgs;
pub use place::Place;
pub use schedule::ScheduleArgs;
pub use state::{Made, record};

use super::{
    installation::InstallationArgs,
    keys::{self, Purpose},
    postgres,
};
use crate::SERVICES;
use age::secrecy::SecretString;
use anyhow::{Context as _, bail};
use archive::Part;
use kit::{Clock as _, clock::SystemClock};
use manifest::Applied;
use sqlx::{Connection as _, Executor as _, PgConnection};
use state::{Failure, Problem};
use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions},
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
};
use target::Target;
use time::OffsetDateTime;
use tokio::signal::unix::{SignalKind, signal};

/// What to write, and of which installation.
#[derive(clap::Args)]
pub struct Options {
    /// File to write, or an existing folder, in which a file with the time in its name is made; s3://bucket/folder is one in a store
    target: Place,
    /// In a folder: of the backups there keep so many, once the new one is whole
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    keep: Option<u16>,
    #[command(flatten)]
    passphrase: PassphraseArgs,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    installation: InstallationArgs,
}

/// Makes one; works whether Canopy runs or not.
pub fn run(options: &Options) -> anyhow::Result<()> {
    // One thread, as `up`: what is started is bound to it.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let made = runtime.block_on(async {
        let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
        tokio::select! {
            made = options.run() => made,
            _ = terminate.recv() => bail!("stopped: there is no backup"),
            _ = interrupt.recv() => bail!("stopped: there is no backup"),
        }
    })?;
    crate::print(&format!("Backup: {} ({} bytes)", made.place, made.bytes))
}

impl Options {
    async fn run(&self) -> anyhow::Result<Made> {
        // asked for before anything is started
        let passphrase = self.passphrase.fresh();
        let work = async |root: &Path, server: &postgres::Server, _| self.told(root, server, passphrase).await;
        self.installation.with_database(work).await
    }

    /// Makes it, and writes down how that went.
    async fn told(
        &self,
        root: &Path,
        server: &postgres::Server,
        passphrase: anyhow::Result<SecretString>,
    ) -> anyhow::Result<Made> {
        server.wait().await?;
        let outcome = self.make(root, server, passphrase).await;
        let recorded = async {
            let mut db = PgConnection::connect_with(&server.administrator()).await?;
            record(&mut db, outcome.as_ref(), SystemClock.now()).await
        };
        if let Err(error) = recorded.await {
            eprintln!("canopy: what became of the backup could not be written down: {error}");
        }
        outcome.map_err(|failure| failure.error)
    }

    async fn make(
        &self,
        root: &Path,
        server: &postgres::Server,
        passphrase: anyhow::Result<SecretString>,
    ) -> Result<Made, Failure> {
        let passphrase = passphrase.map_err(Failure::of(Problem::Passphrase))?;
        let at = SystemClock.now();
        let target = Target::of(&self.target, &self.store, self.keep.is_some(), at, root).await?;
        let lock = keys::lock(root, Purpose::Backup).await?;
        let mut snapshot = Snapshot::of(server).await?;
        let told = self.installation.postgres_bin.as_deref();
        let tools = Tools::find(told, snapshot.postgres).map_err(Failure::of(Problem::Tools))?;
        let dump = scratch(root, "dump")?;
        tools.dump(server.reach(), &snapshot.id, &dump).await?;
        let manifest = Manifest::of(at, snapshot.postgres, std::mem::take(&mut snapshot.schemas));
        snapshot.connection.close().await?;
        let mut parts = vec![Part { name: DUMP.to_owned(), content: dump }];
        parts.extend(key_files(root)?);
        drop(lock);
        let made = target.write(manifest, parts, passphrase).await.map_err(Failure::of(self.target.problem()))?;
        if let Some(keep) = self.keep {
            self.target.prune(usize::from(keep), &self.store).await.map_err(Failure::of(self.target.problem()))?;
        }
        Ok(made)
    }
}

/// One moment of the whole database, as long as the connection lives.
struct Snapshot {
    connection: PgConnection,
    id: String,
    /// Major version of the server.
    postgres: u32,
    schemas: BTreeMap<String, Applied>,
}

impl Snapshot {
    async fn of(server: &postgres::Server) -> anyhow::Result<Self> {
        let mut connection = PgConnection::connect_with(&server.administrator()).await.context("the database")?;
        // The server ends it with the connection.
        connection.execute("begin isolation level repeatable read, read only").await?;
        connection.execute("set local idle_in_transaction_session_timeout = 0").await?;
        let id = sqlx::query_scalar("select pg_export_snapshot()").fetch_one(&mut connection).await?;
        let version: String = sqlx::query_scalar("show server_version_num").fetch_one(&mut connection).await?;
        let postgres = version.parse::<u32>().context("the version of PostgreSQL")? / 10_000;
        let mut schemas = BTreeMap::new();
        for service in SERVICES.iter().filter(|service| service.migrator.is_some()) {
            let common = applied(&mut connection, service.name, "_kit_migrations").await?;
            let own = applied(&mut connection, service.name, "_migrations").await?;
            schemas.insert(service.name.to_owned(), Applied { common, own });
        }
        Ok(Self { connection, id, postgres, schemas })
    }
}

/// `schema` and `table` are words of our own.
async fn applied(db: &mut PgConnection, schema: &str, table: &str) -> anyhow::Result<Vec<i64>> {
    let sql = format!("select version from {schema}.{table} where success order by version");
    let versions = sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_all(db).await;
    versions.with_context(|| format!("the service {schema} has no tables yet: start Canopy once before a backup"))
}

/// A file without a name, beside the database that it is a copy of: nobody else reads it, and it goes with this process.
fn scratch(root: &Path, what: &str) -> anyhow::Result<File> {
    let path = root.join("run").join(format!("backup-{}.{what}", std::process::id()));
    let _ = fs::remove_file(&path);
    let what = || format!("{} cannot be written", path.display());
    let file = OpenOptions::new().create_new(true).read(true).write(true).mode(0o600).open(&path).with_context(what)?;
    fs::remove_file(&path).with_context(what)?;
    Ok(file)
}

/// The keys of all roles, and the token of the set-up. The password of the private database is not among them: a restored one
/// has one of its own.
fn key_files(root: &Path) -> anyhow::Result<Vec<Part>> {
    let mut found = Vec::new();
    let folder = root.join("keys");
    for role in names(&folder)? {
        for file in names(&folder.join(&role))?.into_iter().filter(|file| !file.ends_with(".draft")) {
            found.push(part(root, format!("keys/{role}/{file}"))?);
        }
    }
    if root.join("secrets/setup-token").exists() {
        found.push(part(root, "secrets/setup-token".to_owned())?);
    }
    Ok(found)
}

fn part(root: &Path, name: String) -> anyhow::Result<Part> {
    let path = root.join(&name);
    let content = File::open(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    Ok(Part { name, content })
}

fn names(folder: &Path) -> anyhow::Result<Vec<String>> {
    let what = || format!("{} cannot be read", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(what)? {
        let name = entry.with_context(what)?.file_name();
        names.push(
            name.into_string().map_err(|name| anyhow::anyhow!("{name:?} in {} is none of ours", folder.display()))?,
        );
    }
    names.sort();
    Ok(names)
}

/// Says a moment as people write it.
pub fn said(at: OffsetDateTime) -> String {
    at.format(&time::format_description::well_known::Rfc3339).unwrap_or_default()
}
