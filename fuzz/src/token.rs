//! Tokens. As they come: none is taken, for nobody has the key. And two lines, header and claims, signed with the right key: what is
//! taken of those is in time.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, EncodingKey, crypto};
use kit::{identity::Identity, ids::SystemIds};
use std::sync::LazyLock;
use time::macros::datetime;

struct Keys {
    identity: Identity,
    users: EncodingKey,
    role: EncodingKey,
}

static KEYS: LazyLock<Keys> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("canopy-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let make = |name: &str| {
        let (private, public) = kit::identity::key_pair(&SystemIds).expect("a pair of keys");
        std::fs::write(folder.join(format!("{name}.key")), private.as_bytes()).expect("a key");
        std::fs::write(folder.join(format!("{name}.pub")), public).expect("a key");
        EncodingKey::from_ed_pem(private.as_bytes()).expect("a key")
    };
    let (users, role) = (make("users"), make("auth"));
    let identity = Identity::load(&folder, "auth").expect("the keys");
    std::fs::remove_dir_all(&folder).expect("the folder");
    Keys { identity, users, role }
});

/// # Panics
/// When that does not hold.
pub fn check(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let now = datetime!(2026-01-01 00:00 UTC);
    assert!(KEYS.identity.verify(text, now).is_err(), "somebody without a key has made a token");
    let Some((header, claims)) = text.split_once('\n') else { return };
    let signed = format!("{}.{}", URL_SAFE_NO_PAD.encode(header), URL_SAFE_NO_PAD.encode(claims));
    for key in [&KEYS.users, &KEYS.role] {
        let signature = crypto::sign(signed.as_bytes(), key, Algorithm::EdDSA).expect("a signature");
        if let Ok(claims) = KEYS.identity.verify(&format!("{signed}.{signature}"), now) {
            assert!(claims.expires() > now);
        }
    }
}
