//! Settings of every role: command line and environment in one documented struct.
//!
//! Settings that differ by role are maps, written `role=value,role=value`. A service's own settings are a small
//! `clap::Args` struct in its crate, read with [`crate::Context::options`].

use std::{collections::BTreeMap, net::SocketAddr, path::PathBuf, str::FromStr, time::Duration};

/// `role=value` pairs.
#[derive(Clone, Debug, Default)]
pub struct PerRole(pub BTreeMap<String, String>);

impl PerRole {
    /// The value of a role.
    #[must_use]
    pub fn get(&self, role: &str) -> Option<&str> {
        self.0.get(role).map(String::as_str)
    }
}

impl FromStr for PerRole {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.split(',')
            .map(str::trim)
            .filter(|pair| !pair.is_empty())
            .map(|pair| match pair.split_once('=') {
                Some((role, value)) if !role.is_empty() && !value.is_empty() => Ok((role.to_owned(), value.to_owned())),
                _ => Err("must be written role=value,role=value".to_owned()),
            })
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

/// Reads `250ms`, `30s`, `10m`, `7d`.
///
/// # Errors
/// A sentence when it is none of these.
pub fn duration(text: &str) -> Result<Duration, String> {
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 =
        text[..split].parse().map_err(|_| format!("'{text}' is not a duration such as 500ms, 30s, 10m, 7d"))?;
    match &text[split..] {
        "ms" => Ok(Duration::from_millis(number)),
        "s" | "" => Ok(Duration::from_secs(number)),
        "m" => Ok(Duration::from_secs(number.saturating_mul(60))),
        "h" => Ok(Duration::from_secs(number.saturating_mul(3_600))),
        "d" => Ok(Duration::from_secs(number.saturating_mul(86_400))),
        unit => Err(format!("'{unit}' is not a unit of time; use ms, s, m, h or d")),
    }
}

/// What the chassis needs to run roles.
#[derive(Clone, Debug, clap::Args)]
pub struct Settings {
    /// gRPC address of each role: auth=127.0.0.1:7101,…
    #[arg(long, env = "CANOPY_LISTEN", default_value = "", hide_default_value = true)]
    pub listen: PerRole,
    /// Address of the REST API and the console (role bff)
    #[arg(long, env = "CANOPY_HTTP_LISTEN", default_value = "127.0.0.1:8080")]
    pub http_listen: SocketAddr,
    /// Where each role is reached by the others: auth=http://127.0.0.1:7101,…
    #[arg(long, env = "CANOPY_PEERS", default_value = "", hide_default_value = true)]
    pub peers: PerRole,
    /// PostgreSQL URL of each role, with that role's own database user: auth=postgres://…,…
    #[arg(long, env = "CANOPY_DATABASES", default_value = "", hide_default_value = true, hide_env_values = true)]
    pub databases: PerRole,
    /// NATS URL of each role, with that role's own user: auth=nats://…,…
    #[arg(long, env = "CANOPY_NATS", default_value = "", hide_default_value = true, hide_env_values = true)]
    pub nats: PerRole,
    /// Folder of key files: <role>.key and <role>.pub (identity), <role>.kek (seal), users.key (auth only) and users.pub
    #[arg(long, env = "CANOPY_KEYS", default_value = "keys")]
    pub keys: PathBuf,
    /// What is logged: error, warn, info, debug, trace, or by target as in info,tasks=debug
    #[arg(long, env = "CANOPY_LOG", default_value = "info")]
    pub log: String,
    /// Certificate authority for gRPC between machines; with it, peers are reached by https
    #[arg(long, env = "CANOPY_TLS_CA")]
    pub tls_ca: Option<PathBuf>,
    /// Certificate (PEM) that gRPC servers show; switches TLS on
    #[arg(long, env = "CANOPY_TLS_CERT", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,
    /// Key (PEM) of that certificate
    #[arg(long, env = "CANOPY_TLS_KEY", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,
    /// Database connections of a role at most
    #[arg(long, env = "CANOPY_DATABASE_CONNECTIONS", default_value_t = 4)]
    pub database_connections: u32,
    /// How long a request waits for a database connection
    #[arg(long, env = "CANOPY_DATABASE_WAIT", value_parser = duration, default_value = "4s")]
    pub database_wait: Duration,
    /// The longest SQL statement
    #[arg(long, env = "CANOPY_STATEMENT_TIMEOUT", value_parser = duration, default_value = "10s")]
    pub statement_timeout: Duration,
    /// Deadline of a call to another service where none is given
    #[arg(long, env = "CANOPY_CALL_TIMEOUT", value_parser = duration, default_value = "10s")]
    pub call_timeout: Duration,
    /// How long a gRPC server works on a call at most (streams: until the first answer)
    #[arg(long, env = "CANOPY_SERVE_TIMEOUT", value_parser = duration, default_value = "60s")]
    pub serve_timeout: Duration,
    /// gRPC message size at most, bytes
    #[arg(long, env = "CANOPY_MESSAGE_LIMIT", default_value_t = 8 * 1024 * 1024)]
    pub message_limit: usize,
    /// Calls worked on at once on one gRPC connection
    #[arg(long, env = "CANOPY_CALLS_PER_CONNECTION", default_value_t = 256)]
    pub calls_per_connection: u32,
    /// HTTP connections at once
    #[arg(long, env = "CANOPY_HTTP_CONNECTIONS", default_value_t = 2_000)]
    pub http_connections: usize,
    /// How long a client may take to send the head of a request
    #[arg(long, env = "CANOPY_HTTP_HEADER_TIMEOUT", value_parser = duration, default_value = "10s")]
    pub http_header_timeout: Duration,
    /// How long a request may take from its head to its answer's head, its body included
    #[arg(long, env = "CANOPY_HTTP_REQUEST_TIMEOUT", value_parser = duration, default_value = "30s")]
    pub http_request_timeout: Duration,
    /// On stop: how long running requests and loops may finish
    #[arg(long, env = "CANOPY_DRAIN", value_parser = duration, default_value = "20s")]
    pub drain: Duration,
    /// How long sent facts are kept, to refill a lost stream
    #[arg(long, env = "CANOPY_KEEP_FACTS", value_parser = duration, default_value = "7d")]
    pub keep_facts: Duration,
    /// How often the relay looks for rows that no commit announced
    #[arg(long, env = "CANOPY_RELAY_POLL", value_parser = duration, default_value = "1s")]
    pub relay_poll: Duration,
    /// Options of services as on the command line, for tests
    #[arg(skip)]
    pub service_options: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_by_role_are_read_and_nonsense_is_refused() {
        let map: PerRole = "auth=a:1, teams=http://b?x=y".parse().unwrap();
        assert_eq!(map.get("auth"), Some("a:1"));
        assert_eq!(map.get("teams"), Some("http://b?x=y"));
        assert!("auth".parse::<PerRole>().is_err());
        assert!("".parse::<PerRole>().unwrap().0.is_empty());
    }

    #[test]
    fn durations_have_units() {
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("7d"), Ok(Duration::from_secs(604_800)));
        assert!(duration("soon").is_err());
        assert!(duration("3 parsecs").is_err());
    }
}
