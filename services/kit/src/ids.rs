//! Ids and randomness, injected.

use crate::{Error, Result};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use uuid::Uuid;

/// Source of ids and random bytes. The system's outside tests, a seeded one inside.
pub trait Ids: Send + Sync + 'static {
    /// Fills the buffer with random bytes.
    fn fill(&self, buffer: &mut [u8]);

    /// A fresh UUIDv4: the console shows first characters, which time-ordered ids would make look alike.
    fn uuid(&self) -> Uuid {
        let mut bytes = [0; 16];
        self.fill(&mut bytes);
        uuid::Builder::from_random_bytes(bytes).into_uuid()
    }

    /// `n` random bytes.
    fn bytes(&self, n: usize) -> Vec<u8> {
        let mut bytes = vec![0; n];
        self.fill(&mut bytes);
        bytes
    }

    /// 256 random bits in base64url: one-time links, passwords made by us.
    fn token(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.bytes(32))
    }
}

/// The operating system's generator.
pub struct SystemIds;

impl Ids for SystemIds {
    fn fill(&self, buffer: &mut [u8]) {
        #[expect(clippy::expect_used, reason = "without random numbers nothing may go on")]
        getrandom::fill(buffer).expect("the operating system has no random numbers");
    }
}

/// Reads an id as clients must write it: lower case, hyphenated. Everything else is an object that does not exist.
///
/// # Errors
/// `NotFound`.
pub fn parse(text: &str) -> Result<Uuid> {
    parse_as(text, "Object")
}

/// As [`parse`], naming what was looked for, so that a malformed id and an unknown one read alike.
///
/// # Errors
/// `NotFound`.
pub fn parse_as(text: &str, what: &str) -> Result<Uuid> {
    Uuid::try_parse(text).ok().filter(|id| id.hyphenated().to_string() == text).ok_or_else(|| Error::not_found(what))
}
