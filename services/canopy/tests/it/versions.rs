//! A change names the version that it was made on. One that is made on an older version is refused, whatever the change is,
//! with who was faster.

use crate::system::{
    Canopy, Folder, Session,
    kubernetes::{client, cordon},
};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

/// A change: its method, what follows the site's path, and its body.
type Change = (Method, &'static str, Value);

struct Site<'a> {
    admin: Session<'a>,
    /// Who is faster: Uma User.
    faster: Session<'a>,
    path: String,
}

impl Site<'_> {
    async fn shown(&self) -> Value {
        self.admin.get(&self.path).await
    }

    /// A change that is made on a version: status and answer.
    async fn on(&self, version: &Value, (method, verb, body): &Change) -> (u16, Value) {
        let Session { canopy, token } = &self.admin;
        let call = canopy.http.request(method.clone(), canopy.url(&format!("{}{verb}", self.path)));
        let call =
            call.bearer_auth(token).header("if-match", format!("\"{version}\"")).timeout(Duration::from_secs(40));
        let call = if *method == Method::DELETE { call } else { call.json(body) };
        let answer = call.send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
    }

    /// Somebody changes the site after it was opened, whereupon each of the changes is refused and does nothing.
    async fn refuses(&self, changes: &[Change]) {
        let opened = self.shown().await["version"].clone();
        self.faster.put(&self.path, json!({"description": format!("changed after version {opened}")})).await;
        let before = as_wanted(&self.shown().await);
        for change in changes {
            let (status, refused) = self.on(&opened, change).await;
            let details = &refused["details"];
            assert_eq!((status, &details["reason"]), (409, &json!("CHANGED_MEANWHILE")), "{change:?}: {refused:#}");
            assert_eq!(details["params"]["who"], "Uma User", "{change:?}: {refused:#}");
            assert!(refused["message"].as_str().unwrap().contains("Uma User"), "{change:?}: {refused:#}");
            assert_eq!(as_wanted(&self.shown().await), before, "{change:?} has changed something");
        }
    }

    /// The same change on the version of now; waits for the end of its task.
    async fn takes(&self, change: Change) {
        let (status, answer) = self.on(&self.shown().await["version"], &change).await;
        assert_eq!(status, 200, "{change:?}: {answer:#}");
        let done = self.admin.finished(answer["data"]["taskId"].as_str().unwrap()).await;
        assert_eq!(done["status"], "complete", "{change:?}: {done:#}");
        if change.0 != Method::DELETE {
            self.rested().await;
        }
    }

    async fn rested(&self) -> Value {
        self.admin.rested(self.path.trim_start_matches("/deployments/")).await
    }
}

/// What people have asked for, and the task that is at work.
fn as_wanted(shown: &Value) -> Value {
    let fields = ["description", "revision", "replicas", "source", "stopped", "deleting", "currentTaskId"];
    fields.into_iter().map(|field| shown[field].clone()).collect()
}

fn image(tag: i32) -> Value {
    json!({"source": {"image": format!("registry.example.com/site:{tag}"), "port": 3000}})
}

#[tokio::test]
async fn a_change_on_an_older_version_is_refused_with_who_was_faster_whatever_it_is() {
    let folder = Folder::fresh("versions");
    let canopy = Canopy::up_started(&folder.0.join("data"), |command| {
        command.env_remove("CANOPY_NO_SANDBOX").env("CANOPY_SANDBOX_SPEED", "10");
    });
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let (faster, id) = canopy.user("uma@example.com").await;
    admin.post(&format!("/teams/{team}/members"), json!({"userId": id})).await;
    let operational = |_: u16, clusters: &Value| clusters[0]["status"] == "operational";
    let clusters = admin.until("/clusters", "the cluster is seen", operational).await;
    let body = Session::program("many", clusters[0]["id"].as_str().unwrap(), &team);
    let created = admin.post("/deployments", body).await;
    let done = admin.finished(created["taskId"].as_str().unwrap()).await;
    assert_eq!(done["status"], "complete", "{done:#}");
    let site = Site { admin, faster, path: format!("/deployments/{}", created["id"].as_str().unwrap()) };
    site.rested().await;
    site.takes((Method::PUT, "", image(2))).await;

    // one that runs, with an earlier revision to go back to
    site.refuses(&[
        (Method::PUT, "", image(3)),
        (Method::POST, "/restart", json!({})),
        (Method::POST, "/scale", json!({"replicas": 2})),
        (Method::POST, "/rollback", json!({"revision": 1})),
        (Method::POST, "/put-right", json!({})),
        (Method::POST, "/stop", json!({})),
        (Method::DELETE, "", Value::Null),
    ])
    .await;
    site.takes((Method::POST, "/put-right", json!({}))).await;
    site.takes((Method::POST, "/restart", json!({}))).await;
    site.takes((Method::POST, "/scale", json!({"replicas": 2}))).await;
    site.takes((Method::POST, "/rollback", json!({"revision": 1}))).await;

    site.takes((Method::POST, "/stop", json!({}))).await;
    site.refuses(&[(Method::POST, "/start", json!({}))]).await;
    site.takes((Method::POST, "/start", json!({}))).await;

    // a change that did not come about: its pods find no node, and it is cancelled
    let simulated = client(&std::fs::read_to_string(canopy.data.join("sandbox/kubeconfig")).unwrap()).await;
    cordon(simulated.clone(), true).await;
    let changed = site.admin.put(&site.path, image(3)).await;
    let task = changed["taskId"].as_str().unwrap();
    site.admin.step_runs(task, "rollout").await;
    site.admin.post(&format!("/tasks/{task}/cancel"), json!({})).await;
    assert_eq!(site.admin.finished(task).await["status"], "failed");
    site.rested().await;
    cordon(simulated, false).await;
    site.refuses(&[(Method::POST, "/retry", json!({})), (Method::POST, "/discard", json!({}))]).await;
    site.takes((Method::POST, "/discard", json!({}))).await;

    site.refuses(&[(Method::DELETE, "", Value::Null)]).await;
    site.takes((Method::DELETE, "", Value::Null)).await;
    site.admin.until(&site.path, "the site is gone", |status, _| status == 404).await;
    assert!(canopy.stop().success());
}
