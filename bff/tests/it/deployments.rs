//! `/deployments`, to the letter.

use crate::{
    reachability,
    site::{MADE_TEXT, Site, id, made},
};
use kit::message;
use proto::deployments as pb;
use serde_json::{Value, json};

const GET: &str = "deployments.DeploymentService/GetDeployment";
const UPDATE: &str = "deployments.DeploymentService/UpdateDeployment";
const CREATE: &str = "deployments.DeploymentService/CreateDeployment";

pub fn deployment() -> pb::Deployment {
    pb::Deployment {
        id: id(7),
        name: "shop".into(),
        description: "The shop".into(),
        status: pb::DeploymentStatus::Running.into(),
        r#type: pb::DeploymentType::Wordpress.into(),
        cluster_id: id(10),
        location: id(11),
        team_id: id(12),
        spec: Some(pb::Spec {
            domain: "shop.example.com".into(),
            app_user: "admin".into(),
            services: [("nginx".to_owned(), true), ("ftp".to_owned(), false)].into(),
            php: Some(pb::Php {
                version: "8.1".into(),
                extensions: vec!["gd".into(), "mysqli".into()],
                memory_limit: 256,
                max_execution_time: 60,
                pool_size: 10,
                max_requests_per_child: 500,
                upload_max_filesize: 10,
            }),
            database: Some(pb::Database {
                user: "wordpress".into(),
                name: "wp".into(),
                host: "localhost".into(),
                port: 3306,
            }),
            env: vec!["MODE".into()],
            domains: vec!["www.example.com".into()],
            replicas: 1,
            resources: Some(pb::Amounts { cpu: "500m".into(), ..Default::default() }),
            ..Default::default()
        }),
        error_log: "The pods did not become ready.".into(),
        said: kit::message!(PodsNotReady).packed(),
        deleting: false,
        current_task: String::new(),
        last_task: id(13),
        release_name: "shop-000000".into(),
        namespace: "shop-000000".into(),
        revision: 1,
        has_app_pass: true,
        has_database_pass: true,
        has_database_root_pass: false,
        created_by: id(2),
        created_at: made(),
        updated_at: made(),
        version: 3,
        resources: Some(pb::Resources { cpu: "750m".into(), memory: "1.2Gi".into(), storage: "10Gi".into() }),
        effective_revision: 1,
        operation: "upgrade".into(),
        last_result: "succeeded".into(),
        actions: [
            ("restart".to_owned(), pb::Action::default()),
            (
                "retry".to_owned(),
                pb::Action { reason: "NOTHING_TO_RETRY".into(), message: "Nothing.".into(), params: "{}".into() },
            ),
        ]
        .into(),
        drift: Some(pb::Drift {
            revision: 1,
            fields: 2,
            missing: 1,
            surplus: 0,
            managers: vec!["kubectl-edit".into()],
            changed_at: made(),
            found_at: made(),
        }),
        team_name: "Shop team".into(),
        cluster_name: "Frankfurt".into(),
        last_change: Some(pb::LastChange { at: made(), actor_id: id(2), actor_name: "Ada Lovelace".into() }),
        reach: Some(reachability::reach()),
        elsewhere: Some(pb::Elsewhere { cluster_id: id(30), cluster_name: "Paris".into(), state: "left".into() }),
    }
}

pub fn shown() -> Value {
    let drift = json!({"revision": 1, "fields": 2, "missing": 1, "surplus": 0, "managers": ["kubectl-edit"],
        "changedAt": MADE_TEXT, "foundAt": MADE_TEXT});
    let rest = json!({"id": id(7), "name": "shop", "description": "The shop", "status": "running", "type": "wordpress",
        "clusterId": id(10), "clusterName": "Frankfurt", "teamName": "Shop team", "location": id(11), "team_id": id(12), "teamId": id(12), "createdAt": MADE_TEXT,
        "updatedAt": MADE_TEXT, "errorLog": "The pods did not become ready.", "errorLogReason": "PodsNotReady", "errorLogParams": {},
        "baseParameters": {"domain": "shop.example.com", "appUser": "admin", "hasAppPass": true},
        "services": {"ftp": false, "nginx": true},
        "phpParameters": {"phpVersion": "8.1", "phpExtensions": ["gd", "mysqli"], "phpMemoryLimit": 256,
            "phpMaxExecutionTime": 60, "phpPoolSize": 10, "phpMaxRequestsPerChild": 500, "phpUploadMaxFilesize": 10},
        "databaseParameters": {"databaseUser": "wordpress", "databaseName": "wp", "databaseHost": "localhost",
            "databasePort": 3306, "hasDatabasePass": true, "hasDatabaseRootPass": false},
        "source": null, "env": ["MODE"], "domains": ["www.example.com"], "replicas": 1, "stopped": false,
        "resources": {"cpu": "750m", "memory": "1.2Gi", "storage": "10Gi"},
        "askedResources": {"cpu": "500m", "memory": null, "storage": null}, "deleting": false, "currentTaskId": null, "work": null,
        "lastTaskId": id(13), "releaseName": "shop-000000", "namespace": "shop-000000", "revision": 1,
        "effectiveRevision": 1, "operation": "upgrade", "lastResult": "succeeded",
        "createdBy": id(2), "version": 3});
    let actions = json!({"restart": null, "update": null, "retry": {"reason": "NOTHING_TO_RETRY", "params": {}, "message": "Nothing."},
            "discard": null, "stop": null, "start": null, "scale": null, "move": null});
    let change = json!({"at": MADE_TEXT, "actor": {"id": id(2), "name": "Ada Lovelace"}});
    let rest = with(
        with(rest, "reachability", reachability::reachability()),
        "elsewhere",
        json!({"clusterId": id(30), "clusterName": "Paris", "state": "left"}),
    );
    with(with(with(rest, "drift", drift), "actions", actions), "lastChange", change)
}

fn with(mut value: Value, name: &str, field: Value) -> Value {
    value[name] = field;
    value
}

/// The payload that the wizard sends.
fn payload() -> Value {
    json!({"name": "shop", "description": "The shop", "type": "wordpress", "clusterId": id(10), "location": "us-west-2",
        "team_id": id(12),
        "baseParameters": {"domain": "shop.example.com", "appUser": "admin", "appPass": "app-secret"},
        "services": {"nginx": true, "mysql": true, "redis": true, "ftp": false, "phpmyadmin": true, "cloudflare": false},
        "phpParameters": {"phpVersion": "8.1", "phpExtensions": ["gd", "mysqli", "curl", "intl"], "phpMemoryLimit": 256,
            "phpMaxExecutionTime": 60, "phpPoolSize": 10, "phpMaxRequestsPerChild": 500, "phpUploadMaxFilesize": 10},
        "databaseParameters": {"databaseUser": "wordpress", "databasePass": "db-secret", "databaseName": "wp",
            "databaseRootPass": "root-secret", "databaseHost": "localhost", "databasePort": 3306}})
}

#[tokio::test]
async fn deployments_are_listed_and_read_without_passwords() {
    let site = Site::open().await;
    let token = site.user();
    let listed = pb::ListDeploymentsResponse { deployments: vec![deployment()], total: 1, unreadable: 0 };
    site.fake.answer("deployments.DeploymentService/ListDeployments", &listed);
    let query =
        format!("/deployments/?search=shop&clusterId={}&teamId={}&status=running&sort=-updatedAt", id(10), id(12));
    assert_eq!(site.get(&token, &query).await.data(), json!([shown()]));
    let asked: pb::ListDeploymentsRequest = site.fake.message("deployments.DeploymentService/ListDeployments");
    assert_eq!(
        (asked.cluster_id.clone(), asked.team_id.clone(), asked.status()),
        (id(10), id(12), pb::DeploymentStatus::Running)
    );
    assert_eq!((asked.sort(), asked.descending), (pb::DeploymentSort::UpdatedAt, true));
    assert_eq!(
        site.get(&token, "/deployments?sort=domain").await.fields()["sort"],
        "sort must be one of name, -name, status, -status, createdAt, -createdAt, updatedAt, -updatedAt."
    );
    site.fake.answer(GET, &pb::GetDeploymentResponse { deployment: Some(deployment()) });
    assert_eq!(site.get(&token, &format!("/deployments/{}", id(7))).await.data(), shown());
    assert_eq!(
        site.get(&token, "/deployments?status=odd").await.fields()["status"],
        "status must be one of pending, running, failed, stopped."
    );
}

#[tokio::test]
async fn the_documented_payload_creates_a_deployment() {
    let site = Site::open().await;
    let token = site.user();
    site.fake.answer(CREATE, &pb::CreateDeploymentResponse { deployment: Some(deployment()), task_id: id(14) });
    let answer = site.post(&token, "/deployments", &payload()).await;
    assert_eq!((answer.status.as_u16(), answer.data()), (201, with(shown(), "taskId", json!(id(14)))));
    let asked: pb::CreateDeploymentRequest = site.fake.message(CREATE);
    let (spec, secrets) = (asked.spec.unwrap(), asked.secrets.unwrap());
    assert_eq!((asked.team_id, asked.cluster_id, asked.location.as_str()), (id(12), id(10), "us-west-2"));
    assert_eq!((spec.domain.as_deref(), spec.services.len()), (Some("shop.example.com"), 6));
    assert_eq!(spec.php.unwrap().upload_max_filesize, Some(10));
    assert_eq!(spec.database.unwrap().port, Some(3306));
    assert_eq!((secrets.app_pass.as_str(), secrets.database_pass.as_str()), ("app-secret", "db-secret"));
    assert_eq!(secrets.database_root_pass, "root-secret");
}

#[tokio::test]
async fn a_creation_is_planned_with_its_own_payload_and_carries_its_plan() {
    let site = Site::open().await;
    let token = site.user();
    let object = |kind: &str, problem: &str, untried: bool| proto::infrastructure::PlannedObject {
        kind: kind.into(),
        name: "shop-1".into(),
        action: proto::infrastructure::PlannedAction::Create.into(),
        problem: problem.into(),
        untried,
        ..Default::default()
    };
    let planned = pb::PlanDeploymentResponse {
        hash: "abc".into(),
        revision: 1,
        objects: vec![object("Namespace", "", false), object("Ingress", "taken", false), object("Job", "", true)],
        secrets: vec!["app_pass".into(), "redis_password".into()],
        tried_in: "default".into(),
        power: String::new(),
        r#move: None,
    };
    site.fake.answer("deployments.DeploymentService/PlanDeployment", &planned);
    let answer = site.post(&token, "/deployments/plan", &payload()).await;
    let data = answer.data();
    assert_eq!((answer.status.as_u16(), &data["hash"], &data["revision"]), (200, &json!("abc"), &json!(1)));
    assert_eq!(data["triedIn"], "default");
    assert_eq!(data["secrets"], json!(["baseParameters.appPass", "generated"]));
    let told: Vec<_> =
        data["objects"].as_array().unwrap().iter().map(|o| (&o["kind"], &o["problem"], &o["untried"])).collect();
    assert_eq!(told[1], (&json!("Ingress"), &json!("taken"), &json!(false)));
    assert_eq!(told[2], (&json!("Job"), &Value::Null, &json!(true)));
    let asked: pb::PlanDeploymentRequest = site.fake.message("deployments.DeploymentService/PlanDeployment");
    let Some(pb::plan_deployment_request::Change::Create(asked)) = asked.change else { panic!("another change") };
    assert_eq!((asked.name.as_str(), asked.team_id), ("shop", id(12)));
    site.fake.answer(CREATE, &pb::CreateDeploymentResponse { deployment: Some(deployment()), task_id: id(14) });
    assert_eq!(site.post(&token, "/deployments", &with(payload(), "plan", json!("abc"))).await.status.as_u16(), 201);
    assert_eq!(site.fake.message::<pb::CreateDeploymentRequest>(CREATE).plan, "abc");
}

#[tokio::test]
async fn the_plan_of_a_move_shows_both_clusters_and_says_what_is_lost() {
    let site = Site::open().await;
    let lost = message!(MoveLosesNothing, from = "Frankfurt");
    let leaves = proto::infrastructure::PlannedObject {
        kind: "Namespace".into(),
        action: proto::infrastructure::PlannedAction::Delete.into(),
        ..Default::default()
    };
    let notice = pb::Notice { warning: true, message: lost.to_string(), said: lost.packed() };
    let planned = pb::PlanDeploymentResponse {
        hash: "abc".into(),
        r#move: Some(pb::PlannedMove {
            from_cluster_id: id(10),
            from_cluster_name: "Frankfurt".into(),
            to_cluster_id: id(30),
            to_cluster_name: "Paris".into(),
            leaves: vec![leaves],
            notices: vec![notice],
        }),
        ..Default::default()
    };
    site.fake.answer("deployments.DeploymentService/PlanDeployment", &planned);
    let path = format!("/deployments/{}/plan", id(7));
    let answer = site.post(&site.user(), &path, &json!({"clusterId": id(30)})).await;
    let shown = &answer.data()["move"];
    assert_eq!((&shown["fromClusterId"], &shown["toClusterName"]), (&json!(id(10)), &json!("Paris")));
    assert_eq!((&shown["leaves"][0]["kind"], &shown["leaves"][0]["action"]), (&json!("Namespace"), &json!("delete")));
    let said = json!({"warning": true, "reason": "MoveLosesNothing", "params": {"from": "Frankfurt"}, "message": lost.to_string()});
    assert_eq!(shown["notices"][0], said);
}

#[tokio::test]
async fn the_team_may_be_named_in_either_way_but_not_in_two() {
    let site = Site::open().await;
    let token = site.user();
    site.fake.answer(CREATE, &pb::CreateDeploymentResponse { deployment: Some(deployment()), task_id: id(14) });
    let cases = [
        json!({"team_id": id(12)}),
        json!({"teamId": id(12)}),
        json!({"team_id": id(12), "teamId": id(12)}),
        json!({"team_id": "", "teamId": id(12)}),
        json!({"team_id": null, "teamId": id(12)}),
    ];
    for body in &cases {
        assert_eq!(site.post(&token, "/deployments", body).await.status.as_u16(), 201, "{body}");
    }
    for asked in site.fake.asked(CREATE) {
        assert_eq!(<pb::CreateDeploymentRequest as prost::Message>::decode(asked.body).unwrap().team_id, id(12));
    }
    let answer = site.post(&token, "/deployments", &json!({"team_id": id(12), "teamId": id(13)})).await;
    assert_eq!(answer.fields()["team_id"], "team_id and teamId name different teams.");
    site.post(&token, "/deployments", &json!({})).await.data();
    let asked = site.fake.asked(CREATE).pop().unwrap();
    let empty = <pb::CreateDeploymentRequest as prost::Message>::decode(asked.body).unwrap();
    assert_eq!((empty.team_id.as_str(), empty.name.as_str()), ("", ""), "what is missing is the service's to say");
}

#[tokio::test]
async fn a_change_goes_to_its_service_as_it_was_sent() {
    let site = Site::open().await;
    site.fake.answer(UPDATE, &pb::UpdateDeploymentResponse { deployment: Some(deployment()), task_id: id(15) });
    let (token, path) = (site.user(), format!("/deployments/{}", id(7)));
    let body = json!({"name": "shop", "version": 3, "reason": "More memory", "team_id": id(12), "location": id(11),
        "baseParameters": {"domain": "x.example.com", "appPass": "another-secret"}, "services": {"ftp": true},
        "phpParameters": {"phpMemoryLimit": 512}, "env": {"MODE": "live"}});
    let answer = site.put(&token, &path, &body).await;
    assert_eq!((answer.status.as_u16(), answer.data()), (200, with(shown(), "taskId", json!(id(15)))));
    let asked: pb::UpdateDeploymentRequest = site.fake.message(UPDATE);
    assert_eq!((asked.id, asked.name.as_deref(), asked.description), (id(7), Some("shop"), None));
    assert_eq!(
        (asked.version, asked.reason.as_str(), asked.team_id, asked.location),
        (3, "More memory", id(12), id(11))
    );
    let (spec, secrets) = (asked.spec.unwrap(), asked.secrets.unwrap());
    assert_eq!((spec.domain.as_deref(), spec.app_user, spec.services["ftp"]), (Some("x.example.com"), None, true));
    let php = spec.php.unwrap();
    assert_eq!((php.memory_limit, php.version, php.extension_names), (Some(512), None, None));
    assert_eq!((secrets.app_pass.as_str(), secrets.database_pass.as_str()), ("another-secret", ""));
    assert_eq!(secrets.env.unwrap().values["MODE"], "live");
}

#[tokio::test]
async fn the_version_of_a_change_comes_in_the_body_or_as_if_match() {
    let site = Site::open().await;
    site.fake.answer(UPDATE, &pb::UpdateDeploymentResponse { deployment: Some(deployment()), task_id: String::new() });
    let (token, path) = (site.user(), format!("/deployments/{}", id(7)));
    for (header, body, version) in [
        (None, json!({}), 0),
        (Some("\"7\""), json!({}), 7),
        (Some("7"), json!({"version": 9}), 9),
        (Some("*"), json!({}), 0),
    ] {
        let mut request = crate::site::request(http::Method::PUT, &path, &token, body.to_string().into());
        if let Some(header) = header {
            request.headers_mut().insert("if-match", header.parse().unwrap());
        }
        assert_eq!(site.send(request).await.status.as_u16(), 200, "{header:?}");
        let asked = site.fake.asked(UPDATE).pop().unwrap();
        let asked = <pb::UpdateDeploymentRequest as prost::Message>::decode(asked.body).unwrap();
        assert_eq!(asked.version, version, "{header:?}");
    }
    let mut request = crate::site::request(http::Method::PUT, &path, &token, "{}".into());
    request.headers_mut().insert("if-match", "new".parse().unwrap());
    assert!(site.send(request).await.fields().contains_key("If-Match"));
}

#[tokio::test]
async fn deleting_restarting_and_revealing() {
    let site = Site::open().await;
    let (token, path) = (site.user(), format!("/deployments/{}", id(7)));
    let mut leaving = deployment();
    leaving.deleting = true;
    leaving.status = pb::DeploymentStatus::Pending.into();
    let deleted = pb::DeleteDeploymentResponse { deployment: Some(leaving), task_id: String::new(), remains: vec![] };
    site.fake.answer("deployments.DeploymentService/DeleteDeployment", &deleted);
    let data = site.delete(&token, &path).await.data();
    assert_eq!((&data["deleting"], &data["status"], &data["taskId"]), (&json!(true), &json!("pending"), &Value::Null));
    assert_eq!((&data["remains"], &data["id"]), (&json!([]), &json!(id(7))));
    site.delete(&token, &format!("{path}?abandon=true")).await.data();
    let asked = site.fake.asked("deployments.DeploymentService/DeleteDeployment");
    let abandon =
        |n: usize| <pb::DeleteDeploymentRequest as prost::Message>::decode(asked[n].body.clone()).unwrap().abandon;
    assert_eq!((abandon(0), abandon(1)), (false, true));
    assert!(site.delete(&token, &format!("{path}?abandon=maybe")).await.fields().contains_key("abandon"));

    let restarted = pb::RestartDeploymentResponse { deployment: Some(deployment()), task_id: id(15) };
    site.fake.answer("deployments.DeploymentService/RestartDeployment", &restarted);
    let restart = site
        .send(crate::site::request(http::Method::POST, &format!("{path}/restart"), &token, axum::body::Body::empty()))
        .await;
    assert_eq!((restart.status.as_u16(), restart.data()), (200, with(shown(), "taskId", json!(id(15)))));

    let secrets =
        pb::Secrets { app_pass: "app-secret".into(), database_pass: "db-secret".into(), ..pb::Secrets::default() };
    let revealed = pb::RevealSecretsResponse { secrets: Some(secrets) };
    site.fake.answer("deployments.DeploymentService/RevealSecrets", &revealed);
    let answer = site.post(&token, &format!("{path}/secrets/reveal"), &json!({})).await;
    let expected = json!({"appPass": "app-secret", "databasePass": "db-secret", "databaseRootPass": null, "cloudflareToken": null, "env": {}});
    assert_eq!((answer.status.as_u16(), answer.data()), (200, expected));
    assert_eq!(answer.header("cache-control"), "no-store");
    let reveal = format!("{path}/secrets/reveal");
    let body = json!({"fields": ["databasePass"]});
    assert_eq!(site.post(&token, &reveal, &body).await.status.as_u16(), 200);
    // a body may be left out
    let bare = crate::site::request(http::Method::POST, &reveal, &token, axum::body::Body::empty());
    assert_eq!(site.send(bare).await.status.as_u16(), 200);
    let asked = site.fake.asked("deployments.DeploymentService/RevealSecrets");
    let fields = |n: usize| <pb::RevealSecretsRequest as prost::Message>::decode(asked[n].body.clone()).unwrap().fields;
    assert_eq!([fields(0), fields(1), fields(2)], [vec![], vec!["databasePass".to_owned()], vec![]]);
    assert!(site.post(&token, &reveal, &json!({"field": "databasePass"})).await.fields().contains_key("field"));
}
