//! gRPC, and the database.

use crate::message::{
    DEPLOYMENT, DEPLOYMENTS, Deployment, Deployments, EVENTS, Event, Events, Get, List, Step, TASKS, Task, Tasks,
};
use axum::{Router, extract::State, routing::post};
use sqlx::{FromRow, PgPool, postgres::PgPoolOptions};
use std::net::SocketAddr;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tonic::{
    Request, Response, Status, body::Body, server::Grpc, service::Routes, transport::Server,
    transport::server::TcpIncoming,
};
use tonic_prost::ProstCodec;
use uuid::Uuid;

const COLUMNS: &str = "select id, name, description, status, type, cluster_id, location, team_id, release_name, error_log,
    last_task, task_kind, cpu, memory, storage, created_by, created_at, updated_at, revision, version, spec::text as spec,
    cluster_name, team_name, current_task, effective_revision, last_result, task_at, task_origin::text as task_origin, secrets,
    drift::text as drift, (select r.found::text from deployments.reach r where r.deployment_id = deployment.id) as reach
    from deployments.deployment where gone_at is null";

/// Serves until it is killed.
pub async fn serve(listen: SocketAddr, database: &str) -> anyhow::Result<()> {
    let pool = PgPoolOptions::new().max_connections(4).test_before_acquire(false).connect_lazy(database)?;
    let router = Router::new()
        .route(DEPLOYMENT, post(deployment))
        .route(DEPLOYMENTS, post(deployments))
        .route(TASKS, post(tasks))
        .route(EVENTS, post(events))
        .with_state(pool);
    let incoming = TcpIncoming::bind(listen)?.with_nodelay(Some(true));
    Ok(Server::builder().add_routes(Routes::from(router)).serve_with_incoming(incoming).await?)
}

async fn deployment(State(pool): State<PgPool>, request: http::Request<axum::body::Body>) -> http::Response<Body> {
    let read = tower::service_fn(move |request: Request<Get>| {
        let pool = pool.clone();
        async move {
            let id: Uuid = request.get_ref().id.parse().map_err(|_| Status::not_found("Deployment"))?;
            let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} and id = $1"));
            let row: Row = sqlx::query_as(sql).bind(id).fetch_one(&pool).await.map_err(failed)?;
            Ok::<_, Status>(Response::new(Deployment::from(row)))
        }
    });
    Grpc::new(ProstCodec::<Deployment, Get>::default()).unary(read, request).await
}

async fn deployments(State(pool): State<PgPool>, request: http::Request<axum::body::Body>) -> http::Response<Body> {
    let read = tower::service_fn(move |request: Request<List>| {
        let pool = pool.clone();
        async move {
            let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} order by created_at desc, id desc limit $1"));
            let rows: Vec<Row> =
                sqlx::query_as(sql).bind(request.get_ref().limit).fetch_all(&pool).await.map_err(failed)?;
            Ok::<_, Status>(Response::new(Deployments {
                deployments: rows.into_iter().map(Deployment::from).collect(),
            }))
        }
    });
    Grpc::new(ProstCodec::<Deployments, List>::default()).unary(read, request).await
}

async fn tasks(State(pool): State<PgPool>, request: http::Request<axum::body::Body>) -> http::Response<Body> {
    let read = tower::service_fn(move |request: Request<List>| {
        let pool = pool.clone();
        async move {
            let sql = "select id, kind, status, deployment_id, deployment_name, team_id, team_name, cluster_id, cluster_name,
                         params::text as params, revision, attempt, cancel_requested, actor_name, error, created_at, updated_at,
                         started_at, finished_at,
                         array(select (s.name, s.title, s.status, s.started_at, s.finished_at, s.message, s.said::text)
                               from tasks.step s where s.task_id = task.id order by s.position) as steps
                       from tasks.task where not hidden order by created_at desc, id desc limit $1";
            let rows: Vec<TaskRow> =
                sqlx::query_as(sql).bind(request.get_ref().limit).fetch_all(&pool).await.map_err(failed)?;
            Ok::<_, Status>(Response::new(Tasks { tasks: rows.into_iter().map(Task::from).collect() }))
        }
    });
    Grpc::new(ProstCodec::<Tasks, List>::default()).unary(read, request).await
}

async fn events(State(pool): State<PgPool>, request: http::Request<axum::body::Body>) -> http::Response<Body> {
    let read = tower::service_fn(move |request: Request<List>| {
        let pool = pool.clone();
        async move {
            let sql =
                "select id, type, message, reason, component, host, namespace, count, deployment_name, cluster_name,
                         team_name, actor_name, created_at, first_seen, last_seen
                       from events.event order by created_at desc, id desc limit $1";
            let rows: Vec<EventRow> =
                sqlx::query_as(sql).bind(request.get_ref().limit).fetch_all(&pool).await.map_err(failed)?;
            Ok::<_, Status>(Response::new(Events { events: rows.into_iter().map(Event::from).collect() }))
        }
    });
    Grpc::new(ProstCodec::<Events, List>::default()).unary(read, request).await
}

fn failed(error: sqlx::Error) -> Status {
    eprintln!("bare: {error}");
    Status::unavailable("the database")
}

fn json_or_null(text: Option<String>) -> String {
    text.unwrap_or_else(|| "null".to_owned())
}

fn said(at: OffsetDateTime) -> String {
    at.format(&Rfc3339).unwrap_or_default()
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    name: String,
    description: String,
    status: String,
    r#type: String,
    cluster_id: Uuid,
    location: String,
    team_id: Uuid,
    release_name: String,
    error_log: String,
    last_task: Uuid,
    task_kind: String,
    cpu: String,
    memory: String,
    storage: String,
    created_by: Uuid,
    created_at: OffsetDateTime,
    updated_at: OffsetDateTime,
    revision: i32,
    version: i64,
    spec: String,
    cluster_name: String,
    team_name: String,
    current_task: Option<Uuid>,
    effective_revision: Option<i32>,
    last_result: Option<String>,
    task_at: OffsetDateTime,
    task_origin: String,
    secrets: Vec<String>,
    drift: Option<String>,
    reach: Option<String>,
}

impl From<Row> for Deployment {
    fn from(row: Row) -> Self {
        Self {
            id: row.id.to_string(),
            name: row.name,
            description: row.description,
            status: row.status,
            r#type: row.r#type,
            cluster_id: row.cluster_id.to_string(),
            location: row.location,
            team_id: row.team_id.to_string(),
            release_name: row.release_name,
            error_log: row.error_log,
            last_task: row.last_task.to_string(),
            task_kind: row.task_kind,
            cpu: row.cpu,
            memory: row.memory,
            storage: row.storage,
            created_by: row.created_by.to_string(),
            created_at: said(row.created_at),
            updated_at: said(row.updated_at),
            revision: row.revision,
            version: row.version,
            spec: row.spec,
            cluster_name: row.cluster_name,
            team_name: row.team_name,
            current_task: row.current_task.map(|id| id.to_string()),
            effective_revision: row.effective_revision,
            last_result: row.last_result,
            task_at: said(row.task_at),
            task_origin: row.task_origin,
            secrets: row.secrets,
            drift: json_or_null(row.drift),
            reach: json_or_null(row.reach),
        }
    }
}

#[derive(FromRow)]
struct TaskRow {
    id: Uuid,
    kind: String,
    status: String,
    deployment_id: Uuid,
    deployment_name: String,
    team_id: Uuid,
    team_name: String,
    cluster_id: Uuid,
    cluster_name: String,
    params: String,
    revision: i32,
    attempt: i32,
    cancel_requested: bool,
    actor_name: String,
    error: String,
    created_at: OffsetDateTime,
    updated_at: OffsetDateTime,
    started_at: Option<OffsetDateTime>,
    finished_at: Option<OffsetDateTime>,
    steps: Vec<StepRow>,
}

/// An anonymous record of PostgreSQL.
type StepRow = (String, String, String, Option<OffsetDateTime>, Option<OffsetDateTime>, String, Option<String>);

impl From<TaskRow> for Task {
    fn from(row: TaskRow) -> Self {
        Self {
            id: row.id.to_string(),
            kind: row.kind,
            status: row.status,
            deployment_id: row.deployment_id.to_string(),
            deployment_name: row.deployment_name,
            team_id: row.team_id.to_string(),
            team_name: row.team_name,
            cluster_id: row.cluster_id.to_string(),
            cluster_name: row.cluster_name,
            params: row.params,
            revision: row.revision,
            attempt: row.attempt,
            cancel_requested: row.cancel_requested,
            actor_name: row.actor_name,
            error: row.error,
            created_at: said(row.created_at),
            updated_at: said(row.updated_at),
            started_at: row.started_at.map(said).unwrap_or_default(),
            finished_at: row.finished_at.map(said).unwrap_or_default(),
            steps: row.steps.into_iter().map(Step::from).collect(),
        }
    }
}

impl From<StepRow> for Step {
    fn from((name, title, status, started_at, finished_at, message, words): StepRow) -> Self {
        let (started_at, finished_at) =
            (started_at.map(said).unwrap_or_default(), finished_at.map(said).unwrap_or_default());
        Self { name, title, status, started_at, finished_at, message, said: json_or_null(words) }
    }
}

#[derive(FromRow)]
struct EventRow {
    id: Uuid,
    r#type: String,
    message: String,
    reason: String,
    component: String,
    host: String,
    namespace: String,
    count: i32,
    deployment_name: String,
    cluster_name: String,
    team_name: String,
    actor_name: String,
    created_at: OffsetDateTime,
    first_seen: OffsetDateTime,
    last_seen: OffsetDateTime,
}

impl From<EventRow> for Event {
    fn from(row: EventRow) -> Self {
        Self {
            id: row.id.to_string(),
            r#type: row.r#type,
            message: row.message,
            reason: row.reason,
            component: row.component,
            host: row.host,
            namespace: row.namespace,
            count: row.count,
            deployment_name: row.deployment_name,
            cluster_name: row.cluster_name,
            team_name: row.team_name,
            actor_name: row.actor_name,
            created_at: said(row.created_at),
            first_seen: said(row.first_seen),
            last_seen: said(row.last_seen),
        }
    }
}
