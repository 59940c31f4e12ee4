//! What an API token looks like: `canopy_`, 32 characters of randomness, 8 of a checksum.
//!
//! The prefix lets scanners of repositories and logs find one that was left there, and the checksum lets them, and us, tell it
//! from a text that only looks like one, without asking anybody. A token is asked about by its handle, half of its SHA-256,
//! which stands where a session's id does: so no token travels in a question, and nobody who reads the answers has one.

use kit::Ids;
use sha2::{Digest, Sha256};
use uuid::Uuid;
use zeroize::Zeroizing;

/// What every token begins with.
pub const PREFIX: &str = "canopy_";
/// Random bytes of a token.
const RANDOM: usize = 20;
/// Bytes of the checksum.
const CHECK: usize = 5;
/// Five bits each.
const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
/// Characters of randomness and of the checksum.
const LENGTHS: (usize, usize) = (RANDOM * 8 / 5, CHECK * 8 / 5);

/// A fresh token.
#[must_use]
pub fn make(ids: &dyn Ids) -> Zeroizing<String> {
    let mut random = Zeroizing::new([0; RANDOM]);
    ids.fill(random.as_mut());
    let mut token = Zeroizing::new(String::with_capacity(PREFIX.len() + LENGTHS.0 + LENGTHS.1));
    token.push_str(PREFIX);
    token.push_str(&base32(random.as_ref()));
    let check = checksum(&token);
    token.push_str(&check);
    token
}

/// The handle of what looks like one of ours; `None` for everything else.
#[must_use]
pub fn handle(token: &str) -> Option<Uuid> {
    let (body, check) = token.split_at_checked(PREFIX.len() + LENGTHS.0)?;
    let fine = body.starts_with(PREFIX) && body[PREFIX.len()..].bytes().all(|c| ALPHABET.contains(&c));
    if !fine || check != checksum(body) {
        return None;
    }
    Sha256::digest(token).first_chunk().map(|half| Uuid::from_bytes(*half))
}

fn checksum(body: &str) -> String {
    base32(&Sha256::digest(format!("checksum of {body}"))[..CHECK])
}

/// As lower-case letters and digits (RFC 4648); a multiple of five bytes.
#[must_use]
pub fn base32(bytes: &[u8]) -> String {
    let letters = |five: &[u8]| {
        let bits = five.iter().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
        (0..8).rev().map(move |at| char::from(ALPHABET[usize::try_from(bits >> (5 * at) & 31).unwrap_or(0)]))
    };
    bytes.chunks(5).flat_map(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::ids::SystemIds;

    #[test]
    fn a_token_is_found_by_its_form_and_has_one_handle() {
        let (one, other) = (make(&SystemIds), make(&SystemIds));
        assert_eq!(one.len(), 47);
        assert!(one.starts_with("canopy_") && one[7..].bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()));
        assert_eq!(handle(&one), handle(&one));
        assert!(handle(&one).is_some() && handle(&one) != handle(&other));
    }

    #[test]
    fn what_only_looks_like_one_is_none() {
        let token = make(&SystemIds);
        for at in PREFIX.len()..token.len() {
            let other = if &token[at..=at] == "a" { "b" } else { "a" };
            let changed = format!("{}{other}{}", &token[..at], &token[at + 1..]);
            assert_eq!(handle(&changed), None, "changed at {at}");
        }
        for bad in [
            "",
            "canopy_",
            &token[1..],
            &token[..46],
            &format!("{}a", *token),
            &token.to_uppercase(),
            "ç".repeat(30).as_str(),
        ] {
            assert_eq!(handle(bad), None, "{bad}");
        }
    }

    #[test]
    fn bits_are_written_as_in_rfc_4648() {
        assert_eq!(base32(b"fooba"), "mzxw6ytb");
    }
}
