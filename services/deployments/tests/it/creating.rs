//! Creating.

use crate::{
    CLUSTER, FOREIGN, NOBODY, TEAM, admin, cluster, fields, manager, member, other, shop, stranger, verdict, world,
};
use deployments::create::create;
use proto::deployments::{
    Amounts, CreateDeploymentRequest, DatabaseInput, DeploymentStatus, DeploymentType, Environment, Names, PhpInput,
    Secrets, SourceInput, SpecInput,
};
use uuid::Uuid;

fn spec(request: &mut CreateDeploymentRequest) -> &mut SpecInput {
    request.spec.as_mut().unwrap()
}
fn database(request: &mut CreateDeploymentRequest) -> &mut DatabaseInput {
    spec(request).database.as_mut().unwrap()
}
fn env(request: &mut CreateDeploymentRequest, name: &str, value: &str) {
    let values = [(name.to_owned(), value.to_owned())].into();
    secrets(request).env = Some(Environment { values });
}
fn secrets(request: &mut CreateDeploymentRequest) -> &mut Secrets {
    request.secrets.as_mut().unwrap()
}

#[tokio::test]
async fn a_deployment_is_created_with_the_defaults_of_the_form_and_its_install_is_ordered() {
    let world = world().await;
    let answer = world.create(&member()).await;
    let made = answer.deployment.unwrap();
    assert_eq!(
        (made.name.as_str(), made.status(), made.r#type()),
        ("Shop", DeploymentStatus::Pending, DeploymentType::Wordpress)
    );
    assert_eq!(made.location, "00dd0000-0000-4000-8000-000000000001", "the cluster's datacenter, whatever was sent");
    assert_eq!(made.current_task, answer.task_id);
    assert_eq!((made.has_app_pass, made.has_database_pass, made.has_database_root_pass), (true, true, true));
    assert_eq!(made.release_name, format!("shop-{}", &made.id[..6]));
    assert_eq!(made.namespace, made.release_name);
    let spec = made.spec.unwrap();
    assert_eq!(spec.domain, "shop.example.com");
    let on: Vec<&str> = ["cloudflare", "ftp", "mysql", "nginx", "phpmyadmin", "redis"]
        .into_iter()
        .filter(|s| spec.services[*s])
        .collect();
    assert_eq!(on, ["mysql", "nginx", "phpmyadmin", "redis"]);
    let php = spec.php.unwrap();
    assert_eq!((php.version.as_str(), php.memory_limit, php.pool_size), ("8.3", 256, 10));
    assert_eq!((php.max_execution_time, php.max_requests_per_child, php.upload_max_filesize), (60, 500, 10));
    assert_eq!(php.extensions, ["gd", "mysqli", "curl", "intl"]);
    let database = spec.database.unwrap();
    assert_eq!((database.host.as_str(), database.port), ("localhost", 3306));
    let resources = made.resources.unwrap();
    assert!(resources.cpu.ends_with('m') && resources.memory.ends_with("Gi"), "{resources:?}");
    assert_eq!(resources.storage, "10Gi", "5Gi of files and 5Gi of MySQL");

    let orders = world.orders().await;
    assert_eq!(orders.len(), 1);
    assert_eq!((orders[0].id.as_str(), orders[0].revision, orders[0].hash.len()), (answer.task_id.as_str(), 1, 64));
    assert_eq!((orders[0].team_name.as_str(), orders[0].cluster_name.as_str()), ("Web", "prod"));
    assert_eq!(orders[0].actor_name, "Test User");
    let params = orders[0].params.clone().unwrap();
    assert_eq!((params.chart_name.as_str(), params.namespace.as_str()), ("canopy/wordpress", made.namespace.as_str()));
    assert!(params.services["mysql"]);
    assert!(params.values.unwrap().fields.contains_key("domain"));
    assert_eq!(world.reasons().await, ["DeploymentCreated"]);
    assert_eq!(world.events().await[0].message, "Deployment \"Shop\" was created in team \"Web\" on cluster \"prod\".");
}

#[tokio::test]
async fn an_empty_payload_is_answered_with_every_problem_at_once() {
    let world = world().await;
    let found = fields(create(&world.app, &member(), CreateDeploymentRequest::default()).await);
    let expected = [
        ("baseParameters.appPass", "Admin Password is required for secure application access"),
        ("baseParameters.appUser", "Admin Username is required for application access"),
        ("baseParameters.domain", "Domain name is required for deployment setup"),
        ("clusterId", "Please select a cluster where your deployment will run"),
        ("databaseParameters.databaseName", "Database Name is required"),
        ("databaseParameters.databasePass", "Database Password is required"),
        ("databaseParameters.databaseRootPass", "Database Root Password is required"),
        ("databaseParameters.databaseUser", "Database Username is required"),
        ("name", "Deployment name is required"),
        ("team_id", "Please select a team for this deployment"),
        ("type", "Application type is required"),
    ];
    let found: Vec<(&str, &str)> = found.iter().map(|(field, text)| (field.as_str(), text.as_str())).collect();
    assert_eq!(found, expected);
    assert!(world.orders().await.is_empty());
}

/// Another state of the cluster.
type Change = fn(&mut proto::infrastructure::Cluster);
type Spoil = fn(&mut CreateDeploymentRequest);

/// What is wrong, the field it is told under, and a part of the sentence.
const ROWS: &[(Spoil, &str, &str)] = &[
    (|r| r.name = "x".repeat(64), "name", "63"),
    (|r| r.name = "a\u{202E}b".into(), "name", "invisible"),
    (|r| r.name = "  ".into(), "name", "required"),
    (|r| r.description = "x".repeat(501), "description", "500"),
    (|r| r.r#type = "joomla".into(), "type", "not known"),
    (|r| r.cluster_id = NOBODY.into(), "clusterId", "does not exist"),
    (|r| r.cluster_id = "prod".into(), "clusterId", "does not exist"),
    (|r| spec(r).domain = Some("https://shop.example.com".into()), "baseParameters.domain", "without scheme"),
    (|r| spec(r).domain = Some("shop.example.com:8080".into()), "baseParameters.domain", "port"),
    (|r| spec(r).domain = Some("shop.example.com/x".into()), "baseParameters.domain", "path"),
    (|r| spec(r).domain = Some("shop_1.example.com".into()), "baseParameters.domain", "such as"),
    (|r| spec(r).domain = Some("-shop.example.com".into()), "baseParameters.domain", "such as"),
    (|r| spec(r).domain = Some("shop.example.com.".into()), "baseParameters.domain", "such as"),
    (|r| spec(r).domain = Some("10.0.0.1".into()), "baseParameters.domain", "not an address"),
    (|r| spec(r).domain = Some("shop".into()), "baseParameters.domain", "two parts"),
    (|r| spec(r).domain = Some("a.localhost".into()), "baseParameters.domain", "reserved"),
    (|r| spec(r).domain = Some("web.shop.svc".into()), "baseParameters.domain", "reserved"),
    (|r| spec(r).domain = Some("web.shop.svc.cluster.local".into()), "baseParameters.domain", "reserved"),
    (|r| spec(r).domain = Some("bücher.example".into()), "baseParameters.domain", "xn--"),
    (|r| spec(r).domain = Some(format!("{}.example.com", "x".repeat(64))), "baseParameters.domain", "such as"),
    (|r| spec(r).domain = Some("shop.example.com\nkind: Secret".into()), "baseParameters.domain", "such as"),
    (|r| spec(r).app_user = Some("{{ .Files }}".into()), "baseParameters.appUser", "letters"),
    (
        |r| secrets(r).app_pass = "short".into(),
        "baseParameters.appPass",
        "Admin Password should be at least 8 characters long for security",
    ),
    (|r| secrets(r).app_pass = "********".into(), "baseParameters.appPass", "masked"),
    (|r| secrets(r).app_pass = "line\nbreak".into(), "baseParameters.appPass", "control"),
    (|r| secrets(r).app_pass = "x".repeat(129), "baseParameters.appPass", "128"),
    (
        |r| secrets(r).database_pass = "short".into(),
        "databaseParameters.databasePass",
        "Database Password should be at least 8 characters long for security",
    ),
    (
        |r| secrets(r).database_root_pass = "short".into(),
        "databaseParameters.databaseRootPass",
        "Database Root Password should be at least 8 characters long for security",
    ),
    (|r| database(r).user = Some("root".into()), "databaseParameters.databaseUser", "root"),
    (|r| database(r).user = Some("x'; drop".into()), "databaseParameters.databaseUser", "letters"),
    (|r| database(r).name = Some("x'; DROP".into()), "databaseParameters.databaseName", "letters"),
    (|r| database(r).name = Some("mysql".into()), "databaseParameters.databaseName", "MySQL keeps"),
    (|r| database(r).host = Some("db.example.com; rm".into()), "databaseParameters.databaseHost", "host name"),
    (|r| database(r).port = Some(0), "databaseParameters.databasePort", "65535"),
    (|r| database(r).port = Some(70_000), "databaseParameters.databasePort", "65535"),
    (|r| database(r).port = Some(-1), "databaseParameters.databasePort", "65535"),
    (
        |r| _ = spec(r).services.insert("mysql".into(), false),
        "databaseParameters.databaseHost",
        "required when MySQL is off",
    ),
    (|r| _ = spec(r).services.insert("cloudflare".into(), true), "baseParameters.cloudflareToken", "required"),
    (|r| _ = spec(r).services.insert("mongodb".into(), true), "services.mongodb", "not known"),
    (|r| _ = spec(r).services.insert("web".into(), false), "services.web", "switched off"),
    (
        |r| spec(r).php = Some(PhpInput { version: Some("5.6".into()), ..Default::default() }),
        "phpParameters.phpVersion",
        "PHP 7.4, 8.0, 8.1, 8.2, 8.3, 8.4 are available.",
    ),
    (
        |r| {
            spec(r).php = Some(PhpInput {
                extension_names: Some(Names { names: vec!["gd; curl evil|sh".into()] }),
                ..Default::default()
            })
        },
        "phpParameters.phpExtensions",
        "Not known",
    ),
    (
        |r| spec(r).php = Some(PhpInput { memory_limit: Some(0), ..Default::default() }),
        "phpParameters.phpMemoryLimit",
        "at least 32 MB",
    ),
    (
        |r| spec(r).php = Some(PhpInput { max_requests_per_child: Some(0), ..Default::default() }),
        "phpParameters.phpMaxRequestsPerChild",
        "at least 1",
    ),
    (|r| spec(r).replicas = Some(0), "replicas", "at least 1"),
    (|r| spec(r).replicas = Some(2), "replicas", "runs once"),
    (|r| spec(r).domains = Some(Names { names: vec!["a.example.com".into(), "b".into()] }), "domains", "two parts"),
    (
        |r| spec(r).source = Some(SourceInput { image: Some("ghcr.io/a/b:1".into()), ..Default::default() }),
        "source",
        "brings its own program",
    ),
    (
        |r| spec(r).resources = Some(Amounts { memory: "2GB".into(), ..Default::default() }),
        "resources.memory",
        "such as 512Mi",
    ),
    (|r| spec(r).resources = Some(Amounts { cpu: "0".into(), ..Default::default() }), "resources.cpu", "such as 500m"),
    (|r| env(r, "9LIVES", "x"), "env", "letters"),
    (|r| env(r, "WORDPRESS_DB_HOST", "x"), "env.WORDPRESS_DB_HOST", "set by Canopy"),
    (|r| env(r, "MODE", "••••"), "env.MODE", "masked"),
    (
        |r| spec(r).php = Some(PhpInput { memory_limit: Some(-1), ..Default::default() }),
        "phpParameters.phpMemoryLimit",
        "at least",
    ),
    (
        |r| spec(r).php = Some(PhpInput { max_execution_time: Some(100_000), ..Default::default() }),
        "phpParameters.phpMaxExecutionTime",
        "at most",
    ),
    (
        |r| spec(r).php = Some(PhpInput { pool_size: Some(100_000), ..Default::default() }),
        "phpParameters.phpPoolSize",
        "at most",
    ),
    (
        |r| spec(r).php = Some(PhpInput { max_requests_per_child: Some(-5), ..Default::default() }),
        "phpParameters.phpMaxRequestsPerChild",
        "at least",
    ),
    (
        |r| spec(r).php = Some(PhpInput { upload_max_filesize: Some(i32::MAX), ..Default::default() }),
        "phpParameters.phpUploadMaxFilesize",
        "at most",
    ),
];

#[tokio::test]
async fn each_wrong_value_is_refused_under_its_own_name_and_nothing_is_stored() {
    let world = world().await;
    for (row, (spoil, field, part)) in ROWS.iter().enumerate() {
        let mut request = shop();
        spoil(&mut request);
        let found = fields(create(&world.app, &member(), request).await);
        let names: Vec<&str> = found.keys().map(String::as_str).collect();
        assert_eq!(names, [*field], "row {row}: {found:?}");
        assert!(found[*field].contains(part), "row {row}: {found:?}");
        assert!(!found[*field].contains("canary"), "a sentence never repeats a password");
    }
    let rows: i64 =
        sqlx::query_scalar("select count(*) from deployments.deployment").fetch_one(&world.app.cx.db).await.unwrap();
    assert_eq!(rows, 0);
}

#[tokio::test]
async fn what_the_form_can_send_is_accepted() {
    let world = world().await;
    let mut external = other("external");
    spec(&mut external).services.insert("mysql".into(), false);
    database(&mut external).host = Some("db.example.com".into());
    database(&mut external).port = Some(3307);
    let mut tunnel = other("tunnel");
    spec(&mut tunnel).services.extend([("cloudflare".into(), true), ("web".into(), true), ("ftp".into(), true)]);
    secrets(&mut tunnel).cloudflare_token = "eyJhIjoiYiJ9".into();
    let mut bare = other("bare");
    spec(&mut bare).services.extend(["nginx", "redis", "phpmyadmin"].map(|name| (name.to_owned(), false)));
    spec(&mut bare).php = Some(PhpInput {
        version: Some("7.4".into()),
        extension_names: Some(Names { names: vec!["GD".into(), "gd".into(), "pdo_mysql".into()] }),
        ..Default::default()
    });
    let mut unusual = other("unusual");
    unusual.name = "O'Brien & Co.: {{ .Values }} \"x\" - 日本 👩‍👩‍👧 \\ #".into();
    let accepted: CreateDeploymentRequest = unusual.clone();
    // a server elsewhere beside one's own, on a port of its own, with passwords that hold everything and are equal
    let mut both = other("both");
    database(&mut both).host = Some("db.example.com".into());
    database(&mut both).port = Some(3307);
    secrets(&mut both).database_pass = "it's \"so\" \\ $HOME `id`".into();
    secrets(&mut both).database_root_pass = secrets(&mut both).database_pass.clone();
    secrets(&mut both).app_pass = secrets(&mut both).database_pass.clone();
    spec(&mut both).services.insert("ftp".into(), true);
    let mut own_port = other("own-port");
    database(&mut own_port).port = Some(3307);
    spec(&mut own_port).domains = Some(Names { names: vec!["www.Example.com".into(), "www.example.com".into()] });
    spec(&mut own_port).resources = Some(Amounts { cpu: "250m".into(), memory: "1Gi".into(), storage: "20Gi".into() });
    env(&mut own_port, "WP_ENVIRONMENT_TYPE", "");
    for request in [external, tunnel, bare, both, own_port, unusual] {
        let name = request.name.clone();
        assert_eq!(verdict(create(&world.app, &member(), request).await), "ok", "{name}");
    }
    // the name is the title of the site: as it is, and only there
    let order = world.orders().await.pop().unwrap();
    let values = order.params.unwrap().values.unwrap();
    assert_eq!(values.fields["title"].kind, Some(prost_types::value::Kind::StringValue(accepted.name)));
}

#[tokio::test]
async fn what_its_namespace_could_not_hold_is_refused_in_words() {
    let world = world().await;
    let mut request = shop();
    spec(&mut request).php = Some(PhpInput { pool_size: Some(200), ..Default::default() });
    let found = fields(create(&world.app, &member(), request).await);
    assert!(found["phpParameters.phpPoolSize"].contains("a deployment may have 8Gi"), "{found:?}");
}

#[tokio::test]
async fn a_cluster_that_takes_nothing_is_a_problem_of_the_field_beside_all_others() {
    let world = world().await;
    let states: [(Change, &str); 2] = [
        (|c| c.has_kubeconfig = false, "This cluster has no kubeconfig yet."),
        (|c| c.status = "maintenance".into(), "This cluster is in maintenance."),
    ];
    for (state, sentence) in states {
        let mut broken = cluster(CLUSTER, "prod");
        state(&mut broken);
        world.peers.state().clusters = vec![broken];
        let request = CreateDeploymentRequest { name: String::new(), ..shop() };
        let found = fields(create(&world.app, &member(), request).await);
        assert_eq!(found["clusterId"], sentence);
        assert_eq!(found["name"], "Deployment name is required");
    }
    world.peers.state().clusters =
        vec![proto::infrastructure::Cluster { status: "unreachable".into(), ..cluster(CLUSTER, "prod") }];
    assert_eq!(verdict(create(&world.app, &member(), shop()).await), "ok", "the task waits for it");
}

#[tokio::test]
async fn the_location_may_be_nonsense_but_not_another_datacenter() {
    let world = world().await;
    let elsewhere = "00dd0000-0000-4000-8000-000000000002";
    world.peers.state().datacenters =
        vec![proto::infrastructure::Datacenter { id: elsewhere.into(), ..Default::default() }];
    let found =
        fields(create(&world.app, &member(), CreateDeploymentRequest { location: elsewhere.into(), ..shop() }).await);
    assert_eq!(found["location"], "The cluster is in another datacenter.");
    assert_eq!(
        verdict(create(&world.app, &member(), CreateDeploymentRequest { location: NOBODY.into(), ..shop() }).await),
        "ok"
    );
}

#[tokio::test]
async fn a_team_of_others_and_a_team_that_is_not_there_read_alike() {
    let world = world().await;
    for team in [FOREIGN.to_string(), NOBODY.to_owned(), "../web".to_owned()] {
        // before validation: the rest of the payload is empty and nothing is said about it
        let request = CreateDeploymentRequest { team_id: team, ..Default::default() };
        assert_eq!(verdict(create(&world.app, &member(), request).await), "404 Team");
    }
    assert_eq!(verdict(create(&world.app, &stranger(), shop()).await), "404 Team");
    assert_eq!(verdict(create(&world.app, &manager(), shop()).await), "403");
    assert_eq!(verdict(create(&world.app, &admin(), shop()).await), "ok");
    assert_eq!(verdict(create(&world.app, &crate::tasks(), shop()).await), "403");
}

#[tokio::test]
async fn a_name_and_a_domain_are_taken_once() {
    let world = world().await;
    world.create(&member()).await;
    let again = |name: &str, domain: &str, team: Uuid| {
        let mut request = CreateDeploymentRequest { name: name.into(), team_id: team.to_string(), ..shop() };
        spec(&mut request).domain = Some(domain.into());
        request
    };
    let refused = create(&world.app, &member(), again("sHOP", "b.example.com", TEAM)).await;
    assert_eq!(verdict(refused), "409 NAME_TAKEN", "case does not make another name");
    assert_eq!(
        verdict(create(&world.app, &member(), again("Other", "shop.EXAMPLE.com", TEAM)).await),
        "409 DOMAIN_TAKEN"
    );
    assert_eq!(
        verdict(create(&world.app, &stranger(), again("Shop", "b.example.com", FOREIGN)).await),
        "ok",
        "another team's name"
    );
    let elsewhere = Uuid::from_u128(0x00cc_0000_0000_4000_8000_0000_0000_0002);
    world.peers.state().clusters.push(cluster(elsewhere, "second"));
    let request =
        CreateDeploymentRequest { cluster_id: elsewhere.to_string(), ..again("Third", "shop.example.com", TEAM) };
    assert_eq!(verdict(create(&world.app, &member(), request).await), "ok", "another cluster's domain");
}
