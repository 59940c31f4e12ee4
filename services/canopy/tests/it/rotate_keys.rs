//! `canopy admin rotate-keys`: new keys while people work, and nobody notices; old ones are worth nothing afterwards.

use crate::system::{Canopy, Folder, Session, program, sandbox::Sandbox};
use reqwest::Method;
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    path::Path,
    process::{Command, Output},
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::Duration,
};

/// Values that are sealed with another key than the current one make this wait, and fail in the end.
async fn rotate(data: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(program());
    command.args(["admin", "rotate-keys"]).args(arguments).arg("--data").arg(data);
    command.env("CANOPY_POSTGRES_BIN", kit::testing::told("CANOPY_POSTGRES_BIN"));
    tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
}

fn said(output: Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The key files of a role, by name.
fn files(data: &Path, role: &str) -> BTreeSet<String> {
    let folder = std::fs::read_dir(data.join("keys").join(role)).unwrap();
    folder.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// A site, a second factor, a webhook and a letter that waits: a value in every column that is sealed.
async fn sealed_values(admin: &Session<'_>, sandbox: &Sandbox) -> String {
    let team = admin.first_team().await;
    let cluster = admin.cluster("prod", &sandbox.kubeconfig).await;
    let created = admin.post("/deployments", Session::program("shop", &cluster, &team)).await;
    assert_eq!(admin.finished(created["taskId"].as_str().unwrap()).await["status"], "complete");
    let id = created["id"].as_str().unwrap().to_owned();
    admin.rested(&id).await;
    admin.post("/auth/two-factor", json!({"currentPassword": "correct horse battery"})).await;
    let rule =
        json!({"name": "told", "kinds": ["task_failed"], "channel": "webhook", "url": "https://hooks.example.com/x"});
    admin.post("/notifications/rules", rule).await;
    let (status, answer) = admin
        .canopy
        .call(Method::POST, "/auth/forgot-password", None, Some(json!({"email": "admin@example.com"})))
        .await;
    assert!((200..300).contains(&status), "{answer}");
    id
}

#[tokio::test]
async fn new_keys_are_used_under_load_and_old_ones_are_worth_nothing_afterwards() {
    let folder = Folder::fresh("rotate");
    let data = folder.0.join("data");
    let sandbox = Sandbox::start(&folder.0.join("cluster"));
    let allowed = sandbox.address().to_owned();
    let with = |command: &mut Command| {
        command.env("CANOPY_CLUSTER_ALLOW", &allowed).env("CANOPY_MAIL_FROM", "canopy@example.com");
        // nobody takes letters there
        command.env("CANOPY_SMTP_URL", "smtp://127.0.0.1:9").env("CANOPY_PUBLIC_URL", "http://127.0.0.1:9");
    };
    let canopy = Canopy::up(&data, with);
    let admin = canopy.first_admin().await;
    let id = sealed_values(&admin, &sandbox).await;
    let letters = "select exists (select 1 from auth.mail)";
    kit::testing::wait_until(&canopy.database().await, "a letter waits", letters).await;

    // two people read, one makes teams, and each makes the same one twice; a site is restarted again and again
    let (calm, calls) = (AtomicBool::new(false), AtomicUsize::new(0));
    let at_work = || !calm.load(Ordering::Relaxed);
    let reader = async || {
        while at_work() {
            for path in ["/deployments", "/teams", "/clusters", "/tasks", "/events", "/users/profile"] {
                admin.get(path).await;
                calls.fetch_add(1, Ordering::Relaxed);
            }
        }
    };
    let maker = async || {
        let mut made = 0;
        while at_work() {
            // nobody may own more than fifty
            if made == 45 || calls.load(Ordering::Relaxed) < 10 * made {
                tokio::time::sleep(Duration::from_millis(10)).await;
                continue;
            }
            made += 1;
            let body = json!({"name": format!("Team {made}"), "description": "made under load"});
            let request = || {
                let request = canopy.http.post(canopy.url("/teams")).bearer_auth(&admin.token);
                request.header("idempotency-key", format!("team-{made}")).json(&body).send()
            };
            let mut ids = BTreeSet::new();
            for _ in 0..2 {
                let answer = request().await.unwrap();
                let (status, answer) = (answer.status().as_u16(), answer.json::<Value>().await.unwrap());
                assert_eq!(status, 201, "{answer}");
                ids.insert(answer["data"]["id"].to_string());
            }
            assert_eq!(ids.len(), 1, "made once");
        }
        made
    };
    let restarter = async || {
        let mut done = 0;
        while at_work() || done == 0 {
            let answer = admin.post(&format!("/deployments/{id}/restart"), json!({})).await;
            assert_eq!(admin.finished(answer["taskId"].as_str().unwrap()).await["status"], "complete");
            admin.rested(&id).await;
            done += 1;
        }
        done
    };
    let rotations = async || {
        for n in 1..=2 {
            let before = calls.load(Ordering::Relaxed);
            let said = said(rotate(&data, &[]).await);
            assert!(said.contains("Everything is sealed with the new keys."), "{said}");
            assert_eq!(files(&data, "auth").iter().filter(|file| file.starts_with("users.2")).count(), n);
            while calls.load(Ordering::Relaxed) < before + 30 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        calm.store(true, Ordering::Relaxed);
    };
    let (.., made, restarted) = tokio::join!(rotations(), reader(), reader(), maker(), restarter());
    let told = |status: u16, events: &Value| {
        status == 200 && events.as_array().is_some_and(|all| all.iter().any(|event| event["reason"] == "KeysRotated"))
    };
    admin.until("/admin/events?limit=100", "the rotation is in the history", told).await;
    let teams = admin.get("/teams?limit=100").await.as_array().unwrap().len();
    assert_eq!(teams, 1 + made, "{restarted} restarts");

    // a stolen key: whoever has a token of before is signed out, and older keys are gone
    let before = (files(&data, "tasks"), std::fs::read(data.join("keys/tasks/tasks.key")).unwrap());
    let said_of_revocation = said(rotate(&data, &["--revoke"]).await);
    assert!(said_of_revocation.contains("Sessions ended: 1"), "{said_of_revocation}");
    assert_eq!(admin.try_call(Method::GET, "/users/profile", None).await.0, 401);
    let said_of_finish = said(rotate(&data, &["--finish"]).await);
    assert!(
        said_of_finish.contains("Older key files removed: ") && said_of_finish.contains("Others are kept"),
        "{said_of_finish}"
    );
    // the two of before have their time; the one that was revoked has gone
    assert_eq!(files(&data, "tasks").iter().filter(|file| file.ends_with(".kek")).count(), 1 + 2);
    assert!(!files(&data, "tasks").iter().any(|file| file.starts_with("users.2")) && before.0.len() > 12);
    assert_ne!(std::fs::read(data.join("keys/tasks/tasks.key")).unwrap(), before.1);

    // without any older key, and started anew
    assert!(canopy.stop().success());
    for role in std::fs::read_dir(data.join("keys")).unwrap() {
        let role = role.unwrap().file_name().into_string().unwrap();
        for file in files(&data, &role).iter().filter(|file| file.split('.').count() > 2) {
            std::fs::remove_file(data.join("keys").join(&role).join(file)).unwrap();
        }
    }
    let said_offline = said(rotate(&data, &[]).await);
    assert!(said_offline.contains("sealed anew when it is started"), "{said_offline}");
    let canopy = Canopy::up(&data, with);
    let body = json!({"email": "admin@example.com", "password": "correct horse battery"});
    let (status, answer) = canopy.call(Method::POST, "/auth/login", None, Some(body)).await;
    assert_eq!(status, 200, "{answer}");
    let admin = Session { canopy: &canopy, token: answer["data"]["token"].as_str().unwrap().to_owned() };
    let answer = admin.post(&format!("/deployments/{id}/restart"), json!({})).await;
    assert_eq!(admin.finished(answer["taskId"].as_str().unwrap()).await["status"], "complete", "its kubeconfig opens");
    admin.rested(&id).await;
    // one rotation more waits until also what was sealed before the start is sealed anew
    let said = said(rotate(&data, &[]).await);
    assert!(said.contains("Everything is sealed with the new keys."), "{said}");
    assert!(canopy.stop().success());
}
