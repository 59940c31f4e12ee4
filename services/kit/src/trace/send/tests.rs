use super::*;
use crate::recent::{Recent, Wanted};
use opentelemetry::trace::{SpanContext, SpanId, SpanKind, Status};
use std::sync::{Arc, Mutex};
use tracing_subscriber::layer::SubscriberExt as _;

/// Answers as it is told to, and keeps what came.
#[derive(Clone, Debug, Default)]
struct Collector {
    is_away: Arc<AtomicBool>,
    came: Arc<Mutex<Vec<String>>>,
}

impl SpanExporter for Collector {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        if self.is_away.load(Relaxed) {
            return Err(opentelemetry_sdk::error::OTelSdkError::InternalFailure("nobody there".into()));
        }
        self.came.lock().unwrap().extend(batch.into_iter().map(|span| span.name.into_owned()));
        Ok(())
    }
}

fn span(role: &'static str, name: &'static str) -> SpanData {
    SpanData {
        span_context: SpanContext::NONE,
        parent_span_id: SpanId::INVALID,
        parent_span_is_remote: false,
        span_kind: SpanKind::Internal,
        name: name.into(),
        start_time: std::time::SystemTime::UNIX_EPOCH,
        end_time: std::time::SystemTime::UNIX_EPOCH,
        attributes: vec![KeyValue::new(ROLE, role)],
        dropped_attributes_count: 0,
        events: Default::default(),
        links: Default::default(),
        status: Status::Unset,
        instrumentation_scope: Default::default(),
    }
}

fn logged(work: impl FnOnce()) -> Vec<String> {
    let recent = Recent::default();
    tracing::subscriber::with_default(tracing_subscriber::registry().with(recent.clone()), work);
    let all = Wanted {
        level: tracing::Level::INFO,
        search: String::new(),
        request_id: String::new(),
        after: None,
        limit: 100,
    };
    recent.lines("bff", &all).0.into_iter().map(|line| line.text).collect()
}

#[test]
fn each_role_of_a_process_sends_its_own() {
    let (auth, bff) = (Collector::default(), Collector::default());
    let roles = Roles { exporters: vec![("auth", auth.clone()), ("bff", bff.clone())], away: AtomicBool::new(false) };
    let batch = vec![span("bff", "one"), span("auth", "two"), span("bff", "three")];
    futures::executor::block_on(roles.export(batch)).unwrap();
    assert_eq!(*auth.came.lock().unwrap(), ["two"]);
    assert_eq!(*bff.came.lock().unwrap(), ["one", "three"]);
}

#[test]
fn a_collector_that_is_away_is_told_of_once_and_once_when_it_is_back() {
    let collector = Collector::default();
    let roles = Roles { exporters: vec![("bff", collector.clone())], away: AtomicBool::new(false) };
    let said = logged(|| {
        for is_away in [false, true, true, true, false, false, true] {
            collector.is_away.store(is_away, Relaxed);
            let sent = futures::executor::block_on(roles.export(vec![span("bff", "one")]));
            assert_eq!(sent.is_err(), is_away);
        }
    });
    let away = "the collector of traces cannot be reached: traces are lost until it can";
    assert_eq!(said, [away, "the collector of traces is there again", away]);
    assert_eq!(collector.came.lock().unwrap().len(), 3);
}

#[derive(clap::Parser)]
struct Cli {
    #[command(flatten)]
    settings: Settings,
}

fn settings(endpoint: &str) -> Settings {
    let endpoint = format!("--otlp-endpoint={endpoint}");
    <Cli as clap::Parser>::parse_from(["test", &endpoint]).settings
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_a_collector_that_is_not_there() {
    // port 1: nothing listens there
    let sender = Sender::of(&settings("http://127.0.0.1:1"), &["bff"]).unwrap().unwrap();
    let subscriber = tracing_subscriber::registry().with(sender.layer());
    tracing::subscriber::with_default(subscriber, || {
        // more than the queue takes: what is over is lost, and nobody waits
        for _ in 0..3 * QUEUE {
            drop(tracing::info_span!("hop", canopy.role = "bff"));
        }
    });
    tokio::task::spawn_blocking(move || sender.finish()).await.unwrap();
}

#[tokio::test]
async fn without_an_address_there_is_no_sender_and_a_wrong_one_is_told() {
    for nothing in ["", "  "] {
        assert!(Sender::of(&settings(nothing), &["bff"]).unwrap().is_none());
    }
    let error = Sender::of(&settings("http://not an address"), &["bff"]).err().unwrap();
    assert!(error.to_string().contains("is no address of a collector"), "{error}");
}
