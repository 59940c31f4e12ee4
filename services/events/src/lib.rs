//! The history people read, and the audit trail. Only events keeps it.
//!
//! Facts come from NATS (`on_event_recorded.rs`), Kubernetes' many from infrastructure by gRPC (`record_events.rs`);
//! both are unique by id, so that nothing is in the list twice however often it is told.
//!
//! Whoever wants to be told of events makes a rule (`rule.rs`). An event leaves a note of itself in its transaction, `matching.rs`
//! makes deliveries of the notes, and `deliver.rs` sends them.

mod attempt;
mod body;
mod changes;
mod count_events;
mod create_rule;
mod delete_rule;
pub mod deliver;
mod delivery;
mod event;
mod export_events;
mod get_event;
mod hint;
mod kinds;
mod list_deliveries;
mod list_events;
mod list_rules;
mod looked_for;
pub mod matching;
mod newest;
mod notification_rpc;
mod on_event_recorded;
mod outgoing;
mod people;
mod record_events;
mod resend;
mod rpc;
mod rule;
mod send_test;
mod settings;
mod update_rule;
pub mod upkeep;
mod wanted;
mod words;

use access::{
    Capability::{Manage, Read, Readable},
    Row, services, user,
};
use kit::{
    Context, Parts,
    address::AddressPolicy,
    consume::Consumer,
    dial::{Resolve, system_resolver},
    rate::Rate,
};
use mail::Mailer;
use outgoing::Outgoing;
use proto::events::{event_service_server::EventServiceServer, notification_service_server::NotificationServiceServer};
use std::sync::Arc;

pub use on_event_recorded::on_event_recorded;
pub use rpc::Rpc;
pub use settings::Options;

/// Tables of this service.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();

/// The role.
pub const SERVICE: kit::Service = kit::Service {
    name: "events",
    migrator: Some(&MIGRATOR),
    sealed: &[rule::SEALED],
    descriptors: proto::DESCRIPTORS,
    start,
};

/// Who may call what. The admin's list is told by a field of the request, so the verb checks it.
pub const POLICY: &[Row] = &[
    user("/canopy.events.v1.EventService/ListEvents").needs(Readable),
    user("/canopy.events.v1.EventService/CountEvents").needs(Readable),
    user("/canopy.events.v1.EventService/GetEvent").needs(Read),
    user("/canopy.events.v1.EventService/ExportEvents").needs(Readable),
    services("/canopy.events.v1.EventService/RecordEvents", &["infrastructure"]),
    // of a team's rules; one's own are one's own
    user("/canopy.events.v1.NotificationService/ListRules").needs(Manage),
    user("/canopy.events.v1.NotificationService/CreateRule").needs(Manage),
    user("/canopy.events.v1.NotificationService/UpdateRule").needs(Manage),
    user("/canopy.events.v1.NotificationService/DeleteRule").needs(Manage),
    user("/canopy.events.v1.NotificationService/SendTest").needs(Manage),
    user("/canopy.events.v1.NotificationService/ListDeliveries").needs(Manage),
    user("/canopy.events.v1.NotificationService/Resend").needs(Manage),
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
    /// Sends letters.
    mailer: Mailer,
    /// Where people reach the console, without a slash at its end; empty when that is not set.
    console: Arc<str>,
    /// Sends to webhooks.
    outgoing: Outgoing,
    /// Tests and what is sent again, a minute of one user.
    by_hand: Rate,
}

/// Fixed: enough to try a receiver, and no way to flood one.
const BY_HAND: usize = 20;

impl App {
    /// What the verbs need.
    ///
    /// # Errors
    /// A sentence naming a setting that cannot be read.
    pub fn of(cx: Context) -> anyhow::Result<Self> {
        Self::with_resolver(cx, &system_resolver())
    }

    /// The same around a resolver of names: the system's, or a test's.
    ///
    /// # Errors
    /// As [`App::of`].
    pub fn with_resolver(cx: Context, resolve: &Resolve) -> anyhow::Result<Self> {
        let options: Options = cx.options()?;
        let policy = AddressPolicy::parse("CANOPY_WEBHOOK_ALLOW", &options.webhook_allow)?;
        let post: mail::Options = cx.options()?;
        Ok(Self {
            mailer: Mailer::with(&post)?,
            console: post.public_url.trim().trim_end_matches('/').into(),
            outgoing: Outgoing::new(policy, resolve, options.webhook_within)?,
            by_hand: Rate::of(BY_HAND),
            long: Arc::default(),
            options,
            cx,
        })
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
    let (matching, deliver) = (matching::run(app.clone()), deliver::run(app.clone()));
    let rpc = Rpc(app);
    let server = EventServiceServer::new(rpc.clone()).max_decoding_message_size(kit::MESSAGE_LIMIT);
    let notifications = NotificationServiceServer::new(rpc).max_decoding_message_size(kit::MESSAGE_LIMIT);
    let parts = Parts::new(guard).task("matching", matching).task("deliver", deliver);
    Ok(parts
        .rpc(server)
        .rpc(notifications)
        .rpc(letters)
        .rpc(logs)
        .rpc(database)
        .consumer(consumer())
        .task("upkeep", upkeep))
}
