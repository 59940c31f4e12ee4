//! Register: an account with role user, for whoever asks, while registration is open. Does not sign in.

use crate::{App, attempt, attempt::AttemptKind, facts, get_setup::registration_is_open, user, user::Person};
use access::Caller;
use kit::{Error, Result, message};
use proto::auth::{RegisterRequest, RegisterResponse};
use zeroize::Zeroizing;

/// An address that is taken is said to be taken; asking about many is limited.
///
/// # Errors
/// `Forbidden` while registration is closed, `Invalid` with fields, `Conflict` with reason `EMAIL_TAKEN`, `RateLimited`.
pub async fn register(app: &App, caller: &Caller, mut request: RegisterRequest) -> Result<RegisterResponse> {
    let password = Zeroizing::new(std::mem::take(&mut request.password));
    let open = registration_is_open(app, &mut *app.cx.db.acquire().await?).await?;
    if !open {
        return Err(Error::forbidden(message!(REGISTRATION_CLOSED)));
    }
    let person = Person::check(&request.email, &password, &request.first_name, &request.last_name)?;
    attempt::admit(app, AttemptKind::Register, None, &crate::address(caller, "")).await?;
    let taken =
        sqlx::query_scalar!(r#"select exists (select 1 from auth.user where email = $1) as "taken!""#, person.email);
    // before the hash, which is dear; the constraint decides
    if taken.fetch_one(&app.cx.db).await? {
        return Err(user::email_taken());
    }
    let hash = app.hasher.hash(&app.hasher.enter(false)?, password, &*app.cx.ids).await?;
    let user = person.into_user(app.cx.ids.uuid(), "user", app.cx.clock.now());
    let mut tx = app.cx.begin().await?;
    user.insert(tx.conn(), &hash).await?;
    let message = message!(UserRegistered, user = user.display_name());
    facts::record(app, &mut tx, &user.origin(caller.origin()), message).await?;
    tx.commit().await?;
    Ok(RegisterResponse { user: Some(user.into()) })
}
