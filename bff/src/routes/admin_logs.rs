//! `/admin/logs`: the last log lines of all services, for an administrator.

use super::prelude::*;
use crate::api::LOGS;
use futures::future::join_all;
use proto::logs as pb;
use std::time::Duration;

/// Lines of an answer that was asked for without a limit, and at most.
const DEFAULT: u32 = 200;
const MOST: u32 = 1_000;
/// How long one service may take: who follows the log does not wait for the one that hangs.
const PATIENCE: Duration = Duration::from_secs(3);

/// How bad a line is.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ServerLogLevel)]
pub enum Level {
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

const LEVELS: [(&str, pb::Level); 5] = [
    ("error", pb::Level::Error),
    ("warn", pb::Level::Warn),
    ("info", pb::Level::Info),
    ("debug", pb::Level::Debug),
    ("trace", pb::Level::Trace),
];

/// A line of a service's log.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServerLogLine {
    /// The service that wrote it.
    #[schema(example = "tasks")]
    pub service: String,
    /// No two lines of a service have the same.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    pub level: Level,
    /// The module that wrote it.
    pub target: String,
    pub text: String,
    /// What else it says.
    #[schema(value_type = BTreeMap<String, serde_json::Value>)]
    pub fields: TextParams,
    /// The `x-request-id` of the request that it was written for.
    #[schema(required)]
    pub request_id: Option<String>,
}

/// The last lines of the services that answered.
#[derive(Serialize, ToSchema)]
pub struct ServerLog {
    /// By time, the oldest first.
    pub lines: Vec<ServerLogLine>,
    /// Services that did not answer: their lines are missing here.
    pub missing: Vec<String>,
    /// Older lines match as well.
    pub more: bool,
}

/// Which lines.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "read through `Parameters`; this is its documentation")]
pub struct Filters {
    /// Of this service only.
    #[param(required = false, example = "tasks")]
    service: String,
    /// This level and worse: error, warn, info, debug or trace.
    #[param(required = false, example = "warn")]
    level: String,
    /// Part of the text, of what else the line says or of the module, any case, taken literally.
    #[param(max_length = 100, required = false)]
    search: String,
    /// Written for exactly this request.
    #[param(rename = "requestId", max_length = 100, required = false)]
    request_id: String,
    /// Later than this moment.
    #[param(required = false, example = "2026-11-20T10:30:00Z")]
    after: String,
    /// The newest so many; more than 1000 means 1000. 200 without it.
    #[param(minimum = 1, maximum = 1000, required = false)]
    limit: u32,
}

fn read(service: &str, line: pb::LogLine) -> kit::Result<ServerLogLine> {
    let level = match line.level() {
        pb::Level::Error => Level::Error,
        pb::Level::Warn => Level::Warn,
        pb::Level::Info => Level::Info,
        pb::Level::Debug => Level::Debug,
        pb::Level::Trace => Level::Trace,
        pb::Level::Unspecified => return Err(missing("LogLine.level")),
    };
    let pb::LogLine { at, level: _, target, text: sentence, fields, request_id } = line;
    let (at, fields) = (moment(at, "LogLine.at")?, TextParams::of(&fields));
    Ok(ServerLogLine {
        service: service.to_owned(),
        at,
        level,
        target,
        text: sentence,
        fields,
        request_id: text(request_id),
    })
}

/// The last lines that the services have logged, as far as their processes keep them in memory.
#[utoipa::path(get, path = "/admin/logs", tag = "health", params(Filters),
    responses((status = 200, body = Data<ServerLog>), ReadErrors))]
pub async fn list(call: Call, mut query: Parameters) -> Result<Answer<Data<ServerLog>>> {
    let service = query.word("service", &LOGS);
    let level = query.word("level", &LEVELS.map(|(word, _)| word));
    let level = LEVELS.into_iter().find(|(word, _)| *word == level).map_or(pb::Level::Unspecified, |(_, level)| level);
    let limit = query.number("limit", 1, u32::MAX).unwrap_or(DEFAULT).min(MOST);
    let wanted = pb::ListLogLinesRequest {
        level: level.into(),
        search: query.search(),
        request_id: query.text("requestId"),
        after: query.since("after"),
        limit,
    };
    query.done()?;
    let services: Vec<&'static str> = LOGS.into_iter().filter(|each| service.is_empty() || service == *each).collect();
    let asked = services.iter().map(|&service| {
        let (call, wanted) = (call.clone(), wanted.clone());
        async move {
            let mut request = call.ask(wanted)?;
            request.set_timeout(PATIENCE);
            let pb::ListLogLinesResponse { lines, more } =
                call.api().logs(service).list_log_lines(request).await?.into_inner();
            let lines = lines.into_iter().map(|line| read(service, line)).collect::<kit::Result<Vec<_>>>()?;
            Ok::<_, kit::Error>((lines, more))
        }
    });
    let (mut log, mut away) = (ServerLog { lines: Vec::new(), missing: Vec::new(), more: false }, None);
    for (service, answer) in services.iter().zip(join_all(asked).await) {
        match answer {
            Ok((lines, more)) => {
                log.lines.extend(lines);
                log.more |= more;
            }
            // an outage of some hides nothing of the others
            Err(error @ (kit::Error::Unavailable { .. } | kit::Error::Timeout(_))) => {
                log.missing.push((*service).to_owned());
                away = Some(error);
            }
            Err(error) => return Err(error.into()),
        }
    }
    if let Some(error) = away.filter(|_| log.missing.len() == services.len()) {
        return Err(error.into());
    }
    log.lines.sort_by_key(|line| line.at);
    let surplus = log.lines.len().saturating_sub(usize::try_from(limit).unwrap_or(usize::MAX));
    log.more |= surplus > 0;
    log.lines.drain(..surplus);
    Ok(call.data(log))
}
