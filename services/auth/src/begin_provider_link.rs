//! BeginProviderLink: where the browser goes so that the caller's account and their identity at the provider become one.

use crate::{App, confirm_password::confirm, provider::ticket::Ticket};
use access::Caller;
use kit::Result;
use proto::auth::{BeginProviderLinkRequest, BeginProviderLinkResponse};
use zeroize::Zeroizing;

/// Asks for the present password, so that nobody at an open console gives themselves a way in. An account without one is
/// linked already.
///
/// # Errors
/// `Forbidden` for services, `Conflict` with reason `OIDC_OFF`, `Invalid` with the field `currentPassword`, `RateLimited`,
/// `Unavailable` with reason `OIDC_UNREACHABLE`.
pub async fn begin_provider_link(
    app: &App,
    caller: &Caller,
    mut request: BeginProviderLinkRequest,
) -> Result<BeginProviderLinkResponse> {
    let password = Zeroizing::new(std::mem::take(&mut request.current_password));
    let (me, provider) = (caller.user()?, app.provider()?);
    let confirmed = confirm(app, me.id, password).await?;
    confirmed.attempt.forgive(&mut *app.cx.db.acquire().await?).await?;
    let (ticket, state) = Ticket::make(app, Some(me.id));
    let url = provider.address(&ticket, &state, app.cx.clock.now()).await?;
    Ok(BeginProviderLinkResponse { url, ticket: ticket.seal(app, &state)? })
}
