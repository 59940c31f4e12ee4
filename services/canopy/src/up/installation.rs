//! Which installation a command is about.

use super::{folder::Folder, ports::Ports, postgres, supervisor::Supervisor};
use anyhow::Context as _;
use std::path::{Path, PathBuf};

/// Where Canopy is.
#[derive(clap::Args)]
pub struct InstallationArgs {
    /// Folder with everything that is kept [default: /var/lib/canopy as root, else ~/.local/share/canopy]
    #[arg(long, env = "CANOPY_DATA")]
    pub data: Option<PathBuf>,
    /// Folder with the programs of PostgreSQL 15 or newer, pg_dump and pg_restore among them
    #[arg(long, env = "CANOPY_POSTGRES_BIN")]
    pub postgres_bin: Option<PathBuf>,
    /// An administrator's URL of the PostgreSQL, where it is not the private one
    #[arg(long, env = "CANOPY_DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
}

impl InstallationArgs {
    /// Does something with its data folder and its database, whether it runs (the last argument) or not: then the private server is
    /// started for as long.
    ///
    /// # Errors
    /// Those of the work; when there is no installation, or its database cannot be had.
    pub async fn with_database<T>(
        &self,
        work: impl AsyncFnOnce(&Path, &postgres::Server, bool) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        if let Some(root) = Folder::in_use(self.data.clone())? {
            let url = self.database_url.as_deref();
            let server = url
                .map_or_else(|| postgres::Server::running(&root), postgres::Server::external)
                .context("Canopy runs without a PostgreSQL of its own: name the one it uses with --database-url")?;
            return work(&root, &server, true).await;
        }
        let folder = Folder::open(self.data.clone())?;
        let mut ports = Ports::load(&folder, true).await;
        let mut supervisor = Supervisor::default();
        let outcome = match self.database(&folder, &mut ports, &mut supervisor).await {
            Ok(server) => work(folder.root(), &server, false).await,
            Err(error) => Err(error),
        };
        supervisor.stop().await;
        outcome
    }

    /// Its database server: the one that is named, or else the private one, which is started.
    ///
    /// # Errors
    /// A URL that is none; when the private one cannot be started.
    pub async fn database(
        &self,
        folder: &Folder,
        ports: &mut Ports,
        supervisor: &mut Supervisor,
    ) -> anyhow::Result<postgres::Server> {
        match &self.database_url {
            Some(url) => postgres::Server::external(url),
            None => postgres::start(folder, self.postgres_bin.as_deref(), ports, supervisor).await,
        }
    }
}
