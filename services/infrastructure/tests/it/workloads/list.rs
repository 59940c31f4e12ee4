//! `ListWorkloads`: what the cluster shows of a release.

use super::{
    charts::{chart, deployment},
    stage::{Stage, from, task},
};
use proto::infrastructure::{self as pb, workload_service_server::WorkloadService as _};
use std::time::Duration;

const SERVICE: &str = "apiVersion: v1\nkind: Service\nmetadata:\n  name: {{ .Release.Name }}-web\nspec:\n  selector:\n    app.kubernetes.io/instance: {{ .Release.Name }}\n  ports:\n    - name: http\n      port: 8080\n      targetPort: http\n      protocol: TCP\n";

fn request(stage: &Stage) -> pb::ListWorkloadsRequest {
    pb::ListWorkloadsRequest {
        cluster_id: stage.cluster.clone(),
        deployment_id: stage.deployment.to_string(),
        namespace: stage.release.clone(),
        release_name: stage.release.clone(),
        services: vec![format!("{}-web", stage.release), format!("{}-mysql", stage.release)],
        ingresses: vec![stage.release.clone()],
        whether_simulated: false,
    }
}

async fn listed(stage: &Stage) -> pb::ListWorkloadsResponse {
    stage.rpc().list_workloads(from("deployments", request(stage))).await.expect("an answer").into_inner()
}

/// Asks until it is so.
async fn until(stage: &Stage, good: impl Fn(&pb::ListWorkloadsResponse) -> bool) -> pb::ListWorkloadsResponse {
    for _ in 0..1200 {
        let answer = listed(stage).await;
        if good(&answer) {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the cluster shows {:?}", listed(stage).await)
}

#[tokio::test]
async fn what_runs_is_counted_and_where_it_is_reached_is_said() {
    let stage = Stage::set("list").await;
    let templates = [("web", deployment("demo:1", 2)), ("service", SERVICE.to_owned())];
    let templates: Vec<(&str, &str)> = templates.iter().map(|(name, text)| (*name, text.as_str())).collect();
    stage.installed(task(), &chart(&stage.release, &templates)).await;
    let answer = listed(&stage).await;
    let web = answer.workloads.first().expect("one component");
    assert_eq!((answer.workloads.len(), web.component.as_str()), (1, "web"));
    assert_eq!((web.wanted, web.ready, web.failing, web.problem.as_str()), (2, 2, false, ""));
    assert_eq!((web.containers[0].name.as_str(), web.containers[0].ready), ("app", 2));
    let service = answer.services.first().expect("the Service; the other name is nobody's");
    assert_eq!((answer.services.len(), service.r#type.as_str(), service.port), (1, "ClusterIP", 8080));
    assert!(answer.ingresses.is_empty());
}

#[tokio::test]
async fn whether_the_cluster_is_a_simulated_one_is_said_when_that_is_asked() {
    let stage = Stage::set("list-simulated").await;
    stage.namespace(task(), 1).await;
    let simulated = stage.client.apiserver_version().await.expect("a version").platform == "sandbox/simulated";
    let asked = pb::ListWorkloadsRequest { whether_simulated: true, ..request(&stage) };
    let answer = stage.rpc().list_workloads(from("deployments", asked)).await.expect("an answer").into_inner();
    assert_eq!((answer.simulated, listed(&stage).await.simulated), (simulated, false));
}

#[tokio::test]
async fn what_goes_wrong_is_said_with_its_code() {
    let stage = Stage::set("list-fault").await;
    stage.namespace(task(), 1).await;
    stage.allows_no_pod().await;
    let broken = chart(&stage.release, &[("web", &deployment("demo:1", 1))]);
    stage.applied(task(), 2, &broken).await;
    let answer = until(&stage, |answer| answer.workloads.iter().any(|workload| workload.failing)).await;
    let web = &answer.workloads[0];
    assert_eq!((web.wanted, web.ready), (1, 0));
    assert_eq!(kit::Message::unpacked(&web.said, &web.problem).reason(), "RolloutNoPod", "{web:?}");
    assert!(web.problem.contains("exceeded quota"), "{web:?}");
}

#[tokio::test]
async fn a_namespace_that_is_not_the_deployments_is_not_looked_into() {
    let stage = Stage::set("no-list").await;
    let wrong = pb::ListWorkloadsRequest { namespace: "kube-system".into(), ..request(&stage) };
    let error = stage.rpc().list_workloads(from("deployments", wrong)).await.map(|_| ()).unwrap_err();
    assert_eq!(error.message(), "Namespace kube-system exists and does not belong to this deployment.");
    let many = pb::ListWorkloadsRequest { services: vec!["x".to_owned(); 21], ..request(&stage) };
    let error = stage.rpc().list_workloads(from("deployments", many)).await.map(|_| ()).unwrap_err();
    assert_eq!(error.code(), tonic::Code::InvalidArgument);
}
