//! Datacenters, clusters, kubeconfigs and everything that talks to Kubernetes. Only this service does.

pub mod app;
mod bounded;
mod breaker;
pub mod catalogue;
mod client;
pub mod cluster;
pub mod create_cluster;
pub mod create_datacenter;
pub mod datacenter;
pub mod delete_cluster;
pub mod delete_datacenter;
pub mod facts;
pub mod fault;
pub mod gateway;
pub mod get_catalogue;
pub mod get_cluster;
pub mod get_cluster_metrics;
pub mod get_kubeconfig;
mod input;
pub mod inspect_cluster;
mod inspection;
pub mod kubeconfig;
pub mod kubernetes;
pub mod list_cluster_states;
pub mod list_clusters;
pub mod list_datacenters;
mod metrics;
mod observe;
pub mod policy;
mod probe;
mod quantity;
pub mod refresh_cluster;
mod registrar;
mod releases;
mod reporter;
mod requested;
mod rights;
mod rpc;
mod sample;
mod serving;
pub mod set_kubeconfig;
pub mod set_maintenance;
mod settings;
mod simulated;
mod sites;
mod store;
mod traced;
pub mod update_cluster;
pub mod update_datacenter;
mod usage;
pub mod validate_kubeconfig;
pub mod watch;
mod watches_apart;
pub mod workloads;

pub use settings::Options;

use app::App;
use futures::future::BoxFuture;
use kit::dial::Resolve;
use kit::{Context, Parts};
pub use kit::{address, dial};
use proto::infrastructure::{
    catalogue_service_server::CatalogueServiceServer, cluster_service_server::ClusterServiceServer,
    datacenter_service_server::DatacenterServiceServer, workload_service_server::WorkloadServiceServer,
};
use std::sync::Arc;

/// The tables of this service.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();

/// The role.
pub const SERVICE: kit::Service = kit::Service {
    name: "infrastructure",
    migrator: Some(&MIGRATOR),
    sealed: &[kubeconfig::SEALED],
    descriptors: proto::DESCRIPTORS,
    start,
};

fn start(cx: Context) -> kit::Starting {
    Box::pin(parts(cx))
}

async fn parts(cx: Context) -> anyhow::Result<Parts> {
    let guard = access::guard(&cx, &[policy::POLICY, workloads::POLICY].concat())?;
    let letters = access::dead_letters(&cx);
    let logs = access::logs(&cx);
    let database = access::database(&cx);
    let (app, observer) = wire(cx, dial::system_resolver())?;
    metrics::observe(&app);
    let workloads = workloads::WorkloadRpc::new(app.cx.clone(), app.gateway.clone());
    let rpc = rpc::Rpc(app);
    Ok(Parts::new(guard)
        .rpc(CatalogueServiceServer::new(rpc.clone()).max_decoding_message_size(kit::MESSAGE_LIMIT))
        .rpc(DatacenterServiceServer::new(rpc.clone()).max_decoding_message_size(kit::MESSAGE_LIMIT))
        .rpc(ClusterServiceServer::new(rpc).max_decoding_message_size(kit::MESSAGE_LIMIT))
        .rpc(WorkloadServiceServer::new(workloads).max_decoding_message_size(kit::MESSAGE_LIMIT))
        .rpc(letters)
        .rpc(logs)
        .rpc(database)
        .task("observe", observer))
}

/// The parts of the service around a resolver of names: the system's, or a test's. The future observes all clusters until
/// the context stops.
///
/// # Errors
/// A setting that cannot be read.
pub fn wire(cx: Context, resolve: Resolve) -> anyhow::Result<(App, BoxFuture<'static, anyhow::Result<()>>)> {
    let options: Arc<Options> = Arc::new(cx.options()?);
    let policy = address::AddressPolicy::parse("CANOPY_CLUSTER_ALLOW", &options.cluster_allow)?;
    let (nudge, nudges) = tokio::sync::mpsc::unbounded_channel();
    let app = App {
        catalogue: Arc::new(catalogue::Catalogue::embedded()?),
        intake: kubeconfig::Intake::new(policy.clone(), options.intake_at_once, options.intake_reading),
        gateway: gateway::Gateway::new(cx.clone(), policy, resolve, Arc::clone(&options)),
        nudge,
        usage: Arc::new(tokio::sync::Semaphore::new(options.usage_at_once)),
        options,
        cx,
    };
    let observer = Box::pin(observe::run(app.clone(), nudges));
    Ok((app, observer))
}
