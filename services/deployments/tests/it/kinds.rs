//! The kinds of site: what the catalogue says of each, and what a payload for it becomes.

use crate::{CLUSTER, TEAM, fields, member, verdict, world};
use deployments::{
    applications::{APPLICATIONS, find},
    chart::Charts,
    create::create,
    get_catalogue::get_catalogue,
    release,
    validate::{self, Earlier},
};
use kit::Problems;
use proto::deployments::{
    CreateDeploymentRequest, DatabaseInput, DeploymentType, Environment, Names, PhpInput, Secrets, SourceInput,
    SpecInput,
};
use serde_json::Value;
use std::collections::BTreeMap;

/// The documented payload of a kind, as the form sends it, whatever the kind makes of it.
fn documented(kind: &str) -> CreateDeploymentRequest {
    let services = [("nginx", true), ("mysql", true), ("redis", true), ("phpmyadmin", true), ("ftp", false)];
    CreateDeploymentRequest {
        name: format!("{kind} site"),
        r#type: kind.into(),
        team_id: TEAM.to_string(),
        cluster_id: CLUSTER.to_string(),
        location: "us-west-2".into(),
        spec: Some(SpecInput {
            domain: Some(format!("{kind}.example.com")),
            app_user: Some("admin".into()),
            services: services.map(|(name, on)| (name.to_owned(), on)).into(),
            php: Some(PhpInput {
                version: Some("8.1".into()),
                memory_limit: Some(256),
                max_execution_time: Some(60),
                pool_size: Some(10),
                max_requests_per_child: Some(500),
                upload_max_filesize: Some(10),
                extension_names: Some(Names { names: ["gd", "mysqli", "curl", "intl"].map(String::from).to_vec() }),
                ..Default::default()
            }),
            database: Some(DatabaseInput {
                user: Some("wordpress".into()),
                name: Some("wordpress".into()),
                host: Some("localhost".into()),
                port: Some(3306),
            }),
            ..Default::default()
        }),
        secrets: Some(Secrets {
            app_pass: "canary-app".into(),
            database_pass: "canary-db\"'\\".into(),
            database_root_pass: "canary-db\"'\\".into(),
            ..Default::default()
        }),
        ..Default::default()
    }
}

fn spec(request: &mut CreateDeploymentRequest) -> &mut SpecInput {
    request.spec.as_mut().unwrap()
}

/// The documents that a request renders to.
fn documents(request: &CreateDeploymentRequest) -> Vec<Value> {
    let mut problems = Problems::new();
    let wish = validate::wish(request, &mut problems);
    problems.done().unwrap();
    let charts = Charts::embedded();
    let name = release::name(&wish.name, uuid::Uuid::nil());
    let versions = deployments::chart::Versions::first();
    let values = deployments::chart::values(wish.application, &wish.spec, &name, &wish.name, &versions);
    let mut problems = Problems::new();
    charts.check(wish.application.id, &values, &mut problems).unwrap();
    problems.done().unwrap();
    let built = charts.build(wish.application.id, &values, &name, None).unwrap();
    assert!(built.too_much.is_empty(), "{:?}", built.too_much);
    let bundle: deployments::chart::Bundle = serde_json::from_slice(&built.bundle).unwrap();
    assert!(!bundle.documents.contains("canary") && !bundle.release.contains("canary"));
    serde_json::from_str(&bundle.documents).unwrap()
}

/// The container of the web pods with this name.
fn container(documents: &[Value], name: &str) -> Value {
    let web = documents
        .iter()
        .find(|d| d["kind"] == "Deployment" && d["metadata"]["labels"]["app.kubernetes.io/component"] == "web");
    let pod = &web.unwrap()["spec"]["template"]["spec"];
    let all = ["initContainers", "containers"].into_iter().filter_map(|list| pod[list].as_array()).flatten();
    all.into_iter().find(|container| container["name"] == name).cloned().unwrap_or_default()
}

fn variables(container: &Value) -> BTreeMap<String, String> {
    let list = container["env"].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or("(secret)").to_owned();
    list.iter().map(|variable| (text(&variable["name"]), text(&variable["value"]))).collect()
}

#[tokio::test]
async fn the_documented_payload_of_every_kind_makes_a_deployment_and_orders_its_install() {
    let world = world().await;
    for application in APPLICATIONS {
        let made = create(&world.app, &member(), documented(application.id)).await.unwrap().deployment.unwrap();
        let order = world.orders().await.pop().unwrap();
        assert_eq!(order.params.unwrap().chart_name, format!("canopy/{}", application.id));
        let spec = made.spec.unwrap();
        assert_eq!(spec.php.is_some(), application.has_php(), "phpParameters of a nodejs site are not kept");
        assert_eq!(spec.database.unwrap().name, "wordpress");
        assert_eq!(spec.services.len(), 6);
        assert_ne!(made.r#type, i32::from(DeploymentType::Unspecified));
    }
}

#[tokio::test]
async fn an_empty_payload_of_each_kind_is_answered_with_what_that_kind_requires() {
    let world = world().await;
    for application in APPLICATIONS {
        let request = CreateDeploymentRequest {
            r#type: application.id.into(),
            team_id: TEAM.to_string(),
            spec: Some(SpecInput { services: [("mysql".to_owned(), false)].into(), ..Default::default() }),
            ..Default::default()
        };
        let found = fields(create(&world.app, &member(), request).await);
        let database = found.keys().filter(|field| field.starts_with("databaseParameters.")).count();
        assert_eq!(database, if application.database.required { 5 } else { 0 }, "{}: {found:?}", application.id);
        for field in ["name", "clusterId", "baseParameters.domain", "baseParameters.appUser", "baseParameters.appPass"]
        {
            assert!(found.contains_key(field), "{}: {field}", application.id);
        }
    }
}

#[test]
fn a_kind_without_a_source_serves_a_page_that_says_so() {
    for kind in ["laravel", "orangecms", "nodejs"] {
        let documents = documents(&documented(kind));
        let page = documents
            .iter()
            .find(|d| d["kind"] == "ConfigMap" && d["metadata"]["name"].as_str().unwrap().ends_with("-page"));
        assert!(page.unwrap()["data"].to_string().contains("no program yet"), "{kind}");
        assert!(container(&documents, "fetch").is_null());
    }
}

#[test]
fn a_git_source_is_fetched_and_built_in_the_pod_that_serves_it() {
    for (kind, steps) in [
        ("laravel", ["extensions", "fetch", "composer", "assets", "build", "migrate"].as_slice()),
        ("orangecms", &["extensions", "fetch", "composer", "build", "setup"]),
        ("nodejs", &["fetch", "build"]),
    ] {
        let mut request = documented(kind);
        spec(&mut request).source = Some(SourceInput {
            url: Some("https://git.example.com/shop/web.git".into()),
            r#ref: Some("v2.1".into()),
            folder: Some("apps/web".into()),
            build: Some("make \"all\" && true".into()),
            ..Default::default()
        });
        request.secrets.as_mut().unwrap().env =
            Some(Environment { values: [("MODE".to_owned(), "canary-value".to_owned())].into() });
        let documents = documents(&request);
        for step in steps {
            assert!(container(&documents, step).is_object(), "{kind}: {step}");
        }
        let fetch = variables(&container(&documents, "fetch"));
        assert_eq!(
            (fetch["SOURCE_URL"].as_str(), fetch["SOURCE_REF"].as_str()),
            ("https://git.example.com/shop/web.git", "v2.1")
        );
        let build = container(&documents, "build");
        assert_eq!(variables(&build)["SOURCE_BUILD"], "make \"all\" && true");
        assert_eq!(build["workingDir"], "/app/repo/apps/web");
        assert!(build["envFrom"].to_string().contains("-env"), "the build sees the variables of the site");
        let app = variables(&container(&documents, "app"));
        assert!(app["DB_HOST"].ends_with("-mysql") && app["DB_PASSWORD"] == "(secret)", "{kind}: {app:?}");
    }
}

#[test]
fn an_image_is_used_as_it_is_and_found_at_its_port() {
    for kind in ["laravel", "orangecms", "nodejs"] {
        let mut request = documented(kind);
        let port = if kind == "nodejs" { Some(8080) } else { None };
        spec(&mut request).source =
            Some(SourceInput { image: Some("ghcr.io/shop/web:1.4".into()), port, ..Default::default() });
        let documents = documents(&request);
        let app = container(&documents, "app");
        assert_eq!(
            (app["image"].as_str(), app["ports"][0]["containerPort"].as_i64()),
            (Some("ghcr.io/shop/web:1.4"), Some(8080))
        );
        let nginx = container(&documents, "nginx");
        assert_eq!(nginx["ports"][0]["containerPort"], 8081, "not where the program is");
    }
}

#[test]
fn what_is_wrong_with_a_source_is_told_under_its_own_name() {
    type Spoil = fn(&mut SourceInput);
    let rows: [(&str, Spoil, &str); 11] = [
        ("nodejs", |s| s.kind = Some("svn".into()), "source.kind"),
        ("nodejs", |s| s.kind = Some("git".into()), "source.git.url"),
        ("nodejs", |s| s.kind = Some("image".into()), "source.image"),
        ("nodejs", |s| s.image = Some("ghcr.io/a b".into()), "source.image"),
        ("nodejs", |s| s.url = Some("https://me:secret@example.com/a.git".into()), "source.git.url"),
        ("nodejs", |s| s.url = Some("file:///etc/passwd".into()), "source.git.url"),
        (
            "nodejs",
            |s| (s.url, s.r#ref) = (Some("https://example.com/a.git".into()), Some("--upload-pack=x".into())),
            "source.git.ref",
        ),
        (
            "nodejs",
            |s| (s.url, s.folder) = (Some("https://example.com/a.git".into()), Some("../..".into())),
            "source.git.subdir",
        ),
        ("nodejs", |s| (s.image, s.port) = (Some("ghcr.io/a/b:1".into()), Some(80)), "source.port"),
        ("nodejs", |s| s.version = Some("12".into()), "source.version"),
        (
            "laravel",
            |s| (s.url, s.start) = (Some("https://example.com/a.git".into()), Some("php -S".into())),
            "source.start",
        ),
    ];
    for (row, (kind, spoil, field)) in rows.into_iter().enumerate() {
        let mut source = SourceInput::default();
        spoil(&mut source);
        let mut request = documented(kind);
        spec(&mut request).source = Some(source);
        let mut problems = Problems::new();
        validate::wish(&request, &mut problems);
        let found = fields(problems.done());
        assert_eq!(found.keys().collect::<Vec<_>>(), [field], "row {row}: {found:?}");
    }
}

#[test]
fn a_nodejs_site_may_be_without_a_database_and_run_several_times() {
    let mut request = documented("nodejs");
    let asked = spec(&mut request);
    asked.services.extend(["mysql", "redis", "phpmyadmin"].map(|name| (name.to_owned(), false)));
    asked.replicas = Some(3);
    let documents = documents(&request);
    let app = variables(&container(&documents, "app"));
    assert!(!app.contains_key("DATABASE_URL") && app["PORT"] == "3000", "{app:?}");
    assert!(documents.iter().all(|d| d["kind"] != "PersistentVolumeClaim" && d["kind"] != "StatefulSet"));
    let replicas = documents.iter().filter_map(|d| d["spec"]["replicas"].as_i64()).max();
    assert_eq!(replicas, Some(3));
    // but not with files that people bring
    spec(&mut request).services.insert("ftp".into(), true);
    let mut problems = Problems::new();
    validate::wish(&request, &mut problems);
    assert!(fields(problems.done()).contains_key("replicas"));
}

#[test]
fn a_server_elsewhere_is_used_though_mysql_is_on() {
    let mut request = documented("wordpress");
    spec(&mut request).database.as_mut().unwrap().host = Some("DB.example.com".into());
    spec(&mut request).database.as_mut().unwrap().port = Some(3307);
    let documents = documents(&request);
    assert_eq!(variables(&container(&documents, "php"))["WORDPRESS_DB_HOST"], "db.example.com:3307");
    let mysql = documents
        .iter()
        .find(|d| d["kind"] == "Service" && d["metadata"]["name"].as_str().unwrap().ends_with("-mysql"));
    assert_eq!(mysql.unwrap()["spec"]["ports"][0]["port"], 3306, "its own server keeps its port");
    let way_out = documents.iter().filter(|d| d["kind"] == "NetworkPolicy").any(|d| d.to_string().contains("3307"));
    assert!(way_out, "pods may go there");
}

#[test]
fn what_is_absent_in_a_change_stays_and_what_is_given_replaces_it() {
    let application = find("laravel").unwrap();
    let mut problems = Problems::new();
    let mut request = documented("laravel");
    let env = [("MODE", "one"), ("OLD", "two")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    request.secrets.as_mut().unwrap().env = Some(Environment { values: env.into() });
    let before = validate::wish(&request, &mut problems);
    let kept: Vec<String> = before.secrets.keys().cloned().collect();
    let earlier = Some(Earlier { spec: &before.spec, secrets: &kept });
    let same = validate::input(application, &SpecInput::default(), None, earlier, &mut problems);
    assert_eq!(same.spec, before.spec);
    assert!(same.secrets.is_empty());

    let change = SpecInput {
        domain: Some("new.example.com".into()),
        php: Some(PhpInput { memory_limit: Some(512), ..Default::default() }),
        services: [("redis".to_owned(), false)].into(),
        ..Default::default()
    };
    // a masked value stays, one that is not named any more goes
    let env = [("MODE", "•••"), ("NEW", "three")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    let secrets = Secrets {
        database_pass: "another-one".into(),
        env: Some(Environment { values: env.into() }),
        ..Default::default()
    };
    let changed = validate::input(application, &change, Some(&secrets), earlier, &mut problems);
    problems.done().unwrap();
    let php = changed.spec.php.as_ref().unwrap();
    assert_eq!((php.memory_limit, php.pool_size, php.version.as_str(), php.extensions.len()), (512, 10, "8.1", 4));
    assert!(!changed.spec.has("redis") && changed.spec.has("mysql"));
    assert_eq!(changed.spec.env, ["MODE", "NEW"]);
    assert_eq!(changed.secrets.keys().collect::<Vec<_>>(), ["database_pass", "env.NEW"]);
}

#[tokio::test]
async fn the_catalogue_says_what_each_kind_is_made_of() {
    let world = world().await;
    let kinds = get_catalogue(&world.app, &member()).unwrap().kinds;
    let ids: Vec<&str> = kinds.iter().map(|kind| kind.id.as_str()).collect();
    assert_eq!(ids, ["wordpress", "laravel", "nodejs", "orangecms"]);
    for kind in &kinds {
        let runtime = kind.runtime.as_ref().unwrap();
        let default = runtime.versions.iter().find(|version| version.id == runtime.default).unwrap();
        assert!(!default.ended || default.end_of_life.as_str() > "2026-11-22", "{}", kind.id);
        assert_eq!(kind.services.iter().filter(|service| !service.fixed).count(), 6);
    }
    let php = kinds[0].runtime.as_ref().unwrap();
    assert_eq!((php.versions[2].id.as_str(), php.versions[2].end_of_life.as_str()), ("8.1", "2025-12-31"));
    assert_eq!(kinds[0].logs[0].id, "wordpress");
    assert!(kinds[2].numbers.is_empty() && kinds[2].source.is_some());
    assert_eq!(verdict(get_catalogue(&world.app, &crate::tasks())), "403");
}

#[test]
fn the_descriptors_and_the_schemas_of_the_charts_say_the_same() {
    let names = [
        ("phpParameters.phpMemoryLimit", "memoryLimitMB"),
        ("phpParameters.phpMaxExecutionTime", "maxExecutionTime"),
        ("phpParameters.phpPoolSize", "poolSize"),
        ("phpParameters.phpMaxRequestsPerChild", "maxRequestsPerChild"),
        ("phpParameters.phpUploadMaxFilesize", "uploadMaxFilesizeMB"),
    ];
    for application in APPLICATIONS {
        let path = format!("{}/charts/{}/values.schema.json", env!("CARGO_MANIFEST_DIR"), application.id);
        let schema: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        let words = |pointer: &str| -> Vec<String> {
            let list = schema.pointer(pointer).and_then(Value::as_array).cloned().unwrap_or_default();
            list.iter().map(|word| word.as_str().unwrap().to_owned()).collect()
        };
        let versions: Vec<&str> = application.runtime.versions.iter().map(|version| version.id).collect();
        let pointer = if application.has_php() { "php/properties/version" } else { "source/properties/version" };
        assert_eq!(words(&format!("/properties/{pointer}/enum")), versions, "{}", application.id);
        if application.has_php() {
            assert_eq!(words("/properties/php/properties/extensions/items/enum"), application.extensions);
        }
        for number in application.numbers {
            let name = names.iter().find(|(field, _)| *field == number.field).unwrap().1;
            let of = |word: &str| {
                schema.pointer(&format!("/properties/php/properties/{name}/{word}")).and_then(Value::as_i64)
            };
            assert_eq!(of("maximum"), Some(number.most.into()), "{name}");
            assert!(of("minimum").unwrap() <= number.least.into(), "{name}");
        }
    }
}
