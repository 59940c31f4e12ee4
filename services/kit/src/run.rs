//! Running roles: wait for what is not there yet, migrate, serve, drain.

use crate::{
    Context, Keyring, Metrics, NatsState, Parts, Service, Settings, accept, certificate, clock::SystemClock, context,
    db, http, identity::Identity, ids::SystemIds, metrics, nats, outbox::Outbox, recent::Recent, relay, rounds, seal,
    service::Http,
};
use anyhow::{Context as _, bail};
use prost::Message as _;
use std::{net::SocketAddr, sync::Arc, time::Duration};
use tokio::{net::TcpListener, task::JoinSet};
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

/// Runs the roles in this process until `stop` is cancelled or one of them ends. `recent`: what [`crate::telemetry::start`]
/// answered; the default where nobody reads the last log lines.
///
/// # Errors
/// A sentence about what cannot be waited for: a broken setting, a missing key, a taken port, a loop that ended.
pub async fn run(
    services: &[Service],
    settings: Settings,
    recent: Recent,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    if services.is_empty() {
        bail!("no role to run");
    }
    let settings = Arc::new(settings);
    let peers = Arc::new(context::peers(&settings)?);
    let recent = recent.among(services.iter().map(|service| service.name).collect());
    let mut roles = JoinSet::new();
    for &service in services {
        let role = role(service, settings.clone(), peers.clone(), recent.clone(), stop.child_token());
        roles.spawn(async move { (service.name, role.await) });
    }
    let mut outcome = Ok(());
    while let Some(ended) = roles.join_next().await {
        let (name, result) = ended.context("a role panicked")?;
        match result {
            Ok(()) if stop.is_cancelled() => tracing::info!(role = name, "stopped"),
            Ok(()) => outcome = Err(anyhow::anyhow!("{name} ended by itself")),
            Err(error) => {
                tracing::error!(role = name, error = format!("{error:#}"), "ended");
                outcome = Err(error.context(name));
            }
        }
        stop.cancel();
    }
    outcome
}

async fn role(
    service: Service,
    settings: Arc<Settings>,
    peers: Arc<std::collections::BTreeMap<String, crate::trace::Peer>>,
    recent: Recent,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    let name = service.name;
    let listen: SocketAddr = settings
        .listen
        .get(name)
        .with_context(|| format!("no gRPC address for {name}: set CANOPY_LISTEN=\"{name}=127.0.0.1:…\""))?
        .parse()
        .with_context(|| format!("the gRPC address of {name} is not host:port"))?;
    let ids = Arc::new(SystemIds);
    let url = settings.databases.get(name).unwrap_or("postgres://127.0.0.1:1/nowhere");
    if service.migrator.is_some() && settings.databases.get(name).is_none() {
        bail!("no database for {name}: set CANOPY_DATABASES=\"{name}=postgres://…\"");
    }
    let client = match settings.nats.get(name) {
        Some(url) => Some(nats::connect(name, url, &settings).await.context("the NATS address cannot be used")?),
        None => None,
    };
    let (db, uses) = db::pool(name, url, &settings)?;
    let cx = Context {
        service: name,
        db,
        uses,
        clock: Arc::new(SystemClock),
        ids: ids.clone(),
        stop: stop.clone(),
        keyring: Arc::new(Keyring::load(&settings.keys, name, ids)?),
        settings: settings.clone(),
        outbox: Outbox::default(),
        identity: Arc::new(Identity::load(&settings.keys, name)?),
        nats: NatsState::of(client),
        unreadable: context::Unreadable::default(),
        readers: crate::reading::Readers::default(),
        recent,
        metrics: settings.metrics_listen.get(name).map_or_else(Metrics::default, |_| Metrics::on(name)),
        places: crate::rounds::Places::of(name, &peers),
        peers,
    };
    let mut work = JoinSet::new();
    if let Some(address) = settings.metrics_listen.get(name) {
        metrics::observe(&cx, service.migrator.is_some());
        let listener = TcpListener::bind(address)
            .await
            .with_context(|| format!("the address {address} for the metrics of {name} cannot be used"))?;
        let cx = cx.clone();
        work.spawn(async move { ("metrics server", metrics::serve(cx, listener).await) });
    }
    if let Some(migrator) = service.migrator
        && !wait_for_database(&cx, migrator).await?
    {
        return Ok(());
    }
    let parts = (service.start)(cx.clone()).await.with_context(|| format!("starting {name}"))?;
    check_policy(&service, &parts)?;
    serve(service, cx, parts, listen, work).await
}

/// Waits for PostgreSQL and migrates; false when the role is stopped meanwhile.
async fn wait_for_database(cx: &Context, migrator: &'static sqlx::migrate::Migrator) -> anyhow::Result<bool> {
    let mut told = false;
    loop {
        let tried = async {
            db::migrate(cx.service, &cx.db, migrator).await?;
            seal::check_canary(&cx.keyring, &cx.db).await
        };
        match tried.await {
            Ok(()) => return Ok(true),
            Err(error) if is_for_the_operator(&error) => return Err(error),
            Err(error) => {
                if !told {
                    tracing::warn!(error = format!("{error:#}"), "waiting for PostgreSQL");
                    told = true;
                }
                tokio::select! {
                    () = tokio::time::sleep(Duration::from_millis(300)) => {}
                    () = cx.stop.cancelled() => return Ok(false),
                }
            }
        }
    }
}

/// A wrong key, a database of a newer Canopy and a changed or failed migration are for the operator; everything else may pass, a
/// lock that others hold too.
fn is_for_the_operator(error: &anyhow::Error) -> bool {
    use sqlx::migrate::MigrateError::{Dirty, ExecuteMigration, VersionMismatch, VersionTooNew};
    if error.is::<seal::WrongKey>() || error.is::<db::NewerSchema>() {
        return true;
    }
    error.chain().filter_map(|cause| cause.downcast_ref()).any(|cause| {
        matches!(cause, VersionMismatch(..) | VersionTooNew(..) | Dirty(..))
            || matches!(cause, ExecuteMigration(sqlx::Error::Database(error), ..) if !db::is_passing(error.as_ref()))
    })
}

/// Every method served has a rule: default deny would refuse it for ever, which nobody means.
fn check_policy(service: &Service, parts: &Parts) -> anyhow::Result<()> {
    let set = prost_types::FileDescriptorSet::decode(service.descriptors).context("the descriptors cannot be read")?;
    for file in &set.file {
        for rpc in &file.service {
            let full = format!("{}.{}", file.package(), rpc.name());
            if !parts.names.contains(&full.as_str()) {
                continue;
            }
            for method in &rpc.method {
                let path = format!("/{full}/{}", method.name());
                if !parts.guard.covers(&path) {
                    bail!("{path} has no policy row");
                }
            }
        }
    }
    Ok(())
}

type Work = JoinSet<(&'static str, anyhow::Result<()>)>;

/// `work`: what runs already.
async fn serve(service: Service, cx: Context, parts: Parts, listen: SocketAddr, mut work: Work) -> anyhow::Result<()> {
    let name = service.name;
    let listener =
        TcpListener::bind(listen).await.with_context(|| format!("the address {listen} of {name} cannot be used"))?;
    let gate = Arc::new(http::Gate { guard: parts.guard, cx: cx.clone() });
    let (health, router) = routes(&service, gate, parts.routes, &parts.names, listen.ip().is_loopback()).await?;
    let tls = certificate::acceptor(cx.settings.tls_cert.as_deref(), cx.settings.tls_key.as_deref(), &["h2"])?;

    if service.migrator.is_some() {
        begin(&mut work, &cx.stop, "command relay", relay::commands(cx.clone(), parts.refused));
        begin(&mut work, &cx.stop, "fact relay", relay::facts(cx.clone()));
    }
    for (task, future) in parts.tasks {
        begin(&mut work, &cx.stop, task, future);
    }
    if !parts.consumers.is_empty() {
        begin(&mut work, &cx.stop, "dead letters", crate::consume::again(cx.clone(), parts.consumers.clone()));
    }
    for consumer in parts.consumers {
        begin(&mut work, &cx.stop, "consumer", crate::consume::run(cx.clone(), consumer));
    }
    if service.migrator.is_some() {
        begin(&mut work, &cx.stop, "hints", crate::hints::send(cx.clone()));
        begin(&mut work, &cx.stop, "sweep", relay::sweep(cx.clone()));
        begin(&mut work, &cx.stop, "backlog", relay::backlog(cx.clone()));
        begin(&mut work, &cx.stop, "sealing anew", crate::reseal::reseal(cx.clone(), service.sealed));
        begin(&mut work, &cx.stop, "database pool", crate::idle_connections::shrink(cx.clone()));
    }
    work.spawn({
        let cx = cx.clone();
        let port = accept::Port { router, refusal: None, tls, plain: None };
        async move { ("gRPC server", accept::serve(&cx, listener, port).await) }
    });
    if let Some(http) = parts.http {
        serve_http(&cx, http, &mut work).await?;
    }
    cx.metrics.ready();
    tracing::info!(role = name, %listen, "ready");
    drain(&cx, work, health).await
}

/// The REST API, with TLS where there is a certificate, and then the address at which plain HTTP is sent on to it.
async fn serve_http(cx: &Context, http: Http, work: &mut Work) -> anyhow::Result<()> {
    let Settings { https_cert, https_key, http_listen, http_redirect, .. } = &*cx.settings;
    let tls = certificate::acceptor(https_cert.as_deref(), https_key.as_deref(), &["h2", "http/1.1"])?;
    let refusal = Some(crate::wire::Refusal { malformed: http.malformed, ids: cx.ids.clone() });
    let redirect = accept::Port { router: http.plain.clone(), refusal: refusal.clone(), tls: None, plain: None };
    let rest = accept::Port { router: http.router, refusal, plain: tls.is_some().then_some(http.plain), tls };
    let redirect = http_redirect.map(|address| ("HTTP redirect", address, redirect));
    for (name, address, port) in [("HTTP server", *http_listen, rest)].into_iter().chain(redirect) {
        let listener = TcpListener::bind(address)
            .await
            .with_context(|| format!("the address {address} of the {name} cannot be used"))?;
        let cx = cx.clone();
        work.spawn(async move { (name, accept::serve(&cx, listener, port).await) });
    }
    Ok(())
}

/// Begins a loop, one right after the other: what each looks for at first is asked on one connection to the database then, where all
/// at once would open as many.
fn begin(
    work: &mut Work,
    stop: &CancellationToken,
    name: &'static str,
    future: impl Future<Output = anyhow::Result<()>> + Send + 'static,
) {
    let turn = rounds::APART * u32::try_from(work.len()).unwrap_or_default();
    let stop = stop.clone();
    work.spawn(async move {
        let _ = tokio::time::timeout(turn, stop.cancelled()).await;
        (name, future.await)
    });
}

/// Waits for the stop, then gives everything its time to finish.
async fn drain(cx: &Context, mut work: Work, health: tonic_health::server::HealthReporter) -> anyhow::Result<()> {
    let mut outcome = Ok(());
    tokio::select! {
        () = cx.stop.cancelled() => {}
        Some(ended) = work.join_next() => {
            let cause = match ended {
                Ok((part, Ok(()))) => anyhow::anyhow!("the {part} ended"),
                Ok((part, Err(error))) => error.context(format!("the {part} ended")),
                Err(panic) => anyhow::anyhow!("a loop panicked: {panic}"),
            };
            if !cx.stop.is_cancelled() {
                outcome = Err(cause);
            }
        }
    }
    health.set_service_status("", tonic_health::ServingStatus::NotServing).await;
    cx.stop.cancel();
    let finish = async { while work.join_next().await.is_some() {} };
    if tokio::time::timeout(cx.settings.drain, finish).await.is_err() {
        tracing::warn!("not everything finished in time: ending it");
        work.shutdown().await;
    }
    let _ = tokio::time::timeout(Duration::from_secs(2), cx.db.close()).await;
    outcome
}

async fn routes(
    service: &Service,
    gate: Arc<http::Gate>,
    routes: tonic::service::RoutesBuilder,
    names: &[&'static str],
    loopback: bool,
) -> anyhow::Result<(tonic_health::server::HealthReporter, axum::Router)> {
    let (reporter, health) = tonic_health::server::health_reporter();
    reporter.set_service_status("", tonic_health::ServingStatus::Serving).await;
    for name in names {
        reporter.set_service_status(*name, tonic_health::ServingStatus::Serving).await;
    }
    let mut reflection = tonic_reflection::server::Builder::configure()
        .register_encoded_file_descriptor_set(service.descriptors)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET);
    for name in names {
        reflection = reflection.with_service_name(*name);
    }
    let reflection = reflection.build_v1().context("reflection")?;
    let guarded = axum::middleware::from_fn_with_state(gate, http::admit);
    let own = routes.routes().into_axum_router().layer(guarded.clone());
    // Health tells nothing about anybody. Reflection tells what there is to attack: beyond this machine it wants a token.
    let health = Routes::new(health).into_axum_router();
    let reflection = Routes::new(reflection).into_axum_router();
    let reflection = if loopback { reflection } else { reflection.layer(guarded) };
    let all =
        [health, reflection, own].into_iter().fold(axum::Router::new(), |all, one| all.merge(one.reset_fallback()));
    Ok((reporter, all.fallback(http::unknown).layer(axum::middleware::from_fn(http::deadline))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::Instant;

    #[tokio::test(start_paused = true)]
    async fn loops_begin_one_after_the_other_and_at_once_when_the_role_stops() {
        let (mut work, stop, began) = (Work::new(), CancellationToken::new(), Instant::now());
        for _ in 0..3 {
            begin(&mut work, &stop, "loop", async move { anyhow::bail!("{}", began.elapsed().as_millis()) });
        }
        begin(&mut work, &stop, "last", async { Ok(()) });
        for expected in [0, 1, 2] {
            let said = work.join_next().await.unwrap().unwrap().1.unwrap_err().to_string();
            let apart = rounds::APART.as_millis();
            assert!((apart * expected..=apart * expected + 1).contains(&said.parse().unwrap()), "{expected}: {said}");
        }
        stop.cancel();
        let stopped = began.elapsed();
        assert_eq!(work.join_next().await.unwrap().unwrap().0, "last");
        assert_eq!(began.elapsed(), stopped);
    }
}
