//! Which installation a command is about.

use super::{folder::Folder, ports::Ports, postgres, supervisor::Supervisor};
use std::path::PathBuf;

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
