//! `/system/settings`, to the letter.

use crate::site::{MADE_TEXT, Site, made};
use proto::auth as pb;
use serde_json::{Value, json};

#[tokio::test]
async fn administrators_read_and_change_what_counts_for_all_of_canopy() {
    let site = Site::open().await;
    let settings = pb::Settings {
        registration_open: true,
        registration_fixed: false,
        session_seconds: 86_400,
        idle_seconds: 1800,
        history_days: 0,
        health_seconds: 60,
        version: 4,
        changed_at: made(),
        changed_by: "Ada Lovelace".into(),
    };
    let answer = pb::GetSettingsResponse { settings: Some(settings.clone()) };
    site.fake.answer("auth.SettingsService/GetSettings", &answer);
    let expected = json!({"registration": "open", "registrationFixed": false, "sessionLength": 86_400, "sessionTimeout": 1800,
        "historyDays": null, "healthCheckInterval": 60, "rowVersion": 4, "changedAt": MADE_TEXT, "changedBy": "Ada Lovelace"});
    assert_eq!(site.get(&site.admin(), "/system/settings").await.data(), expected);
    site.get(&site.user(), "/system/settings").await.failure(403, "FORBIDDEN");

    site.fake.answer(
        "auth.SettingsService/GetSettings",
        &pb::GetSettingsResponse { settings: Some(pb::Settings::default()) },
    );
    let fresh = site.get(&site.admin(), "/system/settings").await.data();
    assert_eq!(
        (&fresh["changedAt"], &fresh["changedBy"], &fresh["sessionTimeout"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );

    let changed = pb::UpdateSettingsResponse { settings: Some(settings) };
    site.fake.answer("auth.SettingsService/UpdateSettings", &changed);
    let body = json!({"registration": "closed", "sessionTimeout": 0, "rowVersion": 3});
    assert_eq!(site.put(&site.admin(), "/system/settings", &body).await.data(), expected);
    let asked = site.fake.message::<pb::UpdateSettingsRequest>("auth.SettingsService/UpdateSettings");
    assert_eq!(
        (asked.registration_open, asked.idle_seconds, asked.history_days, asked.version),
        (Some(false), Some(0), None, 3)
    );
    site.put(&site.admin(), "/system/settings", &json!({"registration": "maybe"}))
        .await
        .failure(400, "VALIDATION_ERROR");
}
