//! The chart of a revision, as the archive that the Helm CLI takes.

use crate::{APP_PASS, DB_PASS, NOBODY, ROOT_PASS, World, colleague, manager, member, stranger, verdict, world};
use access::Caller;
use deployments::{discard_change::discard_change, get_chart::get_chart};
use helm::{Chart, Target, render};
use proto::deployments::{DiscardChangeRequest, GetChartRequest, GetChartResponse};
use serde_json::{Value, json};

async fn asked(world: &World, caller: &Caller, id: &str, revision: i32) -> kit::Result<GetChartResponse> {
    get_chart(&world.app, caller, GetChartRequest { id: id.to_owned(), revision }).await
}

fn values(chart: &Chart) -> &Value {
    chart.default_values()
}

/// What of the revision is applied, as sealed.
fn rendered(chart: &Chart, release: &str, values: &Value) -> Vec<Value> {
    let target = Target {
        release,
        namespace: release,
        revision: 1,
        is_install: true,
        kube_version: "v1.33.0",
        api_versions: &[],
    };
    render(chart, values, &target).unwrap().documents.into_iter().map(|document| document.object).collect()
}

#[tokio::test]
async fn each_revision_has_its_chart_with_its_values() {
    let world = world().await;
    let id = world.running().await;
    world.change_domain(&id, "store.example.com").await;
    let release = world.shown(&id).await.release_name;
    for (number, domain) in [(1, "shop.example.com"), (2, "store.example.com")] {
        let answer = asked(&world, &member(), &id, number).await.unwrap();
        assert_eq!(answer.file_name, format!("{release}-{number}.tgz"));
        assert_eq!(answer.archive, asked(&world, &colleague(), &id, number).await.unwrap().archive, "the same bytes");
        let chart = helm::unpack(&answer.archive).unwrap();
        assert_eq!((chart.metadata().name.as_str(), &values(&chart)["domain"]), ("wordpress", &json!(domain)));
        let alone = rendered(&chart, &release, &json!({}));
        assert!(alone.iter().any(|object| object["kind"] == "Ingress" && object["spec"]["rules"][0]["host"] == domain));
        let paths: Vec<&str> = chart.files().iter().map(|file| file.path.as_str()).collect();
        assert!(paths.contains(&"charts/common/templates/_pod.tpl"), "{paths:?}");
    }
    let kept: i64 =
        sqlx::query_scalar("select count(*) from deployments.chart").fetch_one(&world.app.cx.db).await.unwrap();
    assert_eq!(kept, 1, "both revisions are of one chart");
}

#[tokio::test]
async fn no_archive_holds_a_secret() {
    let world = world().await;
    let id = world.running().await;
    let chart = helm::unpack(&asked(&world, &member(), &id, 1).await.unwrap().archive).unwrap();
    for file in chart.files() {
        let text = String::from_utf8_lossy(&file.data);
        for secret in [APP_PASS, DB_PASS, ROOT_PASS] {
            assert!(!text.contains(secret), "{} holds a password", file.path);
        }
    }
    assert_eq!(values(&chart)["app"]["existingSecret"], format!("{}-app", world.shown(&id).await.release_name));
}

#[tokio::test]
async fn a_change_that_is_given_up_has_the_chart_it_returns_to() {
    let world = world().await;
    let id = world.running().await;
    let task = world.change_domain(&id, "store.example.com").await;
    world.finish(&id, &task, false, true).await;
    discard_change(&world.app, &member(), DiscardChangeRequest { id: id.clone(), ..Default::default() }).await.unwrap();
    let (first, third) =
        (asked(&world, &member(), &id, 1).await.unwrap(), asked(&world, &member(), &id, 3).await.unwrap());
    let (first, third) = (helm::unpack(&first.archive).unwrap(), helm::unpack(&third.archive).unwrap());
    assert_eq!(values(&first), values(&third));
}

#[tokio::test]
async fn it_is_for_who_may_see_how_one_signs_in() {
    let world = world().await;
    let id = world.running().await;
    assert_eq!(verdict(asked(&world, &manager(), &id, 1).await), "403");
    assert_eq!(verdict(asked(&world, &stranger(), &id, 1).await), "404 Deployment");
    assert_eq!(verdict(asked(&world, &member(), NOBODY, 1).await), "404 Deployment");
    for number in [0, 2, -1, i32::MAX] {
        assert_eq!(verdict(asked(&world, &member(), &id, number).await), "404 Revision");
    }
    sqlx::query("update deployments.revision set chart_hash = null").execute(&world.app.cx.db).await.unwrap();
    assert_eq!(verdict(asked(&world, &member(), &id, 1).await), "409 CHART_NOT_KEPT");
}
