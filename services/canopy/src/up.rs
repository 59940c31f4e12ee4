//! `canopy up`: everything on this machine. A private PostgreSQL and NATS, one process per role, each with its own
//! database user, NATS user and keys; a role that dies is started again, and all of them end with this process.

pub mod admin;
pub mod backup;
pub mod dead_letters;
mod environment;
mod folder;
mod installation;
mod keys;
mod nats;
mod nats_watch;
mod ports;
mod postgres;
mod reach;
mod register;
mod report;
pub mod restore;
mod rotate_keys;
mod simulated;
mod supervisor;
mod tell;
mod typed;

use crate::SERVICES;
use anyhow::{Context as _, bail};
use folder::Folder;
use kit::ids::SystemIds;
use ports::Ports;
use std::{
    collections::BTreeMap,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    time::Duration,
};
use supervisor::{Program, Supervisor};
use tokio::signal::unix::{SignalKind, signal};

/// Settings of `up`. Those of the roles (see `canopy serve --help`) are passed on from the environment.
#[derive(clap::Args)]
pub struct Options {
    /// Folder for everything that is kept [default: /var/lib/canopy as root, else ~/.local/share/canopy]
    #[arg(long, env = "CANOPY_DATA")]
    data: Option<PathBuf>,
    /// Address for the REST API; beyond loopback CANOPY_HOSTS must say under which names it is reached
    #[arg(long, env = "CANOPY_ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Port for the REST API; another one is taken when it is in use
    #[arg(long, env = "CANOPY_PORT", default_value_t = 8080)]
    port: u16,
    /// Take free ports of loopback instead of the usual ones (7100 to 7143): for several instances on a machine
    #[arg(long, env = "CANOPY_ANY_PORTS")]
    any_ports: bool,
    /// Show the metrics of each role to Prometheus, on a port of loopback of its own (usually 7200 to 7207)
    #[arg(long, env = "CANOPY_METRICS")]
    metrics: bool,
    /// Folder with the programs of PostgreSQL 15 or newer
    #[arg(long, env = "CANOPY_POSTGRES_BIN")]
    postgres_bin: Option<PathBuf>,
    /// nats-server 2.12 or newer
    #[arg(long, env = "CANOPY_NATS_SERVER")]
    nats_server: Option<PathBuf>,
    /// An administrator's URL of a PostgreSQL to use instead of a private one
    #[arg(long, env = "CANOPY_DATABASE_URL", hide_env_values = true)]
    database_url: Option<String>,
    /// URL of a NATS with JetStream to use instead of a private one
    #[arg(long, env = "CANOPY_NATS_URL", hide_env_values = true)]
    nats_url: Option<String>,
    /// Kubeconfig of a cluster to register at the start
    #[arg(long, env = "CANOPY_KUBECONFIG")]
    kubeconfig: Option<PathBuf>,
    /// Bring no simulated cluster (with CANOPY_KUBECONFIG there is none either)
    #[arg(long, env = "CANOPY_NO_SANDBOX")]
    no_sandbox: bool,
    /// host:port of clusters on loopback that may be registered, comma separated
    #[arg(long, env = "CANOPY_CLUSTER_ALLOW", value_delimiter = ',')]
    cluster_allow: Vec<String>,
    #[command(flatten)]
    backups: backup::ScheduleArgs,
    /// Print one line of JSON once all is ready, for scripts
    #[arg(long)]
    print_json: bool,
}

/// How long a start may take. Fixed: what is not ready by then waits for something that does not come.
const READY: Duration = Duration::from_secs(120);

/// Runs until Ctrl-C or SIGTERM.
pub fn run(options: Options) -> anyhow::Result<()> {
    // One thread: the parent-death signal of the children is bound to the thread that started them.
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(up(options))
}

async fn up(options: Options) -> anyhow::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut supervisor = Supervisor::default();
    let outcome = tokio::select! {
        outcome = start_and_watch(&options, &mut supervisor) => outcome,
        _ = terminate.recv() => Ok(()),
        _ = interrupt.recv() => Ok(()),
    };
    if !options.print_json {
        eprintln!("canopy: stopping …");
    }
    tokio::select! {
        () = supervisor.stop() => {}
        _ = terminate.recv() => supervisor.kill().await,
        _ = interrupt.recv() => supervisor.kill().await,
    }
    outcome
}

async fn start_and_watch(options: &Options, supervisor: &mut Supervisor) -> anyhow::Result<()> {
    let progress = |text: &str| {
        if !options.print_json {
            eprintln!("canopy: {text}");
        }
    };
    let folder = Folder::open(options.data.clone())?;
    let keys = keys::prepare(&folder, &SystemIds)?;
    // What is missing is told before anything is started.
    let nats_server = options.nats_url.is_none().then(|| nats::find(options.nats_server.as_deref())).transpose()?;
    let kubeconfig = options.kubeconfig.as_deref().map(register::read).transpose()?;
    let mut ports = Ports::load(&folder, options.any_ports).await;

    progress("starting PostgreSQL and NATS …");
    let database = match &options.database_url {
        Some(url) => postgres::Server::external(url)?,
        None => postgres::start(&folder, options.postgres_bin.as_deref(), &mut ports, supervisor).await?,
    };
    let databases = database.prepare(&SERVICES).await?;
    let nats = match (&options.nats_url, nats_server) {
        (Some(url), _) => nats::external(url),
        (None, program) => nats::start(&folder, program.unwrap_or_default(), &mut ports, supervisor)?,
    };

    let sandbox = match kubeconfig {
        None if !options.no_sandbox => Some(simulated::start(&folder, &mut ports, supervisor)?),
        _ => None,
    };

    progress("starting the services …");
    let mut allow = options.cluster_allow.clone();
    allow.extend(kubeconfig.iter().filter_map(register::Kubeconfig::loopback));
    allow.extend(sandbox.iter().map(|sandbox| sandbox.address().to_string()));
    let http = ports.http(options.address, options.port)?;
    let setup_token = keys.setup_token.clone();
    let common = common_environment(&keys, &allow, http)?;
    for service in SERVICES {
        ports.of(service.name)?;
    }
    let metrics = metrics_addresses(options.metrics, &mut ports)?;
    let peers: Vec<String> = SERVICES
        .iter()
        .map(|s| Ok(format!("{}=http://{}", s.name, ports.of(s.name)?)))
        .collect::<anyhow::Result<_>>()?;
    ports.save(&folder)?;
    for service in SERVICES {
        let name = service.name;
        let mut environment = common.clone();
        environment.insert("CANOPY_LISTEN".into(), format!("{name}={}", ports.of(name)?));
        environment.insert("CANOPY_HTTP_LISTEN".into(), http.to_string());
        if let Some(address) = metrics.get(name) {
            environment.insert("CANOPY_METRICS_LISTEN".into(), format!("{name}={address}"));
        }
        environment.insert("CANOPY_PEERS".into(), peers.join(","));
        environment.insert("CANOPY_KEYS".into(), folder.keys(name).display().to_string());
        if let Some(url) = databases.get(name) {
            environment.insert("CANOPY_DATABASES".into(), format!("{name}={url}"));
        }
        environment.insert("CANOPY_NATS".into(), format!("{name}={}", nats.url(name)));
        supervisor.start(Program::role(name, environment, &folder)?)?;
    }

    let ready = async {
        report::wait_until_ready(&SERVICES, &ports, http).await?;
        let control = register::Control::load(&folder.keys("canopy"))?;
        let simulated = match &sandbox {
            Some(sandbox) => Some(sandbox.kubeconfig().await?),
            None => None,
        };
        if let Some(kubeconfig) = kubeconfig.as_ref().or(simulated.as_ref()) {
            control.register(kubeconfig, ports.of_known("infrastructure")?).await?;
        }
        control.setup_is_open(ports.of_known("auth")?).await
    };
    let open = tokio::select! {
        open = ready => open?,
        failed = supervisor.watch() => return Err(failed),
        () = tokio::time::sleep(READY) => {
            let ended = supervisor.ended();
            let ended = if ended.is_empty() { ended } else { format!("; {ended}") };
            bail!("not everything was ready within two minutes{ended}; the logs are in {}", folder.logs().display())
        }
    };
    let report = report::Report {
        address: address(http),
        public: common["CANOPY_PUBLIC_URL"].clone(),
        setup_token: open.then(|| setup_token.as_str().to_owned()),
        data: folder.root().to_owned(),
        roles: SERVICES
            .iter()
            .map(|s| Ok((s.name, ports.of_known(s.name)?)))
            .collect::<anyhow::Result<BTreeMap<&str, SocketAddr>>>()?,
        metrics,
        servers: [
            ("postgres", database.address()),
            ("nats", nats.address()),
            ("sandbox", sandbox.map(|sandbox| sandbox.address())),
        ]
        .into_iter()
        .filter_map(|(n, a)| a.map(|a| (n, a)))
        .collect(),
    };
    ports.settled();
    supervisor.started();
    report.print(options.print_json, &folder)?;
    let backups = options.backups.run(&folder, &database, options);
    tokio::select! {
        failed = supervisor.watch() => Err(failed),
        never = backups => match never {},
        never = nats_watch::watch(&nats, &folder) => match never {},
    }
}

/// Where each role shows its metrics, when that is asked for.
fn metrics_addresses(wanted: bool, ports: &mut Ports) -> anyhow::Result<BTreeMap<&'static str, SocketAddr>> {
    let services = SERVICES.iter().filter(|_| wanted);
    services.map(|service| Ok((service.name, ports.of(&format!("{}-metrics", service.name))?))).collect()
}

/// Base of the REST API: what the bff will speak there.
fn address(http: SocketAddr) -> String {
    let scheme = if environment::variable("CANOPY_HTTPS_CERT").is_some() { "https" } else { "http" };
    format!("{scheme}://{http}")
}

/// What every role gets: the caller's own `CANOPY_…` settings, without those that are `up`'s alone.
fn common_environment(
    keys: &keys::Keys,
    allow: &[String],
    http: SocketAddr,
) -> anyhow::Result<BTreeMap<String, String>> {
    const OWN: [&str; 12] = [
        "CANOPY_DATABASE_URL",
        "CANOPY_NATS_URL",
        "CANOPY_KUBECONFIG",
        "CANOPY_NO_SANDBOX",
        "CANOPY_DATA",
        "CANOPY_POSTGRES_BIN",
        "CANOPY_NATS_SERVER",
        "CANOPY_DATABASES",
        "CANOPY_NATS",
        "CANOPY_PEERS",
        "CANOPY_METRICS",
        "CANOPY_METRICS_LISTEN",
    ];
    let mut environment: BTreeMap<String, String> = environment::all()
        .filter(|(name, _)| {
            (name.starts_with("CANOPY_") && !name.starts_with("CANOPY_BACKUP_") && !OWN.contains(&name.as_str()))
                || matches!(
                    name.as_str(),
                    "PATH" | "HOME" | "LANG" | "TZ" | "TMPDIR" | "SSL_CERT_FILE" | "SSL_CERT_DIR" | "RUST_BACKTRACE"
                )
        })
        .collect();
    environment.insert("CANOPY_SETUP_TOKEN_SHA256".into(), keys.setup_token_sha256());
    environment.insert("CANOPY_CLUSTER_ALLOW".into(), allow.join(","));
    // what links in mail begin with, where nothing else is said
    environment.entry("CANOPY_PUBLIC_URL".into()).or_insert_with(|| address(http));
    // Eight processes keep the cores busy between them; within one, work that is handed from thread to thread costs more.
    environment.entry("CANOPY_THREADS".into()).or_insert_with(|| "1".into());
    if http.ip().is_unspecified() {
        bail!("give the address of one network, not {}", http.ip());
    }
    Ok(environment)
}

/// The current program, to be run again as a role or a child.
fn myself() -> anyhow::Result<PathBuf> {
    std::env::current_exe().context("the path of this program")
}
