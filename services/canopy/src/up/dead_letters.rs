//! `canopy dead-letters`: what services refused for good, for whoever has the data folder or the services' database settings.

use super::{folder::Folder, ports::Ports, postgres, supervisor::Supervisor};
use crate::SERVICES;
use access::{Actor, DeadLetterAction};
use anyhow::{Context as _, bail};
use kit::{Origin, clock::SystemClock, dead_letters as kept, ids::SystemIds};
use sqlx::{Connection as _, PgConnection};
use std::{fmt::Write as _, path::PathBuf};
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

/// What to do, and where.
#[derive(clap::Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    place: DatabaseArgs,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Show them, the oldest of each service first; what they carry is not shown
    List,
    /// Send a command again, or have a fact handled again
    Resend {
        /// Its id, as listed
        #[arg(required = true)]
        ids: Vec<Uuid>,
    },
    /// Throw one away
    Drop {
        /// Its id, as listed
        #[arg(required = true)]
        ids: Vec<Uuid>,
    },
}

#[derive(clap::Args)]
struct DatabaseArgs {
    /// Folder with everything that is kept [default: /var/lib/canopy as root, else ~/.local/share/canopy]
    #[arg(long, env = "CANOPY_DATA", global = true)]
    data: Option<PathBuf>,
    /// Folder with the programs of PostgreSQL 15 or newer
    #[arg(long, env = "CANOPY_POSTGRES_BIN", global = true)]
    postgres_bin: Option<PathBuf>,
    /// An administrator's URL of the PostgreSQL, where it is not the private one
    #[arg(long, env = "CANOPY_DATABASE_URL", hide_env_values = true, global = true)]
    database_url: Option<String>,
    /// PostgreSQL URL of each role, as `canopy serve` has them; then no data folder is needed
    #[arg(long, env = "CANOPY_DATABASES", hide_env_values = true, global = true)]
    databases: Option<kit::config::PerRole>,
}

/// Does it.
pub fn run(options: &Options) -> anyhow::Result<()> {
    // One thread, as `up`: what is started is bound to it.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let said = runtime.block_on(options.run())?;
    crate::print(said.trim_end())
}

impl Options {
    async fn run(&self) -> anyhow::Result<String> {
        let DatabaseArgs { data, postgres_bin, database_url, databases } = &self.place;
        if let Some(databases) = databases.as_ref().filter(|databases| !databases.0.is_empty()) {
            return self.command.on(&Databases::Roles(databases.clone())).await;
        }
        if let Some(url) = database_url {
            return self.command.on(&Databases::Server(Box::new(postgres::Server::external(url)?))).await;
        }
        if let Some(root) = Folder::in_use(data.clone())? {
            return self.command.on(&Databases::Server(Box::new(postgres::Server::running(&root)?))).await;
        }
        let folder = Folder::open(data.clone())?;
        let mut ports = Ports::load(&folder, true).await;
        let mut supervisor = Supervisor::default();
        let server = postgres::start(&folder, postgres_bin.as_deref(), &mut ports, &mut supervisor).await;
        let outcome = match server {
            Ok(server) => self.command.on(&Databases::Server(Box::new(server))).await,
            Err(error) => Err(error),
        };
        supervisor.stop().await;
        outcome
    }
}

/// Where the tables are.
enum Databases {
    Server(Box<postgres::Server>),
    Roles(kit::config::PerRole),
}

impl Databases {
    /// A connection that looks into the schema of one service; `None` when this service's is not known.
    async fn of(&self, service: &str) -> anyhow::Result<Option<PgConnection>> {
        let options = match self {
            Self::Server(server) => server.wait().await.map(|_| server.administrator())?,
            Self::Roles(roles) => match roles.get(service) {
                Some(url) => url.parse().with_context(|| format!("the database URL of {service} cannot be read"))?,
                None => return Ok(None),
            },
        };
        let options = options.application_name("canopy-dead-letters").options([("search_path", service)]);
        let connection = PgConnection::connect_with(&options).await;
        Ok(Some(connection.with_context(|| format!("the database of {service} cannot be reached"))?))
    }
}

impl Command {
    async fn on(&self, databases: &Databases) -> anyhow::Result<String> {
        let (action, ids, done) = match self {
            Self::List => return list(databases).await,
            Self::Resend { ids } => (DeadLetterAction::Resend, ids, "sent again"),
            Self::Drop { ids } => (DeadLetterAction::Drop, ids, "dropped"),
        };
        let mut said = String::new();
        for &id in ids {
            let service = one(databases, action, id).await?;
            writeln!(said, "{id} of {service}: {done}")?;
        }
        Ok(said)
    }
}

/// Does it to the letter of this id, whichever service has it.
async fn one(databases: &Databases, action: DeadLetterAction, id: Uuid) -> anyhow::Result<&'static str> {
    let origin = Origin::of_role(&SystemIds);
    for service in SERVICES.iter().filter(|service| service.migrator.is_some()) {
        let Some(mut connection) = databases.of(service.name).await? else { continue };
        let mut transaction = connection.begin().await?;
        let actor = Actor { service: service.name, origin: &origin, ids: &SystemIds, clock: &SystemClock };
        match action.on(&mut transaction, id, &actor).await {
            Ok(_) => {
                transaction.commit().await?;
                return Ok(service.name);
            }
            Err(kit::Error::NotFound(_)) => {}
            Err(error) => return Err(anyhow::Error::from(error).context(service.name)),
        }
    }
    bail!("there is no dead letter {id}")
}

async fn list(databases: &Databases) -> anyhow::Result<String> {
    let mut said = String::new();
    for service in SERVICES.iter().filter(|service| service.migrator.is_some()) {
        let Some(mut connection) = databases.of(service.name).await? else { continue };
        for letter in kept::list(&mut connection).await.with_context(|| service.name.to_owned())? {
            let kept::DeadLetter { id, kind, target, method, origin, error, created_at, said: _, again: _ } = letter;
            let (name, at) = (service.name, created_at.format(&Rfc3339)?);
            // what others wrote stays on its line
            let error = format!("\"{}\"", kit::text::cleaned(&error));
            writeln!(said, "{id}  {at}  {name}  {kind} {method} to {target}  request {}  {error}", origin.request_id)?;
        }
    }
    Ok(if said.is_empty() { "There are no dead letters.".to_owned() } else { said })
}
