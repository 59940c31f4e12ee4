//! The administrator's view of a role's part of the database: every role with tables serves what its own user sees.

use crate::{Row, admin, open};
use kit::{
    Context, Error, Result,
    clock::stamp,
    inspect::{self as seen, Inspection},
};
use proto::database::{
    Connections, InspectDatabaseRequest, InspectDatabaseResponse, Migration, Server, Statement, Table,
    database_service_server::{DatabaseService, DatabaseServiceServer},
};
use tonic::{Request, Response, Status};

/// Who may call what. The guard of every role has these rows.
pub const ROWS: [Row; 1] = [admin("/canopy.database.v1.DatabaseService/InspectDatabase")];

/// The calls about a role's part of the database, to be served beside its own.
#[must_use]
pub fn database(cx: &Context) -> DatabaseServiceServer<Database> {
    DatabaseServiceServer::new(Database(cx.clone())).max_decoding_message_size(kit::MESSAGE_LIMIT)
}

/// The gRPC face.
#[derive(Clone)]
pub struct Database(Context);

impl Database {
    async fn inspect(&self, request: Request<InspectDatabaseRequest>) -> Result<InspectDatabaseResponse> {
        let (caller, InspectDatabaseRequest {}) = open(request)?;
        caller.admin()?;
        let mut db = self.0.db.acquire().await.map_err(Error::from)?;
        Ok(shown(seen::inspect(&mut db).await?))
    }
}

fn shown(inspection: Inspection) -> InspectDatabaseResponse {
    let Inspection { server, bytes, tables, connections, migrations, statements } = inspection;
    let seen::Server { version, database, bytes: size, connections: all, max_connections } = server;
    let table = |seen::Table { name, bytes, index_bytes, rows }| Table { name, bytes, index_bytes, rows };
    let migration = |seen::Migration { version, description, applied_at, milliseconds, common }| Migration {
        version,
        description,
        applied_at: Some(stamp(applied_at)),
        milliseconds,
        common,
    };
    let statement = |seen::Statement { text, calls, total_milliseconds, mean_milliseconds, rows }| Statement {
        text,
        calls,
        total_milliseconds,
        mean_milliseconds,
        rows,
    };
    InspectDatabaseResponse {
        server: Some(Server { version, database, bytes: size, connections: all, max_connections }),
        bytes,
        tables: tables.into_iter().map(table).collect(),
        connections: connections.into_iter().map(|(state, count)| Connections { state, count }).collect(),
        migrations: migrations.into_iter().map(migration).collect(),
        statements_known: statements.is_some(),
        statements: statements.unwrap_or_default().into_iter().map(statement).collect(),
    }
}

#[tonic::async_trait]
impl DatabaseService for Database {
    async fn inspect_database(
        &self,
        request: Request<InspectDatabaseRequest>,
    ) -> Result<Response<InspectDatabaseResponse>, Status> {
        Ok(Response::new(self.inspect(request).await?))
    }
}
