//! `/deployments/{id}/logs`: log lines of the pods, as JSON or, with `follow`, as a stream of lines.

use super::{
    super::prelude::*,
    level::{self, Level},
};
use crate::{
    App,
    envelope::Success,
    error::{ApiError, Code},
    streams::{StreamLimit, StreamPermit},
};
use access::Caller;
use axum::{
    body::{Body as HttpBody, Bytes},
    response::{IntoResponse, Response},
};
use futures::{Stream, stream};
use http::{HeaderValue, header};
use kit::message;
use proto::deployments as pb;
use std::{convert::Infallible, time::Duration};
use tokio::time::{Instant, Interval, MissedTickBehavior};
use tonic::Streaming;

/// Lines at most.
const MOST: u32 = 2_000;
const DEFAULT: u32 = 200;
/// How long the JSON answer collects lines (fixed: well within the time of a request).
const COLLECT: Duration = Duration::from_secs(10);
/// A quiet stream says every so often that it lives (fixed: the console waits for it).
const BEAT: Duration = Duration::from_secs(15);

/// One log line.
#[derive(Serialize, ToSchema)]
pub struct LogLine {
    /// Null when the line has no time of its own.
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub timestamp: Option<OffsetDateTime>,
    /// As the program that wrote the line says; info when it doesn't.
    pub level: Level,
    pub pod: String,
    pub container: String,
    pub message: String,
}

impl From<pb::PodLine> for LogLine {
    fn from(line: pb::PodLine) -> Self {
        let pb::PodLine { at, pod, container, message } = line;
        Self { timestamp: moment_or_none(at), level: level::of(&message), pod, container, message }
    }
}

/// The lines, and whether the cluster could be asked for them.
#[derive(Serialize, ToSchema)]
pub struct Logs {
    /// The `x-request-id` of this answer.
    pub request_id: String,
    pub status: Success,
    pub data: Vec<LogLine>,
    /// False: the cluster does not answer. That is no failure of Canopy, and `data` is what had come until then.
    pub reachable: bool,
    /// Why not; null when it is.
    #[schema(required)]
    pub problem: Option<String>,
    /// The stable word of the problem; empty without one.
    pub reason: String,
    /// What the problem is filled with.
    pub params: TextParams,
    /// Of a part of the time: when the oldest line was written that the cluster still has of these containers. What was
    /// written before, or in pods that are gone, is nowhere. Null otherwise, and where there is no line.
    #[schema(required)]
    #[serde(rename = "keptFrom", with = "time::serde::rfc3339::option")]
    pub kept_from: Option<OffsetDateTime>,
    /// Of a part of the time: lines are missing, for there were more than `tail`, or more than 12 MiB from its beginning on
    /// in one run of a container.
    pub cut: bool,
}

/// One line of the stream `follow=true`: newline-delimited JSON. An empty line means only that the stream lives.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum Frame {
    /// A log line.
    Line(LogLine),
    /// The last line of a stream that broke.
    Broken {
        /// One sentence.
        error: String,
        /// Its stable word; empty without one.
        reason: String,
        /// What it is filled with.
        params: TextParams,
        code: Code,
        /// False when it is the cluster that does not answer; absent otherwise.
        #[serde(skip_serializing_if = "Option::is_none")]
        reachable: Option<bool>,
    },
}

/// Documents the parameters.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "read through `Parameters`; this is its documentation")]
pub struct Wanted {
    /// One of `logs` of the type in `/catalogue`, such as `install` where a program is fetched and built in its pod; the
    /// application itself when absent.
    #[param(required = false)]
    source: String,
    /// Lines from the end.
    #[param(required = false, minimum = 1, maximum = 2000)]
    tail: u32,
    /// True: `application/x-ndjson`, one `Frame` a line, until one side ends it.
    #[param(required = false)]
    follow: bool,
    /// True: of the containers' run before this one. It has ended: with `follow` the stream ends after its lines.
    #[param(required = false)]
    previous: bool,
    /// Not older than this, as RFC 3339. With `from`, `to` or `level` lines are of the containers' run and of the one before
    /// it (of that one alone with `previous`), `tail` counts from the end of what is left, and a stream ends after them.
    #[param(required = false, format = DateTime)]
    from: String,
    /// Not newer than this, as RFC 3339.
    #[param(required = false, format = DateTime)]
    to: String,
    /// Only lines that are at least so severe: `warn` or `error`.
    #[param(required = false)]
    level: String,
}

/// Log lines of the deployment's pods. Members of the team and admins.
#[utoipa::path(get, path = "/deployments/{id}/logs", tag = "deployments",
    params(("id" = String, Path, description = "The deployment"), Wanted),
    responses((status = 200, description = "The lines; with `follow` as a stream.",
        content((Logs = "application/json"), (Frame = "application/x-ndjson"))), StateErrors))]
pub async fn logs(call: Call, ids: Ids, mut query: Parameters) -> Result<Response> {
    let (from, to) = query.span();
    let message = pb::StreamLogsRequest {
        id: ids.one("Deployment")?,
        source: query.text("source"),
        tail: query.number("tail", 1, MOST).unwrap_or(DEFAULT),
        follow: query.flag("follow"),
        previous: query.flag("previous"),
        from,
        to,
        least: query.word("level", &["warn", "error"]),
    };
    query.done()?;
    if message.follow { follow(call, message).await } else { tail(call, message).await }
}

async fn tail(call: Call, message: pb::StreamLogsRequest) -> Result<Response> {
    let most = message.tail as usize;
    let collect = async {
        let mut arriving = call.api().deployments.clone().stream_logs(call.ask(message)?).await?.into_inner();
        let (mut lines, mut last) = (Vec::new(), pb::StreamLogsResponse::default());
        while let Some(mut answer) = arriving.message().await? {
            lines.extend(std::mem::take(&mut answer.lines).into_iter().map(LogLine::from));
            if lines.len() > most {
                lines.drain(..lines.len() - most);
            }
            last = answer;
        }
        Ok::<_, ApiError>((lines, last))
    };
    let (lines, last) = tokio::time::timeout(COLLECT, collect).await.map_err(|_| ApiError::timeout())??;
    let pb::StreamLogsResponse { unreachable, said, kept_from, cut, .. } = last;
    let (problem, (reason, params)) = (text(unreachable), coded(&said));
    let Answer(code, Data { request_id, status, data }) = call.data(lines);
    let kept_from = moment_or_none(kept_from);
    let logs = Logs { request_id, status, data, reachable: problem.is_none(), problem, reason, params, kept_from, cut };
    Ok(Answer(code, logs).into_response())
}

async fn follow(call: Call, message: pb::StreamLogsRequest) -> Result<Response> {
    let place = call.app().streams.enter(call.caller().user()?.id).map_err(refusal)?;
    let arriving = call.api().deployments.clone().stream_logs(call.ask(message)?).await?.into_inner();
    let mut checks = tokio::time::interval(Duration::from_secs(1));
    checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let following = Following {
        arriving,
        app: call.app().clone(),
        caller: call.caller().clone(),
        checks,
        said: Instant::now(),
        _permit: place,
    };
    let body = HttpBody::from_stream(following.frames());
    Ok(([(header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"))], body).into_response())
}

fn refusal(limit: StreamLimit) -> ApiError {
    match limit {
        StreamLimit::Caller => ApiError::too_many(message!(TOO_MANY_LOGS), 5),
        StreamLimit::Server => ApiError::unavailable(message!(LOGS_CROWDED)),
    }
}

/// An open stream and what ends it.
struct Following {
    arriving: Streaming<pb::StreamLogsResponse>,
    app: App,
    caller: Caller,
    checks: Interval,
    said: Instant,
    _permit: StreamPermit,
}

impl Following {
    fn frames(self) -> impl Stream<Item = Result<Bytes, Infallible>> {
        stream::unfold(Some(self), |following| async {
            let (bytes, rest) = following?.next().await?;
            Some((Ok(bytes), rest))
        })
    }

    /// The next bytes, and the stream again unless these are its last.
    async fn next(mut self) -> Option<(Bytes, Option<Self>)> {
        loop {
            tokio::select! {
                arrived = self.arriving.message() => return match arrived {
                    Ok(Some(pb::StreamLogsResponse { unreachable, said, .. })) if !unreachable.is_empty() => {
                        let code = Code::ServiceUnavailable;
                        let (reason, params) = coded(&said);
                        let last = Frame::Broken { error: unreachable, reason, params, code, reachable: Some(false) };
                        let last = frame(&last);
                        Some((last.into(), None))
                    }
                    Ok(Some(pb::StreamLogsResponse { lines, .. })) => {
                        let text = lines.into_iter().map(|line| frame(&Frame::Line(line.into()))).collect::<String>();
                        self.said = Instant::now();
                        Some((text.into(), Some(self)))
                    }
                    Ok(None) => None,
                    Err(status) => Some((broken(status.into()), None)),
                },
                () = self.app.cx.stop.cancelled() => return None,
                _ = self.checks.tick() => {
                    // Who logs out or is put out reads no further line.
                    match self.caller.again().await {
                        Err(kit::Error::Unauthenticated(_)) => {
                            return Some((broken(ApiError::unauthorized(message!(SESSION_EXPIRED))), None));
                        }
                        Err(error) => return Some((broken(error.into()), None)),
                        Ok(caller) => self.caller = caller,
                    }
                    if self.said.elapsed() >= BEAT {
                        self.said = Instant::now();
                        return Some((Bytes::from_static(b"\n"), Some(self)));
                    }
                }
            }
        }
    }
}

fn broken(error: ApiError) -> Bytes {
    let (reason, params) = coded(&error.message.packed());
    frame(&Frame::Broken { error: error.message.to_string(), reason, params, code: error.code, reachable: None }).into()
}

fn frame(frame: &Frame) -> String {
    let mut text = serde_json::to_string(frame).unwrap_or_default();
    text.push('\n');
    text
}
