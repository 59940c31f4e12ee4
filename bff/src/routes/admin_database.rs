//! `/admin/database`: what the services see of PostgreSQL, each with its own database user.

use super::prelude::*;
use crate::api::LETTERS;
use futures::future::join_all;
use proto::database as pb;

/// What PostgreSQL says.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseState {
    /// As the first service that answered sees it.
    pub server: DatabaseServer,
    /// By service.
    pub schemas: Vec<DatabaseSchema>,
    /// Services that did not answer: their schemas are missing here.
    pub missing: Vec<String>,
    /// What became of the last backup of Canopy itself; null while none was made or tried, or when auth does not answer.
    #[schema(required)]
    pub last_backup: Option<LastBackup>,
}

/// The last backup that is whole, and whether a later attempt failed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LastBackup {
    /// The moment whose state it holds; null when there is none.
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub at: Option<OffsetDateTime>,
    /// Its size; null when there is none.
    #[schema(required)]
    pub bytes: Option<i64>,
    /// Its path on the machine that made it; null when there is none.
    #[schema(required)]
    #[serde(rename = "where")]
    pub place: Option<String>,
    /// Whether the last attempt went well.
    pub ok: bool,
    /// When the last attempt failed; null when it went well.
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub failed_at: Option<OffsetDateTime>,
    /// Why, as a stable word; null when it went well.
    #[schema(required, example = "BackupDiskFull")]
    pub problem: Option<String>,
    /// What its sentence is filled with.
    pub params: TextParams,
    /// Its sentence; null when the last attempt went well.
    #[schema(required)]
    pub text: Option<String>,
    /// How often one is made by schedule; null: when somebody asks for one.
    #[schema(required)]
    pub every_seconds: Option<i64>,
}

fn backup(found: proto::auth::Backup) -> LastBackup {
    let proto::auth::Backup { at, bytes, place, failed_at, problem, said, every_seconds } = found;
    let (at, failed_at) = (moment_or_none(at), moment_or_none(failed_at));
    let (reason, params) = coded(&said);
    LastBackup {
        at,
        bytes: at.map(|_| bytes),
        place: text(place),
        ok: failed_at.is_none(),
        failed_at,
        problem: failed_at.map(|_| reason),
        params,
        text: text(problem),
        every_seconds: Some(every_seconds).filter(|seconds| *seconds > 0),
    }
}

/// The database as a whole.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseServer {
    /// Of PostgreSQL.
    #[schema(example = "17.2")]
    pub version: String,
    /// Name of the database.
    pub database: String,
    /// Its size.
    pub bytes: i64,
    /// Connections to it, of everybody.
    pub connections: i64,
    /// So many connections the server takes.
    pub max_connections: i64,
}

/// The schema of a service.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseSchema {
    /// The service, whose name the schema has.
    #[schema(example = "tasks")]
    pub service: String,
    /// Its size, with indexes.
    pub bytes: i64,
    /// The largest first, at most ten.
    pub tables: Vec<DatabaseTable>,
    /// Connections of the service by PostgreSQL's word for their state.
    pub connections: BTreeMap<String, i64>,
    /// Applied migrations, by version.
    pub migrations: Vec<DatabaseMigration>,
    /// What took the most time in all first, at most ten; null where pg_stat_statements is missing or may not be read.
    #[schema(required)]
    pub statements: Option<Vec<DatabaseStatement>>,
}

/// A table.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseTable {
    pub name: String,
    /// With indexes.
    pub bytes: i64,
    /// Of that, the indexes.
    pub index_bytes: i64,
    /// As PostgreSQL estimates; null before it first did.
    #[schema(required)]
    pub rows: Option<i64>,
}

/// A migration.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseMigration {
    /// Its number.
    #[schema(example = "20261121000001")]
    pub version: String,
    pub description: String,
    #[serde(with = "time::serde::rfc3339")]
    pub applied_at: OffsetDateTime,
    /// How long it took.
    pub milliseconds: i64,
    /// Of what all services have in common.
    pub common: bool,
}

/// A kind of statement.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseStatement {
    /// Without the values that it was run with.
    pub text: String,
    pub calls: i64,
    /// Time in all.
    pub total_milliseconds: f64,
    /// Time of one, on average.
    pub mean_milliseconds: f64,
    /// Rows in all.
    pub rows: i64,
}

fn migration(found: pb::Migration) -> kit::Result<DatabaseMigration> {
    let pb::Migration { version, description, applied_at, milliseconds, common } = found;
    let applied_at = moment(applied_at, "Migration.applied_at")?;
    Ok(DatabaseMigration { version: version.to_string(), description, applied_at, milliseconds, common })
}

fn read(service: &str, found: pb::InspectDatabaseResponse) -> kit::Result<(DatabaseServer, DatabaseSchema)> {
    let pb::InspectDatabaseResponse { server, bytes, tables, connections, migrations, statements_known, statements } =
        found;
    let server = server.ok_or_else(|| missing("InspectDatabaseResponse.server"))?;
    let pb::Server { version, database, bytes: size, connections: all, max_connections } = server;
    let table = |pb::Table { name, bytes, index_bytes, rows }| DatabaseTable { name, bytes, index_bytes, rows };
    let statement = |pb::Statement { text, calls, total_milliseconds, mean_milliseconds, rows }| DatabaseStatement {
        text,
        calls,
        total_milliseconds,
        mean_milliseconds,
        rows,
    };
    let schema = DatabaseSchema {
        service: service.to_owned(),
        bytes,
        tables: tables.into_iter().map(table).collect(),
        connections: connections.into_iter().map(|pb::Connections { state, count }| (state, count)).collect(),
        migrations: migrations.into_iter().map(migration).collect::<kit::Result<_>>()?,
        statements: statements_known.then(|| statements.into_iter().map(statement).collect()),
    };
    Ok((DatabaseServer { version, database, bytes: size, connections: all, max_connections }, schema))
}

/// Sizes, connections, migrations and slow statements, as each service's own database user sees them.
#[utoipa::path(get, path = "/admin/database", tag = "health", responses((status = 200, body = Data<DatabaseState>), ReadErrors))]
pub async fn get(call: Call) -> Result<Answer<Data<DatabaseState>>> {
    let asked = LETTERS.map(|service| {
        let call = call.clone();
        async move {
            let request = call.ask(pb::InspectDatabaseRequest {})?;
            read(service, call.api().database(service).inspect_database(request).await?.into_inner())
        }
    });
    let last = async {
        let mut settings = call.api().settings.clone();
        kit::Result::Ok(settings.get_backup(call.ask(proto::auth::GetBackupRequest {})?).await?.into_inner().backup)
    };
    let (asked, last) = futures::join!(join_all(asked), last);
    let last_backup = match last {
        Ok(last) => last.map(backup),
        Err(kit::Error::Unavailable { .. } | kit::Error::Timeout(_)) => None,
        Err(error) => return Err(error.into()),
    };
    let (mut first, mut schemas, mut away, mut outage) = (None, Vec::new(), Vec::new(), None);
    for (service, answer) in LETTERS.into_iter().zip(asked) {
        match answer {
            Ok((server, schema)) => {
                first.get_or_insert(server);
                schemas.push(schema);
            }
            // an outage of some hides nothing of the others
            Err(error @ (kit::Error::Unavailable { .. } | kit::Error::Timeout(_))) => {
                away.push(service.to_owned());
                outage = Some(error);
            }
            Err(error) => return Err(error.into()),
        }
    }
    match (first, outage) {
        (Some(server), _) => Ok(call.data(DatabaseState { server, schemas, missing: away, last_backup })),
        (None, Some(error)) => Err(error.into()),
        (None, None) => Err(missing("DatabaseState.server").into()),
    }
}
