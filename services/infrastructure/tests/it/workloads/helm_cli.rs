//! No lock-in: what Canopy writes is what both Helm CLIs read, change and take back, and Canopy goes on after them.

use super::{
    charts::{CONFIG, chart, deployment},
    stage::{Stage, task},
};
use serde_json::{Value, json};

#[tokio::test]
async fn a_release_is_shown_by_both_helm_clis() {
    let stage = Stage::set("shown").await;
    stage.installed(task(), &chart(&stage.release, &[("config", CONFIG), ("web", &deployment("demo:1", 2))])).await;
    let name = stage.release.as_str();
    for program in ["helm", "helm3"] {
        let list: Value =
            serde_json::from_str(&stage.plane.helm(program, &["ls", "-n", name, "-o", "json"])).expect("JSON");
        assert_eq!(
            (list[0]["name"].as_str(), list[0]["status"].as_str()),
            (Some(name), Some("deployed")),
            "{program}: {list}"
        );
        assert_eq!(
            (list[0]["chart"].as_str(), list[0]["app_version"].as_str()),
            (Some("demo-1.2.3"), Some("6")),
            "{program}"
        );
        let history: Value =
            serde_json::from_str(&stage.plane.helm(program, &["history", name, "-n", name, "-o", "json"]))
                .expect("JSON");
        assert_eq!(history[0]["description"], "Install complete", "{program}: {history}");
        let all = stage.plane.helm(program, &["get", "all", name, "-n", name]);
        assert!(
            all.contains("greeting: welcome") && all.contains("kind: Deployment") && all.contains("REVISION: 1"),
            "{program}: {all}"
        );
        stage.plane.helm(program, &["status", name, "-n", name]);
    }
}

#[tokio::test]
async fn canopy_goes_on_after_an_upgrade_by_either_cli_and_a_removed_field_disappears() {
    let stage = Stage::set("after-cli").await;
    let name = stage.release.clone();
    let ported = deployment("demo:1", 1);
    let bare = ported.replace(
        "          ports:\n            - name: http\n              containerPort: 8080\n              protocol: TCP\n",
        "",
    );
    assert_ne!(ported, bare);
    stage.installed(task(), &chart(&name, &[("web", &ported)])).await;
    let folder = folder(&stage, &ported);
    for (i, program) in ["helm", "helm3"].into_iter().enumerate() {
        let said = stage.plane.helm(
            program,
            &["upgrade", &name, &folder, "-n", &name, "--reuse-values", "--set", &format!("greeting=by-{program}")],
        );
        assert!(said.contains("has been upgraded"), "{program}: {said}");
        let fence = i64::try_from(i).unwrap() + 2;
        let task = task();
        let revision = stage.applied(task, fence, &chart(&name, &[("web", &bare)])).await;
        assert_eq!(stage.finish(task, fence, revision, true, "").await.unwrap(), "deployed");
        let object = stage.object("apps/v1", "Deployment", &format!("{name}-web")).await;
        assert_eq!(object.pointer("/spec/template/spec/containers/0/ports"), None, "{program}: {object}");
    }
    // 1 ours, 2 helm, 3 ours, 4 helm3, 5 ours
    let history: Value =
        serde_json::from_str(&stage.plane.helm("helm", &["history", &name, "-n", &name, "-o", "json"])).expect("JSON");
    let statuses: Vec<&str> = history.as_array().unwrap().iter().filter_map(|row| row["status"].as_str()).collect();
    assert_eq!(statuses, ["superseded", "superseded", "superseded", "superseded", "deployed"], "{history}");
}

#[tokio::test]
async fn a_rollback_and_an_uninstall_by_the_cli_work() {
    let stage = Stage::set("rollback").await;
    let name = stage.release.clone();
    stage.installed(task(), &chart(&name, &[("web", &deployment("demo:1", 1)), ("config", CONFIG)])).await;
    let second = task();
    let revision = stage.applied(second, 2, &chart(&name, &[("web", &deployment("demo:2", 1))])).await;
    assert_eq!(stage.finish(second, 2, revision, true, "").await.unwrap(), "deployed");
    stage.plane.helm("helm", &["rollback", &name, "1", "-n", &name]);
    let object = stage.object("apps/v1", "Deployment", &format!("{name}-web")).await;
    assert_eq!(object.pointer("/spec/template/spec/containers/0/image"), Some(&json!("demo:1")));
    assert!(!stage.object("v1", "ConfigMap", &format!("{name}-config")).await.is_null());
    stage.plane.helm("helm", &["uninstall", &name, "-n", &name]);
    assert!(stage.object("apps/v1", "Deployment", &format!("{name}-web")).await.is_null());
    // After an uninstall by the CLI an install of ours starts anew.
    let third = task();
    assert_eq!(stage.applied(third, 3, &chart(&name, &[("config", CONFIG)])).await, 1);
}

/// The chart as files, for the CLI.
fn folder(stage: &Stage, web: &str) -> String {
    let folder = stage.plane.kubeconfig.with_file_name(format!("chart-{}", stage.release));
    std::fs::create_dir_all(folder.join("templates")).expect("a folder");
    let files = [
        ("Chart.yaml", "apiVersion: v2\nname: demo\nversion: 1.2.4\n"),
        ("values.yaml", "greeting: hello\n"),
        ("templates/web.yaml", web),
    ];
    for (path, text) in files {
        std::fs::write(folder.join(path), text).expect("a file");
    }
    folder.to_string_lossy().into_owned()
}
