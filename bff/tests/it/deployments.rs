//! `/deployments`, to the letter.

use crate::site::{MADE_TEXT, Site, id, made};
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
            ..Default::default()
        }),
        error_log: String::new(),
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
    }
}

pub fn shown() -> Value {
    json!({"id": id(7), "name": "shop", "description": "The shop", "status": "running", "type": "wordpress",
        "clusterId": id(10), "location": id(11), "team_id": id(12), "teamId": id(12), "createdAt": MADE_TEXT,
        "updatedAt": MADE_TEXT, "errorLog": null,
        "baseParameters": {"domain": "shop.example.com", "appUser": "admin", "hasAppPass": true},
        "services": {"ftp": false, "nginx": true},
        "phpParameters": {"phpVersion": "8.1", "phpExtensions": ["gd", "mysqli"], "phpMemoryLimit": 256,
            "phpMaxExecutionTime": 60, "phpPoolSize": 10, "phpMaxRequestsPerChild": 500, "phpUploadMaxFilesize": 10},
        "databaseParameters": {"databaseUser": "wordpress", "databaseName": "wp", "databaseHost": "localhost",
            "databasePort": 3306, "hasDatabasePass": true, "hasDatabaseRootPass": false},
        "source": null, "env": ["MODE"], "domains": ["www.example.com"], "replicas": 1,
        "resources": {"cpu": "750m", "memory": "1.2Gi", "storage": "10Gi"}, "deleting": false, "currentTaskId": null,
        "lastTaskId": id(13), "releaseName": "shop-000000", "namespace": "shop-000000", "revision": 1,
        "createdBy": id(2), "version": 3})
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
    let Some(site) = Site::open().await else { return };
    let token = site.user();
    let listed = pb::ListDeploymentsResponse { deployments: vec![deployment()], total: 1 };
    site.fake.answer("deployments.DeploymentService/ListDeployments", &listed);
    let query = format!("/deployments/?search=shop&clusterId={}&teamId={}&status=running", id(10), id(12));
    assert_eq!(site.get(&token, &query).await.data(), json!([shown()]));
    let asked: pb::ListDeploymentsRequest = site.fake.message("deployments.DeploymentService/ListDeployments");
    assert_eq!(
        (asked.cluster_id.clone(), asked.team_id.clone(), asked.status()),
        (id(10), id(12), pb::DeploymentStatus::Running)
    );
    site.fake.answer(GET, &pb::GetDeploymentResponse { deployment: Some(deployment()) });
    assert_eq!(site.get(&token, &format!("/deployments/{}", id(7))).await.data(), shown());
    assert_eq!(
        site.get(&token, "/deployments?status=odd").await.fields()["status"],
        "status must be one of pending, running, failed."
    );
}

#[tokio::test]
async fn the_documented_payload_creates_a_deployment() {
    let Some(site) = Site::open().await else { return };
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
async fn the_team_may_be_named_in_either_way_but_not_in_two() {
    let Some(site) = Site::open().await else { return };
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
async fn name_and_description_change() {
    let Some(site) = Site::open().await else { return };
    site.fake.answer(UPDATE, &pb::UpdateDeploymentResponse { deployment: Some(deployment()) });
    let path = format!("/deployments/{}", id(7));
    let answer = site.put(&site.user(), &path, &json!({"name": "shop"})).await;
    assert_eq!((answer.status.as_u16(), answer.data()), (200, with(shown(), "taskId", Value::Null)));
    let asked: pb::UpdateDeploymentRequest = site.fake.message(UPDATE);
    assert_eq!((asked.id, asked.name.as_deref(), asked.description), (id(7), Some("shop"), None));
    assert!(site.fake.asked(GET).is_empty(), "nothing to compare");
}

#[tokio::test]
async fn what_was_read_can_be_sent_back() {
    let Some(site) = Site::open().await else { return };
    site.fake.answer(GET, &pb::GetDeploymentResponse { deployment: Some(deployment()) });
    site.fake.answer(UPDATE, &pb::UpdateDeploymentResponse { deployment: Some(deployment()) });
    let (token, path) = (site.user(), format!("/deployments/{}", id(7)));
    let read = site.get(&token, &path).await.data();
    let mut body = serde_json::Map::new();
    for name in [
        "name",
        "description",
        "type",
        "clusterId",
        "location",
        "team_id",
        "teamId",
        "baseParameters",
        "services",
        "phpParameters",
        "databaseParameters",
    ] {
        body.insert(name.to_owned(), read[name].clone());
    }
    let mut body = Value::Object(body);
    assert_eq!(site.put(&token, &path, &body).await.status.as_u16(), 200);
    // Absent, null and empty passwords keep what is.
    body["baseParameters"]["appPass"] = Value::Null;
    body["databaseParameters"]["databasePass"] = json!("");
    body["services"]["redis"] = json!(false);
    assert_eq!(site.put(&token, &path, &body).await.status.as_u16(), 200);
}

#[tokio::test]
async fn a_mask_is_never_taken_for_a_password() {
    let Some(site) = Site::open().await else { return };
    site.fake.answer(GET, &pb::GetDeploymentResponse { deployment: Some(deployment()) });
    let (token, path) = (site.user(), format!("/deployments/{}", id(7)));
    for mask in ["********", "••••••••"] {
        let body = json!({"name": "shop", "baseParameters": {"domain": "shop.example.com", "appPass": mask}});
        let sentence = "baseParameters.appPass is masked. Leave it out to keep the password as it is.";
        assert_eq!(site.put(&token, &path, &body).await.fields()["baseParameters.appPass"], sentence);
    }
    assert!(site.fake.asked(UPDATE).is_empty(), "nothing was changed");
}

#[tokio::test]
async fn a_field_that_cannot_change_yet_is_refused_by_name_and_nothing_is_changed() {
    let Some(site) = Site::open().await else { return };
    site.fake.answer(GET, &pb::GetDeploymentResponse { deployment: Some(deployment()) });
    let (token, path) = (site.user(), format!("/deployments/{}", id(7)));
    let cases = [
        (json!({"clusterId": id(99)}), "clusterId", "clusterId cannot be changed yet."),
        (json!({"location": id(98)}), "location", "location cannot be changed yet."),
        (
            json!({"baseParameters": {"domain": "x.example.com"}}),
            "baseParameters.domain",
            "baseParameters.domain cannot be changed yet.",
        ),
        (
            json!({"baseParameters": {"appPass": "another-secret"}}),
            "baseParameters.appPass",
            "baseParameters.appPass cannot be changed yet.",
        ),
        (json!({"services": {"ftp": true}}), "services.ftp", "services.ftp cannot be changed yet."),
        (
            json!({"phpParameters": {"phpExtensions": ["gd"]}}),
            "phpParameters.phpExtensions",
            "phpParameters.phpExtensions cannot be changed yet.",
        ),
        (
            json!({"databaseParameters": {"databasePort": 3307}}),
            "databaseParameters.databasePort",
            "databaseParameters.databasePort cannot be changed yet.",
        ),
        (json!({"type": "laravel"}), "type", "type cannot be changed."),
        (json!({"team_id": id(97)}), "team_id", "team_id cannot be changed."),
    ];
    for (body, field, sentence) in cases {
        let answer = site.put(&token, &path, &body).await;
        assert_eq!(answer.fields(), [(field.to_owned(), sentence.to_owned())].into(), "{body}");
        assert_eq!(answer.json()["message"], sentence);
    }
    let both = json!({"name": "other", "clusterId": id(99), "services": {"ftp": true}});
    assert_eq!(site.put(&token, &path, &both).await.fields().len(), 2);
    assert!(site.fake.asked(UPDATE).is_empty(), "nothing was changed");
}

#[tokio::test]
async fn php_settings_of_an_application_without_php_do_not_matter() {
    let Some(site) = Site::open().await else { return };
    let mut node = deployment();
    node.r#type = pb::DeploymentType::Nodejs.into();
    let spec = node.spec.as_mut().unwrap();
    (spec.php, spec.database) = (None, None);
    site.fake.answer(GET, &pb::GetDeploymentResponse { deployment: Some(node.clone()) });
    site.fake.answer(UPDATE, &pb::UpdateDeploymentResponse { deployment: Some(node) });
    let (token, path) = (site.user(), format!("/deployments/{}", id(7)));
    let shown = site.get(&token, &path).await.data();
    assert_eq!((&shown["phpParameters"], &shown["databaseParameters"]), (&Value::Null, &Value::Null));
    let body = json!({"name": "api", "phpParameters": {"phpVersion": "8.1", "phpMemoryLimit": 256}});
    assert_eq!(site.put(&token, &path, &body).await.status.as_u16(), 200);
}

#[tokio::test]
async fn deleting_restarting_and_revealing() {
    let Some(site) = Site::open().await else { return };
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
}
