//! The chassis of every role, written once: configuration, PostgreSQL, gRPC and HTTP servers, identity, outbox, logs, drain.
//!
//! `kit` knows no business word: it does not depend on `proto` (CI checks `cargo tree -p kit`).
//! A complete service is a constant and a start function:
//!
//! ```ignore
//! pub const SERVICE: kit::Service = kit::Service {
//!     name: "teams",
//!     migrator: Some(&MIGRATOR),
//!     sealed: &[],
//!     descriptors: proto::DESCRIPTORS,
//!     start,
//! };
//!
//! fn start(cx: kit::Context) -> kit::Starting {
//!     Box::pin(parts(cx))
//! }
//!
//! async fn parts(cx: kit::Context) -> anyhow::Result<kit::Parts> {
//!     let guard = access::guard(&cx, policy::POLICY)?;
//!     Ok(kit::Parts::new(guard).rpc(TeamServiceServer::new(rpc::Rpc(App { cx }))))
//! }
//! ```

mod accept;
pub mod address;
mod catalogues;
mod certificate;
pub mod clock;
pub mod config;
pub mod consume;
pub mod context;
pub mod db;
pub mod dead_letters;
pub mod dial;
pub mod email;
pub mod error;
mod head;
pub mod hints;
pub mod http;
pub mod idempotency;
pub mod identity;
mod idle_connections;
pub mod ids;
pub mod inspect;
mod json_line;
pub mod key_folder;
mod line;
mod meanwhile;
pub mod message;
pub mod metrics;
mod nats;
pub mod net;
pub mod origin;
pub mod outbox;
pub mod page;
mod poll;
pub mod rate;
pub mod raw;
pub mod reading;
pub mod recent;
pub mod relay;
pub mod reseal;
mod rounds;
pub mod run;
pub mod seal;
pub mod service;
pub mod severity;
pub mod telemetry;
#[cfg(feature = "testing")]
pub mod testing;
pub mod text;
pub mod tls;
pub mod trace;
mod trouble;
mod unread;
pub mod websocket;
mod wire;

/// The largest gRPC message that a role takes, bytes. A list of a thousand deployments is larger than tonic's own 4 MiB.
pub const MESSAGE_LIMIT: usize = 8 * 1024 * 1024;

pub use clock::Clock;
pub use config::Settings;
pub use context::Context;
pub use db::Tx;
pub use error::{Error, Problems, Result};
pub use ids::Ids;
pub use line::Patience;
pub use meanwhile::meanwhile;
pub use message::Message;
pub use metrics::Metrics;
pub use nats::NatsState;
pub use origin::{Origin, UserRef};
pub use poll::Poll;
pub use rounds::Rounds;
pub use run::run;
pub use seal::Keyring;
pub use service::{Guard, Parts, Service, Starting};
pub use trace::PeerChannel;
