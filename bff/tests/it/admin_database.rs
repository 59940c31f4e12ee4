//! `/admin/database`, to the letter.

use crate::{
    fake::Fake,
    site::{MADE_TEXT, Site, made},
};
use proto::{
    auth::{Backup, GetBackupResponse},
    database as pb,
};
use serde_json::{Value, json};

const INSPECT: &str = "database.DatabaseService/InspectDatabase";
const BACKUP: &str = "auth.SettingsService/GetBackup";
const SERVICES: [&str; 6] = ["auth", "teams", "infrastructure", "deployments", "tasks", "events"];

fn seen() -> pb::InspectDatabaseResponse {
    pb::InspectDatabaseResponse {
        server: Some(pb::Server {
            version: "17.2".into(),
            database: "canopy".into(),
            bytes: 9_000_000,
            connections: 12,
            max_connections: 100,
        }),
        bytes: 80_000,
        tables: vec![pb::Table { name: "user".into(), bytes: 60_000, index_bytes: 20_000, rows: None }],
        connections: vec![pb::Connections { state: "idle".into(), count: 2 }],
        migrations: vec![pb::Migration {
            version: 20_261_121_000_001,
            description: "first".into(),
            applied_at: made(),
            milliseconds: 12,
            common: true,
        }],
        statements_known: true,
        statements: vec![pb::Statement {
            text: "select $1".into(),
            calls: 3,
            total_milliseconds: 1.5,
            mean_milliseconds: 0.5,
            rows: 3,
        }],
    }
}

fn shown(service: &str) -> Value {
    json!({"service": service, "bytes": 80_000,
        "tables": [{"name": "user", "bytes": 60_000, "indexBytes": 20_000, "rows": null}],
        "connections": {"idle": 2},
        "migrations": [{"version": "20261121000001", "description": "first", "appliedAt": MADE_TEXT, "milliseconds": 12,
            "common": true}],
        "statements": [{"text": "select $1", "calls": 3, "totalMilliseconds": 1.5, "meanMilliseconds": 0.5, "rows": 3}]})
}

#[tokio::test]
async fn administrators_see_the_schema_of_every_service() {
    let site = Site::open().await;
    site.fake.answer(INSPECT, &seen());
    site.fake.answer(BACKUP, &GetBackupResponse { backup: None });
    let server =
        json!({"version": "17.2", "database": "canopy", "bytes": 9_000_000, "connections": 12, "maxConnections": 100});
    let data = site.get(&site.admin(), "/admin/database").await.data();
    assert_eq!(data, json!({"server": server, "schemas": SERVICES.map(shown), "missing": [], "lastBackup": null}));
    let without = pb::InspectDatabaseResponse { statements_known: false, statements: vec![], ..seen() };
    site.fake.answer(INSPECT, &without);
    let data = site.get(&site.admin(), "/admin/database").await.data();
    assert_eq!(data["schemas"][0]["statements"], Value::Null);
    site.get(&site.user(), "/admin/database").await.failure(403, "FORBIDDEN");
}

#[tokio::test]
async fn a_service_that_does_not_answer_hides_nothing_of_the_others() {
    let fake = Fake::default();
    fake.answer(INSPECT, &seen());
    fake.answer(BACKUP, &GetBackupResponse { backup: None });
    let here = fake.listen().await;
    // Nothing listens on port 1.
    let nowhere = std::net::SocketAddr::from(([127, 0, 0, 1], 1));
    let peers = SERVICES.map(|role| (role, if role == "events" { nowhere } else { here })).into();
    let site = Site::with_peers(fake, peers).await;
    let data = site.get(&site.admin(), "/admin/database").await.data();
    let others = ["auth", "teams", "infrastructure", "deployments", "tasks"];
    assert_eq!((&data["schemas"], &data["missing"]), (&json!(others.map(shown)), &json!(["events"])));
}

#[tokio::test]
async fn administrators_see_the_last_backup_and_why_a_later_one_failed() {
    let site = Site::open().await;
    site.fake.answer(INSPECT, &seen());
    let full = kit::message!(BackupDiskFull);
    let backup = Backup {
        at: made(),
        bytes: 1_234_567,
        place: "/backups/canopy-20261123T194446Z.tar.age".into(),
        every_seconds: 86_400,
        ..Backup::default()
    };
    let failed = Backup {
        failed_at: made(),
        problem: full.to_string(),
        said: full.packed(),
        every_seconds: 0,
        ..Backup::default()
    };
    let none = json!({"at": null, "bytes": null, "where": null, "ok": true, "failedAt": null, "problem": null, "params": {},
        "text": null, "everySeconds": null});
    let with = |fields: Value| {
        let mut expected = none.clone();
        expected.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        expected
    };
    let place = backup.place.clone();
    for (answer, expected) in [
        (backup, with(json!({"at": MADE_TEXT, "bytes": 1_234_567, "where": place, "everySeconds": 86_400}))),
        (
            failed,
            with(json!({"ok": false, "failedAt": MADE_TEXT, "problem": "BackupDiskFull",
                "text": "The last backup of Canopy failed: no room is left where it is written."})),
        ),
    ] {
        site.fake.answer(BACKUP, &GetBackupResponse { backup: Some(answer) });
        assert_eq!(site.get(&site.admin(), "/admin/database").await.data()["lastBackup"], expected);
    }
}
