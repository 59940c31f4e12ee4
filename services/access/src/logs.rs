//! The administrator's view of a role's log: every role serves the last lines that its process keeps.

use crate::{Row, admin, open};
use kit::{
    Context, Result,
    clock::{stamp, unstamp},
    recent::Wanted,
};
use proto::logs::{
    Level, ListLogLinesRequest, ListLogLinesResponse, LogLine,
    log_service_server::{LogService, LogServiceServer},
};
use tonic::{Request, Response, Status};

/// Who may call what. The guard of every role has these rows.
pub const ROWS: [Row; 1] = [admin("/canopy.logs.v1.LogService/ListLogLines")];

/// Lines of an answer where no number is asked for, and at most.
const USUAL: usize = 200;
const MOST: usize = 1_000;

/// The calls about a role's own log, to be served beside its own.
#[must_use]
pub fn logs(cx: &Context) -> LogServiceServer<Logs> {
    LogServiceServer::new(Logs(cx.clone())).max_decoding_message_size(kit::MESSAGE_LIMIT)
}

/// The gRPC face.
#[derive(Clone)]
pub struct Logs(Context);

impl Logs {
    fn list(&self, request: Request<ListLogLinesRequest>) -> Result<ListLogLinesResponse> {
        let (caller, message) = open(request)?;
        caller.admin()?;
        let level = least(message.level());
        let ListLogLinesRequest { search, request_id, after, limit, .. } = message;
        let limit = match usize::try_from(limit).unwrap_or(MOST) {
            0 => USUAL,
            limit => limit.min(MOST),
        };
        let wanted = Wanted { level, search, request_id, after: after.as_ref().and_then(unstamp), limit };
        let Self(cx) = self;
        let (lines, more) = cx.recent.lines(cx.service, &wanted);
        Ok(ListLogLinesResponse { lines: lines.into_iter().map(shown).collect(), more })
    }
}

/// The levels from this one to the worst.
fn least(level: Level) -> tracing::Level {
    match level {
        Level::Error => tracing::Level::ERROR,
        Level::Warn => tracing::Level::WARN,
        Level::Info => tracing::Level::INFO,
        Level::Debug => tracing::Level::DEBUG,
        Level::Trace | Level::Unspecified => tracing::Level::TRACE,
    }
}

fn shown(line: kit::recent::LogLine) -> LogLine {
    let level = match line.level {
        tracing::Level::ERROR => Level::Error,
        tracing::Level::WARN => Level::Warn,
        tracing::Level::INFO => Level::Info,
        tracing::Level::DEBUG => Level::Debug,
        tracing::Level::TRACE => Level::Trace,
    };
    LogLine {
        at: Some(stamp(line.at)),
        level: level.into(),
        target: line.target,
        text: line.text,
        fields: line.fields,
        request_id: line.request_id.unwrap_or_default(),
    }
}

#[tonic::async_trait]
impl LogService for Logs {
    async fn list_log_lines(
        &self,
        request: Request<ListLogLinesRequest>,
    ) -> Result<Response<ListLogLinesResponse>, Status> {
        Ok(Response::new(self.list(request)?))
    }
}
