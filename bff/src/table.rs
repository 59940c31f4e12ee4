//! The calls of the API: one line each. A line is the route with its method and document (both from the handler's
//! `#[utoipa::path]`), the rule, what the service that answers takes from the caller about a team, and its limits.
//!
//! The rule is the outer fence: it answers 401 and 403 before a body is read. Whose team a thing belongs to is decided by
//! the service that owns it; what it takes is told here, where a test reads it and tries it for everybody.

use crate::{App, openapi, routes};
use access::{
    Capability::{self, Manage, Own, OwnTeams, Private, Read, Readable, Write},
    Who,
};
use axum::Router;
use http::Method;
use std::{collections::HashMap, time::Duration};
use utoipa::openapi::{
    OpenApi,
    path::{Operation, PathItem, Paths},
};
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

/// The calls, in the order in which they are shown.
fn lines() -> Vec<Line> {
    use routes::{
        admin_database, admin_logs, admin_security, auth, catalogue, clusters, dashboard, datacenters, dead_letters,
        deployments, events, health, mail, notifications, provider, quotas, resets, system_settings, tasks, teams,
        tokens, two_factor, user_invites, users,
    };
    vec![
        public("GET /openapi.json", || routes!(openapi::serve)),
        public("GET /auth/setup", || routes!(auth::setup)),
        public("POST /auth/setup", || routes!(auth::complete_setup)),
        public("POST /auth/register", || routes!(auth::register)),
        public("POST /auth/login", || routes!(auth::login)),
        public("POST /auth/provider", || routes!(provider::begin)),
        public("POST /auth/provider/finish", || routes!(provider::finish)),
        public("POST /auth/forgot-password", || routes!(resets::forgot_password)),
        public("POST /auth/reset-password", || routes!(resets::reset_password)),
        user("POST /auth/logout", || routes!(auth::logout)).in_person(),
        user("GET /auth/sessions", || routes!(auth::sessions)).in_person(),
        user("DELETE /auth/sessions", || routes!(auth::end_other_sessions)).in_person(),
        user("DELETE /auth/sessions/{id}", || routes!(auth::end_session)).in_person(),
        user("GET /auth/tokens", || routes!(tokens::list)).in_person(),
        user("POST /auth/tokens", || routes!(tokens::create)).in_person(),
        user("DELETE /auth/tokens/{id}", || routes!(tokens::revoke)).in_person(),
        user("POST /auth/two-factor", || routes!(two_factor::begin)).in_person(),
        user("DELETE /auth/two-factor", || routes!(two_factor::disable)).in_person(),
        user("POST /auth/two-factor/confirm", || routes!(two_factor::confirm)).in_person(),
        user("POST /auth/two-factor/recovery-codes", || routes!(two_factor::renew_codes)).in_person(),
        user("POST /auth/provider/link", || routes!(provider::begin_link)).in_person(),
        user("POST /auth/provider/link/finish", || routes!(provider::finish_link)).in_person(),
        user("DELETE /auth/provider/link", || routes!(provider::remove_link)).in_person(),
        user("GET /users/profile", || routes!(users::profile)),
        user("PUT /users/profile", || routes!(users::update_profile)),
        user("GET /users/{id}/profile", || routes!(users::profile_of)),
        user("PUT /users/profile/password", || routes!(users::change_password)).in_person(),
        admin("GET /users", || routes!(users::list)),
        admin("GET /users/invites", || routes!(user_invites::list)),
        admin("POST /users/invites", || routes!(user_invites::create)),
        admin("POST /users/invites/{id}/resend", || routes!(user_invites::resend)),
        admin("DELETE /users/invites/{id}", || routes!(user_invites::cancel)),
        admin("POST /users/{id}/reset-password", || routes!(resets::create)).in_person(),
        admin("GET /users/{id}", || routes!(users::get)),
        admin("PUT /users/{id}", || routes!(users::update)),
        admin("DELETE /users/{id}", || routes!(users::delete)),
        admin("DELETE /users/{id}/two-factor", || routes!(two_factor::reset)).in_person(),
        user("GET /dashboard", || routes!(dashboard::counts)).needs(Readable),
        user("GET /events", || routes!(events::list)).needs(Readable),
        user("GET /events/export", || routes!(events::export::export)).needs(Readable).told(),
        user("GET /events/hours", || routes!(events::hours::hours)).needs(Readable),
        user("GET /events/{id}", || routes!(events::get)).needs(Read),
        admin("GET /admin/events", || routes!(events::list_all)),
        user("GET /notifications/rules", || routes!(notifications::list)).needs(Manage),
        user("POST /notifications/rules", || routes!(notifications::create)).needs(Manage),
        user("PUT /notifications/rules/{id}", || routes!(notifications::update)).needs(Manage),
        user("DELETE /notifications/rules/{id}", || routes!(notifications::delete)).needs(Manage),
        user("POST /notifications/rules/{id}/test", || routes!(notifications::send_test)).needs(Manage),
        user("GET /notifications/rules/{id}/deliveries", || routes!(notifications::deliveries)).needs(Manage),
        user("POST /notifications/rules/{id}/deliveries/{deliveryId}/resend", || routes!(notifications::resend))
            .needs(Manage),
        admin("GET /admin/dead-letters", || routes!(dead_letters::list)),
        admin("POST /admin/dead-letters/{service}/{id}/resend", || routes!(dead_letters::resend)),
        admin("DELETE /admin/dead-letters/{service}/{id}", || routes!(dead_letters::drop)),
        admin("GET /admin/mail", || routes!(mail::get)),
        admin("POST /admin/mail/test", || routes!(mail::send_test)),
        admin("GET /admin/database", || routes!(admin_database::get)),
        admin("GET /admin/logs", || routes!(admin_logs::list)),
        admin("GET /admin/security", || routes!(admin_security::get)),
        admin("GET /system/settings", || routes!(system_settings::get)),
        admin("PUT /system/settings", || routes!(system_settings::update)),
        user("GET /teams", || routes!(teams::list)).needs(OwnTeams),
        user("POST /teams", || routes!(teams::create)),
        admin("GET /teams/all", || routes!(teams::list_all)),
        user("GET /teams/{id}", || routes!(teams::get)).needs(Read),
        user("POST /teams/{id}/members", || routes!(teams::add_member)).needs(Manage),
        user("DELETE /teams/{id}/members/{userId}", || routes!(teams::remove_member)).needs(Manage),
        user("PUT /teams/{id}/members/{userId}", || routes!(teams::change_member)).needs(Manage),
        user("PUT /teams/{id}", || routes!(teams::update)).needs(Manage),
        user("PUT /teams/{id}/owner", || routes!(teams::hand_over)).needs(Own),
        user("DELETE /teams/{id}", || routes!(teams::delete)).needs(Own),
        user("POST /teams/{id}/invites", || routes!(teams::create_invite)).needs(Manage),
        user("POST /teams/{id}/invites/{inviteId}/resend", || routes!(teams::resend_invite)).needs(Manage),
        user("DELETE /teams/{id}/invites/{inviteId}", || routes!(teams::cancel_invite)).needs(Manage),
        user("POST /invites/accept", || routes!(teams::accept_invite)),
        user("GET /catalogue", || routes!(catalogue::get)),
        user("GET /datacenters", || routes!(datacenters::list)),
        admin("POST /datacenters", || routes!(datacenters::create)),
        admin("PUT /datacenters/{id}", || routes!(datacenters::update)),
        admin("DELETE /datacenters/{id}", || routes!(datacenters::delete)),
        user("GET /clusters", || routes!(clusters::list)),
        admin("POST /clusters", || routes!(clusters::create)).large(),
        admin("POST /clusters/validate", || routes!(clusters::validate)).large(),
        user("GET /clusters/{id}", || routes!(clusters::get)),
        user("GET /clusters/{id}/inspection", || routes!(clusters::inspection::inspection)),
        user("GET /clusters/{id}/metrics", || routes!(clusters::metrics::metrics)),
        admin("PUT /clusters/{id}", || routes!(clusters::change::update)).large(),
        admin("DELETE /clusters/{id}", || routes!(clusters::change::delete)),
        admin("POST /clusters/{id}/refresh", || routes!(clusters::change::refresh)),
        admin("PUT /clusters/{id}/maintenance", || routes!(clusters::change::maintenance)),
        admin("GET /clusters/{id}/kubeconfig", || routes!(clusters::kubeconfig)).secret().sparing().told(),
        admin("POST /clusters/{id}/kubeconfig", || routes!(clusters::set_kubeconfig)).large(),
        user("GET /deployments", || routes!(deployments::list)).needs(Readable),
        user("POST /deployments", || routes!(deployments::create)).needs(Write),
        user("POST /deployments/plan", || routes!(deployments::plan::create)).needs(Write),
        user("GET /deployments/{id}", || routes!(deployments::get)).needs(Read),
        user("PUT /deployments/{id}", || routes!(deployments::update)).needs(Write),
        user("DELETE /deployments/{id}", || routes!(deployments::delete)).needs(Write),
        user("POST /deployments/{id}/plan", || routes!(deployments::plan::plan)).needs(Write),
        user("POST /deployments/{id}/plan/rollback", || routes!(deployments::plan::rollback)).needs(Write),
        user("POST /deployments/{id}/plan/delete", || routes!(deployments::plan::delete)).needs(Write),
        user("POST /deployments/{id}/plan/discard", || routes!(deployments::plan::discard)).needs(Write),
        user("POST /deployments/{id}/plan/stop", || routes!(deployments::plan::stop)).needs(Write),
        user("POST /deployments/{id}/plan/start", || routes!(deployments::plan::start)).needs(Write),
        user("POST /deployments/{id}/plan/restart", || routes!(deployments::plan::restart)).needs(Write),
        user("POST /deployments/{id}/plan/scale", || routes!(deployments::plan::scale)).needs(Write),
        user("POST /deployments/{id}/rollback", || routes!(deployments::rollback::rollback)).needs(Write),
        user("POST /deployments/{id}/restart", || routes!(deployments::restart)).needs(Write),
        user("POST /deployments/{id}/stop", || routes!(deployments::power::stop)).needs(Write),
        user("POST /deployments/{id}/start", || routes!(deployments::power::start)).needs(Write),
        user("POST /deployments/{id}/scale", || routes!(deployments::scale::scale)).needs(Write),
        user("POST /deployments/{id}/retry", || routes!(deployments::retry)).needs(Write),
        user("POST /deployments/{id}/discard", || routes!(deployments::discard)).needs(Write),
        user("GET /deployments/{id}/drift", || routes!(deployments::drift::drift)).needs(Private),
        admin("DELETE /deployments/{id}/remains", || routes!(deployments::forget)),
        user("POST /deployments/{id}/put-right", || routes!(deployments::drift::put_right)).needs(Write),
        user("GET /deployments/{id}/revisions", || routes!(deployments::revisions::revisions)).needs(Read),
        user("GET /deployments/{id}/revisions/{number}/chart", || routes!(deployments::revisions::chart))
            .needs(Private),
        user("GET /deployments/{id}/services", || routes!(deployments::services::services)).needs(Read),
        user("GET /deployments/{id}/volumes", || routes!(deployments::volumes::volumes)).needs(Read),
        user("GET /deployments/{id}/timeline", || routes!(deployments::timeline::timeline)).needs(Read),
        user("GET /deployments/{id}/usage", || routes!(deployments::usage::usage)).needs(Read),
        user("POST /deployments/{id}/reachability/check", || routes!(deployments::reachability::check)).needs(Write),
        user("POST /deployments/{id}/secrets/reveal", || routes!(deployments::reveal::reveal)).needs(Manage).sparing(),
        user("GET /deployments/{id}/logs", || routes!(deployments::logs::logs)).needs(Private),
        user("GET /deployments/{id}/shell", || routes!(deployments::shell::shell))
            .needs(Write)
            .secret()
            .told()
            .socket(),
        user("GET /quotas", || routes!(quotas::get)).needs(Read),
        user("GET /tasks", || routes!(tasks::list)).needs(Readable),
        user("GET /tasks/{id}", || routes!(tasks::get)).needs(Read),
        user("DELETE /tasks/{id}", || routes!(tasks::delete)).needs(Manage),
        user("POST /tasks/{id}/cancel", || routes!(tasks::cancel)).needs(Write),
        user("POST /tasks/{id}/retry", || routes!(tasks::retry)).needs(Write),
        user("POST /tasks/{id}/restart", || routes!(tasks::restart)).needs(Write),
        user("GET /health", || routes!(health::get)),
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
    routes: Routes,
}

/// Makes a route with its document. A document is far larger than its route and seldom wanted, so it is made where it is needed, one
/// after the other: all at once they would take 30 MiB for good.
type Routes = fn() -> UtoipaMethodRouter<App>;

fn line(rule: access::Row, routes: Routes) -> Line {
    Line { row: Row { rule, limit: USUAL, sparing: false, told: false, socket: false }, routes }
}
fn public(call: &'static str, routes: Routes) -> Line {
    line(access::public(call), routes)
}
fn user(call: &'static str, routes: Routes) -> Line {
    line(access::user(call), routes)
}
fn admin(call: &'static str, routes: Routes) -> Line {
    line(access::admin(call), routes)
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

/// What a handler documents, as `METHOD /path`.
fn documented(paths: &Paths) -> Vec<String> {
    let calls = |path, item| operations(item).into_iter().map(move |(method, _)| format!("{method} {path}"));
    paths.paths.iter().flat_map(|(path, item)| calls(path, item)).collect()
}

/// The operations of a path with their methods.
pub fn operations(item: &PathItem) -> Vec<(&'static str, &Operation)> {
    let PathItem { get, put, post, delete, options, head, patch, trace, .. } = item;
    let all = [
        ("GET", get),
        ("PUT", put),
        ("POST", post),
        ("DELETE", delete),
        ("OPTIONS", options),
        ("HEAD", head),
        ("PATCH", patch),
        ("TRACE", trace),
    ];
    all.into_iter().filter_map(|(method, operation)| Some((method, operation.as_ref()?))).collect()
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
/// As those of [`Table::of`].
pub fn document() -> anyhow::Result<OpenApi> {
    let rules = table()?.rules;
    let routers = lines().into_iter().map(|line| (line.routes)());
    let router = routers.fold(OpenApiRouter::<App>::with_openapi(openapi::head()), OpenApiRouter::routes);
    let mut document = router.into_openapi();
    openapi::describe(&mut document, rules.rows());
    Ok(document)
}

impl Table {
    /// Puts the lines together.
    ///
    /// # Errors
    /// Names the line whose handler documents another call or several, and a call that has two lines.
    fn of(lines: Vec<Line>) -> anyhow::Result<Self> {
        let mut rules = Rules { rows: Vec::with_capacity(lines.len()), by_path: HashMap::new() };
        let mut router = Router::new();
        for Line { row, routes } in lines {
            let (_, paths, methods) = routes();
            let (call, documented) = (row.rule.call, documented(&paths));
            anyhow::ensure!(documented.len() == 1, "{call}: a line is one call, not {documented:?}");
            anyhow::ensure!(documented == [call], "{call}: its handler documents {documented:?}");
            let rows = rules.by_path.entry(row.path()).or_default();
            anyhow::ensure!(rows.iter().all(|row| row.rule.call != call), "{call} has two lines");
            rows.push(row);
            rules.rows.push(row);
            router = router.route(row.path(), methods);
        }
        Ok(Self { router, rules })
    }
}

#[cfg(test)]
mod tests;
