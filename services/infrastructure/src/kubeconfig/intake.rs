//! The way in for uploads: cheap checks first, then the reading, on a thread of its own with a limit on how many read at
//! once and for how long.

use super::{Kubeconfig, MAX_BYTES, Reject};
use crate::address::AddressPolicy;
use base64::{Engine, engine::general_purpose::STANDARD};
use kit::{Error, message};
use std::{sync::Arc, time::Duration};
use time::OffsetDateTime;
use tokio::sync::Semaphore;
use zeroize::Zeroizing;

/// Reads uploads. Clones share the limit.
#[derive(Clone)]
pub struct Intake {
    policy: AddressPolicy,
    permits: Arc<Semaphore>,
    reading: Duration,
}

impl Intake {
    /// With the operator's address policy, for so many uploads at once. Reading takes milliseconds; longer than `reading` is
    /// an attack.
    #[must_use]
    pub fn new(policy: AddressPolicy, at_once: usize, reading: Duration) -> Self {
        Self { policy, permits: Arc::new(Semaphore::new(at_once)), reading }
    }

    /// Reads what a client sent.
    ///
    /// # Errors
    /// `Invalid` with the field `kubeconfig`; `Unavailable` when too many are being read.
    pub async fn read(&self, encoded: &str, now: OffsetDateTime) -> kit::Result<Kubeconfig> {
        let text = decode(encoded)?;
        let permit = tokio::time::timeout(self.reading, Arc::clone(&self.permits).acquire_owned()).await;
        let permit = permit
            .map_err(|error| Error::unavailable(message!(KUBECONFIGS_CROWDED), error))?
            .map_err(Error::internal)?;
        let policy = self.policy.clone();
        let reading = tokio::task::spawn_blocking(move || {
            // The permit is held by the reading itself, not by whoever waits for it.
            let _permit = permit;
            Kubeconfig::read(&text, &policy, now)
        });
        match tokio::time::timeout(self.reading, reading).await {
            Ok(read) => Ok(read.map_err(Error::internal)??),
            Err(_) => Err(super::invalid(message!(KubeconfigTooSlow))),
        }
    }
}

/// Size, then strict base64.
fn decode(encoded: &str) -> Result<Zeroizing<Vec<u8>>, Reject> {
    if encoded.is_empty() {
        return Err(Reject::Required);
    }
    if encoded.len() > MAX_BYTES.div_ceil(3) * 4 {
        return Err(too_big());
    }
    let bytes = STANDARD.decode(encoded).map_err(|_| Reject::because(message!(KubeconfigBase64)))?;
    Ok(Zeroizing::new(bytes))
}

/// Size and encoding of the text.
pub(super) fn text(bytes: &[u8]) -> Result<&str, Reject> {
    if bytes.len() > MAX_BYTES {
        return Err(too_big());
    }
    if bytes.starts_with(&[0xEF, 0xBB, 0xBF]) || bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return Err(Reject::because(message!(KubeconfigByteOrder)));
    }
    if bytes.contains(&0) {
        return Err(Reject::because(message!(KubeconfigNul)));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| Reject::because(message!(KubeconfigUtf8)))?;
    if text.trim().is_empty() {
        return Err(Reject::Required);
    }
    Ok(text)
}

fn too_big() -> Reject {
    Reject::because(message!(KubeconfigTooLarge))
}
