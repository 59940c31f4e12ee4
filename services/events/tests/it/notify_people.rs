//! Whom an event is told: as they are when it is sent.

use access::{Role, testing::user_caller};
use mail::testing::Smtp;
use proto::{
    auth,
    events::{
        CreateRuleRequest, DeliveryState, NotificationChannel, NotificationKind, UpdateRuleRequest,
        notification_service_server::NotificationService as _,
    },
};
use tonic::Code;
use uuid::Uuid;

use crate::{
    house::{BOB, House, ada, failure, wish},
    receiver::Receiver,
    stage::{ADA, OTHERS, TEAM, asked, reference},
};

const HOOK: NotificationChannel = NotificationChannel::Webhook;

#[tokio::test]
async fn whoever_lost_the_right_between_event_and_delivery_is_told_nothing() {
    let receiver = Receiver::start().await;
    let mut house = House::with(&[&receiver]).await;
    let (rule, _) = house.rule(HOOK, &receiver.url()).await;
    house.fail(1).await;
    assert!(events::matching::look(&house.app).await.expect("matched"));
    house.people.put(ADA, auth::Role::User, "", &[]);
    house.run();
    let skipped = house.until(&rule, DeliveryState::Skipped, 0).await;
    assert!(!skipped.rule_off && skipped.attempts.is_empty());

    house.people.put(ADA, auth::Role::User, "", &[TEAM]);
    house.kill().await;
    house.fail(2).await;
    assert!(events::matching::look(&house.app).await.expect("matched"));
    house.people.deactivate(ADA);
    house.run();
    let by_state = "select count(*) = 2 from events.delivery where state = 'skipped'";
    kit::testing::wait_until(&house.app.cx.db, "both are left out", by_state).await;
    assert_eq!(receiver.count(), 0);
}

#[tokio::test]
async fn a_rule_whose_owner_has_no_account_any_more_is_gone() {
    let receiver = Receiver::start().await;
    let mut house = House::with(&[&receiver]).await;
    house.rule(HOOK, &receiver.url()).await;
    house.fail(1).await;
    assert!(events::matching::look(&house.app).await.expect("matched"));
    house.people.remove(ADA);
    house.run();
    kit::testing::wait_until(&house.app.cx.db, "it is gone", "select not exists (select 1 from events.rule)").await;
    assert_eq!(receiver.count(), 0);
}

#[tokio::test]
async fn only_what_was_asked_for_of_ones_own_teams_is_told_unless_everything_is_wanted() {
    let (near, all) = (Receiver::start().await, Receiver::start().await);
    let mut house = House::with(&[&near, &all]).await;
    let admin = || user_caller(BOB, Role::Admin, Vec::new());
    house.people.put(BOB, auth::Role::Admin, "", &[]);
    let (own, _) = house.rule(HOOK, &near.url()).await;
    let everything = CreateRuleRequest { everything: true, ..wish("", HOOK, &all.url()) };
    house.rpc().create_rule(asked(admin(), everything)).await.expect("made");
    // an administrator who is in no team, and wants no more
    house.rpc().create_rule(asked(admin(), wish("", HOOK, &near.url()))).await.expect("made");
    house.run();

    let mut foreign = failure(&house.stage, 1);
    foreign.team = reference(OTHERS, "Finance");
    let mut hushed = failure(&house.stage, 2);
    hushed.admin_only = true;
    let mut other_kind = failure(&house.stage, 3);
    other_kind.reason = "TaskCompleted".to_owned();
    for event in [&foreign, &hushed, &other_kind] {
        house.stage.tell(event).await;
    }
    house.fail(4).await;
    house.until(&own, DeliveryState::Delivered, 1).await;
    let got: Vec<String> = all.requests(3).await.iter().map(|got| got.json()["event"]["id"].to_string()).collect();
    for n in [1_u128, 2, 4] {
        assert!(got.iter().any(|id| id.contains(&Uuid::from_u128(n).to_string())), "{got:?}");
    }
    assert_eq!((near.count(), house.deliveries(ada(), &own).await.len()), (1, 1));
}

#[tokio::test]
async fn a_sign_in_elsewhere_is_told_to_whose_account_it_is_and_to_nobody_else() {
    let (hers, his) = (Receiver::start().await, Receiver::start().await);
    let mut house = House::with(&[&hers, &his]).await;
    house.people.put(BOB, auth::Role::Admin, "", &[]);
    let sign_in =
        |url: String| CreateRuleRequest { kinds: vec![NotificationKind::SignIn.into()], ..wish("", HOOK, &url) };
    let made = house.rpc().create_rule(asked(ada(), sign_in(hers.url()))).await.expect("made").into_inner();
    let admin = user_caller(BOB, Role::Admin, Vec::new());
    house.rpc().create_rule(asked(admin, sign_in(his.url()))).await.expect("made");
    house.run();
    let mut event = failure(&house.stage, 1);
    (event.reason, event.component) = ("SignedInElsewhere".to_owned(), "User".to_owned());
    (event.team, event.actor) = (None, reference(ADA, "Ada"));
    house.stage.tell(&event).await;
    house.until(&made.rule.unwrap(), DeliveryState::Delivered, 1).await;
    assert_eq!((hers.count(), his.count()), (1, 0));
}

#[tokio::test]
async fn letters_go_to_the_owner_in_their_language_and_to_the_members_of_a_team_in_the_rules() {
    let smtp = Smtp::start().await;
    let mut house = House::built(&[], &smtp.options(), &kit::dial::system_resolver()).await;
    house.people.put(BOB, auth::Role::User, "", &[TEAM]);
    let (own, _) = house.rule(NotificationChannel::Mail, "").await;
    let french =
        CreateRuleRequest { language: "fr".to_owned(), ..wish(&TEAM.to_string(), NotificationChannel::Mail, "") };
    let of_team = house.rpc().create_rule(asked(ada(), french)).await.expect("made").into_inner().rule.unwrap();
    house.run();
    house.fail(1).await;
    let letters = smtp.letters(3).await;
    let to = |who: Uuid, word: &str| {
        let address = format!("{}@example.com", &who.simple().to_string()[29..]);
        letters.iter().filter(|letter| letter.to == address && letter.text.contains(word)).count()
    };
    assert_eq!((to(ADA, "Mírelo"), to(ADA, "À voir"), to(BOB, "À voir")), (1, 1, 1), "{letters:?}");
    let link = format!("https://canopy.example.com/events/{}", Uuid::from_u128(1));
    assert!(letters.iter().all(|letter| letter.text.lines().any(|line| line == link)), "{letters:?}");
    house.until(&own, DeliveryState::Delivered, 1).await;
    assert_eq!(house.deliveries(ada(), &of_team).await.len(), 2, "one for each member");
}

#[tokio::test]
async fn a_rule_that_is_switched_off_leaves_out_what_waits() {
    let receiver = Receiver::start().await;
    let house = House::with(&[&receiver]).await;
    let (rule, _) = house.rule(HOOK, &receiver.url()).await;
    house.fail(1).await;
    assert!(events::matching::look(&house.app).await.expect("matched"));
    let off = UpdateRuleRequest { id: rule.id.clone(), enabled: Some(false), ..Default::default() };
    house.rpc().update_rule(asked(ada(), off)).await.expect("off");
    let left = house.until(&rule, DeliveryState::Skipped, 0).await;
    assert!(left.rule_off);
}

#[tokio::test]
async fn without_mail_there_is_no_rule_for_it() {
    let house = House::with(&[]).await;
    let refused =
        house.rpc().create_rule(asked(ada(), wish("", NotificationChannel::Mail, ""))).await.expect_err("off");
    assert_eq!(refused.code(), Code::FailedPrecondition);
}
