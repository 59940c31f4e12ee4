use crate::{HOME, PASSWORD, alive, login, open_house, register, session_of};
use access::{
    Caller, Role,
    testing::{service_caller, user_caller},
};
use auth::App;
use futures::future::join_all;
use kit::{Error, Result, testing::Bench};
use prost::Message;
use proto::{
    auth::{self as pb, DeleteUserRequest, FindUserRequest, ListUsersRequest, UpdateUserRequest, User, UserStatus},
    events::EventRecorded,
    teams::ForgetUserRequest,
};
use uuid::Uuid;

/// The administrator that every house has.
fn admin() -> Caller {
    user_caller(Uuid::nil(), Role::Admin, vec![])
}

async fn list(app: &App, request: ListUsersRequest) -> (Vec<String>, u32) {
    let answer = auth::list_users::list_users(app, &admin(), request).await.unwrap();
    (answer.users.into_iter().map(|user| user.email).collect(), answer.total)
}

async fn update(app: &App, caller: &Caller, request: UpdateUserRequest) -> Result<User> {
    Ok(auth::update_user::update_user(app, caller, request).await?.user.unwrap())
}

async fn delete(app: &App, caller: &Caller, id: &str) -> Result<()> {
    auth::delete_user::delete_user(app, caller, DeleteUserRequest { id: id.into() }).await.map(|_| ())
}

fn role(id: &str, role: pb::Role) -> UpdateUserRequest {
    UpdateUserRequest { id: id.into(), role: role.into(), ..Default::default() }
}

fn status(id: &str, status: UserStatus) -> UpdateUserRequest {
    UpdateUserRequest { id: id.into(), status: status.into(), ..Default::default() }
}

async fn told(bench: &Bench) -> Vec<String> {
    let rows = bench.outbox().await.into_iter().filter(|row| row.method == "EventRecorded");
    rows.map(|row| EventRecorded::decode(row.payload.as_slice()).unwrap().message).collect()
}

#[tokio::test]
async fn everybody_is_listed_searched_and_filtered() {
    let (bench, app) = open_house().await;
    for email in ["ada@example.com", "bob@example.org"] {
        bench.clock.advance(std::time::Duration::from_secs(1));
        register(&app, email).await.unwrap();
    }
    let (all, total) = list(&app, ListUsersRequest::default()).await;
    assert_eq!((all.len(), total), (3, 3));
    let search = |text: &str| ListUsersRequest { search: text.into(), ..Default::default() };
    assert_eq!(list(&app, search("EXAMPLE.org")).await.0, ["bob@example.org"]);
    assert_eq!(list(&app, search("da love")).await.1, 2, "first and last name together");
    assert_eq!(list(&app, search("%")).await.1, 0, "taken literally");
    let admins = ListUsersRequest { role: pb::Role::Admin.into(), ..Default::default() };
    assert_eq!(list(&app, admins).await.0, ["admin@example.com"]);
    let inactive = ListUsersRequest { status: UserStatus::Inactive.into(), ..Default::default() };
    assert_eq!(list(&app, inactive).await, (vec![], 0));
    let second = ListUsersRequest { page: 2, limit: 2, ..Default::default() };
    let (page, total) = list(&app, second).await;
    assert_eq!((page.len(), total), (1, 3));
    let user = user_caller(Uuid::from_u128(9), Role::Manager, vec![]);
    assert!(matches!(
        auth::list_users::list_users(&app, &user, ListUsersRequest::default()).await,
        Err(Error::Forbidden(_))
    ));
}

#[tokio::test]
async fn an_account_that_is_deactivated_is_signed_out_for_good() {
    let (bench, app) = open_house().await;
    let bob = register(&app, "bob@example.com").await.unwrap();
    let session = session_of(&bench, &login(&app, "bob@example.com", PASSWORD, HOME).await.unwrap().token);
    let changed = update(&app, &admin(), status(&bob.id, UserStatus::Inactive)).await.unwrap();
    assert_eq!(changed.status(), UserStatus::Inactive);
    assert!(alive(&app, &[session]).await.is_empty());
    assert!(matches!(login(&app, "bob@example.com", PASSWORD, HOME).await, Err(Error::Unauthenticated(_))));
    update(&app, &admin(), status(&bob.id, UserStatus::Active)).await.unwrap();
    assert!(alive(&app, &[session]).await.is_empty(), "what has ended stays ended");
    login(&app, "bob@example.com", PASSWORD, HOME).await.unwrap();
    let told = told(&bench).await;
    assert!(told.contains(&"The account of \"Ada Lovelace\" was deactivated.".to_owned()), "{told:?}");
}

#[tokio::test]
async fn name_and_role_are_changed_and_told() {
    let (bench, app) = open_house().await;
    let bob = register(&app, "bob@example.com").await.unwrap();
    let request = UpdateUserRequest {
        first_name: Some("Bob".into()),
        last_name: Some(" Builder ".into()),
        ..role(&bob.id, pb::Role::Manager)
    };
    let changed = update(&app, &admin(), request).await.unwrap();
    assert_eq!((changed.first_name.as_str(), changed.last_name.as_str()), ("Bob", "Builder"));
    assert_eq!((changed.role(), changed.status()), (pb::Role::Manager, UserStatus::Active));
    let told = told(&bench).await;
    assert_eq!(told[1], "The name of \"Ada Lovelace\" was changed to \"Bob Builder\".");
    assert_eq!(told[2], "The role of \"Bob Builder\" was changed from user to manager.");
    let lines = bench.outbox().await.into_iter().filter(|row| row.method == "EventRecorded");
    let lines: Vec<_> = lines.map(|row| EventRecorded::decode(row.payload.as_slice()).unwrap()).collect();
    let changes = |n: usize| -> Vec<(&str, &str, &str)> {
        lines[n].changes.iter().map(|c| (c.field.as_str(), c.before.as_str(), c.after.as_str())).collect()
    };
    assert_eq!(changes(1), [("firstName", "Ada", "Bob"), ("lastName", "Lovelace", "Builder")]);
    assert_eq!(changes(2), [("role", "user", "manager")]);
    let hidden = UpdateUserRequest { first_name: Some("\u{202E}".into()), ..role(&bob.id, pb::Role::User) };
    assert!(matches!(update(&app, &admin(), hidden).await, Err(Error::Invalid { .. })));
    let unknown = role(&Uuid::from_u128(77).to_string(), pb::Role::User);
    assert!(matches!(update(&app, &admin(), unknown).await, Err(Error::NotFound(_))));
    let manager = user_caller(bob.id.parse().unwrap(), Role::Manager, vec![]);
    assert!(matches!(update(&app, &manager, role(&bob.id, pb::Role::Admin)).await, Err(Error::Forbidden(_))));
}

#[tokio::test]
async fn there_is_always_an_active_administrator_and_nobody_does_away_with_themselves() {
    let (_bench, app) = open_house().await;
    let me = Uuid::nil().to_string();
    assert!(matches!(update(&app, &admin(), role(&me, pb::Role::User)).await, Err(Error::Conflict(_))));
    assert!(matches!(update(&app, &admin(), status(&me, UserStatus::Inactive)).await, Err(Error::Invalid { .. })));
    assert!(matches!(delete(&app, &admin(), &me).await, Err(Error::Invalid { .. })));
    let bob = register(&app, "bob@example.com").await.unwrap();
    update(&app, &admin(), role(&bob.id, pb::Role::Admin)).await.unwrap();
    let bobs = user_caller(bob.id.parse().unwrap(), Role::Admin, vec![]);
    // each does away with the other, at the same time
    let (admins, other) = (admin(), &app);
    let both = join_all([delete(other, &admins, &bob.id), delete(other, &bobs, &me)]).await;
    assert_eq!(both.iter().filter(|done| done.is_ok()).count(), 1, "{both:?}");
    let (left, _) = list(&app, ListUsersRequest { role: pb::Role::Admin.into(), ..Default::default() }).await;
    assert_eq!(left.len(), 1);
}

#[tokio::test]
async fn a_deleted_account_is_gone_and_its_teams_are_told() {
    let (bench, app) = open_house().await;
    let bob = register(&app, "bob@example.com").await.unwrap();
    let session = session_of(&bench, &login(&app, "bob@example.com", PASSWORD, HOME).await.unwrap().token);
    delete(&app, &admin(), &bob.id).await.unwrap();
    assert!(matches!(delete(&app, &admin(), &bob.id).await, Err(Error::NotFound(_))));
    assert!(alive(&app, &[session]).await.is_empty());
    assert!(matches!(login(&app, "bob@example.com", PASSWORD, HOME).await, Err(Error::Unauthenticated(_))));
    let outbox = bench.outbox().await;
    let command = outbox.iter().find(|row| row.method.ends_with("/ForgetUser")).unwrap();
    let forget = ForgetUserRequest::decode(command.payload.as_slice()).unwrap();
    assert_eq!((forget.user_id, forget.user_name.as_str()), (bob.id, "Ada Lovelace"));
    assert_eq!(forget.heir_id, Uuid::nil().to_string());
    register(&app, "bob@example.com").await.unwrap();
}

#[tokio::test]
async fn somebody_is_found_by_the_whole_address_of_an_active_account() {
    let (_bench, app) = open_house().await;
    let bob = register(&app, "bob@example.com").await.unwrap();
    let find = async |email: &str| {
        let request = FindUserRequest { email: email.into() };
        auth::find_user::find_user(&app, &service_caller("teams"), request).await.unwrap().user.map(|user| user.id)
    };
    assert_eq!(find(" BOB@example.com").await.as_ref(), Some(&bob.id));
    assert_eq!((find("bob").await, find("bob@example").await, find("%@example.com").await), (None, None, None));
    update(&app, &admin(), status(&bob.id, UserStatus::Inactive)).await.unwrap();
    assert_eq!(find("bob@example.com").await, None);
    let request = FindUserRequest { email: "bob@example.com".into() };
    assert!(auth::find_user::find_user(&app, &admin(), request).await.is_err());
}
