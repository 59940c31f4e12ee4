//! How Canopy itself is doing. Only health says so: it owns nothing and asks everyone.

mod backup;
mod component;
mod get_health;
mod probe;
mod rpc;
mod settings;

use access::{Row, user};
use kit::{Context, Parts};
use proto::health::health_service_server::HealthServiceServer;

pub use get_health::App;
pub use rpc::Rpc;
pub use settings::Options;

/// The role. It has no tables; its database user may only say `select 1`.
pub const SERVICE: kit::Service =
    kit::Service { name: "health", migrator: None, sealed: &[], descriptors: proto::DESCRIPTORS, start };

/// Who may call what.
pub const POLICY: &[Row] = &[user("/canopy.health.v1.HealthService/GetHealth")];

fn start(cx: Context) -> kit::Starting {
    Box::pin(parts(cx))
}

async fn parts(cx: Context) -> anyhow::Result<Parts> {
    let guard = access::guard(&cx, POLICY)?;
    let logs = access::logs(&cx);
    let rpc = Rpc(App::of(cx, Options::default()));
    let server = HealthServiceServer::new(rpc).max_decoding_message_size(kit::MESSAGE_LIMIT);
    Ok(Parts::new(guard).rpc(server).rpc(logs))
}
