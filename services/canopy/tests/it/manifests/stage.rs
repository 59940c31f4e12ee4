//! The pods of `overlays/production` as processes of this machine. Each has an address of its own on loopback, which stands for
//! what a Service's name means in a cluster; certificates come from an authority of the test's, with the names that the manifests
//! ask for; PostgreSQL is the tests' own, without TLS, and NATS three servers.

use crate::system::{
    Folder,
    manifests::{Container, Objects, root},
    program,
};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs::File,
    process::{Child, Command, ExitStatus},
    time::Duration,
};

/// Everything that was started.
pub struct Stage {
    pub objects: Objects,
    pub folder: Folder,
    /// The token of the set-up.
    pub token: String,
    /// Pod or role → its address.
    pub addresses: BTreeMap<String, String>,
    /// Prefix of the database users, and the database.
    database: Database,
    pub running: BTreeMap<String, Child>,
}

/// A database of the test's own with users of its own: those of a server are everybody's.
pub struct Database {
    mark: String,
    admin: String,
    pub address: String,
}

impl Stage {
    pub async fn of(overlay: &str) -> Self {
        use kit::Ids as _;
        let mark = kit::ids::SystemIds.uuid().simple().to_string()[..8].to_owned();
        let folder = Folder::fresh("pods");
        let mut objects = Objects::of(overlay);
        let token = add_secrets(&mut objects);
        let bytes = kit::ids::SystemIds.bytes(2);
        let pods = objects.all("Deployment").map(|d| d["metadata"]["name"].as_str().unwrap().to_owned());
        let pods = pods.chain((0..3).map(|n| format!("nats-{n}")));
        let addresses: BTreeMap<String, String> =
            pods.enumerate().map(|(n, pod)| (pod, format!("127.{}.{}.{}", bytes[0] | 1, bytes[1], n + 1))).collect();
        add_certificates(&mut objects, &addresses);
        let database = Database::create(&mark, &objects).await;
        Self { objects, folder, token, addresses, database, running: BTreeMap::new() }
    }

    /// What a name or path of the cluster is here.
    fn here(&self, pod: &str, text: &str) -> String {
        let mut text = text
            .replace("0.0.0.0:", &format!("{}:", self.addresses[pod]))
            .replace("/etc/", &format!("{}/{pod}/etc/", self.folder.0.display()))
            .replace("\"/data\"", &format!("\"{}/{pod}/data\"", self.folder.0.display()))
            .replace("postgres-rw:5432/canopy", &self.database.address)
            .replace("sslmode=verify-full", "sslmode=disable")
            .replace("://canopy_", &format!("://{}_", self.database.mark));
        for (name, address) in &self.addresses {
            // with its port: in the address of NATS the name of the role is its user's
            text = text.replace(&format!("//{name}:7100"), &format!("//{address}:7100"));
            text = text.replace(&format!("//{name}.nats-peers:"), &format!("//{address}:"));
        }
        text.replace("@nats:", &format!("@{}:", self.addresses["nats-0"]))
    }

    /// Starts a pod of a workload.
    pub fn start(&mut self, workload: (&str, &str), pod: &str, program: &str) -> Container {
        let workload = self.objects.find(workload.0, workload.1).unwrap();
        let container = Container::of(&self.objects, workload, pod);
        let home = self.folder.0.join(pod);
        for (path, files) in &container.mounts {
            let folder = home.join(path.trim_start_matches('/'));
            std::fs::create_dir_all(&folder).unwrap();
            for (name, content) in files {
                let content = match std::str::from_utf8(content) {
                    Ok(text) if name.ends_with(".conf") => self.here(pod, text).into_bytes(),
                    _ => content.clone(),
                };
                std::fs::write(folder.join(name), content).unwrap();
            }
        }
        let log = File::create(home.join("log")).unwrap();
        let child = Command::new(program)
            .args(container.args.iter().map(|arg| self.here(pod, arg)))
            .env_clear()
            .envs(container.env.iter().map(|(name, value)| (name, self.here(pod, value))))
            .current_dir(&home)
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .spawn()
            .unwrap();
        self.running.insert(pod.to_owned(), child);
        container
    }

    /// Asks a probe until it says yes, as the kubelet does.
    pub async fn ready(&mut self, pod: &str, (path, port): (String, u64)) {
        let url = format!("http://{}:{port}{path}", self.addresses[pod]);
        let client = reqwest::Client::new();
        let until = tokio::time::Instant::now() + Duration::from_secs(120);
        loop {
            let answer = client.get(&url).timeout(Duration::from_secs(5)).send().await;
            if answer.is_ok_and(|answer| answer.status().as_u16() == 200) {
                return;
            }
            let ended = self.running.get_mut(pod).unwrap().try_wait().unwrap();
            let log = self.log(pod);
            assert!(ended.is_none(), "{pod} ended: {log}");
            assert!(tokio::time::Instant::now() < until, "{pod} is not ready: {log}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    pub fn log(&self, pod: &str) -> String {
        let text = std::fs::read_to_string(self.folder.0.join(pod).join("log")).unwrap_or_default();
        text.lines().rev().take(20).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join("\n")
    }

    /// Ends a pod as a drained node does, within its grace period.
    pub async fn end(&mut self, pod: &str, within: Duration) -> ExitStatus {
        let mut child = self.running.remove(pod).unwrap();
        signal(&child);
        let until = tokio::time::Instant::now() + within;
        loop {
            if let Some(status) = child.try_wait().unwrap() {
                return status;
            }
            assert!(tokio::time::Instant::now() < until, "{pod} does not end: {}", self.log(pod));
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    pub async fn close(mut self) {
        for child in self.running.values_mut() {
            let _ = child.kill();
            let _ = child.wait();
        }
        self.database.drop().await;
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        for child in self.running.values_mut() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn signal(child: &Child) {
    let pid = nix::unistd::Pid::from_raw(child.id().try_into().unwrap());
    nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGTERM).unwrap();
}

/// What `canopy secrets` makes; answers the token that it tells.
fn add_secrets(objects: &mut Objects) -> String {
    let output = Command::new(program()).arg("secrets").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let list: Value = serde_json::from_slice(&output.stdout).unwrap();
    objects.0.extend(list["items"].as_array().unwrap().clone());
    let said = String::from_utf8(output.stderr).unwrap();
    said.trim().rsplit_once("token=").unwrap().1.to_owned()
}

/// What cert-manager would make of the Certificates, each good for the pod's address besides.
fn add_certificates(objects: &mut Objects, addresses: &BTreeMap<String, String>) {
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap();
    let wanted: Vec<Value> =
        objects.all("Certificate").filter(|wanted| wanted["spec"]["isCA"] != true).cloned().collect();
    for wanted in wanted {
        let names = wanted["spec"]["dnsNames"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
        let mut names: Vec<String> = names.map(str::to_owned).collect();
        let of_names = |pod: &&String| names.iter().any(|name| name.split('.').next() == Some(pod));
        let more: Vec<String> = addresses.keys().filter(of_names).map(|pod| addresses[pod].clone()).collect();
        names.extend(more);
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new(names).unwrap().signed_by(&key, &authority).unwrap();
        let files = [("tls.crt", certificate.pem()), ("tls.key", key.serialize_pem()), ("ca.crt", authority.pem())];
        let data: BTreeMap<_, _> =
            files.iter().map(|(name, text)| (*name, crate::system::base64(text.as_bytes()))).collect();
        let name = &wanted["spec"]["secretName"];
        objects.0.push(json!({"kind": "Secret", "metadata": {"name": name}, "data": data}));
    }
}

impl Database {
    /// As `roles.sql` makes it, with the passwords of the Secrets, which the operator would set.
    async fn create(mark: &str, objects: &Objects) -> Self {
        let admin = kit::testing::admin_url();
        let place = admin.split('@').next_back().unwrap().split('/').next().unwrap();
        let name = format!("t_{mark}");
        let database = Self { mark: format!("t{mark}"), address: format!("{place}/{name}"), admin: admin.clone() };
        database.run(&admin, &format!("create database {name}")).await;
        let own = admin.replace(&format!("{place}/{}", admin.rsplit('/').next().unwrap()), &database.address);
        let roles = std::fs::read_to_string(root().join("k8s/components/postgres/roles.sql")).unwrap();
        let roles = roles.replace("'canopy_'", &format!("'{}_'", database.mark));
        // twice: whoever runs it again changes nothing
        for _ in 0..2 {
            database.run(&own, &roles).await;
        }
        for role in super::ROLES.iter().filter(|role| **role != "bff") {
            let secret = objects.files("Secret", &format!("database-{role}")).unwrap();
            assert_eq!(secret["username"], format!("canopy_{role}").into_bytes());
            let password = String::from_utf8(secret["password"].clone()).unwrap();
            database.run(&own, &format!("alter role {}_{role} password '{password}'", database.mark)).await;
        }
        database
    }

    async fn run(&self, url: &str, sql: &str) {
        use sqlx::Connection as _;
        let mut connection = sqlx::PgConnection::connect(url).await.unwrap();
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
    }

    async fn drop(&self) {
        self.run(&self.admin, &format!("drop database {} with (force)", self.address.rsplit('/').next().unwrap()))
            .await;
        for role in super::ROLES.iter().filter(|role| **role != "bff") {
            self.run(&self.admin, &format!("drop role {}_{role}", self.mark)).await;
        }
    }
}
