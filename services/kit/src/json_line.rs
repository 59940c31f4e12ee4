//! A log line as one JSON object. It says what `tracing_subscriber`'s own JSON says; but what a span was given is written from what
//! [`crate::recent`] keeps of it, while that one writes each span's fields as a text and reads the text again for each line.

use crate::recent::Fields;
use serde::{
    Serialize,
    ser::{SerializeMap, Serializer as _},
};
use std::fmt;
use tracing::{Event, Subscriber};
use tracing_log::NormalizeEvent as _;
use tracing_serde::SerdeMapVisitor;
use tracing_subscriber::{
    field::RecordFields,
    fmt::{
        FmtContext, FormatEvent, FormatFields,
        format::Writer,
        time::{FormatTime as _, SystemTime},
    },
    registry::{LookupSpan, SpanRef},
};

/// Writes lines. The layer [`crate::recent::Recent`] must be there too: it keeps what spans say.
pub(crate) struct JsonLine;

/// Leaves the fields of spans to [`crate::recent`].
pub(crate) struct NoFields;

impl<'writer> FormatFields<'writer> for NoFields {
    fn format_fields<R: RecordFields>(&self, _: Writer<'writer>, _: R) -> fmt::Result {
        Ok(())
    }
}

impl<S, N> FormatEvent<S, N> for JsonLine
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(&self, cx: &FmtContext<'_, S, N>, mut writer: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let mut at = String::with_capacity(32);
        SystemTime.format_time(&mut Writer::new(&mut at))?;
        let span = event.parent().and_then(|id| cx.span(id)).or_else(|| cx.lookup_current());
        let mut line = Vec::with_capacity(512);
        write(&mut line, &at, event, span.map(Said)).map_err(|_| fmt::Error)?;
        writer.write_str(std::str::from_utf8(&line).map_err(|_| fmt::Error)?)?;
        writer.write_char('\n')
    }
}

fn write<S: Serialize>(line: &mut Vec<u8>, at: &str, event: &Event<'_>, span: Option<S>) -> serde_json::Result<()> {
    // What comes through the crate `log` has its module among its fields.
    let normalized = event.normalized_metadata();
    let metadata = normalized.as_ref().unwrap_or_else(|| event.metadata());
    let mut json = serde_json::Serializer::new(line);
    let mut map = json.serialize_map(None)?;
    map.serialize_entry("timestamp", at)?;
    map.serialize_entry("level", metadata.level().as_str())?;
    let mut fields = SerdeMapVisitor::new(map);
    event.record(&mut fields);
    let mut map = fields.take_serializer()?;
    map.serialize_entry("target", metadata.target())?;
    if let Some(span) = span {
        map.serialize_entry("span", &span)?;
    }
    map.end()
}

/// What a span says.
struct Said<'a, S: LookupSpan<'a>>(SpanRef<'a, S>);

impl<'a, S: LookupSpan<'a>> Serialize for Said<'a, S> {
    fn serialize<T: serde::Serializer>(&self, to: T) -> Result<T::Ok, T::Error> {
        let mut map = to.serialize_map(None)?;
        if let Some(Fields(fields)) = self.0.extensions().get::<Fields>() {
            for (name, value) in fields {
                map.serialize_entry(name, value)?;
            }
        }
        map.serialize_entry("name", self.0.metadata().name())?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recent::Recent;
    use serde_json::Value;
    use std::{
        io,
        sync::{Arc, Mutex},
    };
    use tracing_subscriber::{fmt::MakeWriter, layer::SubscriberExt as _};

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

    impl Written {
        fn lines(&self) -> Vec<Value> {
            let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
            let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            for line in &mut lines {
                let at = line.as_object_mut().unwrap().remove("timestamp").unwrap();
                assert!(at.as_str().is_some_and(|at| at.len() == 27 && at.ends_with('Z')), "{at}");
            }
            lines
        }
    }

    #[test]
    fn a_line_says_what_the_librarys_own_says() {
        let (theirs, ours) = (Written::default(), Written::default());
        let subscriber = tracing_subscriber::registry()
            .with(
                tracing_subscriber::fmt::layer()
                    .json()
                    .flatten_event(true)
                    .with_current_span(true)
                    .with_span_list(false)
                    .with_writer(theirs.clone()),
            )
            .with(
                tracing_subscriber::fmt::layer().event_format(JsonLine).fmt_fields(NoFields).with_writer(ours.clone()),
            )
            .with(Recent::default());
        tracing::subscriber::with_default(subscriber, || {
            tracing::info!("outside");
            let outer = tracing::info_span!("request", request_id = "r-1");
            let _outer = outer.enter();
            let error = io::Error::other("a \"quoted\" cause\nof two lines");
            tracing::warn!(target: "auth::login", %error, tries = 3, share = 0.5, known = true, least = -1_i64, "no {}", "é");
            let inner = tracing::info_span!("rpc", role = "auth", method = "/x.Y/Z", ms = tracing::field::Empty);
            inner.record("ms", 7);
            tracing::error!(parent: &inner, empty = None::<&str>, text = "tab\t", "inside");
            tracing::info!(parent: None, ?inner, "of nobody");
        });
        assert_eq!(ours.lines().len(), 4);
        assert_eq!(ours.lines(), theirs.lines());
    }
}
