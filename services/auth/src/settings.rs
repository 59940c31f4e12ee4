//! Settings of auth, from the environment.

use anyhow::ensure;
use kit::config::number;
use std::time::Duration;

/// Who may make an account without being invited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Registration {
    /// Everybody who reaches the console.
    Open,
    /// Nobody.
    Closed,
}

/// What only auth needs to know.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Who may make an account without being invited [default: as was decided at the set-up]
    #[arg(long, env = "CANOPY_REGISTRATION", value_enum)]
    pub registration: Option<Registration>,
    /// SHA-256 (hex) of the one-time token that makes the first admin; empty: nobody can
    #[arg(long, env = "CANOPY_SETUP_TOKEN_SHA256", default_value = "", hide_default_value = true)]
    pub setup_token_sha256: String,
    /// Bad log-ins on one account within the window; after half of them each next one waits, after all until the first is over
    #[arg(long, env = "CANOPY_AUTH_LOGIN_LIMIT", value_parser = number(1_usize..=10_000), default_value_t = 10)]
    pub login_limit: usize,
    /// Bad log-ins, set-ups or registrations from one network address within the window
    #[arg(long, env = "CANOPY_AUTH_ADDRESS_LIMIT", value_parser = number(1_usize..=1_000_000), default_value_t = 30)]
    pub address_limit: usize,
    /// Sessions of one user at once; the oldest ends when another one is opened
    #[arg(long, env = "CANOPY_AUTH_SESSIONS_PER_USER", value_parser = number(1_i64..=10_000), default_value_t = 20)]
    pub sessions_per_user: i64,
    /// The OpenID Connect provider.
    #[command(flatten)]
    pub provider: crate::provider::ProviderOptions,

    // From here on: no settings. These values fit every installation; tests put others into the struct.
    /// How long a bad log-in counts against its account
    #[arg(skip = Duration::from_secs(900))]
    pub login_window: Duration,
    /// How long they count against their address
    #[arg(skip = Duration::from_secs(60))]
    pub address_window: Duration,
    /// Passwords hashed at once, 19 MiB and a core each [default: the number of cores]
    #[arg(skip)]
    pub hashes: Option<usize>,
    /// Calls that may wait to hash a password; whoever finds the queue full is sent away
    #[arg(skip = 64_usize)]
    pub hash_queue: usize,
    /// Database connections that counting log-ins may take; one always stays for other calls
    #[arg(skip = 2_usize)]
    pub counting: usize,
    /// How often the use of sessions is written and ended ones are removed
    #[arg(skip = Duration::from_secs(60))]
    pub auth_sweep: Duration,
    /// Sessions whose use is remembered between two sweeps
    #[arg(skip = 100_000_usize)]
    pub seen_limit: usize,
}

impl Options {
    /// Bad log-ins on one account before each next one waits: 1, 2, 4 … 60 seconds.
    #[must_use]
    pub fn login_free(&self) -> usize {
        self.login_limit.div_ceil(2)
    }

    /// The digest as bytes; `None` when there is none.
    ///
    /// # Errors
    /// A sentence when it is not 64 hexadecimal digits.
    pub fn setup_token(&self) -> anyhow::Result<Option<[u8; 32]>> {
        let text = self.setup_token_sha256.trim().as_bytes();
        if text.is_empty() {
            return Ok(None);
        }
        ensure!(text.len() == 64 && text.iter().all(u8::is_ascii_hexdigit), "must be 64 hexadecimal digits");
        let mut digest = [0; 32];
        for (byte, pair) in digest.iter_mut().zip(text.chunks_exact(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(pair)?, 16)?;
        }
        Ok(Some(digest))
    }
}

#[cfg(test)]
pub(crate) fn defaults() -> Options {
    use clap::{Args as _, FromArgMatches as _};
    let matches = Options::augment_args(clap::Command::new("auth")).get_matches_from(["auth"]);
    Options::from_arg_matches(&matches).unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_read_in_either_case_and_anything_else_stops_the_start() {
        let digest = |text: &str| {
            let mut options = defaults();
            text.clone_into(&mut options.setup_token_sha256);
            options.setup_token()
        };
        let text = "0f".repeat(31) + "aB";
        let read = digest(&text).unwrap().unwrap();
        assert_eq!((read[0], read[31]), (0x0f, 0xab));
        assert_eq!(digest(&text.to_uppercase()).unwrap(), Some(read));
        assert_eq!(digest(" ").unwrap(), None);
        assert!(digest("0f").is_err());
        assert!(digest(&"+f".repeat(32)).is_err());
    }
}
