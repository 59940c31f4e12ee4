//! Starting: in any order, several roles in a process, with TLS; stopping: running work is finished.

use futures::FutureExt as _;
use kit::{Error, Guard, Parts, Service, Settings, recent::Recent, testing};
use sqlx::Connection as _;
use std::{net::SocketAddr, path::PathBuf, time::Duration};
use tokio_util::sync::CancellationToken;
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint};
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};

/// Nothing is served but health, so nobody is asked about.
pub struct Closed;

impl Guard for Closed {
    fn covers(&self, _: &str) -> bool {
        false
    }

    fn admit(&self, _: http::request::Parts) -> futures::future::BoxFuture<'static, kit::Result<http::request::Parts>> {
        async { Err(Error::forbidden(kit::message!(NO_CALLER))) }.boxed()
    }
}

const fn role(name: &'static str) -> Service {
    Service { name, start: |_| async { Ok(Parts::new(Closed)) }.boxed(), ..kit::testing::STATEFUL_ROLE }
}

#[derive(clap::Parser)]
struct Cli {
    #[command(flatten)]
    settings: Settings,
}

struct Stage {
    database: String,
    admin: String,
    keys: PathBuf,
}

/// Names a database that is still to be made, and makes the keys.
fn stage(names: &[&str]) -> Stage {
    use kit::Ids as _;
    let admin = testing::admin_url();
    let mark = kit::ids::SystemIds.uuid().simple().to_string();
    Stage { database: format!("t_{mark}"), admin, keys: keys(names) }
}

/// A folder of keys for these roles.
pub fn keys(names: &[&str]) -> PathBuf {
    use kit::Ids as _;
    let keys = std::env::temp_dir().join(format!("canopy-boot-{}", kit::ids::SystemIds.uuid().simple()));
    std::fs::create_dir_all(&keys).unwrap();
    for name in names.iter().chain(&["users"]) {
        let (private, public) = kit::identity::key_pair(&kit::ids::SystemIds).unwrap();
        std::fs::write(keys.join(format!("{name}.key")), private.as_bytes()).unwrap();
        std::fs::write(keys.join(format!("{name}.pub")), public).unwrap();
        std::fs::write(keys.join(format!("{name}.kek")), kit::ids::SystemIds.bytes(32)).unwrap();
    }
    keys
}

/// Settings as without any environment.
pub fn settings() -> Settings {
    <Cli as clap::Parser>::parse_from(["boot"]).settings
}

impl Stage {
    fn settings(&self, listen: &[(&str, SocketAddr)]) -> Settings {
        let mut settings = settings();
        let list = |value: &dyn Fn(&str, SocketAddr) -> String| {
            listen
                .iter()
                .map(|(name, at)| format!("{name}={}", value(name, *at)))
                .collect::<Vec<_>>()
                .join(",")
                .parse()
                .unwrap()
        };
        settings.listen = list(&|_, at| at.to_string());
        settings.databases = list(&|_, _| self.url());
        settings.keys = self.keys.clone();
        settings
    }

    fn url(&self) -> String {
        let (base, _) = self.admin.rsplit_once('/').unwrap();
        format!("{base}/{}", self.database)
    }

    async fn sql(&self, sql: String) {
        let mut connection = sqlx::PgConnection::connect(&self.admin).await.unwrap();
        sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.keys);
    }
}

pub fn free() -> SocketAddr {
    ([127, 0, 0, 1], testing::free_port()).into()
}

pub async fn serves(channel: Channel) {
    let mut health = HealthClient::new(channel);
    for _ in 0..600 {
        let request = HealthCheckRequest { service: String::new() };
        if health.check(request).await.is_ok() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it never served");
}

/// A door to PostgreSQL that is shut for the first callers. Answers its address and tells of each caller it turns away.
async fn door(postgres: SocketAddr, shut_for: usize) -> (SocketAddr, tokio::sync::mpsc::UnboundedReceiver<()>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    let (tell, told) = tokio::sync::mpsc::unbounded_channel();
    tokio::spawn(async move {
        for n in 0.. {
            let (mut inside, _) = listener.accept().await.unwrap();
            if n < shut_for {
                let _ = tell.send(());
                continue;
            }
            tokio::spawn(async move {
                let mut outside = tokio::net::TcpStream::connect(postgres).await.unwrap();
                let _ = tokio::io::copy_bidirectional(&mut inside, &mut outside).await;
            });
        }
    });
    (at, told)
}

#[tokio::test]
async fn two_roles_in_one_process_wait_for_a_database_that_comes_later() {
    let stage = stage(&["one", "two"]);
    stage.sql(format!("create database {}", stage.database)).await;
    let place = stage.admin.split('@').nth(1).unwrap().split('/').next().unwrap().to_owned();
    let (door, mut turned_away) = door(place.parse().unwrap(), 4).await;
    let (a, b) = (free(), free());
    let mut settings = stage.settings(&[("one", a), ("two", b)]);
    settings.databases.0.values_mut().for_each(|url| *url = url.replace(&place, &door.to_string()));
    let stop = CancellationToken::new();
    let running = tokio::spawn({
        let stop = stop.clone();
        async move { kit::run(&[role("one"), role("two")], settings, Recent::default(), stop).await }
    });
    for _ in 0..4 {
        turned_away.recv().await.unwrap();
    }
    for at in [a, b] {
        serves(Endpoint::from_shared(format!("http://{at}")).unwrap().connect_lazy()).await;
    }
    stop.cancel();
    running.await.unwrap().unwrap();
    stage.sql(format!("drop database {} with (force)", stage.database)).await;
}

#[tokio::test]
async fn grpc_is_served_with_tls_where_a_certificate_is_set() {
    let stage = stage(&["one"]);
    let _ = rustls::crypto::ring::default_provider().install_default();
    stage.sql(format!("create database {}", stage.database)).await;
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let (certificate, key) = (stage.keys.join("tls.pem"), stage.keys.join("tls.key"));
    std::fs::write(&certificate, made.cert.pem()).unwrap();
    std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    let at = free();
    let mut settings = stage.settings(&[("one", at)]);
    (settings.tls_cert, settings.tls_key) = (Some(certificate), Some(key));
    let stop = CancellationToken::new();
    let running = tokio::spawn({
        let stop = stop.clone();
        async move { kit::run(&[role("one")], settings, Recent::default(), stop).await }
    });
    let tls = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(made.cert.pem())).domain_name("localhost");
    serves(Endpoint::from_shared(format!("https://{at}")).unwrap().tls_config(tls).unwrap().connect_lazy()).await;
    let plain = Endpoint::from_shared(format!("http://{at}")).unwrap().connect_lazy();
    let refused = HealthClient::new(plain).check(HealthCheckRequest { service: String::new() }).await;
    assert!(refused.is_err(), "without TLS nothing is said");
    stop.cancel();
    running.await.unwrap().unwrap();
    stage.sql(format!("drop database {} with (force)", stage.database)).await;
}

#[tokio::test]
async fn a_missing_key_ends_the_start_with_a_sentence() {
    let stage = stage(&["one"]);
    std::fs::remove_file(stage.keys.join("one.kek")).unwrap();
    let at = free();
    let error = kit::run(&[role("one")], stage.settings(&[("one", at)]), Recent::default(), CancellationToken::new())
        .await
        .unwrap_err();
    let said = format!("{error:#}");
    assert!(said.contains("one.kek cannot be read"), "{said}");
}

/// A role whose only migration is this.
fn migrating(sql: &'static str) -> Service {
    use sqlx::migrate::{Migration, MigrationType, Migrator};
    let text = sqlx::SqlSafeStr::into_sql_str(sql);
    let migration = Migration::new(1, "only".into(), MigrationType::Simple, text, false);
    let migrator = Migrator { migrations: vec![migration].into(), ..Migrator::DEFAULT };
    Service { migrator: Some(Box::leak(Box::new(migrator))), ..role("one") }
}

#[tokio::test]
async fn a_migration_may_take_long_and_waits_for_locks_without_giving_up() {
    let stage = stage(&["one"]);
    stage.sql(format!("create database {}", stage.database)).await;
    let mut holder = sqlx::PgConnection::connect(&stage.url()).await.unwrap();
    sqlx::raw_sql("create table public.held (a int)").execute(&mut holder).await.unwrap();
    sqlx::raw_sql("begin; lock table public.held").execute(&mut holder).await.unwrap();
    let at = free();
    let mut settings = stage.settings(&[("one", at)]);
    settings.statement_timeout = Duration::from_millis(200);
    settings.lock_timeout = Duration::from_millis(300);
    let stop = CancellationToken::new();
    let running = tokio::spawn({
        let (stop, sql) = (stop.clone(), "select pg_sleep(1); alter table public.held add column b int");
        async move { kit::run(&[migrating(sql)], settings, Recent::default(), stop).await }
    });
    // It has waited for the lock, given the wait up and come again.
    for waits in [true, false, true] {
        let waiting = "select exists (select 1 from pg_locks where not granted and relation = 'public.held'::regclass)";
        while sqlx::query_scalar::<_, bool>(waiting).fetch_one(&mut holder).await.unwrap() != waits {
            assert!(!running.is_finished(), "it gave up");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    sqlx::raw_sql("commit").execute(&mut holder).await.unwrap();
    serves(Endpoint::from_shared(format!("http://{at}")).unwrap().connect_lazy()).await;
    stop.cancel();
    running.await.unwrap().unwrap();
    drop(holder);
    stage.sql(format!("drop database {} with (force)", stage.database)).await;
}
