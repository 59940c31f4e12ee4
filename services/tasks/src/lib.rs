//! Long work: only tasks runs it, and its table is the work queue. Only deployments admits it.
//!
//! A task is a list of idempotent steps (`run/`), driven by one small engine (`step.rs`) on behalf of a worker that
//! holds a lease and a fencing number (`lease.rs`, `heartbeat.rs`, `work.rs`). What is bounded is how many change one
//! cluster at a time (`permits.rs`); a task that waits costs memory only. It ends in one transaction (`ending.rs`).

mod cancel;
mod cancel_task;
mod count_tasks;
mod ending;
mod fetch_order;
mod get_task;
mod heartbeat;
mod hide_task;
mod hint;
mod interruption;
mod lease;
mod list_tasks;
mod list_work;
mod lookup_tasks;
mod metrics;
mod order;
mod params;
mod permits;
mod progress;
mod rpc;
mod run;
pub mod runner;
mod settings;
mod shown;
mod step;
mod submit;
mod task;
mod wait;
mod work;

use access::{
    Capability::{Manage, Read, Readable, Write},
    Row, services, user,
};
use kit::{Context, Parts, PeerChannel};
use proto::{
    deployments::deployment_service_client::DeploymentServiceClient,
    infrastructure::workload_service_client::WorkloadServiceClient, tasks::task_service_server::TaskServiceServer,
};
use std::sync::Arc;
use tokio::sync::Notify;

pub use permits::{Permit, Permits};
pub use rpc::Rpc;
pub use settings::{Options, RetryPolicy};

/// Tables of this service.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();

/// The role.
pub const SERVICE: kit::Service =
    kit::Service { name: "tasks", migrator: Some(&MIGRATOR), sealed: &[], descriptors: proto::DESCRIPTORS, start };

/// Who may call what.
pub const POLICY: &[Row] = &[
    services("/canopy.tasks.v1.TaskService/Submit", &["deployments"]),
    services("/canopy.tasks.v1.TaskService/Cancel", &["deployments"]),
    services("/canopy.tasks.v1.TaskService/LookupTasks", &["deployments", "infrastructure"]),
    user("/canopy.tasks.v1.TaskService/ListTasks").needs(Readable),
    user("/canopy.tasks.v1.TaskService/GetTask").needs(Read),
    user("/canopy.tasks.v1.TaskService/ListWork").needs(Readable),
    user("/canopy.tasks.v1.TaskService/CancelTask").needs(Write),
    user("/canopy.tasks.v1.TaskService/HideTask").needs(Manage),
    user("/canopy.tasks.v1.TaskService/CountTasks").needs(Readable),
];

/// What the verbs work with.
#[derive(Clone)]
pub struct App {
    /// Chassis.
    pub cx: Context,
    /// Knows what an application is made of.
    pub deployments: DeploymentServiceClient<PeerChannel>,
    /// Reaches the clusters.
    pub workloads: WorkloadServiceClient<PeerChannel>,
    /// Wakes the runner of this process: there is something to take up.
    pub wake: Arc<Notify>,
    /// Wakes the heartbeat of this process: somebody cancelled something.
    pub cancels: Arc<Notify>,
    /// How many tasks of this process may change a cluster at a time.
    pub permits: Permits,
    /// How much at once, and how waiting goes.
    pub retry_policy: Arc<RetryPolicy>,
    /// What is counted.
    pub metrics: metrics::Metrics,
    /// Lists that were longer than totals are exact.
    pub long: Arc<kit::page::LongLists>,
}

impl App {
    /// Reads the settings and connects lazily.
    ///
    /// # Errors
    /// A sentence naming the setting that cannot be read.
    pub fn of(cx: Context) -> anyhow::Result<Self> {
        let options: Options = cx.options()?;
        let wake: Arc<Notify> = Arc::default();
        Ok(Self {
            deployments: DeploymentServiceClient::new(cx.peer("deployments"))
                .max_decoding_message_size(kit::MESSAGE_LIMIT),
            workloads: WorkloadServiceClient::new(cx.peer("infrastructure"))
                .max_decoding_message_size(kit::MESSAGE_LIMIT),
            permits: Permits::new(usize::from(options.tasks_per_cluster), Arc::clone(&wake)),
            wake,
            cancels: Arc::default(),
            retry_policy: Arc::new(options.retry_policy()),
            long: Arc::default(),
            metrics: metrics::Metrics::of(&cx),
            cx,
        })
    }
}

fn start(cx: Context) -> kit::Starting {
    Box::pin(parts(cx))
}

async fn parts(cx: Context) -> anyhow::Result<Parts> {
    let guard = access::guard(&cx, POLICY)?;
    let app = App::of(cx)?;
    metrics::observe(&app);
    let server = TaskServiceServer::new(Rpc(app.clone())).max_decoding_message_size(kit::MESSAGE_LIMIT);
    let letters = access::dead_letters(&app.cx);
    let logs = access::logs(&app.cx);
    let database = access::database(&app.cx);
    Ok(Parts::new(guard).rpc(server).rpc(letters).rpc(logs).rpc(database).task("runner", runner::run(app)))
}
