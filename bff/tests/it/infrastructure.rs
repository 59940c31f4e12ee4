//! `/catalogue`, `/datacenters`, `/clusters`, to the letter.

use crate::site::{MADE_TEXT, Site, id, made};
use kit::message;
use proto::{deployments, infrastructure as pb};
use serde_json::{Value, json};

fn cluster() -> pb::Cluster {
    pb::Cluster {
        id: id(7),
        name: "prod".into(),
        description: "Production".into(),
        provider: "hetzner".into(),
        region: "fsn1".into(),
        datacenter_id: id(9),
        endpoint: "https://k8s.example.com:6443".into(),
        domains: vec!["example.com".into()],
        status: "operational".into(),
        version: Some("v1.33.1".into()),
        nodes: Some(3),
        total_cpu: Some(12),
        total_memory: None,
        api_endpoint: "https://10.0.0.1:6443".into(),
        access_type: "token".into(),
        has_security: true,
        has_kubeconfig: true,
        problem: "The credentials may not list nodes, so nodes, CPU and memory are not known.".into(),
        said: kit::message!(NodesUnknown).packed(),
        last_seen: made(),
        created_at: made(),
        updated_at: made(),
        row_version: 4,
        cordoned_nodes: Some(1),
        unready_nodes: Some(0),
        requested_cpu: Some(2600),
        requested_memory: None,
        closing: false,
    }
}

fn shown() -> Value {
    json!({"id": id(7), "name": "prod", "description": "Production", "provider": "hetzner", "region": "fsn1",
        "version": "v1.33.1", "datacenter": id(9), "k8sendpoint": "https://k8s.example.com:6443", "nodes": 3,
        "totalMemory": null, "totalCPU": 12, "cordonedNodes": 1, "unreadyNodes": 0, "requestedCPU": 2.6, "requestedMemory": null, "domains": ["example.com"], "status": "operational",
        "apiEndpoint": "https://10.0.0.1:6443", "accessType": "token", "hasSecurity": true, "hasKubeconfig": true,
        "problem": "The credentials may not list nodes, so nodes, CPU and memory are not known.",
        "reason": "NodesUnknown", "params": {}, "lastSeen": MADE_TEXT, "createdAt": MADE_TEXT, "updatedAt": MADE_TEXT, "rowVersion": 4})
}

#[tokio::test]
async fn clusters_are_listed_and_read_without_their_kubeconfig() {
    let site = Site::open().await;
    let listed = pb::ListClustersResponse { clusters: vec![cluster()], total: 1, datacenters: None };
    site.fake.answer("infrastructure.ClusterService/ListClusters", &listed);
    let answer = site.get(&site.admin(), &format!("/clusters?datacenter={}", id(9))).await;
    assert_eq!(answer.data(), json!([shown()]));
    let asked: pb::ListClustersRequest = site.fake.message("infrastructure.ClusterService/ListClusters");
    assert_eq!(asked.datacenter_id, id(9));
    let got = pb::GetClusterResponse { cluster: Some(cluster()) };
    site.fake.answer("infrastructure.ClusterService/GetCluster", &got);
    assert_eq!(site.get(&site.user(), &format!("/clusters/{}", id(7))).await.data(), shown());
}

#[tokio::test]
async fn the_documented_payload_registers_a_cluster_and_what_is_observed_is_not_kept() {
    let site = Site::open().await;
    let created = pb::CreateClusterResponse { cluster: Some(cluster()) };
    site.fake.answer("infrastructure.ClusterService/CreateCluster", &created);
    let body = json!({"name": "prod", "description": "Production", "provider": "hetzner", "region": "fsn1", "version": "1.27",
        "datacenter": id(9), "k8sendpoint": "https://k8s.example.com:6443", "nodes": 3, "totalMemory": 12288, "totalCPU": 6,
        "domains": ["example.com"], "kubeconfig": "YXBp", "status": "operational", "apiEndpoint": "", "accessType": "",
        "hasSecurity": false});
    let answer = site.post(&site.admin(), "/clusters", &body).await;
    assert_eq!((answer.status.as_u16(), answer.data()), (201, shown()));
    let asked: pb::CreateClusterRequest = site.fake.message("infrastructure.ClusterService/CreateCluster");
    assert_eq!((asked.kubeconfig.as_str(), asked.datacenter_id), ("YXBp", id(9)));
    assert_eq!(asked.endpoint, "https://k8s.example.com:6443");
}

#[tokio::test]
async fn a_kubeconfig_is_read_set_and_validated_by_admins() {
    let site = Site::open().await;
    let admin = site.admin();
    let path = format!("/clusters/{}/kubeconfig", id(7));
    let text = "apiVersion: v1\nkind: Config\n";
    let got = pb::GetKubeconfigResponse { kubeconfig: text.into() };
    site.fake.answer("infrastructure.ClusterService/GetKubeconfig", &got);
    assert_eq!(site.get(&admin, &path).await.data(), json!(text));
    site.fake.refuse("infrastructure.ClusterService/GetKubeconfig", || kit::Error::not_found("Kubeconfig"));
    assert_eq!(site.get(&admin, &path).await.failure(404, "NOT_FOUND"), "Kubeconfig not found");

    let set = pb::SetKubeconfigResponse { cluster: Some(cluster()) };
    site.fake.answer("infrastructure.ClusterService/SetKubeconfig", &set);
    let answer = site.post(&admin, &path, &json!({"kubeconfig": "YXBp"})).await;
    assert_eq!((answer.status.as_u16(), answer.data()), (200, shown()));
    let asked: pb::SetKubeconfigRequest = site.fake.message("infrastructure.ClusterService/SetKubeconfig");
    assert_eq!((asked.cluster_id, asked.kubeconfig.as_str()), (id(7), "YXBp"));
    site.fake.refuse("infrastructure.ClusterService/SetKubeconfig", || {
        kit::Error::invalid_field("kubeconfig", kit::Message::said("exec is not allowed"))
    });
    let answer = site.post(&admin, &path, &json!({"kubeconfig": "YXBp"})).await;
    assert_eq!(answer.fields()["kubeconfig"], "exec is not allowed");

    let right = message!(RightMissing, verb = "create", resource = "namespaces", place = "cluster", namespace = "");
    let problem = message!(ClusterAway, said = message!(NoAnswerInTime));
    let validated = pb::ValidateKubeconfigResponse {
        endpoint: "https://10.0.0.1:6443".into(),
        access_type: "token".into(),
        ca_fingerprint: "AB:CD".into(),
        expires_at: None,
        reachable: false,
        version: String::new(),
        missing: vec![right.to_string()],
        missing_said: vec![right.packed()],
        problem: problem.to_string(),
        said: problem.packed(),
        same_cluster: Some(true),
    };
    site.fake.answer("infrastructure.ClusterService/ValidateKubeconfig", &validated);
    let expected = json!({"endpoint": "https://10.0.0.1:6443", "accessType": "token", "caFingerprint": "AB:CD",
        "expiresAt": null, "reachable": false, "version": null, "sameCluster": true, "missing": ["The credentials may not create namespaces."],
        "missingReasons": [{"reason": "RightMissing",
            "params": {"verb": "create", "resource": "namespaces", "place": "cluster", "namespace": ""}}],
        "problem": "The cluster cannot be reached: no answer in time", "reason": "ClusterAway",
        "params": {"said": {"reason": "NoAnswerInTime", "params": {}, "message": "no answer in time"}}});
    let answer = site.post(&admin, "/clusters/validate", &json!({"kubeconfig": "YXBp"})).await;
    assert_eq!((answer.status.as_u16(), answer.data()), (200, expected));
}

#[tokio::test]
async fn datacenters_are_listed_and_created_with_their_metrics_null_until_measured() {
    let site = Site::open().await;
    let datacenter = pb::Datacenter {
        id: id(9),
        name: "Falkenstein".into(),
        city: "Falkenstein".into(),
        country: "DE".into(),
        provider: "hetzner".into(),
        region: "eu-central".into(),
        status: "operational".into(),
        address: "Am Datacenter-Park 1".into(),
        domains: vec![],
        created_at: made(),
        updated_at: made(),
        cluster_count: 2,
        latency_ms: Some(12.5),
        availability: None,
        row_version: 2,
    };
    let shown = json!({"id": id(9), "name": "Falkenstein", "city": "Falkenstein", "country": "DE", "provider": "hetzner",
        "region": "eu-central", "status": "operational", "address": "Am Datacenter-Park 1", "domains": [],
        "location": "Falkenstein, DE", "metrics": {"latency": 12.5, "availability": null}, "clusterCount": 2, "rowVersion": 2,
        "createdAt": MADE_TEXT, "updatedAt": MADE_TEXT});
    let listed = pb::ListDatacentersResponse { datacenters: vec![datacenter.clone()], total: 1 };
    site.fake.answer("infrastructure.DatacenterService/ListDatacenters", &listed);
    assert_eq!(site.get(&site.user(), "/datacenters").await.data(), json!([shown]));
    let created = pb::CreateDatacenterResponse { datacenter: Some(datacenter) };
    site.fake.answer("infrastructure.DatacenterService/CreateDatacenter", &created);
    let body = json!({"name": "Falkenstein", "city": "Falkenstein", "country": "DE", "provider": "hetzner",
        "region": "eu-central", "status": "operational", "address": "Am Datacenter-Park 1", "domains": []});
    let answer = site.post(&site.admin(), "/datacenters", &body).await;
    assert_eq!((answer.status.as_u16(), answer.data()), (201, shown));
}

#[tokio::test]
async fn the_catalogue_carries_the_descriptors_of_the_kinds_and_the_places() {
    let site = Site::open().await;
    let region = pb::Region {
        id: "us-east-1".into(),
        name: "US East".into(),
        city: "Virginia".into(),
        country: "US".into(),
        address: "Ashburn".into(),
    };
    let offered = pb::GetCatalogueResponse {
        providers: vec![pb::Provider { id: "aws".into(), name: "AWS".into(), regions: vec![region] }],
        countries: vec![pb::Country { code: "DE".into(), region: "eu-central-1".into() }],
    };
    site.fake.answer("infrastructure.CatalogueService/GetCatalogue", &offered);
    let kind = deployments::Kind {
        id: "wordpress".into(),
        name: "WordPress".into(),
        description: "A site.".into(),
        runtime: Some(deployments::Runtime {
            id: "php".into(),
            name: "PHP".into(),
            field: "phpParameters.phpVersion".into(),
            versions: vec![deployments::RuntimeVersion {
                id: "8.1".into(),
                end_of_life: "2025-12-31".into(),
                ended: true,
            }],
            default: "8.3".into(),
        }),
        services: vec![deployments::ServiceChoice {
            id: "ftp".into(),
            name: "FTP (SFTP)".into(),
            on: false,
            fixed: false,
            volume: true,
            access: Some(deployments::ServiceAccess {
                component: "ftp".into(),
                protocol: "sftp".into(),
                host: String::new(),
                port: 2022,
                user: "baseParameters.appUser".into(),
                password: "baseParameters.appPass".into(),
            }),
        }],
        numbers: vec![deployments::NumberField {
            field: "phpParameters.phpPoolSize".into(),
            label: "Pool Size".into(),
            unit: String::new(),
            least: 1,
            most: 200,
            default: 10,
        }],
        extensions: vec!["gd".into()],
        usual_extensions: vec!["gd".into()],
        database_required: true,
        database_name: "wordpress".into(),
        source: None,
        reserved_env: vec!["DB_*".into()],
        most_replicas: 1,
        logs: vec![deployments::LogChoice { id: "wordpress".into(), service: String::new() }],
    };
    let kinds = deployments::GetCatalogueResponse { kinds: vec![kind] };
    site.fake.answer("deployments.DeploymentService/GetCatalogue", &kinds);
    let access = json!({"component": "ftp", "protocol": "sftp", "host": null, "port": 2022,
        "user": "baseParameters.appUser", "password": "baseParameters.appPass"});
    let runtime = json!({"id": "php", "name": "PHP", "field": "phpParameters.phpVersion", "default": "8.3",
        "versions": [{"id": "8.1", "endOfLife": "2025-12-31", "ended": true}]});
    let shown = json!({"id": "wordpress", "name": "WordPress", "description": "A site.", "runtime": runtime,
        "services": [{"id": "ftp", "name": "FTP (SFTP)", "on": false, "fixed": false, "volume": true, "access": access}],
        "numbers": [{"field": "phpParameters.phpPoolSize", "label": "Pool Size", "unit": null, "least": 1, "most": 200,
            "default": 10}],
        "extensions": ["gd"], "defaultExtensions": ["gd"], "databaseRequired": true, "databaseName": "wordpress",
        "source": null, "reservedEnv": ["DB_*"], "mostReplicas": 1, "logs": [{"id": "wordpress", "service": null}]});
    let expected = json!({"types": [shown], "versions": {"php": ["8.1"]}, "providers": [{"id": "aws", "name": "AWS"}],
        "regions": [{"provider": "aws", "id": "us-east-1", "name": "US East", "city": "Virginia", "country": "US",
            "address": "Ashburn"}],
        "countries": [{"code": "DE", "region": "eu-central-1"}]});
    assert_eq!(site.get(&site.user(), "/catalogue").await.data(), expected);
}

#[tokio::test]
async fn clusters_and_datacenters_are_changed_on_the_version_that_the_caller_saw() {
    let site = Site::open().await;
    let token = site.admin();
    let changed = pb::UpdateClusterResponse { cluster: Some(cluster()) };
    site.fake.answer("infrastructure.ClusterService/UpdateCluster", &changed);
    let body = json!({"name": "prod", "datacenter": "", "k8sendpoint": "https://x.example", "kubeconfig": "eA==",
        "provider": "aws", "rowVersion": 4});
    assert_eq!(site.put(&token, &format!("/clusters/{}", id(7)), &body).await.data(), shown());
    let asked: pb::UpdateClusterRequest = site.fake.message("infrastructure.ClusterService/UpdateCluster");
    let expected = pb::UpdateClusterRequest {
        id: id(7),
        name: Some("prod".into()),
        datacenter_id: Some(String::new()),
        endpoint: Some("https://x.example".into()),
        kubeconfig: "eA==".into(),
        row_version: 4,
        ..Default::default()
    };
    assert_eq!(asked, expected);
    let set = pb::SetMaintenanceResponse { cluster: Some(cluster()) };
    site.fake.answer("infrastructure.ClusterService/SetMaintenance", &set);
    let put = site.put(&token, &format!("/clusters/{}/maintenance", id(7)), &json!({"maintenance": true})).await;
    assert_eq!(put.data(), shown());
    let asked: pb::SetMaintenanceRequest = site.fake.message("infrastructure.ClusterService/SetMaintenance");
    assert_eq!((asked.maintenance, asked.row_version), (Some(true), 0));
    site.fake.answer("infrastructure.DatacenterService/DeleteDatacenter", &pb::DeleteDatacenterResponse {});
    let mut ask = crate::site::request(
        http::Method::DELETE,
        &format!("/datacenters/{}", id(9)),
        &token,
        axum::body::Body::empty(),
    );
    ask.headers_mut().insert("if-match", "\"3\"".parse().unwrap());
    assert_eq!(site.send(ask).await.data(), json!({"id": id(9)}));
    let asked: pb::DeleteDatacenterRequest = site.fake.message("infrastructure.DatacenterService/DeleteDatacenter");
    assert_eq!((asked.id, asked.row_version), (id(9), 3));
}
