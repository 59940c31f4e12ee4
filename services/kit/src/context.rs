//! What a service is handed at its start: no globals anywhere.

use crate::{
    Clock, Error, Ids, Keyring, NatsState, Origin, Result, Settings, Tx, config,
    db::Beginning,
    identity::Identity,
    idle_connections::Uses,
    outbox::Outbox,
    reading::{Readers, Reading},
    trace::{Peer, PeerChannel},
};
use anyhow::{Context as _, anyhow};
use sqlx::PgPool;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio_util::sync::CancellationToken;
use tonic::{
    Request,
    metadata::{Ascii, MetadataValue},
    transport::{Certificate, ClientTlsConfig, Endpoint},
};
use uuid::Uuid;

/// Everything a service runs with. Cheap to clone.
#[derive(Clone)]
pub struct Context {
    /// The role's name.
    pub service: &'static str,
    /// The role's own pool: its user can reach its own schema only.
    pub db: PgPool,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// Ids and random bytes.
    pub ids: Arc<dyn Ids>,
    /// Cancelled when the role is to stop.
    pub stop: CancellationToken,
    /// Seals and opens secrets.
    pub keyring: Arc<Keyring>,
    /// Settings of the chassis.
    pub settings: Arc<Settings>,
    /// Wakes the relay.
    pub outbox: Outbox,
    /// Keys of the roles.
    pub identity: Arc<Identity>,
    /// Whether NATS answers.
    pub nats: NatsState,
    /// Rows that cannot be read, and were told of.
    pub unreadable: Unreadable,
    /// The last log lines of this process.
    pub recent: crate::recent::Recent,
    /// What the role counts.
    pub metrics: crate::Metrics,
    /// How often a connection was taken from `db`.
    pub(crate) uses: Uses,
    /// Connections that readers have left for the next one.
    pub(crate) readers: Readers,
    /// Where its loops have their places.
    pub(crate) places: crate::rounds::Places,
    pub(crate) peers: Arc<BTreeMap<String, Peer>>,
}

/// Ids of rows that cannot be read: each is told of once, however often a list or a sweep comes upon it.
#[derive(Clone, Default)]
pub struct Unreadable(Arc<Mutex<BTreeSet<Uuid>>>);

/// So many ids are remembered. Fixed: with more, something else is wrong.
const UNREADABLE: usize = 10_000;

impl Unreadable {
    /// Logs that a row is passed over, the first time.
    pub fn tell(&self, what: &str, id: Uuid, error: &Error) {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if told.len() < UNREADABLE && told.insert(id) {
            tracing::error!(what, %id, ?error, "a row cannot be read and is passed over");
        }
    }
}

impl Context {
    /// Starts a transaction; its commit wakes the relays of what it put into the outbox.
    ///
    /// # Errors
    /// `Unavailable` when there is no connection to be had.
    pub async fn begin(&self) -> Result<Tx> {
        Ok(Tx::of(Beginning::on(&self.db).await?, self.outbox.wake.clone()))
    }

    /// A connection to read with. `narrowed`: the best plan of what is read depends on which filters are set or on whose rows
    /// they are, so statements are planned for the values that they are given, in a transaction; otherwise a plan made once
    /// serves all, and nothing but the statement itself goes to the server: [`Reading::done`] leaves it to the next reader.
    ///
    /// # Errors
    /// `Unavailable` when there is no connection to be had.
    pub async fn read(&self, narrowed: bool) -> Result<Reading> {
        Reading::of(&self.db, &self.readers, narrowed).await
    }

    /// The channel to another role; connects when first used and again after every loss.
    ///
    /// # Panics
    /// Never: an unknown role gets a channel that answers "unavailable".
    #[must_use]
    pub fn peer(&self, role: &str) -> PeerChannel {
        PeerChannel::new(self.peers.get(role).cloned().unwrap_or_else(|| nowhere(role)), self.service)
    }

    /// A request to another role with our own token, the origin and the usual deadline.
    ///
    /// # Errors
    /// `Internal` when the token cannot be signed.
    pub fn request<M>(&self, target: &str, origin: &Origin, message: M) -> Result<Request<M>> {
        self.request_within(target, origin, message, self.settings.call_timeout)
    }

    /// As [`Context::request`] with another deadline (for streams: until the first answer).
    ///
    /// # Errors
    /// `Internal` when the token cannot be signed.
    pub fn request_within<M>(&self, target: &str, origin: &Origin, message: M, within: Duration) -> Result<Request<M>> {
        let token = self.identity.service_token(target, origin.user.as_ref(), self.clock.now())?;
        let mut request = Request::new(message);
        put(&mut request, "authorization", &format!("Bearer {token}"))?;
        trace_onto(&mut request, origin)?;
        request.set_timeout(within);
        Ok(request)
    }

    /// A crate's own settings, from the environment (and, in tests, from those of `settings.service_options` it knows).
    ///
    /// # Errors
    /// A sentence naming the variable that cannot be read.
    pub fn options<T: clap::Args>(&self) -> anyhow::Result<T> {
        let command = T::augment_args(clap::Command::new(self.service).no_binary_name(true));
        let command = config::by_variable(command);
        let known: Vec<String> =
            command.get_arguments().filter_map(|arg| arg.get_long()).map(|long| format!("--{long}=")).collect();
        let own =
            self.settings.service_options.iter().filter(|option| known.iter().any(|long| option.starts_with(long)));
        let matches =
            command.try_get_matches_from(own).map_err(|error| anyhow!(config::sentence(&error.to_string())))?;
        T::from_arg_matches(&matches).context("reading the service's settings")
    }
}

/// Puts request id and trace onto a request.
///
/// # Errors
/// `Internal` for text that cannot be a header, which our own ids never are.
pub fn trace_onto<M>(request: &mut Request<M>, origin: &Origin) -> Result<()> {
    put(request, crate::origin::REQUEST_ID, &origin.request_id)?;
    if let Some(traceparent) = &origin.traceparent {
        put(request, crate::origin::TRACEPARENT, traceparent)?;
    }
    Ok(())
}

/// Puts one header onto a request.
///
/// # Errors
/// `Internal` for text that cannot be a header.
pub fn put<M>(request: &mut Request<M>, name: &'static str, value: &str) -> Result<()> {
    let value: MetadataValue<Ascii> =
        value.parse().map_err(|_| Error::internal(anyhow!("{name} cannot be a header")))?;
    request.metadata_mut().insert(name, value);
    Ok(())
}

/// All peers, on channels that are opened when they are first used.
pub(crate) fn peers(settings: &Settings) -> anyhow::Result<BTreeMap<String, Peer>> {
    let one = |(role, url): (&String, &String)| {
        let endpoint = endpoint(settings, url).with_context(|| format!("'{url}' is not an address of {role}"))?;
        Ok((role.clone(), Peer::of(role, endpoint.connect_lazy())))
    };
    settings.peers.0.iter().map(one).collect()
}

/// A gRPC server at this address, with the time-outs and the certificate authority of the settings.
pub(crate) fn endpoint(settings: &Settings, url: &str) -> anyhow::Result<Endpoint> {
    let endpoint = Endpoint::from_shared(url.to_owned())?
        .connect_timeout(settings.connect_timeout)
        .tcp_keepalive(Some(settings.tcp_keep_alive))
        .http2_keep_alive_interval(settings.keep_alive)
        .keep_alive_timeout(settings.keep_alive_timeout);
    if !url.starts_with("https:") {
        return Ok(endpoint);
    }
    let mut tls = ClientTlsConfig::new().with_enabled_roots();
    if let Some(path) = &settings.tls_ca {
        let pem = std::fs::read(path).context("the certificate authority cannot be read")?;
        tls = tls.ca_certificate(Certificate::from_pem(pem));
    }
    Ok(endpoint.tls_config(tls)?)
}

/// A peer without an address: port 1 of loopback, where nothing listens.
fn nowhere(role: &str) -> Peer {
    Peer::of(role, Endpoint::from_static("http://127.0.0.1:1").connect_lazy())
}
