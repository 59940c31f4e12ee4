//! For tests: a database of one's own on a real PostgreSQL, a clock to move, seeded ids, fake peers, a real
//! control plane.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot be prepared fails")]

mod control_plane;
mod nats;
mod peer;
pub mod socket;

pub use control_plane::{Alone, ControlPlane, Own, Turn};
pub use nats::Nats;
pub use peer::{Answer, Asked, Peer};

use crate::{
    Clock, Context, Ids, Keyring, NatsState, Service, Settings, db,
    identity::{self, Identity},
    outbox::Outbox,
};
use clap::Parser;
use sqlx::{Connection as _, Row as _};
use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    net::SocketAddr,
    str::FromStr as _,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use time::{OffsetDateTime, macros::datetime};
use tokio_util::sync::CancellationToken;
use tonic::transport::Endpoint;
use uuid::Uuid;

/// A clock that stands until it is moved. Starts at 2026-11-21 08:00 UTC.
pub struct FixedClock(Mutex<OffsetDateTime>);

impl Default for FixedClock {
    fn default() -> Self {
        Self(Mutex::new(datetime!(2026-11-21 08:00 UTC)))
    }
}

impl FixedClock {
    /// Moves it.
    pub fn advance(&self, by: Duration) {
        *self.0.lock().unwrap() += by;
    }

    /// Moves it back, as somebody does who puts a clock right that was ahead.
    pub fn set_back(&self, by: Duration) {
        *self.0.lock().unwrap() -= by;
    }
}

impl Clock for FixedClock {
    fn now(&self) -> OffsetDateTime {
        *self.0.lock().unwrap()
    }
}

/// Ids that are the same in every run of a test: a counter, hashed.
#[derive(Default)]
pub struct SeededIds(AtomicU64);

impl Ids for SeededIds {
    fn fill(&self, buffer: &mut [u8]) {
        use sha2::Digest as _;
        for chunk in buffer.chunks_mut(32) {
            let hash = sha2::Sha256::digest(self.0.fetch_add(1, Ordering::Relaxed).to_be_bytes());
            chunk.copy_from_slice(&hash[..chunk.len()]);
        }
    }
}

/// A context with what tests move.
pub struct Bench {
    /// The context; its clock is `clock`.
    pub cx: Context,
    /// The clock of `cx`.
    pub clock: Arc<FixedClock>,
    database: String,
    admin: String,
}

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    settings: Settings,
}

/// What the environment says under this name about the servers and programs that tests use.
///
/// # Panics
/// When it says nothing: a test without its environment must not pass.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "tests are told by the environment where their servers are")]
pub fn told(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set: run `make test`, which sets it"))
}

/// Said by `make test` of a program (`CANOPY_TEST_…`) that cannot be built here: what needs it is counted as skipped.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "tests are told by the environment what there is")]
pub fn is_left_out(program: &str) -> bool {
    std::env::var_os(format!("{program}_SKIP")).is_some()
}

/// The administrator's URL of the test PostgreSQL.
#[must_use]
pub fn admin_url() -> String {
    told("CANOPY_TEST_DATABASE_URL")
}

/// A context on a fresh, migrated database.
pub async fn context(service: &Service) -> Bench {
    context_with_peers(service, BTreeMap::new(), &[]).await
}

/// The same with fake peers and options of the service (`--registration=open`).
pub async fn context_with_peers(service: &Service, peers: BTreeMap<&str, SocketAddr>, options: &[&str]) -> Bench {
    let admin = admin_url();
    let _ = rustls::crypto::ring::default_provider().install_default();
    let database = format!("t_{}", Uuid::from_u128(random()).simple());
    let url = with_database(&admin, &database);
    let mut settings = Cli::parse_from(["test"]).settings;
    settings.service_options = options.iter().map(|&option| option.to_owned()).collect();
    settings.database_connections = 12;
    // on a busy machine a lock may be held for long: who waits for it is no test's subject
    settings.lock_timeout = Duration::from_secs(60);
    settings.statement_timeout = Duration::from_secs(120);
    copy_migrated(service, &admin, &database, &settings).await;
    let clock = Arc::new(FixedClock::default());
    let ids = Arc::new(SeededIds::default());
    let keys = Keys::of(service.name);
    let peers = peers
        .into_iter()
        .map(|(name, address)| {
            let endpoint = Endpoint::from_str(&format!("http://{address}")).expect("address");
            (name.to_owned(), crate::trace::Peer::of(name, endpoint.connect_lazy()))
        })
        .collect();
    let (db, uses) = db::pool(service.name, &url, &settings).expect("pool");
    let cx = Context {
        service: service.name,
        db,
        uses,
        clock: clock.clone(),
        ids: ids.clone(),
        stop: CancellationToken::new(),
        keyring: Arc::new(Keyring::of_key(service.name, [7; 32], ids)),
        settings: Arc::new(settings),
        outbox: Outbox::default(),
        identity: Arc::new(Identity::load(&keys.0, service.name).expect("keys")),
        nats: NatsState::default(),
        unreadable: crate::context::Unreadable::default(),
        readers: crate::reading::Readers::default(),
        recent: crate::recent::Recent::default(),
        metrics: crate::Metrics::default(),
        places: crate::rounds::Places::default(),
        peers: Arc::new(peers),
    };
    Bench { cx, clock, database, admin }
}

/// Makes a database with the service's tables: a copy of one that was migrated once, by whichever test came first.
async fn copy_migrated(service: &Service, admin: &str, database: &str, settings: &Settings) {
    let mut connection = sqlx::PgConnection::connect(admin).await.expect("the test PostgreSQL");
    let mut execute = async |sql: String| {
        sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.expect("a statement about databases")
    };
    let mut state = DefaultHasher::new();
    if let Some(own) = service.migrator {
        for migration in db::KIT.iter().chain(own.iter()) {
            migration.checksum.hash(&mut state);
        }
    }
    let template = format!("m_{}_{:016x}", service.name, state.finish());
    execute(format!("select pg_advisory_lock(hashtext('{template}'))")).await;
    let known = execute(format!("select from pg_database where datname = '{template}'")).await.rows_affected() > 0;
    if !known {
        // The name that others look for comes last: a test that is killed before leaves nothing half done under it.
        execute(format!("create database {database}")).await;
        let (pool, _) = db::pool(service.name, &with_database(admin, database), settings).expect("pool");
        migrate(service, &pool).await.expect("migrations");
        pool.close().await;
        while execute(format!("select from pg_stat_activity where datname = '{database}'")).await.rows_affected() > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        execute(format!("alter database {database} rename to {template}")).await;
    }
    execute(format!("select pg_advisory_unlock(hashtext('{template}'))")).await;
    // Copied as files: a third of the work of copying through the log, and these are many.
    execute(format!("create database {database} template {template} strategy file_copy")).await;
}

impl Drop for Bench {
    /// Drops the database; a test that failed leaves it for a look.
    fn drop(&mut self) {
        self.cx.stop.cancel();
        if std::thread::panicking() {
            eprintln!("kept for a look: database {}", self.database);
            return;
        }
        let (admin, database) = (self.admin.clone(), self.database.clone());
        // A runtime of its own: the test's is about to end.
        let dropped = std::thread::spawn(move || {
            tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?.block_on(async {
                let mut connection = sqlx::PgConnection::connect(&admin).await.ok()?;
                sqlx::query(sqlx::AssertSqlSafe(format!("drop database if exists {database} with (force)")))
                    .execute(&mut connection)
                    .await
                    .ok()
            })
        });
        let _ = dropped.join();
    }
}

impl Bench {
    /// The URL of this test's own database.
    #[must_use]
    pub fn database_url(&self) -> String {
        with_database(&self.admin, &self.database)
    }

    /// What waits in the outbox, oldest first.
    pub async fn outbox(&self) -> Vec<Sent> {
        sqlx::query("select target, method, key, payload from outbox order by seq")
            .fetch_all(&self.cx.db)
            .await
            .expect("outbox")
            .iter()
            .map(|row| Sent {
                target: row.get("target"),
                method: row.get("method"),
                key: row.get("key"),
                payload: row.get("payload"),
            })
            .collect()
    }
}

/// A row of the outbox.
#[derive(Debug, Clone)]
pub struct Sent {
    /// Role, empty for facts.
    pub target: String,
    /// Method path or message name.
    pub method: String,
    /// Ordering key of a command.
    pub key: Option<Uuid>,
    /// Encoded message.
    pub payload: Vec<u8>,
}

/// Serves gRPC services on a free port of loopback until the test ends.
pub async fn serve(routes: tonic::service::Routes) -> SocketAddr {
    serve_at(routes, SocketAddr::from(([127, 0, 0, 1], 0))).await
}

#[expect(clippy::disallowed_methods, reason = "a test's server lives as long as its runtime")]
async fn serve_at(routes: tonic::service::Routes, address: SocketAddr) -> SocketAddr {
    let listener = tokio::net::TcpListener::bind(address).await.expect("a free port");
    let address = listener.local_addr().expect("address");
    let incoming = tokio_stream::wrappers::TcpListenerStream::new(listener);
    tokio::spawn(tonic::transport::Server::builder().add_routes(routes).serve_with_incoming(incoming));
    address
}

/// A role of nothing but the chassis, which keeps nothing.
pub const ROLE: Service = Service {
    name: "chassis",
    migrator: None,
    sealed: &[],
    descriptors: &[],
    start: |_| Box::pin(async { unreachable!("it is not started") }),
};

static NO_OTHERS: sqlx::migrate::Migrator = sqlx::migrate::Migrator::DEFAULT;

/// A role that keeps something: it has the tables of the chassis, and no others.
pub const STATEFUL_ROLE: Service = Service { migrator: Some(&NO_OTHERS), ..ROLE };

/// A key folder for one role that knows itself, and the signing key of users. Needed until they are loaded.
struct Keys(std::path::PathBuf);

impl Keys {
    fn of(role: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("canopy-test-keys-{:x}", random()));
        std::fs::create_dir_all(&folder).expect("key folder");
        for name in [role, "users"] {
            let (private, public) = identity::key_pair(&crate::ids::SystemIds).expect("key pair");
            std::fs::write(folder.join(format!("{name}.key")), private.as_bytes()).expect("key");
            std::fs::write(folder.join(format!("{name}.pub")), public).expect("key");
        }
        Self(folder)
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A free port of loopback for a server that is started later, or again. From below the range out of which the system gives
/// ports to connections and to port 0, so that no other test comes upon it.
///
/// # Panics
/// When none of many is free.
#[must_use]
pub fn free_port() -> u16 {
    let ports = std::iter::repeat_with(|| 15_000 + u16::try_from(random() % 15_000).expect("a port"));
    let free = |port: &u16| std::net::TcpListener::bind(("127.0.0.1", *port)).is_ok();
    ports.take(1_000).find(free).expect("a free port")
}

fn random() -> u128 {
    u128::from_be_bytes(crate::ids::SystemIds.bytes(16).try_into().expect("16 bytes"))
}

fn with_database(admin: &str, database: &str) -> String {
    let (head, query) =
        admin.split_once('?').map_or((admin, String::new()), |(head, query)| (head, format!("?{query}")));
    let start = head.find("://").map_or(0, |at| at + 3);
    let base = head[start..].find('/').map_or(head, |at| &head[..start + at]);
    format!("{base}/{database}{query}")
}

/// Waits until a question about the database is answered with true; fails after 30 s, naming what was waited for.
pub async fn wait_until(db: &sqlx::PgPool, what: &str, sql: &'static str) {
    for _ in 0..2_400 {
        if sqlx::query_scalar::<_, bool>(sql).fetch_one(db).await.expect(what) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("waited in vain until {what}");
}

/// What a starting role does with its tables.
///
/// # Errors
/// Those of the database.
pub async fn migrate(service: &Service, db: &sqlx::PgPool) -> anyhow::Result<()> {
    match service.migrator {
        Some(migrator) => db::migrate(service.name, db, migrator).await,
        None => Ok(()),
    }
}

/// A connection as a listener leaves it with a request, of nobody known yet.
#[must_use]
pub fn connection() -> crate::http::Connection {
    let network = crate::net::Network::of(std::net::Ipv4Addr::LOCALHOST.into());
    crate::http::Connection(Arc::new(crate::line::Line::new(network, false)))
}
