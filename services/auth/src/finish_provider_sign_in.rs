//! FinishProviderSignIn: the browser is back from the provider.

use crate::{
    App,
    attempt::{self, AttemptKind},
    provider::{SecondFactor, account, ticket::Ticket},
    second_step, session, two_factor,
};
use access::Caller;
use kit::{Error, Result};
use proto::auth::{FinishProviderSignInRequest, FinishProviderSignInResponse};
use zeroize::Zeroizing;

/// Opens a session of the account that the identity opens; or asks for the account's second factor, where that is set.
///
/// # Errors
/// `Conflict` with the reasons `OIDC_OFF`, `OIDC_OVER`, `OIDC_REFUSED`, `OIDC_TOKEN_INVALID` and `OIDC_EMAIL_TAKEN`;
/// `Forbidden` with the reasons of [`account::of`]; `Unavailable` with reason `OIDC_UNREACHABLE`, `RateLimited`.
pub async fn finish_provider_sign_in(
    app: &App,
    caller: &Caller,
    mut request: FinishProviderSignInRequest,
) -> Result<FinishProviderSignInResponse> {
    let provider = app.provider()?;
    let code = Zeroizing::new(std::mem::take(&mut request.code));
    let address = crate::address(caller, &request.address);
    let attempt = attempt::admit(app, AttemptKind::Provider, None, &address).await?;
    let now = app.cx.clock.now();
    let ticket = Ticket::open(app, &request.ticket, &request.state, None)?;
    let vouched = match provider.redeem(code, &ticket, now).await {
        Err(away @ Error::Unavailable { .. }) => {
            attempt.take_back(app).await?;
            return Err(away);
        }
        told => told?,
    };
    let mut tx = app.cx.begin().await?;
    let user = account::of(app, &mut tx, caller, &vouched).await?;
    attempt.forgive(tx.conn()).await?;
    if provider.second_factor == SecondFactor::Own && two_factor::is_on(tx.conn(), user.id).await? {
        let challenge = second_step::challenge(app, tx.conn(), user.id, true).await?;
        tx.commit().await?;
        return Ok(FinishProviderSignInResponse { signed_in: None, challenge });
    }
    sqlx::query!("update auth.user set last_login = $2 where id = $1", user.id, now).execute(tx.conn()).await?;
    account::tell_sign_in(app, &mut tx, caller, &user).await?;
    let from = session::SessionOrigin { address: &address, user_agent: &request.user_agent };
    let signed_in = session::open(app, &mut tx, user, &from).await?;
    tx.commit().await?;
    Ok(FinishProviderSignInResponse { signed_in: Some(signed_in), challenge: String::new() })
}
