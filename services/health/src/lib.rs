//! How Canopy itself is doing. Only health says so: it owns nothing and asks everyone.

mod component;
mod get_health;
mod probe;
mod rpc;

use access::{Row, user};
use kit::{Context, Parts};
use proto::health::health_service_server::HealthServiceServer;
use std::time::Duration;

pub use get_health::App;
pub use rpc::Rpc;

/// The role. It has no tables; its database user may only say `select 1`.
pub const SERVICE: kit::Service =
    kit::Service { name: "health", migrator: None, descriptors: proto::DESCRIPTORS, start: |cx| Box::pin(start(cx)) };

/// Who may call what.
pub const POLICY: &[Row] = &[user("/canopy.health.v1.HealthService/GetHealth")];

/// Settings of this service.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// How long an answer counts before everybody is asked again
    #[arg(long, env = "CANOPY_HEALTH_FRESH", value_parser = kit::config::duration, default_value = "5s")]
    pub health_fresh: Duration,
}

async fn start(cx: Context) -> anyhow::Result<Parts> {
    let guard = access::guard(&cx, POLICY)?;
    let options: Options = cx.options()?;
    Ok(Parts::new(guard).rpc(HealthServiceServer::new(Rpc(App::of(cx, options.health_fresh)))))
}
