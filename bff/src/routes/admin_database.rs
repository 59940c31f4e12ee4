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
    let (mut first, mut schemas, mut away, mut outage) = (None, Vec::new(), Vec::new(), None);
    for (service, answer) in LETTERS.into_iter().zip(join_all(asked).await) {
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
        (Some(server), _) => Ok(call.data(DatabaseState { server, schemas, missing: away })),
        (None, Some(error)) => Err(error.into()),
        (None, None) => Err(missing("DatabaseState.server").into()),
    }
}
