//! The main job from a shell: sign in, create from a file, follow, plan, apply, go back, watch logs, delete.

use super::person::{Person, Said};
use crate::system::{Canopy, Folder, PATIENCE, secret};
use serde_json::Value;
use std::os::unix::fs::PermissionsExt as _;

const PASSWORD: &str = "correct horse battery";

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn file(team: &str, memory: u32, variables: &str) -> String {
    format!(
        "name: shop\ntype: wordpress\nteam: {team:?}\ncluster: Sandbox (simulated)\ndescription: the shop\n\
         baseParameters: {{domain: shop.example.com, appUser: admin, appPass: {{fromEnv: SHOP_APP}}}}\n\
         services: {{nginx: true, mysql: true, redis: false}}\n\
         phpParameters: {{phpVersion: \"8.3\", phpMemoryLimit: {memory}}}\n\
         databaseParameters:\n  databaseUser: wordpress\n  databaseName: wordpress\n  databasePass: {{fromFile: database}}\n  \
         databaseRootPass: {{fromFile: root}}\n{variables}"
    )
}

/// The team of the set-up, by its name, and the simulated cluster.
async fn prepared(canopy: &Canopy, person: &mut Person) -> String {
    let admin = canopy.first_admin().await;
    admin.first_team().await;
    let team = admin.get("/teams").await[0]["name"].as_str().unwrap().to_owned();
    let operational = |_: u16, clusters: &Value| clusters[0]["status"] == "operational";
    admin.until("/clusters", "the cluster is seen", operational).await;
    person.unspeakable = vec![PASSWORD.to_owned(), admin.token.clone()];
    for (name, kind) in [("database", "db"), ("root", "root")] {
        person.write(name, &format!("{}\n", secret(kind, "shop")));
        person.unspeakable.push(secret(kind, "shop"));
    }
    person.unspeakable.push(secret("app", "shop"));
    team
}

#[tokio::test(flavor = "multi_thread")]
async fn the_main_job_is_done_from_a_shell() {
    let folder = Folder::fresh("shell");
    let canopy = Canopy::up_started(&folder.0.join("data"), |command| {
        command.env_remove("CANOPY_NO_SANDBOX").env("CANOPY_SANDBOX_SPEED", "10");
    });
    let mut person = Person::new("person");
    let team = prepared(&canopy, &mut person).await;
    let url = canopy.report["address"].as_str().unwrap().to_owned();
    // commands are processes, which are waited for on a thread of their own
    let walk = move || {
        sign_in(&mut person, &url);
        let site = create(&person, &team);
        change(&person, &team, &site);
        follow(&person);
        token(&mut person, &url);
        end(&person, &site);
    };
    tokio::task::spawn_blocking(walk).await.unwrap();
    assert!(canopy.stop().success());
}

fn sign_in(person: &mut Person, url: &str) {
    let wrong = [("E-mail: ", "admin@example.com"), ("Password: ", "not this one")];
    let (code, screen) = person.at_a_terminal(&["login", url], &wrong);
    assert_eq!(code, 3, "{screen}");
    assert!(screen.contains("UNAUTHORIZED, request ") && !screen.contains("not this one"), "{screen}");
    let right = [("E-mail: ", "admin@example.com"), ("Password: ", PASSWORD)];
    let (code, screen) = person.at_a_terminal(&["login", url, "--name", "here"], &right);
    assert_eq!(code, 0, "{screen}");
    assert!(screen.contains("Signed in to here as admin@example.com."), "{screen}");
    assert_eq!(std::fs::metadata(person.config()).unwrap().permissions().mode() & 0o777, 0o600);
    let kept = std::fs::read_to_string(person.config()).unwrap();
    let kept: Value = serde_saphyr::from_str(&kept).unwrap();
    person.unspeakable.push(kept["contexts"][0]["token"].as_str().unwrap().to_owned());
    let listed = person.well(&["get", "clusters"], &[]);
    assert!(listed.starts_with("NAME ") && listed.contains("Sandbox (simulated)  operational"), "{listed}");
    let said = person.run(&["get", "deployments"]);
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (0, "", "There are no deployments.\n"));
}

/// With the variable that the file names.
fn with_file(person: &Person, arguments: &[&str]) -> Said {
    person.run_with(arguments, &[("SHOP_APP", &secret("app", "shop"))])
}

/// Makes the site of its file; answers its id.
fn create(person: &Person, team: &str) -> String {
    let path = person.write("shop.yaml", &file(team, 256, "env: {MODE: production}\n"));
    person.ends(1, &["create", "-f", &path], "the variable SHOP_APP is not set");
    let planned = with_file(person, &["plan", "-f", &path, "--exit-code"]);
    assert_eq!(planned.code, 2, "there are changes: {planned:?}");
    assert!(
        planned.out.starts_with("deployment/shop is created:\n") && planned.out.contains("+ StatefulSet "),
        "{planned:?}"
    );
    let refused = with_file(person, &["apply", "-f", &path]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.err.contains("--yes does it without asking"), "{refused:?}");
    person.ends(4, &["get", "deployment/shop"], "There is no deployment shop.");

    let mut events = person.begin(&["events", "--follow", "--json"]);
    let created = with_file(person, &["create", "-f", &path, "--wait"]);
    assert_eq!((created.code, created.out.as_str()), (0, "deployment/shop running\n"), "{created:?}");
    assert_eq!(created.err, "", "nothing of how far it is, in a pipe");
    let event = json(&events.until("the creation", |line| json(line)["reason"] == "DeploymentCreated"));
    assert_eq!(event["deployment"]["name"], "shop", "{event:#}");
    assert_eq!(events.interrupt(), 130);

    let site = json(&person.well(&["get", "deployment/shop", "-o", "json"], &[]));
    assert_eq!((&site["status"], &site["currentTaskId"]), (&Value::from("running"), &Value::Null), "{site:#}");
    let id = site["id"].as_str().unwrap().to_owned();
    for name in [vec!["get", "deployments", "-o", "name"], vec!["get", "deployment", &id, "-o", "name"]] {
        assert_eq!(person.well(&name, &[]), "deployment/shop\n");
    }
    let table = person.well(&["get", "deployments", "--team", team, "--status", "running"], &[]);
    assert!(table.lines().count() == 2 && table.contains("shop.example.com"), "{table}");
    let again = with_file(person, &["create", "-f", &path]);
    assert_eq!(again.code, 5, "{again:?}");
    id
}

fn change(person: &Person, team: &str, id: &str) {
    let path = person.write("shop.yaml", &file(team, 256, "env: {MODE: production}\n"));
    for unchanged in [vec!["apply", "-f", &path], vec!["plan", "-f", &path, "--exit-code"]] {
        let said = with_file(person, &unchanged);
        assert_eq!((said.code, said.out.as_str()), (0, "deployment/shop unchanged\n"), "{said:?}");
    }
    let kept = person.run(&["apply", "-f", &path, "--keep-secrets"]);
    assert_eq!((kept.code, kept.out.as_str()), (0, "deployment/shop unchanged\n"), "{kept:?}");

    person.write("shop.yaml", &file(team, 384, "env: {MODE: production}\n"));
    let planned = with_file(person, &["plan", "-f", &path]);
    assert_eq!(planned.code, 0, "{planned:?}");
    assert!(planned.out.starts_with("deployment/shop is changed, as revision 2:\n"), "{planned:?}");
    assert!(planned.out.contains("+ ") && planned.out.contains("384"), "{planned:?}");
    let applied = with_file(person, &["apply", "-f", &path, "--yes", "--wait", "--reason", "more memory"]);
    assert_eq!((applied.code, applied.out.as_str()), (0, "deployment/shop changed\n"), "{applied:?}");
    assert!(
        applied.err.contains("384") && !applied.err.contains("complete"),
        "the plan, and not how far it is: {applied:?}"
    );
    assert_eq!(with_file(person, &["plan", "-f", &path, "--exit-code"]).code, 0);

    // at a terminal it asks, and tells the steps
    let (code, screen) = person.at_a_terminal(&["rollback", "shop", "--wait"], &[("Do this? [y/N] ", "y")]);
    assert_eq!(code, 0, "{screen}");
    assert!(screen.contains("goes back to revision 1, as revision 3") && screen.contains("  complete "), "{screen}");
    assert!(screen.contains("deployment/shop rolled back"), "{screen}");
    let site = json(&person.well(&["get", "deployment", id, "-o", "json"], &[]));
    assert_eq!(
        (&site["effectiveRevision"], &site["phpParameters"]["phpMemoryLimit"]),
        (&3.into(), &256.into()),
        "{site:#}"
    );
    let revisions = person.well(&["get", "revisions", "--deployment", "shop"], &[]);
    assert!(revisions.contains("more memory") && revisions.contains("3 (in effect)"), "{revisions}");

    person.ends(5, &["start", "shop"], "CONFLICT, request ");
    let (code, screen) = person.at_a_terminal(&["rollback", "shop", "2"], &[("Do this? [y/N] ", "")]);
    assert_eq!(code, 1, "{screen}");
    assert!(screen.contains("Nothing was changed."), "{screen}");
}

fn follow(person: &Person) {
    let tail = person.well(&["logs", "shop", "--tail", "3", "--prefix"], &[]);
    assert!((1..=3).contains(&tail.lines().count()) && tail.starts_with('['), "{tail}");
    let mut logs = person.begin(&["logs", "deployment/shop", "--follow", "--tail", "1", "--json"]);
    let pod = json(&logs.until("a line", |_| true))["pod"].clone();
    assert_eq!(person.well(&["restart", "shop", "--wait"], &[]), "deployment/shop restarted\n");
    logs.until("a line of another pod", |line| json(line)["pod"] != pod);
    assert_eq!(logs.interrupt(), 130);
    person.ends(2, &["exec", "shop"], "A shell needs a terminal");
    let typed = [("$ ", "echo a word of the check"), ("$ ", "exit 3")];
    let (code, screen) = person.at_a_terminal(&["exec", "deployment/shop", "--service", "nginx"], &typed);
    assert!(code == 3 && screen.contains("\na word of the check\r\n"), "{code} {screen:?}");
    let described = person.well(&["describe", "deployment/shop"], &[]);
    assert!(described.contains("Status:       running") && described.contains("RestartRequested"), "{described}");
    let tasks = person.well(&["get", "tasks", "--deployment", "shop", "--limit", "2"], &[]);
    assert!(tasks.lines().count() == 3 && tasks.contains("restart  complete"), "{tasks}");
    let events = person.well(&["events", "shop"], &[]);
    assert!(events.lines().any(|line| line.contains("RestartRequested  deployment/shop")), "{events}");
    person.ends(6, &["wait", "deployment/shop", "--for=stopped", "--timeout=1s"], "is not stopped within 1s");
    let (code, screen) = person.at_a_terminal(&["exec", "shop", "--", "echo", "a word"], &[]);
    assert_eq!((code, screen.as_str()), (0, "a word\r\n"));
    assert_eq!(person.well(&["exec", "shop", "--", "echo", "a", "-b"], &[]), "a -b\n");
    let said = person.run(&["exec", "shop", "--", "sh", "-c", "ls"]);
    assert!(said.code == 127 && said.out.is_empty() && said.err.contains("ls: not found"), "{said:?}");
    person.ends(1, &["exec", "shop", "--", "wp"], "This container has no program wp.");
    let mut cat = person.command(&["exec", "shop", "--stdin", "--", "cat"]);
    let piped = std::fs::File::open(person.write("lines.txt", &"a line\n".repeat(30_000))).unwrap();
    let output = cat.stdin(piped).output().unwrap();
    assert!(output.status.success() && output.stdout == "a line\n".repeat(30_000).as_bytes(), "{:?}", output.stderr);
}

/// A program with a token of its own, which reads.
fn token(person: &mut Person, url: &str) {
    let made = person.run(&["token", "create", "ci", "--scope", "read", "--days", "1"]);
    assert_eq!((made.code, made.out.lines().count()), (0, 1), "{made:?}");
    let token = made.out.trim().to_owned();
    assert!(token.starts_with("canopy_"), "only the token is on standard output");
    person.unspeakable.push(token.clone());
    let program = [("CANOPY_URL", url), ("CANOPY_TOKEN", token.as_str())];
    assert_eq!(person.well(&["get", "deployments", "-o", "name"], &program), "deployment/shop\n");
    let refused = person.run_with(&["restart", "shop"], &program);
    assert_eq!(refused.code, 3, "{refused:?}");
    assert!(person.well(&["token", "list"], &[]).contains("ci    read"));

    let mut login = person.command(&["login", url, "--name", "ci", "--token-stdin"]);
    let token_file = std::fs::File::open(person.write("token.txt", &token)).unwrap();
    let output = login.stdin(token_file).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(person.well(&["context", "list", "-o", "name"], &[]), "ci\nhere\n");
    person.well(&["context", "use", "here"], &[]);
    person.well(&["context", "remove", "ci"], &[]);

    person.well(&["token", "revoke", "ci"], &[]);
    // within about a second
    let until = std::time::Instant::now() + PATIENCE;
    while person.run_with(&["get", "deployments"], &program).code != 3 {
        assert!(std::time::Instant::now() < until, "the token still counts");
    }
}

fn end(person: &Person, id: &str) {
    person.ends(2, &["delete", "deployment/shop", "--yes"], "--confirm shop does it");
    person.ends(2, &["delete", "deployment/shop", "--confirm", "blog"], "names something else");
    let waiting = person.begin(&["wait", &format!("deployment/{id}"), "--for=deleted"]);
    let deleted =
        person.ends(0, &["delete", "deployment/shop", "--confirm", "shop", "--wait"], "deployment/shop deleted\n");
    assert!(deleted.err.contains("- PersistentVolumeClaim "), "what goes is shown: {deleted:?}");
    assert_eq!(waiting.ended(), 0);
    person.ends(4, &["logs", "shop"], "There is no deployment shop.");
    assert_eq!(person.well(&["logout"], &[]), "Signed out of here.\n");
    person.ends(3, &["get", "deployments"], "You are not signed in to here");
    let kept = std::fs::read_to_string(person.config()).unwrap();
    assert!(!kept.contains("token:"), "{kept}");
}
