//! Logs: masked, cleaned, followed to new pods.

use super::{
    charts::{chart, deployment},
    stage::{Stage, from, task},
};
use k8s_openapi::jiff::Timestamp;
use kit::severity::Severity;
use proto::infrastructure::{self as pb, workload_service_server::WorkloadService};
use std::{collections::BTreeMap, io::Write as _, path::Path, time::Duration};
use tokio_stream::StreamExt as _;

fn write(log: &Path, line: &str) {
    let mut file = std::fs::OpenOptions::new().append(true).open(log).expect("the pods' log");
    writeln!(file, "2026-11-21T08:00:01.000000000Z stdout F {line}").expect("a line");
}

fn request(stage: &Stage, follow: bool) -> pb::StreamLogsRequest {
    pb::StreamLogsRequest {
        cluster_id: stage.cluster.clone(),
        deployment_id: stage.deployment.to_string(),
        namespace: stage.release.clone(),
        component: "web".into(),
        tail: 2_000,
        follow,
        ..Default::default()
    }
}

/// Only where kwok writes the pods' logs.
mod real {
    use super::*;

    #[tokio::test]
    async fn a_log_line_arrives_without_colours_and_without_secrets() {
        let stage = Stage::set("logs").await;
        let own = stage.plane.own();
        let first = task();
        stage.namespace(first, 1).await;
        let secret = pb::SecretObject {
            name: format!("{}-db", stage.release),
            data: BTreeMap::from([("p".to_owned(), b"correct-horse".to_vec())]),
            labels: BTreeMap::new(),
        };
        let put = pb::PutSecretsRequest { ticket: Some(stage.ticket(first, 1)), secrets: vec![secret] };
        stage.rpc().put_secrets(from("deployments", put)).await.unwrap();
        stage.installed(first, &chart(&stage.release, &[("web", &deployment("demo:1", 1))])).await;
        write(&own.pod_log, &format!("\u{1b}[31m{}\u{1b}[0m says correct-horse", stage.release));
        let wanted = format!("{} says ***", stage.release);

        let mut past = stage.rpc().stream_logs(from("deployments", request(&stage, false))).await.unwrap().into_inner();
        let mut lines = Vec::new();
        while let Some(message) = past.next().await {
            lines.extend(message.unwrap().lines);
        }
        assert!(lines.iter().any(|line| line.message == wanted), "{lines:?}");
        assert!(lines.iter().all(|line| line.container == "app" && line.pod.starts_with(&stage.release)));
        assert!(lines.len() <= 2_000);
    }
}

#[tokio::test]
async fn following_goes_on_with_a_pod_that_comes_later() {
    let stage = Stage::set("follow").await;
    let (first, second) = (task(), task());
    stage.installed(first, &chart(&stage.release, &[("web", &deployment("demo:1", 1))])).await;
    let mut stream = stage.rpc().stream_logs(from("deployments", request(&stage, true))).await.unwrap().into_inner();
    let mut pods = std::collections::BTreeSet::new();
    let read = async {
        while pods.len() < 2 {
            for line in stream.next().await.expect("it goes on").unwrap().lines {
                if pods.insert(line.pod) && pods.len() == 1 {
                    // The first pod was read: now a second one replaces it.
                    stage.applied(second, 2, &chart(&stage.release, &[("web", &deployment("demo:2", 1))])).await;
                }
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(60), read).await.expect("the second pod's log");
}

#[tokio::test]
async fn a_part_of_the_time_is_read_and_said_how_far_back_logs_go() {
    let stage = Stage::set("log-part").await;
    stage.installed(task(), &chart(&stage.release, &[("web", &deployment("nginx:1.29", 1))])).await;
    if let Some(own) = &stage.plane.own {
        for n in 1..=2 {
            let line = format!("{} stdout F {} line {n}", Timestamp::now(), stage.release);
            let mut file = std::fs::OpenOptions::new().append(true).open(&own.pod_log).expect("the pods' log");
            writeln!(file, "{line}").expect("a line");
        }
    }
    let all = wait_for_lines(&stage, 2).await;
    let at = |line: &pb::LogLine| line.at.expect("a time");
    let (first, second) = (at(&all[0]), at(&all[1]));

    let whole = pb::StreamLogsRequest { from: Some(first), ..request(&stage, true) };
    let (lines, last) = read(&stage, whole).await;
    assert_eq!(lines[..2], all[..2], "it is read once, and not followed");
    let kept = last.kept_from.expect("how far back");
    assert!((kept.seconds, kept.nanos) <= (first.seconds, first.nanos) && !last.cut);

    let moment = pb::StreamLogsRequest { from: Some(second), to: Some(second), ..request(&stage, false) };
    let (lines, last) = read(&stage, moment).await;
    assert_eq!(lines, all.iter().filter(|line| at(line) == second).cloned().collect::<Vec<_>>());
    assert_eq!(last.kept_from, Some(kept), "also of what is not shown");

    let newest = pb::StreamLogsRequest { tail: 1, from: Some(first), ..request(&stage, false) };
    let mut stream = stage.rpc().stream_logs(from("deployments", newest)).await.unwrap().into_inner();
    let mut count = 0;
    while let Some(message) = stream.next().await {
        let message = message.unwrap();
        count += message.lines.len();
        assert!(!message.lines.is_empty() || message.cut, "lines are missing");
    }
    assert_eq!(count, 1);

    let long_ago = prost_types::Timestamp { seconds: first.seconds - 365 * 24 * 3600, nanos: 0 };
    let (lines, last) = read(&stage, pb::StreamLogsRequest { to: Some(long_ago), ..request(&stage, false) }).await;
    assert_eq!((lines.len(), last.cut), (0, false));
    let severe = pb::StreamLogsRequest { from: Some(first), least: "error".into(), ..request(&stage, false) };
    let (lines, _) = read(&stage, severe).await;
    assert!(lines.iter().all(|line| Severity::of(&line.message) == Severity::Error), "{lines:?}");
}

/// What is there, and the last word about it.
async fn read(stage: &Stage, request: pb::StreamLogsRequest) -> (Vec<pb::LogLine>, pb::StreamLogsResponse) {
    let mut stream = stage.rpc().stream_logs(from("deployments", request)).await.expect("the log is read").into_inner();
    let (mut lines, mut last) = (Vec::new(), pb::StreamLogsResponse::default());
    let all = async {
        while let Some(message) = stream.next().await {
            last = message.expect("a message");
            lines.extend(std::mem::take(&mut last.lines));
        }
    };
    tokio::time::timeout(Duration::from_secs(60), all).await.expect("the stream ends");
    // all pods of our own control plane say the same, also what is of other tests
    lines.retain(|line: &pb::LogLine| stage.plane.own.is_none() || line.message.contains(&stage.release));
    (lines, last)
}

/// Once so many lines are there: all of them, in their order.
async fn wait_for_lines(stage: &Stage, least: usize) -> Vec<pb::LogLine> {
    let until = tokio::time::Instant::now() + Duration::from_secs(120);
    loop {
        let (lines, _) = read(stage, request(stage, false)).await;
        if lines.len() >= least {
            return lines;
        }
        assert!(tokio::time::Instant::now() < until, "only {} lines came", lines.len());
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

#[tokio::test]
async fn logs_of_a_namespace_that_is_not_the_deployments_are_refused() {
    let stage = Stage::set("no-logs").await;
    let mut wrong = request(&stage, false);
    wrong.namespace = "kube-system".into();
    let error = stage.rpc().stream_logs(from("deployments", wrong)).await.map(|_| ()).unwrap_err();
    assert_eq!(error.message(), "Namespace kube-system exists and does not belong to this deployment.");
}
