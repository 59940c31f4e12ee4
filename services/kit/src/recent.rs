//! The last log lines of a process, for administrators who read them in the console: what goes to standard error is kept in
//! memory for a while, bounded in lines and bytes. Nothing is in it that the log does not have.

use crate::clock::{Clock as _, SystemClock};
use serde_json::{Map, Value};
use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex, PoisonError},
};
use time::{Duration, OffsetDateTime};
use tracing::{
    Event, Level, Subscriber,
    field::{Field, Visit},
    span,
};
use tracing_subscriber::{Layer, layer::Context, registry::LookupSpan};

/// Lines that are kept at most. Fixed: whoever wants more has the log itself.
const LINES: usize = 2_000;
/// Bytes that they take at most, with what a line costs beside its text.
const BYTES: usize = 1024 * 1024;
const OVERHEAD: usize = 160;
/// Bytes of one value at most; what is longer is cut.
const VALUE: usize = 4 * 1024;

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// When it was written; no two lines of a process have the same.
    pub at: OffsetDateTime,
    /// How bad it is.
    pub level: Level,
    /// The module that wrote it.
    pub target: String,
    /// Its sentence.
    pub text: String,
    /// What else it says: a JSON object; empty when there is nothing.
    pub fields: String,
    /// The request that it was written for.
    pub request_id: Option<String>,
    /// The role that worked on the request.
    role: Option<String>,
}

impl LogLine {
    fn bytes(&self) -> usize {
        let ids = self.request_id.as_ref().map_or(0, String::len) + self.role.as_ref().map_or(0, String::len);
        self.text.len() + self.fields.len() + self.target.len() + ids + OVERHEAD
    }

    /// The role that it belongs to, as far as the line tells: that of its request, else the one whose module wrote it.
    fn role(&self) -> &str {
        let module = self.target.split("::").next().unwrap_or_default();
        self.role.as_deref().unwrap_or(module)
    }
}

/// Which lines are wanted.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// This level and worse.
    pub level: Level,
    /// Part of the text, the fields or the module, any case; empty: all.
    pub search: String,
    /// Exactly this request; empty: all.
    pub request_id: String,
    /// Later than this.
    pub after: Option<OffsetDateTime>,
    /// At most so many, the newest.
    pub limit: usize,
}

impl Wanted {
    fn has(&self, line: &LogLine, search: &str) -> bool {
        line.level <= self.level
            && (self.request_id.is_empty() || line.request_id.as_deref() == Some(self.request_id.as_str()))
            && (search.is_empty()
                || [&line.text, &line.fields, &line.target].iter().any(|text| text.to_lowercase().contains(search)))
    }
}

#[derive(Default)]
struct Ring {
    lines: VecDeque<LogLine>,
    bytes: usize,
}

impl Ring {
    fn push(&mut self, mut line: LogLine) {
        // Lines of one microsecond follow each other all the same: their times tell them apart.
        if let Some(last) = self.lines.back().filter(|last| last.at >= line.at) {
            line.at = last.at + Duration::microseconds(1);
        }
        self.bytes += line.bytes();
        self.lines.push_back(line);
        while self.lines.len() > LINES || self.bytes > BYTES {
            let Some(oldest) = self.lines.pop_front() else { return };
            self.bytes -= oldest.bytes();
        }
    }
}

/// The last lines of this process. Clones share them.
#[derive(Clone, Default)]
pub struct Recent {
    ring: Arc<Mutex<Ring>>,
    /// The roles of this process.
    roles: Arc<[&'static str]>,
}

impl Recent {
    /// Of a process that runs these roles.
    pub(crate) fn among(self, roles: Vec<&'static str>) -> Self {
        Self { roles: roles.into(), ..self }
    }

    /// The newest lines of a role that are wanted, the oldest of them first, and whether there are more. What belongs to no
    /// role of this process (the chassis, a library) counts as its first role's.
    #[must_use]
    pub fn lines(&self, role: &str, wanted: &Wanted) -> (Vec<LogLine>, bool) {
        let is_first = self.roles.first().is_none_or(|first| *first == role);
        let others: Vec<&str> = self.roles.iter().copied().filter(|other| *other != role).collect();
        let search = wanted.search.to_lowercase();
        let ring = self.ring.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found = ring
            .lines
            .iter()
            .rev()
            .take_while(|line| wanted.after.is_none_or(|after| line.at > after))
            .filter(|line| line.role() == role || (is_first && !others.contains(&line.role())))
            .filter(|line| wanted.has(line, &search));
        let mut lines: Vec<LogLine> = found.by_ref().take(wanted.limit).cloned().collect();
        let more = found.next().is_some();
        lines.reverse();
        (lines, more)
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Recent {
    fn on_new_span(&self, attributes: &span::Attributes<'_>, id: &span::Id, cx: Context<'_, S>) {
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        if let Some(span) = cx.span(id) {
            span.extensions_mut().insert(fields);
        }
    }

    fn on_record(&self, id: &span::Id, values: &span::Record<'_>, cx: Context<'_, S>) {
        if let Some(span) = cx.span(id)
            && let Some(fields) = span.extensions_mut().get_mut::<Fields>()
        {
            values.record(fields);
        }
    }

    fn on_event(&self, event: &Event<'_>, cx: Context<'_, S>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        let text = fields.take("message").unwrap_or_default();
        let mut request_id = fields.take("request_id");
        // What comes through the crate `log` names its module in a field.
        let target = fields.take("log.target").unwrap_or_else(|| event.metadata().target().to_owned());
        fields.0.retain(|name, _| !name.starts_with("log."));
        let mut role = None;
        for (depth, span) in cx.event_scope(event).into_iter().flatten().enumerate() {
            let extensions = span.extensions();
            let Some(Fields(outer)) = extensions.get::<Fields>() else { continue };
            let text = |name: &str| outer.get(name).and_then(Value::as_str).map(str::to_owned);
            request_id = request_id.or_else(|| text("request_id"));
            role = role.or_else(|| text("role"));
            if depth == 0 {
                let others =
                    outer.iter().filter(|(name, _)| !matches!(name.as_str(), "request_id" | "trace_id" | "role"));
                for (name, value) in others {
                    fields.0.entry(name.clone()).or_insert_with(|| value.clone());
                }
            }
        }
        let fields = if fields.0.is_empty() { String::new() } else { Value::Object(fields.0).to_string() };
        let (at, level) = (SystemClock.now(), *event.metadata().level());
        let line = LogLine { at, level, target, text, fields, request_id, role };
        self.ring.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }
}

/// What a span or an event says, by name.
#[derive(Default)]
pub(crate) struct Fields(pub(crate) Map<String, Value>);

impl Fields {
    fn put(&mut self, field: &Field, value: impl Into<Value>) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    /// The text of a field, which is gone then.
    fn take(&mut self, name: &str) -> Option<String> {
        match self.0.remove(name)? {
            Value::String(text) => Some(text),
            other => Some(other.to_string()),
        }
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.put(field, cut(format!("{value:?}")));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field, cut(value.to_owned()));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, value);
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.put(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, value);
    }
}

/// At most [`VALUE`] bytes, between two characters.
fn cut(mut text: String) -> String {
    if text.len() > VALUE {
        let end = (0..=VALUE).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
        text.truncate(end);
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracing_subscriber::{filter::LevelFilter, layer::SubscriberExt as _};

    fn all() -> Wanted {
        Wanted { level: Level::TRACE, search: String::new(), request_id: String::new(), after: None, limit: 10_000 }
    }

    /// What these two roles of one process log, down to debug.
    fn told(log: impl FnOnce()) -> Recent {
        let recent = Recent::default().among(vec!["auth", "teams"]);
        let subscriber = tracing_subscriber::registry().with(LevelFilter::DEBUG).with(recent.clone());
        tracing::subscriber::with_default(subscriber, log);
        recent
    }

    fn texts(recent: &Recent, role: &str, wanted: &Wanted) -> Vec<String> {
        recent.lines(role, wanted).0.into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn a_line_has_its_fields_and_the_request_of_its_span() {
        let recent = told(|| {
            let span = tracing::info_span!("rpc", role = "auth", method = "/x.Y/Z", request_id = "r-1", trace_id = "t");
            let _inside = span.enter();
            tracing::warn!(target: "auth::login", tries = 3, "a wrong {}", "password");
        });
        let (lines, more) = recent.lines("auth", &all());
        let [line] = lines.as_slice() else { panic!("{lines:?}") };
        assert!(!more);
        assert_eq!(
            (line.level, line.target.as_str(), line.text.as_str()),
            (Level::WARN, "auth::login", "a wrong password")
        );
        let fields: Value = serde_json::from_str(&line.fields).unwrap();
        assert_eq!(fields, serde_json::json!({"method": "/x.Y/Z", "tries": 3}));
        assert_eq!(line.request_id.as_deref(), Some("r-1"));
    }

    #[test]
    fn each_role_has_its_own_lines_and_the_first_what_is_nobodys() {
        let recent = told(|| {
            tracing::info!(target: "teams::sweep", "of teams");
            tracing::info!(target: "kit::relay", "of the chassis");
            let span = tracing::info_span!("rpc", role = "teams");
            let _inside = span.enter();
            tracing::info!(target: "kit::error", "of a call of teams");
            tracing::info!(target: "auth::login", "also of a call of teams");
        });
        assert_eq!(texts(&recent, "auth", &all()), ["of the chassis"]);
        assert_eq!(texts(&recent, "teams", &all()), ["of teams", "of a call of teams", "also of a call of teams"]);
    }

    #[test]
    fn what_is_wanted_is_found() {
        let recent = told(|| {
            tracing::trace!("the filter leaves this out");
            tracing::debug!(target: "auth::sweep", "quiet");
            tracing::info!(target: "auth::login", request_id = "r-2", email = "Ada@Example.com", "signed in");
            tracing::error!(target: "auth::login", "Broken");
        });
        let found = |wanted: Wanted| texts(&recent, "auth", &wanted);
        assert_eq!(found(all()), ["quiet", "signed in", "Broken"]);
        assert_eq!(found(Wanted { level: Level::INFO, ..all() }), ["signed in", "Broken"]);
        assert_eq!(found(Wanted { search: "bRoK".into(), ..all() }), ["Broken"]);
        assert_eq!(found(Wanted { search: "ada@example".into(), ..all() }), ["signed in"]);
        assert_eq!(found(Wanted { search: "auth::sweep".into(), ..all() }), ["quiet"]);
        assert_eq!(found(Wanted { request_id: "r-2".into(), ..all() }), ["signed in"]);
        assert_eq!(found(Wanted { request_id: "r".into(), ..all() }), [""; 0]);
        let (newest, more) = recent.lines("auth", &Wanted { limit: 2, ..all() });
        assert_eq!((newest.len(), newest[1].text.as_str(), more), (2, "Broken", true));
        assert_eq!(found(Wanted { after: Some(newest[0].at), ..all() }), ["Broken"]);
        assert!(newest[0].at < newest[1].at, "no two lines have the same time");
    }

    #[test]
    fn lines_and_bytes_are_bounded_and_the_oldest_give_way() {
        let many = told(|| (0..LINES + 5).for_each(|n| tracing::info!("line {n}")));
        let lines = texts(&many, "auth", &all());
        assert_eq!((lines.len(), lines[0].as_str()), (LINES, "line 5"));
        let long = told(|| {
            for n in 0..600_u64 {
                tracing::info!(n, "{}", "é".repeat(VALUE));
            }
        });
        let (lines, _) = long.lines("auth", &all());
        assert!(lines.iter().map(LogLine::bytes).sum::<usize>() <= BYTES);
        assert!(lines.len() > 200 && lines.len() < 300, "{}", lines.len());
        assert!(lines.iter().all(|line| line.text.len() <= VALUE + '…'.len_utf8() && line.text.ends_with('…')));
        assert_eq!(lines[lines.len() - 1].fields, r#"{"n":599}"#);
    }
}
