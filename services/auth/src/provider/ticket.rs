//! What a browser keeps while it is at the provider. It is sealed, so nothing has to be kept here, and it belongs to the
//! `state` that the provider sends back: neither is worth anything without the other.

use crate::App;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use kit::{Error, Result, message, seal::SealContext};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;
use zeroize::{Zeroize as _, Zeroizing};

/// For how long people may be at the provider. Fixed: long enough to find a telephone.
const LIFETIME: Duration = Duration::minutes(10);
/// Characters of a ticket and of a state at most. Fixed: ours are far shorter.
const LONGEST: usize = 2_000;

/// What is sealed. It cannot be printed.
#[derive(Serialize, Deserialize)]
pub struct Ticket {
    /// What the ID token must have in it.
    pub nonce: String,
    /// What the challenge in the address was made of (PKCE).
    pub verifier: String,
    /// Whose account is to be linked; `None` for a sign-in.
    pub user: Option<Uuid>,
    /// Unix seconds.
    expires_at: i64,
}

impl Ticket {
    /// A fresh one and the state that it belongs to.
    #[must_use]
    pub fn make(app: &App, user: Option<Uuid>) -> (Self, String) {
        let ids = &app.cx.ids;
        let expires_at = (app.cx.clock.now() + LIFETIME).unix_timestamp();
        (Self { nonce: ids.token(), verifier: ids.token(), user, expires_at }, ids.token())
    }

    /// As the browser keeps it.
    ///
    /// # Errors
    /// `Internal` when it cannot be written.
    pub fn seal(&self, app: &App, state: &str) -> Result<String> {
        let text = Zeroizing::new(serde_json::to_vec(self).map_err(Error::internal)?);
        Ok(URL_SAFE_NO_PAD.encode(app.cx.keyring.seal(&place(state), &text)))
    }

    /// What the browser has kept, if it is of this state, in time, and for this purpose.
    ///
    /// # Errors
    /// `Conflict` with reason `OIDC_OVER` for everything else.
    pub fn open(app: &App, sealed: &str, state: &str, user: Option<Uuid>) -> Result<Self> {
        let over = || Error::conflict(message!(OIDC_OVER));
        if sealed.len() > LONGEST || state.len() > LONGEST {
            return Err(over());
        }
        let bytes = URL_SAFE_NO_PAD.decode(sealed).map_err(|_| over())?;
        let text = app.cx.keyring.open(&place(state), &bytes).map_err(|_| over())?;
        let ticket: Self = serde_json::from_slice(&text).map_err(|_| over())?;
        let expires_at = OffsetDateTime::from_unix_timestamp(ticket.expires_at).map_err(|_| over())?;
        if ticket.user != user || expires_at <= app.cx.clock.now() {
            return Err(over());
        }
        Ok(ticket)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.nonce.zeroize();
        self.verifier.zeroize();
    }
}

/// A ticket of another state cannot be opened.
fn place(state: &str) -> SealContext<'static> {
    let row = Sha256::digest(state).first_chunk().map_or(Uuid::nil(), |half| Uuid::from_bytes(*half));
    SealContext { table: "provider", column: "ticket", row, team: None, version: 1 }
}
