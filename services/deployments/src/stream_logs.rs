//! Log lines of a deployment's pods: from one source, once or live, all of them or of a part of the time. They pass through and are kept nowhere.

use crate::{
    App,
    applications::{self, Application},
    deployment, owners,
    spec::Spec,
};
use access::{Caller, PrivateTeam};
use futures::{Stream, StreamExt, stream};
use kit::{Context, Error, Result, message};
use proto::{
    deployments::{PodLine, StreamLogsRequest, StreamLogsResponse},
    infrastructure::{self, workload_service_client::WorkloadServiceClient},
};
use tokio::time::{Interval, MissedTickBehavior};
use tonic::{Status, Streaming};

/// Lines at the start when nothing is said, and at most. Fixed: documented limits of the REST API.
const TAIL: (u32, u32) = (200, 2000);

/// Streams lines: members of the team and admins. An open stream ends soon after the right to see it.
///
/// # Errors
/// 404 when foreign, 403 for managers outside the team, 400 for an unknown source or one that is switched off.
pub async fn stream_logs(
    app: &App,
    caller: &Caller,
    request: StreamLogsRequest,
) -> Result<impl Stream<Item = Result<StreamLogsResponse, Status>> + use<>> {
    let cx = &app.cx;
    let row = deployment::visible(&mut *cx.db.acquire().await?, caller, &request.id).await?;
    let private = caller.read_private(row.team_id, deployment::WHAT)?;
    let (component, container) = source(applications::of(&row.application)?, &row.spec, &request.source)?;
    let message = infrastructure::StreamLogsRequest {
        cluster_id: row.cluster_id.to_string(),
        deployment_id: row.id.to_string(),
        namespace: row.release_name,
        component: component.to_owned(),
        container: container.to_owned(),
        tail: if request.tail == 0 { TAIL.0 } else { request.tail.min(TAIL.1) },
        follow: request.follow,
        previous: request.previous,
        from: request.from,
        to: request.to,
        least: request.least,
    };
    let mut asked = cx.request("infrastructure", caller.origin(), message)?;
    if request.follow {
        // as long as somebody looks; the way there is bounded by the channel's own time-outs
        asked.metadata_mut().remove("grpc-timeout");
    }
    let opening = WorkloadServiceClient::new(cx.peer("infrastructure")).max_decoding_message_size(kit::MESSAGE_LIMIT);
    let upstream = open(cx, opening, asked).await?;
    let mut tick = tokio::time::interval(app.options.deployments_recheck);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let open = Open { cx: cx.clone(), caller: caller.clone(), private, upstream, tick };
    Ok(stream::unfold(Some(open), |open| async {
        let mut open = open?;
        match open.next().await {
            Ok(Some(lines)) => Some((Ok(lines), Some(open))),
            Ok(None) => None,
            Err(error) => Some((Err(error.into()), None)),
        }
    }))
}

async fn open(
    cx: &Context,
    mut client: WorkloadServiceClient<kit::PeerChannel>,
    request: tonic::Request<infrastructure::StreamLogsRequest>,
) -> Result<Streaming<infrastructure::StreamLogsResponse>> {
    match tokio::time::timeout(cx.settings.call_timeout, client.stream_logs(request)).await {
        Ok(answer) => Ok(answer.map_err(owners::failure)?.into_inner()),
        Err(elapsed) => Err(Error::unavailable(message!(LOGS_UNAVAILABLE), elapsed)),
    }
}

/// Pods' component and container of a source; the first one is the application.
fn source(application: &'static Application, spec: &Spec, name: &str) -> Result<(&'static str, &'static str)> {
    let found = application.logs.iter().find(|source| name.is_empty() || source.id == name);
    let Some(source) = found else {
        return Err(Error::invalid_field("source", message!(NO_LOG_SOURCE)));
    };
    if source.service.is_some_and(|service| !spec.has(service)) {
        return Err(Error::invalid_field("source", message!(SERVICE_OFF)));
    }
    Ok((source.component, source.container))
}

struct Open {
    cx: Context,
    caller: Caller,
    private: PrivateTeam,
    upstream: Streaming<infrastructure::StreamLogsResponse>,
    tick: Interval,
}

impl Open {
    async fn next(&mut self) -> Result<Option<StreamLogsResponse>> {
        loop {
            tokio::select! {
                answer = self.upstream.next() => return match answer {
                    Some(answer) => Ok(Some(shown(answer.map_err(owners::failure)?))),
                    None => Ok(None),
                },
                _ = self.tick.tick() => {
                    self.caller = self.caller.again().await?;
                    self.private = self.caller.read_private(self.private.team(), deployment::WHAT)?;
                }
                () = self.cx.stop.cancelled() => return Ok(None),
            }
        }
    }
}

fn shown(answer: infrastructure::StreamLogsResponse) -> StreamLogsResponse {
    let line = |line: infrastructure::LogLine| PodLine {
        at: line.at,
        pod: line.pod,
        container: line.container,
        message: line.message,
    };
    let infrastructure::StreamLogsResponse { lines, unreachable, said, kept_from, cut } = answer;
    StreamLogsResponse { lines: lines.into_iter().map(line).collect(), unreachable, said, kept_from, cut }
}
