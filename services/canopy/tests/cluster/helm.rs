//! Helm's own programs on a site that Canopy has upgraded: they list it, show it and roll it back, and Canopy goes on after
//! that.

use crate::{
    canopy,
    system::{
        Session,
        kubernetes::{Cluster, turn},
    },
    upgrades::installed,
};
use k8s_openapi::api::{apps::v1::Deployment, networking::v1::Ingress};
use kube::Api;
use serde_json::{Value, json};

struct Site<'a> {
    admin: Session<'a>,
    cluster: Cluster,
    path: String,
    release: String,
}

impl Site<'_> {
    /// Moves the site to another domain, without Redis, and waits until that is in effect.
    async fn upgraded(&self, domain: &str) {
        let body = json!({"baseParameters": {"domain": domain}, "services": {"redis": false}});
        let changed = self.admin.put(&self.path, body).await;
        let done = self.admin.finished(changed["taskId"].as_str().unwrap()).await;
        assert_eq!((&done["type"], &done["status"]), (&json!("upgrade"), &json!("complete")), "{done:#}");
        let shown = self.admin.rested(self.path.trim_start_matches("/deployments/")).await;
        assert_eq!(
            (&shown["status"], &shown["effectiveRevision"]),
            (&json!("running"), &shown["revision"]),
            "{shown:#}"
        );
        assert_eq!(
            self.seen().await,
            (domain.to_owned(), false),
            "the domain in the cluster, and whether Redis is there"
        );
    }

    /// The domain that the cluster has, and whether Redis is there.
    async fn seen(&self) -> (String, bool) {
        let client = self.cluster.client().await;
        let ingresses: Api<Ingress> = Api::namespaced(client.clone(), &self.release);
        let web = ingresses.get(&self.release).await.unwrap();
        let deployments: Api<Deployment> = Api::namespaced(client, &self.release);
        let redis = deployments.get_opt(&format!("{}-redis", self.release)).await.unwrap();
        (web.spec.unwrap().rules.unwrap()[0].host.clone().unwrap(), redis.is_some())
    }

    /// What a program answers in JSON about the release.
    fn json(&self, program: &str, arguments: &[&str]) -> Value {
        let all = [arguments, &["-n", self.release.as_str(), "-o", "json"]].concat();
        serde_json::from_str(&self.cluster.helm(program, &all)).unwrap()
    }

    /// Asserts that the newest revision is in effect and was made so; answers its number.
    fn newest(&self, program: &str, description: &str) -> i64 {
        let history = self.json(program, &["history", &self.release]);
        let (last, before) = history.as_array().unwrap().split_last().unwrap();
        assert_eq!((&last["status"], &last["description"]), (&json!("deployed"), &json!(description)), "{history:#}");
        assert!(before.iter().all(|revision| revision["status"] == "superseded"), "{program}: {history:#}");
        last["revision"].as_i64().unwrap()
    }

    /// A program sees the upgrade.
    fn is_shown_by(&self, program: &str, domain: &str) {
        let revision = self.newest(program, "Upgrade complete");
        let list = self.json(program, &["ls"]);
        assert_eq!(list.as_array().map(Vec::len), Some(1), "{program}: {list:#}");
        let told = (&list[0]["name"], &list[0]["status"], &list[0]["revision"]);
        assert_eq!(
            told,
            (&json!(self.release), &json!("deployed"), &json!(revision.to_string())),
            "{program}: {list:#}"
        );
        assert!(list[0]["chart"].as_str().is_some_and(|chart| chart.starts_with("wordpress-")), "{program}: {list:#}");
        let all = self.cluster.helm(program, &["get", "all", &self.release, "-n", &self.release]);
        assert!(all.contains(&format!("REVISION: {revision}\n")), "{program}: {all}");
        assert!(all.contains("kind: StatefulSet") && all.contains(domain), "{program}: {all}");
        assert!(all.contains("HOOKS:") && all.contains(&format!("{}-install", self.release)), "{program}: {all}");
        assert!(!all.contains("Canary-"), "{program} get all shows a password");
    }
}

#[tokio::test]
async fn both_programs_show_an_upgrade_and_roll_it_back_and_canopy_goes_on_after_that() {
    let _turn = turn().await;
    let (_folder, canopy, cluster) = canopy("helm");
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let id = admin.cluster("prod", &cluster.text()).await;
    let (path, release) = installed(&admin, Session::site("first", &id, &team)).await;
    let site = Site { admin, cluster, path, release };
    assert_eq!(site.seen().await, ("first.example.com".to_owned(), true));
    site.upgraded("second.example.com").await;
    for (program, before, after) in
        [("helm", "second.example.com", "third.example.com"), ("helm3", "third.example.com", "fourth.example.com")]
    {
        site.is_shown_by(program, before);
        // with its hooks, as people call it
        let said = site.cluster.helm(program, &["rollback", &site.release, "1", "-n", &site.release]);
        assert!(said.contains("Rollback was a success"), "{program}: {said}");
        site.newest(program, "Rollback to 1");
        assert_eq!(site.seen().await, ("first.example.com".to_owned(), true), "{program} has brought Redis back");
        site.upgraded(after).await;
        site.is_shown_by(program, after);
    }
    let deleted = site.admin.delete(&site.path).await;
    assert_eq!(site.admin.finished(deleted["taskId"].as_str().unwrap()).await["status"], "complete");
}
