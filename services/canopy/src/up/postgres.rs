//! PostgreSQL: a private one in the data folder, or one that exists; either way a database user per role, which can reach
//! its own schema only. The passwords are made anew at each start and live in memory.

use super::{
    environment,
    folder::{Folder, private_file, private_folder},
    ports::Ports,
    reach::Reach,
    supervisor::{Program, Supervisor, last_error},
};
use anyhow::{Context as _, bail};
use kit::{Ids as _, Service, ids::SystemIds};
use nix::{sys::signal::Signal, unistd::User};
use sqlx::{Connection as _, Executor as _, PgConnection, postgres::PgConnectOptions};
use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Command,
    str::FromStr as _,
    time::Duration,
};
use tokio::time::Instant;

/// The oldest PostgreSQL that will do.
const OLDEST: u32 = 15;
/// Administrator of the private server.
const ADMIN: &str = "canopy";

/// A server that answers, or soon will.
pub struct Server {
    admin: PgConnectOptions,
    /// Base of the roles' URLs: host, port and database.
    location: String,
    /// The same as `admin` with the roles' database, for PostgreSQL's own programs.
    reach: Reach,
    address: Option<SocketAddr>,
    log: Option<PathBuf>,
}

/// Makes the data folder when needed and starts the private server.
pub async fn start(
    folder: &Folder,
    bin: Option<&Path>,
    ports: &mut Ports,
    supervisor: &mut Supervisor,
) -> anyhow::Result<Server> {
    let bin = find(bin)?;
    let version = version(&bin)?;
    let user = run_as()?;
    let home = folder.root().join("postgres");
    private_folder(&home)?;
    if let Some((uid, gid)) = user {
        std::os::unix::fs::chown(&home, Some(uid), Some(gid))?;
        reachable(&home)?;
    }
    let password_file = folder.secrets().join("postgres");
    let data = home.join("data");
    if data.exists() {
        check_data(&data, version)?;
    } else {
        private_file(&password_file, SystemIds.token().as_bytes())?;
        initialise(&bin, &home, &fs::read_to_string(&password_file)?, user)?;
    }
    let password = fs::read_to_string(&password_file)
        .with_context(|| format!("the password of the database ({}) is missing", password_file.display()))?;
    let address = ports.of("postgres")?;
    let mut program = Program::server("postgres", command(&bin, &data, address), folder, Signal::SIGINT);
    program.user = user;
    let log = program.log.clone();
    supervisor.start(program)?;
    Ok(Server::private(address, &password, Some(log)))
}

impl Server {
    /// A server that exists: an administrator's URL.
    pub fn external(url: &str) -> anyhow::Result<Self> {
        let admin = PgConnectOptions::from_str(url).context("CANOPY_DATABASE_URL is not a PostgreSQL URL")?;
        let parsed = url::Url::parse(url).context("CANOPY_DATABASE_URL is not a URL")?;
        let host = parsed.host_str().context("CANOPY_DATABASE_URL names no host")?;
        let database = parsed.path().trim_start_matches('/');
        let query = parsed.query().map(|query| format!("?{query}")).unwrap_or_default();
        let location = format!("{host}:{}/{database}{query}", parsed.port().unwrap_or(5432));
        let reach = Reach::of(parsed)?;
        Ok(Self { admin: admin.application_name("canopy-up"), location, reach, address: None, log: None })
    }

    /// The private server of an installation that is running.
    pub fn running(root: &Path) -> anyhow::Result<Self> {
        let address = super::admin::address_of("postgres", root)?;
        let file = root.join("secrets/postgres");
        let password = fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
        Ok(Self::private(address, &password, None))
    }

    fn private(address: SocketAddr, password: &str, log: Option<PathBuf>) -> Self {
        let admin = PgConnectOptions::new()
            .host("127.0.0.1")
            .port(address.port())
            .username(ADMIN)
            .password(password)
            .database("postgres")
            .application_name("canopy-up");
        let location = format!("127.0.0.1:{}/canopy", address.port());
        let reach = Reach::local(&format!("{ADMIN}@{location}"), password);
        Self { admin, location, reach, address: Some(address), log }
    }

    /// How an administrator connects to the database with the roles' schemas.
    pub fn administrator(&self) -> PgConnectOptions {
        if self.address.is_some() { self.admin.clone().database("canopy") } else { self.admin.clone() }
    }

    /// How PostgreSQL's own programs get to that database.
    pub fn reach(&self) -> &Reach {
        &self.reach
    }

    /// Where the private server listens.
    pub fn address(&self) -> Option<SocketAddr> {
        self.address
    }

    /// Waits for the server, then makes a database user and a schema per role. Answers each role's URL.
    pub async fn prepare(&self, services: &[Service]) -> anyhow::Result<BTreeMap<&'static str, String>> {
        let mut connection = self.database().await?;
        let mut urls = BTreeMap::new();
        for service in services.iter().filter(|service| service.name != "bff") {
            let (user, password) = user(&mut connection, service.name).await?;
            if service.migrator.is_some() {
                schema(&mut connection, service.name, &user).await?;
            }
            urls.insert(service.name, format!("postgres://{user}:{password}@{}", self.location));
        }
        Ok(urls)
    }

    /// As [`Server::prepare`], without schemas: those come from a backup, and belong to these users.
    pub async fn prepare_empty(&self, services: &[Service]) -> anyhow::Result<PgConnection> {
        let mut connection = self.database().await?;
        for service in services.iter().filter(|service| service.migrator.is_some()) {
            let (user, _) = user(&mut connection, service.name).await?;
            belong(&mut connection, &user).await;
        }
        Ok(connection)
    }

    /// Waits for the server; the private one gets its database. Answers a connection of the administrator to it.
    async fn database(&self) -> anyhow::Result<PgConnection> {
        let mut connection = self.wait().await?;
        if self.address.is_some() {
            let exists: bool = sqlx::query_scalar("select exists (select 1 from pg_database where datname = 'canopy')")
                .fetch_one(&mut connection)
                .await?;
            if !exists {
                connection.execute("create database canopy").await?;
            }
            connection = PgConnection::connect_with(&self.admin.clone().database("canopy")).await?;
            connection.execute("revoke all on schema public from public").await?;
            connection.execute("revoke connect on database canopy from public").await?;
        }
        let version: String = sqlx::query_scalar("show server_version_num").fetch_one(&mut connection).await?;
        if version.parse::<u32>().unwrap_or(0) < OLDEST * 10_000 {
            bail!("PostgreSQL {OLDEST} or newer is needed, this one is {version}");
        }
        Ok(connection)
    }

    /// Connects when the server answers.
    pub async fn wait(&self) -> anyhow::Result<PgConnection> {
        let until = Instant::now() + Duration::from_secs(60);
        loop {
            match PgConnection::connect_with(&self.admin).await {
                Ok(connection) => return Ok(connection),
                Err(error) if Instant::now() > until => {
                    let said =
                        self.log.as_deref().map(|log| format!(" It said: {}", last_error(log))).unwrap_or_default();
                    return Err(error).with_context(|| format!("PostgreSQL does not answer.{said}"));
                }
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    }
}

/// The database user of a service, with a password made anew.
async fn user(connection: &mut PgConnection, service: &str) -> anyhow::Result<(String, String)> {
    let password: String = SystemIds.bytes(24).iter().map(|byte| format!("{byte:02x}")).collect();
    let user = format!("canopy_{service}");
    role(connection, &user, &password).await?;
    Ok((user, password))
}

/// An administrator who is no superuser must be a member of the role to give it a schema.
async fn belong(connection: &mut PgConnection, user: &str) {
    let _ = sqlx::query(sqlx::AssertSqlSafe(format!("grant {user} to current_user"))).execute(&mut *connection).await;
}

/// Names and passwords here are our own words and hex digits: they need no quoting.
async fn role(connection: &mut PgConnection, user: &str, password: &str) -> anyhow::Result<()> {
    let exists: bool = sqlx::query_scalar("select exists (select 1 from pg_roles where rolname = $1)")
        .bind(user)
        .fetch_one(&mut *connection)
        .await?;
    // Only a superuser may say of a role that is there that it is none.
    let verb = if exists { "alter role" } else { "create role" };
    let plain = if exists { "" } else { "nosuperuser" };
    let sql = format!("{verb} {user} login {plain} nocreatedb nocreaterole password '{password}'");
    // The statement holds a password: its text must not get into an error message.
    let made = sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut *connection).await;
    made.map_err(|error| {
        anyhow::anyhow!(
            "the database user {user} could not be made: {}",
            error.as_database_error().map_or("no answer", |e| e.message())
        )
    })?;
    let database: String =
        sqlx::query_scalar("select quote_ident(current_database())").fetch_one(&mut *connection).await?;
    sqlx::query(sqlx::AssertSqlSafe(format!("grant connect on database {database} to {user}")))
        .execute(&mut *connection)
        .await?;
    Ok(())
}

async fn schema(connection: &mut PgConnection, schema: &str, owner: &str) -> anyhow::Result<()> {
    belong(connection, owner).await;
    for sql in [
        format!("create schema if not exists {schema} authorization {owner}"),
        format!("revoke all on schema {schema} from public"),
    ] {
        sqlx::query(sqlx::AssertSqlSafe(sql))
            .execute(&mut *connection)
            .await
            .with_context(|| format!("the schema {schema}"))?;
    }
    Ok(())
}

/// The programs: where told, else on the PATH, else where Debian puts them.
pub fn find(told: Option<&Path>) -> anyhow::Result<PathBuf> {
    if let Some(bin) = told {
        if bin.join("postgres").exists() && bin.join("initdb").exists() {
            return Ok(bin.to_owned());
        }
        bail!("{} does not hold postgres and initdb", bin.display());
    }
    folders()
        .into_iter()
        .find(|bin| bin.join("postgres").exists() && bin.join("initdb").exists())
        .context("PostgreSQL 15 or newer was not found: install it, name its folder with --postgres-bin, or start with `make run`, which gets it")
}

/// Where programs of PostgreSQL may be, best first: on the PATH, where Debian puts them.
pub fn folders() -> Vec<PathBuf> {
    let mut debian: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path().join("bin"))
        .collect();
    debian.sort();
    environment::path().into_iter().chain(debian.into_iter().rev()).collect()
}

fn version(bin: &Path) -> anyhow::Result<u32> {
    let output = Command::new(bin.join("postgres"))
        .arg("--version")
        .output()
        .with_context(|| format!("{}/postgres cannot be run", bin.display()))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let number = text.split_whitespace().find_map(|word| word.split('.').next()?.parse::<u32>().ok());
    match number {
        Some(version) if version >= OLDEST => Ok(version),
        Some(version) => bail!("PostgreSQL {OLDEST} or newer is needed, the one in {} is {version}", bin.display()),
        None => bail!("{}/postgres does not tell its version: {}", bin.display(), text.trim()),
    }
}

/// PostgreSQL refuses to run as root: then it runs as `postgres`, or as `nobody` where that user does not exist.
fn run_as() -> anyhow::Result<Option<(u32, u32)>> {
    if !nix::unistd::geteuid().is_root() {
        return Ok(None);
    }
    let user = User::from_name("postgres")?.or(User::from_name("nobody")?);
    let user = user.context("PostgreSQL does not run as root, and there is neither a user postgres nor nobody")?;
    Ok(Some((user.uid.as_raw(), user.gid.as_raw())))
}

/// Every folder above must let the other user pass.
fn reachable(path: &Path) -> anyhow::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    for above in path.ancestors().skip(1) {
        if fs::metadata(above)?.permissions().mode() & 0o001 == 0 {
            bail!(
                "PostgreSQL does not run as root, and its user cannot pass {}: choose another folder with --data",
                above.display()
            );
        }
    }
    Ok(())
}

fn check_data(data: &Path, version: u32) -> anyhow::Result<()> {
    let made_by = fs::read_to_string(data.join("PG_VERSION"));
    let made_by = made_by.with_context(|| format!("{} is not a PostgreSQL data folder", data.display()))?;
    if made_by.trim() != version.to_string() {
        bail!(
            "{} was made by PostgreSQL {}, this one is {version}: use that version, or dump and restore",
            data.display(),
            made_by.trim()
        );
    }
    Ok(())
}

/// Made beside its place and renamed: a crash in the middle leaves nothing half made.
fn initialise(bin: &Path, home: &Path, password: &str, user: Option<(u32, u32)>) -> anyhow::Result<()> {
    use std::os::unix::process::CommandExt as _;
    let draft = home.join("draft");
    if draft.exists() {
        fs::remove_dir_all(&draft).with_context(|| format!("{} cannot be removed", draft.display()))?;
    }
    let password_file = home.join("password");
    let _ = fs::remove_file(&password_file);
    private_file(&password_file, password.as_bytes())?;
    let mut command = Command::new(bin.join("initdb"));
    command
        .arg("--pgdata")
        .arg(&draft)
        .args([
            "--username",
            ADMIN,
            "--encoding",
            "UTF8",
            "--locale",
            "C",
            "--auth",
            "scram-sha-256",
            "--data-checksums",
        ])
        .arg(format!("--pwfile={}", password_file.display()))
        .current_dir(home);
    if let Some((uid, gid)) = user {
        std::os::unix::fs::chown(&password_file, Some(uid), Some(gid))?;
        command.uid(uid).gid(gid);
    }
    let output = command.output().context("initdb cannot be run")?;
    let _ = fs::remove_file(&password_file);
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        bail!(
            "the database could not be made: {}",
            said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("initdb said nothing")
        );
    }
    fs::rename(&draft, home.join("data")).context("the new database cannot be put in place")
}

/// Loopback only, no socket file, and small: the whole product idles in about 135 MiB.
fn command(bin: &Path, data: &Path, address: SocketAddr) -> Vec<OsString> {
    let settings = [
        "listen_addresses=127.0.0.1".to_owned(),
        format!("port={}", address.port()),
        "unix_socket_directories=".into(),
        "max_connections=100".into(),
        "shared_buffers=32MB".into(),
        "huge_pages=off".into(),
        "jit=off".into(),
        // no transaction is serializable
        "max_pred_locks_per_transaction=10".into(),
        "max_parallel_workers_per_gather=0".into(),
        "max_wal_senders=0".into(),
        "max_logical_replication_workers=0".into(),
        "wal_level=minimal".into(),
        "synchronous_commit=on".into(),
        "log_min_messages=warning".into(),
        "log_statement=none".into(),
        "log_parameter_max_length=0".into(),
        "log_parameter_max_length_on_error=0".into(),
        "log_min_error_statement=panic".into(),
    ];
    let mut command = vec![bin.join("postgres").into_os_string(), "-D".into(), data.into()];
    command.extend(settings.into_iter().flat_map(|setting| [OsString::from("-c"), setting.into()]));
    command
}
