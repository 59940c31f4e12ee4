//! The backend for the frontend: the documented REST API over the services' gRPC.
//!
//! It owns nothing: no business rule and no SQL lives here. A handler extracts, calls, converts, wraps. The route table
//! below is the API; `policy.rs` says who may call what, `error.rs` what failures look like, `openapi.rs` describes it all.
//! Beside the API are `live.rs`, the hints for screens, and `web.rs`, the files of the console.

mod api;
mod body;
mod caller;
mod crowd;
mod edge;
mod envelope;
mod error;
mod gate;
mod hosts;
pub mod live;
mod moves;
pub mod openapi;
mod path;
mod policy;
mod query;
mod routes;
mod settings;
mod streams;
pub mod web;

use api::Api;
use axum::{
    Router,
    handler::Handler,
    middleware::from_fn_with_state,
    routing::{MethodFilter, MethodRouter, get, on},
};
use http::Method;
use kit::{Context, Parts, Service, net::Network};
pub use settings::Options;
use std::{sync::Arc, time::Duration};
use tokio::sync::Semaphore;
use tower_http::catch_panic::CatchPanicLayer;
use uuid::Uuid;

/// The role.
pub const SERVICE: Service =
    Service { name: "bff", migrator: None, descriptors: proto::DESCRIPTORS, start: |cx| Box::pin(start(cx)) };

/// The parts of the role. Cheap to clone.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) cx: Context,
    pub(crate) api: Api,
    pub(crate) guard: access::Guard,
    /// For those who are signed in.
    pub(crate) places: Arc<Semaphore>,
    /// For those who are not.
    pub(crate) anonymous: Arc<Semaphore>,
    pub(crate) addresses: crowd::Crowd<Network>,
    pub(crate) users: crowd::Crowd<Uuid>,
    pub(crate) secrets: kit::rate::Rate,
    pub(crate) hosts: Arc<hosts::Hosts>,
    /// How long a request waits for one of them.
    pub(crate) queue: Duration,
    /// Logs that are followed.
    pub(crate) streams: streams::Streams,
    pub(crate) live: live::Live,
    pub(crate) moves: moves::Moves,
    pub(crate) bundle: web::Bundle,
}

/// What the role serves and does.
pub struct Front {
    /// Everything that is served over HTTP.
    pub router: Router,
    /// The live hints; [`live::Live::hear`] must run for them to come.
    pub live: live::Live,
    guard: access::Guard,
}

async fn start(cx: Context) -> anyhow::Result<Parts> {
    let Front { router, live, guard } = front(&cx, web::BUNDLE)?;
    Ok(Parts::new(guard).rpc(live.server()).http(router, error::malformed).task("live hints", live.hear()))
}

/// Puts the role together.
///
/// # Errors
/// When a route has no policy row or a row no route, or a setting cannot be read: then it does not start.
pub fn front(cx: &Context, bundle: web::Bundle) -> anyhow::Result<Front> {
    let Table { router, routes } = table();
    policy::check(&routes)?;
    let guard = access::guard(cx, &policy::rules())?;
    let options: Options = cx.options()?;
    let places = Arc::new(Semaphore::new(options.bff_requests));
    let anonymous = Arc::new(Semaphore::new(options.bff_requests.div_ceil(4)));
    let streams = streams::Streams::of(options.bff_logs, options.bff_logs_per_user);
    let moves = moves::Moves::of(guard.access().fresh());
    let live = live::Live::of(cx, moves.clone());
    let queue = options.bff_queue;
    let app = App {
        cx: cx.clone(),
        api: Api::of(cx),
        guard,
        places,
        anonymous,
        addresses: crowd::Crowd::of(crowd::MOST, queue),
        users: crowd::Crowd::of(crowd::MOST, queue),
        secrets: kit::rate::Rate::of(10),
        hosts: Arc::new(hosts::Hosts::of(&cx.settings)),
        queue,
        streams,
        live,
        moves,
        bundle,
    };
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
    // As a fallback of an outer router the inner one routes after the edge has taken the trailing slash away.
    let router = Router::new()
        .fallback_service(inner)
        .layer(CatchPanicLayer::custom(edge::panicked))
        .layer(from_fn_with_state(app.clone(), edge::edge));
    Ok(Front { router, live: app.live, guard: app.guard })
}

/// The API.
fn table() -> Table {
    use routes::{
        auth, catalogue, clusters, dashboard, datacenters, dead_letters, deployments, deployments::logs, events,
        health, quotas, tasks, teams, users,
    };
    Table::default()
        .get("/openapi.json", openapi::serve)
        .get("/auth/setup", auth::setup)
        .post("/auth/setup", auth::complete_setup)
        .post("/auth/register", auth::register)
        .post("/auth/login", auth::login)
        .post("/auth/logout", auth::logout)
        .get("/users/profile", users::profile)
        .get("/dashboard", dashboard::counts)
        .get("/events", events::list)
        .get("/admin/events", events::list_all)
        .get("/admin/dead-letters", dead_letters::list)
        .post("/admin/dead-letters/{service}/{id}/resend", dead_letters::resend)
        .delete("/admin/dead-letters/{service}/{id}", dead_letters::drop)
        .get("/teams", teams::list)
        .post("/teams", teams::create)
        .get("/teams/all", teams::list_all)
        .get("/teams/{id}", teams::get)
        .post("/teams/{id}/members", teams::add_member)
        .delete("/teams/{id}/members/{userId}", teams::remove_member)
        .get("/catalogue", catalogue::get)
        .get("/datacenters", datacenters::list)
        .post("/datacenters", datacenters::create)
        .get("/clusters", clusters::list)
        .post("/clusters", clusters::create)
        .post("/clusters/validate", clusters::validate)
        .get("/clusters/{id}", clusters::get)
        .get("/clusters/{id}/kubeconfig", clusters::kubeconfig)
        .post("/clusters/{id}/kubeconfig", clusters::set_kubeconfig)
        .get("/deployments", deployments::list)
        .post("/deployments", deployments::create)
        .get("/deployments/{id}", deployments::get)
        .put("/deployments/{id}", deployments::update)
        .delete("/deployments/{id}", deployments::delete)
        .post("/deployments/{id}/restart", deployments::restart)
        .post("/deployments/{id}/retry", deployments::retry)
        .post("/deployments/{id}/discard", deployments::discard)
        .get("/deployments/{id}/revisions", deployments::revisions::revisions)
        .post("/deployments/{id}/secrets/reveal", deployments::reveal)
        .get("/deployments/{id}/logs", logs::logs)
        .get("/quotas", quotas::get)
        .get("/tasks", tasks::list)
        .get("/tasks/{id}", tasks::get)
        .delete("/tasks/{id}", tasks::delete)
        .post("/tasks/{id}/cancel", tasks::cancel)
        .post("/tasks/{id}/retry", tasks::retry)
        .get("/health", health::get)
}

/// Routes, and what they are called for the policy check.
#[derive(Default)]
struct Table {
    router: Router<App>,
    routes: Vec<(Method, &'static str)>,
}

impl Table {
    fn get<H: Handler<T, App>, T: 'static>(self, path: &'static str, handler: H) -> Self {
        self.on(Method::GET, path, on(MethodFilter::GET, handler))
    }

    fn post<H: Handler<T, App>, T: 'static>(self, path: &'static str, handler: H) -> Self {
        self.on(Method::POST, path, on(MethodFilter::POST, handler))
    }

    fn put<H: Handler<T, App>, T: 'static>(self, path: &'static str, handler: H) -> Self {
        self.on(Method::PUT, path, on(MethodFilter::PUT, handler))
    }

    fn delete<H: Handler<T, App>, T: 'static>(self, path: &'static str, handler: H) -> Self {
        self.on(Method::DELETE, path, on(MethodFilter::DELETE, handler))
    }

    fn on(mut self, method: Method, path: &'static str, handler: MethodRouter<App>) -> Self {
        self.router = self.router.route(path, handler);
        self.routes.push((method, path));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_has_a_policy_row_and_every_row_a_route() {
        policy::check(&table().routes).expect("the table and the policy agree");
    }

    #[test]
    fn every_route_is_documented_and_every_documented_call_has_a_route() {
        let mut routes: Vec<String> = table().routes.iter().map(|(method, path)| format!("{method} {path}")).collect();
        routes.sort();
        assert_eq!(openapi::calls(), routes);
    }
}
