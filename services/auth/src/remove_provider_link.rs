//! RemoveProviderLink: the provider's identity opens the caller's account no more.

use crate::{App, confirm_password::confirm, facts};
use access::Caller;
use kit::{Error, Result, message};
use proto::auth::{RemoveProviderLinkRequest, RemoveProviderLinkResponse};
use zeroize::Zeroizing;

/// Sessions go on. An account that has no password would be lost by it, and asks for a link to choose one first.
///
/// # Errors
/// `Forbidden` for services, `Conflict` with the reasons `OIDC_OFF`, `OIDC_ONLY_WAY` and `OIDC_NOT_LINKED`, `Invalid` with the
/// field `currentPassword`, `RateLimited`.
pub async fn remove_provider_link(
    app: &App,
    caller: &Caller,
    mut request: RemoveProviderLinkRequest,
) -> Result<RemoveProviderLinkResponse> {
    let password = Zeroizing::new(std::mem::take(&mut request.current_password));
    let (me, provider) = (caller.user()?, app.provider()?);
    let has_password =
        sqlx::query_scalar!(r#"select exists (select 1 from auth.credential where user_id = $1) as "has!""#, me.id);
    if !has_password.fetch_one(&app.cx.db).await? {
        return Err(Error::conflict(message!(OIDC_ONLY_WAY)));
    }
    let confirmed = confirm(app, me.id, password).await?;
    let mut tx = app.cx.begin().await?;
    confirmed.attempt.forgive(tx.conn()).await?;
    let removed =
        sqlx::query!("delete from auth.identity where issuer = $1 and user_id = $2", provider.issuer.as_str(), me.id);
    if removed.execute(tx.conn()).await?.rows_affected() == 0 {
        return Err(Error::conflict(message!(OIDC_NOT_LINKED, provider = &provider.name)));
    }
    let line = message!(ProviderUnlinked, user = me.name(), provider = &provider.name);
    facts::record(app, &mut tx, caller.origin(), line).await?;
    tx.commit().await?;
    Ok(RemoveProviderLinkResponse {})
}
