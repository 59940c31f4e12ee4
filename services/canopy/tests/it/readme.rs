//! The ten lines of the README, run as they stand there.

use crate::system::{Canopy, Folder, Session, manifests, sandbox::Sandbox};
use reqwest::Method;
use serde_json::{Value, json};
use std::process::Command;

/// What somebody who types does between two lines: looks whether it is time for the next one.
const LOOKS: &str = r#"
set -eu -o pipefail
says() { python3 -c "import json,sys; data = json.load(sys.stdin)['data']; sys.exit(not ($1))"; }
until_says() { until curl -s "$B$1" -H "$A" | says "$2"; do sleep 0.2; done; }
"#;

/// What must be so before a line, by how the line begins.
const BEFORE: [(&str, &str); 4] = [
    ("TEAM=", "until_says /teams 'data'"),
    ("SITE=", r#"until_says "/clusters/$CL" 'data["status"] == "operational"'"#),
    ("curl -s -X POST", r#"until_says "/deployments/$ID" 'data["status"] == "running"'"#),
    (
        "curl -s -X DELETE",
        r#"until_says "/tasks?deploymentId=$ID" 'all(task["status"] == "complete" for task in data)'"#,
    ),
];

#[tokio::test]
async fn the_main_job_in_ten_lines_runs_as_the_readme_has_it() {
    let readme = std::fs::read_to_string(manifests::root().join("README.md")).unwrap();
    let section = readme.split("\n## ").find(|section| section.starts_with("The main job in ten lines")).unwrap();
    let lines: Vec<&str> = section.split("```").nth(1).unwrap().lines().skip(1).collect();
    assert_eq!(lines.len(), 10, "{lines:#?}");

    let folder = Folder::fresh("readme");
    let sandbox = Sandbox::start(&folder.0.join("cluster"));
    let kubeconfig = folder.0.join("kubeconfig");
    std::fs::write(&kubeconfig, &sandbox.kubeconfig).unwrap();
    let canopy = Canopy::up(&folder.0.join("data"), |command| {
        command.env("CANOPY_CLUSTER_ALLOW", sandbox.address());
    });
    let mut script = LOOKS.to_owned();
    let mut looks = 0;
    for line in lines {
        if let Some((_, look)) = BEFORE.iter().find(|(begin, _)| line.starts_with(begin)) {
            script += &format!("{look}\n");
            looks += 1;
        }
        let line = line.replace("<token of the printed set-up link>", &canopy.setup_token());
        let line = line.replace("http://127.0.0.1:8080", canopy.report["address"].as_str().unwrap());
        script += &format!("{}\necho\n", line.replace("<your kubeconfig file>", kubeconfig.to_str().unwrap()));
    }
    assert_eq!(looks, BEFORE.len(), "{script}");
    let mut command = Command::new("timeout");
    command.args(["180", "bash", "-c", &script]);
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    assert!(output.status.success(), "{output:?}\n{script}");
    let said = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Value> =
        said.lines().filter(|line| !line.is_empty()).map(|line| serde_json::from_str(line).unwrap()).collect();
    let [tasks, restarted, deleted] = &answers[..] else { panic!("{said}") };
    // a busy machine's role tasks may not know the new one yet
    assert!(tasks["data"].is_array(), "{tasks:#}");

    let who = json!({"email": "me@example.com", "password": "correct horse battery"});
    let (_, mut answer) = canopy.call(Method::POST, "/auth/login", None, Some(who)).await;
    let Value::String(token) = answer["data"]["token"].take() else { panic!("{answer}") };
    let admin = Session { canopy: &canopy, token };
    for task in [restarted, deleted] {
        assert_eq!(admin.finished(task["data"]["taskId"].as_str().unwrap()).await["status"], "complete", "{task:#}");
    }
    // the end of a task reaches its deployment a moment after the task has ended
    admin.until("/deployments", "it is gone", |_, data| *data == json!([])).await;
    assert!(canopy.stop().success());
}
