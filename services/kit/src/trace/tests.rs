use super::*;
use crate::{ids::SystemIds, recent::Recent, telemetry};
use opentelemetry_sdk::{
    error::OTelSdkResult,
    trace::{SpanData, SpanExporter},
};
use std::{
    io,
    sync::{Arc, Mutex},
};
use tracing_subscriber::fmt::MakeWriter;

const THEIRS: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const UNSAMPLED: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00";

/// Keeps what is sent.
#[derive(Clone, Debug, Default)]
struct Kept(Arc<Mutex<Vec<SpanData>>>);

impl SpanExporter for Kept {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        self.0.lock().unwrap().extend(batch);
        Ok(())
    }
}

#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Written {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// What is sent and logged meanwhile, with traces on.
fn traced(filter: &str, work: impl FnOnce()) -> (Vec<SpanData>, String) {
    let (kept, written) = (Kept::default(), Written::default());
    let sender = Sender::with(kept.clone());
    let subscriber = telemetry::with_traces(filter, Recent::default(), written.clone(), &sender).unwrap();
    tracing::subscriber::with_default(subscriber, work);
    sender.finish();
    let spans = kept.0.lock().unwrap().clone();
    let text = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
    (spans, text)
}

fn headers(traceparent: &str) -> http::HeaderMap {
    [(http::HeaderName::from_static(TRACEPARENT), traceparent.parse().unwrap())].into_iter().collect()
}

fn at(traceparent: &str) -> Origin {
    Origin { request_id: "the-click".into(), traceparent: Some(traceparent.into()), ..Origin::default() }
}

fn named<'a>(spans: &'a [SpanData], name: &str) -> &'a SpanData {
    spans.iter().find(|span| span.name == name).unwrap_or_else(|| panic!("{name} is not in {spans:#?}"))
}

#[test]
fn each_hop_is_the_child_of_the_one_before_and_all_are_of_one_trace() {
    // whatever the log leaves out, the trace is whole
    let (spans, _) = traced("error", || {
        let mut origin = at(THEIRS);
        let outer = Hop::of("bff", Kind::Server, format_args!("outer"), &mut origin);
        let between = origin.clone();
        assert_eq!(outer.parent().map(|parent| parent.to_string()), between.traceparent);
        let inner = Hop::of("bff", Kind::Client, format_args!("inner"), &mut origin);
        inner.failed("code");
        assert_ne!(origin.traceparent, between.traceparent);
        let mut after = between.clone();
        drop((outer, inner));
        // when the parent has long ended, as with a task
        drop(Hop::of("tasks", Kind::Internal, format_args!("later"), &mut after));
    });
    let (outer, inner, later) = (named(&spans, "outer"), named(&spans, "inner"), named(&spans, "later"));
    assert_eq!(spans.len(), 3);
    for span in &spans {
        assert_eq!(span.span_context.trace_id().to_string(), THEIRS[3..35]);
    }
    assert_eq!(outer.parent_span_id.to_string(), THEIRS[36..52]);
    assert_eq!(inner.parent_span_id, outer.span_context.span_id());
    assert_eq!(later.parent_span_id, outer.span_context.span_id());
    assert_eq!((inner.status.clone(), later.status.clone()), (Status::error("code"), Status::Unset));
}

#[test]
fn what_is_within_a_hop_is_its_child_and_what_is_outside_makes_no_trace() {
    let (spans, text) = traced("info", || {
        assert!(!Hop::within("infrastructure", Kind::Client, format_args!("inner")).is_told());
        let log = tracing::info_span!("rpc", request_id = "the-click", trace_id = at(THEIRS).trace_id());
        let hop = Hop::of("infrastructure", Kind::Server, format_args!("outer"), &mut at(THEIRS));
        let work = async {
            tracing::info!(password = "not for others", "within");
            drop(Hop::within("infrastructure", Kind::Client, format_args!("inner")));
        };
        futures::executor::block_on(hop.run(work).instrument(log));
    });
    assert_eq!(named(&spans, "inner").parent_span_id, named(&spans, "outer").span_context.span_id());
    let (line, trace) = (text.trim(), &THEIRS[3..35]);
    let said = format!(r#""span":{{"request_id":"the-click","trace_id":"{trace}","name":"rpc"}}"#);
    assert!(line.ends_with(&format!("{said}}}")), "the log sees its own spans only: {line}");
    assert!(spans.iter().all(|span| span.events.is_empty()), "what is logged is not sent");
}

#[test]
fn a_stranger_may_name_their_trace_and_decides_nothing() {
    let (spans, _) = traced("info", || {
        let enter = |traceparent: &str| {
            let mut origin = at("whatever stood there");
            drop(root("bff", format_args!("POST /api/things"), &headers(traceparent), &mut origin));
            Parent::read(&origin.traceparent.unwrap()).unwrap()
        };
        for theirs in [THEIRS, UNSAMPLED] {
            let ours = enter(theirs).to_string();
            assert_eq!((&ours[..35], &ours[52..]), (&THEIRS[..35], "-01"));
        }
        for broken in ["", "00-zz-1-01", &"0".repeat(5_000), &THEIRS.replace("00-", "cc-")] {
            assert_ne!(enter(broken).to_string()[..35], THEIRS[..35], "{broken:.60}");
        }
    });
    assert_eq!(spans.len(), 6);
    let others = spans.iter().filter(|span| span.span_context.trace_id().to_string() != THEIRS[3..35]);
    assert!(others.clone().all(|span| span.parent_span_id == opentelemetry::SpanId::INVALID));
    assert_eq!(others.count(), 4);
}

#[test]
fn who_is_not_in_a_sampled_trace_makes_no_hop() {
    let (spans, _) = traced("info", || {
        for mut origin in [Origin::default(), at(UNSAMPLED), at("00-broken-01")] {
            let before = origin.clone();
            assert!(!Hop::of("tasks", Kind::Internal, format_args!("step"), &mut origin).is_told());
            assert_eq!(origin, before);
        }
    });
    assert_eq!(spans, []);
}

#[test]
fn without_a_collector_nothing_is_made_and_a_trace_of_others_is_passed_on() {
    let written = Written::default();
    let subscriber = telemetry::without_traces("trace", Recent::default(), written.clone()).unwrap();
    tracing::subscriber::with_default(subscriber, || {
        let mut origin = at(THEIRS);
        let hop = Hop::of("tasks", Kind::Internal, format_args!("step"), &mut origin);
        assert!(!hop.is_told());
        assert_eq!(origin.traceparent.as_deref(), Some(THEIRS));
        futures::executor::block_on(hop.run(async { assert!(!Hop::current().is_told()) }));
    });
    assert!(written.0.lock().unwrap().is_empty());
}

#[test]
fn a_call_that_was_asked_wrongly_is_no_failure_of_the_callee() {
    let (spans, _) = traced("info", || {
        for (name, code) in [("not found", "5"), ("unavailable", "14"), ("nonsense", "x")] {
            let hop = Hop::of("auth", Kind::Server, format_args!("{name}"), &mut at(THEIRS));
            answered(
                &hop,
                &[(http::HeaderName::from_static("grpc-status"), code.parse().unwrap())].into_iter().collect(),
            );
        }
    });
    let is_error = |name: &str| matches!(named(&spans, name).status, Status::Error { .. });
    assert_eq!([is_error("not found"), is_error("unavailable"), is_error("nonsense")], [false, true, false]);
}

#[test]
fn a_share_is_from_0_to_1_and_takes_so_many() {
    for bad in ["", "-0.1", "1.01", "NaN", "inf", "half"] {
        assert!(bad.parse::<Ratio>().is_err(), "{bad}");
    }
    let taken = |share: &str| {
        let ratio: Ratio = share.parse().unwrap();
        (0..10_000).filter(|_| ratio.takes(&SystemIds)).count()
    };
    assert_eq!([taken("0"), taken("1")], [0, 10_000]);
    assert!((500..2_000).contains(&taken("0.1")));
}
