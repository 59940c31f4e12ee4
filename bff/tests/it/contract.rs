//! What holds for every call: shape, headers, methods, slashes, refusals, outages.

use crate::site::{Site, id, request, uuid};
use axum::body::Body;
use http::{Method, StatusCode};
use kit::{Error, message};
use proto::auth::Role;
use std::time::Duration;

#[tokio::test]
async fn without_a_token_every_call_but_the_public_ones_is_401_before_its_body_is_read() {
    let site = Site::open().await;
    for call in Site::calls().into_iter().filter(|call| !call.public) {
        let answer = site.send(request(call.method.clone(), &call.path, "", Body::from("{not json"))).await;
        let sentence = answer.failure(401, "UNAUTHORIZED");
        assert_eq!(sentence, "No authentication token found", "{call:?}");
    }
    assert_eq!(site.fake.count(), 0, "nobody was asked");
}

#[tokio::test]
async fn a_user_is_refused_admin_calls_before_the_body_is_read() {
    let site = Site::open().await;
    let tokens = [site.user(), site.token(3, proto::auth::Role::Manager)];
    let admin: Vec<_> = Site::calls().into_iter().filter(|call| call.admin).collect();
    assert_eq!(admin.len(), 34, "{admin:?}");
    for call in admin {
        for token in &tokens {
            let answer = site.send(request(call.method.clone(), &call.path, token, Body::from("{not json"))).await;
            answer.failure(403, "FORBIDDEN");
        }
    }
    assert_eq!(site.fake.count(), 0, "nobody was asked");
}

#[tokio::test]
async fn every_error_of_a_service_has_its_one_status_on_every_call() {
    let site = Site::open().await;
    let cases: [(crate::fake::Refusal, u16, &str); 7] = [
        (|| Error::not_found("Thing"), 404, "NOT_FOUND"),
        (|| Error::invalid_field("name", message!(REQUIRED, label = message!(Label_Name))), 400, "VALIDATION_ERROR"),
        (|| Error::conflict(message!(TASK_RUNNING)), 409, "CONFLICT"),
        (|| Error::forbidden(message!(NOT_PERMITTED)), 403, "FORBIDDEN"),
        (|| Error::RateLimited { retry_after: Duration::from_millis(6_100) }, 429, "RATE_LIMIT_EXCEEDED"),
        (|| Error::unavailable(message!(PART_AWAY), anyhow::anyhow!("10.0.0.7")), 503, "SERVICE_UNAVAILABLE"),
        (|| Error::internal(anyhow::anyhow!("select secret")), 500, "INTERNAL_SERVER_ERROR"),
    ];
    for (n, call) in (1_000..).zip(Site::calls().into_iter().filter(|call| call.path != "/openapi.json")) {
        // each call by somebody else: what shows secrets is counted
        let token = site.token(n, Role::Admin);
        for (refusal, status, code) in cases {
            site.fake.refuse_all(refusal);
            let answer = site.send(request(call.method.clone(), &call.path, &token, Body::from("{}"))).await;
            answer.failure(status, code);
            let details = &answer.json()["details"];
            match status {
                400 => {
                    assert_eq!(details["fields"]["name"], "Name is required");
                    assert_eq!(details["reasons"]["name"]["reason"], "REQUIRED");
                    assert_eq!(details["reasons"]["name"]["params"]["label"]["reason"], "Label_Name");
                }
                409 => assert_eq!(details["reason"], "TASK_RUNNING"),
                429 => assert_eq!(answer.header("retry-after"), "7", "rounded up"),
                404 => assert_eq!(details["params"]["what"], "Thing"),
                _ => assert!(details["reason"].is_string() && details["fields"].is_null(), "{details}"),
            }
            assert!(!answer.text.contains("10.0.0.7") && !answer.text.contains("select"), "{}", answer.text);
        }
    }
}

#[tokio::test]
async fn with_every_service_down_every_call_is_503_and_never_401() {
    let fake = crate::fake::Fake::default();
    // Nothing listens on port 1.
    let nowhere = std::net::SocketAddr::from(([127, 0, 0, 1], 1));
    let roles = ["auth", "teams", "infrastructure", "deployments", "tasks", "events", "health"];
    let site = Site::with_peers(fake, roles.map(|role| (role, nowhere)).into()).await;
    let token = site.admin();
    for call in Site::calls().into_iter().filter(|call| call.path != "/openapi.json") {
        let answer = site.send(request(call.method.clone(), &call.path, &token, Body::from("{}"))).await;
        answer.failure(503, "SERVICE_UNAVAILABLE");
    }
    assert_eq!(site.get("", "/openapi.json").await.status, StatusCode::OK);
}

#[tokio::test]
async fn every_answer_has_a_request_id_and_the_safety_headers() {
    let site = Site::open().await;
    let user = site.user();
    site.fake.answer("tasks.TaskService/ListTasks", &proto::tasks::ListTasksResponse::default());
    for (token, path, status) in [(user.as_str(), "/tasks", 200), ("", "/tasks", 401), ("", "/nothing", 404)] {
        let mut ask = request(Method::GET, path, token, Body::empty());
        ask.headers_mut().insert("x-request-id", "browser-17".parse().unwrap());
        ask.headers_mut().insert("origin", "https://evil.example".parse().unwrap());
        let answer = site.send(ask).await;
        assert_eq!(answer.status.as_u16(), status);
        assert_eq!(answer.header("x-request-id"), "browser-17");
        assert_eq!(answer.json()["request_id"], "browser-17");
        assert_eq!(answer.header("cache-control"), "no-store");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("content-type"), "application/json");
        assert!(answer.headers.keys().all(|name| !name.as_str().starts_with("access-control")), "no CORS");
    }
    let made = site.get("", "/tasks").await;
    assert!(uuid::Uuid::try_parse(made.header("x-request-id")).is_ok());
    let mut ask = request(Method::GET, "/tasks", "", Body::empty());
    ask.headers_mut().insert("x-request-id", "a b\"c".parse().unwrap());
    assert_ne!(site.send(ask).await.header("x-request-id"), "a b\"c", "a harmful one is replaced");
}

#[tokio::test]
async fn what_is_not_there_is_404_and_a_wrong_method_405_with_allow() {
    let site = Site::open().await;
    let token = site.admin();
    for path in ["", "/", "/nothing", "/people", "/teams/x/y/z", "/clusters/validate/", "/auth", "/v1/teams"] {
        let method = if path == "/clusters/validate/" { Method::PATCH } else { Method::GET };
        let status = if method == Method::PATCH { 405 } else { 404 };
        let code = if status == 405 { "METHOD_NOT_ALLOWED" } else { "NOT_FOUND" };
        for token in [token.as_str(), ""] {
            site.send(request(method.clone(), path, token, Body::empty())).await.failure(status, code);
        }
    }
    for method in [Method::PATCH, Method::PUT, Method::OPTIONS, Method::TRACE] {
        let answer = site.send(request(method.clone(), "/teams", &token, Body::empty())).await;
        answer.failure(405, "METHOD_NOT_ALLOWED");
        let mut allowed: Vec<&str> = answer.header("allow").split(',').map(str::trim).collect();
        allowed.sort_unstable();
        assert_eq!(allowed, ["GET", "HEAD", "POST"], "{method}");
    }
    let outside = http::Request::builder().uri("/favicon.ico").body(Body::empty()).unwrap();
    site.send(outside).await.failure(404, "NOT_FOUND");
}

#[tokio::test]
async fn a_trailing_slash_makes_no_difference_and_head_is_get_without_a_body() {
    let site = Site::open().await;
    let token = site.user();
    site.fake.answer("teams.TeamService/ListTeams", &proto::teams::ListTeamsResponse::default());
    let with = site.get(&token, "/teams/?limit=5").await;
    let without = site.get(&token, "/teams?limit=5").await;
    assert_eq!((with.status, with.data()), (without.status, without.data()));
    assert_eq!(with.json()["pagination"]["limit"], 5, "the query survives");
    let head = site.send(request(Method::HEAD, "/teams", &token, Body::empty())).await;
    assert_eq!((head.status, head.text.as_str()), (StatusCode::OK, ""));
    site.send(request(Method::HEAD, "/teams", "", Body::empty())).await.failure(401, "UNAUTHORIZED");
}

#[tokio::test]
async fn an_id_that_is_no_id_names_a_thing_that_does_not_exist() {
    let site = Site::open().await;
    let token = site.admin();
    let upper = id(0xABCDEF).to_uppercase();
    for bad in ["x", "1", "..%2f..%2fetc", "%00", "%ff", &upper, &id(7).replace('-', ""), &format!("{{{}}}", id(7))] {
        for (path, what) in
            [("deployments", "Deployment"), ("teams", "Team"), ("clusters", "Cluster"), ("tasks", "Task")]
        {
            let bad = bad.replace('{', "%7B").replace('}', "%7D");
            let sentence = site.get(&token, &format!("/{path}/{bad}")).await.failure(404, "NOT_FOUND");
            assert_eq!(sentence, format!("{what} not found"), "{bad}");
        }
    }
    assert_eq!(site.fake.count(), 0, "nobody was asked");
}

#[tokio::test]
async fn lists_are_paged_within_bounds_and_tell_where_they_are() {
    let site = Site::open().await;
    let token = site.admin();
    let paths = [
        ("/events", "events.EventService/ListEvents", 20),
        ("/admin/events", "events.EventService/ListEvents", 20),
        ("/teams", "teams.TeamService/ListTeams", 1000),
        ("/teams/all", "teams.TeamService/ListTeams", 1000),
        ("/datacenters", "infrastructure.DatacenterService/ListDatacenters", 1000),
        ("/clusters", "infrastructure.ClusterService/ListClusters", 1000),
        ("/deployments", "deployments.DeploymentService/ListDeployments", 1000),
        ("/tasks", "tasks.TaskService/ListTasks", 1000),
    ];
    for (path, call, default) in paths {
        // Field 2 of every list's answer is the total.
        site.fake.answer(call, &proto::teams::ListTeamsResponse { teams: Vec::new(), total: 41 });
        let pagination =
            async |query: &str| site.get(&token, &format!("{path}{query}")).await.json()["pagination"].clone();
        let expected = serde_json::json!({"page": 1, "limit": default, "total": 41, "more": default == 20});
        assert_eq!(pagination("").await, expected, "{path}");
        let expected = serde_json::json!({"page": 4, "limit": 10, "total": 41, "more": true});
        assert_eq!(pagination("?page=4&limit=10").await, expected, "{path}");
        assert_eq!(pagination("?limit=500").await["limit"], 100, "{path}");
        let fields = site.get(&token, &format!("{path}?page=0&limit=x&search={}", "a".repeat(101))).await.fields();
        assert_eq!(fields.keys().collect::<Vec<_>>(), ["limit", "page", "search"], "{path}");
    }
}

#[tokio::test]
async fn a_service_hears_the_token_the_request_id_the_key_and_a_deadline_and_no_strangers_trace() {
    let site = Site::open().await;
    let token = site.user();
    let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    let mut ask = request(Method::POST, "/teams", &token, Body::from(r#"{"name":"Web","description":"Sites"}"#));
    for (name, value) in [("x-request-id", "browser-17"), ("traceparent", trace), ("idempotency-key", "key-1")] {
        ask.headers_mut().insert(name, value.parse().unwrap());
    }
    site.fake.refuse_all(|| Error::forbidden(message!(NOT_PERMITTED)));
    site.send(ask).await.failure(403, "FORBIDDEN");
    site.get(&token, "/teams").await.failure(403, "FORBIDDEN");
    let asked = &site.fake.asked("teams.TeamService/CreateTeam")[0].headers;
    let header = |name: &str| asked[name].to_str().unwrap();
    assert_eq!(header("authorization"), format!("Bearer {token}"));
    assert_eq!(header("x-request-id"), "browser-17");
    assert!(!asked.contains_key("traceparent"), "there are no traces, and who asks decides nothing about that");
    assert_eq!(header("idempotency-key"), "key-1");
    assert_eq!(header("x-client-address"), "203.0.113.9");
    let seconds = |path: &str| {
        let text = site.fake.asked(path)[0].headers["grpc-timeout"].to_str().unwrap().to_owned();
        let (number, unit) = text.split_at(text.len() - 1);
        number.parse::<f64>().unwrap()
            / match unit {
                "S" => 1.0,
                "m" => 1e3,
                "u" => 1e6,
                _ => 1e9,
            }
    };
    assert!((seconds("teams.TeamService/CreateTeam") - 15.0).abs() < 0.01);
    assert!((seconds("teams.TeamService/ListTeams") - 10.0).abs() < 0.01);
}

#[tokio::test]
async fn an_idempotency_key_that_would_not_be_kept_is_refused() {
    let site = Site::open().await;
    let token = site.user();
    for bad in ["k".repeat(256), "é".to_owned(), " ".to_owned()] {
        let mut ask = request(Method::POST, "/teams", &token, Body::from("{}"));
        ask.headers_mut().insert("idempotency-key", http::HeaderValue::from_bytes(bad.as_bytes()).unwrap());
        let fields = site.send(ask).await.fields();
        assert!(fields.contains_key("Idempotency-Key"), "{bad}");
    }
    assert_eq!(site.fake.count(), 0);
}

#[tokio::test]
async fn the_probes_need_no_token_and_readiness_ends_with_the_stop() {
    let site = Site::open().await;
    let probe = async |path: &str| {
        let answer = site.send(http::Request::builder().uri(path).body(Body::empty()).unwrap()).await;
        (answer.status.as_u16(), answer.text)
    };
    assert_eq!(probe("/livez").await, (200, "ok".to_owned()));
    assert_eq!(probe("/readyz").await, (200, "ok".to_owned()));
    site.bench.cx.stop.cancel();
    assert_eq!(probe("/livez").await, (200, "ok".to_owned()));
    assert_eq!(probe("/readyz").await.0, 503);
}

#[tokio::test]
async fn whoever_opens_the_printed_address_is_told_what_to_do() {
    let site = Site::open().await;
    for path in ["/", "/setup?token=abc"] {
        let answer = site.send(http::Request::builder().uri(path).body(Body::empty()).unwrap()).await;
        assert_eq!(answer.status.as_u16(), 200, "{path}");
        assert!(answer.text.contains("/api/auth/setup") && !answer.text.contains("abc"), "{}", answer.text);
    }
}

#[tokio::test]
async fn the_document_is_served_to_anyone() {
    let site = Site::open().await;
    let answer = site.get("", "/openapi.json").await;
    assert_eq!(answer.text, bff::document().unwrap());
    assert_eq!(answer.json()["servers"][0]["url"], "/api");
    assert_eq!(uuid(7).to_string(), id(7));
}

#[tokio::test]
async fn a_full_house_turns_the_next_request_away_and_the_probes_still_answer() {
    let proxy = "203.0.113.9".parse().unwrap();
    let site = Site::with_settings(|settings| settings.trusted_proxies = vec![proxy]).await;
    site.fake.never_answer("teams.TeamService/ListTeams");
    // Sixteen people, each at an address of their own: nobody has more than 32 requests at once.
    let list = |n: u128| {
        let mut ask = request(Method::GET, "/teams", &site.token(100 + n / 32, Role::User), Body::empty());
        ask.headers_mut().insert("x-forwarded-for", format!("198.51.100.{}", n / 32).parse().unwrap());
        site.send(ask)
    };
    let mut inside: futures::stream::FuturesUnordered<_> = (0..512).map(list).collect();
    let outside = async {
        // Everyone inside waits for a service; the next one waits half a second for a place.
        let turned_away = list(512).await;
        assert_eq!(turned_away.failure(503, "SERVICE_UNAVAILABLE"), "Canopy is busy at the moment. Please try again.");
        let probe = http::Request::builder().uri("/livez").body(Body::empty()).unwrap();
        assert_eq!(site.send(probe).await.status, StatusCode::OK);
    };
    tokio::select! {
        biased;
        answer = futures::StreamExt::next(&mut inside) => panic!("{answer:?}"),
        () = outside => {}
    }
}

#[tokio::test]
async fn a_body_that_never_ends_does_not_hold_its_place_for_ever() {
    let site = Site::open().await;
    let token = site.user();
    site.fake.answer("tasks.TaskService/ListTasks", &proto::tasks::ListTasksResponse::default());
    assert_eq!(site.get(&token, "/tasks").await.status, StatusCode::OK, "the session is known from here on");
    tokio::time::pause();
    let endless = futures::stream::pending::<Result<bytes::Bytes, std::io::Error>>();
    let ask = request(Method::POST, "/teams", &token, Body::from_stream(endless));
    site.send(ask).await.failure(408, "TIMEOUT_ERROR");
}
