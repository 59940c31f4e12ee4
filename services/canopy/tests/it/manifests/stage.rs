//! The pods of `overlays/production` as processes of this machine: two of each role and three NATS servers. Each has an address of
//! its own on loopback. What a Service's name means in a cluster is an address too, from which connections are passed on to the
//! pods that take them. Certificates come from an authority of the test's, with the names that the manifests ask for; PostgreSQL
//! is the tests' own, without TLS.

use crate::system::{
    Folder,
    manifests::{Container, Objects, root},
    program,
};
use kit::Ids as _;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs::File,
    io::Write as _,
    os::unix::fs::symlink,
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    time::Duration,
};
use tokio::net::{TcpListener, TcpStream};

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
        let mark = kit::ids::SystemIds.uuid().simple().to_string()[..8].to_owned();
        let folder = Folder::fresh("pods");
        let mut objects = Objects::of(overlay);
        let token = add_secrets(&mut objects);
        let bytes = kit::ids::SystemIds.bytes(2);
        let roles: Vec<&str> = objects.all("Deployment").map(|d| d["metadata"]["name"].as_str().unwrap()).collect();
        let services = roles.iter().map(|&role| role.to_owned());
        let pods = roles.iter().flat_map(|&role| pods(role)).chain((0..3).map(|n| format!("nats-{n}")));
        let addresses: BTreeMap<String, String> = services
            .chain(pods)
            .enumerate()
            .map(|(n, pod)| (pod, format!("127.{}.{}.{}", bytes[0] | 1, bytes[1], n + 1)))
            .collect();
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
        self.mount(&container, pod);
        let log = File::options().create(true).append(true).open(home.join("log")).unwrap();
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

    /// Gives a pod that runs the files of its volumes as they are now.
    pub fn refresh(&self, workload: (&str, &str), pod: &str) {
        let workload = self.objects.find(workload.0, workload.1).unwrap();
        self.mount(&Container::of(&self.objects, workload, pod), pod);
    }

    /// As the kubelet does: all files of a volume become other ones in one step, behind a link.
    fn mount(&self, container: &Container, pod: &str) {
        for (path, files) in &container.mounts {
            let folder = self.folder.0.join(pod).join(path.trim_start_matches('/'));
            std::fs::create_dir_all(&folder).unwrap();
            let before = std::fs::read_link(folder.join("..data")).ok();
            let data = format!("..{}", kit::ids::SystemIds.uuid().simple());
            std::fs::create_dir(folder.join(&data)).unwrap();
            for (name, content) in files {
                let content = match std::str::from_utf8(content) {
                    Ok(text) if name.ends_with(".conf") => self.here(pod, text).into_bytes(),
                    _ => content.clone(),
                };
                std::fs::write(folder.join(&data).join(name), content).unwrap();
            }
            symlink(&data, folder.join("..data_tmp")).unwrap();
            std::fs::rename(folder.join("..data_tmp"), folder.join("..data")).unwrap();
            for name in files.keys().filter(|name| folder.join(name).symlink_metadata().is_err()) {
                symlink(Path::new("..data").join(name), folder.join(name)).unwrap();
            }
            for entry in
                std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap())
            {
                if !entry.starts_with("..") && !files.contains_key(&entry) {
                    std::fs::remove_file(folder.join(entry)).unwrap();
                }
            }
            if let Some(before) = before {
                std::fs::remove_dir_all(folder.join(before)).unwrap();
            }
        }
    }

    /// A Service: passes connections on to the pods of a role that take them, one after the other.
    pub async fn serve(&self, role: &str, port: u16) {
        let listener = TcpListener::bind((self.addresses[role].as_str(), port)).await.unwrap();
        let pods: Vec<String> = pods(role).map(|pod| self.addresses[&pod].clone()).collect();
        tokio::spawn(async move {
            for n in 0.. {
                let (mut client, _) = listener.accept().await.unwrap();
                let mut order = pods.clone();
                order.rotate_left(n % pods.len());
                tokio::spawn(async move {
                    for pod in order {
                        if let Ok(mut server) = TcpStream::connect((pod.as_str(), port)).await {
                            let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
                            return;
                        }
                    }
                });
            }
        });
    }

    /// Kills a pod, as a node that is lost does.
    pub fn kill(&mut self, pod: &str) {
        let mut child = self.running.remove(pod).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// `canopy secrets rotate` on the Secrets that there are; what it says, or why not.
    pub fn rotate_keys(&mut self) -> Result<String, String> {
        let list = json!({"items": self.objects.all("Secret").collect::<Vec<_>>()}).to_string();
        let mut command = Command::new(program());
        command.args(["secrets", "rotate"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(list.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        if !output.status.success() {
            return Err(said);
        }
        let list: Value = serde_json::from_slice(&output.stdout).unwrap();
        for item in list["items"].as_array().unwrap() {
            let is_it = |object: &&mut Value| {
                object["kind"] == "Secret" && object["metadata"]["name"] == item["metadata"]["name"]
            };
            *self.objects.0.iter_mut().find(is_it).unwrap() = item.clone();
        }
        Ok(said)
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

    /// All that a pod has logged.
    pub fn whole_log(&self, pod: &str) -> String {
        std::fs::read_to_string(self.folder.0.join(pod).join("log")).unwrap_or_default()
    }

    /// The end of it.
    pub fn log(&self, pod: &str) -> String {
        let text = self.whole_log(pod);
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

/// The two pods of a role.
pub fn pods(role: &str) -> impl Iterator<Item = String> + use<'_> {
    (0..2).map(move |n| format!("{role}-{n}"))
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
