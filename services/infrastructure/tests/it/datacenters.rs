//! Datacenters.

use crate::stage::Stage;
use access::testing::service_caller;
use infrastructure::{create_datacenter, get_catalogue, list_datacenters};
use kit::Error;
use proto::infrastructure::{CreateDatacenterRequest, Datacenter, ListDatacentersRequest};

fn request(name: &str) -> CreateDatacenterRequest {
    CreateDatacenterRequest {
        name: name.to_owned(),
        provider: "hetzner".to_owned(),
        region: "fsn1".to_owned(),
        ..Default::default()
    }
}

async fn list(stage: &Stage, search: &str) -> Vec<Datacenter> {
    let request = ListDatacentersRequest { search: search.to_owned(), ..Default::default() };
    let answer = list_datacenters::list(&stage.app, request).await.expect("a list");
    assert_eq!(answer.total as usize, answer.datacenters.len());
    answer.datacenters
}

#[tokio::test]
async fn an_admin_creates_a_datacenter_and_everyone_finds_it() {
    let stage = Stage::set(&[]).await;
    let created = create_datacenter::create(&stage.app, &stage.admin(), request("West")).await.expect("created");
    let created = created.datacenter.expect("a datacenter");
    assert_eq!((created.city.as_str(), created.country.as_str()), ("Falkenstein", "DE"));
    for search in ["", "FALKEN", "de", "wes"] {
        assert_eq!(list(&stage, search).await, std::slice::from_ref(&created), "{search}");
    }
    assert!(list(&stage, "%").await.is_empty(), "a search is literal");
    assert_eq!(stage.history().await, ["DatacenterCreated"]);
}

#[tokio::test]
async fn only_admins_and_the_supervisor_create_datacenters() {
    let stage = Stage::set(&[]).await;
    for caller in [stage.user(), service_caller("tasks")] {
        let error = create_datacenter::create(&stage.app, &caller, request("West")).await.expect_err("refused");
        assert!(matches!(error, Error::Forbidden(_)), "{error:?}");
    }
    assert!(list(&stage, "").await.is_empty());
}

#[tokio::test]
async fn a_name_that_looks_the_same_is_taken() {
    let stage = Stage::set(&[]).await;
    create_datacenter::create(&stage.app, &stage.admin(), request("West 1")).await.expect("created");
    for name in ["west 1", "Ｗｅｓｔ　１", " WEST 1 "] {
        let error = create_datacenter::create(&stage.app, &stage.admin(), request(name)).await.expect_err(name);
        assert!(matches!(error, Error::Conflict(ref message) if message.reason() == "NAME_TAKEN"), "{name}: {error:?}");
    }
}

#[tokio::test]
async fn the_supervisor_may_register_the_same_datacenter_at_each_start() {
    let stage = Stage::set(&[]).await;
    let canopy = service_caller("canopy");
    let first = create_datacenter::create(&stage.app, &canopy, request("Local")).await.expect("created");
    let second = create_datacenter::create(&stage.app, &canopy, request("Local")).await.expect("found");
    assert_eq!(first, second);
    assert_eq!(list(&stage, "").await.len(), 1);
    assert_eq!(stage.history().await.len(), 1);
}

#[tokio::test]
async fn a_repeated_call_with_the_same_key_creates_one_datacenter() {
    let stage = Stage::set(&[]).await;
    let admin = stage.admin().with_key("key-1");
    let first = create_datacenter::create(&stage.app, &admin, request("West")).await.expect("created");
    let second = create_datacenter::create(&stage.app, &admin, request("West")).await.expect("repeated");
    assert_eq!(first, second);
    let error = create_datacenter::create(&stage.app, &admin, request("East")).await.expect_err("another body");
    assert!(matches!(error, Error::Conflict(_)), "{error:?}");
    assert_eq!(list(&stage, "").await.len(), 1);
}

#[tokio::test]
async fn a_name_with_invisible_characters_is_refused_with_all_other_problems() {
    let stage = Stage::set(&[]).await;
    let wrong = CreateDatacenterRequest { name: "a\u{202E}b".to_owned(), provider: "azure".to_owned(), ..request("") };
    let error = create_datacenter::create(&stage.app, &stage.admin(), wrong).await.expect_err("refused");
    let Error::Invalid { fields, message } = error else { panic!("another category") };
    assert_eq!(message, "Validation Error");
    assert_eq!(fields.keys().map(String::as_str).collect::<Vec<_>>(), ["name", "provider"]);
}

#[tokio::test]
async fn the_catalogue_has_providers_regions_and_countries() {
    let stage = Stage::set(&[]).await;
    let catalogue = get_catalogue::get(&stage.app);
    assert_eq!(catalogue.providers.len(), 7);
    assert_eq!(catalogue.providers.iter().map(|provider| provider.regions.len()).sum::<usize>(), 81);
    assert_eq!(catalogue.countries.len(), 26);
}
