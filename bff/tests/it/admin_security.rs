//! `/admin/security`, to the letter.

use crate::site::{MADE_TEXT, Site, id, made, user};
use proto::auth as pb;
use serde_json::{Value, json};

#[tokio::test]
async fn administrators_see_what_auth_knows_about_the_safety_of_accounts() {
    let site = Site::open().await;
    let from = |network: &str, throttled_until| pb::FailedSignIns {
        network: network.into(),
        attempts: 31,
        last_at: made(),
        throttled_until,
    };
    let answer = pb::GetSecurityResponse {
        since: made(),
        failed: vec![from("203.0.113.9", made()), from("", None)],
        failed_total: 62,
        failed_known: 3,
        sessions: 4,
        tokens: 5,
        users: 6,
        administrators: vec![user(7, pb::Role::Admin)],
        without_two_factor: vec![user(8, pb::Role::User)],
        without_two_factor_total: 1,
        provider: Some(pb::ProviderState {
            name: "Example ID".into(),
            issuer: "https://id.example.com".into(),
            accounts: pb::ProviderAccounts::Invited.into(),
            link_by_email: false,
            own_second_factor: true,
            roles: vec!["admin=root".into()],
            linked: 9,
        }),
    };
    site.fake.answer("auth.UserService/GetSecurity", &answer);
    let mut data = site.get(&site.admin(), "/admin/security").await.data();
    let networks = json!([
        {"network": "203.0.113.9", "attempts": 31, "lastAt": MADE_TEXT, "throttledUntil": MADE_TEXT},
        {"network": null, "attempts": 31, "lastAt": MADE_TEXT, "throttledUntil": null},
    ]);
    let failed = json!({"since": MADE_TEXT, "networks": networks, "total": 62, "unplaced": 3});
    assert_eq!(data["failedSignIns"].take(), failed);
    assert_eq!(data["administrators"].take()[0]["id"], id(7));
    assert_eq!(data["withoutTwoFactor"].take()[0]["email"], "user8@example.com");
    let rest = json!({"failedSignIns": Value::Null, "sessions": 4, "tokens": 5, "users": 6, "administrators": Value::Null,
        "withoutTwoFactor": Value::Null, "withoutTwoFactorTotal": 1,
        "provider": {"name": "Example ID", "issuer": "https://id.example.com", "accounts": "invited", "linkByEmail": false,
            "ownSecondFactor": true, "roles": ["admin=root"], "linked": 9}});
    assert_eq!(data, rest);
    site.get(&site.user(), "/admin/security").await.failure(403, "FORBIDDEN");
}
