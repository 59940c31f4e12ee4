//! teams: teams, their members and who is invited. Only teams says who belongs where.
//!
//! Users are auth's: their names are asked from it, many at a time, and never kept here.

pub mod accept_invite;
pub mod add_member;
pub mod cancel_invite;
pub mod change_member;
pub mod create;
pub mod create_first;
pub mod create_invite;
pub mod delete;
mod facts;
pub mod find_invite;
pub mod forget_user;
pub mod get;
pub mod hand_over;
mod invite;
pub mod list;
pub mod list_memberships;
pub mod lookup;
mod member;
mod people;
pub mod policy;
pub mod remove_member;
pub mod resend_invite;
mod rpc;
mod settings;
mod shown;
pub mod sweep;
mod team;
pub mod update;

use kit::{PeerChannel, rate::Rate};
use mail::Mailer;
use proto::{
    auth::auth_service_client::AuthServiceClient, deployments::deployment_service_client::DeploymentServiceClient,
    teams::team_service_server::TeamServiceServer,
};
use std::sync::Arc;

pub use settings::Options;

/// Migrations of the schema `teams`.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();

/// The service.
pub const SERVICE: kit::Service = kit::Service {
    name: "teams",
    migrator: Some(&MIGRATOR),
    sealed: &[mail::SEALED],
    descriptors: proto::DESCRIPTORS,
    start,
};

/// What the calls share.
#[derive(Clone)]
pub struct App {
    pub(crate) cx: kit::Context,
    pub(crate) auth: AuthServiceClient<PeerChannel>,
    pub(crate) deployments: DeploymentServiceClient<PeerChannel>,
    /// Addresses that one user may try.
    pub(crate) addresses: Rate,
    /// Names that were asked for a moment ago.
    pub(crate) known: people::Known,
    pub(crate) options: Arc<Options>,
    /// Letters to people.
    pub(crate) mailer: Mailer,
}

/// Addresses a minute of one user. Fixed: more than anybody types, and few for whoever wants to know who has an account.
const ADDRESSES: usize = 20;

impl App {
    /// With its settings and a client of auth.
    ///
    /// # Errors
    /// A sentence when a setting can't be read.
    pub fn of(cx: &kit::Context) -> anyhow::Result<Self> {
        let options = Arc::new(cx.options()?);
        Ok(Self {
            cx: cx.clone(),
            auth: AuthServiceClient::new(cx.peer("auth")).max_decoding_message_size(kit::MESSAGE_LIMIT),
            deployments: DeploymentServiceClient::new(cx.peer("deployments"))
                .max_decoding_message_size(kit::MESSAGE_LIMIT),
            addresses: Rate::of(ADDRESSES),
            known: people::Known::of(cx.options::<access::Options>()?.rights_fresh),
            options,
            mailer: Mailer::of(cx)?,
        })
    }
}

impl App {
    /// Delivers letters until the role stops.
    ///
    /// # Errors
    /// None: what fails is logged and tried again.
    pub async fn letters(self) -> anyhow::Result<()> {
        mail::deliver(self.cx, self.mailer).await
    }
}

fn start(cx: kit::Context) -> kit::Starting {
    Box::pin(parts(cx))
}

async fn parts(cx: kit::Context) -> anyhow::Result<kit::Parts> {
    let guard = access::guard(&cx, &[policy::POLICY, &mail::ROWS].concat())?;
    let letters = access::dead_letters(&cx);
    let logs = access::logs(&cx);
    let database = access::database(&cx);
    let app = App::of(&cx)?;
    let server = TeamServiceServer::new(rpc::Rpc(app.clone())).max_decoding_message_size(kit::MESSAGE_LIMIT);
    let mail = mail::mail(&cx, &app.mailer);
    let parts = kit::Parts::new(guard).rpc(server).rpc(letters).rpc(logs).rpc(database).rpc(mail);
    Ok(parts.task("letters", app.clone().letters()).task("sweep", sweep::run(app)))
}
