//! REST.

use crate::message::{
    DEPLOYMENT, DEPLOYMENTS, Deployment, Deployments, EVENTS, Event, Events, Get, List, TASKS, Task, Tasks,
};
use axum::{
    Json, Router,
    extract::{Path, State},
    routing::get,
    serve::ListenerExt,
};
use http::{StatusCode, uri::PathAndQuery};
use std::net::SocketAddr;
use tonic::{
    Request,
    client::Grpc,
    transport::{Channel, Endpoint},
};
use tonic_prost::ProstCodec;

/// Serves until it is killed.
pub async fn serve(listen: SocketAddr, peer: &str) -> anyhow::Result<()> {
    let channel = Endpoint::from_shared(peer.to_owned())?.connect_lazy();
    let router = Router::new()
        .route("/deployments/{id}", get(deployment))
        .route("/deployments", get(deployments))
        .route("/tasks", get(tasks))
        .route("/events", get(events))
        .with_state(channel);
    let listener = tokio::net::TcpListener::bind(listen).await?.tap_io(|socket| {
        let _ = socket.set_nodelay(true);
    });
    Ok(axum::serve(listener, router).await?)
}

async fn deployment(State(channel): State<Channel>, Path(id): Path<String>) -> Result<Json<Deployment>, StatusCode> {
    ask(channel, DEPLOYMENT, Get { id }).await.map(Json)
}

async fn deployments(State(channel): State<Channel>) -> Result<Json<Vec<Deployment>>, StatusCode> {
    let found: Deployments = ask(channel, DEPLOYMENTS, List { limit: 20 }).await?;
    Ok(Json(found.deployments))
}

async fn tasks(State(channel): State<Channel>) -> Result<Json<Vec<Task>>, StatusCode> {
    let found: Tasks = ask(channel, TASKS, List { limit: 20 }).await?;
    Ok(Json(found.tasks))
}

async fn events(State(channel): State<Channel>) -> Result<Json<Vec<Event>>, StatusCode> {
    let found: Events = ask(channel, EVENTS, List { limit: 20 }).await?;
    Ok(Json(found.events))
}

async fn ask<Q, A>(channel: Channel, path: &'static str, question: Q) -> Result<A, StatusCode>
where
    Q: prost::Message + 'static,
    A: prost::Message + Default + 'static,
{
    let mut grpc = Grpc::new(channel);
    let failed = |_| StatusCode::BAD_GATEWAY;
    grpc.ready().await.map_err(|_| StatusCode::BAD_GATEWAY)?;
    let codec = ProstCodec::<Q, A>::default();
    let answer = grpc.unary(Request::new(question), PathAndQuery::from_static(path), codec).await;
    Ok(answer.map_err(failed)?.into_inner())
}
