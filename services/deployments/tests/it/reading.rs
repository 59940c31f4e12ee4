//! Lists, single answers, counts, renaming: who sees what.

use crate::{
    CLUSTER, FOREIGN, NOBODY, TEAM, World, admin, colleague, manager, member, other, stranger, tasks, verdict, world,
};
use access::Caller;
use deployments::{count::count, create::create, deployment::reduced, get::get, list::list, update::update};
use proto::deployments::{
    CountDeploymentsRequest, DeploymentSort, DeploymentStatus, GetDeploymentRequest, ListDeploymentsRequest,
    UpdateDeploymentRequest,
};
use std::time::Duration;

async fn names(world: &World, caller: &Caller, request: ListDeploymentsRequest) -> Vec<String> {
    list(&world.app, caller, request).await.unwrap().deployments.into_iter().map(|d| d.name).collect()
}

async fn three(world: &World) {
    for (name, caller, team) in [("Alpha", member(), TEAM), ("Beta", member(), TEAM), ("Gamma", stranger(), FOREIGN)] {
        let mut request = other(name);
        request.team_id = team.to_string();
        create(&world.app, &caller, request).await.unwrap();
        world.bench.clock.advance(Duration::from_secs(1));
    }
}

#[tokio::test]
async fn a_list_holds_what_the_caller_may_see_newest_first() {
    let world = world().await;
    three(&world).await;
    let all = ListDeploymentsRequest::default;
    assert_eq!(names(&world, &member(), all()).await, ["Beta", "Alpha"]);
    assert_eq!(names(&world, &stranger(), all()).await, ["Gamma"]);
    assert_eq!(names(&world, &manager(), all()).await, ["Gamma", "Beta", "Alpha"]);
    assert_eq!(names(&world, &admin(), all()).await, ["Gamma", "Beta", "Alpha"]);
    let filtered = |f: fn(&mut ListDeploymentsRequest)| {
        let mut request = all();
        f(&mut request);
        request
    };
    assert_eq!(names(&world, &admin(), filtered(|r| r.search = "LPH".into())).await, ["Alpha"]);
    assert_eq!(names(&world, &admin(), filtered(|r| r.search = "%".into())).await, [""; 0], "a search is literal");
    assert_eq!(names(&world, &admin(), filtered(|r| r.search = "a\0".into())).await, [""; 0]);
    assert_eq!(names(&world, &member(), filtered(|r| r.team_id = FOREIGN.to_string())).await, [""; 0]);
    assert_eq!(names(&world, &admin(), filtered(|r| r.team_id = FOREIGN.to_string())).await, ["Gamma"]);
    assert_eq!(names(&world, &admin(), filtered(|r| r.cluster_id = NOBODY.into())).await, [""; 0]);
    assert_eq!(names(&world, &admin(), filtered(|r| r.cluster_id = "x".into())).await, [""; 0]);
    assert_eq!(names(&world, &admin(), filtered(|r| r.status = DeploymentStatus::Running.into())).await, [""; 0]);
    assert_eq!(names(&world, &admin(), filtered(|r| r.status = DeploymentStatus::Pending.into())).await.len(), 3);
    let second = list(&world.app, &admin(), filtered(|r| (r.page, r.limit) = (2, 2))).await.unwrap();
    assert_eq!((second.deployments.len(), second.deployments[0].name.as_str(), second.total), (1, "Alpha", 3));
}

#[tokio::test]
async fn a_list_is_sorted_and_turned_round_and_equals_stand_by_creation_and_id() {
    let world = world().await;
    three(&world).await;
    let mut again = other("beta");
    again.team_id = FOREIGN.to_string();
    again.spec.as_mut().unwrap().domain = Some("second.example.com".into());
    create(&world.app, &stranger(), again).await.unwrap();
    // Alpha was changed last and runs, Gamma failed; the two called Beta differ in case alone.
    sqlx::raw_sql(
        "update deployments.deployment set updated_at = updated_at + interval '1 hour', current_task = null, serving = true, effective_revision = 1
         where name = 'Alpha';
         update deployments.deployment set current_task = null where name = 'Gamma';
         update deployments.deployment set created_at = (select created_at from deployments.deployment where name = 'Beta')
         where name = 'beta'",
    )
    .execute(&world.bench.cx.db)
    .await
    .unwrap();
    let low: String =
        sqlx::query_scalar("select name from deployments.deployment where lower(name) = 'beta' order by id")
            .fetch_one(&world.bench.cx.db)
            .await
            .unwrap();
    let high = if low == "beta" { "Beta" } else { "beta" }.to_owned();
    let (low, high) = (low.as_str(), high.as_str());
    let sorted = |sort: DeploymentSort| ListDeploymentsRequest { sort: sort.into(), ..Default::default() };
    for (sort, expected) in [
        (DeploymentSort::Name, ["Alpha", low, high, "Gamma"]),
        (DeploymentSort::CreatedAt, ["Alpha", low, high, "Gamma"]),
        (DeploymentSort::Status, ["Gamma", high, low, "Alpha"]),
    ] {
        assert_eq!(names(&world, &admin(), sorted(sort)).await, expected, "{sort:?}");
        let mut falling = expected;
        falling.reverse();
        let request = ListDeploymentsRequest { descending: true, ..sorted(sort) };
        assert_eq!(names(&world, &admin(), request.clone()).await, falling, "{sort:?} falling");
        // Pages are parts of the same order, and as many are counted.
        let mut paged = Vec::new();
        for page in 1..=4 {
            let one = ListDeploymentsRequest { page, limit: 1, ..request.clone() };
            let one = list(&world.app, &admin(), one).await.unwrap();
            assert_eq!(one.total, 4);
            paged.extend(one.deployments.into_iter().map(|each| each.name));
        }
        assert_eq!(paged, falling, "{sort:?} by pages");
    }
    let changed = ListDeploymentsRequest { descending: true, ..sorted(DeploymentSort::UpdatedAt) };
    assert_eq!(names(&world, &admin(), changed.clone()).await[0], "Alpha");
    assert_eq!(names(&world, &admin(), sorted(DeploymentSort::UpdatedAt)).await[3], "Alpha");
    // Narrowed to what the caller sees and looks for.
    assert_eq!(names(&world, &member(), changed).await, ["Alpha", "Beta"]);
    let found = ListDeploymentsRequest { search: "BETA".into(), descending: true, ..sorted(DeploymentSort::Name) };
    assert_eq!(names(&world, &admin(), found).await, [high, low]);
    let of_team = ListDeploymentsRequest { team_id: TEAM.to_string(), ..sorted(DeploymentSort::Name) };
    assert_eq!(names(&world, &admin(), of_team).await, ["Alpha", "Beta"]);
}

#[tokio::test]
async fn an_order_that_nobody_knows_is_refused() {
    let world = world().await;
    let request = ListDeploymentsRequest { sort: 99, ..Default::default() };
    assert_eq!(verdict(list(&world.app, &admin(), request).await), "400 sort");
}

#[tokio::test]
async fn a_foreign_deployment_reads_like_one_that_is_not_there() {
    let world = world().await;
    let id = world.running().await;
    let text =
        |result: kit::Result<_>| result.map(|_: proto::deployments::GetDeploymentResponse| ()).unwrap_err().to_string();
    let foreign = text(get(&world.app, &stranger(), GetDeploymentRequest { id: id.clone() }).await);
    assert_eq!(foreign, "Deployment not found");
    assert_eq!(text(get(&world.app, &stranger(), GetDeploymentRequest { id: NOBODY.into() }).await), foreign);
    assert_eq!(verdict(get(&world.app, &colleague(), GetDeploymentRequest { id }).await), "ok");
}

#[tokio::test]
async fn a_manager_reads_without_account_names_and_writes_nothing() {
    let world = world().await;
    let id = world.running().await;
    let seen = get(&world.app, &manager(), GetDeploymentRequest { id: id.clone() }).await.unwrap().deployment.unwrap();
    let spec = seen.spec.unwrap();
    assert_eq!((spec.app_user.as_str(), spec.database.unwrap().user.as_str()), ("", ""));
    let listed = list(&world.app, &manager(), ListDeploymentsRequest::default()).await.unwrap().deployments;
    assert_eq!(listed[0].spec.as_ref().unwrap().app_user, "");
    let listed = list(&world.app, &admin(), ListDeploymentsRequest::default()).await.unwrap().deployments;
    assert_eq!(listed[0].spec.as_ref().unwrap().app_user, "boss");
    let rename = UpdateDeploymentRequest { id, name: Some("Mine".into()), ..Default::default() };
    assert_eq!(verdict(update(&world.app, &manager(), rename.clone()).await), "403");
    assert_eq!(verdict(update(&world.app, &stranger(), rename).await), "404 Deployment");
}

/// What has been shown before is shown again where nothing has changed: in the row of a deployment, or in those beside it.
#[tokio::test]
async fn a_list_and_an_answer_show_at_once_whatever_has_changed_and_to_each_what_is_theirs() {
    let world = world().await;
    let id = world.running().await;
    let found = |state: &str| {
        format!(
            "insert into deployments.reach (deployment_id, found)
             values ('{id}', '{{\"state\": \"{state}\", \"domain\": \"shop.example.com\"}}')
             on conflict (deployment_id) do update set found = excluded.found"
        )
    };
    let changes = [
        "select".to_owned(),
        format!("update deployments.deployment set name = 'Store' where id = '{id}'"),
        found("reachable"),
        found("unreachable"),
        format!(
            "insert into deployments.elsewhere (deployment_id, cluster_id, cluster_name, location, state, reservation, at)
             values ('{id}', gen_random_uuid(), 'Old', '', 'left', gen_random_uuid(), now())"
        ),
        format!("update deployments.elsewhere set cluster_name = 'Older' where deployment_id = '{id}'"),
        format!("delete from deployments.elsewhere where deployment_id = '{id}'"),
        format!("delete from deployments.reach where deployment_id = '{id}'"),
    ];
    let mut all = std::collections::BTreeSet::new();
    for change in changes {
        let mut db = world.app.cx.db.acquire().await.unwrap();
        sqlx::raw_sql(sqlx::AssertSqlSafe(change.clone())).execute(&mut *db).await.unwrap();
        let row = deployments::deployment::load(&mut db, &[id.parse().unwrap()]).await.unwrap().remove(0);
        drop(db);
        let sorted =
            ListDeploymentsRequest { sort: DeploymentSort::Name.into(), search: "sto".into(), ..Default::default() };
        for caller in [admin(), manager(), member()] {
            let one = row.shown(reduced(&caller, row.team_id));
            for _ in 0..2 {
                let alone = get(&world.app, &caller, GetDeploymentRequest { id: id.clone() }).await.unwrap();
                assert_eq!(alone.deployment.as_ref(), Some(&one), "{change}");
            }
            for request in [ListDeploymentsRequest::default(), ListDeploymentsRequest::default(), sorted.clone()] {
                let listed = list(&world.app, &caller, request).await.unwrap();
                assert!(listed.deployments.iter().all(|listed| *listed == one), "{change}: {listed:?} is not {one:?}");
            }
            all.insert(format!("{one:?}"));
        }
    }
    // the manager sees less, and the last two changes lead back to states that were there
    assert!(all.len() >= 2 * 6, "{}: each change is seen", all.len());
}

#[tokio::test]
async fn counts_are_of_what_the_caller_may_see() {
    let world = world().await;
    three(&world).await;
    let all = CountDeploymentsRequest::default;
    let total = |caller: Caller, request| {
        let app = world.app.clone();
        async move { count(&app, &caller, request).await.unwrap().total }
    };
    assert_eq!(total(member(), all()).await, 2);
    assert_eq!(total(manager(), all()).await, 3);
    assert_eq!(total(tasks(), all()).await, 3);
    assert_eq!(total(member(), CountDeploymentsRequest { team_id: FOREIGN.to_string(), ..all() }).await, 0);
    let counted = count(&world.app, &admin(), CountDeploymentsRequest { cluster_id: CLUSTER.to_string(), ..all() })
        .await
        .unwrap();
    assert_eq!((counted.total, counted.active), (3, 0));
    for (team, number) in [(TEAM, 2), (FOREIGN, 1)] {
        assert_eq!(total(admin(), CountDeploymentsRequest { team_id: team.to_string(), ..all() }).await, number);
    }
}

#[tokio::test]
async fn renaming_changes_the_name_and_not_the_release() {
    let world = world().await;
    let id = world.running().await;
    create(&world.app, &member(), other("Blog")).await.unwrap();
    let before = world.shown(&id).await;
    let rename = |name: &str| UpdateDeploymentRequest { id: id.clone(), name: Some(name.into()), ..Default::default() };
    let after = update(&world.app, &member(), rename("  Store ")).await.unwrap().deployment.unwrap();
    assert_eq!((after.name.as_str(), after.description.as_str()), ("Store", "Sells things"));
    assert_eq!(after.release_name, before.release_name);
    assert!(after.version > before.version);
    assert_eq!(verdict(update(&world.app, &member(), rename("blog")).await), "409 NAME_TAKEN");
    assert_eq!(verdict(update(&world.app, &member(), rename("")).await), "400 name");
    assert_eq!(world.events().await.last().unwrap().message, "Deployment \"Shop\" was renamed to \"Store\".");
}

#[tokio::test]
async fn a_revision_that_cannot_be_read_takes_no_other_with_it() {
    let world = world().await;
    let id = world.running().await;
    world.change_domain(&id, "new.example.com").await;
    sqlx::query("update deployments.revision set spec = '7' where deployment_id = $1 and number = 1")
        .bind(uuid::Uuid::parse_str(&id).unwrap())
        .execute(&world.app.cx.db)
        .await
        .unwrap();
    let request = proto::deployments::ListRevisionsRequest { id, ..Default::default() };
    let listed = deployments::list_revisions::list_revisions(&world.app, &member(), request).await.unwrap();
    assert_eq!(listed.revisions.iter().map(|revision| revision.number).collect::<Vec<_>>(), [2]);
    assert_eq!(listed.total, 2);
}
