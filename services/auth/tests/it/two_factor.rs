use crate::{HOME, PASSWORD, alive, browser, login, open_house, register, session_of};
use access::{Caller, Role, testing};
use auth::App;
use hmac::{Hmac, KeyInit as _, Mac as _};
use kit::{Error, Result, testing::Bench};
use proto::auth::{
    BeginTwoFactorRequest, ConfirmTwoFactorRequest, DisableTwoFactorRequest, GetProfileRequest, ListUsersRequest,
    LoginRequest, LoginResponse, RenewRecoveryCodesRequest, ResetPasswordRequest, ResetTwoFactorRequest,
};
use std::time::Duration;
use uuid::Uuid;

const STEP: Duration = Duration::from_secs(30);

/// An authenticator app, which knows nothing of ours but the secret.
struct Authenticator([u8; 20]);

impl Authenticator {
    fn of(secret: &str) -> Self {
        let value = |c: u8| if c.is_ascii_digit() { c - b'2' + 26 } else { c - b'A' };
        let bits: Vec<u8> = secret.bytes().flat_map(|c| (0..5).rev().map(move |at| value(c) >> at & 1)).collect();
        let bytes: Vec<u8> = bits.chunks(8).map(|eight| eight.iter().fold(0, |byte, bit| byte << 1 | bit)).collect();
        Self(bytes.try_into().unwrap())
    }

    fn code(&self, bench: &Bench) -> String {
        let step = bench.cx.clock.now().unix_timestamp() / 30;
        let mut mac = Hmac::<sha1::Sha1>::new_from_slice(&self.0).unwrap();
        mac.update(&step.to_be_bytes());
        let digest = mac.finalize().into_bytes();
        let at = usize::from(digest[19] & 15);
        let number = u32::from_be_bytes(digest[at..at + 4].try_into().unwrap()) & 0x7fff_ffff;
        format!("{:06}", number % 1_000_000)
    }
}

/// Somebody who is signed in.
async fn person(bench: &Bench, app: &App, email: &str) -> Caller {
    let user = register(app, email).await.unwrap();
    let session = session_of(bench, &login(app, email, PASSWORD, HOME).await.unwrap().token);
    testing::user_caller(user.id.parse().unwrap(), Role::User, vec![]).with_session(session)
}

async fn begin(app: &App, caller: &Caller, password: &str) -> Result<Authenticator> {
    let request = BeginTwoFactorRequest { current_password: password.to_owned() };
    let begun = auth::begin_two_factor::begin_two_factor(app, caller, request).await?;
    assert!(begun.uri.starts_with("otpauth://totp/Canopy:") && begun.uri.contains(&begun.secret), "{}", begun.uri);
    Ok(Authenticator::of(&begun.secret))
}

async fn confirm(app: &App, caller: &Caller, code: &str) -> Result<Vec<String>> {
    let request = ConfirmTwoFactorRequest { code: code.to_owned() };
    Ok(auth::confirm_two_factor::confirm_two_factor(app, caller, request).await?.recovery_codes)
}

/// Ada with a second factor: her app and her recovery codes.
async fn ada(bench: &Bench, app: &App) -> (Caller, Authenticator, Vec<String>) {
    let ada = person(bench, app, "ada@example.com").await;
    let phone = begin(app, &ada, PASSWORD).await.unwrap();
    let codes = confirm(app, &ada, &phone.code(bench)).await.unwrap();
    bench.clock.advance(STEP);
    (ada, phone, codes)
}

async fn first_step(app: &App) -> String {
    let request = LoginRequest { email: "ada@example.com".into(), password: PASSWORD.into(), ..Default::default() };
    let LoginResponse { signed_in, challenge } = auth::login::login(app, &browser(HOME), request).await.unwrap();
    assert!(signed_in.is_none() && !challenge.is_empty());
    challenge
}

async fn second_step(app: &App, challenge: &str, code: &str) -> Result<String> {
    let request = LoginRequest { challenge: challenge.into(), code: code.into(), ..Default::default() };
    Ok(auth::login::login(app, &browser(HOME), request).await?.signed_in.unwrap().token)
}

fn reason<T: std::fmt::Debug>(result: Result<T>) -> String {
    match result.unwrap_err() {
        Error::Unauthenticated(message) | Error::Conflict(message) => message.reason().to_owned(),
        Error::Invalid { fields, .. } => fields.values().next().unwrap().reason().to_owned(),
        Error::RateLimited { .. } => "limited".to_owned(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_log_in_with_a_second_factor_takes_a_password_and_a_code() {
    let (bench, app) = open_house().await;
    let (caller, phone, codes) = ada(&bench, &app).await;
    assert_eq!(codes.len(), 10);
    let profile = auth::get_profile::get_profile(&app, &caller, GetProfileRequest {}).await.unwrap();
    assert!(profile.two_factor_enabled && profile.recovery_codes == 10);
    let challenge = first_step(&app).await;
    assert_eq!(reason(second_step(&app, &challenge, "000000").await), "CODE_WRONG");
    let token = second_step(&app, &challenge, &phone.code(&bench)).await.unwrap();
    assert_eq!(alive(&app, &[session_of(&bench, &token)]).await.len(), 1);
    assert_eq!(reason(second_step(&app, &challenge, &phone.code(&bench)).await), "CHALLENGE_OVER", "it was used");
    assert_eq!(reason(second_step(&app, "made up", &phone.code(&bench)).await), "CHALLENGE_OVER");
}

#[tokio::test]
async fn a_code_counts_once_and_so_does_a_recovery_code() {
    let (bench, app) = open_house().await;
    let (_, phone, codes) = ada(&bench, &app).await;
    let code = phone.code(&bench);
    second_step(&app, &first_step(&app).await, &code).await.unwrap();
    assert_eq!(reason(second_step(&app, &first_step(&app).await, &code).await), "CODE_WRONG");
    let typed = codes[3].to_uppercase().replace('-', " ");
    second_step(&app, &first_step(&app).await, &typed).await.unwrap();
    assert_eq!(reason(second_step(&app, &first_step(&app).await, &codes[3]).await), "CODE_WRONG");
    second_step(&app, &first_step(&app).await, &codes[4]).await.unwrap();
}

#[tokio::test]
async fn one_of_many_at_the_same_time_gets_in_with_a_code() {
    let (bench, app) = open_house().await;
    let (_, phone, _) = ada(&bench, &app).await;
    let code = phone.code(&bench);
    let (one, two) = (first_step(&app).await, first_step(&app).await);
    let both = futures::future::join(second_step(&app, &one, &code), second_step(&app, &two, &code)).await;
    assert_eq!(usize::from(both.0.is_ok()) + usize::from(both.1.is_ok()), 1);
}

#[tokio::test]
async fn the_password_is_good_for_five_minutes_and_codes_are_not_guessed() {
    let (bench, app) = open_house().await;
    let (_, phone, codes) = ada(&bench, &app).await;
    let challenge = first_step(&app).await;
    bench.clock.advance(Duration::from_secs(300));
    assert_eq!(reason(second_step(&app, &challenge, &phone.code(&bench)).await), "CHALLENGE_OVER");
    let challenge = first_step(&app).await;
    let mut guesses = 0;
    while reason(second_step(&app, &challenge, "000000").await) != "limited" {
        guesses += 1;
        assert!(guesses < 100, "guessing is not limited");
    }
    assert_eq!(reason(second_step(&app, &challenge, &codes[0]).await), "limited");
    assert_eq!(reason(second_step(&app, &first_step(&app).await, &codes[0]).await), "limited", "nor with another");
    bench.clock.advance(Duration::from_secs(15 * 60));
    second_step(&app, &first_step(&app).await, &codes[0]).await.unwrap();
}

#[tokio::test]
async fn it_is_on_only_once_a_code_has_come() {
    let (bench, app) = open_house().await;
    let ada = person(&bench, &app, "ada@example.com").await;
    assert_eq!(reason(confirm(&app, &ada, "123456").await), "TWO_FACTOR_OFF");
    assert_eq!(reason(begin(&app, &ada, "wrong").await.map(|_| ())), "PASSWORD_WRONG");
    let first = begin(&app, &ada, PASSWORD).await.unwrap();
    let second = begin(&app, &ada, PASSWORD).await.unwrap();
    assert_eq!(reason(confirm(&app, &ada, &first.code(&bench)).await), "CODE_WRONG", "there is another secret");
    login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap();
    let kept: Vec<u8> = sqlx::query_scalar("select secret from auth.two_factor").fetch_one(&bench.cx.db).await.unwrap();
    assert!(!kept.windows(20).any(|part| part == second.0), "it is sealed");
    confirm(&app, &ada, &second.code(&bench)).await.unwrap();
    first_step(&app).await;
    assert_eq!(reason(begin(&app, &ada, PASSWORD).await.map(|_| ())), "TWO_FACTOR_ON");
    assert_eq!(reason(confirm(&app, &ada, &second.code(&bench)).await), "TWO_FACTOR_ON");
}

#[tokio::test]
async fn it_is_turned_off_by_whoever_has_both() {
    let (bench, app) = open_house().await;
    let (caller, phone, codes) = ada(&bench, &app).await;
    let off = |password: &str, code: &str| {
        let request = DisableTwoFactorRequest { current_password: password.into(), code: code.into() };
        auth::disable_two_factor::disable_two_factor(&app, &caller, request)
    };
    let renew = RenewRecoveryCodesRequest { code: phone.code(&bench) };
    let fresh = auth::renew_recovery_codes::renew_recovery_codes(&app, &caller, renew).await.unwrap().recovery_codes;
    assert_eq!(reason(off(PASSWORD, &codes[0]).await), "CODE_WRONG", "it was replaced");
    assert_eq!(reason(off("wrong", &fresh[0]).await), "PASSWORD_WRONG");
    off(PASSWORD, &fresh[0]).await.unwrap();
    login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap();
    assert_eq!(reason(off(PASSWORD, &fresh[1]).await), "TWO_FACTOR_OFF");
}

#[tokio::test]
async fn administrators_and_the_server_take_it_away() {
    let (bench, app) = open_house().await;
    let admin = testing::user_caller(Uuid::nil(), Role::Admin, vec![]);
    let (caller, _, _) = ada(&bench, &app).await;
    let id = caller.user().unwrap().id.to_string();
    let listed = || auth::list_users::list_users(&app, &admin, ListUsersRequest::default());
    assert_eq!(listed().await.unwrap().two_factor, std::slice::from_ref(&id));
    let reset = |user_id: &str| {
        let request = ResetTwoFactorRequest { user_id: user_id.to_owned() };
        auth::reset_two_factor::reset_two_factor(&app, &admin, request)
    };
    assert!(matches!(reset(&Uuid::nil().to_string()).await, Err(Error::Invalid { .. })), "one's own");
    assert!(matches!(reset(&Uuid::from_u128(9).to_string()).await, Err(Error::NotFound(_))));
    let challenge = first_step(&app).await;
    reset(&id).await.unwrap();
    assert_eq!(reason(second_step(&app, &challenge, "000000").await), "CHALLENGE_OVER");
    assert_eq!(reason(reset(&id).await), "TWO_FACTOR_OFF");
    assert!(listed().await.unwrap().two_factor.is_empty());
    login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap();

    let phone = begin(&app, &caller, PASSWORD).await.unwrap();
    confirm(&app, &caller, &phone.code(&bench)).await.unwrap();
    for remove_two_factor in [false, true] {
        let request =
            ResetPasswordRequest { email: "ada@example.com".into(), password: PASSWORD.into(), remove_two_factor };
        auth::reset_password::reset_password(&app, &testing::service_caller("canopy"), request).await.unwrap();
        assert_eq!(listed().await.unwrap().two_factor.is_empty(), remove_two_factor);
    }
    login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap();
}
