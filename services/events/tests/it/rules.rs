//! Rules: whose they are, what they may be, what is kept of them.

use access::{Role, testing::user_caller};
use events::upkeep;
use proto::{
    auth,
    events::{
        CreateRuleRequest, DeleteRuleRequest, DeliveryState, ListRulesRequest, NotificationChannel, NotificationKind,
        ResendRequest, SendTestRequest, UpdateRuleRequest, notification_service_server::NotificationService as _,
    },
};
use std::time::Duration;
use tonic::Code;
use uuid::Uuid;

use crate::{
    house::{BOB, House, ada, bob, wish},
    receiver::Receiver,
    stage::{ADA, TEAM, asked, reference},
};

const HOOK: NotificationChannel = NotificationChannel::Webhook;
const URL: &str = "https://hooks.example.com/services/a-long-secret-path";

fn of_team() -> String {
    TEAM.to_string()
}

#[tokio::test]
async fn a_rule_is_its_owners_and_a_teams_is_for_whoever_manages_it() {
    let house = House::with(&[]).await;
    let (own, secret) = house.rule(HOOK, URL).await;
    assert!(secret.starts_with("whsec_") && secret.len() > 40, "{}", secret.len());
    let (teams, _) = house.rule_of(ada(), &of_team(), HOOK, URL).await;
    for (rule, expected) in [(&own, Code::NotFound), (&teams, Code::PermissionDenied)] {
        let id = rule.id.clone();
        let update = UpdateRuleRequest { id: id.clone(), name: Some("mine".to_owned()), ..Default::default() };
        let refused = house.rpc().update_rule(asked(bob(), update)).await.expect_err("Bob's it is not");
        assert_eq!(refused.code(), expected);
        let refused = house.rpc().delete_rule(asked(bob(), DeleteRuleRequest { id: id.clone() })).await.unwrap_err();
        assert_eq!(refused.code(), expected);
        let refused = house.rpc().send_test(asked(bob(), SendTestRequest { id: id.clone() })).await.unwrap_err();
        assert_eq!(refused.code(), expected);
        let again = ResendRequest { rule_id: id.clone(), delivery_id: id };
        assert_eq!(house.rpc().resend(asked(bob(), again)).await.unwrap_err().code(), expected);
    }
    let admin = user_caller(BOB, Role::Admin, Vec::new());
    let update = UpdateRuleRequest { id: own.id.clone(), ..Default::default() };
    assert_eq!(house.rpc().update_rule(asked(admin, update)).await.unwrap_err().code(), Code::NotFound);
    let listed = |team_id: String| house.rpc().list_rules(asked(ada(), ListRulesRequest { team_id }));
    let names = |rules: Vec<proto::events::NotificationRule>| rules.into_iter().map(|r| r.id).collect::<Vec<_>>();
    assert_eq!(names(listed(String::new()).await.unwrap().into_inner().rules), [own.id]);
    assert_eq!(names(listed(of_team()).await.unwrap().into_inner().rules), [teams.id]);
    let foreign = listed(Uuid::from_u128(0xbad).to_string()).await.expect_err("foreign");
    assert_eq!(foreign.code(), Code::NotFound);
}

#[tokio::test]
async fn where_a_webhook_is_and_its_key_are_told_once_and_kept_sealed() {
    let house = House::with(&[]).await;
    let (rule, secret) = house.rule(HOOK, URL).await;
    assert_eq!(rule.address, "https://hooks.example.com/…path");
    let kept: String = sqlx::query_scalar("select string_agg(r::text, ' ') from events.rule r")
        .fetch_one(&house.app.cx.db)
        .await
        .unwrap();
    assert!(!kept.contains("a-long-secret") && !kept.contains(&secret), "{kept}");
    let told: Vec<String> = house
        .stage
        .bench
        .outbox()
        .await
        .iter()
        .map(|sent| String::from_utf8_lossy(&sent.payload).into_owned())
        .collect();
    assert!(told.iter().any(|line| line.contains("Night watch")), "the history has it");
    assert!(told.iter().all(|line| !line.contains("a-long-secret") && !line.contains(&secret)));
    let renew = UpdateRuleRequest { id: rule.id.clone(), renew_secret: true, ..Default::default() };
    let renewed = house.rpc().update_rule(asked(ada(), renew)).await.expect("another key").into_inner();
    assert!(renewed.secret.starts_with("whsec_") && renewed.secret != secret);
    let same = UpdateRuleRequest { id: rule.id, name: Some("Day watch".to_owned()), ..Default::default() };
    let same = house.rpc().update_rule(asked(ada(), same)).await.expect("renamed").into_inner();
    assert_eq!((same.secret.as_str(), same.rule.unwrap().name.as_str()), ("", "Day watch"));
}

#[tokio::test]
async fn what_a_rule_may_not_be_is_said_field_by_field() {
    let house = House::with(&[]).await;
    let house = &house;
    let refused =
        |request: CreateRuleRequest| async move { house.rpc().create_rule(asked(ada(), request)).await.unwrap_err() };
    let kinds = |kinds: &[NotificationKind]| kinds.iter().map(|kind| (*kind).into()).collect::<Vec<i32>>();
    let good = || wish("", HOOK, URL);
    for request in [
        CreateRuleRequest { name: " ".to_owned(), ..good() },
        CreateRuleRequest { name: "x".repeat(101), ..good() },
        CreateRuleRequest { kinds: Vec::new(), ..good() },
        CreateRuleRequest { kinds: kinds(&[NotificationKind::Accounts]), ..good() },
        CreateRuleRequest { kinds: kinds(&[NotificationKind::SignIn]), ..wish(&of_team(), HOOK, URL) },
        CreateRuleRequest { everything: true, ..good() },
        CreateRuleRequest { channel: NotificationChannel::Unspecified.into(), ..good() },
        CreateRuleRequest { url: String::new(), ..good() },
        CreateRuleRequest { language: "de".to_owned(), ..wish(&of_team(), HOOK, URL) },
    ] {
        let said = format!("{request:?}");
        assert_eq!(refused(request).await.code(), Code::InvalidArgument, "{said}");
    }
    let nowhere = refused(wish(&Uuid::from_u128(0xbad).to_string(), HOOK, URL)).await;
    assert_eq!(nowhere.code(), Code::NotFound);
}

#[tokio::test]
async fn there_are_twenty_rules_of_one_owner() {
    let house = House::with(&[]).await;
    for _ in 0..20 {
        house.rule(HOOK, URL).await;
    }
    let refused = house.rpc().create_rule(asked(ada(), wish("", HOOK, URL))).await.expect_err("one too many");
    assert_eq!(refused.code(), Code::FailedPrecondition);
    house.rule_of(ada(), &of_team(), HOOK, URL).await;
    let listed = house.rpc().list_rules(asked(ada(), ListRulesRequest::default())).await.unwrap().into_inner();
    assert_eq!((listed.rules.len(), listed.most), (20, 20));
}

#[tokio::test]
async fn what_was_delivered_long_ago_and_rules_of_nobody_are_forgotten() {
    let receiver = Receiver::start().await;
    let mut house = House::with(&[&receiver]).await;
    let (rule, _) = house.rule(HOOK, &receiver.url()).await;
    house.rule_of(ada(), &of_team(), HOOK, &receiver.url()).await;
    house.run();
    house.fail(1).await;
    house.until(&rule, DeliveryState::Delivered, 1).await;
    receiver.requests(2).await;
    let of_all = "select not exists (select 1 from events.delivery where state = 'waiting')";
    kit::testing::wait_until(&house.app.cx.db, "both are sent", of_all).await;
    assert_eq!(upkeep::forget_deliveries(&house.app).await.unwrap(), 0);
    house.later(Duration::from_secs(15 * 86_400)).await;
    assert_eq!(upkeep::forget_deliveries(&house.app).await.unwrap(), 2);
    assert_eq!(upkeep::forget_rules(&house.app).await.unwrap(), 0);

    let mut deleted = house.stage.event(9, 0, "Team \"Web\" was deleted.");
    (deleted.reason, deleted.component) = ("TeamDeleted".to_owned(), "Team".to_owned());
    deleted.team = reference(TEAM, "Web");
    house.stage.arrive("teams", prost::Message::encode_to_vec(&deleted)).await.unwrap();
    house.people.remove(ADA);
    assert_eq!(upkeep::forget_rules(&house.app).await.unwrap(), 1, "the team's last notifications are still sent");
    house.later(Duration::from_secs(90_000)).await;
    assert_eq!(upkeep::forget_rules(&house.app).await.unwrap(), 1);
    house.people.put(ADA, auth::Role::User, "", &[]);
}

#[tokio::test]
async fn the_history_is_kept_as_long_as_administrators_decide_else_as_the_operator() {
    let house = House::built(&[], &["--events-days=400".to_owned()], &kit::dial::system_resolver()).await;
    assert_eq!(upkeep::days(&house.app).await.unwrap(), 400);
    house.people.keep_events(90);
    assert_eq!(upkeep::days(&house.app).await.unwrap(), 90, "without a restart");
    house.people.keep_events(3);
    assert_eq!(upkeep::days(&house.app).await.unwrap(), 30, "nothing younger goes");
}
