//! PostgreSQL: one pool per service with its own role and schema, migrations, transactions that wake the relay.

use crate::{Error, Result, Settings, idle_connections::Uses};
use anyhow::Context as _;
use sqlx::{
    Connection as _, PgConnection, PgPool, Postgres,
    migrate::{MigrateError, Migrator},
    postgres::{PgConnectOptions, PgPoolOptions},
};
use std::{borrow::Cow, collections::BTreeSet, pin::Pin, str::FromStr, sync::Arc, task::Poll, time::Duration};

/// Of the tables that all services have.
pub(crate) static KIT: Migrator = sqlx::migrate!("./migrations");

/// An open transaction. Dropped without [`Tx::commit`], it is rolled back.
pub struct Tx {
    inner: sqlx::Transaction<'static, Postgres>,
    wake: Arc<crate::outbox::Wake>,
    hints: Vec<crate::hints::Hint>,
    /// What was put into the outbox.
    written: crate::outbox::Written,
}

/// Until the pool has the connection that was just let go of: it takes one back in a task of its own, and whoever asks before that has
/// been run makes it open another.
pub async fn returned() {
    tokio::task::yield_now().await;
}

impl Tx {
    pub(crate) fn of(inner: sqlx::Transaction<'static, Postgres>, wake: Arc<crate::outbox::Wake>) -> Self {
        Self { inner, wake, hints: Vec::new(), written: crate::outbox::Written::default() }
    }

    /// The connection to run queries on.
    pub fn conn(&mut self) -> &mut PgConnection {
        &mut self.inner
    }

    /// Tells screens after the commit that something changed: see [`crate::hints`]. `thing` says what, `version` grows
    /// with each change of it.
    pub fn hint(&mut self, thing: String, version: i64, message: &impl prost::Message) {
        self.hints.push(crate::hints::Hint { thing, version, payload: message.encode_to_vec() });
    }

    /// A command was put into the outbox: the commit wakes the relay of commands.
    pub(crate) fn wrote_command(&mut self) {
        self.written.command = true;
    }

    /// The same of a fact.
    pub(crate) fn wrote_fact(&mut self) {
        self.written.fact = true;
    }

    /// For what is put into the outbox, or is to be handled again, by the connection alone.
    pub fn wrote_by_hand(&mut self) {
        self.written = crate::outbox::Written { command: true, fact: true, again: true };
    }

    /// Commits, then wakes the relays: what was put into the outbox is sent at once, and screens are told.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn commit(self) -> Result<()> {
        self.inner.commit().await?;
        self.wake.ring(self.written);
        self.wake.hints.add(self.hints);
        returned().await;
        Ok(())
    }

    /// Rolls back at once instead of when the value is dropped.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn rollback(self) -> Result<()> {
        Ok(self.inner.rollback().await?)
    }
}

type Begun = sqlx::Result<sqlx::Transaction<'static, Postgres>>;

/// A transaction that is being opened. Dropped in the middle (the caller hung up), it is opened all the same and then rolled
/// back: sqlx counts a transaction only when BEGIN was answered, so it would give the connection back with the transaction
/// open, and what the next user of it writes would not be committed.
pub(crate) struct Beginning(Option<Pin<Box<dyn Future<Output = Begun> + Send>>>);

impl Beginning {
    pub(crate) fn on(pool: &PgPool) -> Self {
        Self::with(pool, None)
    }

    /// `None`: an ordinary `begin`.
    pub(crate) fn with(pool: &PgPool, statement: Option<&'static str>) -> Self {
        let pool = pool.clone();
        #[expect(clippy::disallowed_methods, reason = "this is what makes it safe to be dropped")]
        Self(Some(Box::pin(async move {
            match statement {
                None => pool.begin().await,
                Some(statement) => pool.begin_with(statement).await,
            }
        })))
    }
}

impl Future for Beginning {
    type Output = Begun;

    fn poll(mut self: Pin<&mut Self>, cx: &mut std::task::Context<'_>) -> Poll<Begun> {
        let Some(opening) = &mut self.0 else { return Poll::Ready(Err(sqlx::Error::WorkerCrashed)) };
        let begun = std::task::ready!(opening.as_mut().poll(cx));
        self.0 = None;
        Poll::Ready(begun)
    }
}

impl Drop for Beginning {
    fn drop(&mut self) {
        if let (Some(opening), Ok(runtime)) = (self.0.take(), tokio::runtime::Handle::try_current()) {
            #[expect(
                clippy::disallowed_methods,
                reason = "nobody is left to wait for it; the pool bounds how long it takes"
            )]
            runtime.spawn(opening);
        }
    }
}

/// A connection that was used so lately is there still. Fixed: it bounds the requests that fail with a server that went away.
const RESTED: Duration = Duration::from_secs(1);

/// The pool of one service, small, created without connecting; and how often its connections are taken.
pub(crate) fn pool(service: &'static str, url: &str, settings: &Settings) -> anyhow::Result<(PgPool, Uses)> {
    let options = PgConnectOptions::from_str(url)
        .with_context(|| format!("the database URL of {service} cannot be read"))?
        .application_name(&format!("canopy-{service}"))
        .options([
            ("search_path", service.to_owned()),
            ("statement_timeout", settings.statement_timeout.as_millis().to_string()),
            ("lock_timeout", settings.lock_timeout.as_millis().to_string()),
            ("idle_in_transaction_session_timeout", settings.transaction_idle.as_millis().to_string()),
            ("timezone", "UTC".to_owned()),
            // A statement is planned once for a connection, not at each use; one whose best plan depends on which of its
            // filters are set says so ([`crate::Context::read`]).
            ("plan_cache_mode", "force_generic_plan".to_owned()),
        ]);
    let uses = Uses::default();
    let (opened, reused) = (uses.clone(), uses.clone());
    let pool = PgPoolOptions::new()
        .min_connections(0)
        .max_connections(settings.database_connections)
        .acquire_timeout(settings.database_wait)
        .idle_timeout(settings.database_idle)
        // sqlx asks the server before each use whether it is there; after each use it has just done so.
        .test_before_acquire(false)
        .after_connect(move |_, _| {
            opened.note();
            Box::pin(async { Ok(()) })
        })
        .before_acquire(move |connection, was| {
            reused.note();
            Box::pin(async move {
                if was.idle_for > RESTED {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
        .connect_lazy_with(options);
    Ok((pool, uses))
}

/// Creates the schema if the role may, then runs the chassis' and the service's migrations. Several replicas may call
/// this at once: sqlx holds an advisory lock, and `create schema if not exists` is retried by the caller's loop.
///
/// On a connection of its own: rebuilding a large table takes longer than any statement of the service may. Locks are
/// waited for no longer than usual, because whoever comes after a waiting migration waits for it too; the caller's loop
/// tries again.
pub(crate) async fn migrate(service: &'static str, pool: &PgPool, migrator: &'static Migrator) -> anyhow::Result<()> {
    let sets = [("_kit_migrations", &KIT), ("_migrations", migrator)];
    if are_made(pool, sets).await? {
        return Ok(());
    }
    let unhurried = [("statement_timeout", "0"), ("idle_in_transaction_session_timeout", "0")];
    let options = pool.connect_options().as_ref().clone().options(unhurried);
    let one = PgPoolOptions::new().max_connections(1).acquire_timeout(pool.options().get_acquire_timeout());
    let one = one.connect_lazy_with(options);
    let outcome = migrate_on(service, &one, sets).await;
    // With it goes the lock that sqlx leaves behind when a migration fails.
    one.close().await;
    outcome
}

/// The table that says which migrations were made, and the migrations: those of all services, and the service's own.
type Sets = [(&'static str, &'static Migrator); 2];

/// Whether all of these migrations were made as they are here, and no others, as nearly each start of a role finds it: then there is
/// nothing to lock, and no connection to open for it.
async fn are_made(pool: &PgPool, sets: Sets) -> sqlx::Result<bool> {
    let mut db = pool.acquire().await?;
    for (table, migrator) in sets {
        let exists = sqlx::query_scalar("select to_regclass($1) is not null").bind(table);
        if !exists.fetch_one(&mut *db).await? {
            return Ok(false);
        }
        let sql = format!("select version, checksum, success from {table} order by version");
        let made: Vec<(i64, Vec<u8>, bool)> = sqlx::query_as(sqlx::AssertSqlSafe(sql)).fetch_all(&mut *db).await?;
        let known = migrator.iter().map(|migration| (migration.version, &*migration.checksum, true));
        if !known.eq(made.iter().map(|(version, checksum, success)| (*version, &**checksum, *success))) {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn migrate_on(service: &'static str, pool: &PgPool, sets: Sets) -> anyhow::Result<()> {
    let exists: bool = sqlx::query_scalar("select exists (select 1 from pg_namespace where nspname = $1)")
        .bind(service)
        .fetch_one(pool)
        .await?;
    if !exists {
        // `service` is one of our own constants: a lower-case word.
        let sql = format!("create schema if not exists {service}");
        sqlx::query(sqlx::AssertSqlSafe(sql)).execute(pool).await?;
    }
    for (table, migrator) in sets {
        let mut own = Migrator { migrations: Cow::Borrowed(migrator.migrations.as_ref()), ..Migrator::DEFAULT };
        own.dangerous_set_table_name(table);
        own.run(pool).await.map_err(|error| match error {
            MigrateError::VersionMissing(number) => NewerSchema { service, number }.into(),
            error => anyhow::Error::new(error).context(format!("migrating the schema {service}")),
        })?;
    }
    Ok(())
}

/// The database was migrated by a newer Canopy, whose tables this one does not know.
#[derive(Debug, thiserror::Error)]
#[error(
    "the database is of a newer Canopy: schema {service} has migration {number}, which this version ({}) does not know. Start that \
     version or a later one; for this one, restore a backup that was made before the upgrade",
    env!("CARGO_PKG_VERSION")
)]
pub(crate) struct NewerSchema {
    service: &'static str,
    number: i64,
}

/// Numbers of the migrations that this program knows: of the tables that all services have, and of the service's own.
#[must_use]
pub fn migrations(service: &crate::Service) -> (BTreeSet<i64>, BTreeSet<i64>) {
    let numbers = |migrator: &Migrator| migrator.migrations.iter().map(|migration| migration.version).collect();
    (numbers(&KIT), service.migrator.map(numbers).unwrap_or_default())
}

/// Whether the same may go well a moment later. 57P0x: the server shuts down or was shut down; 53300: too many connections;
/// 57014: statement time-out; 55P03, 40P01: a lock; 40001: another transaction; 08: the connection.
pub(crate) fn is_passing(error: &dyn sqlx::error::DatabaseError) -> bool {
    error.code().is_some_and(|code| {
        matches!(code.as_ref(), "57P01" | "57P02" | "57P03" | "53300" | "57014" | "55P03" | "40001" | "40P01")
            || code.starts_with("08")
    })
}

/// Whether a row was found and could not be read, because another version wrote it.
#[must_use]
pub fn is_unreadable(error: &Error) -> bool {
    let asked_wrongly = |cause: &anyhow::Error| matches!(cause.downcast_ref(), Some(sqlx::Error::Database(_)));
    matches!(error, Error::Internal(cause) if !asked_wrongly(cause))
}

/// Turns the violation of one named constraint into the error that people should see.
pub fn on_constraint(error: sqlx::Error, name: &str, instead: impl FnOnce() -> Error) -> Error {
    match &error {
        sqlx::Error::Database(db) if db.constraint() == Some(name) => instead(),
        _ => error.into(),
    }
}
