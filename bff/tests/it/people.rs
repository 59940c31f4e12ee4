//! Forgotten passwords and invites to have an account, to the letter.

use crate::site::{MADE_TEXT, Site, id, made, user};
use proto::auth as pb;
use serde_json::json;

const USERS: &str = "auth.UserService";

fn invite() -> Option<pb::UserInvite> {
    let (email, invited_by) = ("eve@example.com".to_owned(), "Ada".to_owned());
    let role = pb::Role::Manager.into();
    Some(pb::UserInvite { id: id(9), email, role, created_at: made(), expires_at: made(), invited_by })
}

#[tokio::test]
async fn a_forgotten_password_is_asked_for_and_chosen_without_a_token() {
    let site = Site::open().await;
    site.fake.answer("auth.AuthService/ForgetPassword", &pb::ForgetPasswordResponse {});
    site.fake.answer("auth.AuthService/RedeemReset", &pb::RedeemResetResponse {});
    let answer = site.post("stale", "/auth/forgot-password", &json!({"email": "a@example.com"})).await;
    assert_eq!((answer.status.as_u16(), answer.data()), (200, json!({})));
    let asked: pb::ForgetPasswordRequest = site.fake.message("auth.AuthService/ForgetPassword");
    assert_eq!(asked.email, "a@example.com");
    let body = json!({"token": "of-the-link", "password": " as typed "});
    assert_eq!(site.post("", "/auth/reset-password", &body).await.data(), json!({}));
    let asked: pb::RedeemResetRequest = site.fake.message("auth.AuthService/RedeemReset");
    assert_eq!((asked.token.as_str(), asked.password.as_str()), ("of-the-link", " as typed "));
    site.fake.refuse("auth.AuthService/RedeemReset", || kit::Error::conflict(kit::message!(RESET_OVER)));
    let answer = site.post("", "/auth/reset-password", &body).await;
    assert_eq!(answer.failure(409, "CONFLICT"), "This link is not valid any more. Ask for another one.");
}

#[tokio::test]
async fn a_link_that_was_mailed_is_told_nobody_and_another_one_its_maker() {
    let site = Site::open().await;
    let path = format!("/users/{}/reset-password", id(7));
    let link = pb::CreateResetResponse { mailed: true, token: String::new(), expires_at: made() };
    site.fake.answer(&format!("{USERS}/CreateReset"), &link);
    let answer = site.post(&site.admin(), &path, &json!({})).await;
    let expected = json!({"mailed": true, "token": null, "expiresAt": MADE_TEXT});
    assert_eq!((answer.status.as_u16(), answer.data()), (201, expected));
    let site = Site::open().await;
    let link = pb::CreateResetResponse { mailed: false, token: "secret".into(), expires_at: made() };
    site.fake.answer(&format!("{USERS}/CreateReset"), &link);
    let expected = json!({"mailed": false, "token": "secret", "expiresAt": MADE_TEXT});
    assert_eq!(site.post(&site.admin(), &path, &json!({})).await.data(), expected);
}

#[tokio::test]
async fn an_account_is_shown_with_all_that_is_about_it_and_a_profile_with_little() {
    let site = Site::open().await;
    let team = pb::UserTeam { id: id(8), name: "Web".into(), admin: true, owner: false };
    let details = pb::GetUserResponse {
        user: Some(user(7, pb::Role::User)),
        two_factor: true,
        sessions: vec![pb::OwnSession {
            id: id(5),
            created_at: made(),
            last_seen_at: made(),
            expires_at: made(),
            address: "203.0.113.9".into(),
            user_agent: "curl/8".into(),
            current: false,
        }],
        tokens: vec![],
        teams: vec![team],
    };
    site.fake.answer(&format!("{USERS}/GetUser"), &details);
    let shown = site.get(&site.admin(), &format!("/users/{}", id(7))).await.data();
    assert_eq!((&shown["email"], &shown["twoFactorEnabled"]), (&json!("user7@example.com"), &json!(true)));
    assert_eq!(shown["sessions"][0]["address"], "203.0.113.9");
    assert_eq!(shown["teams"], json!([{"id": id(8), "name": "Web", "admin": true, "owner": false}]));
    let profile = pb::GetUserProfileResponse { user: Some(user(7, pb::Role::User)) };
    site.fake.answer("auth.AuthService/GetUserProfile", &profile);
    let expected = json!({"id": id(7), "firstName": "Ada", "lastName": "No7", "email": "user7@example.com",
        "role": "user", "lastLogin": null});
    assert_eq!(site.get(&site.user(), &format!("/users/{}/profile", id(7))).await.data(), expected);
}

#[tokio::test]
async fn people_are_invited_listed_invited_again_and_not_any_more() {
    let site = Site::open().await;
    let admin = site.admin();
    let shown = json!({"id": id(9), "email": "eve@example.com", "role": "manager", "invitedBy": "Ada",
        "createdAt": MADE_TEXT, "expiresAt": MADE_TEXT});
    let with_token = json!({"invite": shown, "mailed": true, "token": "secret"});
    let made = pb::CreateUserInviteResponse { invite: invite(), token: "secret".into(), mailed: true };
    site.fake.answer(&format!("{USERS}/CreateUserInvite"), &made);
    let answer = site.post(&admin, "/users/invites", &json!({"email": "eve@example.com", "role": "manager"})).await;
    assert_eq!((answer.status.as_u16(), answer.data()), (201, with_token.clone()));
    let asked: pb::CreateUserInviteRequest = site.fake.message(&format!("{USERS}/CreateUserInvite"));
    assert_eq!((asked.email.as_str(), asked.role()), ("eve@example.com", pb::Role::Manager));
    site.fake.answer(
        &format!("{USERS}/ListUserInvites"),
        &pb::ListUserInvitesResponse { invites: invite().into_iter().collect() },
    );
    assert_eq!(site.get(&admin, "/users/invites").await.data(), json!([shown]));
    let again = pb::ResendUserInviteResponse { invite: invite(), token: "secret".into(), mailed: true };
    site.fake.answer(&format!("{USERS}/ResendUserInvite"), &again);
    let path = format!("/users/invites/{}", id(9));
    assert_eq!(site.post(&admin, &format!("{path}/resend"), &json!({})).await.data(), with_token);
    site.fake.answer(&format!("{USERS}/CancelUserInvite"), &pb::CancelUserInviteResponse {});
    assert_eq!(site.delete(&admin, &path).await.data(), json!({"id": id(9)}));
}
