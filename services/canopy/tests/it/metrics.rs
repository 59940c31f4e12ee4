//! Metrics: every role shows them when that is asked for, a request moves its counters, and what the page for operators, alerts
//! and dashboard name is what is shown.

use crate::system::{Canopy, Folder, PATIENCE, Session, manifests};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

/// What every role has.
const OF_ALL: [&str; 10] = [
    "canopy_build_info",
    "canopy_panics_total",
    "process_resident_memory_bytes",
    "process_cpu_seconds_total",
    "canopy_nats_connected",
    "canopy_database_connections",
    "canopy_database_connections_max",
    "canopy_cache_lookups_total",
    "canopy_grpc_requests_total",
    "canopy_grpc_request_duration_seconds_bucket",
];
/// What every role with tables has.
const OF_KEEPERS: [&str; 4] =
    ["canopy_outbox_length", "canopy_outbox_age_seconds", "canopy_dead_letters", "canopy_dead_letter_age_seconds"];

fn of_one(role: &str) -> &'static [&'static str] {
    match role {
        "bff" => &["canopy_http_requests_total", "canopy_http_request_duration_seconds_bucket"],
        "tasks" => &["canopy_tasks", "canopy_task_waiting_seconds", "canopy_task_leases_lost_total"],
        "infrastructure" => &["canopy_clusters"],
        _ => &[],
    }
}

/// The values by name and labels, as they stand in the text.
async fn scrape(canopy: &Canopy, role: &str) -> BTreeMap<String, f64> {
    let address = canopy.report["metrics"][role].as_str().unwrap();
    let url = format!("http://{address}/metrics");
    let answer = canopy.http.get(url).timeout(Duration::from_secs(60)).send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 200, "{role}");
    let kind = answer.headers()["content-type"].to_str().unwrap().to_owned();
    assert!(kind.starts_with("application/openmetrics-text"), "{kind}");
    let text = answer.text().await.unwrap();
    assert!(text.ends_with("# EOF\n"), "{role}");
    let samples = text.lines().filter(|line| !line.starts_with('#'));
    samples
        .map(|line| {
            let (name, value) = line.rsplit_once(' ').unwrap();
            (name.to_owned(), value.parse().unwrap())
        })
        .collect()
}

/// The same once every look of the role succeeded: on a busy machine one may come too late, and the next one says so.
async fn scrape_of_health(canopy: &Canopy, role: &str) -> BTreeMap<String, f64> {
    let until = tokio::time::Instant::now() + PATIENCE;
    loop {
        let samples = scrape(canopy, role).await;
        let looks = samples.iter().filter(|(name, _)| name.starts_with("canopy_look_succeeded"));
        let failed: Vec<_> = looks.filter(|(_, value)| **value < 1.0).collect();
        if failed.is_empty() {
            return samples;
        }
        assert!(tokio::time::Instant::now() < until, "{role}: {failed:?}");
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

/// The sum of a family's values whose labels hold these words.
fn sum(samples: &BTreeMap<String, f64>, family: &str, labels: &[&str]) -> f64 {
    let of = samples.iter().filter(|(name, _)| name.split('{').next() == Some(family));
    of.filter(|(name, _)| labels.iter().all(|label| name.contains(label))).map(|(_, value)| value).sum()
}

#[tokio::test]
async fn every_role_shows_its_metrics_and_a_request_moves_its_counters() {
    let folder = Folder::fresh("metrics");
    let canopy = Canopy::up_started(&folder.0.join("data"), |command| {
        command.arg("--metrics");
    });
    let admin = canopy.first_admin().await;
    // asks every role with tables, and auth and teams about who asks
    for path in ["/health", "/clusters", "/deployments", "/tasks", "/events", "/teams", "/admin/logs"] {
        admin.get(path).await;
    }
    for role in canopy.report["roles"].as_object().unwrap().keys() {
        let samples = scrape_of_health(&canopy, role).await;
        let keeps = !["bff", "health"].contains(&role.as_str());
        let families = OF_ALL.iter().chain(OF_KEEPERS.iter().filter(|_| keeps)).chain(of_one(role));
        for family in families {
            let shown = samples.keys().any(|name| name.split('{').next() == Some(family));
            assert!(shown, "{role} does not show {family}: {:#?}", samples.keys());
        }
        assert!(samples.keys().all(|name| name.contains(&format!("role=\"{role}\""))), "{samples:#?}");
        assert!(sum(&samples, "process_resident_memory_bytes", &[]) > 1_000_000.0);
        for probe in ["livez", "readyz"] {
            let url = format!("http://{}/{probe}", canopy.report["metrics"][role].as_str().unwrap());
            assert_eq!(canopy.http.get(url).send().await.unwrap().text().await.unwrap(), "ok");
        }
    }

    let rest = ("canopy_http_requests_total", ["method=\"GET\"", "route=\"/teams\"", "code=\"200\""]);
    let rpc = ("canopy_grpc_requests_total", ["method=\"/canopy.teams.v1.TeamService/ListTeams\"", "code=\"OK\""]);
    let before =
        [sum(&scrape(&canopy, "bff").await, rest.0, &rest.1), sum(&scrape(&canopy, "teams").await, rpc.0, &rpc.1)];
    for _ in 0..3 {
        admin.get("/teams").await;
    }
    let (bff, teams) = (scrape(&canopy, "bff").await, scrape(&canopy, "teams").await);
    let after = [sum(&bff, rest.0, &rest.1), sum(&teams, rpc.0, &rpc.1)];
    assert_eq!(after, before.map(|count| count + 3.0));
    // ids and names that a request brought are no labels
    let (status, _) = admin.try_call(reqwest::Method::GET, "/teams/5b0ff1a0-7e1c-4c0f-8a52-000000000000", None).await;
    assert_eq!(status, 404);
    let (status, _) = canopy.call(reqwest::Method::GET, "/no/such/route", None, None).await;
    assert_eq!(status, 404);
    let bff = scrape(&canopy, "bff").await;
    assert_eq!(sum(&bff, rest.0, &["route=\"/teams/{id}\"", "code=\"404\""]), 1.0);
    assert!(!bff.keys().any(|name| name.contains("5b0ff1a0") || name.contains("such")), "{bff:#?}");
    assert!(canopy.stop().success());
}

/// Names of metrics in a text, without what Prometheus puts behind those of a histogram.
fn names(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let named = words.filter(|word| word.starts_with("canopy_") || word.starts_with("process_"));
    named
        .map(|word| ["_bucket", "_sum", "_count"].iter().fold(word, |word, end| word.trim_end_matches(end)).to_owned())
        .collect()
}

#[tokio::test]
async fn the_page_for_operators_alerts_and_dashboard_name_what_is_shown() {
    let folder = Folder::fresh("metrics-named");
    let canopy = Canopy::up_started(&folder.0.join("data"), |command| {
        command.arg("--metrics").env_remove("CANOPY_NO_SANDBOX").env("CANOPY_SANDBOX_SPEED", "10");
    });
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let operational = |_: u16, clusters: &serde_json::Value| clusters[0]["status"] == "operational";
    let clusters = admin.until("/clusters", "the cluster is seen", operational).await;
    let created = admin.post("/deployments", Session::site("first", clusters[0]["id"].as_str().unwrap(), &team)).await;
    assert_eq!(admin.finished(created["taskId"].as_str().unwrap()).await["status"], "complete");
    let page = std::fs::read_to_string(manifests::root().join("docs/operating.md")).unwrap();
    let table = page.lines().filter(|line| line.starts_with("| `")).map(|line| line.split('|').nth(1).unwrap());
    let told = names(&table.collect::<Vec<_>>().join(" "));
    let until = tokio::time::Instant::now() + Duration::from_secs(60);
    let shown = loop {
        let mut shown = BTreeSet::new();
        for role in canopy.report["roles"].as_object().unwrap().keys() {
            let samples = scrape(&canopy, role).await;
            shown.extend(samples.keys().flat_map(|name| names(name.split('{').next().unwrap())));
        }
        // the watches of the cluster have brought something a moment after it was seen
        if shown.is_superset(&told) || tokio::time::Instant::now() > until {
            break shown;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    };
    assert_eq!(told, shown, "docs/operating.md and the roles");
    assert!(canopy.stop().success());
    if manifests::is_left_out() {
        return;
    }
    for (action, file) in [("alerts", "alerts.yaml"), ("dashboard", "dashboard.json")] {
        let asked = names(&manifests::deploy(action, &format!("k8s/components/monitoring/{file}")).join("\n"));
        assert!(asked.len() > 5, "{asked:?}");
        assert!(asked.is_subset(&shown), "{file}: {:?}", asked.difference(&shown));
    }
}
