//! Who is answered, from where, and how many at once.

use crate::site::{Answer, Site, id, request, uuid};
use axum::body::Body;
use bytes::Bytes;
use futures::stream;
use http::{Method, Request};
use kit::Error;
use proto::{auth as pb, deployments, teams};
use serde_json::json;
use tokio::task::JoinSet;
use tower::ServiceExt;

const LOGIN: &str = "auth.AuthService/Login";
const TEAMS: &str = "teams.TeamService/ListTeams";

/// A bff behind a proxy (which is where [`Site`]'s requests come from).
async fn behind_a_proxy(options: &[&str]) -> Site {
    let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
    Site::with_settings(|settings| {
        settings.trusted_proxies = vec!["203.0.113.9".parse().unwrap()];
        settings.service_options = options;
    })
    .await
}

/// A request as the proxy passes it on.
fn from(address: &str, mut request: Request<Body>) -> Request<Body> {
    request.headers_mut().insert("x-forwarded-for", address.parse().unwrap());
    request
}

fn login(body: Body) -> Request<Body> {
    request(Method::POST, "/auth/login", "", body)
}

fn good() -> Body {
    Body::from(json!({"email": "a@example.com", "password": "12345678"}).to_string())
}

fn list(token: &str) -> Request<Body> {
    request(Method::GET, "/teams", token, Body::empty())
}

fn answers(site: &Site) {
    site.fake.answer(TEAMS, &teams::ListTeamsResponse::default());
    site.fake.refuse(LOGIN, || kit::Error::Unauthenticated(kit::message!(CREDENTIALS_WRONG)));
}

/// Sends a request without waiting for its answer.
fn send(site: &Site, held: &mut JoinSet<u16>, request: Request<Body>) {
    let router = site.router.clone();
    held.spawn(async move { router.oneshot(request).await.unwrap().status().as_u16() });
}

/// Waits until so many calls arrived behind the bff.
async fn arrived(site: &Site, call: &str, count: usize) {
    for _ in 0..600 {
        if site.fake.asked(call).len() >= count {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{} of {count} arrived", site.fake.asked(call).len());
}

#[tokio::test]
async fn six_hundred_bodies_that_never_end_hold_nobody_up() {
    let site = behind_a_proxy(&[]).await;
    answers(&site);
    let mut held = JoinSet::new();
    for n in 0..600 {
        let first = stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(b"{"))]);
        let body = Body::from_stream(futures::StreamExt::chain(first, stream::pending()));
        send(&site, &mut held, from(&format!("198.51.{}.{}", n / 200, n % 200), login(body)));
    }
    tokio::task::yield_now().await;
    let token = site.user();
    assert_eq!(site.send(from("192.0.2.1", list(&token))).await.status.as_u16(), 200, "signed in");
    let answer: Answer = site.send(from("192.0.2.1", login(good()))).await;
    answer.failure(401, "UNAUTHORIZED");
    // From here on the clock jumps to the next deadline: they are ended.
    tokio::time::pause();
    let ended = held.join_all().await;
    assert_eq!(ended, vec![408; 600]);
    assert_eq!(site.fake.asked(LOGIN).len(), 1, "nothing of them reached auth");
}

#[tokio::test]
async fn an_address_has_32_requests_at_once_and_others_have_theirs() {
    let site = behind_a_proxy(&[]).await;
    site.fake.never_answer(TEAMS);
    let mut held = JoinSet::new();
    for n in 0..32 {
        send(&site, &mut held, from("198.51.100.7", list(&site.token(100 + n, pb::Role::User))));
    }
    arrived(&site, TEAMS, 32).await;
    let answer = site.send(from("198.51.100.7", list(&site.user()))).await;
    answer.failure(429, "RATE_LIMIT_EXCEEDED");
    answers(&site);
    assert_eq!(site.send(from("198.51.100.8", list(&site.user()))).await.status.as_u16(), 200);
    let wild = from("198.51.100.7, 198.51.100.8", list(&site.user()));
    assert_eq!(site.send(wild).await.status.as_u16(), 200, "what the proxy saw counts");
}

#[tokio::test]
async fn a_user_has_32_requests_at_once_wherever_they_come_from() {
    let site = behind_a_proxy(&[]).await;
    site.fake.never_answer(TEAMS);
    let token = site.user();
    let mut held = JoinSet::new();
    for n in 0..32 {
        send(&site, &mut held, from(&format!("198.51.100.{n}"), list(&token)));
    }
    arrived(&site, TEAMS, 32).await;
    site.send(from("198.51.100.99", list(&token))).await.failure(429, "RATE_LIMIT_EXCEEDED");
    answers(&site);
    assert_eq!(site.send(from("198.51.100.99", list(&site.admin()))).await.status.as_u16(), 200);
}

#[tokio::test]
async fn strangers_take_no_place_of_those_who_are_signed_in() {
    let site = behind_a_proxy(&["--bff-requests=8"]).await;
    site.fake.never_answer(LOGIN);
    let mut held = JoinSet::new();
    for n in 0..2 {
        send(&site, &mut held, from(&format!("198.51.100.{n}"), login(good())));
    }
    arrived(&site, LOGIN, 2).await;
    answers(&site);
    site.send(from("198.51.100.50", login(good()))).await.failure(503, "SERVICE_UNAVAILABLE");
    assert_eq!(site.send(from("198.51.100.50", list(&site.user()))).await.status.as_u16(), 200);
}

#[tokio::test]
async fn only_a_proxy_is_believed_about_who_sent_a_request() {
    let (behind, open) = (behind_a_proxy(&[]).await, Site::with_settings(|_| {}).await);
    for (site, expected) in [(behind, "198.51.100.7"), (open, "203.0.113.9")] {
        answers(&site);
        site.send(from("10.1.1.1, 198.51.100.7", login(good()))).await.failure(401, "UNAUTHORIZED");
        assert_eq!(site.fake.asked(LOGIN)[0].headers["x-client-address"], expected);
    }
}

#[tokio::test]
async fn the_history_is_told_the_address_that_the_proxy_saw_of_changes_and_of_what_is_read_under_supervision() {
    let site = behind_a_proxy(&[]).await;
    site.fake.refuse_all(|| Error::forbidden(kit::message!(NOT_PERMITTED)));
    let (user, admin) = (site.user(), site.admin());
    let body = || Body::from(r#"{"name":"Web","description":"Sites"}"#);
    for (ask, method, who) in [
        (request(Method::POST, "/teams", &user, body()), "teams.TeamService/CreateTeam", Some(2)),
        (list(&user), "teams.TeamService/ListTeams", None),
        (request(Method::GET, "/events/export", &user, Body::empty()), "events.EventService/ExportEvents", Some(2)),
        (
            request(Method::GET, &format!("/clusters/{}/kubeconfig", id(9)), &admin, Body::empty()),
            "infrastructure.ClusterService/GetKubeconfig",
            Some(1),
        ),
    ] {
        site.send(from("10.1.1.1, 198.51.100.7", ask)).await;
        let asked = site.fake.asked(method);
        let headers = &asked.first().unwrap_or_else(|| panic!("{method} was not asked")).headers;
        assert_eq!(headers[access::CLIENT_ADDRESS], "198.51.100.7", "{method}");
        let statement = headers.get(access::VOUCHED_ADDRESS).map(|statement| statement.to_str().unwrap());
        let now = site.bench.cx.clock.now();
        let said = statement.and_then(|said| site.bench.cx.identity.verify_address(said, "198.51.100.7", now));
        assert_eq!(said, who.map(|n| ("bff".to_owned(), uuid(n))), "{method}");
    }
}

#[tokio::test]
async fn another_name_than_ours_is_421() {
    let site = Site::with_settings(|settings| settings.hosts = vec!["console.example.com".to_owned()]).await;
    answers(&site);
    let named = |path: &str, host: &str| {
        let mut request = Request::get(path).body(Body::empty()).unwrap();
        request.headers_mut().insert("host", host.parse().unwrap());
        request.headers_mut().insert("authorization", format!("Bearer {}", site.user()).parse().unwrap());
        request
    };
    for host in ["localhost:8080", "127.0.0.1", "[::1]:8080", "console.example.com"] {
        assert_eq!(site.send(named("/api/teams", host)).await.status.as_u16(), 200, "{host}");
    }
    for path in ["/api/teams", "/", "/canopy.live.v1.LiveService/Watch"] {
        let answer = site.send(named(path, "rebound.example.net:8080")).await;
        answer.failure(421, "VALIDATION_ERROR");
        assert_eq!(answer.header("content-security-policy"), "default-src 'none'; frame-ancestors 'none'");
    }
    assert_eq!(site.send(named("/livez", "10.0.0.1")).await.text, "ok", "a load balancer knows no name");
    let ours = site.send(named("/api/teams", "localhost")).await;
    assert_eq!(ours.header("content-security-policy"), "default-src 'none'; frame-ancestors 'none'");
}

#[tokio::test]
async fn secrets_are_shown_ten_times_a_minute() {
    let site = Site::open().await;
    let revealed = deployments::RevealSecretsResponse { secrets: Some(deployments::Secrets::default()) };
    site.fake.answer("deployments.DeploymentService/RevealSecrets", &revealed);
    let path = format!("/deployments/{}/secrets/reveal", crate::site::id(7));
    let token = site.user();
    for _ in 0..10 {
        site.post(&token, &path, &json!({})).await.data();
    }
    site.post(&token, &path, &json!({})).await.failure(429, "RATE_LIMIT_EXCEEDED");
    site.post(&site.admin(), &path, &json!({})).await.data();
}
