//! What a role's own connection sees of PostgreSQL. Catalogues only: no row of a table of ours is read but those of the
//! migrations.

use crate::Result;
use sqlx::{PgConnection, Row as _, postgres::PgRow};
use time::OffsetDateTime;

/// Tables and statements of a list at most.
const MOST: i64 = 10;
/// Characters of a statement's text at most.
const TEXT: i32 = 2_000;

/// What is seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspection {
    /// The whole database.
    pub server: Server,
    /// Size of the role's schema with its indexes.
    pub bytes: i64,
    /// The largest first.
    pub tables: Vec<Table>,
    /// The role's own, by PostgreSQL's word for their state.
    pub connections: Vec<(String, i64)>,
    /// By version.
    pub migrations: Vec<Migration>,
    /// What took the most time in all first; `None` where pg_stat_statements is missing or not ours to read.
    pub statements: Option<Vec<Statement>>,
}

/// The database as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// Of PostgreSQL.
    pub version: String,
    /// Name of the database.
    pub database: String,
    /// Its size.
    pub bytes: i64,
    /// Connections to it, of everybody.
    pub connections: i64,
    /// So many the server takes.
    pub max_connections: i64,
}

/// A table of the role's schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Without its schema.
    pub name: String,
    /// Size with indexes.
    pub bytes: i64,
    /// Size of the indexes.
    pub index_bytes: i64,
    /// As PostgreSQL estimates; `None` before it first did.
    pub rows: Option<i64>,
}

/// A change of the schema that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Migration {
    /// Its number.
    pub version: i64,
    /// Its name.
    pub description: String,
    /// When.
    pub applied_at: OffsetDateTime,
    /// How long it took.
    pub milliseconds: i64,
    /// Of the chassis, which all roles have.
    pub common: bool,
}

/// A kind of statement of the role.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// Without values.
    pub text: String,
    /// How often.
    pub calls: i64,
    /// Time in all.
    pub total_milliseconds: f64,
    /// Time of one.
    pub mean_milliseconds: f64,
    /// Rows in all.
    pub rows: i64,
}

/// Looks at all of it. `db` is a connection of the role.
///
/// # Errors
/// Those of the database.
pub async fn inspect(db: &mut PgConnection) -> Result<Inspection> {
    let server = sqlx::query(
        "select current_setting('server_version') as version, current_database()::text as database,
            pg_database_size(current_database()) as bytes,
            (select count(*) from pg_stat_activity where datname = current_database()) as connections,
            current_setting('max_connections')::bigint as max_connections",
    )
    .fetch_one(&mut *db)
    .await?;
    let tables = sqlx::query(
        "select c.relname::text as name, coalesce(pg_total_relation_size(c.oid), 0) as bytes,
            coalesce(pg_indexes_size(c.oid), 0) as index_bytes,
            case when c.reltuples >= 0 then c.reltuples::bigint end as rows
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = current_schema() and c.relkind in ('r', 'm')
         order by bytes desc, name",
    )
    .fetch_all(&mut *db)
    .await?;
    let connections = sqlx::query(
        "select coalesce(state, 'unknown') as state, count(*) as count from pg_stat_activity
         where datname = current_database() and application_name = current_setting('application_name')
         group by 1 order by 2 desc, 1",
    )
    .fetch_all(&mut *db)
    .await?;
    let migrations = sqlx::query(
        "select version, description, installed_on, execution_time / 1000000 as milliseconds, common
         from (select *, true as common from _kit_migrations union all select *, false from _migrations) as all_of_them
         where success order by version, common",
    )
    .fetch_all(&mut *db)
    .await?;
    let statements = statements(&mut *db).await?;
    let tables = tables.iter().map(table).collect::<Result<Vec<_>, _>>()?;
    Ok(Inspection {
        server: Server {
            version: server.try_get("version")?,
            database: server.try_get("database")?,
            bytes: server.try_get("bytes")?,
            connections: server.try_get("connections")?,
            max_connections: server.try_get("max_connections")?,
        },
        bytes: tables.iter().map(|table| table.bytes).sum(),
        tables: tables.into_iter().take(usize::try_from(MOST).unwrap_or_default()).collect(),
        connections: connections
            .iter()
            .map(|row| Ok((row.try_get("state")?, row.try_get("count")?)))
            .collect::<Result<_, sqlx::Error>>()?,
        migrations: migrations.iter().map(migration).collect::<Result<_, _>>()?,
        statements,
    })
}

fn table(row: &PgRow) -> Result<Table, sqlx::Error> {
    Ok(Table {
        name: row.try_get("name")?,
        bytes: row.try_get("bytes")?,
        index_bytes: row.try_get("index_bytes")?,
        rows: row.try_get("rows")?,
    })
}

fn migration(row: &PgRow) -> Result<Migration, sqlx::Error> {
    Ok(Migration {
        version: row.try_get("version")?,
        description: row.try_get("description")?,
        applied_at: row.try_get("installed_on")?,
        milliseconds: row.try_get("milliseconds")?,
        common: row.try_get("common")?,
    })
}

/// The role's own statements. The extension stands in a schema of its own choice, and PostgreSQL may not have loaded it.
async fn statements(db: &mut PgConnection) -> Result<Option<Vec<Statement>>> {
    let schema: Option<String> = sqlx::query_scalar(
        "select quote_ident(n.nspname) from pg_extension e join pg_namespace n on n.oid = e.extnamespace
         where e.extname = 'pg_stat_statements' and has_schema_privilege(n.oid, 'usage')",
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(schema) = schema else { return Ok(None) };
    let sql = format!(
        "select left(query, {TEXT}) as text, calls, total_exec_time, mean_exec_time, rows
         from {schema}.pg_stat_statements
         where userid = current_user::regrole and dbid = (select oid from pg_database where datname = current_database())
         order by total_exec_time desc limit {MOST}"
    );
    match sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&mut *db).await {
        Ok(rows) => Ok(Some(rows.iter().map(statement).collect::<Result<_, _>>()?)),
        // it is not loaded, or its view is not for us
        Err(sqlx::Error::Database(error)) if matches!(error.code().as_deref(), Some("55000" | "42501")) => {
            tracing::debug!(%error, "the statistics of statements cannot be read");
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

fn statement(row: &PgRow) -> Result<Statement, sqlx::Error> {
    Ok(Statement {
        text: row.try_get("text")?,
        calls: row.try_get("calls")?,
        total_milliseconds: row.try_get("total_exec_time")?,
        mean_milliseconds: row.try_get("mean_exec_time")?,
        rows: row.try_get("rows")?,
    })
}
