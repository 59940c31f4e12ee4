//! Secrets at rest: an envelope per value. A key-encryption key (KEK, a file with mode 0400, never in the database)
//! wraps a random data key, which encrypts the value; both with XChaCha20-Poly1305 and the place of the value as
//! associated data, so that a ciphertext moved to another row, column, team or version does not open.
//!
//! Stored: `1 | kek id (4) | nonce (24) | wrapped data key (48) | nonce (24) | ciphertext and tag`.

use crate::{
    Error, Ids, Result,
    key_folder::{KeyFiles, KeyFolder},
};
use anyhow::{Context as _, anyhow, bail};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce, aead::Aead, aead::Payload};
use hmac::Mac;
use sha2::{Digest, Sha256};
use std::{collections::BTreeMap, path::Path, sync::Arc};
use uuid::Uuid;
use zeroize::Zeroizing;

const FORMAT: u8 = 1;
const NONCE: usize = 24;
const WRAPPED: usize = 32 + 16;
const HEAD: usize = 1 + 4 + NONCE + WRAPPED + NONCE;

/// Where a sealed value lives; bound into it.
#[derive(Clone, Copy, Debug)]
pub struct SealContext<'a> {
    /// Table without schema.
    pub table: &'a str,
    /// Column.
    pub column: &'a str,
    /// Id of the row.
    pub row: Uuid,
    /// Team that owns the row, where there is one.
    pub team: Option<Uuid>,
    /// Version of the value: an old ciphertext put back does not open.
    pub version: i64,
}

/// The keys of one service: a current one and others that open what it does not.
pub struct Keyring {
    service: String,
    keys: KeyFolder<Keks>,
    ids: Arc<dyn Ids>,
}

/// Names a key: a part of its hash.
pub type KeyId = [u8; 4];

/// As they are in the folder now.
struct Keks {
    current: KeyId,
    all: BTreeMap<KeyId, Zeroizing<[u8; 32]>>,
}

impl Keks {
    fn of(files: &KeyFiles, service: &str) -> anyhow::Result<Self> {
        let file = format!("{service}.kek");
        let current = read_key(files, &file, files.get(&file)?)?;
        let id = key_id(&current);
        let mut all = BTreeMap::from([(id, current)]);
        for (name, content) in files.ending(".kek").filter(|(name, _)| name.starts_with(&format!("{service}."))) {
            let key = read_key(files, &format!("{name}.kek"), content)?;
            all.insert(key_id(&key), key);
        }
        Ok(Self { current: id, all })
    }
}

impl std::fmt::Debug for Keyring {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keyring([redacted])")
    }
}

impl Keyring {
    /// Reads `<service>.kek` (the current one) and `<service>.<anything>.kek` (others that open) from a folder, and again when it
    /// has changed.
    ///
    /// # Errors
    /// A sentence naming the file that is missing or not 32 bytes long.
    pub fn load(folder: &Path, service: &str, ids: Arc<dyn Ids>) -> anyhow::Result<Self> {
        let name = service.to_owned();
        let keys = KeyFolder::load(folder, move |files| Keks::of(files, &name))?;
        Ok(Self { service: service.to_owned(), keys, ids })
    }

    /// From one key, for tests and for key files made elsewhere.
    #[must_use]
    pub fn of_key(service: &str, key: [u8; 32], ids: Arc<dyn Ids>) -> Self {
        let current = key_id(&key);
        let keys = Keks { current, all: BTreeMap::from([(current, Zeroizing::new(key))]) };
        Self { service: service.to_owned(), keys: KeyFolder::fixed(keys), ids }
    }

    /// The key that seals now, and whether there are others.
    #[must_use]
    pub fn current(&self) -> (KeyId, bool) {
        let (keys, _) = self.keys.current();
        (keys.current, keys.all.len() > 1)
    }

    /// Until the keys have changed since the last time that this was waited for; one may wait at a time.
    pub(crate) async fn changed(&self) {
        self.keys.changed().await;
    }

    /// Seals a value for its place.
    #[must_use]
    pub fn seal(&self, place: &SealContext<'_>, value: &[u8]) -> Vec<u8> {
        let mut data_key = Zeroizing::new([0_u8; 32]);
        self.ids.fill(data_key.as_mut());
        let (mut outer, mut inner) = ([0_u8; NONCE], [0_u8; NONCE]);
        self.ids.fill(&mut outer);
        self.ids.fill(&mut inner);
        let (keys, _) = self.keys.current();
        let aad = self.aad(place, keys.current);
        let mut sealed = Vec::with_capacity(HEAD + value.len() + 16);
        sealed.push(FORMAT);
        sealed.extend_from_slice(&keys.current);
        sealed.extend_from_slice(&outer);
        sealed.extend(encrypt(&keys.all[&keys.current], &outer, &aad, data_key.as_ref()));
        sealed.extend_from_slice(&inner);
        sealed.extend(encrypt(&data_key, &inner, &aad, value));
        sealed
    }

    /// Opens a value of that place.
    ///
    /// # Errors
    /// `Internal` when it was changed, moved, belongs to another version or its key is not there.
    pub fn open(&self, place: &SealContext<'_>, sealed: &[u8]) -> Result<Zeroizing<Vec<u8>>> {
        self.try_open(place, sealed).map_err(|error| {
            Error::internal(
                error.context(format!("sealed value {}.{} of row {}", place.table, place.column, place.row)),
            )
        })
    }

    fn try_open(&self, place: &SealContext<'_>, sealed: &[u8]) -> anyhow::Result<Zeroizing<Vec<u8>>> {
        if sealed.len() < HEAD + 16 || sealed[0] != FORMAT {
            bail!("it is not in the format of sealed values");
        }
        let id: KeyId = sealed[1..5].try_into()?;
        let (keys, _) = self.keys.current();
        let key = keys.all.get(&id).context("its key is not in the key folder")?;
        let aad = self.aad(place, id);
        let short = || anyhow!("it is cut short");
        let (outer, rest) = sealed[5..].split_first_chunk().ok_or_else(short)?;
        let (wrapped, rest) = rest.split_first_chunk::<WRAPPED>().ok_or_else(short)?;
        let (inner, ciphertext) = rest.split_first_chunk().ok_or_else(short)?;
        let data_key = Zeroizing::new(decrypt(key.as_ref(), outer, &aad, wrapped)?);
        Ok(Zeroizing::new(decrypt(&data_key, inner, &aad, ciphertext)?))
    }

    /// HMAC-SHA-256 under the current key: compares bodies without keeping them.
    #[must_use]
    pub fn hmac(&self, purpose: &str, parts: &[&[u8]]) -> Vec<u8> {
        let (keys, _) = self.keys.current();
        hmac_under(&keys.all[&keys.current], purpose, parts)
    }

    /// Whether it is the HMAC of that, under any of the keys.
    #[must_use]
    pub fn is_hmac(&self, hmac: &[u8], purpose: &str, parts: &[&[u8]]) -> bool {
        let (keys, _) = self.keys.current();
        keys.all.values().any(|key| hmac_under(key, purpose, parts) == hmac)
    }

    fn aad(&self, place: &SealContext<'_>, key: KeyId) -> Vec<u8> {
        let team = place.team.map_or_else(|| "-".to_owned(), |team| team.to_string());
        let key: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("v1|{}|{}|{}|{}|{team}|{}|{key}", self.service, place.table, place.column, place.row, place.version)
            .into_bytes()
    }
}

fn hmac_under(key: &[u8; 32], purpose: &str, parts: &[&[u8]]) -> Vec<u8> {
    #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
    let mut mac = <hmac::Hmac<Sha256> as hmac::KeyInit>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(purpose.as_bytes());
    for part in parts {
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part);
    }
    mac.finalize().into_bytes().to_vec()
}

/// Names a key, as what is sealed with it does.
#[must_use]
pub fn key_id(key: &[u8; 32]) -> KeyId {
    let hash = Sha256::digest(key);
    [hash[0], hash[1], hash[2], hash[3]]
}

fn read_key(files: &KeyFiles, name: &str, content: &[u8]) -> anyhow::Result<Zeroizing<[u8; 32]>> {
    let key = content.try_into().map_err(|_| anyhow!("the key file {} is not 32 bytes long", files.path(name)))?;
    Ok(Zeroizing::new(key))
}

fn encrypt(key: &[u8; 32], nonce: &[u8; NONCE], aad: &[u8], value: &[u8]) -> Vec<u8> {
    #[expect(clippy::expect_used, reason = "fails only for values over 256 GiB")]
    XChaCha20Poly1305::new(key.into())
        .encrypt(&XNonce::from(*nonce), Payload { msg: value, aad })
        .expect("value too long")
}

fn decrypt(key: &[u8], nonce: &[u8; NONCE], aad: &[u8], sealed: &[u8]) -> anyhow::Result<Vec<u8>> {
    let cipher = XChaCha20Poly1305::new_from_slice(key).map_err(|_| anyhow!("its data key is broken"))?;
    cipher
        .decrypt(&XNonce::from(*nonce), Payload { msg: sealed, aad })
        .map_err(|_| anyhow!("it was changed, moved or sealed for another version"))
}

/// Where the value known in advance is.
const CANARY: SealContext<'static> = crate::reseal::CANARY.place(Uuid::nil(), None, 1);
/// What it says.
const CANARY_SAYS: &[u8] = b"canopy";

/// Seals the value known in advance with the current key.
pub(crate) async fn renew_canary(keyring: &Keyring, db: &mut sqlx::PgConnection) -> sqlx::Result<()> {
    let sealed = keyring.seal(&CANARY, CANARY_SAYS);
    sqlx::query("update seal_canary set sealed = $1 where id = 1").bind(sealed).execute(db).await?;
    Ok(())
}

/// Checks at start that the key is the one the data was sealed with; the first start leaves the mark.
pub(crate) async fn check_canary(keyring: &Keyring, pool: &sqlx::PgPool) -> anyhow::Result<()> {
    let sealed: Vec<u8> = keyring.seal(&CANARY, CANARY_SAYS);
    sqlx::query("insert into seal_canary (id, sealed) values (1, $1) on conflict do nothing")
        .bind(sealed)
        .execute(pool)
        .await?;
    let sealed: Vec<u8> = sqlx::query_scalar("select sealed from seal_canary where id = 1").fetch_one(pool).await?;
    keyring.try_open(&CANARY, &sealed).map(|_| ()).map_err(|_| {
        WrongKey(format!(
            "the key file {}.kek does not fit the data: put back the one this data was sealed with",
            keyring.service
        ))
        .into()
    })
}

/// Waiting does not help: the operator must act.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct WrongKey(String);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::SystemIds;

    fn ring(key: u8) -> Keyring {
        Keyring::of_key("infrastructure", [key; 32], Arc::new(SystemIds))
    }

    fn place() -> SealContext<'static> {
        SealContext { table: "cluster", column: "kubeconfig", row: Uuid::from_u128(7), team: None, version: 3 }
    }

    #[test]
    fn a_sealed_value_opens_at_its_place() {
        let ring = ring(1);
        let sealed = ring.seal(&place(), b"apiVersion: v1");
        assert_eq!(ring.open(&place(), &sealed).unwrap().as_slice(), b"apiVersion: v1");
        assert!(!sealed.windows(4).any(|w| w == b"apiV"));
        assert_ne!(sealed, ring.seal(&place(), b"apiVersion: v1"));
    }

    #[test]
    fn a_value_that_was_moved_changed_or_rolled_back_does_not_open() {
        let ring = ring(1);
        let sealed = ring.seal(&place(), b"secret");
        for other in [
            SealContext { row: Uuid::from_u128(8), ..place() },
            SealContext { column: "other", ..place() },
            SealContext { team: Some(Uuid::nil()), ..place() },
            SealContext { version: 4, ..place() },
        ] {
            assert!(ring.open(&other, &sealed).is_err(), "{other:?}");
        }
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(ring.open(&place(), &changed).is_err(), "byte {at}");
        }
        for end in [0, 1, HEAD, sealed.len() - 1] {
            assert!(ring.open(&place(), &sealed[..end]).is_err(), "cut at {end}");
        }
        assert!(self::ring(2).open(&place(), &sealed).is_err());
    }
}
