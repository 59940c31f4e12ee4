//! Helm's records of releases: the JSON of one, which is packed as Helm does it, or the packed text. What is read must be written,
//! and read again as it was.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use helm::release::{decode, encode};

/// # Panics
/// When that does not hold.
pub fn check(input: &[u8]) {
    for text in [input.to_vec(), STANDARD.encode(input).into_bytes()] {
        let Ok(mut record) = decode(&text) else { continue };
        // too large for a Secret is no fault
        let Ok(written) = encode(&record) else { continue };
        record.info.other.remove("resources");
        assert_eq!(decode(written.as_bytes()).expect("what was written is read"), record);
    }
}
