//! GET of a container's log, whole or followed.

use super::{
    Answer, Api, Body,
    request::{Call, Target},
    streamed, typed,
};
use crate::{
    failure::Failure,
    json::{self, items, micro_stamp, text},
    logs::{Line, Run},
};
use bytes::Bytes;
use futures::{StreamExt as _, stream};
use http::StatusCode;
use http_body_util::{BodyExt as _, StreamBody};
use hyper::body::Frame;
use serde_json::Value;
use std::{convert::Infallible, sync::Arc, time::Duration};
use time::OffsetDateTime;

const PLAIN: &str = "text/plain";
/// How often a followed log is looked at.
const LOOK: Duration = Duration::from_millis(500);

pub(super) fn answer(api: &Arc<Api>, target: &Target, call: &Call) -> Answer {
    let pod = api.world.lock().get("Pod", target.space(), target.name());
    let pod = pod.ok_or_else(|| Failure::not_found(&target.kind, target.name()))?;
    let container = container(&pod, call.query("container"))?;
    let previous = call.is("previous");
    let Some(run) = Run::of(&pod, &container, previous) else {
        let name = target.name();
        if previous {
            return Err(Failure::bad_request(format!(
                "previous terminated container {container:?} in pod {name:?} not found"
            )));
        }
        let reason = match waiting(&pod, &container) {
            "" => "ContainerCreating",
            said => said,
        };
        return Err(Failure::bad_request(format!(
            "container {container:?} in pod {name:?} is waiting to start: {reason}"
        )));
    };
    let now = api.world.clock.now();
    let since = match (call.query("sinceTime"), call.number::<i64>("sinceSeconds")?) {
        ("", Some(seconds)) => Some(now - time::Duration::seconds(seconds)),
        ("", None) => None,
        (said, _) => Some(
            json::time(said).ok_or_else(|| Failure::bad_request(format!("Invalid value: {said:?} of sinceTime")))?,
        ),
    };
    // From the named moment on, that moment included.
    let mut lines = run.lines(since.map(|at| at - time::Duration::nanoseconds(1)), now);
    if let Some(tail) = call.number::<usize>("tailLines")? {
        lines.drain(..lines.len().saturating_sub(tail));
    }
    let stamps = call.is("timestamps");
    let mut bytes = written(&lines, stamps);
    if let Some(most) = call.number::<usize>("limitBytes")? {
        bytes.truncate(most);
    }
    if !call.is("follow") || run.is_over() {
        return Ok(typed(StatusCode::OK, PLAIN, bytes));
    }
    let follower = Follower {
        api: Arc::clone(api),
        namespace: target.space().to_owned(),
        pod: target.name().to_owned(),
        uid: json::uid(&pod).to_owned(),
        container,
        run,
        told: now,
        stamps,
        over: false,
    };
    let frame = |bytes: Vec<u8>| Ok::<_, Infallible>(Frame::data(Bytes::from(bytes)));
    let first = stream::iter((!bytes.is_empty()).then(|| frame(bytes)));
    let rest = stream::unfold(follower, move |mut follower| async move {
        let bytes = follower.next().await?;
        Some((frame(bytes), follower))
    });
    let body: Body = StreamBody::new(first.chain(rest)).boxed_unsync();
    Ok(streamed(StatusCode::OK, PLAIN, body))
}

/// The container that is meant: the only one where none is said.
pub(super) fn container(pod: &Value, said: &str) -> Result<String, Failure> {
    let names = |list: &str| -> Vec<String> { items(pod, list).iter().map(|c| text(c, "/name").to_owned()).collect() };
    let (first, then) = (names("/spec/initContainers"), names("/spec/containers"));
    let pod_name = json::name(pod);
    if said.is_empty() {
        return match then.as_slice() {
            [only] if first.is_empty() => Ok(only.clone()),
            _ => {
                let inits = if first.is_empty() {
                    String::new()
                } else {
                    format!(" or one of the init containers: [{}]", first.join(" "))
                };
                Err(Failure::bad_request(format!(
                    "a container name must be specified for pod {pod_name}, choose one of: [{}]{inits}",
                    then.join(" ")
                )))
            }
        };
    }
    if first.iter().chain(&then).any(|name| name == said) {
        return Ok(said.to_owned());
    }
    Err(Failure::bad_request(format!("container {said} is not valid for pod {pod_name}")))
}

fn waiting<'a>(pod: &'a Value, container: &str) -> &'a str {
    let all =
        ["/status/initContainerStatuses", "/status/containerStatuses"].into_iter().flat_map(|list| items(pod, list));
    all.into_iter()
        .find(|status| text(status, "/name") == container)
        .map_or("", |status| text(status, "/state/waiting/reason"))
}

fn written(lines: &[Line], stamps: bool) -> Vec<u8> {
    let mut out = Vec::new();
    for line in lines {
        if stamps {
            out.extend_from_slice(micro_stamp(line.at).trim_end_matches('Z').as_bytes());
            out.extend_from_slice(b"000Z ");
        }
        out.extend_from_slice(line.text.as_bytes());
        out.push(b'\n');
    }
    out
}

/// A log that is being followed.
struct Follower {
    api: Arc<Api>,
    namespace: String,
    pod: String,
    uid: String,
    container: String,
    run: Run,
    told: OffsetDateTime,
    stamps: bool,
    over: bool,
}

impl Follower {
    /// The next lines; `None` when the run has ended.
    async fn next(&mut self) -> Option<Vec<u8>> {
        while !self.over {
            tokio::select! {
                () = self.api.stop.cancelled() => return None,
                () = tokio::time::sleep(LOOK) => {}
            }
            let pod =
                self.api.world.lock().get("Pod", &self.namespace, &self.pod).filter(|pod| json::uid(pod) == self.uid);
            let now = self.api.world.clock.now();
            // The run that is followed may have become the one before.
            match pod.as_ref().and_then(|pod| Run::of(pod, &self.container, false)) {
                Some(run) if run.is_same(&self.run) => {
                    self.over = run.is_over();
                    self.run = run;
                }
                _ => self.over = true,
            }
            let lines = self.run.lines(Some(self.told), now);
            self.told = now;
            if !lines.is_empty() {
                return Some(written(&lines, self.stamps));
            }
        }
        None
    }
}
