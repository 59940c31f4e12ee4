//! Lines of a part of the time: of the run of each container and of the one before it, read once. The API server bounds
//! such a read below, by whole seconds; the rest is cut here.

use super::{BATCH, Lines, LogRequest, Tell, line_of, lines, lines_of, piece, stamped};
use crate::kubernetes::{failure::Fault, kinds, mask::Mask};
use crate::workloads::stream_logs::readers::Source;
use k8s_openapi::{
    api::core::v1::{ContainerState, Pod},
    jiff::Timestamp,
};
use kit::{Error, Result, severity::Severity};
use kube::{Api, ResourceExt as _, api::LogParams};
use proto::infrastructure as pb;
use std::collections::VecDeque;

/// Bytes that are read of one run. Fixed: more than the file that a kubelet begins anew at if not told otherwise (10 MiB),
/// less than one answer of a cluster may have.
const MOST: i64 = 12 * 1024 * 1024;
/// As much of a log as has the time of its first line.
const FIRST: i64 = 64;

/// Which lines are wanted: of a time with both its ends, and at least so severe.
#[derive(Debug)]
pub(super) struct Part {
    from: Option<Timestamp>,
    to: Option<Timestamp>,
    least: Severity,
}

/// One run of a container.
struct Run {
    source: Source,
    previous: bool,
    began: Option<Timestamp>,
    ended: Option<Timestamp>,
}

/// What was found.
#[derive(Default)]
struct Found {
    /// The newest, sorted by time.
    lines: Vec<(Timestamp, pb::LogLine)>,
    kept_from: Option<Timestamp>,
    cut: bool,
}

impl Part {
    /// `None` where the request is of no part of the time.
    pub(super) fn of(request: &pb::StreamLogsRequest) -> Option<Self> {
        let at =
            |at: &Option<prost_types::Timestamp>| at.as_ref().and_then(|at| Timestamp::new(at.seconds, at.nanos).ok());
        let (from, to, least) = (at(&request.from), at(&request.to), Severity::named(&request.least));
        (from.is_some() || to.is_some() || least.is_some()).then(|| Self {
            from,
            to,
            least: least.unwrap_or(Severity::Info),
        })
    }

    /// Whether something of the run may be of this time.
    fn meets(&self, run: &Run) -> bool {
        let over = run.ended.zip(self.from).is_some_and(|(ended, from)| ended < whole(from));
        let later = run.began.zip(self.to).is_some_and(|(began, to)| began > to);
        !over && !later
    }

    fn is_severe(&self, text: &[u8]) -> bool {
        self.least == Severity::Info || Severity::of(&lines::clean(&String::from_utf8_lossy(text))) >= self.least
    }
}

/// Without its fraction: what Kubernetes tells of a run has none, and takes none.
fn whole(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second()).unwrap_or(at)
}

impl Run {
    /// The runs of a pod's containers that have a log.
    fn of(wish: &LogRequest, pod: &Pod) -> Vec<Self> {
        let status = pod.status.as_ref();
        let all = status.into_iter().flat_map(|status| {
            status.init_container_statuses.iter().flatten().chain(status.container_statuses.iter().flatten())
        });
        all.filter(|c| wish.container.is_empty() || c.name == wish.container)
            .flat_map(|c| {
                let run = |state: Option<&ContainerState>, previous| {
                    let state = state?;
                    let (began, ended) = match (&state.running, &state.terminated) {
                        (Some(running), _) => (running.started_at.as_ref(), None),
                        (None, Some(over)) => (over.started_at.as_ref(), over.finished_at.as_ref()),
                        (None, None) => return None,
                    };
                    let source = Source { pod: pod.name_any(), container: c.name.clone() };
                    Some(Self { source, previous, began: began.map(|at| at.0), ended: ended.map(|at| at.0) })
                };
                let now = if wish.previous { None } else { run(c.state.as_ref(), false) };
                [run(c.last_state.as_ref(), true), now]
            })
            .flatten()
            .collect()
    }
}

/// Everything of that time, sorted by time, the last `tail` lines.
pub(super) async fn read(wish: &LogRequest, part: &Part, progress: &Tell) -> Result<()> {
    let pods = Api::<Pod>::namespaced(wish.space.client(), &wish.space.namespace);
    let list = wish.pods(&pods).await?;
    let mut runs: Vec<Run> = list.iter().flat_map(|pod| Run::of(wish, pod)).collect();
    let mut found = Found::default();
    runs.retain(|run| {
        let meets = part.meets(run);
        if !meets {
            // it says how far back logs go, and needs not be read for that
            found.kept(run.began);
        }
        meets
    });
    let most = wish.options().logs_containers;
    found.cut = runs.len() > most;
    let mask = wish.space.mask().await?;
    for run in runs.iter().take(most) {
        match read_run(wish, part, run, &pods, &mask, &mut found).await {
            Ok(()) => {}
            // A pod that ended meanwhile, a container whose run before is gone, or a node that is.
            Err(Fault::Missing) => {}
            Err(Fault::Other(Error::Invalid { .. })) => {}
            Err(fault) => return Err(wish.space.doing("logs", kinds::POD, &run.source.pod).error(fault)),
        }
        found.shorten(wish.tail as usize);
    }
    let lines: Vec<pb::LogLine> = found.lines.into_iter().map(|(_, line)| line).collect();
    for batch in lines.chunks(BATCH) {
        progress.tell(lines_of(batch)).await?;
    }
    let kept_from = found.kept_from.map(stamp);
    progress.tell(pb::StreamLogsResponse { kept_from, cut: found.cut, ..pb::StreamLogsResponse::default() }).await
}

fn stamp(at: Timestamp) -> prost_types::Timestamp {
    prost_types::Timestamp { seconds: at.as_second(), nanos: at.subsec_nanosecond() }
}

impl Found {
    fn kept(&mut self, at: Option<Timestamp>) {
        self.kept_from = [self.kept_from, at].into_iter().flatten().min();
    }

    fn shorten(&mut self, most: usize) {
        self.lines.sort_by_key(|(at, _)| *at);
        let more = self.lines.len().saturating_sub(most);
        self.cut |= more > 0;
        self.lines.drain(..more);
    }
}

async fn read_run(
    wish: &LogRequest,
    part: &Part,
    run: &Run,
    pods: &Api<Pod>,
    mask: &Mask,
    found: &mut Found,
) -> Result<(), Fault> {
    let pod = &run.source.pod;
    let doing = wish.space.doing("logs", kinds::POD, pod);
    let params = |since, most| LogParams {
        container: Some(run.source.container.clone()),
        previous: run.previous,
        since_time: since,
        limit_bytes: Some(most),
        timestamps: true,
        ..LogParams::default()
    };
    let since = part.from.map(whole);
    if since.is_some_and(|since| run.began.is_none_or(|began| began < since)) {
        // bytes and not text: the last character may be cut
        let mut first = Box::pin(wish.space.call(doing, pods.log_stream(pod, &params(None, FIRST))).await?);
        let (mut head, mut buffer) = (Vec::new(), [0; 64]);
        loop {
            match piece(&mut first, &mut buffer).await.map_err(Fault::Other)? {
                0 => break,
                n => head.extend_from_slice(&buffer[..n]),
            }
        }
        found.kept(stamped(&head).0);
    }
    let mut stream = Box::pin(wish.space.call(doing, pods.log_stream(pod, &params(since, MOST))).await?);
    let (mut pieces, mut buffer, mut size) = (Lines::default(), vec![0; 16 * 1024], 0);
    let mut newest: VecDeque<(Timestamp, Vec<u8>)> = VecDeque::new();
    'log: loop {
        let n = piece(&mut stream, &mut buffer).await.map_err(Fault::Other)?;
        size += n;
        let full = i64::try_from(size).is_ok_and(|size| size >= MOST);
        let more = match n {
            // the last line may lack its end, and a secret in it then goes unseen
            0 if full => Vec::new(),
            0 => pieces.rest(),
            n => pieces.take(&buffer[..n]),
        };
        for line in more {
            let (Some(at), text) = stamped(&line) else { continue };
            found.kept(Some(at));
            if part.to.is_some_and(|to| at > to) {
                break 'log;
            }
            let early = part.from.is_some_and(|from| at < from);
            if early || !part.is_severe(text) {
                continue;
            }
            newest.push_back((at, line));
            if newest.len() > wish.tail as usize {
                newest.pop_front();
                found.cut = true;
            }
        }
        if n == 0 {
            found.cut |= full;
            break;
        }
    }
    found.lines.extend(newest.into_iter().map(|(at, line)| (at, line_of(&run.source, &line, mask))));
    Ok(())
}
