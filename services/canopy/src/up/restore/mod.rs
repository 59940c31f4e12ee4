//! `canopy restore`: what `canopy backup` has written becomes an installation again, in a folder where nothing is.

mod anew;
mod draft;

use super::{
    backup::{Bucket, DUMP, Manifest, PassphraseArgs, Place, StoreArgs, Tools, said, unpack},
    folder::{self, Folder},
    installation::InstallationArgs,
    ports::Ports,
    supervisor::Supervisor,
};
use crate::SERVICES;
use age::secrecy::SecretString;
use anyhow::{Context as _, bail};
use draft::Draft;
use sqlx::PgConnection;
use std::{
    fs::{self, OpenOptions},
    os::unix::fs::OpenOptionsExt as _,
    path::PathBuf,
};
use tokio::signal::unix::{SignalKind, signal};

/// What to restore, and where.
#[derive(clap::Args)]
pub struct Options {
    /// The backup; s3://bucket/folder is the newest one there
    file: Place,
    #[command(flatten)]
    passphrase: PassphraseArgs,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    installation: InstallationArgs,
}

/// Does it: all or nothing.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let passphrase = options.passphrase.known()?;
    // One thread, as `up`: what is started is bound to it.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let root = folder::place(options.installation.data.clone())?;
    let draft = Draft::begin(&root)?;
    let outcome = runtime.block_on(async {
        let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
        let mut supervisor = Supervisor::default();
        let outcome = tokio::select! {
            outcome = options.fill(&draft, &passphrase, &mut supervisor) => outcome,
            _ = terminate.recv() => Err(anyhow::anyhow!("stopped: nothing was restored")),
            _ = interrupt.recv() => Err(anyhow::anyhow!("stopped: nothing was restored")),
        };
        supervisor.stop().await;
        outcome
    });
    let manifest = match outcome {
        Ok(manifest) => manifest,
        Err(error) => {
            draft.discard();
            return Err(error);
        }
    };
    draft.keep()?;
    let (at, version, root) = (said(manifest.created_at), &manifest.canopy, root.display());
    crate::print(&format!(
        "Restored into {root}: the state of {at}, of Canopy {version}. All sessions are ended. Start it with: canopy up --data {root}"
    ))
}

impl Options {
    /// Everything in the draft: keys, and a database of its own unless another one is named.
    async fn fill(
        &self,
        draft: &Draft,
        passphrase: &SecretString,
        supervisor: &mut Supervisor,
    ) -> anyhow::Result<Manifest> {
        let InstallationArgs { data: _, postgres_bin, database_url } = &self.installation;
        let folder = Folder::open(Some(draft.path().to_owned()))?;
        let mut tools = None;
        let (place, file) = self.at_hand(&folder).await?;
        let manifest = unpack(&file, passphrase, folder.root(), |manifest| {
            tools = Some(Tools::find(postgres_bin.as_deref(), manifest.postgres)?);
            Ok(())
        })?;
        let bytes = fs::metadata(&file)?.len();
        if let Place::Store(_) = place {
            fs::remove_file(&file).with_context(|| format!("{} cannot be removed", file.display()))?;
        }
        let tools = tools.context("no manifest was read")?;
        let mut ports = Ports::load(&folder, true).await;
        let server = self.installation.database(&folder, &mut ports, supervisor).await?;
        let mut db = server.prepare_empty(&SERVICES).await?;
        fits(&mut db, &manifest).await?;
        let dump = folder.root().join(DUMP);
        tools.load(server.reach(), &dump).await?;
        fs::remove_file(&dump).with_context(|| format!("{} cannot be removed", dump.display()))?;
        if let Err(error) = anew::begin(&mut db, &manifest, place.to_string(), bytes).await {
            // the private database goes with the draft
            if database_url.is_some() {
                anew::undo(&mut db).await;
            }
            return Err(error);
        }
        Ok(manifest)
    }
}

impl Options {
    /// Where the backup is, and a file of this machine that holds it: one of a store is fetched into the draft.
    async fn at_hand(&self, folder: &Folder) -> anyhow::Result<(Place, PathBuf)> {
        let address = match &self.file {
            Place::Disk(path) => {
                let path = std::path::absolute(path)?;
                return Ok((Place::Disk(path.clone()), path));
            }
            Place::Store(address) if address.is_backup() => address.clone(),
            Place::Store(address) => match self.file.newest(&self.store).await? {
                Some((_, Place::Store(newest))) => newest,
                _ => bail!("there is no backup in {address}"),
            },
        };
        let path = folder.root().join("fetched.tar.age");
        let mut file = OpenOptions::new().create_new(true).write(true).mode(0o600).open(&path)?;
        Bucket::of(&address, &self.store)?.get(&address, &mut file).await?;
        Ok((Place::Store(address), path))
    }
}

/// The server is not older than the one that the backup comes from, and has none of our schemas.
async fn fits(db: &mut PgConnection, manifest: &Manifest) -> anyhow::Result<()> {
    let version: String = sqlx::query_scalar("show server_version_num").fetch_one(&mut *db).await?;
    let version = version.parse::<u32>().context("the version of PostgreSQL")? / 10_000;
    if version < manifest.postgres {
        bail!(
            "the backup comes from PostgreSQL {}, and this is {version}: name the programs of a newer one with --postgres-bin",
            manifest.postgres
        );
    }
    let ours: Vec<&str> = SERVICES.iter().map(|service| service.name).collect();
    let there: Option<String> =
        sqlx::query_scalar("select nspname::text from pg_namespace where nspname = any($1) limit 1")
            .bind(ours)
            .fetch_optional(&mut *db)
            .await?;
    match there {
        Some(schema) => bail!("the database has a schema {schema} already: restore into an empty one"),
        None => Ok(()),
    }
}
