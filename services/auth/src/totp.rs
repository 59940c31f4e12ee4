//! Codes of six digits that change with the time: TOTP (RFC 6238) as every authenticator app does it, with SHA-1 and steps
//! of 30 seconds.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha1::Sha1;
use time::OffsetDateTime;

/// Bytes of a secret: what RFC 4226 recommends.
pub const SECRET: usize = 20;
/// Seconds of a step.
const STEP: i64 = 30;
/// Steps before and after the present one whose codes count: clocks differ, and people type slowly.
const SKEW: i64 = 1;
const MODULUS: u32 = 1_000_000;

/// The step of a moment.
#[must_use]
pub fn step(now: OffsetDateTime) -> i64 {
    now.unix_timestamp().div_euclid(STEP)
}

/// The code of a step.
///
/// # Errors
/// Never: HMAC takes keys of any length.
fn code(secret: &[u8], step: i64) -> kit::Result<u32> {
    let mut mac = Hmac::<Sha1>::new_from_slice(secret).map_err(kit::Error::internal)?;
    mac.update(&step.to_be_bytes());
    let digest = mac.finalize().into_bytes();
    // Dynamic truncation: the last four bits say where the number stands.
    let at = usize::from(digest[digest.len() - 1] & 0xf);
    let number = digest[at..].first_chunk().map_or(0, |four| u32::from_be_bytes(*four));
    Ok((number & 0x7fff_ffff) % MODULUS)
}

/// The step whose code this is, when it counts now and is newer than `last`; six digits, nothing else.
///
/// # Errors
/// Those of HMAC, which has none.
pub fn matching(secret: &[u8], typed: &str, now: OffsetDateTime, last: i64) -> kit::Result<Option<i64>> {
    if typed.len() != 6 || !typed.bytes().all(|c| c.is_ascii_digit()) {
        return Ok(None);
    }
    let typed: u32 = typed.parse().map_err(kit::Error::internal)?;
    let mut found = None;
    for step in step(now) - SKEW..=step(now) + SKEW {
        if code(secret, step)? == typed && step > last {
            found = Some(step);
        }
    }
    Ok(found)
}

/// What an authenticator app reads from the QR code.
#[must_use]
pub fn uri(secret: &str, email: &str) -> String {
    // an address has no blanks, which alone would be written otherwise in a path
    let account: String = form_urlencoded::byte_serialize(email.as_bytes()).collect();
    format!("otpauth://totp/Canopy:{account}?secret={secret}&issuer=Canopy&algorithm=SHA1&digits=6&period={STEP}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8] = b"12345678901234567890";

    fn at(seconds: i64) -> OffsetDateTime {
        OffsetDateTime::from_unix_timestamp(seconds).unwrap()
    }

    /// What an app shows at a moment.
    fn shown(now: OffsetDateTime) -> String {
        format!("{:06}", code(SECRET, step(now)).unwrap())
    }

    #[test]
    fn codes_are_those_of_the_rfc() {
        // RFC 6238, appendix B, for SHA-1: the last six of its eight digits
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(shown(at(seconds)), code, "{seconds}");
        }
    }

    #[test]
    fn a_code_counts_one_step_early_and_late_and_never_after_one_that_was_used() {
        let code = shown(at(600));
        let found = |seconds, last| matching(SECRET, &code, at(seconds), last).unwrap();
        assert_eq!(
            [found(569, 0), found(570, 0), found(600, 0), found(659, 0), found(660, 0)],
            [None, Some(20), Some(20), Some(20), None]
        );
        assert_eq!((found(600, 19), found(600, 20), found(600, 21)), (Some(20), None, None));
        for typed in ["", "12345", "1234567", "12 456", "+12345", "١٢٣٤٥٦"] {
            assert_eq!(matching(SECRET, typed, at(600), 0).unwrap(), None, "{typed}");
        }
    }

    #[test]
    fn an_address_stands_in_the_uri_whatever_it_has() {
        assert_eq!(
            uri("ABC", "a+b&c@example.com"),
            "otpauth://totp/Canopy:a%2Bb%26c%40example.com?secret=ABC&issuer=Canopy&algorithm=SHA1&digits=6&period=30"
        );
    }
}
