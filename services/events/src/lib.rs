//! The history people read, and the audit trail. Only events keeps it.
//!
//! Facts come from NATS (`on_event_recorded.rs`), Kubernetes' many from infrastructure by gRPC (`record_events.rs`);
//! both are unique by id, so that nothing is in the list twice however often it is told.

mod changes;
mod event;
mod export_events;
mod get_event;
mod hint;
mod list_events;
mod looked_for;
mod on_event_recorded;
mod record_events;
mod rpc;
mod settings;
pub mod upkeep;
mod words;

use access::{
    Capability::{Read, Readable},
    Row, services, user,
};
use kit::{Context, Parts, consume::Consumer};
use proto::events::event_service_server::EventServiceServer;
use std::sync::Arc;

pub use on_event_recorded::on_event_recorded;
pub use rpc::Rpc;
pub use settings::Options;

/// Tables of this service.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();

/// The role.
pub const SERVICE: kit::Service =
    kit::Service { name: "events", migrator: Some(&MIGRATOR), descriptors: proto::DESCRIPTORS, start };

/// Who may call what. The admin's list is told by a field of the request, so the verb checks it.
pub const POLICY: &[Row] = &[
    user("/canopy.events.v1.EventService/ListEvents").needs(Readable),
    user("/canopy.events.v1.EventService/GetEvent").needs(Read),
    user("/canopy.events.v1.EventService/ExportEvents").needs(Readable),
    services("/canopy.events.v1.EventService/RecordEvents", &["infrastructure"]),
];

/// What the verbs work with.
#[derive(Clone)]
pub struct App {
    /// Chassis.
    pub cx: Context,
    /// Settings of this service.
    pub options: Options,
    /// Lists that were longer than totals are exact.
    pub long: Arc<kit::page::LongLists>,
}

impl App {
    /// What the verbs need.
    ///
    /// # Errors
    /// A sentence naming a setting that cannot be read.
    pub fn of(cx: Context) -> anyhow::Result<Self> {
        Ok(Self { options: cx.options()?, cx, long: Arc::default() })
    }
}

/// The only durable consumer of facts.
#[must_use]
pub fn consumer() -> Consumer {
    Consumer { durable: "events", message: "EventRecorded", handle: Arc::new(on_event_recorded) }
}

fn start(cx: Context) -> kit::Starting {
    Box::pin(parts(cx))
}

async fn parts(cx: Context) -> anyhow::Result<Parts> {
    let guard = access::guard(&cx, POLICY)?;
    let letters = access::dead_letters(&cx);
    let logs = access::logs(&cx);
    let database = access::database(&cx);
    let app = App::of(cx)?;
    let upkeep = upkeep::run(app.clone());
    let server = EventServiceServer::new(Rpc(app)).max_decoding_message_size(kit::MESSAGE_LIMIT);
    Ok(Parts::new(guard).rpc(server).rpc(letters).rpc(logs).rpc(database).consumer(consumer()).task("upkeep", upkeep))
}
