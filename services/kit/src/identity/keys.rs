//! The Ed25519 keys of a role, as its folder has them.

use crate::key_folder::KeyFiles;
use anyhow::{Context as _, anyhow};
use ed25519_dalek::pkcs8::{
    DecodePrivateKey as _, EncodePrivateKey as _, EncodePublicKey as _, spki::der::pem::LineEnding,
};
use jsonwebtoken::{DecodingKey, EncodingKey};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use time::{OffsetDateTime, PrimitiveDateTime, format_description::BorrowedFormatItem, macros::format_description};
use zeroize::Zeroizing;

/// Name of the key pair that signs user tokens.
const USERS: &str = "users";
/// How the name of a public key's file says until when it is accepted: `auth.20261206T080000Z.pub`.
const UNTIL: &[BorrowedFormatItem<'_>] = format_description!("[year][month][day]T[hour][minute][second]Z");

/// The keys a role knows: its own private ones, everybody's public ones.
pub(super) struct Keys {
    pub own: EncodingKey,
    /// With its id: signs user tokens.
    pub signer: Option<(String, EncodingKey)>,
    /// By role or [`USERS`]: the current one and others that are accepted, of a rotation.
    public: BTreeMap<String, Vec<Public>>,
}

struct Public {
    id: String,
    key: DecodingKey,
    /// `None`: for ever.
    until: Option<OffsetDateTime>,
}

impl Keys {
    /// # Errors
    /// A sentence naming the file that is missing or broken.
    pub fn of(files: &KeyFiles, role: &str) -> anyhow::Result<Self> {
        let mut public = BTreeMap::<String, Vec<Public>>::new();
        for (file, pem) in files.ending(".pub") {
            let (name, rest) = file.split_once('.').unwrap_or((file, ""));
            let broken = || format!("the key file {} is broken", files.path(&format!("{file}.pub")));
            let key = DecodingKey::from_ed_pem(pem).with_context(broken)?;
            public.entry(name.to_owned()).or_default().push(Public { id: id(pem), key, until: until(rest) });
        }
        let own = format!("{role}.key");
        let own = private(files, &own, files.get(&own)?)?;
        let users = format!("{USERS}.key");
        let signer = match files.get(&users) {
            Ok(pem) => Some((id(public_of(text(pem)?)?.as_bytes()), private(files, &users, pem)?)),
            Err(_) => None,
        };
        Ok(Self { own, signer, public })
    }

    /// Those that a role signs with.
    pub fn of_role(&self, role: &str, now: OffsetDateTime) -> impl Iterator<Item = &DecodingKey> {
        let keys = self.public.get(role).filter(|_| role != USERS).into_iter().flatten();
        keys.filter(move |key| key.is_accepted(now)).map(|key| &key.key)
    }

    /// The one that signs user tokens under this id.
    pub fn of_users(&self, id: &str, now: OffsetDateTime) -> Option<&DecodingKey> {
        let mut keys = self.public.get(USERS).into_iter().flatten();
        keys.find(|key| key.id == id && key.is_accepted(now)).map(|key| &key.key)
    }
}

impl Public {
    fn is_accepted(&self, now: OffsetDateTime) -> bool {
        self.until.is_none_or(|until| now < until)
    }
}

/// What the middle of a file's name says: a time, or nothing.
#[must_use]
pub fn until(text: &str) -> Option<OffsetDateTime> {
    PrimitiveDateTime::parse(text, UNTIL).ok().map(PrimitiveDateTime::assume_utc)
}

/// A time as the middle of a file's name.
#[must_use]
pub fn until_text(at: OffsetDateTime) -> String {
    at.to_offset(time::UtcOffset::UTC).format(UNTIL).unwrap_or_default()
}

fn id(public_pem: &[u8]) -> String {
    Sha256::digest(public_pem).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

fn private(files: &KeyFiles, name: &str, pem: &[u8]) -> anyhow::Result<EncodingKey> {
    EncodingKey::from_ed_pem(pem).with_context(|| format!("the key file {} is broken", files.path(name)))
}

fn text(pem: &[u8]) -> anyhow::Result<&str> {
    std::str::from_utf8(pem).context("the key is no text")
}

/// A fresh key pair as PEM: (private, public).
///
/// # Errors
/// When the random numbers or the encoding fail.
pub fn key_pair(ids: &dyn crate::Ids) -> anyhow::Result<(Zeroizing<String>, String)> {
    let mut seed = Zeroizing::new([0_u8; 32]);
    ids.fill(seed.as_mut());
    let key = ed25519_dalek::SigningKey::from_bytes(&seed);
    let private = key.to_pkcs8_pem(LineEnding::LF).map_err(|error| anyhow!("the key could not be written: {error}"))?;
    Ok((private, public_pem(&key)?))
}

/// The public key of a private one, both as PEM.
///
/// # Errors
/// When it is none.
pub fn public_of(private_pem: &str) -> anyhow::Result<String> {
    let key = ed25519_dalek::SigningKey::from_pkcs8_pem(private_pem);
    public_pem(&key.map_err(|error| anyhow!("the private key is broken: {error}"))?)
}

fn public_pem(key: &ed25519_dalek::SigningKey) -> anyhow::Result<String> {
    let pem = key.verifying_key().to_public_key_pem(LineEnding::LF);
    pem.map_err(|error| anyhow!("the key could not be written: {error}"))
}
