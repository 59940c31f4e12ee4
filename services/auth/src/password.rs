//! Passwords: what they must look like, and argon2id with bounded concurrency.
//!
//! One hash takes 19 MiB and tens of milliseconds of a core, so that the number of hashes at one time is the number of
//! cores, the queue for them has an end, and whoever finds it full is asked to come again.

use anyhow::anyhow;
use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use base64::{Engine as _, engine::general_purpose::STANDARD_NO_PAD};
use kit::{Error, Ids, Message, Result, message};
use std::{
    collections::HashSet,
    sync::{Arc, LazyLock},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use unicode_normalization::UnicodeNormalization as _;
use zeroize::Zeroizing;

/// Characters (Unicode scalar values of the composed form, so at most 512 bytes). Nothing else of what was sent is changed.
/// Fixed: published rules of the REST API.
const MIN: usize = 8;
const MAX: usize = 128;

/// One of the three sets of argon2id parameters that OWASP names: KiB of memory, passes, lanes. Fixed: a setting could
/// only weaken them, and stored hashes are judged by them.
const MEMORY: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Passwords that are guessed first, in small letters, a line each: those of the lists of leaked ones that are long enough.
const COMMON: &str = include_str!("common-passwords.txt");

static COMMON_ONES: LazyLock<HashSet<&str>> = LazyLock::new(|| COMMON.lines().collect());

/// The composed form (NFC): keyboards and systems write the same letter in one character or in two.
fn composed(password: &str) -> Zeroizing<String> {
    Zeroizing::new(password.nfc().collect())
}

/// Whether it is one of those that are guessed first, in letters of any size.
fn is_common(password: &str) -> bool {
    let small = Zeroizing::new(password.to_lowercase());
    COMMON_ONES.contains(small.as_str())
}

/// What is wrong with a chosen password; `None` when nothing is.
#[must_use]
pub fn problem(password: &str) -> Option<Message> {
    if password.is_empty() {
        return Some(message!(REQUIRED, label = message!(Label_Password)));
    }
    // what is far too long is not looked at
    let password = if password.len() > 8 * MAX { Zeroizing::new(password.to_owned()) } else { composed(password) };
    match password.chars().count() {
        0..MIN => Some(message!(PASSWORD_TOO_SHORT, label = message!(Label_Password), least = MIN)),
        MIN..=MAX => is_common(&password).then(|| message!(PASSWORD_COMMON)),
        _ => Some(message!(TOO_LONG, label = message!(Label_Password), most = MAX)),
    }
}

/// A place in the queue: held as long as a call that hashes is at work.
pub struct HashPermit {
    _permit: OwnedSemaphorePermit,
}

/// Hashes and verifies.
pub struct Hasher {
    argon2: Argon2<'static>,
    /// Verified for accounts that do not exist, so that they take as long as those that do.
    dummy: String,
    places: Arc<Semaphore>,
    /// For those who sign in from where they did before: a flood of strangers does not fill these.
    known: Arc<Semaphore>,
    cores: Arc<Semaphore>,
}

impl Hasher {
    /// For `cores` hashes at a time, with `queue` callers that may wait for a core beside those that have one.
    ///
    /// # Errors
    /// When the library refuses the parameters.
    pub fn new(cores: usize, queue: usize, ids: &dyn Ids) -> anyhow::Result<Self> {
        let params = Params::new(MEMORY, PASSES, LANES, None).map_err(|error| anyhow!("argon2 parameters: {error}"))?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        Ok(Self {
            argon2,
            dummy: hash_of_nobody(ids),
            places: Arc::new(Semaphore::new(cores + queue)),
            known: Arc::new(Semaphore::new(cores + queue)),
            cores: Arc::new(Semaphore::new(cores)),
        })
    }

    /// Takes a place in the queue, or in the one of those who are known.
    ///
    /// # Errors
    /// `Unavailable` when the queue is full.
    pub fn enter(&self, known: bool) -> Result<HashPermit> {
        let places = if known { &self.known } else { &self.places };
        places
            .clone()
            .try_acquire_owned()
            .map(|permit| HashPermit { _permit: permit })
            .map_err(|full| Error::unavailable(message!(SIGN_IN_CROWDED), full))
    }

    /// The PHC string of a password, with a fresh salt.
    ///
    /// # Errors
    /// `Internal` when the library fails.
    pub async fn hash(&self, _place: &HashPermit, password: Zeroizing<String>, ids: &dyn Ids) -> Result<String> {
        let (argon2, salt) = (self.argon2.clone(), ids.bytes(16));
        self.on_a_core(move || derive(&argon2, composed(&password).as_bytes(), &salt)).await?.map_err(|e| broken(&e))
    }

    /// Whether this is the password of that hash; without a hash the answer is no, after the same work.
    ///
    /// # Errors
    /// `Internal` when the stored hash can't be read.
    pub async fn verify(&self, _place: &HashPermit, password: Zeroizing<String>, stored: Option<&str>) -> Result<bool> {
        let (argon2, known) = (self.argon2.clone(), stored.is_some());
        let hash = stored.unwrap_or(&self.dummy).to_owned();
        self.on_a_core(move || {
            let hash = PasswordHash::new(&hash).map_err(|error| broken(&error))?;
            let fits = |password: &str| match argon2.verify_password(password.as_bytes(), &hash) {
                Ok(()) => Ok(known),
                Err(argon2::password_hash::Error::PasswordInvalid) => Ok(false),
                Err(error) => Err(broken(&error)),
            };
            let composed = composed(&password);
            // a hash from before passwords were composed is of what was typed
            Ok(fits(&composed)? || (*composed != *password && fits(&password)?))
        })
        .await?
    }

    /// Whether a hash was made with other parameters than today's, so that the next log-in makes it anew.
    #[must_use]
    pub fn is_outdated(stored: &str) -> bool {
        PasswordHash::new(stored)
            .ok()
            .and_then(|hash| Params::try_from(&hash).ok())
            .is_none_or(|params| (params.m_cost(), params.t_cost(), params.p_cost()) != (MEMORY, PASSES, LANES))
    }

    /// Runs the work on a thread of its own once a core is free. The permit goes with the work: a caller that hangs up
    /// does not make room for another hash before its own is done.
    async fn on_a_core<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let core = self.cores.clone().acquire_owned().await.map_err(Error::internal)?;
        tokio::task::spawn_blocking(move || {
            let answer = work();
            drop(core);
            answer
        })
        .await
        .map_err(Error::internal)
    }
}

/// A hash with today's parameters that no known password has. Random, not derived, which would take as long as a log-in.
fn hash_of_nobody(ids: &dyn Ids) -> String {
    let (salt, output) = (STANDARD_NO_PAD.encode(ids.bytes(16)), STANDARD_NO_PAD.encode(ids.bytes(32)));
    format!("$argon2id$v=19$m={MEMORY},t={PASSES},p={LANES}${salt}${output}")
}

fn derive(argon2: &Argon2<'_>, password: &[u8], salt: &[u8]) -> argon2::password_hash::Result<String> {
    Ok(argon2.hash_password_with_salt(password, salt)?.to_string())
}

fn broken(error: &impl std::fmt::Display) -> Error {
    Error::internal(anyhow!("password hash: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::ids::SystemIds;

    fn told(password: &str) -> Message {
        problem(password).unwrap()
    }

    #[test]
    fn a_password_is_counted_in_characters() {
        for good in ["pässwörd", "🔑🔑🔑🔑🔑🔑🔑🔑", &"a".repeat(128), &"🔑".repeat(128)] {
            assert_eq!(problem(good), None, "{good}");
        }
        assert_eq!(told(""), "Password is required");
        assert_eq!(told("1234567"), "Password should be at least 8 characters long for security");
        assert_eq!(told("🔑🔑🔑🔑🔑🔑🔑"), "Password should be at least 8 characters long for security");
        assert_eq!(told(&"a".repeat(129)), "Password must not exceed 128 characters.");
    }

    #[test]
    fn what_is_guessed_first_is_refused_in_letters_of_any_size() {
        for common in ["12345678", "password", "PassWord1", "QWERTYUIOP", "Contrasen\u{303}a", "motdepasse"] {
            assert!(problem(common).is_some_and(|problem| problem.reason() == "PASSWORD_COMMON"), "{common}");
        }
        assert!(COMMON_ONES.len() > 500);
        for line in COMMON.lines() {
            assert!(line == line.to_lowercase() && line.chars().count() >= MIN, "{line} is never met");
        }
    }

    #[tokio::test]
    async fn a_letter_in_one_character_or_in_two_is_the_same_password() {
        let hasher = Hasher::new(1, 1, &SystemIds).unwrap();
        let place = hasher.enter(false).unwrap();
        let secret = |text: &str| Zeroizing::new(text.to_owned());
        let (one, two) = ("pässwörd", "pa\u{308}sswo\u{308}rd");
        assert_eq!(problem(two), None);
        let hash = hasher.hash(&place, secret(two), &SystemIds).await.unwrap();
        assert!(hasher.verify(&place, secret(one), Some(&hash)).await.unwrap());
        assert!(hasher.verify(&place, secret(two), Some(&hash)).await.unwrap());
        let before = derive(&hasher.argon2, two.as_bytes(), b"0123456789abcdef").unwrap();
        assert!(hasher.verify(&place, secret(two), Some(&before)).await.unwrap(), "as it was hashed once");
        assert!(!hasher.verify(&place, secret(one), Some(&before)).await.unwrap());
    }

    #[tokio::test]
    async fn only_the_very_password_is_right() {
        let hasher = Hasher::new(2, 1, &SystemIds).unwrap();
        let place = hasher.enter(false).unwrap();
        let secret = |text: &str| Zeroizing::new(text.to_owned());
        let hash = hasher.hash(&place, secret("correct horse"), &SystemIds).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_ne!(
            hash,
            hasher.hash(&place, secret("correct horse"), &SystemIds).await.unwrap(),
            "the salt is the same"
        );
        assert!(hasher.verify(&place, secret("correct horse"), Some(&hash)).await.unwrap());
        for wrong in ["Correct horse", "correct horse ", " correct horse", "", "correct hors"] {
            assert!(!hasher.verify(&place, secret(wrong), Some(&hash)).await.unwrap(), "{wrong:?}");
        }
        assert!(!hasher.verify(&place, secret("correct horse"), None).await.unwrap());
        assert!(!Hasher::is_outdated(&hasher.dummy), "an unknown account takes as long as a known one");
        assert!(hasher.verify(&place, secret("x"), Some("no hash at all")).await.is_err());
    }

    #[tokio::test]
    async fn a_hash_of_weaker_parameters_is_noticed_and_still_verified() {
        let hasher = Hasher::new(1, 1, &SystemIds).unwrap();
        let place = hasher.enter(false).unwrap();
        let weak = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(8_192, 1, 1, None).unwrap());
        let hash = derive(&weak, b"correct horse", b"0123456789abcdef").unwrap();
        assert!(hasher.verify(&place, Zeroizing::new("correct horse".into()), Some(&hash)).await.unwrap());
        assert!(Hasher::is_outdated(&hash));
        let today = hasher.hash(&place, Zeroizing::new("correct horse".into()), &SystemIds).await.unwrap();
        assert!(!Hasher::is_outdated(&today));
    }

    #[tokio::test]
    async fn a_full_queue_sends_people_away_and_takes_them_again_later() {
        let hasher = Hasher::new(1, 1, &SystemIds).unwrap();
        let (first, _second) = (hasher.enter(false).unwrap(), hasher.enter(false).unwrap());
        assert!(matches!(hasher.enter(false), Err(Error::Unavailable { .. })));
        drop(first);
        assert!(hasher.enter(false).is_ok());
    }
}
