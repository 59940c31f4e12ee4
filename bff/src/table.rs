//! The calls of the API: one line each. A line is the route, its handler and document (from the handler's `#[utoipa::path]`,
//! which says the same route), the rule, what the service that answers takes from the caller about a team, and its limits.
//!
//! The rule is the outer fence: it answers 401 and 403 before a body is read. Whose team a thing belongs to is decided by
//! the service that owns it; what it takes is told here, where a test reads it and tries it for everybody.

use crate::{App, openapi, routes};
use access::{
    Capability::{self, Manage, Own, OwnTeams, Private, Read, Readable, Write},
    Who,
};
use axum::{
    Router,
    routing::{MethodFilter, MethodRouter, on},
};
use http::Method;
use std::{collections::HashMap, time::Duration};
use utoipa::openapi::OpenApi;
use utoipa_axum::{
    router::{OpenApiRouter, UtoipaMethodRouter},
    routes,
};

/// Largest body of a call, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit(pub usize);

/// What is neither a kubeconfig nor small is refused.
const USUAL: Limit = Limit(64 * 1024);
/// A kubeconfig of 256 KiB, in base64.
const LARGE: Limit = Limit(400 * 1024);

impl Default for Limit {
    fn default() -> Self {
        USUAL
    }
}

/// The stream of live hints: not under /api, because it is no REST.
pub const LIVE: access::Row = access::user("/canopy.live.v1.LiveService/Watch").needs(Readable);

/// The handler of that name.
macro_rules! handler {
    ($handler:path) => {
        Handler { route: |method| on(method, $handler), document: || routes!($handler) }
    };
}

/// The calls, in the order in which they are shown.
fn lines() -> Vec<Line> {
    use routes::{
        admin_database, admin_logs, admin_security, auth, catalogue, clusters, dashboard, datacenters, dead_letters,
        deployments, events, health, mail, notifications, provider, quotas, resets, system_settings, tasks, teams,
        tokens, two_factor, user_invites, users,
    };
    vec![
        public("GET /openapi.json", handler!(openapi::serve)),
        public("GET /auth/setup", handler!(auth::setup)),
        public("POST /auth/setup", handler!(auth::complete_setup)),
        public("POST /auth/register", handler!(auth::register)),
        public("POST /auth/login", handler!(auth::login)),
        public("POST /auth/provider", handler!(provider::begin)),
        public("POST /auth/provider/finish", handler!(provider::finish)),
        public("POST /auth/forgot-password", handler!(resets::forgot_password)),
        public("POST /auth/reset-password", handler!(resets::reset_password)),
        user("POST /auth/logout", handler!(auth::logout)).in_person(),
        user("GET /auth/sessions", handler!(auth::sessions)).in_person(),
        user("DELETE /auth/sessions", handler!(auth::end_other_sessions)).in_person(),
        user("DELETE /auth/sessions/{id}", handler!(auth::end_session)).in_person(),
        user("GET /auth/tokens", handler!(tokens::list)).in_person(),
        user("POST /auth/tokens", handler!(tokens::create)).in_person(),
        user("DELETE /auth/tokens/{id}", handler!(tokens::revoke)).in_person(),
        user("POST /auth/two-factor", handler!(two_factor::begin)).in_person(),
        user("DELETE /auth/two-factor", handler!(two_factor::disable)).in_person(),
        user("POST /auth/two-factor/confirm", handler!(two_factor::confirm)).in_person(),
        user("POST /auth/two-factor/recovery-codes", handler!(two_factor::renew_codes)).in_person(),
        user("POST /auth/provider/link", handler!(provider::begin_link)).in_person(),
        user("POST /auth/provider/link/finish", handler!(provider::finish_link)).in_person(),
        user("DELETE /auth/provider/link", handler!(provider::remove_link)).in_person(),
        user("GET /users/profile", handler!(users::profile)),
        user("PUT /users/profile", handler!(users::update_profile)),
        user("GET /users/{id}/profile", handler!(users::profile_of)),
        user("PUT /users/profile/password", handler!(users::change_password)).in_person(),
        admin("GET /users", handler!(users::list)),
        admin("GET /users/invites", handler!(user_invites::list)),
        admin("POST /users/invites", handler!(user_invites::create)),
        admin("POST /users/invites/{id}/resend", handler!(user_invites::resend)),
        admin("DELETE /users/invites/{id}", handler!(user_invites::cancel)),
        admin("POST /users/{id}/reset-password", handler!(resets::create)).in_person(),
        admin("GET /users/{id}", handler!(users::get)),
        admin("PUT /users/{id}", handler!(users::update)),
        admin("DELETE /users/{id}", handler!(users::delete)),
        admin("DELETE /users/{id}/two-factor", handler!(two_factor::reset)).in_person(),
        user("GET /dashboard", handler!(dashboard::counts)).needs(Readable),
        user("GET /events", handler!(events::list)).needs(Readable),
        user("GET /events/export", handler!(events::export::export)).needs(Readable).told(),
        user("GET /events/hours", handler!(events::hours::hours)).needs(Readable),
        user("GET /events/{id}", handler!(events::get)).needs(Read),
        admin("GET /admin/events", handler!(events::list_all)),
        user("GET /notifications/rules", handler!(notifications::list)).needs(Manage),
        user("POST /notifications/rules", handler!(notifications::create)).needs(Manage),
        user("PUT /notifications/rules/{id}", handler!(notifications::update)).needs(Manage),
        user("DELETE /notifications/rules/{id}", handler!(notifications::delete)).needs(Manage),
        user("POST /notifications/rules/{id}/test", handler!(notifications::send_test)).needs(Manage),
        user("GET /notifications/rules/{id}/deliveries", handler!(notifications::deliveries)).needs(Manage),
        user("POST /notifications/rules/{id}/deliveries/{deliveryId}/resend", handler!(notifications::resend))
            .needs(Manage),
        admin("GET /admin/dead-letters", handler!(dead_letters::list)),
        admin("POST /admin/dead-letters/{service}/{id}/resend", handler!(dead_letters::resend)),
        admin("DELETE /admin/dead-letters/{service}/{id}", handler!(dead_letters::drop)),
        admin("GET /admin/mail", handler!(mail::get)),
        admin("POST /admin/mail/test", handler!(mail::send_test)),
        admin("GET /admin/database", handler!(admin_database::get)),
        admin("GET /admin/logs", handler!(admin_logs::list)),
        admin("GET /admin/security", handler!(admin_security::get)),
        admin("GET /system/settings", handler!(system_settings::get)),
        admin("PUT /system/settings", handler!(system_settings::update)),
        user("GET /teams", handler!(teams::list)).needs(OwnTeams),
        user("POST /teams", handler!(teams::create)),
        admin("GET /teams/all", handler!(teams::list_all)),
        user("GET /teams/{id}", handler!(teams::get)).needs(Read),
        user("POST /teams/{id}/members", handler!(teams::add_member)).needs(Manage),
        user("DELETE /teams/{id}/members/{userId}", handler!(teams::remove_member)).needs(Manage),
        user("PUT /teams/{id}/members/{userId}", handler!(teams::change_member)).needs(Manage),
        user("PUT /teams/{id}", handler!(teams::update)).needs(Manage),
        user("PUT /teams/{id}/owner", handler!(teams::hand_over)).needs(Own),
        user("DELETE /teams/{id}", handler!(teams::delete)).needs(Own),
        user("POST /teams/{id}/invites", handler!(teams::create_invite)).needs(Manage),
        user("POST /teams/{id}/invites/{inviteId}/resend", handler!(teams::resend_invite)).needs(Manage),
        user("DELETE /teams/{id}/invites/{inviteId}", handler!(teams::cancel_invite)).needs(Manage),
        user("POST /invites/accept", handler!(teams::accept_invite)),
        user("GET /catalogue", handler!(catalogue::get)),
        user("GET /datacenters", handler!(datacenters::list)),
        admin("POST /datacenters", handler!(datacenters::create)),
        admin("PUT /datacenters/{id}", handler!(datacenters::update)),
        admin("DELETE /datacenters/{id}", handler!(datacenters::delete)),
        user("GET /clusters", handler!(clusters::list)),
        admin("POST /clusters", handler!(clusters::create)).large(),
        admin("POST /clusters/validate", handler!(clusters::validate)).large(),
        user("GET /clusters/{id}", handler!(clusters::get)),
        user("GET /clusters/{id}/inspection", handler!(clusters::inspection::inspection)),
        user("GET /clusters/{id}/metrics", handler!(clusters::metrics::metrics)),
        admin("PUT /clusters/{id}", handler!(clusters::change::update)).large(),
        admin("DELETE /clusters/{id}", handler!(clusters::change::delete)),
        admin("POST /clusters/{id}/refresh", handler!(clusters::change::refresh)),
        admin("PUT /clusters/{id}/maintenance", handler!(clusters::change::maintenance)),
        admin("GET /clusters/{id}/kubeconfig", handler!(clusters::kubeconfig)).secret().sparing().told(),
        admin("POST /clusters/{id}/kubeconfig", handler!(clusters::set_kubeconfig)).large(),
        user("GET /deployments", handler!(deployments::list)).needs(Readable),
        user("POST /deployments", handler!(deployments::create)).needs(Write),
        user("POST /deployments/plan", handler!(deployments::plan::create)).needs(Write),
        user("GET /deployments/{id}", handler!(deployments::get)).needs(Read),
        user("PUT /deployments/{id}", handler!(deployments::update)).needs(Write),
        user("DELETE /deployments/{id}", handler!(deployments::delete)).needs(Write),
        user("POST /deployments/{id}/plan", handler!(deployments::plan::plan)).needs(Write),
        user("POST /deployments/{id}/plan/rollback", handler!(deployments::plan::rollback)).needs(Write),
        user("POST /deployments/{id}/plan/delete", handler!(deployments::plan::delete)).needs(Write),
        user("POST /deployments/{id}/plan/discard", handler!(deployments::plan::discard)).needs(Write),
        user("POST /deployments/{id}/plan/stop", handler!(deployments::plan::stop)).needs(Write),
        user("POST /deployments/{id}/plan/start", handler!(deployments::plan::start)).needs(Write),
        user("POST /deployments/{id}/plan/restart", handler!(deployments::plan::restart)).needs(Write),
        user("POST /deployments/{id}/plan/scale", handler!(deployments::plan::scale)).needs(Write),
        user("POST /deployments/{id}/rollback", handler!(deployments::rollback::rollback)).needs(Write),
        user("POST /deployments/{id}/restart", handler!(deployments::restart)).needs(Write),
        user("POST /deployments/{id}/stop", handler!(deployments::power::stop)).needs(Write),
        user("POST /deployments/{id}/start", handler!(deployments::power::start)).needs(Write),
        user("POST /deployments/{id}/scale", handler!(deployments::scale::scale)).needs(Write),
        user("POST /deployments/{id}/retry", handler!(deployments::retry)).needs(Write),
        user("POST /deployments/{id}/discard", handler!(deployments::discard)).needs(Write),
        user("GET /deployments/{id}/drift", handler!(deployments::drift::drift)).needs(Private),
        admin("DELETE /deployments/{id}/remains", handler!(deployments::forget)),
        user("POST /deployments/{id}/put-right", handler!(deployments::drift::put_right)).needs(Write),
        user("GET /deployments/{id}/revisions", handler!(deployments::revisions::revisions)).needs(Read),
        user("GET /deployments/{id}/revisions/{number}/chart", handler!(deployments::revisions::chart)).needs(Private),
        user("GET /deployments/{id}/services", handler!(deployments::services::services)).needs(Read),
        user("GET /deployments/{id}/volumes", handler!(deployments::volumes::volumes)).needs(Read),
        user("GET /deployments/{id}/timeline", handler!(deployments::timeline::timeline)).needs(Read),
        user("GET /deployments/{id}/usage", handler!(deployments::usage::usage)).needs(Read),
        user("POST /deployments/{id}/reachability/check", handler!(deployments::reachability::check)).needs(Write),
        user("POST /deployments/{id}/secrets/reveal", handler!(deployments::reveal::reveal)).needs(Manage).sparing(),
        user("GET /deployments/{id}/logs", handler!(deployments::logs::logs)).needs(Private),
        user("GET /deployments/{id}/shell", handler!(deployments::shell::shell)).needs(Write).secret().told().socket(),
        user("GET /quotas", handler!(quotas::get)).needs(Read),
        user("GET /tasks", handler!(tasks::list)).needs(Readable),
        user("GET /tasks/{id}", handler!(tasks::get)).needs(Read),
        user("DELETE /tasks/{id}", handler!(tasks::delete)).needs(Manage),
        user("POST /tasks/{id}/cancel", handler!(tasks::cancel)).needs(Write),
        user("POST /tasks/{id}/retry", handler!(tasks::retry)).needs(Write),
        user("POST /tasks/{id}/restart", handler!(tasks::restart)).needs(Write),
        user("GET /health", handler!(health::get)),
    ]
}

/// The rule of one route.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its call is `METHOD /path` as in the document, without `/api`.
    pub rule: access::Row,
    pub limit: Limit,
    /// Shows secrets: ten a minute of one user.
    pub sparing: bool,
    /// It reads, and is history nevertheless: each change is.
    pub told: bool,
    /// A WebSocket: a browser shows its token among the protocols that it offers.
    pub socket: bool,
}

impl Row {
    fn parts(&self) -> (&'static str, &'static str) {
        self.rule.call.split_once(' ').unwrap_or(("GET", self.rule.call))
    }

    /// HEAD follows GET.
    pub fn method(&self) -> &'static str {
        self.parts().0
    }

    /// As in the document.
    pub fn path(&self) -> &'static str {
        self.parts().1
    }

    /// A line of history may come of it, with the caller's address.
    pub fn is_told(&self) -> bool {
        self.told || self.method() != "GET"
    }

    /// No token is looked at.
    pub fn is_public(&self) -> bool {
        self.rule.who == Who::Public
    }

    /// How long the services may take: 10 s to read, 15 s to change.
    pub fn deadline(&self) -> Duration {
        Duration::from_secs(if self.method() == "GET" { 10 } else { 15 })
    }
}

/// One call.
struct Line {
    row: Row,
    handler: Handler,
}

/// What answers a call. A document is far larger than its route, and the role has no use for it: it serves the file that was made
/// of all of them.
struct Handler {
    route: fn(MethodFilter) -> MethodRouter<App>,
    document: fn() -> UtoipaMethodRouter<App>,
}

fn line(rule: access::Row, handler: Handler) -> Line {
    Line { row: Row { rule, limit: USUAL, sparing: false, told: false, socket: false }, handler }
}
fn public(call: &'static str, handler: Handler) -> Line {
    line(access::public(call), handler)
}
fn user(call: &'static str, handler: Handler) -> Line {
    line(access::user(call), handler)
}
fn admin(call: &'static str, handler: Handler) -> Line {
    line(access::admin(call), handler)
}

impl Line {
    fn needs(mut self, capability: Capability) -> Self {
        self.row.rule = self.row.rule.needs(capability);
        self
    }

    fn secret(mut self) -> Self {
        self.row.rule = self.row.rule.secret();
        self
    }

    fn in_person(mut self) -> Self {
        self.row.rule = self.row.rule.in_person();
        self
    }

    fn large(mut self) -> Self {
        self.row.limit = LARGE;
        self
    }

    fn sparing(mut self) -> Self {
        self.row.sparing = true;
        self
    }

    fn socket(mut self) -> Self {
        self.row.socket = true;
        self
    }

    fn told(mut self) -> Self {
        self.row.told = true;
        self
    }
}

/// The rules of all routes.
pub struct Rules {
    rows: Vec<Row>,
    by_path: HashMap<&'static str, Vec<Row>>,
}

impl Rules {
    /// In the order of the table.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// For the guard: those of REST and of the live hints.
    pub fn guarded(&self) -> Vec<access::Row> {
        self.rows.iter().map(|row| row.rule).chain([LIVE]).collect()
    }

    /// The row of a route.
    pub fn find(&self, method: &Method, path: &str) -> Option<Row> {
        let method = if method == Method::HEAD { "GET" } else { method.as_str() };
        self.by_path.get(path)?.iter().find(|row| row.method() == method).copied()
    }
}

/// What answers, and by which rules.
pub struct Table {
    pub router: Router<App>,
    pub rules: Rules,
}

/// The API.
///
/// # Errors
/// As those of [`Table::of`].
pub fn table() -> anyhow::Result<Table> {
    Table::of(lines())
}

/// The document of the API.
///
/// # Errors
/// As those of [`Table::of`]; names the line whose handler documents another call, or several.
pub fn document() -> anyhow::Result<OpenApi> {
    document_of(lines())
}

fn document_of(lines: Vec<Line>) -> anyhow::Result<OpenApi> {
    let mut router = OpenApiRouter::<App>::with_openapi(openapi::head());
    for Line { row, handler } in &lines {
        let routes = (handler.document)();
        let (call, documented) = (row.rule.call, openapi::calls(&routes.1));
        anyhow::ensure!(documented.len() == 1, "{call}: a line is one call, not {documented:?}");
        anyhow::ensure!(documented == [call], "{call}: its handler documents {documented:?}");
        router = router.routes(routes);
    }
    let mut document = router.into_openapi();
    openapi::describe(&mut document, Table::of(lines)?.rules.rows());
    Ok(document)
}

impl Table {
    /// Puts the lines together.
    ///
    /// # Errors
    /// Names a call that has two lines.
    fn of(lines: Vec<Line>) -> anyhow::Result<Self> {
        let mut rules = Rules { rows: Vec::with_capacity(lines.len()), by_path: HashMap::new() };
        let mut router = Router::new();
        for Line { row, handler } in lines {
            let call = row.rule.call;
            let rows = rules.by_path.entry(row.path()).or_default();
            anyhow::ensure!(rows.iter().all(|row| row.rule.call != call), "{call} has two lines");
            rows.push(row);
            rules.rows.push(row);
            let method = MethodFilter::try_from(Method::from_bytes(row.method().as_bytes())?)?;
            router = router.route(row.path(), (handler.route)(method));
        }
        Ok(Self { router, rules })
    }
}

#[cfg(test)]
mod tests;
