//! Each kind of site is created, changed, restarted and deleted.

use crate::{
    canopy,
    system::{Session, kubernetes::turn, secret},
};
use serde_json::{Value, json};

/// What the kind's own fields are in the documented payload.
fn payload(kind: &str, cluster: &str, team: &str) -> Value {
    let mut body = Session::site(kind, cluster, team);
    body["type"] = json!(kind);
    if kind != "wordpress" {
        body["source"] = json!({"git": {"url": "https://git.example.com/site.git", "ref": "main"}});
        body["databaseParameters"]["databasePass"] = json!(secret("db", kind));
    }
    body
}

/// Its task, which must succeed.
async fn succeeds(admin: &Session<'_>, answer: &Value, kind: &str) -> Value {
    let task = admin.finished(answer["taskId"].as_str().unwrap_or_else(|| panic!("{kind}: {answer:#}"))).await;
    assert_eq!(task["status"], "complete", "{kind}: {task:#}");
    task
}

#[tokio::test]
async fn each_kind_of_site_is_created_changed_restarted_and_deleted() {
    let _turn = turn().await;
    let (_folder, canopy, cluster) = canopy("kinds");
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let id = admin.cluster("prod", &cluster.text()).await;
    let catalogue = admin.get("/catalogue").await;
    let kinds: Vec<&str> =
        catalogue["types"].as_array().unwrap().iter().map(|kind| kind["id"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["wordpress", "laravel", "nodejs", "orangecms"]);
    for kind in kinds {
        let created = admin.post("/deployments", payload(kind, &id, &team)).await;
        let install = succeeds(&admin, &created, kind).await;
        let site = created["id"].as_str().unwrap();
        let path = format!("/deployments/{site}");
        assert_eq!(admin.rested(site).await["status"], "running", "{kind}");

        let change =
            json!({"baseParameters": {"domain": format!("new-{kind}.example.com")}, "services": {"redis": false}});
        let changed = admin.put(&path, change).await;
        succeeds(&admin, &changed, kind).await;
        let shown = admin.rested(site).await;
        assert_eq!(
            (&shown["effectiveRevision"], &shown["status"]),
            (&json!(2), &json!("running")),
            "{kind}: {shown:#}"
        );
        assert_eq!(shown["baseParameters"]["domain"], format!("new-{kind}.example.com"));

        let restarted = admin.post(&format!("{path}/restart"), json!({})).await;
        succeeds(&admin, &restarted, kind).await;
        assert_eq!(admin.rested(site).await["status"], "running", "{kind}");
        let deleted = admin.delete(&path).await;
        succeeds(&admin, &deleted, kind).await;
        let namespace = install["Params"]["namespace"].as_str().unwrap();
        assert!(!cluster.namespaces().await.iter().any(|left| left == namespace), "{kind}: its namespace is gone");
    }
}
