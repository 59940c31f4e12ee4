//! NATS: one connection per role with that role's own user, and the one stream of facts.

use crate::{Ids, Message, Settings, message};
use async_nats::{
    connection::State,
    jetstream::{self, stream},
};
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// Name of the stream of facts.
pub(crate) const STREAM: &str = "FACTS";
/// First word of every subject.
pub(crate) const PREFIX: &str = "canopy";
/// Key of the stream's random identity in its metadata: another value means another stream.
pub(crate) const EPOCH: &str = "epoch";

/// Whether NATS answers, as this role sees it.
#[derive(Clone, Default)]
pub struct NatsState {
    client: Option<async_nats::Client>,
    stream_lost: Arc<AtomicBool>,
}

impl NatsState {
    pub(crate) fn of(client: Option<async_nats::Client>) -> Self {
        Self { client, stream_lost: Arc::default() }
    }

    /// The connection, for subscribing to core subjects.
    #[must_use]
    pub fn client(&self) -> Option<async_nats::Client> {
        self.client.clone()
    }

    /// Connected now.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.client.as_ref().is_some_and(|client| client.connection_state() == State::Connected)
    }

    /// Asks the server about the stream of facts: whatever it answers, it is alive.
    ///
    /// # Errors
    /// What is wrong.
    #[expect(clippy::disallowed_methods, reason = "a question to the server itself, not a command")]
    pub async fn probe(&self, within: Duration) -> Result<(), Message> {
        let Some(client) = &self.client else { return Err(message!(NatsAddressMissing)) };
        if client.connection_state() != State::Connected {
            return Err(message!(NatsUnreachable));
        }
        // A flush would do with an empty buffer, also when nobody is there any more.
        let asked = client.request(format!("$JS.API.STREAM.INFO.{STREAM}"), Vec::new().into());
        match tokio::time::timeout(within, asked).await {
            Ok(Ok(_)) if self.stream_lost.load(Ordering::Relaxed) => Err(message!(NatsRefusesFacts)),
            Ok(Ok(_)) => Ok(()),
            Ok(Err(_)) => Err(message!(NatsWithoutStreams)),
            Err(_) => Err(message!(NatsSilent)),
        }
    }

    pub(crate) fn note_stream(&self, lost: bool) {
        self.stream_lost.store(lost, Ordering::Relaxed);
    }
}

/// Connects in the background and again after every loss, for ever: NATS may be down for days.
pub(crate) async fn connect(role: &'static str, url: &str, settings: &Settings) -> anyhow::Result<async_nats::Client> {
    let address: async_nats::ServerAddr = url.parse()?;
    let mut options = async_nats::ConnectOptions::new();
    // The client does not take a user from the URL by itself.
    if let Some(user) = address.username() {
        options = options.user_and_password(user.to_owned(), address.password().unwrap_or_default().to_owned());
    }
    if let Some(authority) = settings.tls_ca.as_ref().filter(|_| url.starts_with("tls:")) {
        options = options.add_root_certificates(authority.clone()).require_tls(true);
    }
    Ok(options
        .name(format!("canopy-{role}"))
        .retry_on_initial_connect()
        .max_reconnects(None)
        .ping_interval(settings.nats_ping)
        .connection_timeout(settings.nats_connect_timeout)
        .request_timeout(Some(settings.nats_request_timeout))
        .custom_inbox_prefix(format!("_INBOX_{role}"))
        .reconnect_delay_callback(|attempts| Duration::from_millis((100 * attempts as u64).min(2_000)))
        .connect(address)
        .await?)
}

/// Creates the stream of facts when it is not there. Its epoch is random: who finds another one refills it.
pub(crate) async fn ensure_stream(
    js: &jetstream::Context,
    ids: &dyn Ids,
    settings: &Settings,
) -> anyhow::Result<stream::Stream> {
    if let Ok(stream) = js.get_stream(STREAM).await {
        return Ok(stream);
    }
    let config = stream::Config {
        name: STREAM.to_owned(),
        subjects: vec![format!("{PREFIX}.*.*")],
        storage: stream::StorageType::File,
        max_age: settings.keep_facts,
        max_bytes: settings.facts_limit,
        num_replicas: settings.facts_replicas,
        // Fixed: longer than the relay takes to send a row again.
        duplicate_window: Duration::from_secs(120),
        metadata: HashMap::from([(EPOCH.to_owned(), ids.uuid().to_string())]),
        ..Default::default()
    };
    // Two replicas may try at once: the second create fails on the other epoch, and the first one's stream is used.
    if let Err(error) = js.create_stream(config).await {
        return js.get_stream(STREAM).await.map_err(|_| error.into());
    }
    Ok(js.get_stream(STREAM).await?)
}
