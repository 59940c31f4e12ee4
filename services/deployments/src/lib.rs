//! Deployments: what runs where, and what it is made of. Owns schema `deployments` and the charts.
//!
//! Only this service admits work on a deployment: `current_task` is the lock, and the order for the work leaves in the
//! transaction that sets it. A verb is a file; nouns are [`deployment`], [`spec`], [`chart`], [`revision`], [`secrets`].

pub mod abandon;
pub mod admit;
pub mod applications;
pub mod apply;
mod ask_cluster;
mod changes;
pub mod chart;
pub mod check_reach;
pub mod count;
pub mod create;
pub mod delete;
pub mod delete_volumes;
pub mod deployment;
pub mod discard_change;
pub mod drift;
pub mod elsewhere;
pub mod facts;
pub mod finish;
pub mod forget_remains;
pub mod get;
pub mod get_catalogue;
pub mod get_chart;
pub mod get_drift;
pub mod get_order;
pub mod get_usage;
mod growth;
mod kept_chart;
pub mod list;
pub mod list_revisions;
pub mod list_services;
pub mod list_volumes;
mod moving;
mod next;
pub mod observe;
pub mod on_refused;
pub mod open_shell;
pub mod operation;
mod order;
mod owners;
pub mod plan;
pub mod policy;
pub mod put_right;
pub mod quota;
pub mod reach;
mod read;
pub mod recent;
pub mod release;
pub mod resources;
mod rest_name;
pub mod restart;
pub mod retry;
pub mod reveal_secrets;
pub mod revision;
pub mod rollback;
pub mod rpc;
pub mod scale;
pub mod secrets;
mod settings;
mod shown;
pub mod small_change;
pub mod spec;
pub mod start;
pub mod stop;
pub mod stream_logs;
pub mod sweep;
pub mod switch_cluster;
pub mod tally;
pub mod task;
pub mod tell_name;
mod ticket;
pub mod update;
pub mod vacate;
pub mod validate;
pub mod volumes;
pub mod write_secrets;

use proto::deployments::deployment_service_server::DeploymentServiceServer;
use std::sync::Arc;

pub use settings::Options;

/// The schema.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();

/// The role.
pub const SERVICE: kit::Service = kit::Service {
    name: "deployments",
    migrator: Some(&MIGRATOR),
    sealed: &[secrets::SEALED, revision::SEALED],
    descriptors: proto::DESCRIPTORS,
    start,
};

/// What every verb works with.
#[derive(Clone)]
pub struct App {
    /// The chassis.
    pub cx: kit::Context,
    /// The charts, parsed.
    pub charts: Arc<chart::Charts>,
    /// Settings of this service.
    pub options: Arc<Options>,
    /// Passwords that were revealed of late.
    pub reveals: kit::rate::Rate,
    /// Shells that are open.
    pub shells: open_shell::Shells,
    /// Rung when objects of a release have moved in their cluster.
    pub moved: Arc<tokio::sync::Notify>,
    /// Visits sites; `None`: a setting says that they are not visited.
    pub checker: Option<reach::checker::Checker>,
    /// Lists that were longer than totals are exact.
    pub long: Arc<kit::page::LongLists>,
    /// Deployments as they were shown last.
    pub recent: recent::Recent,
}

impl App {
    /// Reads the settings, parses the charts.
    ///
    /// # Errors
    /// A setting that cannot be read, a chart that does not parse.
    pub fn of(cx: kit::Context) -> anyhow::Result<Self> {
        let options: Arc<Options> = Arc::new(cx.options()?);
        let checker = options.checker()?;
        let reveals = kit::rate::Rate::of(reveal_secrets::MOST);
        Ok(Self {
            cx,
            options,
            charts: Arc::new(chart::Charts::embedded()),
            reveals,
            shells: open_shell::Shells::default(),
            moved: Arc::default(),
            checker,
            long: Arc::default(),
            recent: recent::Recent::default(),
        })
    }
}

fn start(cx: kit::Context) -> kit::Starting {
    Box::pin(parts(cx))
}

async fn parts(cx: kit::Context) -> anyhow::Result<kit::Parts> {
    let guard = access::guard(&cx, policy::POLICY)?;
    let app = App::of(cx)?;
    Ok(kit::Parts::new(guard)
        .rpc(DeploymentServiceServer::new(rpc::Rpc(app.clone())).max_decoding_message_size(kit::MESSAGE_LIMIT))
        .rpc(access::dead_letters(&app.cx))
        .rpc(access::logs(&app.cx))
        .rpc(access::database(&app.cx))
        .task("drift", drift::check::run(app.clone()))
        .task("reach", reach::sample::run(app.clone()))
        .task("shells", app.shells.clone().drained(app.cx.stop.clone()))
        .task("sweep", sweep::run(app))
        .refused(Arc::new(|cx, tx, letter| Box::pin(on_refused::refused(cx, tx, letter)))))
}
