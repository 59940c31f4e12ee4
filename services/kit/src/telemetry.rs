//! Logs: one JSON object a line on standard error, with the request id and trace of the span. The last lines are kept in
//! memory as well.

use crate::{
    json_line::{JsonLine, NoFields},
    recent::Recent,
};
use tracing_subscriber::{EnvFilter, layer::SubscriberExt as _, util::SubscriberInitExt as _};

/// Starts logging. `filter` as in `info,tasks=debug`. Answers the last lines, as they come.
///
/// # Errors
/// A sentence when the filter cannot be read or logging runs already.
pub fn start(filter: &str) -> anyhow::Result<Recent> {
    // kube-client logs a whole answer that it cannot decode, which may be a Secret; async-nats says each thing twice.
    let filter = format!("{filter},kube_client=error,async_nats=warn");
    let filter = EnvFilter::try_new(&filter)
        .map_err(|error| anyhow::anyhow!("the log filter '{filter}' cannot be read: {error}"))?;
    let lines =
        tracing_subscriber::fmt::layer().event_format(JsonLine).fmt_fields(NoFields).with_writer(std::io::stderr);
    let recent = Recent::default();
    tracing_subscriber::registry().with(filter).with(lines).with(recent.clone()).try_init()?;
    Ok(recent)
}
