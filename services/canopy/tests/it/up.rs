//! `canopy up`: one folder, one instance, no process left behind, its data after a restart, clear sentences.

use crate::system::{Canopy, Folder, PATIENCE, command, program};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use serde_json::{Value, json};
use std::{path::Path, process::Stdio, time::Duration};

fn pids(report: &Value) -> Vec<i32> {
    let places = report["roles"].as_object().unwrap().values().chain(report["servers"].as_object().unwrap().values());
    places.map(|place| i32::try_from(place["pid"].as_i64().unwrap()).unwrap()).collect()
}

async fn all_end(pids: &[i32]) {
    let until = tokio::time::Instant::now() + PATIENCE;
    while let Some(alive) = pids.iter().find(|&&pid| is_alive(pid)) {
        assert!(tokio::time::Instant::now() < until, "the process {alive} is still there");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// A zombie is no process any more: it only waits to be counted.
fn is_alive(pid: i32) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    state.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.trim_start().starts_with('Z'))
}

fn fails(data: &Path, with: impl FnOnce(&mut std::process::Command)) -> String {
    let mut command = command(program(), data);
    command.stderr(Stdio::piped());
    with(&mut command);
    let output = command.output().unwrap();
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[tokio::test]
async fn stopped_and_started_again_it_has_its_data_and_leaves_no_process() {
    let folder = Folder::fresh("restart");
    let data = folder.0.join("data");
    let canopy = Canopy::up(&data, |_| {});
    let admin = canopy.first_admin().await;
    let team = admin.post("/teams", json!({"name": "Web", "description": "the web team"})).await;
    let (token, first) = (admin.token.clone(), pids(&canopy.report));
    assert_eq!(first.len(), 10, "{:#}", canopy.report);
    assert!(canopy.report["setupLink"].as_str().unwrap().contains("/setup?token="));

    let said = fails(&data, |_| {});
    assert!(said.contains("in use by another canopy"), "{said}");

    assert!(canopy.stop().success());
    all_end(&first).await;

    let canopy = Canopy::up(&data, |_| {});
    assert!(canopy.report["setupLink"].is_null(), "there is an admin already");
    let admin = crate::system::Session { canopy: &canopy, token };
    let teams = admin.get("/teams").await;
    assert!(teams.as_array().unwrap().iter().any(|t| t["id"] == team["id"]), "{teams:#}");

    // killed without a chance to say good-bye, it still leaves nothing behind
    let second = pids(&canopy.report);
    canopy.kill();
    all_end(&second).await;
    let canopy = Canopy::up(&data, |_| {});
    assert!(canopy.stop().success());
}

#[tokio::test]
async fn a_role_that_dies_is_started_again() {
    let folder = Folder::fresh("revive");
    let canopy = Canopy::up(&folder.0.join("data"), |_| {});
    let admin = canopy.first_admin().await;
    for name in ["teams", "bff", "postgres", "nats"] {
        let before = canopy.pid_of(name);
        kill(Pid::from_raw(before), Signal::SIGKILL).unwrap();
        let until = tokio::time::Instant::now() + PATIENCE;
        loop {
            let answer = admin.canopy.http.get(canopy.url("/teams")).bearer_auth(&admin.token).send().await;
            if canopy.pid_of(name) != before && answer.is_ok_and(|answer| answer.status().as_u16() == 200) {
                break;
            }
            assert!(tokio::time::Instant::now() < until, "{name} did not come back");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    admin
        .until("/health", "everything is up", |status, data| {
            status == 200 && data["components"].as_object().is_some_and(|c| c.values().all(|state| state == "up"))
        })
        .await;
    assert!(canopy.stop().success());
}

#[tokio::test]
async fn what_cannot_start_for_a_while_is_started_when_it_can_and_ends_nothing_else() {
    let folder = Folder::fresh("patient");
    let data = folder.0.join("data");
    let canopy = Canopy::up(&data, |_| {});
    let admin = canopy.first_admin().await;
    let address = canopy.report["servers"]["nats"]["address"].as_str().unwrap();
    let until = tokio::time::Instant::now() + PATIENCE;
    // somebody takes its port between its two lives
    let squatter = loop {
        let _ = kill(Pid::from_raw(canopy.pid_of("nats")), Signal::SIGKILL);
        if let Ok(listener) = std::net::TcpListener::bind(address) {
            break listener;
        }
        assert!(tokio::time::Instant::now() < until, "the port of NATS is never free");
    };
    // more often than a start of everything would bear it
    let log = data.join("logs/nats.log");
    while std::fs::read_to_string(&log).unwrap().matches("address already in use").count() < 9 {
        assert!(tokio::time::Instant::now() < until, "it is not tried again");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let teams = admin.get("/teams").await;
    assert_eq!(teams.as_array().unwrap().len(), 1, "the rest goes on");
    drop(squatter);
    admin
        .until("/health", "everything is up", |status, data| {
            status == 200 && data["components"].as_object().is_some_and(|c| c.values().all(|state| state == "up"))
        })
        .await;
    assert!(canopy.stop().success());
}

#[tokio::test]
async fn what_is_missing_or_broken_is_told_in_a_sentence() {
    let folder = Folder::fresh("broken");
    let file = folder.0.join("file");
    std::fs::write(&file, "not a folder").unwrap();
    let said = fails(&file, |_| {});
    assert!(said.contains("is not a folder"), "{said}");

    let data = folder.0.join("data");
    let said = fails(&data, |command| {
        command.args(["--postgres-bin", "/nonexistent"]);
    });
    assert!(said.contains("does not hold postgres"), "{said}");
    let said = fails(&data, |command| {
        command.args(["--nats-server", "/bin/true"]);
    });
    assert!(said.contains("nats-server 2.12 or newer is needed"), "{said}");

    // a database folder that is none
    let broken = folder.0.join("broken");
    std::fs::create_dir_all(broken.join("postgres/data")).unwrap();
    let said = fails(&broken, |_| {});
    assert!(said.contains("is not a PostgreSQL data folder"), "{said}");

    // a lost key: the data cannot be read without it, so nothing starts with another one
    let lost = folder.0.join("lost");
    let canopy = Canopy::up(&lost, |_| {});
    assert!(canopy.stop().success());
    std::fs::remove_file(lost.join("keys/infrastructure/infrastructure.kek")).unwrap();
    let said = fails(&lost, |_| {});
    assert!(said.contains("infrastructure.kek does not fit the data"), "{said}");
}

/// Publishes an empty message and answers what the server says about it: PONG when it has nothing against it.
fn publish(address: &str, user: &str, password: &str, subject: &str) -> String {
    use std::io::{BufRead as _, Write as _};
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    let mut lines = std::io::BufReader::new(stream.try_clone().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().starts_with("INFO"));
    let hello = json!({"verbose": false, "pedantic": false, "user": user, "pass": password});
    // in one write: the server hangs up on a wrong password as soon as it has read the first line
    stream.write_all(format!("CONNECT {hello}\r\nPUB {subject} 0\r\n\r\nPING\r\n").as_bytes()).unwrap();
    lines.next().unwrap().unwrap()
}

#[tokio::test]
async fn no_role_can_read_anothers_schema_or_publish_under_anothers_name() {
    let folder = Folder::fresh("apart");
    let canopy = Canopy::up(&folder.0.join("data"), |_| {});
    let environment = |role: &str, name: &str| {
        let text = std::fs::read(format!("/proc/{}/environ", canopy.pid_of(role))).unwrap();
        let text = String::from_utf8_lossy(&text).into_owned();
        let found = text.split('\0').find_map(|pair| pair.strip_prefix(&format!("{name}={role}="))).map(str::to_owned);
        found.unwrap_or_else(|| panic!("{role} has no {name}"))
    };
    use sqlx::Connection as _;
    let url = environment("teams", "CANOPY_DATABASES");
    let mut connection = sqlx::PgConnection::connect(&url).await.unwrap();
    sqlx::query("select 1 from teams.team limit 1").execute(&mut connection).await.unwrap();
    let error = sqlx::query("select 1 from auth.users limit 1").execute(&mut connection).await.unwrap_err();
    assert_eq!(error.as_database_error().and_then(|e| e.code()).as_deref(), Some("42501"), "{error}");
    let error = sqlx::query("create schema mine").execute(&mut connection).await.unwrap_err();
    assert_eq!(error.as_database_error().and_then(|e| e.code()).as_deref(), Some("42501"), "{error}");

    let url = environment("teams", "CANOPY_NATS");
    let (user, rest) = url.strip_prefix("nats://").unwrap().split_once(':').unwrap();
    let (password, address) = rest.split_once('@').unwrap();
    for own in ["canopy.teams.EventRecorded", "hints.teams"] {
        assert_eq!(publish(address, user, password, own), "PONG");
    }
    for foreign in ["canopy.auth.EventRecorded", "hints.auth"] {
        let refused = publish(address, user, password, foreign);
        assert!(refused.contains("Permissions Violation"), "{refused}");
    }
    let refused = publish(address, user, "guess", "hints.teams");
    assert!(refused.contains("Authorization Violation"), "{refused}");
    assert!(canopy.stop().success());
}

/// Built in root's home, which PostgreSQL's user cannot enter.
#[tokio::test]
async fn the_program_may_lie_where_only_its_user_can_go() {
    let folder = Folder::fresh("private");
    let home = folder.0.join("home");
    std::fs::create_dir(&home).unwrap();
    let own = home.join("canopy");
    std::fs::copy(program(), &own).unwrap();
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(&home, std::fs::Permissions::from_mode(0o700)).unwrap();
    let canopy = Canopy::up_as(&own, &folder.0.join("data"), |_| {});
    assert!(canopy.stop().success());
}

#[tokio::test]
async fn a_forgotten_password_is_reset_with_the_data_folder_at_hand() {
    let folder = Folder::fresh("forgotten");
    let data = folder.0.join("data");
    let canopy = Canopy::up(&data, |_| {});
    let old = canopy.first_admin().await.token;
    let reset = |typed: Option<&str>| {
        let mut command = std::process::Command::new(program());
        command.args(["admin", "reset-password", "admin@example.com", "--data"]).arg(&data);
        command.args(typed.map(|_| "--typed")).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        use std::io::Write as _;
        writeln!(child.stdin.take().unwrap(), "{}", typed.unwrap_or_default()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let log_in = async |canopy: &Canopy, password: &str| {
        let body = json!({"email": "admin@example.com", "password": password});
        canopy.call(reqwest::Method::POST, "/auth/login", None, Some(body)).await.0
    };
    assert_eq!(reset(Some("typed by its owner")), "Sessions ended: 1\n");
    assert_eq!(canopy.call(reqwest::Method::GET, "/users/profile", Some(&old), None).await.0, 401);
    assert_eq!(log_in(&canopy, "typed by its owner").await, 200);
    assert!(canopy.stop().success());

    let said = reset(None);
    let made = said.strip_prefix("New password of admin@example.com: ").unwrap().lines().next().unwrap();
    let canopy = Canopy::up(&data, |_| {});
    assert_eq!(log_in(&canopy, "typed by its owner").await, 401);
    assert_eq!(log_in(&canopy, made).await, 200);
    let (_, answer) = canopy
        .call(reqwest::Method::POST, "/auth/login", None, Some(json!({"email": "admin@example.com", "password": made})))
        .await;
    let admin = crate::system::Session { canopy: &canopy, token: answer["data"]["token"].as_str().unwrap().to_owned() };
    admin
        .until("/admin/events", "both resets are in the history", |status, events| {
            let resets =
                events.as_array().map_or(0, |all| all.iter().filter(|e| e["reason"] == "PasswordReset").count());
            status == 200 && resets == 2
        })
        .await;
    assert!(canopy.stop().success());
}

#[tokio::test]
async fn nothing_that_runs_writes_its_memory_to_a_file() {
    let folder = Folder::fresh("core");
    let canopy = Canopy::up(&folder.0.join("data"), |_| {});
    for pid in pids(&canopy.report).into_iter().chain([canopy.pid()]) {
        let limits = std::fs::read_to_string(format!("/proc/{pid}/limits")).unwrap();
        let core = limits.lines().find(|line| line.starts_with("Max core file size")).unwrap();
        assert_eq!(core.split_whitespace().filter(|word| *word == "0").count(), 2, "{pid}: {core}");
    }
    assert!(canopy.stop().success());
}

#[tokio::test]
async fn a_dead_letter_is_seen_sent_again_and_dropped_by_whoever_has_the_data_folder() {
    let folder = Folder::fresh("letters");
    let data = folder.0.join("data");
    let canopy = Canopy::up(&data, |_| {});
    let admin = canopy.first_admin().await;
    let db = canopy.database().await;
    sqlx::raw_sql(
        "insert into deployments.dead_letter (id, kind, target, method, key, payload, origin, error, created_at)
         select ('0a0a0a0a-0000-4000-8000-00000000000' || n)::uuid, 'command', 'tasks', '/canopy.tasks.v1.TaskService/Nothing',
             gen_random_uuid(), 'canary', '{\"request_id\": \"r\"}', 'Task not found', now() - interval '5 hours'
         from generate_series(1, 2) n",
    )
    .execute(&db)
    .await
    .unwrap();
    let health =
        admin.until("/health", "they are counted", |_, health| health["components"]["deployments"] == "degraded").await;
    let said = health["details"]["deployments"]["text"].as_str().unwrap();
    assert_eq!(said, "There are 2 dead letters, the oldest 5 hours old.");
    let listed = admin.get("/admin/dead-letters").await;
    assert_eq!(listed["letters"].as_array().map(Vec::len), Some(2), "{listed:#}");

    let letters = |arguments: &[&str]| {
        let output = std::process::Command::new(program())
            .arg("dead-letters")
            .args(arguments)
            .arg("--data")
            .arg(&data)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let all = letters(&["list"]);
    assert_eq!((all.lines().count(), all.contains("canary")), (2, false), "{all}");
    let first = "0a0a0a0a-0000-4000-8000-000000000001";
    assert_eq!(letters(&["drop", first]), format!("{first} of deployments: dropped\n"));
    let token = admin.token.clone();
    assert!(canopy.stop().success());

    let second = "0a0a0a0a-0000-4000-8000-000000000002";
    assert_eq!(letters(&["resend", second]), format!("{second} of deployments: sent again\n"));
    assert_eq!(letters(&["list"]), "There are no dead letters.\n");
    let canopy = Canopy::up(&data, |_| {});
    let admin = crate::system::Session { canopy: &canopy, token };
    admin
        .until("/admin/events", "both are in the history", |status, events| {
            let told = |reason: &str| events.as_array().is_some_and(|all| all.iter().any(|e| e["reason"] == reason));
            status == 200 && told("DeadLetterDropped") && told("DeadLetterResent")
        })
        .await;
    assert!(canopy.stop().success());
}
