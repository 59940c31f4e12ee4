//! Signing in with an OpenID Connect provider: the authorization code flow with PKCE, `state` and `nonce`. What the provider
//! says is believed when its signature, issuer, audience, time and nonce are right; who that is here, `account.rs` decides.

pub mod account;
mod claims;
mod http;
mod settings;
pub mod ticket;

pub use claims::Vouched;
pub use settings::{Accounts, Link, Mapped, ProviderOptions, Roles, SecondFactor};

use anyhow::{anyhow, ensure};
use claims::{Claims, Client, Refusal};
use http::{Http, HttpError, causes};
use kit::{Error, Result, message};
use openidconnect::{
    AuthorizationCode, ClientId, ClientSecret, CsrfToken, DiscoveryError, IssuerUrl, Nonce, OAuth2TokenResponse as _,
    PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, RequestTokenError, Scope, TokenResponse as _, UserInfoError,
    core::{CoreAuthenticationFlow, CoreGenderClaim, CoreProviderMetadata},
};
use secrecy::ExposeSecret as _;
use std::{sync::Arc, time::Duration};
use ticket::Ticket;
use time::OffsetDateTime;
use tokio::sync::Mutex;
use zeroize::Zeroizing;

/// How long each answer of the provider may take. Fixed: several fit into the time that a browser waits for us.
const PATIENCE: Duration = Duration::from_secs(4);
/// For how long what the provider publishes about itself is believed. Fixed: endpoints hardly change, keys are asked for
/// anew when one is not known.
const FRESH: time::Duration = time::Duration::minutes(10);
/// How often an unknown key makes us ask anew. Fixed: so that made up tokens do not make us flood the provider.
const PAUSE: time::Duration = time::Duration::seconds(20);
/// Characters of a code at most. Fixed: the largest known ones have 2,000.
const LONGEST: usize = 8_000;

/// The provider as it is set, and what it has published about itself.
pub struct Provider {
    /// How people know it.
    pub name: String,
    /// As it names itself.
    pub issuer: IssuerUrl,
    /// Who gets an account.
    pub accounts: Accounts,
    /// Whether an account is found by a verified address.
    pub link: Link,
    /// Whose second factor counts.
    pub second_factor: SecondFactor,
    /// Roles by group.
    pub roles: Roles,
    client_id: ClientId,
    secret: Option<ClientSecret>,
    redirect: RedirectUrl,
    scopes: Vec<Scope>,
    groups_claim: String,
    http: Http,
    known: Mutex<Option<(OffsetDateTime, Arc<Client>)>>,
}

impl Provider {
    /// `None` where none is set. `public_url` is where people reach the console.
    ///
    /// # Errors
    /// A sentence when something is missing or cannot be read.
    pub fn of(options: &ProviderOptions, public_url: &str) -> anyhow::Result<Option<Self>> {
        if options.oidc_issuer.trim().is_empty() {
            return Ok(None);
        }
        let issuer = options.issuer()?;
        ensure!(
            !options.oidc_client_id.trim().is_empty(),
            "CANOPY_OIDC_CLIENT_ID is missing beside CANOPY_OIDC_ISSUER"
        );
        let public_url = public_url.trim().trim_end_matches('/');
        ensure!(
            public_url.starts_with("https://") || public_url.starts_with("http://"),
            "CANOPY_PUBLIC_URL must say where people reach the console: the provider sends them back there"
        );
        let name = match options.oidc_name.trim() {
            "" => issuer.host_str().unwrap_or_default(),
            name => name,
        };
        let secret = Some(options.oidc_client_secret.expose_secret().trim()).filter(|secret| !secret.is_empty());
        Ok(Some(Self {
            name: kit::text::cleaned(name),
            issuer: IssuerUrl::new(options.oidc_issuer.trim().to_owned())?,
            accounts: options.oidc_accounts,
            link: options.oidc_link,
            second_factor: options.oidc_second_factor,
            roles: options.roles()?,
            client_id: ClientId::new(options.oidc_client_id.trim().to_owned()),
            secret: secret.map(|secret| ClientSecret::new(secret.to_owned())),
            redirect: RedirectUrl::new(format!("{public_url}/login/callback"))?,
            scopes: options.oidc_scopes.split_whitespace().map(|scope| Scope::new(scope.to_owned())).collect(),
            groups_claim: options.oidc_groups_claim.trim().to_owned(),
            http: Http::new(&issuer, options.authority()?, PATIENCE)?,
            known: Mutex::default(),
        }))
    }

    /// Where the browser goes.
    ///
    /// # Errors
    /// `Unavailable` with reason `OIDC_UNREACHABLE`.
    pub async fn address(&self, ticket: &Ticket, state: &str, now: OffsetDateTime) -> Result<String> {
        let client = self.client(now, FRESH).await?;
        let challenge = PkceCodeChallenge::from_code_verifier_sha256(&PkceCodeVerifier::new(ticket.verifier.clone()));
        let (state, nonce) = (CsrfToken::new(state.to_owned()), Nonce::new(ticket.nonce.clone()));
        let (url, _, _) = client
            .authorize_url(CoreAuthenticationFlow::AuthorizationCode, move || state, move || nonce)
            .add_scopes(self.scopes.iter().cloned())
            .set_pkce_challenge(challenge)
            .url();
        if !self.http.is_fitting(&url) {
            return Err(self.unreachable(anyhow!(HttpError::Insecure)));
        }
        Ok(url.into())
    }

    /// Whom the provider vouches for with this code.
    ///
    /// # Errors
    /// `Unavailable` with reason `OIDC_UNREACHABLE`; `Conflict` with the reasons `OIDC_OVER` (the code is worth nothing),
    /// `OIDC_REFUSED` and `OIDC_TOKEN_INVALID`.
    pub async fn redeem(&self, code: Zeroizing<String>, ticket: &Ticket, now: OffsetDateTime) -> Result<Vouched> {
        if code.is_empty() || code.len() > LONGEST {
            return Err(Error::conflict(message!(OIDC_OVER)));
        }
        let client = self.client(now, FRESH).await?;
        let tokens = client
            .exchange_code(AuthorizationCode::new(code.to_string()))
            .map_err(|error| self.unreachable(anyhow!("{error}")))?
            .set_pkce_verifier(PkceCodeVerifier::new(ticket.verifier.clone()))
            .request_async(&self.http)
            .await
            .map_err(|error| self.refused(error))?;
        let id_token = tokens.id_token().ok_or_else(|| self.invalid("there is no ID token"))?;
        let nonce = Nonce::new(ticket.nonce.clone());
        let read = |client: &Client| claims::read(client, id_token, tokens.access_token(), &nonce);
        let claims = match read(&client) {
            // a key that is not known may be a new one
            Err(_) => read(&*self.client(now, PAUSE).await?).map_err(|reason| self.invalid(&reason))?,
            Ok(claims) => claims,
        };
        let mut vouched = Vouched::of(claims, &self.groups_claim);
        if vouched.lacks(self.roles.are_given()) && client.user_info_url().is_some() {
            let asked = client.user_info(tokens.access_token().clone(), Some(claims.subject().clone()));
            let asked = asked.map_err(|error| self.unreachable(anyhow!("{error}")))?;
            let told = asked.request_async::<Claims, _, CoreGenderClaim>(&self.http).await;
            vouched.add(&told.map_err(|error| self.unheard(error))?, &self.groups_claim);
        }
        Ok(vouched)
    }

    /// With what the provider published at most `age` ago.
    async fn client(&self, now: OffsetDateTime, age: time::Duration) -> Result<Arc<Client>> {
        let mut known = self.known.lock().await;
        if let Some((at, client)) = &*known
            && now - *at < age
        {
            return Ok(client.clone());
        }
        let metadata = CoreProviderMetadata::discover_async(self.issuer.clone(), &self.http).await;
        let metadata = metadata.map_err(|error| self.unreachable(discovery(error)))?;
        let client = Client::from_provider_metadata(metadata, self.client_id.clone(), self.secret.clone());
        let client = Arc::new(client.set_redirect_uri(self.redirect.clone()));
        *known = Some((now, client.clone()));
        Ok(client)
    }

    fn unreachable(&self, cause: anyhow::Error) -> Error {
        Error::unavailable(message!(OIDC_UNREACHABLE, provider = &self.name), cause)
    }

    fn invalid(&self, reason: &str) -> Error {
        tracing::warn!(provider = self.name, reason, "the provider's ID token was refused");
        Error::conflict(message!(OIDC_TOKEN_INVALID, provider = &self.name))
    }

    /// What the provider says to a code; nothing of what it sent is kept, for it may be tokens.
    fn refused(&self, error: RequestTokenError<HttpError, Refusal>) -> Error {
        match error {
            RequestTokenError::ServerResponse(said) if said.error().as_ref() == "invalid_grant" => {
                Error::conflict(message!(OIDC_OVER))
            }
            RequestTokenError::ServerResponse(said) => {
                let code = kit::text::cut(said.error().as_ref(), 60);
                tracing::warn!(provider = self.name, code, "the provider refused to tell who signs in");
                Error::conflict(message!(OIDC_REFUSED, provider = &self.name, code = code))
            }
            RequestTokenError::Request(error) => self.unreachable(anyhow!(error)),
            RequestTokenError::Parse(..) | RequestTokenError::Other(_) => {
                self.unreachable(anyhow!(HttpError::Unreadable))
            }
        }
    }

    fn unheard(&self, error: UserInfoError<HttpError>) -> Error {
        match error {
            UserInfoError::Request(error) => self.unreachable(anyhow!(error)),
            UserInfoError::ClaimsVerification(error) => self.invalid(&error.to_string()),
            UserInfoError::Response(status, ..) => self.unreachable(anyhow!("user info: {status}")),
            _ => self.unreachable(anyhow!(HttpError::Unreadable)),
        }
    }
}

/// Without what the provider sent.
fn discovery(error: DiscoveryError<HttpError>) -> anyhow::Error {
    match error {
        DiscoveryError::Request(error) => anyhow!(error),
        DiscoveryError::Response(status, ..) => anyhow!("discovery: {status}"),
        other => anyhow!("discovery: {}", causes(&other)),
    }
}
