//! Whether visitors reach a site: visits, what is kept of them, and who is told.

mod place;
mod visiting;

use crate::{World, manager, member, stranger, verdict, world, world_with};
use deployments::{
    check_reach::check_reach,
    list::list,
    list_services::list_services,
    reach::{checker::Checker, sample},
    stop::stop,
};
use kit::testing::wait_until;
use place::{Manner, Place};
use proto::{
    deployments::{
        CheckReachRequest, CheckReachResponse, ListDeploymentsRequest, ListServicesRequest, Reach,
        StopDeploymentRequest,
    },
    infrastructure::{IngressObject, ListWorkloadsResponse},
};
use std::{io, time::Duration};

const FINE: Manner = Manner::Says("200 OK");

/// What the site's cluster says of it.
fn cluster_says(world: &World, simulated: bool) {
    let ingress = IngressObject { name: "shop".into(), address: "203.0.113.7".into(), ..Default::default() };
    let answer = ListWorkloadsResponse { ingresses: vec![ingress], simulated, ..Default::default() };
    world.peers.state().workloads = Some(answer);
}

/// A running site on a real cluster that is visited by this one.
async fn visited_by(checker: Checker) -> (World, String) {
    let mut world = world().await;
    world.app.checker = Some(checker);
    cluster_says(&world, false);
    let id = world.running().await;
    (world, id)
}

async fn round(world: &World, seconds: u64) -> usize {
    world.bench.clock.advance(Duration::from_secs(seconds));
    sample::once(&world.app).await.unwrap()
}

async fn shown(world: &World, id: &str) -> Reach {
    world.shown(id).await.reach.unwrap()
}

async fn of_reach(world: &World) -> Vec<String> {
    world.reasons().await.into_iter().filter(|reason| reason.starts_with("Site")).collect()
}

async fn check(world: &World, id: &str) -> kit::Result<CheckReachResponse> {
    check_reach(&world.app, &member(), CheckReachRequest { id: id.into() }).await
}

/// Names lead nowhere from now on.
fn lose(world: &mut World, place: &Place) {
    world.app.checker = Some(place.checker_to(|_| Err(io::ErrorKind::NotFound.into())));
}

#[tokio::test]
async fn a_site_that_came_up_is_visited_and_then_every_few_minutes() {
    let place = Place::empty().await.http(FINE).await;
    let (world, id) = visited_by(place.checker()).await;
    let before = shown(&world, &id).await;
    assert_eq!(
        (before.state.as_str(), before.https, before.checked_at),
        ("unchecked", true, None),
        "as the chart has it"
    );
    drop(world.bench.hints());
    assert_eq!(round(&world, 1).await, 1);
    let reach = shown(&world, &id).await;
    assert_eq!(
        (reach.state.as_str(), reach.https, reach.status, reach.problem.as_str()),
        ("reachable", false, 200, "")
    );
    assert!(reach.checked_at.is_some() && reach.since == reach.checked_at);
    assert_eq!(world.bench.hints().len(), 1, "screens are told");
    let listed = list(&world.app, &member(), ListDeploymentsRequest::default()).await.unwrap().deployments;
    assert_eq!(listed[0].reach.as_ref(), Some(&reach), "lists say it");

    let version = world.shown(&id).await.version;
    assert_eq!((round(&world, 200).await, round(&world, 140).await), (0, 1));
    assert_eq!((world.shown(&id).await.version, world.bench.hints().len()), (version, 0), "the same is no news");
    assert_eq!(shown(&world, &id).await.since, reach.since);
    assert_eq!(place.heads().len(), 2);
    assert_eq!(of_reach(&world).await, Vec::<String>::new());
}

#[tokio::test]
async fn the_address_of_a_site_is_https_only_where_that_works() {
    let place = Place::empty().await.http(FINE).await;
    let (world, id) = visited_by(place.checker()).await;
    let release = world.shown(&id).await.release_name;
    let hosts = vec![place::DOMAIN.to_owned(), "www.example.com".into()];
    let ingress = IngressObject { name: release, hosts, tls: true, ..Default::default() };
    world.peers.state().workloads = Some(ListWorkloadsResponse { ingresses: vec![ingress], ..Default::default() });
    let addresses = || async {
        let request = ListServicesRequest { id: id.clone() };
        let services = list_services(&world.app, &member(), request).await.unwrap().services;
        let all = services.into_iter().flat_map(|service| service.addresses).filter(|address| address.public);
        all.map(|address| format!("{}://{}:{}", address.protocol, address.host, address.port)).collect::<Vec<_>>()
    };
    assert_eq!(addresses().await, ["https://shop.example.com:443", "https://www.example.com:443"]);
    round(&world, 1).await;
    // what was not visited is as its Ingress says
    assert_eq!(addresses().await, ["http://shop.example.com:80", "https://www.example.com:443"]);
}

#[tokio::test]
async fn an_outage_is_told_after_two_visits_and_its_end_at_once() {
    let place = Place::empty().await.http(FINE).await;
    let (mut world, id) = visited_by(place.checker()).await;
    round(&world, 1).await;
    lose(&mut world, &place);
    assert_eq!(round(&world, 400).await, 1);
    let reach = shown(&world, &id).await;
    assert_eq!((reach.state.as_str(), of_reach(&world).await.len()), ("no_record", 0), "one visit may be chance");
    assert!(reach.problem.contains("points to 203.0.113.7"), "{}", reach.problem);
    assert_eq!(round(&world, 31).await, 1, "the second one comes soon");
    assert_eq!(of_reach(&world).await, ["SiteUnreachable"]);
    assert_eq!((round(&world, 400).await, of_reach(&world).await.len()), (1, 1));
    world.app.checker = Some(place.checker());
    round(&world, 400).await;
    assert_eq!(
        (shown(&world, &id).await.state.as_str(), of_reach(&world).await),
        ("reachable", vec!["SiteUnreachable".to_owned(), "SiteReachable".into()])
    );
}

#[tokio::test]
async fn a_site_that_never_was_reachable_is_no_news() {
    let place = Place::empty().await.http(FINE).await;
    let (mut world, id) = visited_by(place.checker()).await;
    lose(&mut world, &place);
    for _ in 0..3 {
        assert_eq!(round(&world, 400).await, 1);
    }
    world.app.checker = Some(place.checker());
    round(&world, 400).await;
    assert_eq!((shown(&world, &id).await.state.as_str(), of_reach(&world).await), ("reachable", Vec::new()));
}

#[tokio::test]
async fn a_certificate_that_was_not_renewed_in_time_is_told_once() {
    let place = Place::empty().await.https(place::Signed::Until(2150), FINE).await;
    let (mut world, id) = visited_by(place.checker()).await;
    let said = |reach: Reach| reach.certificate.map(|shown| (shown.valid, shown.problem)).unwrap();
    round(&world, 1).await;
    assert_eq!((said(shown(&world, &id).await), of_reach(&world).await), ((true, String::new()), Vec::new()));
    // as if it were the last days of the year before
    let now = world.app.cx.clock.now().unix_timestamp();
    let late = time::macros::datetime!(2149-12-20 00:00 UTC).unix_timestamp();
    round(&world, u64::try_from(late - now).unwrap()).await;
    let (valid, problem) = said(shown(&world, &id).await);
    assert!(valid && problem.contains("it ends on 2150-01-10"), "{problem}");
    assert_eq!(of_reach(&world).await, ["SiteCertificateLate"]);
    // visitors lose it and find it again: it is the same certificate
    lose(&mut world, &place);
    round(&world, 400).await;
    world.app.checker = Some(place.checker());
    round(&world, 400).await;
    assert_eq!((shown(&world, &id).await.state.as_str(), of_reach(&world).await.len()), ("reachable", 1));

    let renewed = Place::empty().await.https(place::Signed::Until(2151), FINE).await;
    world.app.checker = Some(renewed.checker());
    round(&world, 400).await;
    assert_eq!(said(shown(&world, &id).await), (true, String::new()), "the warning is gone");
    round(&world, 360 * 24 * 3600).await;
    assert_eq!(of_reach(&world).await, ["SiteCertificateLate", "SiteCertificateLate"], "each is told of");
}

#[tokio::test]
async fn what_is_not_known_is_no_outage() {
    let place = Place::empty().await.http(FINE).await;
    let (mut world, id) = visited_by(place.checker()).await;
    round(&world, 1).await;
    for kind in [io::ErrorKind::Other, io::ErrorKind::Other, io::ErrorKind::Other] {
        world.app.checker = Some(place.checker_to(move |_| Err(kind.into())));
        round(&world, 400).await;
    }
    let reach = shown(&world, &id).await;
    assert_eq!((reach.state.as_str(), reach.since, of_reach(&world).await), ("unresolved", None, Vec::new()));
}

#[tokio::test]
async fn on_a_simulated_cluster_there_is_nothing_to_reach_and_nothing_is_contacted() {
    let place = Place::empty().await.http(FINE).await;
    let (world, id) = visited_by(place.checker()).await;
    cluster_says(&world, true);
    assert_eq!(round(&world, 1).await, 1);
    let reach = shown(&world, &id).await;
    assert_eq!(reach.problem, "This site runs on a simulated cluster: there is nothing to reach.");
    assert_eq!((reach.state.as_str(), reach.https), ("simulated", true));
    assert_eq!(round(&world, 4000).await, 0, "nor is it asked again");
    assert_eq!(check(&world, &id).await.unwrap().deployment.unwrap().reach.unwrap().state, "simulated");
    assert_eq!((place.names(), place.heads()), (Vec::new(), Vec::new()));
}

#[tokio::test]
async fn nothing_is_contacted_before_it_is_known_that_the_cluster_is_none_that_is_simulated() {
    let place = Place::empty().await.http(FINE).await;
    let (world, id) = visited_by(place.checker()).await;
    world.peers.state().away = true;
    assert_eq!(round(&world, 1).await, 1);
    assert_eq!((shown(&world, &id).await.state.as_str(), place.names()), ("unchecked", Vec::new()));
    world.peers.state().away = false;
    assert_eq!(round(&world, 31).await, 1);
    assert_eq!(shown(&world, &id).await.state, "reachable");
    // once it is known, an outage of the cluster is none of the site
    world.peers.state().away = true;
    round(&world, 400).await;
    assert_eq!((shown(&world, &id).await.state.as_str(), place.heads().len()), ("reachable", 2));
}

#[tokio::test]
async fn a_setting_switches_it_off_and_on_again() {
    let place = Place::empty().await.http(FINE).await;
    let mut world = world_with(&["--reach=off"]).await;
    assert!(world.app.checker.is_none());
    cluster_says(&world, false);
    let id = world.running().await;
    round(&world, 1).await;
    let reach = shown(&world, &id).await;
    assert_eq!((reach.state.as_str(), reach.https), ("off", true));
    assert_eq!(reach.problem, "Canopy’s settings have switched the check of sites off.");
    assert_eq!(round(&world, 4000).await, 0);

    world.app.checker = Some(place.checker());
    sample::switch(&world.app).await.unwrap();
    assert_eq!(round(&world, 1).await, 1);
    assert_eq!(shown(&world, &id).await.state, "reachable");
    sample::switch(&world.app).await.unwrap();
    assert_eq!(round(&world, 1).await, 0, "it is as the setting says");
    world.app.checker = None;
    sample::switch(&world.app).await.unwrap();
    assert_eq!(round(&world, 1).await, 1);
    assert_eq!((shown(&world, &id).await.state.as_str(), place.heads().len()), ("off", 1));
}

#[tokio::test]
async fn whoever_may_change_a_site_has_it_visited_at_most_once_in_ten_seconds() {
    let place = Place::empty().await.http(FINE).await;
    let (world, id) = visited_by(place.checker()).await;
    let state = |answer: CheckReachResponse| answer.deployment.unwrap().reach.unwrap().state;
    assert_eq!(state(check(&world, &id).await.unwrap()), "reachable");
    assert_eq!(state(check(&world, &id).await.unwrap()), "reachable");
    assert_eq!(place.heads().len(), 1, "what was found a moment ago is the answer");
    assert_eq!(round(&world, 9).await, 0, "it counts for the background too");
    world.bench.clock.advance(Duration::from_secs(2));
    check(&world, &id).await.unwrap();
    assert_eq!(place.heads().len(), 2);
    let by = |caller| {
        let (app, id) = (world.app.clone(), id.clone());
        async move { verdict(check_reach(&app, &caller, CheckReachRequest { id }).await) }
    };
    assert_eq!((by(manager()).await, by(stranger()).await), ("403".into(), "404 Deployment".into()));
    let request = StopDeploymentRequest { id: id.clone(), ..Default::default() };
    let task = stop(&world.app, &member(), request).await.unwrap().task_id;
    assert_eq!(verdict(check(&world, &id).await), "409 REACH_NOT_RUNNING");
    world.finish(&id, &task, true, false).await;
    assert_eq!((round(&world, 4000).await, shown(&world, &id).await.state.as_str()), (0, "unchecked"), "it is stopped");
}

#[tokio::test]
async fn another_domain_is_visited_when_its_change_has_come_about() {
    let place = Place::empty().await.http(FINE).await;
    let (world, id) = visited_by(place.checker()).await;
    round(&world, 1).await;
    let task = world.change_domain(&id, "new.example.com").await;
    let reach = shown(&world, &id).await;
    assert_eq!((reach.state.as_str(), reach.https), ("unchecked", true), "nothing is known of the other domain");
    assert_eq!(round(&world, 4000).await, 0, "a task is at work");
    world.finish(&id, &task, true, true).await;
    assert_eq!(round(&world, 1).await, 1);
    assert_eq!(
        (shown(&world, &id).await.state.as_str(), place.names().last().unwrap().as_str()),
        ("reachable", "new.example.com")
    );
}

#[tokio::test]
async fn several_replicas_visit_a_site_once() {
    let place = Place::empty().await.http(FINE).await;
    let (world, _) = visited_by(place.checker()).await;
    let (one, other) = tokio::join!(sample::once(&world.app), sample::once(&world.app));
    assert_eq!((one.unwrap() + other.unwrap(), place.heads().len()), (1, 1));
}

#[tokio::test]
#[expect(clippy::disallowed_methods, reason = "the loop of the role, until the test stops it")]
async fn a_site_that_hangs_costs_the_others_nothing() {
    let silent =
        Place::empty().await.http(Manner::Silent).await.https(place::Signed::For(place::DOMAIN), Manner::Silent).await;
    let (mut world, slow) = visited_by(silent.checker()).await;
    // whoever is called otherwise is not there, and that is known at once
    let checker = silent.checker_to(|name| match name {
        place::DOMAIN => Ok(vec![[127, 0, 0, 1].into()]),
        _ => Err(io::ErrorKind::NotFound.into()),
    });
    world.app.checker = Some(checker);
    let made = deployments::create::create(&world.app, &member(), crate::other("Quick")).await.unwrap();
    let quick = made.deployment.unwrap().id;
    world.finish(&quick, &made.task_id, true, true).await;
    let running = tokio::spawn(sample::run(world.app.clone()));
    let found = "select exists (select from deployments.reach where found->>'state' = 'no_record')";
    wait_until(&world.app.cx.db, "the other site is visited", found).await;
    let begun = "select exists (select from deployments.reach where asked_at is not null and checked_at is null)";
    wait_until(&world.app.cx.db, "the silent one is being visited", begun).await;
    assert_eq!(shown(&world, &slow).await.state, "unchecked", "it is waited for");
    world.app.cx.stop.cancel();
    running.await.unwrap().unwrap();
}
