//! `StreamLogs`: log lines of a deployment's pods, masked. Following goes on with new pods and with restarted containers; a
//! part of the time is read once.

use crate::{
    Options, fault,
    kubernetes::{failure::Fault, kinds, mask::Mask, space::Space},
    workloads::{
        Workloads, component,
        progress::{Answers, Progress, told},
    },
};
use futures::{AsyncRead, AsyncReadExt as _, StreamExt as _, future::BoxFuture, stream::FuturesUnordered};
use k8s_openapi::{api::core::v1::Pod, jiff::Timestamp};
use kit::{Error, Message, Result, clock, message};
use kube::{
    Api, ResourceExt as _,
    api::{ListParams, LogParams},
    runtime::{WatchStreamExt as _, watcher},
};
use proto::infrastructure as pb;
use std::time::Duration;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout_at};

mod lines;
mod part;
mod readers;
use lines::Lines;
use part::Part;
use readers::{Ended, Readers, Source};

/// Lines of the past, by default and at most, per container and in one answer that does not follow. Fixed: documented
/// limits of the REST API.
const TAIL: u32 = 200;
const MOST_TAIL: u32 = 2_000;
/// Lines in one message. Fixed: it stays far below the size of a gRPC message.
const BATCH: usize = 200;

/// How long a cluster has for the past, or for the first word of a log that is followed. Fixed: below the time in which
/// the answer is waited for, so that a silent cluster is not taken for a part of Canopy that does not answer.
const ANSWER: Duration = Duration::from_secs(7);

type Tell = Progress<pb::StreamLogsResponse>;

/// What to read.
struct LogRequest {
    space: Space,
    component: String,
    container: String,
    tail: u32,
    previous: bool,
    part: Option<Part>,
}

pub(super) async fn stream_logs(
    app: &Workloads,
    request: pb::StreamLogsRequest,
) -> Result<Answers<pb::StreamLogsResponse>> {
    component("component", &request.component)?;
    component("container", &request.container)?;
    let ends = Instant::now() + ANSWER;
    let space = app.space(&request.cluster_id, &request.deployment_id, &request.namespace);
    let space = match timeout_at(ends, space).await {
        Ok(Err(error)) if fault::is_of_cluster(&error) => return Ok(unreachable(error.message())),
        Err(_) => return Ok(unreachable(kit::message!(CLUSTER_SILENT))),
        Ok(outcome) => outcome?,
    };
    let tail = if request.tail == 0 { TAIL } else { request.tail.min(MOST_TAIL) };
    let part = Part::of(&request);
    let wish = LogRequest {
        space,
        component: request.component,
        container: request.container,
        tail,
        previous: request.previous,
        part,
    };
    let follow = request.follow && !request.previous && wish.part.is_none();
    Ok(told(move |progress| {
        Box::pin(async move {
            let read = async {
                if follow {
                    return followed(&wish, &progress).await;
                }
                let name = wish.space.cluster().name();
                let late = |_| Err(Error::Timeout(kit::message!(CLUSTER_LATE, cluster = name)));
                let read = async {
                    match &wish.part {
                        Some(part) => part::read(&wish, part, &progress).await,
                        None => past(&wish, &progress).await,
                    }
                };
                timeout_at(ends, read).await.unwrap_or_else(late)
            };
            match read.await {
                Ok(()) => Ok(()),
                // these words are ours: there is nothing to mask in them
                Err(error) if fault::is_of_cluster(&error) => progress.tell(last(&error.message())).await,
                Err(error) => Err(wish.space.masked(error).await),
            }
        })
    }))
}

/// The end of a stream whose cluster does not answer.
fn last(why: &Message) -> pb::StreamLogsResponse {
    pb::StreamLogsResponse { unreachable: why.to_string(), said: why.packed(), ..pb::StreamLogsResponse::default() }
}

fn unreachable(why: Message) -> Answers<pb::StreamLogsResponse> {
    told(move |progress| Box::pin(async move { progress.tell(last(&why)).await }))
}

impl LogRequest {
    fn options(&self) -> &Options {
        self.space.cluster().options()
    }

    fn selector(&self) -> String {
        if self.component.is_empty() {
            String::new()
        } else {
            format!("app.kubernetes.io/component={}", self.component)
        }
    }

    /// The pods there are.
    async fn pods(&self, pods: &Api<Pod>) -> Result<Vec<Pod>> {
        let doing = self.space.doing("list", kinds::POD, "");
        let params = ListParams::default().labels(&self.selector()).limit(200);
        Ok(self.space.call(doing, pods.list(&params)).await.map_err(|fault| doing.error(fault))?.items)
    }

    /// The containers of a pod that have a log, the init steps first.
    fn sources(&self, pod: &Pod) -> Vec<Source> {
        let status = pod.status.as_ref();
        let all = status.into_iter().flat_map(|status| {
            status.init_container_statuses.iter().flatten().chain(status.container_statuses.iter().flatten())
        });
        let begun = |state: Option<&k8s_openapi::api::core::v1::ContainerState>| {
            state.is_some_and(|state| state.running.is_some() || state.terminated.is_some())
        };
        all.filter(|c| if self.previous { begun(c.last_state.as_ref()) } else { begun(c.state.as_ref()) })
            .filter(|c| self.container.is_empty() || c.name == self.container)
            .map(|c| Source { pod: pod.name_any(), container: c.name.clone() })
            .collect()
    }
}

/// Everything there is, sorted by time, the last `tail` lines.
async fn past(wish: &LogRequest, progress: &Tell) -> Result<()> {
    let pods = Api::<Pod>::namespaced(wish.space.client(), &wish.space.namespace);
    let list = wish.pods(&pods).await?;
    let most = wish.options().logs_containers;
    let sources: Vec<Source> = list.iter().flat_map(|pod| wish.sources(pod)).take(most).collect();
    let mask = wish.space.mask().await?;
    let mut lines = Vec::new();
    for source in &sources {
        let params = params_of(wish, source, false, None);
        match wish.space.call(wish.space.doing("logs", kinds::POD, &source.pod), pods.logs(&source.pod, &params)).await
        {
            Ok(text) => lines.extend(text.lines().map(|line| line_of(source, line.as_bytes(), &mask))),
            // A pod that ended meanwhile, a container without a run before, or a node that is gone.
            Err(Fault::Missing) => {}
            Err(Fault::Other(Error::Invalid { .. })) => {}
            Err(fault) => return Err(wish.space.doing("logs", kinds::POD, &source.pod).error(fault)),
        }
    }
    lines.sort_by_key(|line: &pb::LogLine| line.at.as_ref().map(|at| (at.seconds, at.nanos)));
    let from = lines.len().saturating_sub(wish.tail as usize);
    for batch in lines[from..].chunks(BATCH) {
        progress.tell(lines_of(batch)).await?;
    }
    Ok(())
}

/// Reads all containers at once until the caller goes away.
async fn followed(wish: &LogRequest, progress: &Tell) -> Result<()> {
    let pods = Api::<Pod>::namespaced(wish.space.client(), &wish.space.namespace);
    let config = watcher::Config {
        label_selector: (!wish.component.is_empty()).then(|| wish.selector()),
        ..watcher::Config::default()
    };
    let mut watch = Box::pin(watcher(pods, config).default_backoff());
    let mut again = interval(wish.options().logs_again);
    again.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut readers: FuturesUnordered<BoxFuture<'_, Ended>> = FuturesUnordered::new();
    let mut state = Readers::default();
    loop {
        let more = tokio::select! {
            message = watch.next() => match message {
                Some(Ok(event)) => state.show(event, wish),
                Some(Err(error)) => borne(&error, wish).map(|()| Vec::new())?,
                None => return Err(Error::unavailable(message!(WATCH_ENDED), anyhow::anyhow!("the pod watch ended"))),
            },
            // A log that broke off while its container runs, or one for which there was no room.
            _ = again.tick() => state.unread(wish),
            Some(ended) = readers.next(), if !readers.is_empty() => {
                state.ended(ended)?;
                Vec::new()
            }
        };
        for source in more {
            let last = state.last(&source);
            readers.push(Box::pin(read(wish, source, last, progress)));
        }
    }
}

/// A watch's error that is no refusal is tried again by the watch itself.
fn borne(error: &watcher::Error, wish: &LogRequest) -> Result<()> {
    match error {
        watcher::Error::InitialListFailed(kube::Error::Api(status))
        | watcher::Error::WatchStartFailed(kube::Error::Api(status))
            if matches!(status.code, 401 | 403 | 404) =>
        {
            Err(fault::sentence(wish.space.cluster().name(), "watch pods", kube::Error::Api(status.clone())))
        }
        _ => Ok(()),
    }
}

/// Reads one container's log until it ends.
async fn read(wish: &LogRequest, source: Source, after: Option<Timestamp>, progress: &Tell) -> Ended {
    let mut last = after;
    let result = read_on(wish, &source, &mut last, progress).await;
    Ended { source, last, result }
}

async fn read_on(wish: &LogRequest, source: &Source, last: &mut Option<Timestamp>, progress: &Tell) -> Result<()> {
    let mask = wish.space.mask().await?;
    let pods = Api::<Pod>::namespaced(wish.space.client(), &wish.space.namespace);
    let after = *last;
    let params = params_of(wish, source, true, after);
    let doing = wish.space.doing("logs", kinds::POD, &source.pod);
    let stream =
        wish.space.call(doing, pods.log_stream(&source.pod, &params)).await.map_err(|fault| doing.error(fault))?;
    let mut lines = Lines::default();
    let mut stream = Box::pin(stream);
    let mut buffer = vec![0; 16 * 1024];
    loop {
        let n = piece(&mut stream, &mut buffer).await?;
        let found = if n == 0 { lines.rest() } else { lines.take(&buffer[..n]) };
        let mut batch = Vec::new();
        for line in &found {
            let (at, _) = stamped(line);
            // `sinceTime` has whole seconds: what was told before is left out here.
            if after.is_some() && at <= after {
                continue;
            }
            *last = at.or(*last);
            batch.push(line_of(source, line, &mask));
        }
        for part in batch.chunks(BATCH) {
            progress.tell(lines_of(part)).await?;
        }
        if n == 0 {
            return Ok(());
        }
    }
}

async fn piece(stream: &mut (impl AsyncRead + Unpin), buffer: &mut [u8]) -> Result<usize> {
    stream.read(buffer).await.map_err(|error| Error::unavailable(message!(LOG_BROKE_OFF), error))
}

fn params_of(wish: &LogRequest, source: &Source, follow: bool, after: Option<Timestamp>) -> LogParams {
    LogParams {
        container: Some(source.container.clone()),
        follow,
        previous: wish.previous,
        since_time: after,
        tail_lines: after.is_none().then_some(i64::from(wish.tail)),
        limit_bytes: (!follow).then_some(wish.options().logs_bytes),
        timestamps: true,
        ..LogParams::default()
    }
}

/// The time that the kubelet put in front, and the rest.
fn stamped(line: &[u8]) -> (Option<Timestamp>, &[u8]) {
    let end = line.iter().position(|b| *b == b' ').unwrap_or(line.len());
    match std::str::from_utf8(&line[..end]).ok().and_then(|text| text.parse::<Timestamp>().ok()) {
        Some(at) => (Some(at), line.get(end + 1..).unwrap_or_default()),
        None => (None, line),
    }
}

fn lines_of(lines: &[pb::LogLine]) -> pb::StreamLogsResponse {
    pb::StreamLogsResponse { lines: lines.to_vec(), ..pb::StreamLogsResponse::default() }
}

fn line_of(source: &Source, line: &[u8], mask: &Mask) -> pb::LogLine {
    let (at, text) = stamped(line);
    let at = at.and_then(|at| OffsetDateTime::parse(&at.to_string(), &Rfc3339).ok()).map(clock::stamp);
    let message = mask.text(&lines::clean(&String::from_utf8_lossy(text)));
    pb::LogLine { at, pod: source.pod.clone(), container: source.container.clone(), message }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_split_into_its_time_and_its_text() {
        let source = Source { pod: "p".into(), container: "c".into() };
        let line = line_of(&source, b"2026-11-21T08:00:00.123456789Z hello \x1b[31mred\x1b[0m", &Mask::default());
        assert_eq!(line.message, "hello red");
        assert_eq!(line.at.map(|at| at.nanos), Some(123_456_789));
        let line = line_of(&source, b"no time here", &Mask::default());
        assert_eq!((line.message.as_str(), line.at), ("no time here", None));
    }
}
