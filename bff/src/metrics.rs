//! What the REST API counts: requests by method, route and status, and how long they took. Routes are those of the table: what
//! else is asked for is a word of the log.

use http::{Method, StatusCode};
use kit::metrics::{Counter, Family, Histogram, Histograms, Labels, durations};
use std::{borrow::Cow, time::Duration};

/// The counters. Cheap to clone.
#[derive(Clone)]
pub struct Metrics {
    answered: Family<Labels<3>, Counter>,
    seconds: Histograms<2>,
    on: bool,
}

impl Metrics {
    /// Shows them among those of the role.
    pub fn of(metrics: &kit::Metrics) -> Self {
        let seconds = Family::new_with_constructor(durations as fn() -> Histogram);
        let http = Self { answered: Family::default(), seconds, on: metrics.is_on() };
        metrics.register("canopy_http_requests", "HTTP requests that were answered", http.answered.clone());
        metrics.register(
            "canopy_http_request_duration_seconds",
            "How long HTTP requests took, until the head of the answer",
            http.seconds.clone(),
        );
        http
    }

    /// Counts one answer.
    pub fn count(&self, method: &Method, route: &'static str, status: StatusCode, took: Duration) {
        if !self.on {
            return;
        }
        let (method, route) = (("method", Cow::Borrowed(known(method))), ("route", Cow::Borrowed(route)));
        self.seconds.get_or_create(&[method.clone(), route.clone()]).observe(took.as_secs_f64());
        self.answered.get_or_create(&[method, route, ("code", status.as_str().to_owned().into())]).inc();
    }
}

/// A method that a router has a place for; anybody may invent others.
fn known(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "DELETE" => "DELETE",
        "PATCH" => "PATCH",
        "OPTIONS" => "OPTIONS",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn requests_are_counted_by_their_route_and_invented_methods_as_one() {
        let metrics = kit::Metrics::on("bff");
        let http = Metrics::of(&metrics);
        http.count(&Method::GET, "/teams/{id}", StatusCode::OK, Duration::from_millis(3));
        http.count(&Method::GET, "none", StatusCode::NOT_FOUND, Duration::ZERO);
        for invented in ["BREW", "WHEN"] {
            let method = Method::from_bytes(invented.as_bytes()).expect("a method");
            http.count(&method, "web", StatusCode::METHOD_NOT_ALLOWED, Duration::ZERO);
        }
        let text = metrics.text().await.expect("the metrics");
        for line in [
            r#"canopy_http_requests_total{role="bff",method="GET",route="/teams/{id}",code="200"} 1"#,
            r#"canopy_http_requests_total{role="bff",method="GET",route="none",code="404"} 1"#,
            r#"canopy_http_requests_total{role="bff",method="other",route="web",code="405"} 2"#,
            r#"canopy_http_request_duration_seconds_count{role="bff",method="GET",route="/teams/{id}"} 1"#,
        ] {
            assert!(text.contains(line), "{line} is not in\n{text}");
        }
    }
}
