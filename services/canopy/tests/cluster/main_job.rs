//! Set-up, team, datacenter, cluster, create, steps, running, restart, delete; and nothing secret anywhere.

use crate::{
    canopy,
    system::{
        Session,
        kubernetes::{Cluster, turn},
        secret,
    },
};
use k8s_openapi::api::{
    apps::v1::{Deployment, StatefulSet},
    core::v1::{Namespace, PersistentVolumeClaim, Pod, PodTemplateSpec, Secret},
};
use kube::{Api, ResourceExt as _, api::ListParams};
use reqwest::Method;
use serde_json::{Value, json};
use std::{collections::BTreeMap, path::Path};

#[tokio::test]
async fn a_wordpress_site_comes_up_restarts_and_goes_without_a_trace() {
    let _turn = turn().await;
    let (_folder, canopy, cluster) = canopy("main-job");
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let id = admin.cluster("prod", &cluster.text()).await;
    let observed = admin.get(&format!("/clusters/{id}")).await;
    assert!(observed["version"].as_str().is_some_and(|v| v.starts_with("v1.") || v.starts_with("1.")), "{observed:#}");
    assert!(observed["nodes"].as_i64().is_some_and(|n| n >= 1), "{observed:#}");
    assert!(observed.get("kubeconfig").is_none_or(Value::is_null), "never in an answer: {observed:#}");

    let created = admin.post("/deployments", Session::site("shop", &id, &team)).await;
    assert_eq!(created["status"], "pending");
    let (site, task) = (text(&created, "id"), text(&created, "taskId"));
    let done = admin.finished(&task).await;
    assert_eq!(done["status"], "complete", "{done:#}");
    let steps: Vec<&str> =
        done["steps"].as_array().unwrap().iter().map(|step| step["name"].as_str().unwrap()).collect();
    assert_eq!(steps, ["check", "namespace", "secrets", "apply", "rollout", "hooks", "finish"]);
    assert!(done["steps"].as_array().unwrap().iter().all(|step| step["status"] == "complete"), "{done:#}");
    assert!(
        !done["logs"].as_array().map(Vec::is_empty).unwrap_or(done["logs"].as_str().is_none_or(str::is_empty)),
        "{done:#}"
    );
    let running = admin.until(&format!("/deployments/{site}"), "the site runs", |_, d| d["status"] == "running").await;
    for hidden in ["appPass", "databasePass", "databaseRootPass"] {
        assert!(!running.to_string().contains(&format!("\"{hidden}\":\"")), "{running:#}");
    }

    let release = text(&done["Params"], "release_name");
    helm_shows_it(cluster, &release);
    restart(&admin, cluster, &site, &release).await;
    secrets_are_nowhere(&canopy.data, &admin, &site, &task).await;
    reveal(&admin, &site).await;
    names_follow(&admin, &site, &team, &id).await;

    let deleted = admin.delete(&format!("/deployments/{site}")).await;
    assert_eq!(deleted["deleting"], true, "{deleted:#}");
    let task = text(&deleted, "taskId");
    let done = admin.finished(&task).await;
    assert_eq!(done["status"], "complete", "{done:#}");
    admin.until(&format!("/deployments/{site}"), "the deployment is gone", |status, _| status == 404).await;
    nothing_is_left(cluster, &release).await;
    history_tells(&admin).await;
}

fn text(value: &Value, field: &str) -> String {
    value[field].as_str().unwrap_or_else(|| panic!("no {field} in {value:#}")).to_owned()
}

/// What its team and its cluster are called from now on stands with the site.
async fn names_follow(admin: &Session<'_>, site: &str, team: &str, cluster: &str) {
    for (path, name) in [(format!("/teams/{team}"), "Web sites"), (format!("/clusters/{cluster}"), "Frankfurt")] {
        admin.put(&path, json!({"name": name})).await;
    }
    let path = format!("/deployments/{site}");
    let named = |status: u16, site: &Value| {
        (status, &site["teamName"], &site["clusterName"]) == (200, &json!("Web sites"), &json!("Frankfurt"))
    };
    admin.until(&path, "its team and its cluster have their new names", named).await;
}

/// Both helm programs take it for one of theirs.
fn helm_shows_it(cluster: Cluster, release: &str) {
    for program in ["helm", "helm3"] {
        let list = cluster.helm(program, &["ls", "-n", release, "-o", "json"]);
        let list: Value = serde_json::from_str(&list).unwrap();
        assert_eq!(
            (list[0]["name"].as_str(), list[0]["status"].as_str()),
            (Some(release), Some("deployed")),
            "{program}: {list}"
        );
        assert!(list[0]["chart"].as_str().is_some_and(|chart| chart.starts_with("wordpress-")), "{list}");
        let history = cluster.helm(program, &["history", release, "-n", release]);
        assert!(history.contains("Install complete"), "{history}");
        let all = cluster.helm(program, &["get", "all", release, "-n", release]);
        assert!(all.contains("kind: StatefulSet") && all.contains("shop.example.com"), "{all}");
        assert!(!all.contains("Canary-"), "{program} get all shows a password");
    }
}

async fn restart(admin: &Session<'_>, cluster: Cluster, site: &str, release: &str) {
    let client = cluster.client().await;
    let deployments: Api<Deployment> = Api::namespaced(client.clone(), release);
    let before = deployments.get(&format!("{release}-web")).await.unwrap().metadata.generation;
    let path = format!("/deployments/{site}");
    let plan = admin.post(&format!("{path}/plan/restart"), json!({})).await;
    let hash = text(&plan, "hash");
    let (status, refused) = admin.try_call(Method::POST, &format!("{path}/restart?plan=another"), None).await;
    assert_eq!((status, &refused["details"]["reason"]), (409, &json!("PLAN_OUTDATED")), "{refused:#}");
    let answer = admin.post(&format!("{path}/restart?plan={hash}"), json!({})).await;
    let task = text(&answer, "taskId");
    // a second one at once is refused, or finds the first one done
    let (status, again) = admin.try_call(Method::POST, &format!("/deployments/{site}/restart"), Some(json!({}))).await;
    assert!(status == 409 || status == 200, "{status} {again}");
    let done = admin.finished(&task).await;
    assert_eq!(done["status"], "complete", "{done:#}");
    let web = deployments.get(&format!("{release}-web")).await.unwrap();
    assert!(web.metadata.generation > before, "the pods were replaced");
    let annotations = web.spec.unwrap().template.metadata.unwrap().annotations.unwrap();
    assert!(annotations.contains_key("kubectl.kubernetes.io/restartedAt"), "{annotations:?}");
    let restarted = restarted_workloads(client, release).await;
    let planned: BTreeMap<_, _> = plan["objects"].as_array().unwrap().iter().map(announced).collect();
    assert_eq!(planned, restarted, "what the plan announces: which restart, and which have no pod meanwhile");
    assert!(restarted[&format!("StatefulSet {release}-mysql")], "the database has one pod: {restarted:?}");
    // the database first, and whatever needs it only when it is up
    let steps: Vec<_> = done["steps"].as_array().unwrap().iter().map(|step| step["name"].as_str().unwrap()).collect();
    assert_eq!((steps.first(), steps.last()), (Some(&"restart_mysql"), Some(&"rollout")), "{steps:?}");
    let ended = |name: &str| {
        let step = done["steps"].as_array().unwrap().iter().find(|step| step["name"] == name).unwrap();
        (step["startedAt"].as_str().unwrap().to_owned(), step["finishedAt"].as_str().unwrap().to_owned())
    };
    assert!(ended("restart_mysql").1 <= ended("restart_web").0, "{done:#}");
    admin
        .until(&format!("/deployments/{site}"), "the site runs again", |_, d| {
            d["status"] == "running" && d["currentTask"].is_null()
        })
        .await;
}

/// A workload that a plan names: whether it has no pod meanwhile.
fn announced(object: &Value) -> (String, bool) {
    assert_eq!((&object["action"], &object["restarts"]), (&json!("change"), &json!(true)), "{object:#}");
    assert!(object["problem"].is_null() && object["fields"] == json!([]), "{object:#}");
    (format!("{} {}", text(object, "kind"), text(object, "name")), object["interrupts"] == true)
}

/// The workloads that were restarted: whether their old pods end before new ones are there.
async fn restarted_workloads(client: kube::Client, namespace: &str) -> BTreeMap<String, bool> {
    let was_restarted = |template: &PodTemplateSpec| {
        let annotations = template.metadata.as_ref().and_then(|metadata| metadata.annotations.as_ref());
        annotations.is_some_and(|annotations| annotations.contains_key("kubectl.kubernetes.io/restartedAt"))
    };
    let mut workloads = BTreeMap::new();
    for set in Api::<StatefulSet>::namespaced(client.clone(), namespace).list(&ListParams::default()).await.unwrap() {
        let (name, spec) = (set.name_any(), set.spec.unwrap());
        if was_restarted(&spec.template) {
            workloads.insert(format!("StatefulSet {name}"), spec.replicas == Some(1));
        }
    }
    for each in Api::<Deployment>::namespaced(client, namespace).list(&ListParams::default()).await.unwrap() {
        let (name, spec) = (each.name_any(), each.spec.unwrap());
        if was_restarted(&spec.template) {
            let strategy = spec.strategy.and_then(|strategy| strategy.type_);
            workloads.insert(format!("Deployment {name}"), strategy.as_deref() == Some("Recreate"));
        }
    }
    workloads
}

/// The canaries are in Kubernetes Secrets and in sealed columns, and nowhere else.
async fn secrets_are_nowhere(data: &Path, admin: &Session<'_>, site: &str, task: &str) {
    for path in [
        "/deployments".to_owned(),
        format!("/deployments/{site}"),
        "/tasks".into(),
        format!("/tasks/{task}"),
        "/events".into(),
        "/clusters".into(),
        "/health".into(),
    ] {
        let (status, answer) = admin.try_call(Method::GET, &path, None).await;
        assert_eq!(status, 200, "{path}");
        assert!(!answer.to_string().contains("Canary-"), "{path} shows a password");
        assert!(!answer.to_string().contains("client-key-data"), "{path} shows a kubeconfig");
    }
    // logs of all roles and servers, the streams of NATS, and every page of the database
    let mut searched = 0;
    let mut folders = vec![data.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(bytes) = std::fs::read(&path) {
                searched += 1;
                let text = String::from_utf8_lossy(&bytes);
                for canary in [
                    secret("app", "shop"),
                    secret("db", "shop"),
                    secret("root", "shop"),
                    "correct horse battery".into(),
                ] {
                    assert!(!text.contains(&canary), "{} holds {canary}", path.display());
                }
            }
        }
    }
    assert!(searched > 50, "only {searched} files were searched");
}

async fn reveal(admin: &Session<'_>, site: &str) {
    let revealed = admin.post(&format!("/deployments/{site}/secrets/reveal"), json!({})).await;
    let shown = revealed.to_string();
    for canary in [secret("app", "shop"), secret("db", "shop"), secret("root", "shop")] {
        assert!(shown.contains(&canary), "{revealed:#}");
    }
    admin.until("/events", "the reveal is on record", |_, data| data.to_string().contains("SecretsRevealed")).await;
}

async fn nothing_is_left(cluster: Cluster, release: &str) {
    let client = cluster.client().await;
    let namespaces: Api<Namespace> = Api::all(client.clone());
    assert!(namespaces.get_opt(release).await.unwrap().is_none(), "the namespace is still there");
    let all = ListParams::default();
    let pods: Api<Pod> = Api::all(client.clone());
    assert!(!pods.list(&all).await.unwrap().iter().any(|p| p.namespace().as_deref() == Some(release)));
    let sets: Api<StatefulSet> = Api::all(client.clone());
    assert!(!sets.list(&all).await.unwrap().iter().any(|s| s.namespace().as_deref() == Some(release)));
    let claims: Api<PersistentVolumeClaim> = Api::all(client.clone());
    assert!(!claims.list(&all).await.unwrap().iter().any(|c| c.namespace().as_deref() == Some(release)));
    let secrets: Api<Secret> = Api::all(client);
    assert!(!secrets.list(&all).await.unwrap().iter().any(|s| s.namespace().as_deref() == Some(release)));
}

async fn history_tells(admin: &Session<'_>) {
    let expected = [
        "SetupCompleted",
        "DatacenterCreated",
        "ClusterCreated",
        "DeploymentCreated",
        "RestartRequested",
        "DeletionRequested",
        "DeploymentDeleted",
    ];
    let all = |_: u16, data: &Value| expected.iter().all(|reason| data.to_string().contains(reason));
    let events = admin.until("/events?limit=100", "all events arrived", all).await;
    let ids: Vec<&str> = events.as_array().unwrap().iter().map(|event| event["id"].as_str().unwrap()).collect();
    let unique: std::collections::BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len());
}

#[tokio::test]
async fn a_delete_in_the_middle_of_an_install_cancels_it_and_leaves_nothing() {
    let turn = turn().await;
    let (_folder, canopy, cluster) = canopy("delete-midway");
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let id = admin.cluster("prod", &cluster.text()).await;
    let held = cluster.hold(turn, "midway-").await;
    let created = admin.post("/deployments", Session::site("midway", &id, &team)).await;
    let (site, install) = (text(&created, "id"), text(&created, "taskId"));
    let task = admin.step_runs(&install, "rollout").await;
    let release = text(&task["Params"], "release_name");

    let deleted = admin.delete(&format!("/deployments/{site}")).await;
    assert_eq!(
        (deleted["deleting"].as_bool(), deleted["status"].as_str()),
        (Some(true), Some("pending")),
        "{deleted:#}"
    );
    assert!(deleted["taskId"].is_null(), "the install is being cancelled first: {deleted:#}");
    let cancelled = admin.finished(&install).await;
    assert_eq!(cancelled["status"], "failed");
    assert!(cancelled["error"].as_str().unwrap().starts_with("Cancelled by "), "{cancelled:#}");
    admin.until(&format!("/deployments/{site}"), "the deployment is gone", |status, _| status == 404).await;
    nothing_is_left(cluster, &release).await;
    held.let_go().await;
}

#[tokio::test]
async fn a_cancelled_install_can_be_retried_and_helm_sees_two_revisions() {
    let turn = turn().await;
    let (_folder, canopy, cluster) = canopy("cancel");
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let id = admin.cluster("prod", &cluster.text()).await;
    let held = cluster.hold(turn, "again-").await;
    let created = admin.post("/deployments", Session::site("again", &id, &team)).await;
    let (site, install) = (text(&created, "id"), text(&created, "taskId"));
    let release = text(&admin.step_runs(&install, "rollout").await["Params"], "release_name");
    admin.post(&format!("/tasks/{install}/cancel"), json!({})).await;
    let cancelled = admin.finished(&install).await;
    assert_eq!(cancelled["error"], "Cancelled by Ada Admin", "{cancelled:#}");
    admin
        .until(&format!("/deployments/{site}"), "it is failed", |_, d| {
            d["status"] == "failed" && !d["errorLog"].as_str().unwrap_or("").is_empty()
        })
        .await;

    let _turn = held.let_go().await;
    let retried = admin.post(&format!("/tasks/{install}/retry"), json!({})).await;
    let done = admin.finished(&text(&retried, "taskId")).await;
    assert_eq!(done["status"], "complete", "{done:#}");
    let history: Value =
        serde_json::from_str(&cluster.helm("helm", &["history", &release, "-n", &release, "-o", "json"])).unwrap();
    let states: Vec<&str> =
        history.as_array().unwrap().iter().map(|revision| revision["status"].as_str().unwrap()).collect();
    assert_eq!(states, ["failed", "deployed"], "{history:#}");
    admin.rested(&site).await;
    let deleted = admin.delete(&format!("/deployments/{site}")).await;
    assert_eq!(admin.finished(&text(&deleted, "taskId")).await["status"], "complete");
}
