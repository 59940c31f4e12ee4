//! The backend for the frontend: the documented REST API over the services' gRPC.
//!
//! It owns nothing: no business rule and no SQL lives here. A handler extracts, calls, converts, wraps. `table.rs` is
//! the API, a line per call; `error.rs` says what failures look like, `openapi.rs` what all calls have in common.
//! Beside the API are `live.rs`, the hints for screens, and `web.rs`, the files of the console.

mod api;
mod body;
mod caller;
mod concurrency;
mod edge;
mod envelope;
mod error;
#[cfg(feature = "fuzz")]
pub mod fuzz;
mod gate;
mod hosts;
pub mod live;
mod metrics;
mod openapi;
mod path;
mod query;
mod redirect;
mod rights_changes;
mod routes;
mod settings;
mod streams;
mod table;
pub mod web;

use api::Api;
use axum::{Router, middleware::from_fn_with_state, routing::get};
use kit::{Context, Parts, Service, net::Network};
pub use settings::Options;
use std::{sync::Arc, time::Duration};
use table::Table;
use tokio::sync::Semaphore;
use tower_http::catch_panic::CatchPanicLayer;
use uuid::Uuid;

/// The role.
pub const SERVICE: Service =
    Service { name: "bff", migrator: None, sealed: &[], descriptors: proto::DESCRIPTORS, start };

/// The role: [`AppParts`], shared. Every layer that a request goes through has a clone of it.
#[derive(Clone)]
pub(crate) struct App(Arc<AppParts>);

impl std::ops::Deref for App {
    type Target = AppParts;

    fn deref(&self) -> &AppParts {
        &self.0
    }
}

/// The parts of the role.
pub(crate) struct AppParts {
    pub(crate) cx: Context,
    pub(crate) api: Api,
    pub(crate) guard: access::Guard,
    pub(crate) rules: Arc<table::Rules>,
    /// For those who are signed in.
    pub(crate) places: Arc<Semaphore>,
    /// For those who are not.
    pub(crate) anonymous: Arc<Semaphore>,
    pub(crate) addresses: concurrency::ConcurrencyLimit<Network>,
    pub(crate) users: concurrency::ConcurrencyLimit<Uuid>,
    pub(crate) secrets: kit::rate::Rate,
    pub(crate) hosts: Arc<hosts::Hosts>,
    /// How long a request waits for one of them.
    pub(crate) queue: Duration,
    /// Logs that are followed.
    pub(crate) streams: streams::Streams,
    /// Shells that are open: the listener's drain waits for their connections.
    pub(crate) shells: tokio_util::task::TaskTracker,
    pub(crate) live: live::Live,
    pub(crate) metrics: metrics::Metrics,
    pub(crate) rights_changes: rights_changes::RightsChanges,
    pub(crate) bundle: web::Bundle,
}

/// Who may call what: the rules of REST (`METHOD /path`, without `/api`) and of the live hints.
///
/// # Errors
/// Those of [`front`].
pub fn rules() -> anyhow::Result<Vec<access::Row>> {
    Ok(table::table()?.rules.guarded())
}

/// `openapi.json`: what the role answers at `/api/openapi.json`.
///
/// # Errors
/// Those of [`front`].
pub fn document() -> anyhow::Result<String> {
    openapi::json(&table::document()?)
}

/// What the role serves and does.
pub struct Front {
    /// Everything that is served over HTTP.
    pub router: Router,
    /// What is served over plain HTTP where there is a certificate.
    pub plain: Router,
    /// The live hints; [`live::Live::hear`] must run for them to come.
    pub live: live::Live,
    guard: access::Guard,
}

fn start(cx: Context) -> kit::Starting {
    Box::pin(parts(cx))
}

async fn parts(cx: Context) -> anyhow::Result<Parts> {
    let Front { router, plain, live, guard } = front(&cx, web::BUNDLE)?;
    Ok(Parts::new(guard)
        .rpc(live.server())
        .rpc(access::logs(&cx))
        .http(router, plain, error::malformed)
        .task("live hints", live.hear()))
}

/// Puts the role together.
///
/// # Errors
/// When a line of the table is not one call, or a setting cannot be read: then it does not start.
pub fn front(cx: &Context, bundle: web::Bundle) -> anyhow::Result<Front> {
    let Table { router, rules } = table::table()?;
    let guard = access::guard(cx, &rules.guarded())?;
    let options: Options = cx.options()?;
    let places = Arc::new(Semaphore::new(options.bff_requests));
    let anonymous = Arc::new(Semaphore::new(options.bff_requests.div_ceil(4)));
    let streams = streams::Streams::of(options.bff_logs, options.bff_logs_per_user);
    let rights_changes = rights_changes::RightsChanges::of(guard.access().fresh());
    let live = live::Live::of(cx, rights_changes.clone());
    let queue = options.bff_queue;
    let app = App(Arc::new(AppParts {
        cx: cx.clone(),
        api: Api::of(cx),
        guard,
        rules: Arc::new(rules),
        places,
        anonymous,
        addresses: concurrency::ConcurrencyLimit::of(concurrency::MOST, queue),
        users: concurrency::ConcurrencyLimit::of(concurrency::MOST, queue),
        secrets: kit::rate::Rate::of(10),
        hosts: Arc::new(hosts::Hosts::of(&cx.settings)),
        queue,
        streams,
        shells: tokio_util::task::TaskTracker::new(),
        live,
        metrics: metrics::Metrics::of(&cx.metrics),
        rights_changes,
        bundle,
    }));
    let site = match bundle.is_empty() {
        true => Router::new().route("/", get(routes::welcome::welcome)).route("/setup", get(routes::welcome::welcome)),
        false => Router::new().fallback(web::serve),
    };
    let inner = Router::new()
        .nest("/api", router)
        .merge(site)
        .merge(live::route(&app))
        .route("/livez", get(routes::probes::livez))
        .route("/readyz", get(routes::probes::readyz))
        .layer(from_fn_with_state(app.clone(), gate::gate))
        .with_state(app.clone());
    let outer = |router: Router| {
        router.layer(CatchPanicLayer::custom(edge::panicked)).layer(from_fn_with_state(app.clone(), edge::edge))
    };
    // As a fallback of an outer router the inner one routes after the edge has taken the trailing slash away.
    let router = outer(Router::new().fallback_service(inner));
    let plain = outer(Router::new().fallback(redirect::redirect).with_state(app.clone()));
    Ok(Front { router, plain, live: app.live.clone(), guard: app.guard.clone() })
}
