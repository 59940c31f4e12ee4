//! What the provider says about somebody, checked.

use openidconnect::{
    AccessToken, AccessTokenHash, AdditionalClaims, EmptyExtraTokenFields, EndpointMaybeSet, EndpointNotSet,
    EndpointSet, IdToken, IdTokenClaims, IdTokenFields, LocalizedClaim, Nonce, StandardErrorResponse,
    StandardTokenResponse, UserInfoClaims,
    core::{
        CoreAuthDisplay, CoreAuthPrompt, CoreErrorResponseType, CoreGenderClaim, CoreJsonWebKey,
        CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm, CoreRevocableToken, CoreRevocationErrorResponse,
        CoreTokenIntrospectionResponse, CoreTokenType,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::ops::Deref;

/// Characters of a first or last name at most, as elsewhere.
const LONGEST_NAME: usize = 100;
/// Groups of one person that are looked at. Fixed: beyond that providers send an address instead.
const MOST_GROUPS: usize = 2_000;
/// Signatures that count: such as only the provider can make. `none` and those with a shared secret do not.
const SIGNATURES: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// Claims that OpenID Connect has no name for, groups among them. They are about a person: not to be printed.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Claims(Map<String, Value>);

impl std::fmt::Debug for Claims {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Claims([redacted])")
    }
}

impl AdditionalClaims for Claims {}

type Fields = IdTokenFields<
    Claims,
    EmptyExtraTokenFields,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJwsSigningAlgorithm,
>;
type Token = IdToken<Claims, CoreGenderClaim, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm>;

/// The client at the provider, with our claims and its endpoints.
pub type Client = openidconnect::Client<
    Claims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    Refusal,
    StandardTokenResponse<Fields, CoreTokenType>,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// What the provider answers when it refuses.
pub type Refusal = StandardErrorResponse<CoreErrorResponseType>;

/// The claims of an ID token whose signature, issuer, audience, time, nonce and access token are right.
///
/// # Errors
/// What is not right, without anything of the token.
pub fn read<'a>(
    client: &Client,
    token: &'a Token,
    access: &AccessToken,
    nonce: &Nonce,
) -> Result<&'a IdTokenClaims<Claims, CoreGenderClaim>, String> {
    let verifier = client.id_token_verifier().set_allowed_algs(SIGNATURES);
    let claims = token.claims(&verifier, nonce).map_err(|error| error.to_string())?;
    if let Some(expected) = claims.access_token_hash() {
        let (algorithm, key) = (token.signing_alg(), token.signing_key(&verifier));
        let (algorithm, key) = (algorithm.map_err(|e| e.to_string())?, key.map_err(|e| e.to_string())?);
        let actual = AccessTokenHash::from_token(access, algorithm, key).map_err(|error| error.to_string())?;
        if actual != *expected {
            return Err("its access token is another one".to_owned());
        }
    }
    Ok(claims)
}

/// Somebody whom the provider vouches for. What is about the person is not to be printed.
pub struct Vouched {
    /// Who it is, for ever.
    pub subject: String,
    /// In its canonical form; `None` when the provider tells none that is one.
    pub email: Option<String>,
    /// The provider has made sure that it is theirs.
    pub verified: bool,
    /// May be empty.
    pub first_name: String,
    /// May be empty.
    pub last_name: String,
    /// `None` when the provider tells none.
    groups: Option<Vec<String>>,
}

/// The first of a claim that may be there in several languages.
fn first<T: Deref<Target = String>>(claim: Option<&LocalizedClaim<T>>) -> String {
    let value = claim.and_then(|claim| claim.get(None).or_else(|| claim.iter().next().map(|(_, value)| value)));
    value.map(|value| value.deref().clone()).unwrap_or_default()
}

/// As one may be typed here: without what hides, and not too long.
fn name(text: &str) -> String {
    kit::text::cut(
        &kit::text::cleaned(&text.chars().filter(|c| !kit::text::is_hidden(*c)).collect::<String>()),
        LONGEST_NAME,
    )
}

fn groups(claims: &Claims, claim: &str) -> Option<Vec<String>> {
    match claims.0.get(claim)? {
        Value::String(one) => Some(vec![one.clone()]),
        Value::Array(all) => {
            Some(all.iter().filter_map(|group| group.as_str().map(str::to_owned)).take(MOST_GROUPS).collect())
        }
        _ => None,
    }
}

impl Vouched {
    /// What an ID token says.
    #[must_use]
    pub fn of(claims: &IdTokenClaims<Claims, CoreGenderClaim>, groups_claim: &str) -> Self {
        let (mut first_name, mut last_name) = (first(claims.given_name()), first(claims.family_name()));
        if first_name.is_empty() && last_name.is_empty() {
            let whole = first(claims.name());
            (first_name, last_name) = match whole.split_once(' ') {
                Some((first, last)) => (first.to_owned(), last.to_owned()),
                None => (whole, String::new()),
            };
        }
        Self {
            subject: claims.subject().to_string(),
            email: claims.email().and_then(|email| kit::email::canonical(email)),
            verified: claims.email_verified().unwrap_or(false),
            first_name: name(&first_name),
            last_name: name(&last_name),
            groups: groups(claims.additional_claims(), groups_claim),
        }
    }

    /// Whether the ID token left something out that may stand elsewhere.
    #[must_use]
    pub fn lacks(&self, groups: bool) -> bool {
        self.email.is_none() || (groups && self.groups.is_none())
    }

    /// What it left out.
    pub fn add(&mut self, told: &UserInfoClaims<Claims, CoreGenderClaim>, groups_claim: &str) {
        if self.email.is_none() {
            self.email = told.email().and_then(|email| kit::email::canonical(email));
            self.verified = told.email_verified().unwrap_or(false);
        }
        if self.first_name.is_empty() && self.last_name.is_empty() {
            self.first_name = name(&first(told.given_name()));
            self.last_name = name(&first(told.family_name()));
        }
        if self.groups.is_none() {
            self.groups = groups(told.additional_claims(), groups_claim);
        }
    }

    /// Groups; none when the provider tells none.
    #[must_use]
    pub fn groups(&self) -> &[String] {
        self.groups.as_deref().unwrap_or_default()
    }
}
