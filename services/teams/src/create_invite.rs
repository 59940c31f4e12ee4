//! CreateInvite: somebody is invited by their address, whether they have an account or not. Team admins, the owner and
//! admins may.

use crate::{App, facts, get, invite, invite::Invite, people::People, team::Team};
use access::Caller;
use kit::{Error, Result, message};
use proto::teams::{CreateInviteRequest, CreateInviteResponse, MemberRole};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// An invite of the same address that has expired is replaced.
///
/// # Errors
/// `NotFound` for a foreign team, `Forbidden` for plain members, `Invalid` for what is no address and with reason
/// `ALREADY_INVITED`, `Conflict` with reason `ALREADY_MEMBER` or `INVITE_LIMIT`, `RateLimited` where mail is sent.
pub async fn create_invite(app: &App, caller: &Caller, request: CreateInviteRequest) -> Result<CreateInviteResponse> {
    let id = kit::ids::parse_as(&request.team_id, "Team")?;
    get::find(app, &caller.read(id, "Team")?).await?;
    let managed = caller.manage(id, "Team")?;
    let email = address(&request.email)?;
    let role = if request.role() == MemberRole::Admin { "admin" } else { "member" };
    if People::of_team(app, caller.origin(), managed.team()).await?.has_address(&email) {
        return Err(Error::conflict(message!(ALREADY_MEMBER)));
    }
    let language = invite::language(app, caller, &email).await?;
    let (token, handle) = invite::token(&*app.cx.ids)?;
    let now = app.cx.clock.now();
    let mut tx = app.cx.begin().await?;
    let team = Team::touch(tx.conn(), managed.team(), now).await?;
    check_limit(tx.conn(), team.id, &email).await?;
    let invite = Invite {
        id: app.cx.ids.uuid(),
        team_id: team.id,
        email,
        role: role.to_owned(),
        expires_at: now + invite::LIFETIME,
    };
    insert(tx.conn(), &invite, handle, now).await?;
    let mailed = invite::write(app, caller, &mut tx, (&team, &invite), (language.as_deref(), &token)).await?;
    let message = message!(MemberInvited, role = role, email = &invite.email, team = &team.name);
    facts::record(app, &mut tx, caller.origin(), &team, message).await?;
    tx.commit().await?;
    app.mailer.wake();
    Ok(CreateInviteResponse { invite: Some(invite.into()), token, mailed })
}

fn address(typed: &str) -> Result<String> {
    if typed.trim().is_empty() {
        return Err(Error::invalid_field("email", message!(REQUIRED, label = message!(Label_Email))));
    }
    kit::email::canonical(typed).ok_or_else(|| Error::invalid_field("email", message!(EMAIL_INVALID)))
}

/// Counted on the locked team.
async fn check_limit(connection: &mut PgConnection, team: Uuid, email: &str) -> Result<()> {
    let others = sqlx::query_scalar!(
        r#"select count(*) as "n!" from teams.invite where team_id = $1 and email <> $2"#,
        team,
        email
    )
    .fetch_one(connection)
    .await?;
    if others >= invite::MOST { Err(Error::conflict(message!(INVITE_LIMIT, most = invite::MOST))) } else { Ok(()) }
}

async fn insert(connection: &mut PgConnection, invite: &Invite, handle: Uuid, now: OffsetDateTime) -> Result<()> {
    let written = sqlx::query!(
        "insert into teams.invite (id, team_id, email, role, handle, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict on constraint invite_once do update set id = excluded.id, role = excluded.role,
           handle = excluded.handle, created_at = excluded.created_at, expires_at = excluded.expires_at
         where teams.invite.expires_at <= $6",
        invite.id,
        invite.team_id,
        invite.email,
        invite.role,
        handle,
        now,
        invite.expires_at
    )
    .execute(connection)
    .await?
    .rows_affected();
    if written == 0 { Err(Error::invalid(message!(ALREADY_INVITED))) } else { Ok(()) }
}
