//! gRPC calls that were answered: how many by method and code, and how long they took.

use super::{Histograms, Labels, Metrics};
use axum::response::Response;
use prometheus_client::{
    metrics::{counter::Counter, family::Family, histogram::Histogram},
    registry::Registry,
};
use std::{borrow::Cow, sync::Arc, time::Instant};
use tonic::Code;

/// Bounds of the durations of requests, seconds.
const BOUNDS: [f64; 7] = [0.005, 0.02, 0.1, 0.5, 2.0, 10.0, 30.0];

/// A histogram of how long requests take, seconds.
#[must_use]
pub fn durations() -> Histogram {
    Histogram::new(BOUNDS)
}

/// The families of all calls.
pub(super) struct Calls {
    answered: Family<Labels<2>, Counter>,
    seconds: Histograms<1>,
}

impl Calls {
    pub(super) fn register(registry: &mut Registry) -> Self {
        let calls =
            Self { answered: Family::default(), seconds: Family::new_with_constructor(durations as fn() -> Histogram) };
        registry.register("canopy_grpc_requests", "gRPC calls that were answered", calls.answered.clone());
        registry.register(
            "canopy_grpc_request_duration_seconds",
            "How long gRPC calls took, of streams until their first answer",
            calls.seconds.clone(),
        );
        calls
    }
}

/// A call that is being worked on. It is counted when it is dropped: as `Cancelled` when there was no answer, because the
/// caller hung up or its deadline was over.
pub(crate) struct Call {
    inner: Arc<super::Inner>,
    method: String,
    code: &'static str,
    began: Instant,
}

impl Metrics {
    /// Begins to measure a call; `None` when nobody can ask for it. `method`: of those that there are.
    pub(crate) fn call(&self, method: impl FnOnce() -> String) -> Option<Call> {
        let inner = self.0.clone()?;
        Some(Call { inner, method: method(), code: word(Code::Cancelled), began: Instant::now() })
    }
}

impl Call {
    /// Takes the code from the head of an answer; without one there it is a success, or a stream that began well.
    pub(crate) fn answered(&mut self, answer: &Response) {
        let status = answer.headers().get("grpc-status");
        self.code = word(status.map_or(Code::Ok, |status| Code::from_bytes(status.as_bytes())));
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        let calls = &self.inner.calls;
        let method = Cow::<'static, str>::Owned(std::mem::take(&mut self.method));
        calls.seconds.get_or_create(&[("method", method.clone())]).observe(self.began.elapsed().as_secs_f64());
        calls.answered.get_or_create(&[("method", method), ("code", Cow::Borrowed(self.code))]).inc();
    }
}

/// The name of a code.
fn word(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "Cancelled",
        Code::Unknown => "Unknown",
        Code::InvalidArgument => "InvalidArgument",
        Code::DeadlineExceeded => "DeadlineExceeded",
        Code::NotFound => "NotFound",
        Code::AlreadyExists => "AlreadyExists",
        Code::PermissionDenied => "PermissionDenied",
        Code::ResourceExhausted => "ResourceExhausted",
        Code::FailedPrecondition => "FailedPrecondition",
        Code::Aborted => "Aborted",
        Code::OutOfRange => "OutOfRange",
        Code::Unimplemented => "Unimplemented",
        Code::Internal => "Internal",
        Code::Unavailable => "Unavailable",
        Code::DataLoss => "DataLoss",
        Code::Unauthenticated => "Unauthenticated",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_call_is_counted_by_its_code_and_one_without_an_answer_as_cancelled() {
        let metrics = Metrics::on("teams");
        let called = |status: Option<&'static str>| {
            let mut call = metrics.call(|| "/t.T/List".to_owned()).unwrap();
            let mut answer = Response::new(axum::body::Body::empty());
            if let Some(status) = status {
                answer.headers_mut().insert("grpc-status", status.parse().unwrap());
            }
            call.answered(&answer);
        };
        [None, None, Some("5"), Some("16")].into_iter().for_each(called);
        drop(metrics.call(|| "/t.T/List".to_owned()));
        let text = metrics.text().await.unwrap();
        for (code, times) in [("OK", 2), ("NotFound", 1), ("Unauthenticated", 1), ("Cancelled", 1)] {
            let line =
                format!(r#"canopy_grpc_requests_total{{role="teams",method="/t.T/List",code="{code}"}} {times}"#);
            assert!(text.contains(&line), "{line} is not in\n{text}");
        }
        let count = r#"canopy_grpc_request_duration_seconds_count{role="teams",method="/t.T/List"} 5"#;
        assert!(text.contains(count), "{text}");
    }
}
