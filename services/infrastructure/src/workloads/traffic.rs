//! What a site's own nginx answered in the last minutes, as its log says: our charts have it write a line of JSON for each request
//! but for those of probes. It is read when somebody looks: one question for each pod of that one site, so that nobody pays for
//! sites that nobody looks at.

use crate::{gateway::Cluster, watch::Snapshot, workloads::Workloads};
use futures::{StreamExt as _, stream};
use k8s_openapi::api::core::v1::{ContainerStatus, Pod};
use kit::{Message, message};
use kube::{Api, ResourceExt as _, api::LogParams};
use serde::Deserialize;
use std::time::Duration as Span;
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};
use uuid::Uuid;

/// The container of our charts that answers visitors.
const NGINX: &str = "nginx";
/// How far back. Fixed: long enough to have a mean of, short enough to be "now".
const BACK: Duration = Duration::minutes(5);
/// The least that a rate is made from: of a pod that has just begun.
const LEAST: f64 = 30.0;
/// Lines that are read of one pod, the newest. Fixed: it bounds what one look costs; of a busier site the time that they span
/// is shorter than the rest.
const TAIL: usize = 5_000;
/// Pods that are read at most, and at the same time.
const MOST: usize = 20;
const AT_ONCE: usize = 4;
/// How long the cluster may take. Fixed: who asked waits for it.
const WITHIN: Span = Span::from_secs(5);

/// Rates of all pods together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Traffic {
    /// For each minute.
    pub requests: f64,
    /// Milliseconds, the mean; `None`: there was no request.
    pub response_time: Option<f64>,
    /// Percent of the requests that ended with an error of the server; `None`: there was no request.
    pub error_rate: Option<f64>,
}

/// Reads it.
///
/// # Errors
/// Why it is not known.
pub(super) async fn now(app: &Workloads, cluster: Uuid, deployment: Uuid, namespace: &str) -> Result<Traffic, Message> {
    let cluster = app.gateway.cluster(cluster).await.map_err(|error| error.message())?;
    let known = cluster.watches().known(deployment, namespace).ok_or_else(|| message!(UsageNotYet))?;
    let now = app.cx.clock.now();
    let pods = pods(&known, now)?;
    let api = Api::<Pod>::namespaced(cluster.client().clone(), namespace);
    let reading = stream::iter(pods.into_iter().map(|pod| read(&cluster, &api, pod))).buffer_unordered(AT_ONCE);
    let read: Vec<Option<Log>> = match tokio::time::timeout(WITHIN, reading.collect()).await {
        Ok(read) => read,
        Err(_) => return Err(message!(UsageLogUnread)),
    };
    let mut sum = Log::default();
    for log in read {
        // a part of a sum would be wrong
        sum.add(&log.ok_or_else(|| message!(UsageLogUnread))?);
    }
    Ok(sum.traffic())
}

/// A pod with its nginx, and for how many seconds that has been there.
struct Source {
    pod: String,
    seconds: f64,
}

fn pods(known: &Snapshot, now: OffsetDateTime) -> Result<Vec<Source>, Message> {
    let running = |pod: &&Pod| pod.status.as_ref().and_then(|status| status.phase.as_deref()) == Some("Running");
    let all: Vec<&Pod> = known.pods.values().filter(running).collect();
    if all.is_empty() {
        return Err(message!(UsageNoPods));
    }
    let has = |pod: &&&Pod| pod.spec.iter().flat_map(|spec| &spec.containers).any(|container| container.name == NGINX);
    let sources: Vec<Source> = all.iter().filter(has).filter_map(|pod| source(pod, now)).collect();
    match sources.len() {
        0 => Err(message!(UsageNoRequestCount)),
        1..=MOST => Ok(sources),
        _ => Err(message!(UsageTooManyLogs)),
    }
}

fn source(pod: &Pod, now: OffsetDateTime) -> Option<Source> {
    let status = pod.status.as_ref()?.container_statuses.iter().flatten().find(|status| status.name == NGINX)?;
    let seconds = since(status, now)?.clamp(LEAST, BACK.as_seconds_f64());
    Some(Source { pod: pod.name_any(), seconds })
}

/// Seconds since it began; `None`: it does not run.
#[expect(clippy::cast_precision_loss, reason = "nothing runs for so many seconds")]
fn since(status: &ContainerStatus, now: OffsetDateTime) -> Option<f64> {
    let running = status.state.as_ref()?.running.as_ref()?;
    let began = running.started_at.as_ref().map_or(0, |at| at.0.as_second());
    Some((now.unix_timestamp() - began) as f64)
}

async fn read(cluster: &Cluster, api: &Api<Pod>, source: Source) -> Option<Log> {
    let params = LogParams {
        container: Some(NGINX.to_owned()),
        since_seconds: Some(BACK.whole_seconds()),
        tail_lines: i64::try_from(TAIL).ok(),
        ..LogParams::default()
    };
    // The breaker of the cluster does not hear of it: it is a kubelet that answers.
    match api.logs(&source.pod, &params).await {
        Ok(text) => Some(Log::of(&text, source.seconds)),
        Err(error) => {
            tracing::debug!(cluster = cluster.name(), pod = source.pod, %error, "the log of nginx cannot be read");
            None
        }
    }
}

/// A line that nginx wrote.
#[derive(Deserialize)]
struct Line<'a> {
    time: &'a str,
    status: u16,
    /// How long the answer took.
    seconds: f64,
}

/// What logs say.
#[derive(Debug, Default, PartialEq)]
struct Log {
    requests: u32,
    per_minute: f64,
    seconds: f64,
    errors: u32,
}

impl Log {
    /// Of a log of so many seconds. What is not ours (nginx says how it began, too) is passed over.
    fn of(text: &str, seconds: f64) -> Self {
        let read: Vec<Line<'_>> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let mut log = Self::default();
        for line in &read {
            log.requests += 1;
            log.seconds += line.seconds.max(0.0);
            log.errors += u32::from(line.status >= 500);
        }
        let whole = text.lines().count() < TAIL;
        let spanned =
            read.first().zip(read.last()).and_then(|(first, last)| Some((at(last)? - at(first)?).as_seconds_f64()));
        let seconds = if whole { seconds } else { spanned.unwrap_or(seconds).clamp(1.0, seconds) };
        log.per_minute = f64::from(log.requests) / seconds * 60.0;
        log
    }

    fn add(&mut self, other: &Self) {
        self.requests += other.requests;
        self.per_minute += other.per_minute;
        self.seconds += other.seconds;
        self.errors += other.errors;
    }

    fn traffic(&self) -> Traffic {
        let mean = |sum: f64| (self.requests > 0).then(|| sum / f64::from(self.requests));
        Traffic {
            requests: self.per_minute,
            response_time: mean(self.seconds * 1000.0),
            error_rate: mean(f64::from(self.errors) * 100.0),
        }
    }
}

fn at(line: &Line<'_>) -> Option<OffsetDateTime> {
    OffsetDateTime::parse(line.time, &Rfc3339).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(second: usize, status: u16, seconds: f64) -> String {
        format!(
            "{{\"time\":\"2026-11-23T10:{:02}:{:02}+00:00\",\"method\":\"GET\",\"path\":\"/\",\"status\":{status},\"seconds\":{seconds},\"bytes\":1}}\n",
            second / 60,
            second % 60
        )
    }

    #[test]
    fn requests_are_counted_and_what_is_no_request_is_not() {
        let text = ["nginx: ready\n", &line(0, 200, 0.25), &line(60, 502, 0.75), &line(61, 404, 0.5), "{}\n"].concat();
        let mut sum = Log::of(&text, 300.0);
        assert_eq!(sum, Log { requests: 3, per_minute: 0.6, seconds: 1.5, errors: 1 });
        sum.add(&Log::of(&line(0, 200, 0.5), 30.0));
        let traffic = sum.traffic();
        assert_eq!(traffic, Traffic { requests: 2.6, response_time: Some(500.0), error_rate: Some(25.0) });
    }

    #[test]
    fn a_busy_log_spans_less_than_was_asked_for() {
        let text: String = (0..TAIL).map(|n| line(n / 100, 200, 0.1)).collect();
        let log = Log::of(&text, 300.0);
        assert!((log.per_minute - 5_000.0 / 49.0 * 60.0).abs() < 1.0, "{}", log.per_minute);
    }

    #[test]
    fn a_silent_log_has_a_rate_and_no_means() {
        let traffic = Log::of("", 300.0).traffic();
        assert_eq!(traffic, Traffic { requests: 0.0, response_time: None, error_rate: None });
    }
}
