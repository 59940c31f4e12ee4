//! The way to a cluster: what its addresses may be, and what a dead, hanging or hostile one costs.

use crate::{fake::Fake, stage::Stage};
use futures::{Stream, StreamExt as _};
use infrastructure::{Options, address::AddressPolicy, dial::Resolve, gateway::Gateway};
use k8s_openapi::api::core::v1::{Node, Pod};
use kit::Error;
use kube::{
    Api,
    api::{ListParams, WatchEvent, WatchParams},
};
use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::net::TcpListener;
use uuid::Uuid;

const DEADLINE: Duration = Duration::from_secs(8);

/// Answers the first of the list, then the second, and so on; the last one for ever.
fn resolver(answers: &'static [&'static str]) -> (Resolve, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&asked);
    let resolve: Resolve = Arc::new(move |_| {
        let at = counter.fetch_add(1, Ordering::SeqCst).min(answers.len() - 1);
        let ip: IpAddr = answers[at].parse().expect("an address");
        Box::pin(async move { Ok(vec![ip]) })
    });
    (resolve, asked)
}

async fn version(stage: &Stage, id: &str, deadline: Duration) -> kit::Result<String> {
    let cluster = stage.app.gateway.cluster(id.parse().expect("an id")).await?;
    let info = cluster.call("read the version", deadline, cluster.client().apiserver_version()).await?;
    Ok(info.git_version)
}

#[tokio::test]
async fn a_name_that_changes_to_a_forbidden_address_is_not_connected_to() {
    let fake = Fake::start("uid-1").await;
    let port = fake.address.port();
    let (resolve, asked) = resolver(&["127.0.0.1", "169.254.169.254"]);
    let allow = format!("--cluster-allow=api.test:{port}");
    let stage = Stage::with_resolver(&[&allow], resolve).await;
    let text = fake.kubeconfig_for(&format!("https://api.test:{port}"));
    let cluster = stage.cluster("prod", &text).await;
    assert_eq!(version(&stage, &cluster.id, DEADLINE).await.expect("the first address"), "v1.36.3");
    // Its connections end, so the next call has to resolve again.
    let (address, authority) = (fake.address, Arc::clone(&fake.authority));
    fake.end().await;
    let fake = Fake::start_at(&address.to_string(), "uid-1", authority).await;
    let error = version(&stage, &cluster.id, DEADLINE).await.expect_err("refused");
    let expected = "Cluster \"prod\" cannot be reached: the address 169.254.169.254 is not allowed for a cluster";
    assert_eq!(error.to_string(), expected);
    assert_eq!(asked.load(Ordering::SeqCst), 2);
    assert_eq!(fake.requests.load(Ordering::SeqCst), 0);
    fake.end().await;
}

#[tokio::test]
async fn a_name_that_leads_to_loopback_reaches_nobody_unless_the_operator_listed_it() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let (resolve, _) = resolver(&["127.0.0.1"]);
    let allow = format!("--cluster-allow=other.test:{port},api.test:1");
    let stage = Stage::with_resolver(&[&allow], resolve).await;
    let text = crate::fake::kubeconfig(
        &format!("https://api.test:{port}"),
        &crate::fake::Authority::create().pem(),
        "token: t",
    );
    let cluster = stage.cluster("prod", &text).await;
    let error = version(&stage, &cluster.id, DEADLINE).await.expect_err("refused");
    assert!(error.to_string().ends_with("the address 127.0.0.1 is not allowed for a cluster"), "{error}");
    assert!(futures::FutureExt::now_or_never(listener.accept()).is_none(), "someone connected");
}

#[tokio::test]
async fn a_stored_address_that_is_not_allowed_any_more_is_not_used() {
    let fake = Fake::start("uid-1").await;
    let stage = Stage::set(&[&fake.allow()]).await;
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    let (app, _observer) = {
        let mut cx = stage.bench.cx.clone();
        let mut settings = (*cx.settings).clone();
        settings.service_options.clear();
        cx.settings = Arc::new(settings);
        infrastructure::wire(cx, infrastructure::dial::system_resolver()).expect("the service")
    };
    let error = app.gateway.cluster(cluster.id.parse().expect("an id")).await.err().expect("refused");
    let expected = "Cluster \"prod\" cannot be reached: its kubeconfig is not accepted: the address 127.0.0.1 is not allowed for a cluster";
    assert_eq!(error.to_string(), expected);
    assert_eq!(fake.requests.load(Ordering::SeqCst), 0);
    fake.end().await;
}

#[tokio::test]
async fn a_hanging_cluster_ends_at_the_deadline_and_holds_no_other() {
    // Accepts into its backlog and never says a word.
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let silent_address = silent.local_addr().expect("an address");
    let fake = Fake::start("uid-1").await;
    let allow = format!("--cluster-allow={silent_address},{}", fake.address);
    let stage = Stage::set(&[&allow]).await;
    let dead = stage.cluster("dead", &fake.kubeconfig_for(&format!("https://{silent_address}"))).await;
    let fine = stage.cluster("fine", &fake.kubeconfig()).await;
    let hanging = (0..20).map(|_| version(&stage, &dead.id, Duration::from_millis(400)));
    let (hung, healthy) = futures::join!(futures::future::join_all(hanging), version(&stage, &fine.id, DEADLINE));
    assert_eq!(healthy.expect("the other cluster"), "v1.36.3");
    for result in hung {
        let error = result.expect_err("nobody answered");
        assert!(matches!(error, Error::Timeout(_) | Error::Unavailable { .. }), "{error:?}");
    }
    // By now it is known to be dead: refused at once, or (on a slow machine) a first trial that fails again.
    let error = version(&stage, &dead.id, DEADLINE).await.expect_err("it is dead");
    assert!(error.to_string().starts_with("Cluster \"dead\" cannot be reached: no "), "{error}");
    version(&stage, &fine.id, DEADLINE).await.expect("the other cluster");
    fake.end().await;
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let fake = Fake::start("uid-1").await;
    let target = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let target_address = target.local_addr().expect("an address");
    let allow = format!("--cluster-allow={},{target_address}", fake.address);
    let stage = Stage::set(&[&allow]).await;
    fake.set(|answers| answers.redirect = Some(format!("https://{target_address}/version")));
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    version(&stage, &cluster.id, DEADLINE).await.expect_err("a redirect is no version");
    assert!(futures::FutureExt::now_or_never(target.accept()).is_none(), "it was followed");
    fake.end().await;
}

#[tokio::test]
async fn an_answer_over_sixteen_mebibytes_is_given_up() {
    let fake = Fake::start("uid-1").await;
    let stage = Stage::set(&[&fake.allow()]).await;
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    let cluster = stage.app.gateway.cluster(cluster.id.parse().expect("an id")).await.expect("a cluster");
    let request = http::Request::get("/huge").body(Vec::new()).expect("a request");
    let error = cluster.call("read", DEADLINE, cluster.client().request_text(request)).await.expect_err("too large");
    let expected = "Cluster \"prod\" cannot be reached: the answer of the cluster is larger than 16 MiB";
    assert_eq!(error.to_string(), expected);
    fake.end().await;
}

#[tokio::test]
async fn errors_of_a_cluster_become_sentences_of_their_category() {
    let fake = Fake::start("uid-1").await;
    let stage = Stage::set(&[&fake.allow()]).await;
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    let open = stage.app.gateway.cluster(cluster.id.parse().expect("an id")).await.expect("a cluster");
    let nodes: Api<Node> = Api::all(open.client().clone());
    fake.set(|answers| answers.nodes = http::StatusCode::FORBIDDEN);
    let error = open.call("list nodes", DEADLINE, nodes.list(&ListParams::default())).await.expect_err("403");
    assert!(matches!(error, Error::Forbidden(_)), "{error:?}");
    assert_eq!(error.to_string(), "Cluster \"prod\": the credentials may not list nodes in the whole cluster.");
    for _ in 0..5 {
        fake.set(|answers| answers.nodes = http::StatusCode::SERVICE_UNAVAILABLE);
        let error = open.call("list nodes", DEADLINE, nodes.list(&ListParams::default())).await.expect_err("503");
        assert!(matches!(error, Error::Unavailable { .. }), "{error:?}");
    }
    let error = stage.app.gateway.cluster(open.id()).await.err().expect("the breaker is open");
    assert_eq!(error.to_string(), "Cluster \"prod\" cannot be reached: the API server answered 503");
    fake.end().await;
}

#[tokio::test]
async fn a_cluster_without_kubeconfig_and_an_unknown_one_are_told_apart() {
    let stage = Stage::set(&[]).await;
    let bare = stage.cluster("bare", "").await;
    let error = stage.app.gateway.cluster(bare.id.parse().expect("an id")).await.err().expect("no kubeconfig");
    assert!(matches!(error, Error::Invalid { .. }), "{error:?}");
    assert_eq!(error.to_string(), "Cluster \"bare\" has no kubeconfig yet.");
    let error = stage.app.gateway.cluster(Uuid::from_u128(77)).await.err().expect("no such cluster");
    assert!(matches!(error, Error::NotFound(_)), "{error:?}");
}

/// A watch of all pods from that version on, once it has been answered.
async fn watch(
    client: &kube::Client,
    from: &str,
) -> kube::Result<impl Stream<Item = kube::Result<WatchEvent<Pod>>> + use<>> {
    Ok(Api::<Pod>::all(client.clone()).watch(&WatchParams::default(), from).await?.boxed())
}

#[tokio::test]
async fn watches_share_one_connection_and_leave_one_that_stands_still() {
    let fake = Fake::start("uid-1").await;
    let stage = Stage::set(&[&fake.allow()]).await;
    let cluster = stage.cluster("prod", &fake.kubeconfig()).await;
    let (cluster_keep_alive, cluster_read) = (Duration::from_secs(1), Duration::from_secs(8));
    let options = Options { cluster_keep_alive, cluster_read, ..stage.app.gateway.options().clone() };
    let policy = AddressPolicy::parse("allow", &fake.address.to_string()).expect("a policy");
    let resolve = infrastructure::dial::system_resolver();
    let gateway = Gateway::new(stage.bench.cx.clone(), policy, resolve, Arc::new(options));
    let cluster = gateway.cluster(cluster.id.parse().expect("an id")).await.expect("the cluster");
    let client = cluster.client();
    let listed = Api::<Pod>::all(client.clone()).list(&ListParams::default()).await.expect("a list");
    let from = listed.metadata.resource_version.expect("a version");
    let open = || fake.connections.load(Ordering::SeqCst);
    assert_eq!(open(), 1);

    let first = watch(client, &from).await.expect("a watch");
    let others = futures::future::try_join_all((0..20).map(|_| watch(client, &from))).await.expect("watches");
    assert_eq!(open(), 2, "watches have one of their own");

    fake.stand_still();
    let ends = others.into_iter().chain([first]).map(|mut watch| async move { watch.next().await });
    for end in futures::future::join_all(ends).await {
        end.expect("an event").expect_err("nothing came");
    }
    let again = watch(client, &from).await;
    assert!(again.is_ok(), "over a new connection");
    fake.end().await;
}
