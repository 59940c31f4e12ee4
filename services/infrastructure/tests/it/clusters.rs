//! Clusters and their kubeconfigs.

use crate::{
    fake::{Authority, Fake, base64, kubeconfig},
    stage::{Stage, request},
};
use access::{Role, testing::service_caller, testing::user_caller};
use infrastructure::{
    create_cluster, create_datacenter, get_cluster, get_kubeconfig, list_cluster_states, list_clusters,
    list_datacenters, set_kubeconfig, validate_kubeconfig,
};
use kit::Error;
use proto::infrastructure::{
    CreateClusterRequest, CreateDatacenterRequest, GetClusterRequest, GetKubeconfigRequest, ListClustersRequest,
    ListDatacentersRequest, SetKubeconfigRequest, ValidateKubeconfigRequest,
};
use std::sync::atomic::Ordering;
use uuid::Uuid;

fn text() -> String {
    kubeconfig("https://10.1.2.3:6443", &Authority::create().pem(), "token: very-secret-token")
}

async fn set(stage: &Stage, id: &str, text: &str) -> kit::Result<proto::infrastructure::Cluster> {
    let request = SetKubeconfigRequest { cluster_id: id.to_owned(), kubeconfig: base64(text) };
    Ok(set_kubeconfig::set(&stage.app, &stage.admin(), request).await?.cluster.expect("a cluster"))
}

async fn pretend_observed(stage: &Stage, uid: &str) {
    sqlx::query("update infrastructure.cluster set kube_uid = $1, reach = 'operational', version = '1.36.3', nodes = 3, problem = 'inside 10.1.2.3'")
        .bind(uid)
        .execute(&stage.bench.cx.db)
        .await
        .expect("an observation");
}

#[tokio::test]
async fn a_cluster_and_its_kubeconfig_are_created_in_one_step_and_the_text_is_sealed() {
    let stage = Stage::set(&[]).await;
    let cluster = stage.cluster("prod", &text()).await;
    assert_eq!(cluster.status, "unknown");
    assert_eq!((cluster.version, cluster.nodes, cluster.total_cpu), (None, None, None));
    assert_eq!(cluster.api_endpoint, "https://10.1.2.3:6443");
    assert_eq!(cluster.endpoint, "https://typed.example:6443");
    assert_eq!(cluster.access_type, "token");
    assert!(cluster.has_kubeconfig && cluster.has_security);
    let sealed: Vec<u8> = sqlx::query_scalar("select kubeconfig from infrastructure.cluster")
        .fetch_one(&stage.bench.cx.db)
        .await
        .expect("a row");
    let plain = |bytes: &[u8]| bytes.windows(17).any(|window| window == b"very-secret-token");
    assert!(!plain(&sealed), "the text is stored in clear");
    assert!(!plain(&stage.facts().await), "the text is in a fact");
    assert_eq!(stage.history().await, ["ClusterCreated"]);
}

#[tokio::test]
async fn a_wrong_kubeconfig_creates_no_cluster() {
    let stage = Stage::set(&[]).await;
    let wrong = text().replace("token: very-secret-token", "exec: {command: sh}");
    let error = create_cluster::create(&stage.app, &stage.admin(), request("prod", &wrong)).await.expect_err("refused");
    assert!(error.to_string().starts_with("Invalid kubeconfig: 'exec' is not allowed"), "{error}");
    let nameless = CreateClusterRequest { name: String::new(), ..request("", &wrong) };
    let error = create_cluster::create(&stage.app, &stage.admin(), nameless).await.expect_err("refused");
    let Error::Invalid { fields, .. } = error else { panic!("another category") };
    assert_eq!(fields.keys().map(String::as_str).collect::<Vec<_>>(), ["kubeconfig", "name"]);
    let list = list_clusters::list(&stage.app, &stage.admin(), ListClustersRequest::default()).await.expect("a list");
    assert_eq!(list.total, 0);
    assert!(stage.history().await.is_empty());
}

#[tokio::test]
async fn a_cluster_takes_provider_and_region_from_its_datacenter() {
    let stage = Stage::set(&[]).await;
    let west = CreateDatacenterRequest {
        name: "West".to_owned(),
        provider: "linode".to_owned(),
        region: "us-west".to_owned(),
        ..Default::default()
    };
    let west =
        create_datacenter::create(&stage.app, &stage.admin(), west).await.expect("created").datacenter.expect("one");
    let inside =
        CreateClusterRequest { datacenter_id: west.id.clone(), provider: "AWS".to_owned(), ..request("prod", "") };
    let cluster =
        create_cluster::create(&stage.app, &stage.admin(), inside).await.expect("created").cluster.expect("one");
    assert_eq!((cluster.provider.as_str(), cluster.region.as_str()), ("linode", "us-west"));
    assert_eq!(cluster.datacenter_id, west.id);
    let nowhere = CreateClusterRequest { datacenter_id: Uuid::from_u128(9).to_string(), ..request("other", "") };
    let error = create_cluster::create(&stage.app, &stage.admin(), nowhere).await.expect_err("refused");
    let Error::Invalid { fields, .. } = error else { panic!("another category") };
    assert_eq!(fields["datacenter"], "This datacenter does not exist.");
    let list = list_datacenters::list(&stage.app, ListDatacentersRequest::default()).await.expect("a list");
    assert_eq!(list.datacenters[0].cluster_count, 1);
    assert_eq!((list.datacenters[0].latency_ms, list.datacenters[0].availability), (None, None));
}

#[tokio::test]
async fn the_figures_of_a_datacenter_are_those_of_its_clusters() {
    let stage = Stage::set(&[]).await;
    sqlx::raw_sql(
        "insert into infrastructure.datacenter (id, name, city, country, provider, region, status, address, domains, created_at, updated_at)
         values ('00000000-0000-4000-8000-000000000001', 'West', 'c', 'DE', 'custom', 'r', 'operational', 'a', '{}', now(), now());
         insert into infrastructure.cluster (id, name, description, provider, region, datacenter_id, endpoint, domains, latency_ms, created_at, updated_at)
         select gen_random_uuid(), 'c' || n, 'd', 'custom', 'r', '00000000-0000-4000-8000-000000000001', 'e', '{}', n * 10, now(), now() from generate_series(1, 3) n;
         insert into infrastructure.availability select id, '2026-11-20', 1000, 900 from infrastructure.cluster;
         insert into infrastructure.availability select id, '2026-09-01', 1000, 0 from infrastructure.cluster",
    )
    .execute(&stage.bench.cx.db)
    .await
    .expect("rows");
    let list = list_datacenters::list(&stage.app, ListDatacentersRequest::default()).await.expect("a list");
    let west = &list.datacenters[0];
    assert_eq!((west.cluster_count, west.latency_ms, west.availability), (3, Some(20.0), Some(90.0)));
}

#[tokio::test]
async fn only_admins_register_clusters_and_touch_kubeconfigs() {
    let stage = Stage::set(&[]).await;
    let cluster = stage.cluster("prod", &text()).await;
    let manager = user_caller(Uuid::from_u128(3), Role::Manager, Vec::new());
    for caller in [stage.user(), manager, service_caller("tasks"), service_caller("canopy")] {
        let id = cluster.id.clone();
        let read = get_kubeconfig::get(&stage.app, &caller, GetKubeconfigRequest { cluster_id: id.clone() }).await;
        assert!(matches!(read, Err(Error::Forbidden(_))), "{read:?}");
        let set = SetKubeconfigRequest { cluster_id: id, kubeconfig: base64(&text()) };
        let set = set_kubeconfig::set(&stage.app, &caller, set).await;
        assert!(matches!(set, Err(Error::Forbidden(_))), "{set:?}");
        let validate = ValidateKubeconfigRequest { kubeconfig: base64(&text()), ..Default::default() };
        let validate = validate_kubeconfig::validate(&stage.app, &caller, validate).await;
        assert!(matches!(validate, Err(Error::Forbidden(_))), "{validate:?}");
        if caller.service() != Some("canopy") {
            let create = create_cluster::create(&stage.app, &caller, request("other", "")).await;
            assert!(matches!(create, Err(Error::Forbidden(_))), "{create:?}");
        }
    }
    // The right comes before the lookup: a cluster that does not exist reads the same.
    let unknown = GetKubeconfigRequest { cluster_id: Uuid::from_u128(5).to_string() };
    let read = get_kubeconfig::get(&stage.app, &stage.user(), unknown).await;
    assert!(matches!(read, Err(Error::Forbidden(_))), "{read:?}");
}

#[tokio::test]
async fn an_admin_reads_the_canonical_text_and_the_history_says_so() {
    let stage = Stage::set(&[]).await;
    let bare = stage.cluster("bare", "").await;
    let none = get_kubeconfig::get(&stage.app, &stage.admin(), GetKubeconfigRequest { cluster_id: bare.id }).await;
    assert!(matches!(none, Err(Error::NotFound(ref what)) if what == "Kubeconfig not found"), "{none:?}");
    let cluster = stage.cluster("prod", &text()).await;
    let request = GetKubeconfigRequest { cluster_id: cluster.id };
    let read = get_kubeconfig::get(&stage.app, &stage.admin(), request).await.expect("the text").kubeconfig;
    assert!(read.contains("very-secret-token") && read.contains("https://10.1.2.3:6443"), "{read}");
    assert_eq!(stage.history().await, ["ClusterCreated", "ClusterCreated", "KubeconfigRead"]);
}

#[tokio::test]
async fn plain_users_see_clusters_without_credentials_and_inside_reasons() {
    let stage = Stage::set(&[]).await;
    let cluster = stage.cluster("prod", &text()).await;
    pretend_observed(&stage, "uid-1").await;
    let id = || GetClusterRequest { id: cluster.id.clone() };
    let seen = get_cluster::get(&stage.app, &stage.user(), id()).await.expect("a cluster").cluster.expect("one");
    assert_eq!((seen.access_type.as_str(), seen.problem.as_str()), ("", ""));
    assert_eq!((seen.status.as_str(), seen.nodes), ("operational", Some(3)));
    let seen = get_cluster::get(&stage.app, &stage.admin(), id()).await.expect("a cluster").cluster.expect("one");
    assert_eq!((seen.access_type.as_str(), seen.problem.as_str()), ("token", "inside 10.1.2.3"));
    assert_eq!(kit::Message::unpacked(&seen.said, ""), "inside 10.1.2.3", "an older role writes no code");
    let list = list_clusters::list(&stage.app, &stage.user(), ListClustersRequest::default()).await.expect("a list");
    assert_eq!(list.clusters[0].access_type, "");
    for wrong in ["", "x", "00000000000040008000000000000001", &cluster.id.to_uppercase()] {
        let answer = get_cluster::get(&stage.app, &stage.user(), GetClusterRequest { id: wrong.to_owned() }).await;
        assert!(matches!(answer, Err(Error::NotFound(ref what)) if what == "Cluster not found"), "{wrong}: {answer:?}");
    }
}

#[tokio::test]
async fn the_same_kubeconfig_again_changes_nothing_and_another_one_counts_at_once() {
    let stage = Stage::set(&[]).await;
    let text = text();
    let cluster = stage.cluster("prod", &text).await;
    let again = set(&stage, &cluster.id, &text).await.expect("the same");
    assert_eq!(again.row_version, cluster.row_version);
    let id = cluster.id.parse().expect("an id");
    assert_eq!(stage.app.gateway.cluster(id).await.expect("a cluster").name(), "prod");
    let other = set(&stage, &cluster.id, &text.replace("10.1.2.3", "10.9.9.9")).await.expect("another");
    assert_eq!(other.api_endpoint, "https://10.9.9.9:6443");
    assert!(other.row_version > cluster.row_version);
    let opened = stage.app.gateway.cluster(id).await.expect("the seal fits its version");
    assert_eq!(opened.id(), id);
    assert_eq!(stage.history().await, ["ClusterCreated", "KubeconfigSet"]);
}

#[tokio::test]
async fn a_kubeconfig_of_another_cluster_is_refused_while_deployments_exist() {
    let fake = Fake::start("uid-other").await;
    let stage = Stage::set(&[&fake.allow()]).await;
    let cluster = stage.cluster("prod", &text()).await;
    pretend_observed(&stage, "uid-1").await;
    stage.deployments.store(2, Ordering::SeqCst);
    let error = set(&stage, &cluster.id, &fake.kubeconfig()).await.expect_err("refused");
    let expected = "Invalid kubeconfig: it leads to another cluster, and 2 deployments are on the present one";
    assert_eq!(error.to_string(), expected);
    // The same cluster by another way is welcome.
    fake.set(|answers| answers.uid = "uid-1".to_owned());
    let same = set(&stage, &cluster.id, &fake.kubeconfig()).await.expect("the same cluster");
    assert_eq!((same.status.as_str(), same.nodes), ("operational", Some(3)), "what was observed stays");
    // And with nothing on it, any cluster is.
    fake.set(|answers| answers.uid = "uid-3".to_owned());
    stage.deployments.store(0, Ordering::SeqCst);
    let other = set(&stage, &cluster.id, &fake.kubeconfig().replace("127.0.0.1", "localhost")).await;
    let other = other.expect("an empty cluster may be replaced");
    assert_eq!((other.status.as_str(), other.nodes), ("unknown", None), "what was observed was another cluster's");
    fake.end().await;
}

#[tokio::test]
async fn a_cluster_that_does_not_say_who_it_is_is_refused_while_deployments_exist() {
    let fake = Fake::start("uid-1").await;
    let stage = Stage::set(&[&fake.allow()]).await;
    let cluster = stage.cluster("prod", &text()).await;
    pretend_observed(&stage, "uid-1").await;
    stage.deployments.store(1, Ordering::SeqCst);
    let wrong_token = fake.kubeconfig().replace("fake-token", "other-token");
    let error = set(&stage, &cluster.id, &wrong_token).await.expect_err("refused");
    let expected = "Invalid kubeconfig: the cluster does not say that it is the same one (the cluster refused the \
                    credentials), and 1 deployment is on the present one";
    assert_eq!(error.to_string(), expected);
    fake.end().await;
}

#[tokio::test]
async fn the_supervisor_registers_its_cluster_again_with_another_port() {
    let stage = Stage::set(&[]).await;
    let canopy = service_caller("canopy");
    let text = text();
    let first = create_cluster::create(&stage.app, &canopy, request("Local", &text)).await.expect("created");
    let second = create_cluster::create(&stage.app, &canopy, request("Local", &text)).await.expect("found");
    assert_eq!(first, second);
    let moved = text.replace("10.1.2.3:6443", "10.1.2.3:7443");
    let third = create_cluster::create(&stage.app, &canopy, request("Local", &moved)).await.expect("moved");
    let (first, third) = (first.cluster.expect("one"), third.cluster.expect("one"));
    assert_eq!(first.id, third.id);
    assert_eq!(third.api_endpoint, "https://10.1.2.3:7443");
    assert_eq!(stage.history().await, ["ClusterCreated", "KubeconfigSet"]);
}

#[tokio::test]
async fn of_two_clusters_of_one_name_created_at_once_one_is_refused() {
    let stage = Stage::set(&[]).await;
    let admin = stage.admin();
    let (a, b) = futures::join!(
        create_cluster::create(&stage.app, &admin, request("prod", "")),
        create_cluster::create(&stage.app, &admin, request("Prod", ""))
    );
    let errors: Vec<String> =
        [a.map(drop), b.map(drop)].into_iter().filter_map(Result::err).map(|e| e.to_string()).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].ends_with("already exists."), "{errors:?}");
}

#[tokio::test]
async fn lists_are_paged_searched_and_filtered_by_datacenter() {
    let stage = Stage::set(&[]).await;
    for name in ["alpha", "beta", "beta_2"] {
        stage.cluster(name, "").await;
        stage.bench.clock.advance(std::time::Duration::from_secs(1));
    }
    let list = |request: ListClustersRequest| {
        let (app, user) = (stage.app.clone(), stage.user());
        async move {
            let answer = list_clusters::list(&app, &user, request).await.expect("a list");
            (answer.clusters.into_iter().map(|cluster| cluster.name).collect::<Vec<_>>(), answer.total)
        }
    };
    let page = ListClustersRequest { page: 2, limit: 2, ..Default::default() };
    assert_eq!(list(page).await, (vec!["alpha".to_owned()], 3));
    let search = ListClustersRequest { search: "BETA_".to_owned(), ..Default::default() };
    assert_eq!(list(search).await, (vec!["beta_2".to_owned()], 1));
    let nowhere = ListClustersRequest { datacenter_id: "x".to_owned(), ..Default::default() };
    assert_eq!(list(nowhere).await, (vec![], 0));
}

#[tokio::test]
async fn the_states_for_health_come_from_the_database_alone() {
    let stage = Stage::set(&[]).await;
    stage.cluster("bare", "").await;
    // Nothing listens at 10.1.2.3, and nothing is asked.
    stage.cluster("prod", &text()).await;
    pretend_observed(&stage, "uid-1").await;
    let health = service_caller("health").peer().expect("a service");
    let states = list_cluster_states::list(&stage.app, health).await.expect("states").states;
    let shown: Vec<(&str, &str)> = states.iter().map(|state| (state.name.as_str(), state.status.as_str())).collect();
    assert_eq!(shown, [("bare", "unknown"), ("prod", "operational")]);
}

#[tokio::test]
async fn validating_says_what_a_kubeconfig_leads_to_and_stores_nothing() {
    let fake = Fake::start("uid-1").await;
    let stage = Stage::set(&[&fake.allow()]).await;
    let validate = |text: String| {
        let (app, admin) = (stage.app.clone(), stage.admin());
        async move {
            let request = ValidateKubeconfigRequest { kubeconfig: base64(&text), ..Default::default() };
            validate_kubeconfig::validate(&app, &admin, request).await.expect("an answer")
        }
    };
    let good = validate(fake.kubeconfig()).await;
    assert!(good.reachable, "{}", good.problem);
    assert_eq!((good.version.as_str(), good.access_type.as_str()), ("1.36.3", "token"));
    assert_eq!(good.ca_fingerprint.len(), 95);
    let wrong = validate(fake.kubeconfig().replace("fake-token", "no")).await;
    assert!(!wrong.reachable);
    assert_eq!(wrong.problem, "The cluster cannot be reached: the cluster refused the credentials");
    let stranger = kubeconfig(&format!("https://{}", fake.address), &Authority::create().pem(), "token: t");
    let stranger = validate(stranger).await;
    let problem = "The cluster cannot be reached: its certificate is not of the authority in the kubeconfig";
    assert_eq!(stranger.problem, problem);
    let said = kit::Message::unpacked(&stranger.said, "");
    assert_eq!(said, kit::message!(ClusterAway, said = kit::message!(CertificateOfOther)));
    assert!(stage.history().await.is_empty());
    fake.end().await;
}

#[tokio::test]
async fn a_silent_cluster_is_said_to_be_unreachable_before_anybody_gives_the_call_up() {
    let fake = Fake::start("uid-1").await;
    let stage = Stage::set(&[&fake.allow()]).await;
    fake.set(|answers| answers.silent = true);
    let request = ValidateKubeconfigRequest { kubeconfig: base64(&fake.kubeconfig()), ..Default::default() };
    // After 15 s the bff would say that a part of Canopy does not answer.
    let given_up = std::time::Duration::from_secs(15);
    let admin = stage.admin();
    let answer = tokio::time::timeout(given_up, validate_kubeconfig::validate(&stage.app, &admin, request));
    let answer = answer.await.expect("an answer in time").expect("no fault of ours");
    assert!(!answer.reachable);
    assert_eq!(answer.problem, "The cluster cannot be reached: no answer in time");
}

#[tokio::test]
async fn logs_of_a_silent_cluster_say_so_before_anybody_gives_the_call_up() {
    use futures::StreamExt as _;
    use proto::infrastructure::{StreamLogsRequest, workload_service_server::WorkloadService as _};
    let fake = Fake::start("uid-1").await;
    let stage = Stage::set(&[&fake.allow()]).await;
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    fake.set(|answers| answers.silent = true);
    let rpc = infrastructure::workloads::WorkloadRpc::new(stage.app.cx.clone(), stage.app.gateway.clone());
    for follow in [false, true] {
        let mut request = tonic::Request::new(StreamLogsRequest {
            cluster_id: cluster.id.clone(),
            deployment_id: "0a0a0a0a-0000-4000-8000-000000000001".into(),
            namespace: "shop-0a0a0a".into(),
            follow,
            ..StreamLogsRequest::default()
        });
        request.extensions_mut().insert(access::testing::service_caller("deployments"));
        // After 10 s deployments would say that a part of Canopy does not answer.
        let given_up = std::time::Duration::from_secs(10);
        let read =
            async { rpc.stream_logs(request).await.expect("no fault of ours").into_inner().collect::<Vec<_>>().await };
        let all = tokio::time::timeout(given_up, read).await.expect("an answer in time");
        let last = all.last().and_then(|last| last.as_ref().ok()).expect("a last word");
        assert!(last.unreachable.contains("did not answer in time") || last.unreachable.contains("cannot be reached"));
    }
    fake.end().await;
}
