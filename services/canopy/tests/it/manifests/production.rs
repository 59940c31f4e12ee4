//! Each role is started exactly as `overlays/production` says: arguments, environment and files come from the rendered objects.
#![cfg(target_os = "linux")]

use super::{ROLES, stage::Stage};
use crate::system::manifests::is_left_out;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use std::time::Duration;

/// The console's host, as a gateway would pass it on.
const HOST: &str = "canopy.example.com";

struct Console {
    http: Client,
    address: String,
    token: String,
}

impl Console {
    async fn call(&self, method: Method, path: &str, body: Option<Value>) -> (u16, Value) {
        let mut request = self.http.request(method, format!("http://{}:8080/api{path}", self.address));
        request = request.header("host", HOST).timeout(Duration::from_secs(60));
        if !self.token.is_empty() {
            request = request.bearer_auth(&self.token);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        let answer = request.send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap_or_default())
    }

    async fn until(&self, path: &str, what: &str, right: impl Fn(&Value) -> bool) -> Value {
        let until = tokio::time::Instant::now() + Duration::from_secs(120);
        loop {
            let (status, answer) = self.call(Method::GET, path, None).await;
            if status == 200 && right(&answer["data"]) {
                return answer;
            }
            assert!(tokio::time::Instant::now() < until, "waited in vain until {what}: {status} {answer:#}");
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
}

#[tokio::test]
async fn every_role_runs_as_the_manifests_say() {
    if is_left_out() {
        return;
    }
    let mut stage = Stage::of("k8s/overlays/production").await;
    let nats = kit::testing::told("CANOPY_NATS_SERVER");
    let program = crate::system::program().to_str().unwrap();
    let servers = ["nats-0", "nats-1", "nats-2"];
    let mut probes = Vec::new();
    for pod in servers {
        probes.push((pod, stage.start(("StatefulSet", "nats"), pod, &nats).probe("readinessProbe")));
    }
    for role in ROLES {
        let container = stage.start(("Deployment", role), role, program);
        assert_eq!(container.args, ["serve", role]);
        let https = container.env["CANOPY_PEERS"].split(',').all(|peer| peer.contains("=https://"));
        assert!(https && container.env["CANOPY_NATS"].contains("=tls://"), "{:?}", container.env);
        probes.push((role, container.probe("readinessProbe")));
        // whoever lives answers this too
        probes.push((role, container.probe("livenessProbe")));
    }
    for (pod, probe) in probes {
        stage.ready(pod, probe).await;
    }

    let mut console = Console { http: Client::new(), address: stage.addresses["bff"].clone(), token: String::new() };
    let stranger = console
        .http
        .get(format!("http://{}:8080/api/health", console.address))
        .header("host", "other.example.com")
        .send()
        .await
        .unwrap();
    assert_eq!(stranger.status().as_u16(), 421, "the console has one name");
    let body = json!({"token": stage.token, "email": "admin@example.com", "password": "correct horse battery",
        "firstName": "Ada", "lastName": "Admin"});
    let (status, answer) = console.call(Method::POST, "/auth/setup", Some(body)).await;
    assert!((200..300).contains(&status), "{status} {answer:#}");
    console.token = answer["data"]["token"].as_str().unwrap().to_owned();
    let team = json!({"name": "Web", "description": "the web team"});
    let (status, answer) = console.call(Method::POST, "/teams", Some(team)).await;
    assert_eq!(status, 201, "{answer:#}");
    // by the outbox, over NATS and its three copies, into the history
    let events = |data: &Value| data.to_string().contains("Web");
    console.until("/admin/events", "the history tells of the team", events).await;
    let up = |data: &Value| {
        data["components"].as_object().is_some_and(|components| components.values().all(|state| state == "up"))
    };
    console.until("/health", "everything is up", up).await;

    // gRPC says nothing without TLS
    let plain = tonic::transport::Endpoint::from_shared(format!("http://{}:7100", stage.addresses["teams"])).unwrap();
    let mut health = tonic_health::pb::health_client::HealthClient::new(plain.connect_lazy());
    let asked = tonic_health::pb::HealthCheckRequest { service: String::new() };
    assert!(health.check(asked).await.is_err());

    // a drained node, and a NATS server that goes
    stage.end("nats-2", Duration::from_secs(60)).await;
    assert!(stage.end("teams", Duration::from_secs(35)).await.success());
    let probe = stage.start(("Deployment", "teams"), "teams", program).probe("readinessProbe");
    stage.ready("teams", probe).await;
    let other = json!({"name": "Shop", "description": "another team"});
    let (status, answer) = console.call(Method::POST, "/teams", Some(other)).await;
    assert_eq!(status, 201, "{answer:#}");
    console.until("/admin/events", "two servers of three are enough", |data| data.to_string().contains("Shop")).await;
    for role in ROLES {
        assert!(stage.end(role, Duration::from_secs(35)).await.success(), "{role}: {}", stage.log(role));
    }
    stage.close().await;
}
