//! `/auth` and `/users/profile`, to the letter.

use crate::site::{MADE_TEXT, Site, id, user};
use kit::Error;
use proto::auth as pb;
use serde_json::json;

fn signed_in() -> pb::SignedIn {
    pb::SignedIn { token: "t.o.k".into(), user: Some(user(2, pb::Role::Admin)), expires_at_ms: 1_795_248_000_000 }
}

fn shown(role: &str) -> serde_json::Value {
    json!({"id": id(2), "firstName": "Ada", "lastName": "No2", "email": "user2@example.com", "role": role,
        "status": "active", "lastLogin": null, "createdAt": MADE_TEXT})
}

#[tokio::test]
async fn logging_in_answers_token_user_and_end() {
    let site = Site::open().await;
    site.fake
        .answer("auth.AuthService/Login", &pb::LoginResponse { signed_in: Some(signed_in()), ..Default::default() });
    let body = json!({"email": "a@example.com", "password": " as typed "});
    // Whatever token a browser still carries does not matter.
    let answer = site.post("stale", "/auth/login", &body).await;
    assert_eq!(answer.status.as_u16(), 200);
    let expected = json!({"request_id": answer.header("x-request-id"), "status": "success",
        "data": {"token": "t.o.k", "user": shown("admin"), "expiresAt": 1_795_248_000_000_i64}});
    assert_eq!(answer.json(), expected);
    let asked: pb::LoginRequest = site.fake.message("auth.AuthService/Login");
    assert_eq!((asked.password.as_str(), asked.address.as_str()), (" as typed ", "203.0.113.9"));
    let call = &site.fake.asked("auth.AuthService/Login")[0];
    assert_eq!(call.headers["x-client-address"], "203.0.113.9");
    let token = call.headers["authorization"].to_str().unwrap().strip_prefix("Bearer ").unwrap();
    assert_ne!(token, "stale", "the bff's own token: auth believes an address from the bff only");
    assert_eq!(token.split('.').count(), 3);
}

#[tokio::test]
async fn a_wrong_password_is_401_and_a_refused_bff_is_not() {
    let site = Site::open().await;
    let body = json!({"email": "a@example.com", "password": "wrong-password"});
    site.fake.refuse("auth.AuthService/Login", || Error::Unauthenticated(kit::message!(CREDENTIALS_WRONG)));
    assert_eq!(site.post("", "/auth/login", &body).await.failure(401, "UNAUTHORIZED"), "Invalid email or password");
    site.fake.refuse("auth.AuthService/Login", || Error::Unauthenticated(kit::message!(TOKEN_INVALID)));
    site.post("", "/auth/login", &body).await.failure(503, "SERVICE_UNAVAILABLE");
    site.fake
        .refuse("auth.AuthService/Login", || Error::RateLimited { retry_after: std::time::Duration::from_secs(30) });
    let answer = site.post("", "/auth/login", &body).await;
    answer.failure(429, "RATE_LIMIT_EXCEEDED");
    assert_eq!(answer.header("retry-after"), "30");
}

#[tokio::test]
async fn a_second_factor_is_asked_for_with_a_challenge_and_sent_with_it() {
    let site = Site::open().await;
    let asked = pb::LoginResponse { signed_in: None, challenge: "of-this-log-in".into() };
    site.fake.answer("auth.AuthService/Login", &asked);
    let answer = site.post("", "/auth/login", &json!({"email": "a@example.com", "password": "12345678"})).await;
    answer.failure(401, "SECOND_FACTOR_REQUIRED");
    let details = json!({"reason": "SECOND_FACTOR_REQUIRED", "challenge": "of-this-log-in"});
    assert_eq!(answer.json()["details"], details);

    let site = Site::open().await;
    let done = pb::LoginResponse { signed_in: Some(signed_in()), ..Default::default() };
    site.fake.answer("auth.AuthService/Login", &done);
    let body = json!({"challenge": "of-this-log-in", "code": "123456"});
    assert_eq!(site.post("", "/auth/login", &body).await.status.as_u16(), 200);
    let asked: pb::LoginRequest = site.fake.message("auth.AuthService/Login");
    assert_eq!((asked.challenge.as_str(), asked.code.as_str()), ("of-this-log-in", "123456"));
    site.fake.refuse("auth.AuthService/Login", || Error::Unauthenticated(kit::message!(CODE_WRONG)));
    assert_eq!(site.post("", "/auth/login", &body).await.failure(401, "UNAUTHORIZED"), "This code is not right.");
}

#[tokio::test]
async fn registering_answers_the_user_and_a_taken_address_is_409() {
    let site = Site::open().await;
    site.fake.answer("auth.AuthService/Register", &pb::RegisterResponse { user: Some(user(2, pb::Role::User)) });
    let body = json!({"email": "a@example.com", "password": "long-enough", "firstName": "Ada", "lastName": null});
    let answer = site.post("", "/auth/register", &body).await;
    assert_eq!((answer.status.as_u16(), answer.data()), (201, json!({"user": shown("user")})));
    let asked: pb::RegisterRequest = site.fake.message("auth.AuthService/Register");
    assert_eq!((asked.first_name.as_str(), asked.last_name.as_str()), ("Ada", ""));
    site.fake.refuse("auth.AuthService/Register", || Error::conflict(kit::message!(EMAIL_TAKEN)));
    let answer = site.post("", "/auth/register", &body).await;
    assert_eq!(answer.failure(409, "CONFLICT"), "This email address is already registered.");
    assert_eq!(answer.json()["details"], json!({"reason": "EMAIL_TAKEN"}));
}

#[tokio::test]
async fn the_set_up_tells_whether_it_is_open_and_signs_the_first_admin_in() {
    let site = Site::open().await;
    site.fake.answer("auth.AuthService/GetSetup", &pb::GetSetupResponse { open: true, ..Default::default() });
    let expected = json!({"open": true, "registration": false, "mail": false, "provider": null});
    assert_eq!(site.get("", "/auth/setup").await.data(), expected);
    let done = pb::CompleteSetupResponse { signed_in: Some(signed_in()) };
    site.fake.answer("auth.AuthService/CompleteSetup", &done);
    let body =
        json!({"token": "link", "email": "a@b.example", "password": "12345678", "firstName": "A", "lastName": "B"});
    let answer = site.post("", "/auth/setup", &body).await;
    assert_eq!(answer.status.as_u16(), 201);
    assert_eq!(answer.data()["user"], shown("admin"));
    let asked = site.fake.message::<pb::CompleteSetupRequest>("auth.AuthService/CompleteSetup");
    assert_eq!((asked.token.as_str(), asked.registration_open), ("link", false), "closed unless somebody decides");
}

#[tokio::test]
async fn the_profile_says_who_i_am() {
    let site = Site::open().await;
    let token = site.user();
    let profile = pb::GetProfileResponse {
        user: Some(user(2, pb::Role::Manager)),
        two_factor_enabled: true,
        recovery_codes: 9,
        language: "fr".into(),
        timezone: "Europe/Paris".into(),
        theme: String::new(),
        first_steps: "hidden".into(),
        has_password: true,
        provider_linked: true,
        provider: "Example ID".into(),
        idle_seconds: 1800,
    };
    site.fake.answer("auth.AuthService/GetProfile", &profile);
    let expected = json!({"user": shown("manager"), "security": {"twoFactorEnabled": true, "recoveryCodes": 9,
        "hasPassword": true, "provider": {"name": "Example ID", "linked": true}, "sessionTimeout": 1800},
        "preferences": {"language": "fr", "timezone": "Europe/Paris", "theme": null, "firstSteps": "hidden"}});
    assert_eq!(site.get(&token, "/users/profile").await.data(), expected);
    site.fake.answer("auth.AccountService/UpdateProfile", &pb::UpdateProfileResponse { profile: Some(profile) });
    let body = json!({"lastName": "L", "preferences": {"language": "fr"}});
    assert_eq!(site.put(&token, "/users/profile", &body).await.data(), expected);
    let asked = site.fake.message::<pb::UpdateProfileRequest>("auth.AccountService/UpdateProfile");
    assert_eq!((asked.first_name, asked.last_name.as_deref(), asked.timezone), (None, Some("L"), None));
    assert_eq!(asked.language.as_deref(), Some("fr"));
}

#[tokio::test]
async fn administrators_see_everybody_and_others_do_not() {
    let site = Site::open().await;
    let (users, two_factor) = (vec![user(2, pb::Role::Manager)], vec![user(2, pb::Role::Manager).id]);
    let answer = pb::ListUsersResponse { users, total: 1, two_factor };
    site.fake.answer("auth.UserService/ListUsers", &answer);
    let listed = site.get(&site.admin(), "/users?role=manager&status=active&search=a&limit=20").await;
    let mut expected = shown("manager");
    expected["twoFactorEnabled"] = json!(true);
    assert_eq!(listed.data(), json!({"users": [expected]}));
    assert_eq!(listed.json()["pagination"], json!({"page": 1, "limit": 20, "total": 1, "more": false}));
    let asked = site.fake.message::<pb::ListUsersRequest>("auth.UserService/ListUsers");
    assert_eq!((asked.role(), asked.status()), (pb::Role::Manager, pb::UserStatus::Active));
    site.get(&site.admin(), "/users?role=owner").await.failure(400, "VALIDATION_ERROR");
    site.get(&site.user(), "/users").await.failure(403, "FORBIDDEN");
}

#[tokio::test]
async fn an_answer_without_its_user_is_a_defect_and_not_an_empty_user() {
    let site = Site::open().await;
    site.fake.answer("auth.AuthService/Register", &pb::RegisterResponse { user: None });
    let answer = site.post("", "/auth/register", &json!({})).await;
    answer.failure(500, "INTERNAL_SERVER_ERROR");
}
