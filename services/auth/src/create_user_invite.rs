//! CreateUserInvite: an administrator invites somebody by their address to have an account.

use crate::{App, facts, invite, invite::Invite, language, user};
use access::Caller;
use kit::{Error, Result, message};
use proto::auth::{CreateUserInviteRequest, CreateUserInviteResponse};
use sqlx::PgConnection;
use uuid::Uuid;

/// Key of the advisory lock that lets one invite through at a time, so that they can be counted ("invite" in ASCII).
const LOCK: i64 = 0x69_6E_76_69_74_65;

/// An invite of the same address that has expired is replaced.
///
/// # Errors
/// `Forbidden`, `Invalid` for what is no address and with the reasons `USER_ALREADY_INVITED` and `USER_EXISTS`, `Conflict` with reason
/// `USER_INVITE_LIMIT`.
pub async fn create_user_invite(
    app: &App,
    caller: &Caller,
    request: CreateUserInviteRequest,
) -> Result<CreateUserInviteResponse> {
    caller.admin()?;
    let me = caller.user()?;
    if request.email.trim().is_empty() {
        return Err(Error::invalid_field("email", message!(REQUIRED, label = message!(Label_Email))));
    }
    let email = kit::email::canonical(&request.email);
    let email = email.ok_or_else(|| Error::invalid_field("email", message!(EMAIL_INVALID)))?;
    let language = language::of_letter(app, None, caller.origin()).await?;
    let (token, handle) = invite::token(&app.cx)?;
    let now = app.cx.clock.now();
    let invite = Invite {
        id: app.cx.ids.uuid(),
        email,
        role: user::role_word(request.role()).unwrap_or("user").to_owned(),
        invited_by: me.name(),
        created_at: now,
        expires_at: now + invite::LIFETIME,
    };
    let mut tx = app.cx.begin().await?;
    check(tx.conn(), &invite).await?;
    insert(tx.conn(), &invite, handle).await?;
    let mailed = app.mailer.queue(&app.cx, &mut tx, &invite.letter(&language, &me.name(), &token)).await?;
    let message = message!(UserInvited, email = &invite.email, role = &invite.role);
    facts::record(app, &mut tx, caller.origin(), message).await?;
    tx.commit().await?;
    app.mailer.wake();
    Ok(CreateUserInviteResponse { invite: Some(invite.into()), token, mailed })
}

async fn check(connection: &mut PgConnection, invite: &Invite) -> Result<()> {
    sqlx::query!("select pg_advisory_xact_lock($1)", LOCK).execute(&mut *connection).await?;
    let exists =
        sqlx::query_scalar!(r#"select exists (select 1 from auth.user where email = $1) as "found!""#, invite.email);
    if exists.fetch_one(&mut *connection).await? {
        return Err(Error::invalid(message!(USER_EXISTS)));
    }
    let others = sqlx::query_scalar!(r#"select count(*) as "n!" from auth.invite where email <> $1"#, invite.email);
    if others.fetch_one(connection).await? >= invite::MOST {
        return Err(Error::conflict(message!(USER_INVITE_LIMIT, most = invite::MOST)));
    }
    Ok(())
}

async fn insert(connection: &mut PgConnection, invite: &Invite, handle: Uuid) -> Result<()> {
    let written = sqlx::query!(
        "insert into auth.invite (id, email, role, handle, invited_by, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict on constraint invite_once do update set id = excluded.id, role = excluded.role,
           handle = excluded.handle, invited_by = excluded.invited_by, created_at = excluded.created_at,
           expires_at = excluded.expires_at
         where auth.invite.expires_at <= $6",
        invite.id,
        invite.email,
        invite.role,
        handle,
        invite.invited_by,
        invite.created_at,
        invite.expires_at
    )
    .execute(connection)
    .await?
    .rows_affected();
    if written == 0 { Err(Error::invalid(message!(USER_ALREADY_INVITED))) } else { Ok(()) }
}
