//! Logs: one JSON object a line on standard error, with the request id and trace of the span. The last lines are kept in
//! memory as well. And traces, where there is somebody to send them to.

use crate::{
    json_line::{JsonLine, NoFields},
    recent::Recent,
    trace::{self, Sender},
};
use tracing::Subscriber;
use tracing_subscriber::{
    EnvFilter, Layer as _, filter::filter_fn, fmt::MakeWriter, layer::SubscriberExt as _, registry::LookupSpan,
    util::SubscriberInitExt as _,
};

/// Starts logging, and traces when there is a sender. `filter` as in `info,tasks=debug`. Answers the last lines, as they come.
///
/// # Errors
/// A sentence when the filter cannot be read or logging runs already.
pub fn start(filter: &str, traces: Option<&Sender>) -> anyhow::Result<Recent> {
    let recent = Recent::default();
    match traces {
        None => without_traces(filter, recent.clone(), std::io::stderr)?.try_init()?,
        Some(sender) => with_traces(filter, recent.clone(), std::io::stderr, sender)?.try_init()?,
    }
    Ok(recent)
}

/// Nothing knows of traces: the spans that would be parts of them are not made.
pub(crate) fn without_traces<W>(filter: &str, recent: Recent, writer: W) -> anyhow::Result<impl Subscriber + use<W>>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let lines = tracing_subscriber::fmt::layer().event_format(JsonLine).fmt_fields(NoFields).with_writer(writer);
    Ok(tracing_subscriber::registry().with(read(filter, "off")?).with(lines).with(recent))
}

/// The log sees what it would see without traces, and they see nothing of the log: what it says may be about people.
pub(crate) fn with_traces<W>(
    filter: &str,
    recent: Recent,
    writer: W,
    sender: &Sender,
) -> anyhow::Result<impl Subscriber + for<'a> LookupSpan<'a> + use<W>>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let lines = tracing_subscriber::fmt::layer().event_format(JsonLine).fmt_fields(NoFields).with_writer(writer);
    Ok(tracing_subscriber::registry()
        .with(read(filter, "info")?)
        .with(sender.layer().with_filter(filter_fn(|metadata| metadata.target() == trace::TARGET)))
        .with(lines.with_filter(filter_fn(|metadata| metadata.target() != trace::TARGET)))
        .with(recent.with_filter(filter_fn(|metadata| metadata.target() != trace::TARGET))))
}

fn read(filter: &str, traces: &str) -> anyhow::Result<EnvFilter> {
    // kube-client logs a whole answer that it cannot decode, which may be a Secret; async-nats says each thing twice.
    let filter = format!("{filter},kube_client=error,async_nats=warn,{}={traces}", trace::TARGET);
    EnvFilter::try_new(&filter).map_err(|error| anyhow::anyhow!("the log filter '{filter}' cannot be read: {error}"))
}
