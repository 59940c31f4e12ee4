//! Changing, closing and deleting datacenters and clusters.

use crate::{
    fake::{Authority, base64, kubeconfig},
    stage::Stage,
};
use access::{Role, testing::service_caller, testing::user_caller};
use infrastructure::{
    create_datacenter, delete_cluster, delete_datacenter, get_cluster, list_clusters, list_datacenters,
    refresh_cluster, set_maintenance, update_cluster, update_datacenter,
};
use kit::Error;
use prost::Message as _;
use proto::{
    deployments::TellNameRequest,
    infrastructure::{
        Cluster, CreateDatacenterRequest, Datacenter, DeleteClusterRequest, DeleteDatacenterRequest, Domains,
        GetClusterRequest, ListClustersRequest, ListDatacentersRequest, RefreshClusterRequest, SetMaintenanceRequest,
        UpdateClusterRequest, UpdateDatacenterRequest,
    },
};
use std::sync::atomic::Ordering;
use uuid::Uuid;

async fn datacenter(stage: &Stage, name: &str, region: &str) -> Datacenter {
    let request = CreateDatacenterRequest {
        name: name.to_owned(),
        provider: "hetzner".to_owned(),
        region: region.to_owned(),
        ..Default::default()
    };
    let created = create_datacenter::create(&stage.app, &stage.admin(), request).await.expect("created");
    created.datacenter.expect("a datacenter")
}

async fn datacenters(stage: &Stage) -> Vec<Datacenter> {
    list_datacenters::list(&stage.app, ListDatacentersRequest::default()).await.expect("a list").datacenters
}

async fn change(stage: &Stage, request: UpdateClusterRequest) -> kit::Result<Cluster> {
    Ok(update_cluster::update(&stage.app, &stage.admin(), request).await?.cluster.expect("a cluster"))
}

async fn cluster(stage: &Stage, id: &str) -> kit::Result<Cluster> {
    let request = GetClusterRequest { id: id.to_owned() };
    Ok(get_cluster::get(&stage.app, &service_caller("deployments"), request).await?.cluster.expect("a cluster"))
}

fn reason(result: kit::Result<impl std::fmt::Debug>) -> String {
    result.expect_err("refused").message().reason().to_owned()
}

#[tokio::test]
async fn what_a_change_of_a_datacenter_does_not_name_stays_and_its_clusters_follow() {
    let stage = Stage::set(&[]).await;
    let west = datacenter(&stage, "West", "fsn1").await;
    let inside = stage.cluster("prod", "").await;
    let moved = UpdateClusterRequest {
        id: inside.id.clone(),
        datacenter_id: Some(west.id.clone()),
        row_version: inside.row_version,
        ..Default::default()
    };
    let moved = change(&stage, moved).await.expect("moved");
    assert_eq!((moved.provider.as_str(), moved.region.as_str()), ("hetzner", "fsn1"));
    let request = UpdateDatacenterRequest {
        id: west.id.clone(),
        name: Some("North".to_owned()),
        region: Some("hel1".to_owned()),
        domains: Some(Domains { names: vec!["example.com".to_owned()] }),
        row_version: west.row_version,
        ..Default::default()
    };
    let north = update_datacenter::update(&stage.app, &stage.admin(), request.clone()).await.expect("changed");
    let north = north.datacenter.expect("a datacenter");
    assert_eq!((north.name.as_str(), north.city.as_str(), north.provider.as_str()), ("North", "Helsinki", "hetzner"));
    assert_eq!((north.domains.as_slice(), north.cluster_count), (["example.com".to_owned()].as_slice(), 1));
    assert_eq!(cluster(&stage, &inside.id).await.expect("a cluster").region, "hel1");
    let late = update_datacenter::update(&stage.app, &stage.admin(), request).await;
    assert_eq!(reason(late), "PLACE_CHANGED_MEANWHILE");
    let same = UpdateDatacenterRequest { id: west.id, ..Default::default() };
    update_datacenter::update(&stage.app, &stage.admin(), same).await.expect("nothing to change");
    let told = ["DatacenterCreated", "ClusterCreated", "ClusterMoved", "DatacenterRenamed"];
    assert_eq!(stage.history().await, told);
}

#[tokio::test]
async fn a_datacenter_goes_when_nothing_is_deployed_in_it_and_its_clusters_stay() {
    let stage = Stage::set(&[]).await;
    let west = datacenter(&stage, "West", "fsn1").await;
    let inside = stage.cluster("prod", "").await;
    let into =
        UpdateClusterRequest { id: inside.id.clone(), datacenter_id: Some(west.id.clone()), ..Default::default() };
    change(&stage, into).await.expect("moved");
    let delete = || DeleteDatacenterRequest { id: west.id.clone(), row_version: 0 };
    stage.deployments.store(2, Ordering::SeqCst);
    let refused = delete_datacenter::delete(&stage.app, &stage.admin(), delete()).await;
    assert_eq!(reason(refused), "DATACENTER_HAS_DEPLOYMENTS");
    assert_eq!(datacenters(&stage).await.len(), 1);
    stage.deployments.store(0, Ordering::SeqCst);
    delete_datacenter::delete(&stage.app, &stage.admin(), delete()).await.expect("deleted");
    assert!(datacenters(&stage).await.is_empty());
    assert_eq!(cluster(&stage, &inside.id).await.expect("it stays").datacenter_id, "");
    let again = delete_datacenter::delete(&stage.app, &stage.admin(), delete()).await;
    assert!(matches!(again, Err(Error::NotFound(_))), "{again:?}");
}

#[tokio::test]
async fn a_change_of_a_cluster_is_all_or_nothing_and_names_the_version_it_was_made_on() {
    let stage = Stage::set(&[]).await;
    let (prod, other) = (stage.cluster("prod", "").await, stage.cluster("other", "").await);
    let taken = UpdateClusterRequest {
        id: prod.id.clone(),
        name: Some("OTHER".to_owned()),
        kubeconfig: base64(&kubeconfig(
            "https://10.1.2.3:6443",
            &Authority::create().pem(),
            "token: very-secret-token",
        )),
        ..Default::default()
    };
    assert_eq!(reason(change(&stage, taken.clone()).await), "NAME_TAKEN");
    assert!(!cluster(&stage, &prod.id).await.expect("a cluster").has_kubeconfig, "the kubeconfig was not kept alone");
    let wrong = UpdateClusterRequest {
        id: prod.id.clone(),
        description: Some(" ".to_owned()),
        endpoint: Some("http://x".to_owned()),
        datacenter_id: Some(Uuid::from_u128(9).to_string()),
        ..Default::default()
    };
    let Err(Error::Invalid { fields, .. }) = change(&stage, wrong).await else { panic!("accepted") };
    assert_eq!(fields.keys().map(String::as_str).collect::<Vec<_>>(), ["description", "k8sendpoint"]);
    let good = UpdateClusterRequest { name: Some("first".to_owned()), row_version: prod.row_version, ..taken };
    let first = change(&stage, good.clone()).await.expect("changed");
    assert_eq!((first.name.as_str(), first.has_kubeconfig), ("first", true));
    assert_eq!(reason(change(&stage, good).await), "PLACE_CHANGED_MEANWHILE");
    // what is observed is no change by a person
    sqlx::query("update infrastructure.cluster set row_version = row_version + 5")
        .execute(&stage.bench.cx.db)
        .await
        .expect("seen");
    let now = UpdateClusterRequest {
        id: prod.id,
        description: Some("another".to_owned()),
        row_version: first.row_version,
        ..Default::default()
    };
    assert_eq!(change(&stage, now).await.expect("changed").description, "another");
    assert_ne!(other.id, first.id);
    let told = ["ClusterCreated", "ClusterCreated", "ClusterRenamed", "KubeconfigSet", "ClusterChanged"];
    assert_eq!(stage.history().await, told);
    let commands = stage.bench.outbox().await.into_iter().filter(|sent| sent.target == "deployments");
    let told: Vec<_> = commands.map(|sent| TellNameRequest::decode(sent.payload.as_slice()).expect("one")).collect();
    let name = TellNameRequest { cluster_id: first.id, name: "first".to_owned(), ..Default::default() };
    assert_eq!(told, [name], "deployments keeps it with the cluster's sites");
}

#[tokio::test]
async fn a_cluster_with_deployments_stays_and_is_open_again_and_one_without_goes() {
    let stage = Stage::set(&[]).await;
    let prod = stage.cluster("prod", "").await;
    let delete = || DeleteClusterRequest { id: prod.id.clone(), row_version: prod.row_version };
    stage.deployments.store(3, Ordering::SeqCst);
    let refused = delete_cluster::delete(&stage.app, &stage.admin(), delete()).await;
    assert_eq!(reason(refused), "CLUSTER_HAS_DEPLOYMENTS");
    assert!(!cluster(&stage, &prod.id).await.expect("it stays").closing, "it takes new deployments again");
    let at = stage.bench.cx.clock.now();
    let close = "update infrastructure.cluster set closing_at = $1";
    sqlx::query(close).bind(at).execute(&stage.bench.cx.db).await.expect("closed");
    assert!(cluster(&stage, &prod.id).await.expect("a cluster").closing);
    // a crash while it was closed
    sqlx::query(close).bind(at - time::Duration::minutes(3)).execute(&stage.bench.cx.db).await.expect("closed");
    assert!(!cluster(&stage, &prod.id).await.expect("a cluster").closing, "a closing runs out");
    stage.deployments.store(0, Ordering::SeqCst);
    delete_cluster::delete(&stage.app, &stage.admin(), delete()).await.expect("deleted");
    assert!(matches!(cluster(&stage, &prod.id).await, Err(Error::NotFound(_))));
    assert_eq!(stage.history().await, ["ClusterCreated", "ClusterDeleted"]);
}

#[tokio::test]
async fn maintenance_begins_and_ends_once_each() {
    let stage = Stage::set(&[]).await;
    let prod = stage.cluster("prod", "").await;
    let set = async |maintenance| {
        let request = SetMaintenanceRequest { id: prod.id.clone(), maintenance, row_version: 0 };
        Ok::<_, Error>(set_maintenance::set(&stage.app, &stage.admin(), request).await?.cluster.expect("a cluster"))
    };
    assert_eq!(set(Some(true)).await.expect("begun").status, "maintenance");
    assert_eq!(set(Some(true)).await.expect("so already").status, "maintenance");
    assert_eq!(set(Some(false)).await.expect("ended").status, "unknown");
    let Err(Error::Invalid { fields, .. }) = set(None).await else { panic!("accepted") };
    assert_eq!(fields["maintenance"], "Maintenance is required");
    assert_eq!(stage.history().await, ["ClusterCreated", "MaintenanceBegun", "MaintenanceEnded"]);
}

#[tokio::test]
async fn only_administrators_change_places_and_one_without_a_kubeconfig_cannot_be_looked_at() {
    let stage = Stage::set(&[]).await;
    let prod = stage.cluster("prod", "").await;
    let manager = user_caller(Uuid::from_u128(3), Role::Manager, Vec::new());
    for caller in [stage.user(), manager, service_caller("canopy")] {
        let id = prod.id.clone();
        let forbidden = |result: kit::Result<()>| assert!(matches!(result, Err(Error::Forbidden(_))), "{result:?}");
        let request = UpdateClusterRequest { id: id.clone(), ..Default::default() };
        forbidden(update_cluster::update(&stage.app, &caller, request).await.map(drop));
        let request = DeleteClusterRequest { id: id.clone(), row_version: 0 };
        forbidden(delete_cluster::delete(&stage.app, &caller, request).await.map(drop));
        let request = SetMaintenanceRequest { id: id.clone(), maintenance: Some(true), row_version: 0 };
        forbidden(set_maintenance::set(&stage.app, &caller, request).await.map(drop));
        let request = RefreshClusterRequest { id: id.clone() };
        forbidden(refresh_cluster::refresh(&stage.app, &caller, request).await.map(drop));
        let request = UpdateDatacenterRequest { id: id.clone(), ..Default::default() };
        forbidden(update_datacenter::update(&stage.app, &caller, request).await.map(drop));
        let request = DeleteDatacenterRequest { id, row_version: 0 };
        forbidden(delete_datacenter::delete(&stage.app, &caller, request).await.map(drop));
    }
    let look = RefreshClusterRequest { id: prod.id };
    assert_eq!(reason(refresh_cluster::refresh(&stage.app, &stage.admin(), look).await), "WITHOUT_KUBECONFIG");
}

#[tokio::test]
async fn a_problem_that_a_newer_version_wrote_takes_no_list_away() {
    let stage = Stage::set(&[]).await;
    stage.cluster("prod", "").await;
    sqlx::query("update infrastructure.cluster set problem = 'Something.', problem_said = '{\"reason\": 7}'")
        .execute(&stage.bench.cx.db)
        .await
        .expect("written");
    let listed = list_clusters::list(&stage.app, &stage.admin(), ListClustersRequest::default()).await.expect("a list");
    assert_eq!(listed.clusters.iter().map(|cluster| cluster.problem.as_str()).collect::<Vec<_>>(), ["Something."]);
}
