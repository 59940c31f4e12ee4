//! Settings of auth, from the environment.

use anyhow::ensure;

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
    /// Who may make an account without being invited
    #[arg(long, env = "CANOPY_REGISTRATION", value_enum, default_value = "closed")]
    pub registration: Registration,
    /// SHA-256 (hex) of the one-time token that makes the first admin; empty: nobody can
    #[arg(long, env = "CANOPY_SETUP_TOKEN_SHA256", default_value = "", hide_default_value = true)]
    pub setup_token_sha256: String,
}

impl Options {
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
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_read_in_either_case_and_anything_else_stops_the_start() {
        let digest = |text: &str| {
            Options { registration: Registration::Closed, setup_token_sha256: text.to_owned() }.setup_token()
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
