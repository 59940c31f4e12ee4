//! A site is changed, a change that does not come about is tried again or given up, and Helm sees all of it.

use crate::{
    canopy,
    system::{
        Session,
        kubernetes::{Cluster, Shared, turn},
    },
};
use k8s_openapi::api::{
    apps::v1::{Deployment, StatefulSet},
    core::v1::PersistentVolumeClaim,
    networking::v1::Ingress,
};
use kube::Api;
use reqwest::Method;
use serde_json::{Value, json};

/// A site that runs, in the words of the calls about it.
struct Site<'a> {
    admin: Session<'a>,
    cluster: Cluster,
    path: String,
    release: String,
}

impl Site<'_> {
    /// Asks for a change and answers its task, which is known at once.
    async fn change(&self, body: Value) -> Value {
        let changed = self.admin.put(&self.path, body).await;
        self.admin.get(&format!("/tasks/{}", changed["taskId"].as_str().unwrap())).await
    }

    async fn post(&self, verb: &str) -> (u16, Value) {
        self.admin.change(Method::POST, &format!("{}/{verb}", self.path), Some(json!({}))).await
    }

    async fn rested(&self) -> Value {
        self.admin.rested(self.path.trim_start_matches("/deployments/")).await
    }

    fn states(&self, program: &str) -> Vec<String> {
        let history = self.cluster.helm(program, &["history", &self.release, "-n", &self.release, "-o", "json"]);
        let history: Value = serde_json::from_str(&history).unwrap();
        history.as_array().unwrap().iter().map(|revision| revision["status"].as_str().unwrap().to_owned()).collect()
    }

    async fn host(&self) -> String {
        let ingresses: Api<Ingress> = Api::namespaced(self.cluster.client().await, &self.release);
        let web = ingresses.get(&self.release).await.unwrap();
        web.spec.unwrap().rules.unwrap()[0].host.clone().unwrap()
    }
}

fn numbers(shown: &Value) -> (Value, Value, Value) {
    (shown["status"].clone(), shown["revision"].clone(), shown["effectiveRevision"].clone())
}

#[tokio::test]
async fn a_site_is_upgraded_a_change_is_given_up_and_helm_sees_every_revision() {
    let turn = turn().await;
    let (folder, canopy, cluster) = canopy("changes");
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let id = admin.cluster("prod", &cluster.text()).await;
    let created = admin.post("/deployments", Session::site("grows", &id, &team)).await;
    let install = admin.finished(created["taskId"].as_str().unwrap()).await;
    assert_eq!(install["status"], "complete", "{install:#}");
    let site = Site {
        path: format!("/deployments/{}", created["id"].as_str().unwrap()),
        release: install["Params"]["release_name"].as_str().unwrap().to_owned(),
        admin,
        cluster,
    };
    assert_eq!(numbers(&site.rested().await), (json!("running"), json!(1), json!(1)));
    upgrade(&site).await;
    let (task, _turn) = give_up_midway(&site, turn).await;
    discard(&site).await;
    shows_what_runs(&site).await;
    helm_takes_the_chart(&site, &folder.0).await;
    let revisions = site.admin.get(&format!("{}/revisions", site.path)).await;
    let told: Vec<_> =
        revisions.as_array().unwrap().iter().map(|r| (&r["change"], &r["result"], &r["effective"])).collect();
    assert_eq!(
        json!(told),
        json!([
            ["discard", "succeeded", true],
            ["update", "cancelled", false],
            ["update", "succeeded", false],
            ["create", "succeeded", false]
        ]),
        "{revisions:#}"
    );
    assert_eq!((&revisions[2]["reason"], &revisions[2]["authorName"]), (&json!("More visitors"), &json!("Ada Admin")));
    // the task of a change that was given up has nothing left to bring about
    let (status, refused) = site.admin.try_call(Method::POST, &format!("/tasks/{task}/retry"), Some(json!({}))).await;
    assert_eq!(status, 409, "{refused:#}");
    let deleted = site.admin.delete(&site.path).await;
    assert_eq!(site.admin.finished(deleted["taskId"].as_str().unwrap()).await["status"], "complete");
}

/// A service that is switched off goes, the data stays.
async fn upgrade(site: &Site<'_>) {
    let client = site.cluster.client().await;
    let release = &site.release;
    let sets: Api<StatefulSet> = Api::namespaced(client.clone(), release);
    let claims: Api<PersistentVolumeClaim> = Api::namespaced(client.clone(), release);
    let deployments: Api<Deployment> = Api::namespaced(client, release);
    let kept = |uid: Option<String>| uid.unwrap();
    let database = kept(sets.get(&format!("{release}-mysql")).await.unwrap().metadata.uid);
    let volume = kept(claims.get(&format!("{release}-data")).await.unwrap().metadata.uid);
    let redis = format!("{release}-redis");
    assert!(deployments.get_opt(&redis).await.unwrap().is_some());
    let body =
        json!({"phpParameters": {"phpMemoryLimit": 512}, "services": {"redis": false}, "reason": "More visitors"});
    let task = site.change(body).await;
    assert_eq!(task["type"], "upgrade");
    let done = site.admin.finished(task["id"].as_str().unwrap()).await;
    assert_eq!(done["status"], "complete", "{done:#}");
    let steps: Vec<&str> =
        done["steps"].as_array().unwrap().iter().map(|step| step["name"].as_str().unwrap()).collect();
    assert_eq!(steps, ["check", "secrets", "apply", "rollout", "hooks", "finish"]);
    let shown = site.rested().await;
    assert_eq!(numbers(&shown), (json!("running"), json!(2), json!(2)));
    assert_eq!(shown["phpParameters"]["phpMemoryLimit"], 512);
    assert!(deployments.get_opt(&redis).await.unwrap().is_none(), "what is switched off is pruned");
    assert_eq!(kept(sets.get(&format!("{release}-mysql")).await.unwrap().metadata.uid), database);
    assert_eq!(kept(claims.get(&format!("{release}-data")).await.unwrap().metadata.uid), volume);
    for program in ["helm", "helm3"] {
        assert_eq!(site.states(program), ["superseded", "deployed"], "{program}");
    }
}

/// A change whose pods find no place, cancelled: what is in effect is still the revision before. Answers its task.
async fn give_up_midway(site: &Site<'_>, turn: Shared) -> (String, Shared) {
    let held = site.cluster.hold(turn, &site.release).await;
    let task = site.change(json!({"baseParameters": {"domain": "elsewhere.example.com"}})).await;
    let task = task["id"].as_str().unwrap().to_owned();
    site.admin.step_runs(&task, "rollout").await;
    site.admin.post(&format!("/tasks/{task}/cancel"), json!({})).await;
    assert_eq!(site.admin.finished(&task).await["status"], "failed");
    let shown = site.rested().await;
    assert_eq!((&shown["revision"], &shown["effectiveRevision"]), (&json!(3), &json!(2)), "{shown:#}");
    assert!(shown["actions"]["discard"].is_null() && shown["actions"]["retry"].is_null(), "{shown:#}");
    let (status, refused) = site.post("restart").await;
    assert_eq!((status, &refused["details"]["reason"]), (409, &json!("CHANGE_UNFINISHED")), "{refused:#}");
    (task, held.let_go().await)
}

/// Exactly what its plan shows.
async fn discard(site: &Site<'_>) {
    let (status, plan) = site.post("plan/discard").await;
    assert_eq!(status, 200, "{plan:#}");
    let fields =
        plan["data"]["objects"].as_array().unwrap().iter().flat_map(|object| object["fields"].as_array().unwrap());
    let back = fields.filter(|field| field["after"].as_str().is_some_and(|after| after.contains("grows.example.com")));
    assert!(back.count() > 0, "{plan:#}");
    let (status, refused) = site.post("discard?plan=another").await;
    assert_eq!((status, &refused["details"]["reason"]), (409, &json!("PLAN_OUTDATED")), "{refused:#}");
    let hash = plan["data"]["hash"].as_str().unwrap();
    let (status, answer) = site.post(&format!("discard?plan={hash}")).await;
    assert_eq!(status, 200, "{answer:#}");
    let done = site.admin.finished(answer["data"]["taskId"].as_str().unwrap()).await;
    assert_eq!(done["status"], "complete", "{done:#}");
    let shown = site.rested().await;
    assert_eq!(numbers(&shown), (json!("running"), json!(4), json!(4)));
    assert_eq!(shown["baseParameters"]["domain"], "grows.example.com");
    assert_eq!(site.host().await, "grows.example.com");
    for program in ["helm", "helm3"] {
        assert_eq!(site.states(program), ["superseded", "superseded", "failed", "deployed"], "{program}");
    }
}

/// Services as the cluster has them, with their addresses.
async fn shows_what_runs(site: &Site<'_>) {
    let path = format!("{}/services", site.path);
    let of = |data: &Value, id: &str| {
        data["services"]
            .as_array()
            .and_then(|all| all.iter().find(|each| each["id"] == id))
            .cloned()
            .unwrap_or_default()
    };
    let all_run = |_: u16, data: &Value| {
        ["web", "nginx", "mysql", "phpmyadmin"].iter().all(|id| of(data, id)["state"] == "active")
    };
    let seen = site.admin.until(&path, "all services run", all_run).await;
    assert!(seen["problem"].is_null(), "{seen:#}");
    let mysql = of(&seen, "mysql");
    assert_eq!((&mysql["ready"], &mysql["pods"], &mysql["problem"]), (&json!(1), &json!(1), &Value::Null), "{mysql:#}");
    let inside = json!({"public": false, "protocol": "mysql", "host": format!("{0}-mysql.{0}.svc", site.release),
        "port": 3306, "service": format!("{}-mysql", site.release)});
    assert_eq!((&mysql["addresses"], &mysql["user"]), (&json!([inside]), &json!("wordpress")));
    assert_eq!(of(&seen, "web")["addresses"][0]["host"], "grows.example.com", "{seen:#}");
    assert_eq!(of(&seen, "phpmyadmin")["addresses"][0]["host"], "pma.grows.example.com", "{seen:#}");
    for off in ["redis", "ftp"] {
        assert_eq!((&of(&seen, off)["state"], &of(&seen, off)["pods"]), (&json!("inactive"), &json!(0)), "{off}");
    }
}

/// The chart of a revision is all that the CLI needs: with it both go on where Canopy was.
async fn helm_takes_the_chart(site: &Site<'_>, folder: &std::path::Path) {
    let release = site.release.as_str();
    for (revision, host) in [(3, "elsewhere.example.com"), (4, "grows.example.com")] {
        let (name, archive) = site.admin.download(&format!("{}/revisions/{revision}/chart", site.path)).await;
        assert_eq!(name, format!("{release}-{revision}.tgz"));
        let file = folder.join(&name);
        std::fs::write(&file, archive).unwrap();
        let file = file.to_str().unwrap();
        for program in ["helm", "helm3"] {
            let said =
                site.cluster.helm(program, &["template", release, file, "-n", release, "--kube-version", "v1.36.3"]);
            assert!(said.contains(host), "{program}, revision {revision}");
            // without it Helm goes on with the values of the release before
            let upgrade = ["upgrade", "--reset-values", release, file, "-n", release, "--no-hooks"];
            let said = site.cluster.helm(program, &upgrade);
            assert!(said.contains("has been upgraded"), "{program}, revision {revision}: {said}");
            assert_eq!(site.host().await, host, "{program}");
            assert_eq!(site.states(program).last().map(String::as_str), Some("deployed"), "{program}");
        }
    }
}
