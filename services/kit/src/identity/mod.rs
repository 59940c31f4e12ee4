//! Who is speaking: Ed25519 keys and the two kinds of tokens made with them.
//!
//! * A **service token** lives one minute, is signed with the calling role's own key, names the callee (`aud`) and, where
//!   there is one, the user it acts for. Every role can verify every other's by the public keys in the key folder.
//! * A **user token** is signed by one role only (the one that has `users.key`) and is a handle to a session row.

mod keys;

pub use keys::{key_pair, public_of, until, until_text};

use crate::{Error, Result, UserRef, key_folder::KeyFolder, message};
use anyhow::anyhow;
use jsonwebtoken::{Algorithm, Header, Validation};
use keys::Keys;
use serde::{Deserialize, Serialize};
use std::{path::Path, time::Duration};
use time::OffsetDateTime;
use uuid::Uuid;

/// `iss` of every token.
const ISSUER: &str = "canopy";
/// `aud` of user tokens.
const CONSOLE: &str = "canopy-api";
/// `aud` of what is said to every role.
const EVERYBODY: &str = "canopy-roles";
/// Service tokens live this long (seconds). Fixed: part of what the roles agree on about tokens.
const SERVICE_TOKEN_LIFE: i64 = 60;

/// Claims of a service token.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct ServiceClaims {
    iss: String,
    aud: String,
    exp: i64,
    iat: i64,
    /// The calling role.
    sub: String,
    user: Option<UserRef>,
}

/// Claims of a user token.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct UserClaims {
    iss: String,
    aud: String,
    sub: Uuid,
    jti: Uuid,
    iat: i64,
    exp: i64,
}

/// What a token says, its signature and dates being good.
#[derive(Debug, Clone)]
pub enum Claims {
    /// A user's token: whether the session still lives is another question.
    User {
        /// The user.
        user: Uuid,
        /// The session row.
        session: Uuid,
        /// End of its life.
        expires: OffsetDateTime,
    },
    /// Another role.
    Service {
        /// Its name.
        name: String,
        /// Whom it acts for.
        user: Option<UserRef>,
        /// End of its life.
        expires: OffsetDateTime,
    },
}

impl Claims {
    /// End of the token's life.
    #[must_use]
    pub fn expires(&self) -> OffsetDateTime {
        match self {
            Self::User { expires, .. } | Self::Service { expires, .. } => *expires,
        }
    }
}

/// Who a role is, and how it knows the others.
pub struct Identity {
    role: String,
    keys: KeyFolder<Keys>,
    /// Made service tokens by callee and user: signing costs, and callees cache what they verified by its hash.
    made: moka::sync::Cache<(String, Option<Uuid>), Made>,
}

/// A token that was made lately.
#[derive(Clone)]
struct Made {
    token: String,
    /// Unix time.
    at: i64,
    /// Of the keys.
    generation: u64,
}

impl std::fmt::Debug for Identity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Identity({})", self.role)
    }
}

impl Identity {
    /// Reads a role's private key and all public keys of the folder, and again when it has changed.
    ///
    /// # Errors
    /// A sentence naming the file that is missing or broken.
    pub fn load(folder: &Path, role: &str) -> anyhow::Result<Self> {
        let name = role.to_owned();
        let keys = KeyFolder::load(folder, move |files| Keys::of(files, &name))?;
        let made = moka::sync::Cache::builder().max_capacity(2_000).build();
        Ok(Self { role: role.to_owned(), keys, made })
    }

    /// Grows a moment after each change of the keys: what was verified before may be refused now.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.keys.lately().1
    }

    /// Until the keys have changed since the last time that this was waited for; one may wait at a time.
    pub(crate) async fn changed(&self) {
        self.keys.changed().await;
    }

    /// A token for calling `target`, on behalf of a user where there is one.
    ///
    /// # Errors
    /// `Internal` when signing fails.
    pub fn service_token(&self, target: &str, user: Option<&UserRef>, now: OffsetDateTime) -> Result<String> {
        let now = now.unix_timestamp();
        let key = (target.to_owned(), user.map(|user| user.id));
        let (keys, generation) = self.keys.lately();
        if let Some(made) = self.made.get(&key)
            && (0..SERVICE_TOKEN_LIFE / 2).contains(&(now - made.at))
            && made.generation == generation
        {
            return Ok(made.token);
        }
        let claims = ServiceClaims {
            iss: ISSUER.into(),
            aud: target.to_owned(),
            exp: now + SERVICE_TOKEN_LIFE,
            iat: now,
            sub: self.role.clone(),
            user: user.cloned(),
        };
        let mut header = Header::new(Algorithm::EdDSA);
        header.typ = Some("service".into());
        let token = jsonwebtoken::encode(&header, &claims, &keys.own).map_err(Error::internal)?;
        self.made.insert(key, Made { token: token.clone(), at: now, generation });
        Ok(token)
    }

    /// Signs a user token. Only the role that has `users.key` can.
    ///
    /// # Errors
    /// `Internal` without that key.
    pub fn user_token(&self, user: Uuid, session: Uuid, now: OffsetDateTime, life: Duration) -> Result<String> {
        let (keys, _) = self.keys.current();
        let Some((kid, key)) = &keys.signer else {
            return Err(Error::internal(anyhow!("{} has no key to sign user tokens", self.role)));
        };
        let iat = now.unix_timestamp();
        let life = i64::try_from(life.as_secs()).unwrap_or(i64::MAX / 2);
        let claims =
            UserClaims { iss: ISSUER.into(), aud: CONSOLE.into(), sub: user, jti: session, iat, exp: iat + life };
        let mut header = Header::new(Algorithm::EdDSA);
        header.kid = Some(kid.clone());
        header.typ = Some("at+jwt".into());
        jsonwebtoken::encode(&header, &claims, key).map_err(Error::internal)
    }

    /// Verifies signature, issuer, audience and dates of either kind of token.
    ///
    /// # Errors
    /// `Unauthenticated`, the same for every defect.
    pub fn verify(&self, token: &str, now: OffsetDateTime) -> Result<Claims> {
        let refused = || Error::Unauthenticated(message!(TOKEN_INVALID));
        if token.len() > 4096 {
            return Err(refused());
        }
        let header = jsonwebtoken::decode_header(token).map_err(|_| refused())?;
        if header.alg != Algorithm::EdDSA {
            return Err(refused());
        }
        let claims = match header.typ.as_deref() {
            Some("at+jwt") => self.verify_user(token, header.kid.as_deref(), now),
            Some("service") => self.verify_service(token, &self.role, now),
            _ => None,
        };
        claims.filter(|claims| claims.expires() > now).ok_or_else(refused)
    }

    /// A statement about a user for every role, signed as this one. It admits nobody to anything.
    ///
    /// # Errors
    /// `Internal` when signing fails.
    pub fn statement(&self, user: &UserRef, now: OffsetDateTime) -> Result<String> {
        self.service_token(EVERYBODY, Some(user), now)
    }

    /// The role that made a statement, and the user it is about; `None` for what is none or is too old.
    #[must_use]
    pub fn verify_statement(&self, token: &str, now: OffsetDateTime) -> Option<(String, Uuid)> {
        if token.len() > 4096 {
            return None;
        }
        match self.verify_service(token, EVERYBODY, now)? {
            Claims::Service { name, user: Some(user), expires } if expires > now => Some((name, user.id)),
            _ => None,
        }
    }

    /// That this user asks from this network address, for every role, signed as this one. It admits nobody to anything.
    ///
    /// # Errors
    /// `Internal` when signing fails.
    pub fn vouch(&self, user: &UserRef, address: &str, now: OffsetDateTime) -> Result<String> {
        self.service_token(&asking_from(address), Some(user), now)
    }

    /// The role that vouches for an address, and whose it is; `None` for what is of another address or too old.
    #[must_use]
    pub fn verify_address(&self, token: &str, address: &str, now: OffsetDateTime) -> Option<(String, Uuid)> {
        if token.len() > 4096 {
            return None;
        }
        match self.verify_service(token, &asking_from(address), now)? {
            Claims::Service { name, user: Some(user), expires } if expires > now => Some((name, user.id)),
            _ => None,
        }
    }

    fn verify_user(&self, token: &str, kid: Option<&str>, now: OffsetDateTime) -> Option<Claims> {
        let (keys, _) = self.keys.current();
        let key = keys.of_users(kid?, now)?;
        let claims = jsonwebtoken::decode::<UserClaims>(token, key, &validation(CONSOLE)).ok()?.claims;
        let expires = OffsetDateTime::from_unix_timestamp(claims.exp).ok()?;
        Some(Claims::User { user: claims.sub, session: claims.jti, expires })
    }

    fn verify_service(&self, token: &str, audience: &str, now: OffsetDateTime) -> Option<Claims> {
        // Whose key to try stands in the token; that it really is theirs is what the signature shows.
        let named = jsonwebtoken::dangerous::insecure_decode::<ServiceClaims>(token).ok()?.claims.sub;
        let (keys, _) = self.keys.current();
        let good = |key| jsonwebtoken::decode::<ServiceClaims>(token, key, &validation(audience)).ok();
        let claims = keys.of_role(&named, now).find_map(good)?.claims;
        let expires = OffsetDateTime::from_unix_timestamp(claims.exp).ok()?;
        Some(Claims::Service { name: claims.sub, user: claims.user, expires })
    }
}

/// Whom a statement about an address is for: no role has such a name.
fn asking_from(address: &str) -> String {
    format!("canopy-from {address}")
}

/// Dates are compared with the injected clock by the caller, so the library's own check is off.
fn validation(audience: &str) -> Validation {
    let mut validation = Validation::new(Algorithm::EdDSA);
    validation.set_audience(&[audience]);
    validation.set_issuer(&[ISSUER]);
    validation.set_required_spec_claims(&["exp", "aud", "iss", "sub"]);
    validation.validate_exp = false;
    validation.validate_nbf = false;
    validation
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::SystemIds;
    use time::macros::datetime;

    const NOW: OffsetDateTime = datetime!(2026-11-21 08:00 UTC);

    fn folder(roles: &[&str]) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("canopy-keys-{}", crate::Ids::uuid(&SystemIds)));
        std::fs::create_dir_all(&folder).unwrap();
        for role in roles {
            let (private, public) = key_pair(&SystemIds).unwrap();
            std::fs::write(folder.join(format!("{role}.key")), private.as_bytes()).unwrap();
            std::fs::write(folder.join(format!("{role}.pub")), public).unwrap();
        }
        folder
    }

    #[test]
    fn a_service_token_is_good_for_its_callee_for_one_minute() {
        let folder = folder(&["tasks", "deployments", "users"]);
        let tasks = Identity::load(&folder, "tasks").unwrap();
        let deployments = Identity::load(&folder, "deployments").unwrap();
        let user = UserRef { id: Uuid::from_u128(5), name: "Ada".into() };
        let token = tasks.service_token("deployments", Some(&user), NOW).unwrap();
        let Claims::Service { name, user: named, .. } = deployments.verify(&token, NOW).unwrap() else {
            panic!("not a service")
        };
        assert_eq!((name.as_str(), named), ("tasks", Some(user)));
        assert!(tasks.verify(&token, NOW).is_err(), "meant for another callee");
        assert!(deployments.verify(&token, NOW + Duration::from_secs(61)).is_err(), "too old");
        let mut forged = token.clone();
        forged.replace_range(token.len() - 4.., "AAAA");
        assert!(deployments.verify(&forged, NOW).is_err());
    }

    #[test]
    fn a_statement_is_for_everybody_and_opens_nothing() {
        let folder = folder(&["bff", "tasks", "users"]);
        let (bff, tasks) = (Identity::load(&folder, "bff").unwrap(), Identity::load(&folder, "tasks").unwrap());
        let user = UserRef { id: Uuid::from_u128(5), name: "Ada".into() };
        let said = bff.statement(&user, NOW).unwrap();
        assert_eq!(tasks.verify_statement(&said, NOW), Some(("bff".to_owned(), user.id)));
        assert!(tasks.verify(&said, NOW).is_err(), "it is no token");
        assert!(tasks.verify_statement(&said, NOW + Duration::from_secs(61)).is_none());
        let token = bff.service_token("tasks", Some(&user), NOW).unwrap();
        assert!(tasks.verify_statement(&token, NOW).is_none(), "a token is no statement");
        assert!(tasks.verify_statement("nonsense", NOW).is_none());
    }

    #[test]
    fn an_address_is_vouched_for_one_user_and_for_a_minute() {
        let folder = folder(&["bff", "tasks", "users"]);
        let (bff, tasks) = (Identity::load(&folder, "bff").unwrap(), Identity::load(&folder, "tasks").unwrap());
        let user = UserRef { id: Uuid::from_u128(5), name: "Ada".into() };
        let said = bff.vouch(&user, "203.0.113.9", NOW).unwrap();
        let other = bff.vouch(&user, "203.0.113.10", NOW).unwrap();
        assert_eq!(tasks.verify_address(&said, "203.0.113.9", NOW), Some(("bff".to_owned(), user.id)));
        assert!(tasks.verify_address(&said, "203.0.113.10", NOW).is_none() && said != other);
        assert!(tasks.verify_address(&said, "203.0.113.9", NOW + Duration::from_secs(61)).is_none());
        assert!(tasks.verify(&said, NOW).is_err(), "it is no token");
        assert!(tasks.verify_statement(&said, NOW).is_none(), "and no other statement");
    }

    #[test]
    fn a_user_token_needs_the_signing_key_and_its_kid() {
        let mine = folder(&["auth", "users"]);
        let other = folder(&["auth", "users"]);
        let auth = Identity::load(&mine, "auth").unwrap();
        let stranger = Identity::load(&other, "auth").unwrap();
        let life = Duration::from_secs(7 * 86_400);
        let token = auth.user_token(Uuid::from_u128(1), Uuid::from_u128(2), NOW, life).unwrap();
        assert!(matches!(auth.verify(&token, NOW), Ok(Claims::User { .. })));
        assert!(stranger.verify(&token, NOW).is_err());
        assert!(auth.verify(&token, NOW + life).is_err(), "ended");
        for bad in ["", "a.b.c", "eyJhbGciOiJub25lIn0.e30."] {
            assert!(auth.verify(bad, NOW).is_err(), "{bad}");
        }
        std::fs::remove_file(mine.join("users.key")).unwrap();
        assert!(Identity::load(&mine, "auth").unwrap().user_token(Uuid::nil(), Uuid::nil(), NOW, life).is_err());
    }

    #[test]
    fn keys_are_rotated_while_tokens_of_the_ones_before_go_on_until_their_end() {
        let folder = folder(&["auth", "tasks", "users"]);
        let (auth, tasks) = (Identity::load(&folder, "auth").unwrap(), Identity::load(&folder, "tasks").unwrap());
        let week = Duration::from_secs(7 * 86_400);
        let user_token = || auth.user_token(Uuid::from_u128(1), Uuid::from_u128(2), NOW, week).unwrap();
        let service_token = || tasks.service_token("auth", None, NOW).unwrap();
        let before = (user_token(), service_token());
        let end = until_text(NOW + Duration::from_secs(86_400));
        for name in ["users", "tasks"] {
            let (private, public) = key_pair(&SystemIds).unwrap();
            assert_eq!(public_of(&private).unwrap(), public);
            let path = |rest: &str| folder.join(format!("{name}.{rest}"));
            std::fs::write(path("next.pub"), &public).unwrap();
            std::fs::rename(path("pub"), path(&format!("{end}.pub"))).unwrap();
            std::fs::write(path("key"), private.as_bytes()).unwrap();
        }
        let mut after = (user_token(), service_token());
        while after.1 == before.1 {
            // what is made once a moment is made of keys that are a moment old
            std::thread::yield_now();
            after.1 = service_token();
        }
        assert!(after.0 != before.0, "the new key signs");
        for token in [&before.0, &before.1, &after.0, &after.1] {
            assert!(auth.verify(token, NOW).is_ok(), "{token}");
        }
        let later = NOW + Duration::from_secs(86_400);
        assert!(auth.verify(&before.0, later).is_err() && auth.verify(&after.0, later).is_ok(), "the time is over");
        std::fs::rename(folder.join(format!("tasks.{end}.pub")), folder.join("tasks.20261120T000000Z.pub")).unwrap();
        assert!(auth.verify(&before.1, NOW).is_err() && auth.verify(&after.1, NOW).is_ok(), "revoked");
    }
}
