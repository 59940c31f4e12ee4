//! A shell into a container, from the browser's side of the product to the cluster. Where the cluster is a real control plane
//! its pods have no containers (kwok), so there it is looked at how that is said; the simulated one has a terminal.

use crate::{
    canopy_with,
    system::{Canopy, Session, kubernetes::Cluster},
};
use kit::testing::socket::{self, Open};
use reqwest::Method;
use serde_json::{Value, json};

struct Site<'a> {
    admin: Session<'a>,
    id: String,
    team: String,
}

async fn site<'a>(canopy: &'a Canopy, cluster: Cluster, name: &str) -> Site<'a> {
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let id = admin.cluster("prod", &cluster.text()).await;
    let mut body = Session::site(name, &id, &team);
    body["services"]["cloudflare"] = json!(true);
    body["baseParameters"]["cloudflareToken"] = json!("eyJhIjoiYiJ9");
    let created = admin.post("/deployments", body).await;
    let install = admin.finished(created["taskId"].as_str().unwrap()).await;
    assert_eq!(install["status"], "complete", "{install:#}");
    let id = created["id"].as_str().unwrap().to_owned();
    admin.rested(&id).await;
    Site { admin, id, team }
}

impl Site<'_> {
    fn path(&self, query: &str) -> String {
        format!("/deployments/{}/shell{query}", self.id)
    }

    /// As a browser does: the token is one of the protocols.
    async fn open(&self, session: &Session<'_>, query: &str) -> Result<Open, (u16, Value)> {
        let canopy = self.admin.canopy;
        let address = canopy.report["address"].as_str().unwrap();
        let protocols = format!("canopy.shell.v1, canopy.token.{}", session.token);
        let headers = [("sec-websocket-protocol", protocols.as_str()), ("origin", address)];
        let authority = address.split("//").nth(1).unwrap().trim_end_matches('/');
        let opened = socket::open(authority, &format!("/api{}", self.path(query)), &headers).await;
        opened.map_err(|(status, body)| (status, serde_json::from_str(&body).unwrap()))
    }

    async fn opened(&self, session: &Session<'_>, query: &str) -> Open {
        let mut shell = self.open(session, query).await.map_err(|refused| format!("{refused:?}")).unwrap();
        let first = shell.told().await.unwrap();
        assert_eq!(first["kind"], "opened", "{first:#}");
        shell
    }

    async fn refused(&self, session: &Session<'_>, query: &str) -> (u16, String) {
        let Err((status, body)) = self.open(session, query).await else { panic!("{query} was opened") };
        (status, body["details"]["reason"].as_str().unwrap_or_default().to_owned())
    }

    /// What the history says of shells, once there are so many lines of it.
    async fn history(&self, lines: usize) -> Vec<Value> {
        let path = format!("/events?deployment={}&limit=100", self.id);
        let of_shells = |data: &Value| -> Vec<Value> {
            let all = data.as_array().cloned().unwrap_or_default();
            all.into_iter().filter(|event| event["reason"].as_str().is_some_and(|r| r.starts_with("Shell"))).collect()
        };
        let data = self.admin.until(&path, "shells are history", |_, data| of_shells(data).len() >= lines).await;
        of_shells(&data)
    }

    async fn remove(&self) {
        let deleted = self.admin.delete(&format!("/deployments/{}", self.id)).await;
        assert_eq!(self.admin.finished(deleted["taskId"].as_str().unwrap()).await["status"], "complete");
    }
}

#[tokio::test]
async fn a_shell_is_opened_typed_into_and_on_record() {
    let (_folder, canopy, cluster) = canopy_with("shell", |_| {});
    let site = site(&canopy, cluster, "typed").await;
    refusals(&site).await;
    if cluster.own.is_some() {
        without_containers(&site).await;
    } else {
        a_conversation(&site).await;
        a_command(&site).await;
        a_flood_that_nobody_reads(&site).await;
        so_many(&site).await;
        no_longer_than_the_right(&site).await;
    }
    site.remove().await;
}

async fn refusals(site: &Site<'_>) {
    let reason = |answer: &Value| answer["details"]["reason"].as_str().unwrap_or_default().to_owned();
    // without a handshake it is asked whether one may
    let (status, answer) = site.admin.try_call(Method::GET, &site.path(""), None).await;
    assert_eq!((status, reason(&answer).as_str()), (400, "SHELL_NO_WEBSOCKET"), "{answer:#}");
    let (status, answer) = site.admin.try_call(Method::GET, &site.path("?terminal=false"), None).await;
    assert_eq!((status, answer["details"]["fields"]["terminal"].is_string()), (400, true), "{answer:#}");
    let long = format!("?command=echo&command={}", "x".repeat(4_096));
    for query in ["?command=", "?command=a&command=%00", long.as_str()] {
        let (status, answer) = site.admin.try_call(Method::GET, &site.path(query), None).await;
        assert_eq!((status, answer["details"]["fields"]["command"].is_string()), (400, true), "{answer:#}");
    }
    let (status, answer) = site.admin.try_call(Method::GET, &site.path("?service=nonsense"), None).await;
    assert_eq!((status, answer["details"]["fields"]["service"].is_string()), (400, true), "{answer:#}");
    assert_eq!(site.refused(&site.admin, "?service=ftp").await.0, 400, "it is switched off");
    assert_eq!(site.refused(&site.admin, "?pod=another").await.0, 404);
    assert_eq!(site.refused(&site.admin, "?container=another").await.0, 400);
    let nobody = Session { canopy: site.admin.canopy, token: "no.such.token".to_owned() };
    assert_eq!(site.refused(&nobody, "").await.0, 401);

    let canopy = site.admin.canopy;
    let (stranger, id) = canopy.user("uma@example.com").await;
    assert_eq!(site.refused(&stranger, "").await.0, 404);
    site.admin.post(&format!("/teams/{}/members", site.team), json!({"userId": id})).await;
    // the root password of the database is for those who manage the team
    assert_eq!(site.refused(&stranger, "?service=mysql").await.0, 403);
    let (status, answer) = stranger.try_call(Method::GET, &site.path(""), None).await;
    assert_eq!((status, reason(&answer).as_str()), (400, "SHELL_NO_WEBSOCKET"), "{answer:#}");
    // what only reads opens none, and a page of somebody else neither
    let token = stranger.post("/auth/tokens", json!({"name": "reads", "scope": "read"})).await;
    let reader = Session { canopy, token: token["secret"].as_str().unwrap().to_owned() };
    assert_eq!(site.refused(&reader, "").await.0, 403);
    let bearer = format!("Bearer {}", site.admin.token);
    let headers = [("authorization", bearer.as_str()), ("origin", "https://evil.example.com")];
    let authority = canopy.report["address"].as_str().unwrap().split("//").nth(1).unwrap().trim_end_matches('/');
    let opened = socket::open(authority, &format!("/api{}", site.path("")), &headers).await;
    let (status, body) = opened.err().unwrap();
    assert!(status == 403 && body.contains("SHELL_OTHER_ORIGIN"), "{status} {body}");
    site.admin.delete(&format!("/teams/{}/members/{id}", site.team)).await;
}

async fn a_conversation(site: &Site<'_>) {
    let mut shell = site.open(&site.admin, "?columns=100&rows=30").await.map_err(|_| "refused").unwrap();
    assert_eq!(shell.protocol, "canopy.shell.v1");
    let first = shell.told().await.unwrap();
    assert_eq!(
        (&first["kind"], &first["container"], &first["idleSeconds"]),
        (&json!("opened"), &json!("php"), &json!(900))
    );
    shell.until("Simulated container").await;
    shell.send(b"tty\r").await;
    shell.until("100 columns, 30 rows").await;
    shell.say(r#"{"columns": 120, "rows": 40}"#).await;
    shell.send("echo héllo\r".as_bytes()).await;
    shell.until("\r\nhéllo\r\n").await;
    shell.send(b"tty\r").await;
    shell.until("120 columns, 40 rows").await;
    shell.send(b"exit 3\r").await;
    let last = shell.told().await.unwrap();
    assert_eq!(
        (&last["kind"], &last["exitCode"], &last["error"]),
        (&json!("ended"), &json!(3), &Value::Null),
        "{last:#}"
    );
    assert_eq!(shell.told().await, None);

    let events = site.history(2).await;
    let reasons: Vec<&str> = events.iter().rev().map(|event| event["reason"].as_str().unwrap()).collect();
    assert_eq!(reasons, ["ShellOpened", "ShellClosed"]);
    let closed = &events[0]["params"];
    assert_eq!((&closed["container"], &closed["pod"]), (&json!("php"), &first["pod"]), "{events:#?}");
    let typed = "tty\recho héllo\rtty\rexit 3\r".len();
    assert_eq!(closed["typed"], json!(typed), "{closed:#}");
    assert!(closed["shown"].as_u64().unwrap() > typed as u64, "{closed:#}");
    for event in &events {
        assert!(event["actor"]["name"].is_string() && event["address"].is_string(), "{event:#}");
        assert!(!event.to_string().contains("héllo"), "what is typed is kept nowhere");
    }

    // an image without a shell
    let mut shell = site.opened(&site.admin, "?service=cloudflare").await;
    let last = shell.told().await.unwrap();
    assert_eq!((&last["reason"], &last["exitCode"]), (&json!("SHELL_ABSENT"), &Value::Null), "{last:#}");
}

/// Without a terminal: what it writes and its errors are told apart, it hears that its input has ended, and of its words the
/// first one is history.
async fn a_command(site: &Site<'_>) {
    let command = async |query: &str| {
        let mut shell = site.opened(&site.admin, &format!("?terminal=false{query}")).await;
        shell.apart = true;
        shell
    };
    let mut echo = command("&command=echo&command=a%20secret&command=word").await;
    echo.until("a secret word\n").await;
    assert_eq!(echo.told().await.unwrap()["exitCode"], 0);
    let mut failing = command("&command=sh&command=-c&command=ls%20%2F").await;
    let last = failing.told().await.unwrap();
    assert!(last["exitCode"] == 127 && failing.shown.contains("not found"), "{last:#} {}", failing.shown);
    let mut absent = command("&command=wp").await;
    let last = absent.told().await.unwrap();
    assert_eq!(
        (&last["reason"], &last["params"]["program"], &last["exitCode"]),
        (&json!("COMMAND_ABSENT"), &json!("wp"), &Value::Null)
    );
    let mut cat = command("&command=cat").await;
    let sent = "héllo\n".repeat(20_000);
    for piece in sent.as_bytes().chunks(16_000) {
        cat.send(piece).await;
        cat.until("héllo").await;
    }
    cat.say(r#"{"inputEnded": true}"#).await;
    assert_eq!(cat.told().await.unwrap()["exitCode"], 0);

    let path = format!("/events?deployment={}&limit=100", site.id);
    let of_commands = |data: &Value| -> Vec<Value> {
        let all = data.as_array().cloned().unwrap_or_default();
        all.into_iter().filter(|event| event["reason"].as_str().is_some_and(|r| r.starts_with("Command"))).collect()
    };
    let events = site.admin.until(&path, "commands are history", |_, data| of_commands(data).len() >= 8).await;
    let events = of_commands(&events);
    assert!(events.iter().any(|event| event["params"]["typed"] == json!(sent.len())), "{events:#?}");
    assert!(events.iter().all(|event| !event.to_string().contains("secret")), "{events:#?}");
}

/// A browser that takes nothing holds nobody up, and gets all of it when it does.
async fn a_flood_that_nobody_reads(site: &Site<'_>) {
    let mut slow = site.opened(&site.admin, "").await;
    slow.send(b"seq 50000\r").await;
    // larger than a message may be, in pieces: it waits until the shell takes it
    let paste = vec![b'x'; 10_000];
    for _ in 0..20 {
        slow.send(&paste).await;
    }
    let mut quick = site.opened(&site.admin, "").await;
    for round in 0..20 {
        quick.send(format!("echo round {round}\r").as_bytes()).await;
        quick.until(&format!("\r\nround {round}\r\n")).await;
    }
    quick.leave();
    slow.until("\r\n50000\r\n").await;
    slow.send(b"\x03exit\r").await;
    assert_eq!(slow.told().await.unwrap()["exitCode"], 0);

    // more at once than a message may have
    let mut loud = site.opened(&site.admin, "").await;
    loud.send(&vec![b'x'; 100_000]).await;
    let last = loud.told().await;
    assert!(last.is_none_or(|last| last["reason"] == "SHELL_TOO_MUCH"));
}

async fn so_many(site: &Site<'_>) {
    // those that were left are closed by now
    site.history(10).await;
    let mut open = Vec::new();
    for _ in 0..4 {
        open.push(site.opened(&site.admin, "").await);
    }
    assert_eq!(site.refused(&site.admin, "").await, (429, "SHELLS_OF_USER".to_owned()));
    drop(open);
    site.history(18).await;
    site.opened(&site.admin, "").await.leave();
    site.history(20).await;
}

async fn no_longer_than_the_right(site: &Site<'_>) {
    let canopy = site.admin.canopy;
    let (member, id) = canopy.user("mia@example.com").await;
    let members = format!("/teams/{}/members", site.team);
    site.admin.post(&members, json!({"userId": id})).await;
    site.admin.put(&format!("{members}/{id}"), json!({"role": "admin"})).await;
    let mut of_database = site.opened(&member, "?service=mysql").await;
    let mut of_site = site.opened(&member, "").await;
    // an admin of the team no more, but still a member
    site.admin.put(&format!("{members}/{id}"), json!({"role": "member"})).await;
    let last = of_database.told().await.unwrap();
    assert_eq!((&last["kind"], &last["code"]), (&json!("ended"), &json!("FORBIDDEN")), "{last:#}");
    of_site.send(b"echo still\r").await;
    of_site.until("\r\nstill\r\n").await;
    site.admin.delete(&format!("{members}/{id}")).await;
    let last = of_site.told().await.unwrap();
    assert_eq!((&last["kind"], &last["code"]), (&json!("ended"), &json!("NOT_FOUND")), "{last:#}");

    site.admin.post(&members, json!({"userId": id})).await;
    let mut of_site = site.opened(&member, "").await;
    member.post("/auth/logout", json!({})).await;
    let last = of_site.told().await.unwrap();
    assert_eq!((&last["kind"], &last["code"]), (&json!("ended"), &json!("UNAUTHORIZED")), "{last:#}");
}

/// Pods of kwok have a status and nothing else: it is said that there is no shell, and that somebody asked is history.
async fn without_containers(site: &Site<'_>) {
    match site.open(&site.admin, "").await {
        Err((status, answer)) => assert!(matches!(status, 409 | 503), "{status} {answer:#}"),
        Ok(mut shell) => {
            assert_eq!(shell.told().await.unwrap()["kind"], "opened");
            let last = shell.told().await.unwrap();
            println!("a shell without a container: {last}");
            assert!(last["kind"] == "ended" && last["error"].is_string() && last["reason"] != "", "{last:#}");
            site.history(2).await;
        }
    }
}

#[tokio::test]
async fn a_shell_ends_when_nothing_is_typed_and_there_is_none_where_they_are_off() {
    let (_folder, canopy, cluster) = canopy_with("shell-idle", |command| {
        command.env("CANOPY_SHELL_IDLE", "4s");
    });
    if cluster.own.is_some() {
        return;
    }
    let site = site(&canopy, cluster, "idle").await;
    let mut shell = site.opened(&site.admin, "").await;
    let notice = shell.told().await.unwrap();
    assert_eq!(notice["kind"], "idle", "{notice:#}");
    let last = shell.told().await.unwrap();
    assert_eq!((&last["kind"], &last["reason"]), (&json!("ended"), &json!("SHELL_IDLE")), "{last:#}");
    site.remove().await;
    drop(site);
    assert!(canopy.stop().success());

    let (_folder, canopy, cluster) = canopy_with("shell-off", |command| {
        command.env("CANOPY_SHELLS", "0");
    });
    let site = self::site(&canopy, cluster, "off").await;
    assert_eq!(site.refused(&site.admin, "").await, (409, "SHELL_OFF".to_owned()));
    site.remove().await;
}
