//! Logs: masked, cleaned, followed to new pods.

use super::{
    charts::{chart, deployment},
    stage::{Stage, from, task},
};
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
async fn logs_of_a_namespace_that_is_not_the_deployments_are_refused() {
    let stage = Stage::set("no-logs").await;
    let mut wrong = request(&stage, false);
    wrong.namespace = "kube-system".into();
    let error = stage.rpc().stream_logs(from("deployments", wrong)).await.map(|_| ()).unwrap_err();
    assert_eq!(error.message(), "Namespace kube-system exists and does not belong to this deployment.");
}
