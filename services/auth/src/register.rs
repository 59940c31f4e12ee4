//! Register: an account with role user, for whoever asks while registration is open, and for whoever is invited into a team;
//! with the role of the invite for whoever is invited to have one.
//! Does not sign in.

use crate::{
    App, attempt, attempt::AttemptKind, facts, get_setup::registration_is_open, invite, invited, user, user::Person,
};
use access::Caller;
use kit::{Error, Result, message};
use proto::auth::{RegisterRequest, RegisterResponse};
use zeroize::Zeroizing;

/// An address that is taken is said to be taken; asking about many is limited. An invite is good for its own address alone;
/// one into a team stays open, as it is accepted after signing in.
///
/// # Errors
/// `Forbidden` while registration is closed, `Invalid` with fields, `Conflict` with reason `EMAIL_TAKEN`, `RateLimited`;
/// with an invite also `Conflict` with reason `INVITE_OVER` and `Forbidden` with reason `INVITE_OTHER_ADDRESS`.
pub async fn register(app: &App, caller: &Caller, mut request: RegisterRequest) -> Result<RegisterResponse> {
    let password = Zeroizing::new(std::mem::take(&mut request.password));
    let invite = Zeroizing::new(std::mem::take(&mut request.invite));
    let open = registration_is_open(app, &mut *app.cx.db.acquire().await?).await?;
    if !open && invite.is_empty() {
        return Err(Error::forbidden(message!(REGISTRATION_CLOSED)));
    }
    let person = Person::check(&request.email, &password, &request.first_name, &request.last_name)?;
    attempt::admit(app, AttemptKind::Register, None, &crate::address(caller, "")).await?;
    let invited = if invite.is_empty() { None } else { Some(invited::find(app, caller.origin(), &invite).await?) };
    if let Some(invited) = &invited
        && invited.email != person.email
    {
        return Err(Error::forbidden(message!(INVITE_OTHER_ADDRESS, email = &invited.email)));
    }
    let taken =
        sqlx::query_scalar!(r#"select exists (select 1 from auth.user where email = $1) as "taken!""#, person.email);
    // before the hash, which is dear; the constraint decides
    if taken.fetch_one(&app.cx.db).await? {
        return Err(user::email_taken());
    }
    let hash = app.hasher.hash(&app.hasher.enter(false)?, password, &*app.cx.ids).await?;
    let role = invited.as_ref().map_or("user", |invited| &invited.role);
    let user = person.into_user(app.cx.ids.uuid(), role, app.cx.clock.now());
    let mut tx = app.cx.begin().await?;
    if invited.is_some_and(|invited| invited.own) {
        // the role is what the invite says now; it may have been cancelled meanwhile
        invite::take(tx.conn(), &invite, &user).await?;
    }
    user.insert(tx.conn(), &hash).await?;
    // whoever has an account needs no invite
    invite::forget(tx.conn(), &user.email).await?;
    let message = message!(UserRegistered, user = user.display_name());
    facts::record(app, &mut tx, &user.origin(caller.origin()), message).await?;
    tx.commit().await?;
    Ok(RegisterResponse { user: Some(user.into()) })
}
