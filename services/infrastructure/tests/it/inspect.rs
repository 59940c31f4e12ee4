//! What a cluster says of itself, and what it does not say.

use crate::{fake::Fake, stage::Stage};
use access::Caller;
use http::StatusCode;
use infrastructure::inspect_cluster;
use kit::{Error, Message};
use proto::infrastructure::{InspectClusterRequest, InspectClusterResponse};
use std::sync::atomic::Ordering;

async fn inspect(stage: &Stage, caller: &Caller, id: &str) -> kit::Result<InspectClusterResponse> {
    inspect_cluster::inspect(&stage.app, caller, InspectClusterRequest { id: id.to_owned() }).await
}

fn lacks(answer: &InspectClusterResponse) -> Vec<String> {
    answer.lacks.iter().map(|said| Message::unpacked(said, "").reason().to_owned()).collect()
}

fn unread(answer: &InspectClusterResponse) -> Vec<&str> {
    answer.unread.iter().map(|unread| unread.part.as_str()).collect()
}

#[tokio::test]
async fn a_cluster_tells_its_nodes_classes_rights_and_warnings_and_nothing_is_lacking() {
    let fake = Fake::start("uid-1").await;
    fake.set(|answers| answers.classes = Some(vec![("plain", false), ("usual", true)]));
    let stage = Stage::set(&[&fake.allow()]).await;
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    let answer = inspect(&stage, &stage.admin(), &cluster.id).await.expect("an answer");
    assert_eq!(answer.version, "1.36.3");
    let nodes: Vec<_> = answer.nodes.iter().map(|node| (node.ready, node.cpu, node.memory)).collect();
    assert_eq!(nodes, [(true, 3900, 8192); 2]);
    assert_eq!((answer.nodes[0].requested_cpu, answer.nodes[0].running_pods), (Some(500), Some(2)));
    for (classes, by) in [(&answer.ingress_classes, "doors.example"), (&answer.storage_classes, "disks.example")] {
        let told: Vec<_> =
            classes.iter().map(|class| (class.name.as_str(), class.is_default, class.by.as_str())).collect();
        assert_eq!(told, [("usual", true, by), ("plain", false, by)], "the default comes first");
    }
    assert!(!answer.rights.is_empty() && answer.rights.iter().all(|right| right.missing.is_empty()));
    let warning = &answer.warnings[0];
    assert_eq!((warning.reason.as_str(), warning.name.as_str(), warning.count), ("BackOff", "shop-web-1", 3));
    assert_eq!(lacks(&answer), Vec::<String>::new());
    // The fake has no discovery.
    assert_eq!((unread(&answer), answer.cert_manager), (vec!["certificates"], None));
}

#[tokio::test]
async fn what_a_site_would_lack_is_named_and_everybody_is_told() {
    let fake = Fake::start("uid-1").await;
    fake.set(|answers| {
        answers.classes = Some(Vec::new());
        answers.forbidden = vec!["create namespaces", "patch deployments"];
    });
    let stage = Stage::set(&[&fake.allow()]).await;
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    let answer = inspect(&stage, &stage.admin(), &cluster.id).await.expect("an answer");
    let all = ["ClusterNoIngressClass", "ClusterNoDefaultStorage", "ClusterLacksRights"];
    assert_eq!(lacks(&answer), all);
    let missing: Vec<_> = answer.rights.iter().filter(|right| !right.missing.is_empty()).collect();
    let named: Vec<_> = missing.iter().map(|right| (right.resource.as_str(), right.missing.join(","))).collect();
    assert_eq!(named, [("namespaces", "create".to_owned()), ("deployments.apps", "patch".to_owned())]);
    let plain = inspect(&stage, &stage.user(), &cluster.id).await.expect("an answer");
    assert_eq!(lacks(&plain), all);
    assert!(
        plain.rights.is_empty() && plain.warnings.is_empty(),
        "nothing of the credentials, nor of what Kubernetes says"
    );
    assert_eq!(plain.nodes.len(), 2);
}

#[tokio::test]
async fn what_may_not_be_read_is_said_and_is_not_taken_for_missing() {
    let fake = Fake::start("uid-1").await;
    fake.set(|answers| answers.nodes = StatusCode::FORBIDDEN);
    let stage = Stage::set(&[&fake.allow()]).await;
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    let answer = inspect(&stage, &stage.admin(), &cluster.id).await.expect("an answer");
    assert_eq!(unread(&answer), ["nodes", "ingress", "storage", "certificates"]);
    assert_eq!(lacks(&answer), Vec::<String>::new());
    let why = Message::unpacked(&answer.unread[0].said, "");
    assert_eq!(why.reason(), "CREDENTIALS_LACK_RIGHT");
    let plain = inspect(&stage, &stage.user(), &cluster.id).await.expect("an answer");
    assert!(plain.unread.iter().all(|unread| unread.said.is_empty()), "why is for those who know the credentials");
}

#[tokio::test]
async fn many_who_look_at_once_cost_one_look() {
    let fake = Fake::start("uid-1").await;
    fake.set(|answers| answers.classes = Some(vec![("usual", true)]));
    let stage = Stage::set(&[&fake.allow()]).await;
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    let first = inspect(&stage, &stage.admin(), &cluster.id).await.expect("an answer");
    let asked = fake.requests.load(Ordering::SeqCst);
    let (admin, user) = (stage.admin(), stage.user());
    let (one, other) = tokio::join!(inspect(&stage, &admin, &cluster.id), inspect(&stage, &user, &cluster.id));
    assert_eq!((one.expect("an answer").at, other.expect("an answer").at), (first.at, first.at));
    assert_eq!(fake.requests.load(Ordering::SeqCst), asked);
}

#[tokio::test]
async fn a_cluster_that_is_away_or_has_no_kubeconfig_says_so() {
    let fake = Fake::start("uid-1").await;
    let stage = Stage::set(&[&fake.allow()]).await;
    let bare = stage.cluster("bare", "").await;
    let error = inspect(&stage, &stage.admin(), &bare.id).await.expect_err("no kubeconfig");
    assert_eq!(error.message().reason(), "CLUSTER_WITHOUT_KUBECONFIG");
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    fake.end().await;
    let error = inspect(&stage, &stage.admin(), &cluster.id).await.expect_err("away");
    assert_eq!(error.message().reason(), "CLUSTER_UNREACHABLE");
    let error = inspect(&stage, &stage.user(), &cluster.id).await.expect_err("away");
    assert_eq!(error.message().reason(), "ClusterCannotBeReached");
    let nowhere = inspect(&stage, &stage.user(), &uuid::Uuid::from_u128(9).to_string()).await;
    assert!(matches!(nowhere, Err(Error::NotFound(_))));
}
