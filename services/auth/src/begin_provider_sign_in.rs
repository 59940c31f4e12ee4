//! BeginProviderSignIn: where the browser goes to sign in.

use crate::{App, provider::ticket::Ticket};
use kit::Result;
use proto::auth::{BeginProviderSignInRequest, BeginProviderSignInResponse};

/// Nothing is kept here until the browser is back.
///
/// # Errors
/// `Conflict` with reason `OIDC_OFF`, `Unavailable` with reason `OIDC_UNREACHABLE`.
pub async fn begin_provider_sign_in(app: &App, _: BeginProviderSignInRequest) -> Result<BeginProviderSignInResponse> {
    let provider = app.provider()?;
    let (ticket, state) = Ticket::make(app, None);
    let url = provider.address(&ticket, &state, app.cx.clock.now()).await?;
    Ok(BeginProviderSignInResponse { url, ticket: ticket.seal(app, &state)? })
}
