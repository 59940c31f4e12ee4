//! `canopy restore`: what `canopy backup` has written becomes an installation again, in a folder where nothing is.

mod anew;
mod draft;

use super::{
    backup::{DUMP, Manifest, PassphraseArgs, Tools, said, unpack},
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
use std::{fs, path::PathBuf};
use tokio::signal::unix::{SignalKind, signal};

/// What to restore, and where.
#[derive(clap::Args)]
pub struct Options {
    /// The backup
    file: PathBuf,
    #[command(flatten)]
    passphrase: PassphraseArgs,
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
        let manifest = unpack(&self.file, passphrase, folder.root(), |manifest| {
            tools = Some(Tools::find(postgres_bin.as_deref(), manifest.postgres)?);
            Ok(())
        })?;
        let tools = tools.context("no manifest was read")?;
        let mut ports = Ports::load(&folder, true).await;
        let server = self.installation.database(&folder, &mut ports, supervisor).await?;
        let mut db = server.prepare_empty(&SERVICES).await?;
        fits(&mut db, &manifest).await?;
        let dump = folder.root().join(DUMP);
        tools.load(server.reach(), &dump).await?;
        fs::remove_file(&dump).with_context(|| format!("{} cannot be removed", dump.display()))?;
        if let Err(error) = anew::begin(&mut db, &manifest, &self.file).await {
            // the private database goes with the draft
            if database_url.is_some() {
                anew::undo(&mut db).await;
            }
            return Err(error);
        }
        Ok(manifest)
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
