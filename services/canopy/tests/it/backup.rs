//! Canopy's own backup: made while a task is at work, restored where nothing is, by commands that docs/operating.md has; then
//! work goes on, also in a cluster that has seen later work meanwhile.

use crate::system::{
    Canopy, Folder, PATIENCE, Session,
    kubernetes::{client, cordon},
    program,
    sandbox::Sandbox,
};
use reqwest::Method;
use serde_json::{Value, json};
use std::{
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    time::Duration,
};

/// `canopy backup …` or `canopy restore …`, with this passphrase.
fn canopy(verb: &str, file: &Path, data: &Path, passphrase: &Path) -> Output {
    let mut command = Command::new(program());
    command.arg(verb).arg(file).arg("--data").arg(data).arg("--passphrase-file").arg(passphrase);
    command.env("CANOPY_POSTGRES_BIN", kit::testing::told("CANOPY_POSTGRES_BIN")).stdin(Stdio::null());
    command.output().unwrap()
}

fn refused(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn succeeds(output: Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn image(tag: i32) -> Value {
    json!({"source": {"image": format!("registry.example.com/site:{tag}"), "port": 3000}})
}

async fn signed_in(canopy: &Canopy) -> Session<'_> {
    let body = json!({"email": "admin@example.com", "password": "correct horse battery"});
    let (status, answer) = canopy.call(Method::POST, "/auth/login", None, Some(body)).await;
    assert_eq!(status, 200, "{answer}");
    Session { canopy, token: answer["data"]["token"].as_str().unwrap().to_owned() }
}

async fn fences(canopy: &Canopy) -> (i64, i64) {
    let row = sqlx::query_as("select min(fence), max(fence) from tasks.task where fence > 0");
    row.fetch_one(&canopy.database().await).await.unwrap()
}

#[tokio::test]
async fn a_backup_made_in_the_middle_of_work_becomes_an_installation_that_goes_on() {
    let folder = Folder::fresh("backup");
    let [first, second, shelf] = ["data", "restored", "shelf"].map(|name| folder.0.join(name));
    let (file, passphrase) = (folder.0.join("canopy.tar.age"), folder.0.join("passphrase"));
    std::fs::write(&passphrase, "correct horse battery staple\n").unwrap();
    let sandbox = Sandbox::start(&folder.0.join("cluster"));
    let allowed = sandbox.address().to_owned();

    let canopy_one = Canopy::up(&first, |command| {
        command.env("CANOPY_CLUSTER_ALLOW", &allowed);
    });
    let admin = canopy_one.first_admin().await;
    let team = admin.first_team().await;
    let cluster = admin.cluster("prod", &sandbox.kubeconfig).await;
    let created = admin.post("/deployments", Session::program("shop", &cluster, &team)).await;
    let id = created["id"].as_str().unwrap();
    let site = format!("/deployments/{id}");
    assert_eq!(admin.finished(created["taskId"].as_str().unwrap()).await["status"], "complete");
    admin.rested(id).await;
    assert_eq!(admin.get("/admin/database").await["lastBackup"], Value::Null);

    // a change is at work: its pods find no node
    let kubernetes = client(&sandbox.kubeconfig).await;
    cordon(kubernetes.clone(), true).await;
    let changed = admin.put(&site, image(2)).await;
    let task = changed["taskId"].as_str().unwrap().to_owned();
    admin.step_runs(&task, "rollout").await;
    let said = succeeds(canopy("backup", &file, &first, &passphrase));
    assert!(said.starts_with("Backup: ") && said.contains("canopy.tar.age"), "{said}");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let last = admin.get("/admin/database").await["lastBackup"].clone();
    assert_eq!((&last["ok"], &last["where"]), (&json!(true), &json!(file)), "{last:#}");
    let said = refused(&canopy("backup", &file, &first, &passphrase));
    assert!(said.contains("there already"), "{said}");
    let last = admin.get("/admin/database").await["lastBackup"].clone();
    assert_eq!((&last["ok"], &last["problem"]), (&json!(false), &json!("BackupFailed")), "{last:#}");

    // what the backup does not know: the change ends, and another one follows
    cordon(kubernetes, false).await;
    assert_eq!(admin.finished(&task).await["status"], "complete");
    admin.rested(id).await;
    let restarted = admin.post(&format!("{site}/restart"), json!({})).await;
    assert_eq!(admin.finished(restarted["taskId"].as_str().unwrap()).await["status"], "complete");
    admin.rested(id).await;
    let (_, highest) = fences(&canopy_one).await;
    let old = admin.token.clone();
    assert!(canopy_one.stop().success());

    let wrong = folder.0.join("wrong");
    std::fs::write(&wrong, "incorrect horse battery staple").unwrap();
    let said = refused(&canopy("restore", &file, &second, &wrong));
    assert!(said.contains("not the passphrase") && !second.exists(), "{said}");
    let said = refused(&canopy("restore", &file, &first, &passphrase));
    assert!(said.contains("is not empty"), "{said}");
    let said = succeeds(canopy("restore", &file, &second, &passphrase));
    assert!(said.starts_with("Restored into "), "{said}");
    let mut there: Vec<PathBuf> = std::fs::read_dir(&second).unwrap().map(|entry| entry.unwrap().path()).collect();
    there.sort();
    assert_eq!(there, ["keys", "postgres", "secrets"].map(|name| second.join(name)));

    // started with a schedule: the first of its backups is made at once
    std::fs::create_dir(&shelf).unwrap();
    let canopy_two = Canopy::up(&second, |command| {
        command.env("CANOPY_CLUSTER_ALLOW", &allowed).env("CANOPY_BACKUP_FOLDER", &shelf);
        command.env("CANOPY_BACKUP_PASSPHRASE_FILE", &passphrase);
    });
    assert!(canopy_two.report["setupLink"].is_null(), "there is an admin already");
    assert_eq!(canopy_two.call(Method::GET, "/users/profile", Some(&old), None).await.0, 401);
    let admin = signed_in(&canopy_two).await;
    admin.post(&format!("/clusters/{cluster}/refresh"), json!({})).await;
    let right = |_: u16, data: &Value| data["status"] == "operational";
    admin.until(&format!("/clusters/{cluster}"), "the kubeconfig opens and the cluster answers", right).await;

    let done = admin.finished(&task).await;
    assert_eq!(done["status"], "complete", "the task that was interrupted: {done:#}");
    admin.rested(id).await;
    let (_, drawn) = fences(&canopy_two).await;
    assert!(drawn > highest, "{drawn} was drawn, the cluster has seen {highest}");
    let changed = admin.put(&site, image(3)).await;
    let done = admin.finished(changed["taskId"].as_str().unwrap()).await;
    assert_eq!(done["status"], "complete", "a change after the restore: {done:#}");
    admin.rested(id).await;
    assert_eq!(admin.get(&site).await["status"], "running");

    let told = |reason: &'static str| {
        move |status: u16, events: &Value| {
            status == 200 && events.as_array().is_some_and(|all| all.iter().any(|event| event["reason"] == reason))
        }
    };
    admin.until("/admin/events", "the restore is in the history", told("BackupRestored")).await;
    admin.until("/admin/events", "and what was before it", told("DeploymentCreated")).await;
    let scheduled = |_: u16, state: &Value| {
        let last = &state["lastBackup"];
        last["ok"] == true && last["where"].as_str().is_some_and(|place| Path::new(place).starts_with(&shelf))
    };
    admin.until("/admin/database", "the schedule has made one", scheduled).await;
    assert!(canopy_two.stop().success());
    let left: Vec<PathBuf> = std::fs::read_dir(&shelf).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

/// A store that speaks S3 (tests/s3): its buckets are folders.
struct Store {
    child: Child,
    endpoint: String,
    buckets: PathBuf,
}

impl Store {
    const KEY: &str = "canopy";

    /// With a bucket `backups`.
    async fn start(folder: &Path) -> Self {
        let buckets = folder.join("store");
        std::fs::create_dir_all(buckets.join("backups")).unwrap();
        let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
        let child = Command::new(kit::testing::told("CANOPY_TEST_S3"))
            .arg(&buckets)
            .args([&address, Self::KEY, Self::secret()])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let until = tokio::time::Instant::now() + PATIENCE;
        while tokio::net::TcpStream::connect(&address).await.is_err() {
            assert!(tokio::time::Instant::now() < until, "the store does not answer");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Self { child, endpoint: format!("http://{address}"), buckets }
    }

    fn secret() -> &'static str {
        "correct-horse-battery"
    }

    fn known_to(&self, command: &mut Command) {
        command.env("CANOPY_BACKUP_S3_ENDPOINT", &self.endpoint).env("CANOPY_BACKUP_S3_KEY_ID", Self::KEY);
        command.env("CANOPY_BACKUP_S3_SECRET", Self::secret());
    }

    /// Names of the objects in this folder of the bucket.
    fn objects(&self, folder: &str) -> Vec<String> {
        let found = std::fs::read_dir(self.buckets.join("backups").join(folder));
        let mut names: Vec<_> =
            found.into_iter().flatten().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test]
async fn a_store_is_a_folder_of_backups_from_which_the_newest_is_restored() {
    if kit::testing::is_left_out("CANOPY_TEST_S3") {
        return;
    }
    let folder = Folder::fresh("store");
    let store = Store::start(&folder.0).await;
    let passphrase = folder.0.join("passphrase");
    std::fs::write(&passphrase, "correct horse battery staple\n").unwrap();
    let [data, restored] = ["data", "restored"].map(|name| folder.0.join(name));
    let run = |verb: &str, place: &str, data: &Path, more: &dyn Fn(&mut Command)| {
        let mut command = Command::new(program());
        command.args([verb, place]).arg("--data").arg(data).arg("--passphrase-file").arg(&passphrase);
        command.env("CANOPY_POSTGRES_BIN", kit::testing::told("CANOPY_POSTGRES_BIN")).stdin(Stdio::null());
        store.known_to(&mut command);
        more(&mut command);
        command.output().unwrap()
    };
    let plain = |_: &mut Command| {};

    // by schedule, at once
    let canopy = Canopy::up(&data, |command| {
        store.known_to(command);
        command.env("CANOPY_BACKUP_FOLDER", "s3://backups/canopy").env("CANOPY_BACKUP_PASSPHRASE_FILE", &passphrase);
    });
    let admin = canopy.first_admin().await;
    let team = admin.first_team().await;
    let made = |_: u16, state: &Value| {
        let last = &state["lastBackup"];
        last["ok"] == true
            && last["where"].as_str().is_some_and(|place| place.starts_with("s3://backups/canopy/canopy-"))
    };
    let state = admin.until("/admin/database", "the schedule has made one", made).await;
    let scheduled = store.objects("canopy");
    assert_eq!(state["lastBackup"]["where"], format!("s3://backups/canopy/{}", scheduled.join(", ")));

    // when told to, beside what is not ours; the old one goes
    std::fs::write(store.buckets.join("backups/canopy/notes.txt"), "x").unwrap();
    admin.put(&format!("/teams/{team}"), json!({"name": "Renamed"})).await;
    let until = tokio::time::Instant::now() + PATIENCE;
    let said = loop {
        let output = run("backup", "s3://backups/canopy/", &data, &|command| {
            command.args(["--keep", "1"]);
        });
        if output.status.success() {
            break succeeds(output);
        }
        // the same second has the same name
        assert!(refused(&output).contains("there already") && tokio::time::Instant::now() < until, "{output:?}");
    };
    assert!(said.starts_with("Backup: s3://backups/canopy/canopy-"), "{said}");
    let left = store.objects("canopy");
    assert!(left.len() == 2 && left[1] == "notes.txt" && left[0] > scheduled[0], "{scheduled:?}, then {left:?}");
    succeeds(run("backup", "s3://backups/by-name.tar.age", &data, &plain));
    let said = refused(&run("backup", "s3://backups/by-name.tar.age", &data, &plain));
    assert!(said.contains("there already: a backup replaces nothing"), "{said}");
    let said = refused(&run("backup", "s3://nobodys/canopy", &data, &plain));
    assert!(said.contains("s3://nobodys/canopy/canopy-") && said.contains("NoSuchBucket"), "{said}");
    let said = refused(&run("backup", "s3://backups/canopy", &data, &|command| {
        command.env("CANOPY_BACKUP_S3_SECRET", "of-somebody-else");
    }));
    assert!(said.contains("the store answers 403"), "{said}");
    let said = refused(&run("backup", "s3://backups/canopy", &data, &|command| {
        command.env_remove("CANOPY_BACKUP_S3_SECRET");
    }));
    assert!(said.contains("--s3-secret-file names its file"), "{said}");
    assert_eq!(store.objects("canopy"), left, "what failed has left nothing");
    assert!(canopy.stop().success());

    let said = refused(&run("restore", "s3://backups/nothing", &restored, &plain));
    assert!(said.contains("there is no backup in s3://backups/nothing") && !restored.exists(), "{said}");
    succeeds(run("restore", "s3://backups/canopy", &restored, &plain));
    let mut there: Vec<PathBuf> = std::fs::read_dir(&restored).unwrap().map(|entry| entry.unwrap().path()).collect();
    there.sort();
    assert_eq!(there, ["keys", "postgres", "secrets"].map(|name| restored.join(name)));
    let canopy = Canopy::up(&restored, |_| {});
    let admin = signed_in(&canopy).await;
    assert_eq!(admin.get("/teams").await[0]["name"], "Renamed", "the newest");
    let place = admin.get("/admin/database").await["lastBackup"]["where"].clone();
    assert_eq!(place, format!("s3://backups/canopy/{}", left[0]));
    assert!(canopy.stop().success());
}
