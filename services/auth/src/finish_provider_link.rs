//! FinishProviderLink: the browser is back from the provider, signed in here.

use crate::{
    App, facts,
    provider::{Mapped, account, ticket::Ticket},
};
use access::Caller;
use kit::{Error, Result, message};
use proto::auth::{FinishProviderLinkRequest, FinishProviderLinkResponse};
use zeroize::Zeroizing;

/// The ticket is of the account that is signed in, so that nobody makes somebody else link an identity that is not theirs.
///
/// # Errors
/// `Forbidden` for services and with reason `OIDC_NOT_ALLOWED`; `Conflict` with the reasons `OIDC_OFF`, `OIDC_OVER`,
/// `OIDC_REFUSED`, `OIDC_TOKEN_INVALID` and `OIDC_LINKED_ELSEWHERE`; `Unavailable` with reason `OIDC_UNREACHABLE`.
pub async fn finish_provider_link(
    app: &App,
    caller: &Caller,
    mut request: FinishProviderLinkRequest,
) -> Result<FinishProviderLinkResponse> {
    let code = Zeroizing::new(std::mem::take(&mut request.code));
    let (me, provider) = (caller.user()?, app.provider()?);
    let ticket = Ticket::open(app, &request.ticket, &request.state, Some(me.id))?;
    let vouched = provider.redeem(code, &ticket, app.cx.clock.now()).await?;
    if provider.roles.of(vouched.groups()) == Mapped::Outside {
        return Err(Error::forbidden(message!(OIDC_NOT_ALLOWED, provider = &provider.name)));
    }
    let mut tx = app.cx.begin().await?;
    account::link(app, tx.conn(), me.id, &vouched.subject).await?;
    let line = message!(ProviderLinked, user = me.name(), provider = &provider.name);
    facts::record(app, &mut tx, caller.origin(), line).await?;
    tx.commit().await?;
    Ok(FinishProviderLinkResponse {})
}
