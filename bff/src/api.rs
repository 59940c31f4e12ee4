//! The generated clients on their channels.

use kit::PeerChannel;
use proto::{
    auth::{
        account_service_client::AccountServiceClient, auth_service_client::AuthServiceClient,
        provider_service_client::ProviderServiceClient, settings_service_client::SettingsServiceClient,
        user_service_client::UserServiceClient,
    },
    database::database_service_client::DatabaseServiceClient,
    deployments::deployment_service_client::DeploymentServiceClient,
    events::{event_service_client::EventServiceClient, notification_service_client::NotificationServiceClient},
    health::health_service_client::HealthServiceClient,
    infrastructure::{
        catalogue_service_client::CatalogueServiceClient, cluster_service_client::ClusterServiceClient,
        datacenter_service_client::DatacenterServiceClient,
    },
    letters::dead_letter_service_client::DeadLetterServiceClient,
    logs::log_service_client::LogServiceClient,
    mail::mail_service_client::MailServiceClient,
    tasks::task_service_client::TaskServiceClient,
    teams::team_service_client::TeamServiceClient,
};
use std::collections::BTreeMap;

/// The roles that have tables: they keep dead letters and tell of their part of the database.
pub const LETTERS: [&str; 6] = ["auth", "teams", "infrastructure", "deployments", "tasks", "events"];

/// The roles that send letters to people.
pub const MAIL: [&str; 2] = ["auth", "teams"];

/// The roles that tell their last log lines: all.
pub const LOGS: [&str; 8] = ["auth", "teams", "infrastructure", "deployments", "tasks", "events", "health", "bff"];

/// Clients of every service. A call takes a clone of the one it asks; clones share the connections.
pub struct Api {
    pub auth: AuthServiceClient<PeerChannel>,
    pub account: AccountServiceClient<PeerChannel>,
    pub users: UserServiceClient<PeerChannel>,
    pub provider: ProviderServiceClient<PeerChannel>,
    pub settings: SettingsServiceClient<PeerChannel>,
    pub teams: TeamServiceClient<PeerChannel>,
    pub catalogue: CatalogueServiceClient<PeerChannel>,
    pub datacenters: DatacenterServiceClient<PeerChannel>,
    pub clusters: ClusterServiceClient<PeerChannel>,
    pub deployments: DeploymentServiceClient<PeerChannel>,
    pub tasks: TaskServiceClient<PeerChannel>,
    pub events: EventServiceClient<PeerChannel>,
    pub notifications: NotificationServiceClient<PeerChannel>,
    pub health: HealthServiceClient<PeerChannel>,
    letters: BTreeMap<&'static str, DeadLetterServiceClient<PeerChannel>>,
    mail: BTreeMap<&'static str, MailServiceClient<PeerChannel>>,
    logs: BTreeMap<&'static str, LogServiceClient<PeerChannel>>,
    database: BTreeMap<&'static str, DatabaseServiceClient<PeerChannel>>,
}

impl Api {
    /// Lazy: nothing is connected before it is called.
    pub fn of(cx: &kit::Context) -> Self {
        let most = kit::MESSAGE_LIMIT;
        Self {
            auth: AuthServiceClient::new(cx.peer("auth")).max_decoding_message_size(most),
            account: AccountServiceClient::new(cx.peer("auth")).max_decoding_message_size(most),
            users: UserServiceClient::new(cx.peer("auth")).max_decoding_message_size(most),
            provider: ProviderServiceClient::new(cx.peer("auth")).max_decoding_message_size(most),
            settings: SettingsServiceClient::new(cx.peer("auth")).max_decoding_message_size(most),
            teams: TeamServiceClient::new(cx.peer("teams")).max_decoding_message_size(most),
            catalogue: CatalogueServiceClient::new(cx.peer("infrastructure")).max_decoding_message_size(most),
            datacenters: DatacenterServiceClient::new(cx.peer("infrastructure")).max_decoding_message_size(most),
            clusters: ClusterServiceClient::new(cx.peer("infrastructure")).max_decoding_message_size(most),
            deployments: DeploymentServiceClient::new(cx.peer("deployments")).max_decoding_message_size(most),
            tasks: TaskServiceClient::new(cx.peer("tasks")).max_decoding_message_size(most),
            events: EventServiceClient::new(cx.peer("events")).max_decoding_message_size(most),
            notifications: NotificationServiceClient::new(cx.peer("events")).max_decoding_message_size(most),
            health: HealthServiceClient::new(cx.peer("health")).max_decoding_message_size(most),
            letters: LETTERS
                .map(|role| (role, DeadLetterServiceClient::new(cx.peer(role)).max_decoding_message_size(most)))
                .into(),
            mail: MAIL.map(|role| (role, MailServiceClient::new(cx.peer(role)).max_decoding_message_size(most))).into(),
            logs: LOGS.map(|role| (role, LogServiceClient::new(cx.peer(role)).max_decoding_message_size(most))).into(),
            database: LETTERS
                .map(|role| (role, DatabaseServiceClient::new(cx.peer(role)).max_decoding_message_size(most)))
                .into(),
        }
    }

    /// The mail of one of [`MAIL`].
    pub fn mail(&self, role: &'static str) -> MailServiceClient<PeerChannel> {
        self.mail[role].clone()
    }

    /// The part of the database of one of [`LETTERS`].
    pub fn database(&self, role: &'static str) -> DatabaseServiceClient<PeerChannel> {
        self.database[role].clone()
    }

    /// The log of one of [`LOGS`].
    pub fn logs(&self, role: &'static str) -> LogServiceClient<PeerChannel> {
        self.logs[role].clone()
    }

    /// The dead letters of one of [`LETTERS`].
    pub fn letters(&self, role: &'static str) -> DeadLetterServiceClient<PeerChannel> {
        self.letters[role].clone()
    }
}
