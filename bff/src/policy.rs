//! Who may call what: one row per route. A route without a row, or a row without a route, does not start.
//!
//! This is the outer fence: it answers 401 and 403 before a body is read. Whose team a thing belongs to is decided by
//! the service that owns it.

use access::Who;
use http::Method;
use std::{collections::BTreeSet, time::Duration};

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

/// The rule of one route.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its call is `METHOD /path` as in the route table, without `/api`.
    pub rule: access::Row,
    pub limit: Limit,
    /// Shows secrets: ten a minute of one user.
    pub sparing: bool,
}

impl Row {
    fn parts(&self) -> (&'static str, &'static str) {
        self.rule.call.split_once(' ').unwrap_or(("GET", self.rule.call))
    }

    /// HEAD follows GET.
    pub fn method(&self) -> &'static str {
        self.parts().0
    }

    /// As in the route table.
    pub fn path(&self) -> &'static str {
        self.parts().1
    }

    /// No token is looked at.
    pub fn is_public(&self) -> bool {
        self.rule.who == Who::Public
    }

    /// How long the services may take: 10 s to read, 15 s to change.
    pub fn deadline(&self) -> Duration {
        Duration::from_secs(if self.method() == "GET" { 10 } else { 15 })
    }

    const fn large(self) -> Self {
        Self { limit: LARGE, ..self }
    }

    const fn sparing(self) -> Self {
        Self { sparing: true, ..self }
    }
}

const fn anyone(call: &'static str) -> Row {
    Row { rule: access::public(call), limit: USUAL, sparing: false }
}
const fn user(call: &'static str) -> Row {
    Row { rule: access::user(call), limit: USUAL, sparing: false }
}
const fn admin(call: &'static str) -> Row {
    Row { rule: access::admin(call), limit: USUAL, sparing: false }
}

/// The rules, in the order of the route table.
pub const POLICY: &[Row] = &[
    anyone("GET /openapi.json"),
    anyone("GET /auth/setup"),
    anyone("POST /auth/setup"),
    anyone("POST /auth/register"),
    anyone("POST /auth/login"),
    user("POST /auth/logout"),
    user("GET /users/profile"),
    user("GET /dashboard"),
    user("GET /events"),
    admin("GET /admin/events"),
    admin("GET /admin/dead-letters"),
    admin("POST /admin/dead-letters/{service}/{id}/resend"),
    admin("DELETE /admin/dead-letters/{service}/{id}"),
    user("GET /teams"),
    user("POST /teams"),
    admin("GET /teams/all"),
    user("GET /teams/{id}"),
    user("POST /teams/{id}/members"),
    user("DELETE /teams/{id}/members/{userId}"),
    user("GET /catalogue"),
    user("GET /datacenters"),
    admin("POST /datacenters"),
    user("GET /clusters"),
    admin("POST /clusters").large(),
    admin("POST /clusters/validate").large(),
    user("GET /clusters/{id}"),
    admin("GET /clusters/{id}/kubeconfig"),
    admin("POST /clusters/{id}/kubeconfig").large(),
    user("GET /deployments"),
    user("POST /deployments"),
    user("GET /deployments/{id}"),
    user("PUT /deployments/{id}"),
    user("DELETE /deployments/{id}"),
    user("POST /deployments/{id}/restart"),
    user("POST /deployments/{id}/retry"),
    user("POST /deployments/{id}/discard"),
    user("GET /deployments/{id}/revisions"),
    user("POST /deployments/{id}/secrets/reveal").sparing(),
    user("GET /deployments/{id}/logs"),
    user("GET /quotas"),
    user("GET /tasks"),
    user("GET /tasks/{id}"),
    user("DELETE /tasks/{id}"),
    user("POST /tasks/{id}/cancel"),
    user("POST /tasks/{id}/retry"),
    user("GET /health"),
];

/// The stream of live hints: not under /api, because it is no REST.
pub const LIVE: access::Row = access::user("/canopy.live.v1.LiveService/Watch");

/// All rules, for the guard.
pub fn rules() -> Vec<access::Row> {
    POLICY.iter().map(|row| row.rule).chain([LIVE]).collect()
}

/// The row of a route.
pub fn find(method: &Method, path: &str) -> Option<&'static Row> {
    let method = if method == Method::HEAD { "GET" } else { method.as_str() };
    POLICY.iter().find(|row| row.parts() == (method, path))
}

/// Compares the rules with the routes, both ways.
///
/// # Errors
/// Names what has no counterpart.
pub fn check(routes: &[(Method, &'static str)]) -> anyhow::Result<()> {
    let routes: BTreeSet<String> = routes.iter().map(|(method, path)| format!("{method} {path}")).collect();
    let rules: BTreeSet<String> = POLICY.iter().map(|row| row.rule.call.to_owned()).collect();
    anyhow::ensure!(rules.len() == POLICY.len(), "a route has two policy rows");
    let open: Vec<_> = routes.difference(&rules).collect();
    anyhow::ensure!(open.is_empty(), "routes without a policy row: {open:?}");
    let idle: Vec<_> = rules.difference(&routes).collect();
    anyhow::ensure!(idle.is_empty(), "policy rows without a route: {idle:?}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn routes() -> Vec<(Method, &'static str)> {
        POLICY.iter().map(|row| (row.method().parse().expect("a method"), row.path())).collect()
    }

    #[test]
    fn a_route_without_a_row_and_a_row_without_a_route_do_not_start() {
        assert!(check(&routes()).is_ok());
        let mut more = routes();
        more.push((Method::GET, "/secrets"));
        assert!(check(&more).expect_err("refused").to_string().contains("GET /secrets"));
        let mut fewer = routes();
        fewer.pop();
        assert!(check(&fewer).expect_err("refused").to_string().contains("GET /health"));
    }

    #[test]
    fn only_routes_that_take_a_kubeconfig_take_large_bodies() {
        let large = POLICY.iter().filter(|row| row.limit != USUAL).map(Row::path).collect::<Vec<_>>();
        assert_eq!(large, ["/clusters", "/clusters/validate", "/clusters/{id}/kubeconfig"]);
    }
}
