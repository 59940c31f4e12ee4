//! What runs of a site's services, and where they are reached.

use crate::{NOBODY, World, colleague, manager, member, stranger, verdict, world};
use access::Caller;
use deployments::{list_services::list_services, update::update};
use kit::{Message, message};
use proto::{
    deployments::{ListServicesRequest, ListServicesResponse, RunningService, SpecInput, UpdateDeploymentRequest},
    infrastructure::{IngressObject, ListWorkloadsResponse, ServiceObject, Workload, WorkloadContainer},
};

async fn asked(world: &World, caller: &Caller, id: &str) -> kit::Result<ListServicesResponse> {
    list_services(&world.app, caller, ListServicesRequest { id: id.to_owned() }).await
}

fn of<'a>(answer: &'a ListServicesResponse, id: &str) -> &'a RunningService {
    answer.services.iter().find(|service| service.id == id).expect("a service of the kind")
}

fn states(answer: &ListServicesResponse) -> Vec<String> {
    answer.services.iter().map(|service| format!("{} {}", service.id, service.state)).collect()
}

fn workload(component: &str, wanted: i32, containers: &[(&str, i32)]) -> Workload {
    let container = |(name, ready): &(&str, i32)| WorkloadContainer {
        name: (*name).to_owned(),
        ready: *ready,
        restarts: 1,
        cpu: "100m".to_owned(),
        memory: "64Mi".to_owned(),
    };
    Workload {
        component: component.to_owned(),
        wanted,
        ready: containers.iter().map(|(_, ready)| *ready).min().unwrap_or_default(),
        containers: containers.iter().map(container).collect(),
        ..Default::default()
    }
}

/// The cluster shows this of the release.
fn seen(release: &str) -> ListWorkloadsResponse {
    let crashing = message!(RolloutNoPod, owner = "redis", said = Message::said("exceeded quota"));
    let mut redis = workload("redis", 1, &[("redis", 0)]);
    (redis.failing, redis.problem, redis.said) = (true, crashing.to_string(), crashing.packed());
    let service = |component: &str, port| ServiceObject {
        name: format!("{release}-{component}"),
        r#type: "ClusterIP".to_owned(),
        port,
        address: String::new(),
    };
    ListWorkloadsResponse {
        workloads: vec![
            workload("mysql", 1, &[("mysql", 1)]),
            workload("phpmyadmin", 1, &[("phpmyadmin", 0)]),
            redis,
            workload("web", 1, &[("php", 1), ("nginx", 0)]),
        ],
        services: vec![service("web", 80), service("mysql", 3306), service("phpmyadmin", 80)],
        ingresses: vec![IngressObject {
            name: release.to_owned(),
            hosts: vec!["shop.example.com".to_owned()],
            tls: true,
            address: String::new(),
        }],
        simulated: false,
    }
}

#[tokio::test]
async fn what_runs_is_said_and_not_what_was_asked_for() {
    let world = world().await;
    let id = world.running().await;
    let release = world.shown(&id).await.release_name;
    world.peers.state().workloads = Some(seen(&release));
    let answer = asked(&world, &member(), &id).await.unwrap();
    assert_eq!(
        states(&answer),
        [
            "web active",
            "nginx starting",
            "mysql active",
            "redis failing",
            "ftp inactive",
            "phpmyadmin starting",
            "cloudflare inactive"
        ]
    );
    let mysql = of(&answer, "mysql");
    assert_eq!((mysql.ready, mysql.pods, mysql.restarts, mysql.cpu.as_str()), (1, 1, 1, "100m"));
    assert!(of(&answer, "redis").problem.contains("exceeded quota"));
    assert_eq!(Message::unpacked(&of(&answer, "redis").said, "").reason(), "RolloutNoPod");
    let request = world.peers.state().listed.pop().unwrap();
    assert_eq!(request.namespace, release);
    assert!(request.services.contains(&format!("{release}-mysql")), "{request:?}");
    assert!(!request.services.contains(&format!("{release}-ftp")), "it is switched off: {request:?}");
    assert_eq!(request.ingresses[0], release);
}

#[tokio::test]
async fn addresses_are_those_that_the_cluster_has() {
    let world = world().await;
    let id = world.running().await;
    let release = world.shown(&id).await.release_name;
    world.peers.state().workloads = Some(seen(&release));
    let answer = asked(&world, &member(), &id).await.unwrap();
    let written = |id: &str| -> Vec<String> {
        let way = |public| if public { "from outside" } else { "inside" };
        of(&answer, id)
            .addresses
            .iter()
            .map(|a| format!("{} {}://{}:{}", way(a.public), a.protocol, a.host, a.port).replace(&release, "shop"))
            .collect()
    };
    assert_eq!(written("web"), ["from outside https://shop.example.com:443", "inside http://shop-web.shop.svc:80"]);
    assert_eq!(written("mysql"), ["inside mysql://shop-mysql.shop.svc:3306"]);
    assert_eq!(written("phpmyadmin"), ["inside http://shop-phpmyadmin.shop.svc:80"], "no Ingress leads there");
    assert_eq!(written("redis"), [""; 0], "it has no Service");
    let mysql = of(&answer, "mysql");
    assert_eq!((mysql.user.as_str(), mysql.password.as_str()), ("wordpress", "databaseParameters.databasePass"));
    assert_eq!(of(&answer, "redis").password, "");
}

#[tokio::test]
async fn a_load_balancer_says_its_address_when_it_has_one() {
    let world = world().await;
    let id = world.running().await;
    let change = UpdateDeploymentRequest {
        id: id.clone(),
        spec: Some(SpecInput { services: [("ftp".to_owned(), true)].into(), ..Default::default() }),
        ..Default::default()
    };
    update(&world.app, &member(), change).await.unwrap();
    let release = world.shown(&id).await.release_name;
    let ftp = |address: &str| ListWorkloadsResponse {
        services: vec![ServiceObject {
            name: format!("{release}-ftp"),
            r#type: "LoadBalancer".to_owned(),
            port: 2022,
            address: address.to_owned(),
        }],
        ..seen(&release)
    };
    for address in ["", "203.0.113.7"] {
        world.peers.state().workloads = Some(ftp(address));
        let answer = asked(&world, &member(), &id).await.unwrap();
        let service = of(&answer, "ftp");
        let found = &service.addresses[0];
        assert_eq!((found.public, found.host.as_str(), found.port), (true, address, 2022));
        assert_eq!((service.state.as_str(), service.user.as_str()), ("starting", "boss"), "its upgrade is at work");
    }
}

#[tokio::test]
async fn a_cluster_that_cannot_be_asked_is_part_of_the_answer() {
    let world = world().await;
    let id = world.running().await;
    world.peers.state().away = true;
    let answer = asked(&world, &member(), &id).await.unwrap();
    assert!(!answer.unreachable.is_empty() && !answer.said.is_empty());
    assert!(answer.services.iter().all(|service| service.state == "unknown" && service.addresses.is_empty()));
    world.peers.state().away = false;
    // the namespace is gone
    let answer = asked(&world, &member(), &id).await.unwrap();
    assert_eq!((answer.unreachable.as_str(), of(&answer, "web").state.as_str()), ("", "waiting"));
    assert_eq!(of(&answer, "ftp").state, "inactive");
}

#[tokio::test]
async fn who_only_oversees_sees_neither_names_nor_problems() {
    let world = world().await;
    let id = world.running().await;
    let release = world.shown(&id).await.release_name;
    world.peers.state().workloads = Some(seen(&release));
    let answer = asked(&world, &manager(), &id).await.unwrap();
    assert!(answer.services.iter().all(|service| service.user.is_empty() && service.problem.is_empty()));
    assert_eq!(of(&answer, "redis").state, "failing");
    assert_eq!(verdict(asked(&world, &colleague(), &id).await), "ok");
    assert_eq!(verdict(asked(&world, &stranger(), &id).await), "404 Deployment");
    assert_eq!(verdict(asked(&world, &member(), NOBODY).await), "404 Deployment");
}
