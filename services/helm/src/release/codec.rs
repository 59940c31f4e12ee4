//! A record as the bytes of `data.release`.

use super::Record;
use crate::Error;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::io::{Read as _, Write as _};

/// A Secret holds 1 MiB; what unpacks to more than this was not made by Helm.
const MOST_BYTES: u64 = 32 << 20;
/// Kubernetes' limit of a Secret, less room for its names and labels.
const MOST_STORED: usize = (1 << 20) - (8 << 10);

/// The value of `data.release` before Kubernetes' own base64: base64 of gzip of the JSON.
pub fn encode(record: &Record) -> Result<String, Error> {
    let failed = |e: &dyn std::fmt::Display| Error::Record(format!("could not be written: {e}"));
    let mut record = record.clone();
    // An interface type in Helm: any value here makes the record unreadable for it.
    record.info.other.remove("resources");
    let json = serde_json::to_vec(&record).map_err(|e| failed(&e))?;
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(&json).map_err(|e| failed(&e))?;
    let text = STANDARD.encode(gzip.finish().map_err(|e| failed(&e))?);
    if text.len() > MOST_STORED {
        return Err(failed(&"it is larger than a Secret may be"));
    }
    Ok(text)
}

/// Reads what [`encode`] or Helm wrote: the bytes of `data.release` after Kubernetes' own base64. The labels are not in
/// there; fill `labels` from the Secret's.
pub fn decode(data: &[u8]) -> Result<Record, Error> {
    // Errors name no content: a record may come from anyone, and its values may hold a secret.
    let packed = STANDARD.decode(data.trim_ascii()).map_err(|_| Error::Record("is not base64".into()))?;
    let json = if packed.starts_with(&[0x1f, 0x8b, 0x08]) {
        let mut out = Vec::new();
        GzDecoder::new(packed.as_slice())
            .take(MOST_BYTES + 1)
            .read_to_end(&mut out)
            .map_err(|_| Error::Record("is not gzip".into()))?;
        if out.len() as u64 > MOST_BYTES {
            return Err(Error::Record("is too large".into()));
        }
        out
    } else {
        packed
    };
    serde_json::from_slice(&json)
        .map_err(|e| Error::Record(format!("is not a release (line {}, column {})", e.line(), e.column())))
}
