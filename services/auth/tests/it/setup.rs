use crate::{HOME, PASSWORD, alive, browser, login, register, session_of, with_options};
use auth::App;
use futures::future::join_all;
use kit::{Error, Result};
use prost::Message;
use proto::{
    auth::{CompleteSetupRequest, CompleteSetupResponse, GetSetupRequest, Role},
    events::EventRecorded,
    teams::CreateFirstTeamRequest,
};
use std::time::Duration;

const TOKEN: &str = "one-time-token";

fn digest() -> String {
    use sha2::Digest as _;
    let hex: String = sha2::Sha256::digest(TOKEN).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("--setup-token-sha256={hex}")
}

async fn is_open(app: &App) -> bool {
    auth::get_setup::get_setup(app, GetSetupRequest {}).await.unwrap().open
}

async fn complete(app: &App, token: &str, email: &str) -> Result<CompleteSetupResponse> {
    complete_with(app, token, email, false).await
}

async fn complete_with(app: &App, token: &str, email: &str, registration_open: bool) -> Result<CompleteSetupResponse> {
    let request = CompleteSetupRequest { registration_open, ..request(token, email) };
    auth::complete_setup::complete_setup(app, &browser(HOME), request).await
}

fn request(token: &str, email: &str) -> CompleteSetupRequest {
    CompleteSetupRequest {
        token: token.to_owned(),
        email: email.to_owned(),
        password: PASSWORD.to_owned(),
        first_name: "Ada".to_owned(),
        last_name: "Lovelace".to_owned(),
        user_agent: "Mozilla/5.0".to_owned(),
        ..Default::default()
    }
}

#[tokio::test]
async fn without_a_configured_token_nobody_sets_up() {
    let (_bench, app) = with_options(&[]).await;
    assert!(!is_open(&app).await);
    for token in ["", TOKEN] {
        assert!(matches!(complete(&app, token, "ada@example.com").await, Err(Error::Forbidden(_))));
    }
}

#[tokio::test]
async fn set_up_makes_an_admin_signs_them_in_and_has_teams_make_their_team() {
    let (bench, app) = with_options(&[&digest()]).await;
    assert!(is_open(&app).await);
    let signed_in = complete(&app, TOKEN, "ada@example.com").await.unwrap().signed_in.unwrap();
    let admin = signed_in.user.unwrap();
    assert_eq!(admin.role(), Role::Admin);
    assert_eq!(alive(&app, &[session_of(&bench, &signed_in.token)]).await.len(), 1);
    assert!(!is_open(&app).await);

    let outbox = bench.outbox().await;
    let command = outbox.iter().find(|row| row.target == "teams").unwrap();
    assert_eq!(command.method, "/canopy.teams.v1.TeamService/CreateFirstTeam");
    let team = CreateFirstTeamRequest::decode(command.payload.as_slice()).unwrap();
    assert_eq!((team.owner_id.as_str(), team.name.as_str()), (admin.id.as_str(), "Ada's team"));
    assert_eq!(command.key.unwrap().to_string(), team.id);
    assert!((2..=200).contains(&team.description.chars().count()));
    let fact = outbox.iter().find(|row| row.method == "EventRecorded").unwrap();
    let event = EventRecorded::decode(fact.payload.as_slice()).unwrap();
    assert_eq!((event.reason.as_str(), event.admin_only), ("SetupCompleted", true));
    assert_eq!(event.actor.unwrap().name, "Ada Lovelace");
    for row in &outbox {
        for secret in [PASSWORD, TOKEN] {
            assert!(!row.payload.windows(secret.len()).any(|bytes| bytes == secret.as_bytes()), "{}", row.method);
        }
    }
    login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap();
}

#[tokio::test]
async fn of_fifty_set_ups_at_once_one_wins() {
    let (bench, app) = with_options(&[&digest()]).await;
    let all = join_all((0..50).map(|n| {
        let app = app.clone();
        async move { complete(&app, TOKEN, &format!("admin{n}@example.com")).await }
    }))
    .await;
    assert_eq!(all.iter().filter(|result| result.is_ok()).count(), 1);
    for error in all.into_iter().filter_map(Result::err) {
        assert!(matches!(&error, Error::Conflict(message) if message.reason() == "SETUP_COMPLETED"), "{error:?}");
    }
    let admins: i64 = sqlx::query_scalar("select count(*) from auth.user").fetch_one(&bench.cx.db).await.unwrap();
    assert_eq!(admins, 1);
    let commands = bench.outbox().await.into_iter().filter(|row| row.target == "teams").count();
    assert_eq!(commands, 1);
}

#[tokio::test]
async fn set_ups_that_reach_the_database_at_the_same_moment_make_one_admin() {
    let (bench, app) = with_options(&[&digest()]).await;
    let db = &bench.cx.db;
    // Nobody can write users until all of them are waiting for something.
    let mut gate = bench.cx.begin().await.unwrap();
    sqlx::raw_sql("lock table auth.user in exclusive mode").execute(gate.conn()).await.unwrap();
    let emails = ["a@example.com", "b@example.com", "c@example.com", "d@example.com"];
    let open_the_gate = async {
        let waiting =
            "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
        while sqlx::query_scalar::<_, i64>(waiting).fetch_one(db).await.unwrap() < 4 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        gate.commit().await.unwrap();
    };
    let (all, ()) = tokio::join!(join_all(emails.map(|email| complete(&app, TOKEN, email))), open_the_gate);
    assert_eq!(all.iter().filter(|result| result.is_ok()).count(), 1, "{all:?}");
    let admins: i64 = sqlx::query_scalar("select count(*) from auth.user").fetch_one(db).await.unwrap();
    assert_eq!(admins, 1);
}

#[tokio::test]
async fn a_wrong_link_is_refused_then_limited_and_the_right_one_still_works() {
    let (_bench, app) = with_options(&[&digest()]).await;
    for _ in 0..30 {
        let Err(Error::Forbidden(sentence)) = complete(&app, "guess", "eve@example.com").await else {
            panic!("let in")
        };
        assert_eq!(sentence, "The set-up link is not valid.");
    }
    assert!(matches!(complete(&app, "guess", "eve@example.com").await, Err(Error::RateLimited { .. })));
    assert!(is_open(&app).await);
    complete(&app, TOKEN, "ada@example.com").await.unwrap();
    let again = complete(&app, TOKEN, "bob@example.com").await;
    assert!(matches!(again, Err(Error::Conflict(_))), "{again:?}");
}

#[tokio::test]
async fn a_set_up_with_mistakes_says_so_and_stays_open() {
    let (bench, app) = with_options(&[&digest()]).await;
    let Err(Error::Invalid { fields, .. }) = complete(&app, TOKEN, "nobody").await else { panic!("taken") };
    assert_eq!(fields["email"], "Invalid email address");
    sqlx::query(
        "insert into auth.user (id, email, first_name, last_name, role, status, created_at)
         values ($1, 'ada@example.com', '', '', 'user', 'active', now())",
    )
    .bind(uuid::Uuid::nil())
    .execute(&bench.cx.db)
    .await
    .unwrap();
    let taken = complete(&app, TOKEN, "ada@example.com").await;
    assert!(matches!(taken, Err(Error::Conflict(message)) if message.reason() == "EMAIL_TAKEN"));
    assert!(is_open(&app).await, "an ordinary user does not close the set-up");
    complete(&app, TOKEN, "admin@example.com").await.unwrap();
}

#[tokio::test]
async fn registration_is_open_by_decision_only_and_never_before_the_set_up() {
    async fn offered(app: &App) -> bool {
        auth::get_setup::get_setup(app, GetSetupRequest {}).await.unwrap().registration_open
    }
    // What the operator says, what the administrator decides, what comes of it.
    for (says, decides, open) in [
        (None, false, false),
        (None, true, true),
        (Some("--registration=open"), false, true),
        (Some("--registration=closed"), true, false),
    ] {
        let digest = digest();
        let options: Vec<&str> = says.into_iter().chain([digest.as_str()]).collect();
        let (_bench, app) = with_options(&options).await;
        assert!(!offered(&app).await, "{says:?}: before the set-up");
        assert!(matches!(register(&app, "eve@example.com").await, Err(Error::Forbidden(_))), "{says:?}");
        complete_with(&app, TOKEN, "ada@example.com", decides).await.unwrap();
        assert_eq!(offered(&app).await, open, "{says:?} {decides}");
        let registered = register(&app, "eve@example.com").await;
        assert_eq!(registered.is_ok(), open, "{says:?} {decides}: {registered:?}");
    }
}

#[tokio::test]
async fn the_first_team_is_called_as_the_administrator_says() {
    let (bench, app) = with_options(&[&digest()]).await;
    let (name, description) = ("Équipe d’Ada", "L’équipe créée lors de l’installation.");
    let named = |name: &str, description: &str| CompleteSetupRequest {
        team_name: name.to_owned(),
        team_description: description.to_owned(),
        ..request(TOKEN, "ada@example.com")
    };
    let wrong = auth::complete_setup::complete_setup(&app, &browser(HOME), named("É", &"x".repeat(201))).await;
    let Err(Error::Invalid { fields, .. }) = wrong else { panic!("{wrong:?}") };
    assert_eq!(fields.keys().map(String::as_str).collect::<Vec<_>>(), ["teamDescription", "teamName"]);
    assert!(is_open(&app).await);

    auth::complete_setup::complete_setup(&app, &browser(HOME), named(name, description)).await.unwrap();
    let outbox = bench.outbox().await;
    let command = outbox.iter().find(|row| row.target == "teams").unwrap();
    let team = CreateFirstTeamRequest::decode(command.payload.as_slice()).unwrap();
    assert_eq!((team.name.as_str(), team.description.as_str()), (name, description));
}
