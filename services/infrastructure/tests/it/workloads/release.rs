//! Applying: what comes into the cluster, what goes, what a repeat does.

use super::{
    charts::{CONFIG, chart, deployment, rendered, workload},
    stage::{Stage, from, task},
};
use kit::clock::stamp;
use proto::infrastructure::{self as pb, workload_service_server::WorkloadService};
use serde_json::json;
use std::{collections::BTreeMap, path::Path, time::Duration};

#[tokio::test]
async fn an_upgrade_removes_what_the_chart_no_longer_has_and_supersedes_the_revision_before() {
    let stage = Stage::set("upgrade").await;
    let (first, second) = (task(), task());
    let web = deployment("demo:1", 1);
    assert_eq!(stage.installed(first, &chart(&stage.release, &[("config", CONFIG), ("web", &web)])).await, 1);
    let config = format!("{}-config", stage.release);
    let object = stage.object("v1", "ConfigMap", &config).await;
    assert_eq!(object["metadata"]["labels"]["app.kubernetes.io/managed-by"], "Helm");
    assert_eq!(object["metadata"]["annotations"]["canopy.internal/fence"], format!("{first}.1"));
    assert_eq!(object["metadata"]["managedFields"][0]["manager"], "helm");

    let all = stage.apply(&stage.rpc(), second, 2, &chart(&stage.release, &[("web", &web)])).await.unwrap();
    assert!(all.iter().any(|m| m.message == format!("Removed ConfigMap {config}")), "{all:?}");
    assert_eq!(stage.finish(second, 2, 2, true, "").await.unwrap(), "deployed");
    assert!(stage.object("v1", "ConfigMap", &config).await.is_null());
    let status = |version: u32| {
        let name = helm::release::secret_name(&stage.release, version);
        let stage = &stage;
        async move { stage.object("v1", "Secret", &name).await["metadata"]["labels"]["status"].clone() }
    };
    assert_eq!((status(1).await, status(2).await), (json!("superseded"), json!("deployed")));
}

#[tokio::test]
async fn a_terminal_status_stays_and_beats_a_late_cancel() {
    let stage = Stage::set("terminal").await;
    let task = task();
    let revision = stage.installed(task, &chart(&stage.release, &[("config", CONFIG)])).await;
    assert_eq!(stage.finish(task, 1, revision, false, "Cancelled by A").await.unwrap(), "deployed");
    // A repeated apply of the same task finds it done, and touches nothing.
    let again = stage.apply(&stage.rpc(), task, 2, &chart(&stage.release, &[])).await.unwrap();
    assert!(again.len() == 1 && again[0].done && again[0].helm_revision == revision, "{again:?}");
    assert!(!stage.object("v1", "ConfigMap", &format!("{}-config", stage.release)).await.is_null());
}

#[tokio::test]
async fn a_failed_revision_keeps_its_reason_masked_and_its_number_is_never_used_again() {
    let stage = Stage::set("failed").await;
    let (first, second) = (task(), task());
    stage.namespace(first, 1).await;
    let secret = pb::SecretObject {
        name: format!("{}-db", stage.release),
        data: BTreeMap::from([("user-password".to_owned(), b"hunter2-hunter2".to_vec())]),
        labels: BTreeMap::new(),
    };
    let request = pb::PutSecretsRequest { ticket: Some(stage.ticket(first, 1)), secrets: vec![secret] };
    stage.rpc().put_secrets(from("deployments", request)).await.unwrap();
    let revision = stage.applied(first, 1, &chart(&stage.release, &[("config", CONFIG)])).await;
    assert_eq!(stage.finish(first, 1, revision, false, "login with hunter2-hunter2 failed").await.unwrap(), "failed");
    let said = stage.plane.helm("helm", &["history", &stage.release, "-n", &stage.release, "-o", "json"]);
    assert!(said.contains("login with *** failed") && !said.contains("hunter2"), "{said}");
    let error = stage.apply(&stage.rpc(), first, 1, &chart(&stage.release, &[("config", CONFIG)])).await.unwrap_err();
    assert!(error.message().contains("has ended"), "{error:?}");
    assert_eq!(stage.applied(second, 2, &chart(&stage.release, &[("config", CONFIG)])).await, revision + 1);
}

#[tokio::test]
async fn a_restart_starts_the_pods_anew_once_and_survives_a_later_apply() {
    let stage = Stage::set("restart").await;
    let (first, second, third) = (task(), task(), task());
    let chart = chart(&stage.release, &[("web", &deployment("demo:1", 1))]);
    stage.installed(first, &chart).await;
    stage.bench.clock.advance(Duration::from_secs(3_600));
    let at = stamp(stage.bench.cx.clock.now());
    let request = || {
        from("tasks", pb::RestartRequest { ticket: Some(stage.ticket(second, 2)), at: Some(at), ..Default::default() })
    };
    let name = format!("{}-web", stage.release);
    let done = stage.rpc().restart(request()).await.unwrap().into_inner();
    assert_eq!(done.workloads, [format!("Deployment/{name}")]);
    stage.ready(Some(at)).await;
    let after = stage.object("apps/v1", "Deployment", &name).await;
    let annotation = "/spec/template/metadata/annotations/kubectl.kubernetes.io~1restartedAt";
    assert_eq!(after.pointer(annotation), Some(&json!("2026-11-21T09:00:00Z")));
    // Every attempt of the task writes the same: no second roll-out.
    stage.rpc().restart(request()).await.unwrap();
    let again = stage.object("apps/v1", "Deployment", &name).await;
    assert_eq!(again["metadata"]["generation"], after["metadata"]["generation"]);
    let roll_outs =
        |object: &serde_json::Value| object["metadata"]["annotations"]["deployment.kubernetes.io/revision"].clone();
    assert_eq!(roll_outs(&after), "2");
    let revision = stage.applied(third, 3, &chart).await;
    assert_eq!(stage.finish(third, 3, revision, true, "").await.unwrap(), "deployed");
    let later = stage.object("apps/v1", "Deployment", &name).await;
    assert_eq!(later.pointer(annotation), Some(&json!("2026-11-21T09:00:00Z")));
    // The stamp of the fence moves a Deployment's generation; the pods stay.
    stage.ready(None).await;
    assert_eq!(roll_outs(&stage.object("apps/v1", "Deployment", &name).await), "2");
    assert_eq!(later["spec"], after["spec"]);
}

/// What a restart of these components would do.
async fn planned(stage: &Stage, components: &[&str], state_only: bool) -> pb::PlanResponse {
    let components = components.iter().map(ToString::to_string).collect();
    let asked = pb::PlanRequest { state_only, restart: true, components, ..Default::default() };
    stage.plan(asked).await.expect("a plan")
}

#[tokio::test]
async fn one_component_restarts_alone_a_database_too() {
    let stage = Stage::set("parts").await;
    let (first, second) = (task(), task());
    let set = workload("apps/v1", "StatefulSet", "  serviceName: x\n  replicas: 1\n", "demo:1")
        .replace("-web", "-mysql")
        .replace("component: web", "component: mysql");
    stage.installed(first, &chart(&stage.release, &[("web", &deployment("demo:1", 1)), ("mysql", &set)])).await;
    stage.bench.clock.advance(Duration::from_secs(3_600));
    let at = stamp(stage.bench.cx.clock.now());
    let asked = |component: &str| {
        let ticket = Some(stage.ticket(second, 2));
        from("tasks", pb::RestartRequest { ticket, at: Some(at), component: component.to_owned() })
    };
    let (web, mysql) = (format!("{}-web", stage.release), format!("{}-mysql", stage.release));
    let annotation = "/spec/template/metadata/annotations/kubectl.kubernetes.io~1restartedAt";
    let pod = async || stage.object("v1", "Pod", &format!("{mysql}-0")).await["metadata"]["uid"].clone();
    let before = pod().await;
    let plan = planned(&stage, &["mysql", "web"], false).await;
    let told: Vec<_> = plan.objects.iter().map(|o| (o.name.as_str(), o.restarts, o.interrupts)).collect();
    assert_eq!(
        told,
        [(mysql.as_str(), true, true), (web.as_str(), true, false)],
        "one pod, and one beside the old one"
    );
    assert!(plan.objects.iter().all(|object| object.problem.is_empty()), "{plan:?}");
    assert_eq!(pod().await, before, "nothing was restarted");
    let looked = planned(&stage, &["mysql", "web"], true).await;
    assert_eq!((looked.objects.len(), &looked.state), (0, &plan.state));
    let done = stage.rpc().restart(asked("mysql")).await.unwrap().into_inner();
    assert_eq!(done.workloads, [format!("StatefulSet/{mysql}")]);
    let all = stage.watch_part(&stage.rpc(), "mysql", Some(at)).await;
    assert!(all.last().is_some_and(|last| last.ready && last.serving), "the web part serves meanwhile: {all:?}");
    assert_ne!(pod().await, before, "the database's pod is another one");
    let site = stage.object("apps/v1", "Deployment", &web).await;
    assert_eq!(site.pointer(annotation), None, "its turn has not come");
    let done = stage.rpc().restart(asked("web")).await.unwrap().into_inner();
    assert_eq!(done.workloads, [format!("Deployment/{web}")]);
    let all = stage.watch_part(&stage.rpc(), "web", Some(at)).await;
    assert!(all.last().is_some_and(|last| last.ready && last.serving), "{all:?}");
    assert_ne!(planned(&stage, &["mysql", "web"], true).await.state, plan.state, "somebody has restarted it since");
    let none = stage.rpc().restart(asked("redis")).await.unwrap().into_inner();
    assert!(none.workloads.is_empty(), "this site has none");
    let odd = stage.rpc().restart(asked("a,b in (c)")).await.unwrap_err();
    assert_eq!(odd.code(), tonic::Code::InvalidArgument);
}

#[tokio::test]
async fn a_paused_deployment_is_not_restarted_and_none_beside_it_either() {
    let stage = Stage::set("paused").await;
    let (first, second) = (task(), task());
    let other = deployment("demo:1", 1).replace("-web", "-aaa").replace("component: web", "component: aaa");
    stage.installed(first, &chart(&stage.release, &[("web", &deployment("demo:1", 1)), ("aaa", &other)])).await;
    let name = format!("{}-web", stage.release);
    let patch = kube::api::Patch::Merge(json!({"spec": {"paused": true}}));
    stage.objects("apps/v1", "Deployment").patch(&name, &kube::api::PatchParams::default(), &patch).await.unwrap();
    let request = pb::RestartRequest {
        ticket: Some(stage.ticket(second, 2)),
        at: Some(stamp(stage.bench.cx.clock.now())),
        ..Default::default()
    };
    let error = stage.rpc().restart(from("tasks", request)).await.unwrap_err();
    let refusal = format!("Deployment {name} is paused; resume it before it can be restarted.");
    assert_eq!(error.message(), refusal);
    let plan = planned(&stage, &[], false).await;
    let told: Vec<_> = plan.objects.iter().map(|o| (o.restarts, o.problem.as_str())).collect();
    assert_eq!(told, [(true, ""), (false, refusal.as_str())]);
    let other = stage.object("apps/v1", "Deployment", &format!("{}-aaa", stage.release)).await;
    assert!(other.pointer("/spec/template/metadata/annotations").is_none(), "{other}");
}

#[tokio::test]
async fn hooks_run_in_order_each_once_and_another_tasks_job_is_replaced() {
    let stage = Stage::set("hooks").await;
    let (first, second) = (task(), task());
    let hook = |name: &str, weight: i32, policy: &str| {
        format!(
            "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: {{{{ .Release.Name }}}}-{name}\n  annotations:\n    helm.sh/hook: post-install\n    helm.sh/hook-weight: \"{weight}\"\n    helm.sh/hook-delete-policy: {policy}\nspec:\n  template:\n    metadata: {{}}\n{}",
            super::charts::pod("demo:1", "    ").replacen("spec:\n", "spec:\n      restartPolicy: Never\n", 1)
        )
    };
    let (early, late) =
        (hook("early", -5, "before-hook-creation,hook-succeeded"), hook("late", 5, "before-hook-creation"));
    let chart = chart(&stage.release, &[("late", &late), ("early", &early), ("config", CONFIG)]);
    stage.namespace(first, 1).await;
    let revision = stage.applied(first, 1, &chart).await;
    let run = async |task, fence, revision| {
        let mut seen = Vec::new();
        for _ in 0..400 {
            let request = pb::RunHooksRequest {
                ticket: Some(stage.ticket(task, fence)),
                event: "post-install".into(),
                helm_revision: revision,
            };
            let state = stage.rpc().run_hooks(from("tasks", request)).await.unwrap().into_inner();
            assert!(!state.failed, "{state:?}");
            seen.push(state.message.clone());
            if state.done {
                return seen;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("never done: {seen:?}")
    };
    let seen = run(first, 1, revision).await;
    let position = |part: &str| seen.iter().position(|m| m.contains(part));
    assert!(position("-early (1 of 2)") < position("-late (2 of 2)"), "{seen:?}");
    assert!(stage.object("batch/v1", "Job", &format!("{}-early", stage.release)).await.is_null());
    let late = stage.object("batch/v1", "Job", &format!("{}-late", stage.release)).await;
    assert_eq!(late["metadata"]["annotations"]["canopy.internal/task"], first.to_string());
    // Again: nothing is created a second time.
    run(first, 1, revision).await;
    assert_eq!(
        stage.object("batch/v1", "Job", &format!("{}-late", stage.release)).await["metadata"]["uid"],
        late["metadata"]["uid"]
    );
    assert_eq!(stage.finish(first, 1, revision, true, "").await.unwrap(), "deployed");
    let revision = stage.applied(second, 2, &chart).await;
    run(second, 2, revision).await;
    let replaced = stage.object("batch/v1", "Job", &format!("{}-late", stage.release)).await;
    assert_ne!(replaced["metadata"]["uid"], late["metadata"]["uid"]);
    assert_eq!(replaced["metadata"]["annotations"]["canopy.internal/task"], second.to_string());
}

#[tokio::test]
async fn our_wordpress_chart_comes_up_with_its_hooks() {
    let stage = Stage::set("wordpress").await;
    let task = task();
    let charts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deployments/charts");
    let (own, common) = (files(&charts.join("wordpress")), files(&charts.join("common")));
    let borrowed = |all: &'static [(String, Vec<u8>)]| -> Vec<(&'static str, &'static [u8])> {
        all.iter().map(|(path, data)| (path.as_str(), data.as_slice())).collect()
    };
    let (own, common) = (borrowed(own.leak()), borrowed(common.leak()));
    let chart = helm::Chart::with_libraries(&own, &[("common", &common)]).expect("the chart");
    let chart = rendered(&chart, &stage.release, &json!({"domain": "shop.example.com"}));
    stage.namespace(task, 1).await;
    let salts =
        ["auth", "secure-auth", "logged-in", "nonce"].map(|name| [format!("{name}-key"), format!("{name}-salt")]);
    let mut keys = vec!["admin-password", "redis-password", "phpmyadmin-secret"];
    keys.extend(salts.as_flattened().iter().map(String::as_str));
    let secret = |name: &str, keys: &[&str]| pb::SecretObject {
        name: format!("{}-{name}", stage.release),
        data: keys
            .iter()
            .map(|key| ((*key).to_owned(), format!("value-of-{key}-000000000000000").into_bytes()))
            .collect(),
        labels: BTreeMap::new(),
    };
    let secrets = vec![secret("app", &keys), secret("db", &["user-password", "root-password"])];
    let request = pb::PutSecretsRequest { ticket: Some(stage.ticket(task, 1)), secrets };
    stage.rpc().put_secrets(from("deployments", request)).await.unwrap();
    let revision = stage.applied(task, 1, &chart).await;
    stage.ready(None).await;
    for _ in 0..600 {
        let request = pb::RunHooksRequest {
            ticket: Some(stage.ticket(task, 1)),
            event: "post-install".into(),
            helm_revision: revision,
        };
        let state = stage.rpc().run_hooks(from("tasks", request)).await.unwrap().into_inner();
        assert!(!state.failed, "{state:?}");
        if state.done {
            assert_eq!(stage.finish(task, 1, revision, true, "").await.unwrap(), "deployed");
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the hooks are never done");
}

/// A folder's files by their path inside it.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(&next).expect("a folder").flatten() {
            if entry.path().is_dir() {
                open.push(entry.path());
            } else {
                let path = entry.path().strip_prefix(folder).expect("inside").to_string_lossy().into_owned();
                found.push((path, std::fs::read(entry.path()).expect("a file")));
            }
        }
    }
    found
}
