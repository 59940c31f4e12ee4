//! Settings of every role: command line and environment in one documented struct.
//!
//! Settings that differ by role are maps, written `role=value,role=value`. A service's own settings are a small
//! `clap::Args` struct in its crate, read with [`crate::Context::options`].

use crate::{Patience, net::Cidr, trace::Ratio};
use std::{
    collections::BTreeMap, fmt::Display, net::SocketAddr, ops::RangeInclusive, path::PathBuf, str::FromStr,
    time::Duration,
};

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

/// A duration of so many seconds, fractions included: `seconds(0.1..=60.0)` reads what lies from 100ms to 1m.
pub fn seconds(
    allowed: RangeInclusive<f64>,
) -> impl Fn(&str) -> Result<Duration, String> + Clone + Send + Sync + 'static {
    move |text| {
        let duration = duration(text)?;
        if allowed.contains(&duration.as_secs_f64()) {
            return Ok(duration);
        }
        Err(format!("'{text}' is not from {}s to {}s", allowed.start(), allowed.end()))
    }
}

/// A whole number within bounds. Its type must be the option's: `number(1_usize..=256)`.
pub fn number<T>(allowed: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| match text.parse() {
        Ok(number) if allowed.contains(&number) => Ok(number),
        _ => Err(format!("'{text}' is not a whole number from {} to {}", allowed.start(), allowed.end())),
    }
}

/// Calls the value of each setting by its variable, in the help and where it cannot be read.
#[must_use]
pub fn by_variable(command: clap::Command) -> clap::Command {
    let named = |arg: clap::Arg| match arg.get_env().and_then(std::ffi::OsStr::to_str).map(str::to_owned) {
        Some(variable) if arg.get_action().takes_values() => arg.value_name(variable),
        _ => arg,
    };
    command.mut_args(named).mut_subcommands(by_variable)
}

/// What cannot be read of a command line, in a line: `text` begins as clap's errors do.
#[must_use]
pub fn sentence(text: &str) -> String {
    let first = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    first.trim_start_matches("error: ").to_owned()
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
    /// Certificate (PEM, with the chain to its authority) of the REST API and the console, read again when it changes; switches HTTPS on
    #[arg(long, env = "CANOPY_HTTPS_CERT", requires = "https_key")]
    pub https_cert: Option<PathBuf>,
    /// Key (PEM) of that certificate
    #[arg(long, env = "CANOPY_HTTPS_KEY", requires = "https_cert")]
    pub https_key: Option<PathBuf>,
    /// One more address, such as 192.0.2.1:80, at which plain HTTP is sent on to HTTPS; at the address of the REST API it always is
    #[arg(long, env = "CANOPY_HTTP_REDIRECT", requires = "https_cert")]
    pub http_redirect: Option<SocketAddr>,
    /// Address of each role for Prometheus and for probes, /metrics, /livez and /readyz: auth=127.0.0.1:7201,…; none without it
    #[arg(long, env = "CANOPY_METRICS_LISTEN", default_value = "", hide_default_value = true)]
    pub metrics_listen: PerRole,
    /// Where each role is reached by the others: auth=http://127.0.0.1:7101,…
    #[arg(long, env = "CANOPY_PEERS", default_value = "", hide_default_value = true)]
    pub peers: PerRole,
    /// PostgreSQL URL of each role, with that role's own database user: auth=postgres://…,…
    #[arg(long, env = "CANOPY_DATABASES", default_value = "", hide_default_value = true, hide_env_values = true)]
    pub databases: PerRole,
    /// NATS URL of each role, with that role's own user: auth=nats://…,…
    #[arg(long, env = "CANOPY_NATS", default_value = "", hide_default_value = true, hide_env_values = true)]
    pub nats: PerRole,
    /// Folder of key files, read again when it changes: <role>.key and <role>.pub (identity), <role>.kek (seal), users.key (auth only) and
    /// users.pub; names with a word or a time before the ending are next and older keys
    #[arg(long, env = "CANOPY_KEYS", default_value = "keys")]
    pub keys: PathBuf,
    /// What is logged: error, warn, info, debug, trace, or by target as in info,tasks=debug
    #[arg(long, env = "CANOPY_LOG", default_value = "info")]
    pub log: String,
    /// Collector that traces are sent to by OTLP over gRPC, as in http://127.0.0.1:4317; without it there are no traces
    #[arg(long, env = "CANOPY_OTLP_ENDPOINT")]
    pub otlp_endpoint: Option<String>,
    /// Share of the requests of which there is a trace, from 0 to 1
    #[arg(long, env = "CANOPY_TRACE_RATIO", default_value = "1")]
    pub trace_ratio: Ratio,
    /// Certificate authority (PEM) of gRPC and NATS between machines, for addresses that begin with https: and tls:
    #[arg(long, env = "CANOPY_TLS_CA")]
    pub tls_ca: Option<PathBuf>,
    /// Certificate (PEM) that gRPC servers show, read again when it changes; switches TLS on
    #[arg(long, env = "CANOPY_TLS_CERT", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,
    /// Key (PEM) of that certificate
    #[arg(long, env = "CANOPY_TLS_KEY", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,
    /// Database connections of a role at most
    #[arg(long, env = "CANOPY_DATABASE_CONNECTIONS", value_parser = number(2_u32..=500), default_value_t = 4)]
    pub database_connections: u32,
    /// Connections of one listener at once; when there are more, the one that rests longest is closed
    #[arg(long, env = "CANOPY_CONNECTIONS", value_parser = number(1_usize..=1_000_000), default_value_t = 2_000)]
    pub connections: usize,
    /// Connections of one address (IPv6: of one /64) at once; proxies may have any number
    #[arg(long, env = "CANOPY_CONNECTIONS_PER_ADDRESS", value_parser = number(1_usize..=1_000_000), default_value_t = 100)]
    pub connections_per_address: usize,
    /// Addresses or networks of reverse proxies, comma separated: what they say about who sent a request is believed
    #[arg(long, env = "CANOPY_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<Cidr>,
    /// Names under which the console is reached, comma separated; on loopback localhost, 127.0.0.1 and [::1] are too
    #[arg(long, env = "CANOPY_HOSTS", value_delimiter = ',')]
    pub hosts: Vec<String>,
    /// On stop: how long running requests and loops may finish
    #[arg(long, env = "CANOPY_DRAIN", value_parser = seconds(0.0..=3_600.0), default_value = "20s")]
    pub drain: Duration,
    /// How long sent facts are kept, to refill a lost stream; also how long a stream made anew keeps them
    #[arg(long, env = "CANOPY_KEEP_FACTS", value_parser = seconds(3_600.0..=31_536_000.0), default_value = "7d")]
    pub keep_facts: Duration,
    /// NATS servers that keep each fact, of a stream made anew: 3 where a cluster of NATS has as many
    #[arg(long, env = "CANOPY_FACTS_REPLICAS", value_parser = number(1_usize..=5), default_value_t = 1)]
    pub facts_replicas: usize,

    // From here on: no settings. These values fit every installation; tests put others into the struct.
    /// How long a request waits for a database connection
    #[arg(skip = Duration::from_secs(4))]
    pub database_wait: Duration,
    /// After how long without use a database connection is closed
    #[arg(skip = Duration::from_secs(120))]
    pub database_idle: Duration,
    /// The longest SQL statement
    #[arg(skip = Duration::from_secs(10))]
    pub statement_timeout: Duration,
    /// How long a statement waits for a lock in the database
    #[arg(skip = Duration::from_secs(5))]
    pub lock_timeout: Duration,
    /// After how long an open transaction without a statement is ended by the database
    #[arg(skip = Duration::from_secs(30))]
    pub transaction_idle: Duration,
    /// Deadline of a call to another service where none is given
    #[arg(skip = Duration::from_secs(10))]
    pub call_timeout: Duration,
    /// How long connecting to another service may take
    #[arg(skip = Duration::from_secs(3))]
    pub connect_timeout: Duration,
    /// How often a connection to another service is pinged while calls are under way
    #[arg(skip = Duration::from_secs(15))]
    pub keep_alive: Duration,
    /// How long such a ping may stay unanswered before the connection is given up
    #[arg(skip = Duration::from_secs(5))]
    pub keep_alive_timeout: Duration,
    /// After how long without traffic TCP probes a connection to another service
    #[arg(skip = Duration::from_secs(30))]
    pub tcp_keep_alive: Duration,
    /// How long a request may take from its head to its answer's head, its body included
    #[arg(skip = Duration::from_secs(30))]
    pub http_request_timeout: Duration,
    /// How long the answer to a creating call is kept, to be given again when the call is repeated with its key
    #[arg(skip = Duration::from_secs(172_800))]
    pub keep_answers: Duration,
    /// Size of a stream of facts made anew, bytes; the oldest give way
    #[arg(skip = 1024_i64 * 1024 * 1024)]
    pub facts_limit: i64,
    /// How often sent facts and remembered answers whose time is over are removed
    #[arg(skip = Duration::from_secs(600))]
    pub sweep: Duration,
    /// How often the relay looks for rows that no commit announced
    #[arg(skip = Duration::from_secs(1))]
    pub relay_poll: Duration,
    /// Facts that the relay publishes at once
    #[arg(skip = 256_i64)]
    pub relay_batch: i64,
    /// Commands that the relay sends to one receiver at the same time
    #[arg(skip = 16_usize)]
    pub relay_in_flight: usize,
    /// The longest pause before a command is sent, or a fact handled, again; the first is 100ms
    #[arg(skip = Duration::from_secs(10))]
    pub relay_back_off: Duration,
    /// How long the relay waits for a receiver to be reached, and for NATS to acknowledge a fact
    #[arg(skip = Duration::from_secs(5))]
    pub relay_wait: Duration,
    /// How often the relay makes sure that the stream of facts is still the one it knows
    #[arg(skip = Duration::from_secs(20))]
    pub relay_check: Duration,
    /// How long connecting to NATS may take
    #[arg(skip = Duration::from_secs(3))]
    pub nats_connect_timeout: Duration,
    /// How long a request to NATS may take
    #[arg(skip = Duration::from_secs(5))]
    pub nats_request_timeout: Duration,
    /// How often the connection to NATS is pinged
    #[arg(skip = Duration::from_secs(10))]
    pub nats_ping: Duration,
    /// How long clients may make us wait; tests make it shorter
    #[arg(skip)]
    pub patience: Patience,
    /// Options of services as on the command line, for tests
    #[arg(skip)]
    pub service_options: Vec<String>,
}

impl Settings {
    /// Where traces are sent; nothing when there are none.
    #[must_use]
    pub fn otlp_endpoint(&self) -> Option<&str> {
        self.otlp_endpoint.as_deref().map(str::trim).filter(|url| !url.is_empty())
    }
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
    fn what_cannot_be_read_is_told_in_a_line_that_names_the_variable() {
        let command = by_variable(<Settings as clap::Args>::augment_args(clap::Command::new("serve")));
        let told = |given: &[&str]| {
            sentence(&command.clone().no_binary_name(true).try_get_matches_from(given).unwrap_err().to_string())
        };
        assert_eq!(
            told(&["--drain", "soon"]),
            "invalid value 'soon' for '--drain <CANOPY_DRAIN>': 'soon' is not a duration such as 500ms, 30s, 10m, 7d"
        );
        assert_eq!(
            told(&["--https-cert", "tls.crt"]),
            "the following required arguments were not provided: --https-key <CANOPY_HTTPS_KEY>"
        );
    }

    #[test]
    fn durations_have_units() {
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("7d"), Ok(Duration::from_secs(604_800)));
        assert!(duration("soon").is_err());
        assert!(duration("3 parsecs").is_err());
    }

    #[test]
    fn what_lies_outside_its_bounds_is_refused_with_the_bounds() {
        assert_eq!(seconds(0.1..=60.0)("100ms"), Ok(Duration::from_millis(100)));
        assert_eq!(seconds(0.1..=60.0)("0s"), Err("'0s' is not from 0.1s to 60s".to_owned()));
        assert!(seconds(0.1..=60.0)("2m").is_err());
        assert_eq!(number(1_u32..=9)("9"), Ok(9));
        assert_eq!(number(1_u32..=9)("0"), Err("'0' is not a whole number from 1 to 9".to_owned()));
        assert!(number(1_u32..=9)("-1").is_err());
    }
}
