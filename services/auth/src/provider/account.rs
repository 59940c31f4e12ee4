//! Whose account an identity at the provider opens.
//!
//! An identity is the provider's subject, never an address: addresses change hands. An account that is there already is opened
//! by it only after its owner has said so, signed in to it; or, where the operator wants that, by an address that the provider
//! has verified. Then whoever made the account with that address need not be its owner, so all they have to get in with ends.

use super::{Accounts, Link, Mapped, Provider, Vouched};
use crate::{
    App, administrator, api_token, facts, get_setup::has_admin, invite, reset, session, two_factor, user::User,
};
use access::Caller;
use history::Changes;
use kit::{Error, Result, Tx, message};
use sqlx::PgConnection;
use uuid::Uuid;

/// The account of whoever the provider vouches for, with its role as the provider gives it, locked until the transaction ends.
///
/// # Errors
/// `Forbidden` with the reasons `OIDC_NOT_ALLOWED`, `OIDC_INACTIVE`, `OIDC_NO_ACCOUNT`, `OIDC_EMAIL_MISSING` and
/// `OIDC_EMAIL_UNVERIFIED`; `Conflict` with reason `OIDC_EMAIL_TAKEN`.
pub async fn of(app: &App, tx: &mut Tx, caller: &Caller, vouched: &Vouched) -> Result<User> {
    let provider = app.provider()?;
    let mapped = provider.roles.of(vouched.groups());
    if mapped == Mapped::Outside {
        return Err(Error::forbidden(message!(OIDC_NOT_ALLOWED, provider = &provider.name)));
    }
    if mapped != Mapped::Nothing {
        // before any account is locked
        administrator::turn(tx.conn()).await?;
    }
    let user = match known(app, tx.conn(), provider, &vouched.subject).await? {
        Some(user) => user,
        None => new(app, tx, caller, vouched, mapped).await?,
    };
    if user.status != "active" {
        return Err(Error::forbidden(message!(OIDC_INACTIVE)));
    }
    with_role(app, tx, caller, user, mapped).await
}

/// Whose identity it is.
async fn known(app: &App, connection: &mut PgConnection, provider: &Provider, subject: &str) -> Result<Option<User>> {
    let used = sqlx::query_scalar!(
        "update auth.identity set used_at = $3 where issuer = $1 and subject = $2 returning user_id",
        provider.issuer.as_str(),
        subject,
        app.cx.clock.now()
    )
    .fetch_optional(&mut *connection)
    .await?;
    match used {
        Some(id) => locked(connection, id).await,
        None => Ok(None),
    }
}

async fn locked(connection: &mut PgConnection, id: Uuid) -> Result<Option<User>> {
    let user = sqlx::query_as!(
        User,
        "select id, email, first_name, last_name, role, status, last_login, created_at from auth.user
         where id = $1 for update",
        id
    );
    Ok(user.fetch_optional(connection).await?)
}

/// An identity that nobody has here yet: of an account with its address, or of one that is made now.
async fn new(app: &App, tx: &mut Tx, caller: &Caller, vouched: &Vouched, mapped: Mapped) -> Result<User> {
    let provider = app.provider()?;
    let name = &provider.name;
    let Some(email) = &vouched.email else {
        return Err(Error::forbidden(message!(OIDC_EMAIL_MISSING, provider = name)));
    };
    if !vouched.verified {
        return Err(Error::forbidden(message!(OIDC_EMAIL_UNVERIFIED, provider = name, email = email)));
    }
    let there = sqlx::query_as!(
        User,
        "select id, email, first_name, last_name, role, status, last_login, created_at from auth.user
         where email = $1 for update",
        email
    );
    match there.fetch_optional(tx.conn()).await? {
        Some(user) => by_address(app, tx, caller, user, vouched).await,
        None => made(app, tx, caller, vouched, email, mapped).await,
    }
}

/// An account with the address that the provider has verified.
async fn by_address(app: &App, tx: &mut Tx, caller: &Caller, user: User, vouched: &Vouched) -> Result<User> {
    let provider = app.provider()?;
    let taken = || Error::conflict(message!(OIDC_EMAIL_TAKEN, provider = &provider.name, email = &user.email));
    // Whoever has rights over others' things, or a second factor, decides themselves, signed in.
    if provider.link != Link::VerifiedEmail
        || user.role != "user"
        || two_factor::is_on(tx.conn(), user.id).await?
        || is_linked(tx.conn(), provider, user.id).await?
    {
        return Err(taken());
    }
    if user.status != "active" {
        return Ok(user);
    }
    sqlx::query!("delete from auth.credential where user_id = $1", user.id).execute(tx.conn()).await?;
    session::end_all(app, tx.conn(), user.id, None).await?;
    api_token::revoke_all(tx.conn(), user.id).await?;
    reset::forget(tx.conn(), user.id).await?;
    // one that was only begun
    two_factor::remove(tx.conn(), user.id).await?;
    link(app, tx.conn(), user.id, &vouched.subject).await?;
    let line = message!(ProviderLinkedByAddress, user = user.display_name(), provider = &provider.name);
    facts::record(app, tx, &user.origin(caller.origin()), line).await?;
    Ok(user)
}

/// An account for whoever may have one.
async fn made(app: &App, tx: &mut Tx, caller: &Caller, vouched: &Vouched, email: &str, mapped: Mapped) -> Result<User> {
    let provider = app.provider()?;
    let now = app.cx.clock.now();
    let invited =
        sqlx::query_scalar!("select role from auth.invite where email = $1 and expires_at > $2 for update", email, now);
    let invited = invited.fetch_optional(tx.conn()).await?;
    let allowed = match provider.accounts {
        Accounts::Never => false,
        Accounts::Invited => invited.is_some(),
        Accounts::Always => true,
    };
    // The first administrator comes by the set-up link, whatever the provider says.
    if !allowed || !has_admin(tx.conn()).await? {
        return Err(Error::forbidden(message!(OIDC_NO_ACCOUNT, email = email)));
    }
    let role = match mapped {
        Mapped::Role(role) => role.to_owned(),
        Mapped::Nothing | Mapped::Outside => invited.unwrap_or_else(|| "user".to_owned()),
    };
    let user = User {
        id: app.cx.ids.uuid(),
        email: email.to_owned(),
        first_name: vouched.first_name.clone(),
        last_name: vouched.last_name.clone(),
        role,
        status: "active".to_owned(),
        last_login: None,
        created_at: now,
    };
    user.insert_without_password(tx.conn()).await?;
    // whoever has an account needs no invite
    invite::forget(tx.conn(), email).await?;
    link(app, tx.conn(), user.id, &vouched.subject).await?;
    let line = message!(ProviderRegistered, user = user.display_name(), provider = &provider.name);
    facts::record(app, tx, &user.origin(caller.origin()), line).await?;
    Ok(user)
}

/// The role that the groups give; the last administrator stays one.
async fn with_role(app: &App, tx: &mut Tx, caller: &Caller, user: User, mapped: Mapped) -> Result<User> {
    let provider = app.provider()?;
    let role = match mapped {
        Mapped::Role(role) if role != user.role => role,
        _ => return Ok(user),
    };
    if administrator::is_one(&user) {
        match administrator::require_another(tx.conn(), user.id).await {
            Err(Error::Conflict(_)) => {
                tracing::warn!(user = %user.id, "the only administrator keeps the role that the provider takes away");
                return Ok(user);
            }
            other => other?,
        }
    }
    sqlx::query!("update auth.user set role = $2 where id = $1", user.id, role).execute(tx.conn()).await?;
    let line = message!(
        ProviderRoleChanged,
        user = user.display_name(),
        before = &user.role,
        after = role,
        provider = &provider.name
    );
    let changes = Changes::new().field("role", &user.role, role);
    facts::record_changes(app, tx, &user.origin(caller.origin()), line, changes).await?;
    Ok(User { role: role.to_owned(), ..user })
}

/// Whether an identity at the provider opens this account.
///
/// # Errors
/// Those of the database.
pub async fn is_linked(connection: &mut PgConnection, provider: &Provider, user: Uuid) -> Result<bool> {
    let linked = sqlx::query_scalar!(
        r#"select exists (select 1 from auth.identity where issuer = $1 and user_id = $2) as "linked!""#,
        provider.issuer.as_str(),
        user
    );
    Ok(linked.fetch_one(connection).await?)
}

/// From now on this identity opens this account.
///
/// # Errors
/// `Conflict` with reason `OIDC_LINKED_ELSEWHERE` when it opens another one, or another identity opens this one.
pub async fn link(app: &App, connection: &mut PgConnection, user: Uuid, subject: &str) -> Result<()> {
    let provider = app.provider()?;
    let linked = sqlx::query!(
        "insert into auth.identity (issuer, subject, user_id, created_at, used_at) values ($1, $2, $3, $4, $4)
         on conflict do nothing",
        provider.issuer.as_str(),
        subject,
        user,
        app.cx.clock.now()
    );
    match linked.execute(connection).await?.rows_affected() {
        0 => Err(Error::conflict(message!(OIDC_LINKED_ELSEWHERE, provider = &provider.name))),
        _ => Ok(()),
    }
}

/// The history says that somebody signed in with the provider.
///
/// # Errors
/// Those of the database.
pub async fn tell_sign_in(app: &App, tx: &mut Tx, caller: &Caller, user: &User) -> Result<()> {
    let provider = app.provider.as_ref().map(|provider| provider.name.clone()).unwrap_or_default();
    let line = message!(ProviderSignedIn, user = user.display_name(), provider = provider);
    facts::record(app, tx, &user.origin(caller.origin()), line).await
}
