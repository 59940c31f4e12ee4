//! auth: users, their passwords and second factors, sessions and API tokens. Only auth signs user tokens.
//!
//! A token is a handle to a row of `auth.session` or `auth.token`: it is worth what `CheckSessions` says about that row, which every
//! service asks through a cache of one second.

mod account_rpc;
mod administrator;
mod api_token;
mod attempt;
pub mod begin_provider_link;
pub mod begin_provider_sign_in;
pub mod begin_two_factor;
mod belonging;
pub mod cancel_user_invite;
pub mod change_password;
pub mod check_sessions;
pub mod complete_setup;
mod confirm_password;
pub mod confirm_two_factor;
pub mod create_reset;
pub mod create_token;
pub mod create_user_invite;
mod decision;
pub mod delete_user;
pub mod disable_two_factor;
pub mod end_other_sessions;
pub mod end_session;
mod facts;
pub mod find_user;
pub mod finish_provider_link;
pub mod finish_provider_sign_in;
pub mod forget_password;
mod forgotten;
pub mod get_backup;
pub mod get_profile;
pub mod get_security;
pub mod get_settings;
pub mod get_setup;
pub mod get_user;
pub mod get_user_profile;
mod invite;
mod invited;
mod known;
mod language;
pub mod list_sessions;
pub mod list_tokens;
pub mod list_user_invites;
pub mod list_users;
pub mod login;
pub mod logout;
pub mod lookup_users;
mod password;
pub mod policy;
pub mod provider;
mod provider_rpc;
pub mod redeem_reset;
pub mod register;
pub mod remove_provider_link;
pub mod renew_recovery_codes;
pub mod resend_user_invite;
mod reset;
pub mod reset_password;
pub mod reset_two_factor;
pub mod revoke_token;
mod rpc;
mod second_step;
mod session;
mod settings;
mod settings_rpc;
pub mod sweep;
pub mod totp;
mod two_factor;
pub mod update_profile;
pub mod update_settings;
pub mod update_user;
mod user;
mod user_rpc;

use anyhow::Context as _;
use kit::{Error, PeerChannel, Result, message};
use mail::Mailer;
use password::Hasher;
use proto::auth::{
    account_service_server::AccountServiceServer, auth_service_server::AuthServiceServer,
    provider_service_server::ProviderServiceServer, settings_service_server::SettingsServiceServer,
    user_service_server::UserServiceServer,
};
use proto::teams::team_service_client::TeamServiceClient;
use provider::Provider;
use std::sync::Arc;
use sweep::Seen;
use tokio::sync::{Notify, Semaphore};

pub use settings::Options;

/// Migrations of the schema `auth`.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();

/// The service.
pub const SERVICE: kit::Service = kit::Service {
    name: "auth",
    migrator: Some(&MIGRATOR),
    sealed: &[two_factor::SEALED, mail::SEALED],
    descriptors: proto::DESCRIPTORS,
    start,
};

/// What the calls share.
#[derive(Clone)]
pub struct App {
    pub(crate) cx: kit::Context,
    pub(crate) hasher: Arc<Hasher>,
    pub(crate) teams: TeamServiceClient<PeerChannel>,
    /// How many calls count attempts at a time.
    pub(crate) counting: Arc<Semaphore>,
    /// Sessions that were asked about since the last minute.
    pub(crate) seen: Arc<Seen>,
    pub(crate) options: Arc<Options>,
    /// SHA-256 of the token of the set-up link; without one the set-up is closed.
    pub(crate) setup_token: Option<[u8; 32]>,
    /// Letters to people.
    pub(crate) mailer: Mailer,
    /// Rung when another password was asked for.
    pub(crate) forgotten: Arc<Notify>,
    /// The provider that people can sign in with.
    pub(crate) provider: Option<Arc<Provider>>,
}

impl App {
    /// With its settings, from the environment.
    ///
    /// # Errors
    /// A sentence when a setting can't be read.
    pub fn of(cx: &kit::Context) -> anyhow::Result<Self> {
        let options: Options = cx.options()?;
        let public_url = cx.options::<mail::Options>()?.public_url;
        let cores = || std::thread::available_parallelism().map_or(2, usize::from);
        // Some of the pool stays free for the calls that everything waits for.
        let spare = cx.settings.database_connections.saturating_sub(1).max(1) as usize;
        Ok(Self {
            hasher: Arc::new(Hasher::new(options.hashes.unwrap_or_else(cores), options.hash_queue, &*cx.ids)?),
            counting: Arc::new(Semaphore::new(options.counting.min(spare))),
            seen: Arc::new(Seen::of(options.seen_limit)),
            setup_token: options.setup_token().context("CANOPY_SETUP_TOKEN_SHA256")?,
            mailer: Mailer::of(cx)?,
            forgotten: Arc::default(),
            provider: Provider::of(&options.provider, &public_url)?.map(Arc::new),
            options: Arc::new(options),
            teams: TeamServiceClient::new(cx.peer("teams")).max_decoding_message_size(kit::MESSAGE_LIMIT),
            cx: cx.clone(),
        })
    }
}

impl App {
    /// What runs beside the servers for letters: links for forgotten passwords, and delivery.
    ///
    /// # Errors
    /// None: what fails is logged and tried again.
    pub async fn letters(self) -> anyhow::Result<()> {
        let delivery = mail::deliver(self.cx.clone(), self.mailer.clone());
        tokio::try_join!(delivery, forgotten::run(self)).map(|_| ())
    }

    /// The provider that people can sign in with.
    ///
    /// # Errors
    /// `Conflict` with reason `OIDC_OFF` where there is none.
    pub(crate) fn provider(&self) -> Result<&Provider> {
        self.provider.as_deref().ok_or_else(|| Error::conflict(message!(OIDC_OFF)))
    }

    /// The time of a letter may have come.
    pub fn post(&self) {
        self.mailer.wake();
    }
}

fn start(cx: kit::Context) -> kit::Starting {
    Box::pin(parts(cx))
}

async fn parts(cx: kit::Context) -> anyhow::Result<kit::Parts> {
    let guard = access::guard(&cx, &[policy::POLICY, &mail::ROWS].concat())?;
    let app = App::of(&cx)?;
    let server = AuthServiceServer::new(rpc::Rpc(app.clone())).max_decoding_message_size(kit::MESSAGE_LIMIT);
    let letters = access::dead_letters(&cx);
    let logs = access::logs(&cx);
    let database = access::database(&cx);
    let accounts =
        AccountServiceServer::new(account_rpc::Rpc(app.clone())).max_decoding_message_size(kit::MESSAGE_LIMIT);
    let users = UserServiceServer::new(user_rpc::Rpc(app.clone())).max_decoding_message_size(kit::MESSAGE_LIMIT);
    let mail = mail::mail(&cx, &app.mailer);
    let provider =
        ProviderServiceServer::new(provider_rpc::Rpc(app.clone())).max_decoding_message_size(kit::MESSAGE_LIMIT);
    let settings =
        SettingsServiceServer::new(settings_rpc::Rpc(app.clone())).max_decoding_message_size(kit::MESSAGE_LIMIT);
    let parts = kit::Parts::new(guard).rpc(server).rpc(accounts).rpc(users).rpc(provider).rpc(settings);
    let parts = parts.rpc(letters).rpc(logs).rpc(database).rpc(mail);
    Ok(parts.task("letters", app.clone().letters()).task("sweep", sweep::run(app)))
}

/// The network address of the person who calls, for limits. Only the bff is believed about it; whoever calls auth
/// directly is one address together with all others who do.
pub(crate) fn address(caller: &access::Caller, said: &str) -> String {
    match caller.address() {
        Some(address) => address.to_owned(),
        None if caller.service() == Some("bff") => said.to_owned(),
        None => String::new(),
    }
}
