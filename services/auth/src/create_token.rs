//! CreateToken: a token for programs. It is told once; what is kept is its handle.

use crate::{App, api_token, facts};
use access::Caller;
use kit::{Error, Problems, Result, message};
use proto::auth::{ApiToken, CreateTokenRequest, CreateTokenResponse, TokenScope};
use sqlx::PgConnection;
use time::Duration;
use uuid::Uuid;

/// Days that a token may be good for at most. Fixed: a documented limit of the REST API.
const MAX_DAYS: u32 = 366;
/// Tokens of one user at once. Fixed: far more than anybody keeps track of.
const MAX_TOKENS: i64 = 50;

/// For whoever is signed in; a token makes no token.
///
/// # Errors
/// `Forbidden` for services, `Invalid` with the fields `name`, `scope` and `expiresInDays`, `Conflict` with reason
/// `TOKEN_LIMIT`.
pub async fn create_token(app: &App, caller: &Caller, request: CreateTokenRequest) -> Result<CreateTokenResponse> {
    let me = caller.user()?;
    let (name, scope) = (request.name.trim(), request.scope());
    check(name, scope, request.days)?;
    let secret = access::token::make(&*app.cx.ids);
    let handle =
        access::token::handle(&secret).ok_or_else(|| Error::internal(anyhow::anyhow!("a token is no token")))?;
    let now = app.cx.clock.now();
    let row = api_token::Row {
        id: app.cx.ids.uuid(),
        name: name.to_owned(),
        scope: api_token::word(scope).to_owned(),
        created_at: now,
        expires_at: request.days.map(|days| now + Duration::days(days.into())),
        last_used_at: None,
    };
    let mut tx = app.cx.begin().await?;
    admit(tx.conn(), me.id).await?;
    sqlx::query!(
        "insert into auth.token (id, handle, user_id, name, scope, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)",
        row.id,
        handle,
        me.id,
        row.name,
        row.scope,
        row.created_at,
        row.expires_at
    )
    .execute(tx.conn())
    .await?;
    let message = message!(TokenCreated, user = me.name(), token = name, scope = &row.scope);
    facts::record(app, &mut tx, caller.origin(), message).await?;
    tx.commit().await?;
    Ok(CreateTokenResponse { token: Some(ApiToken::from(row)), secret: secret.to_string() })
}

fn check(name: &str, scope: TokenScope, days: Option<u32>) -> Result<()> {
    let mut problems = Problems::new();
    if let Some(problem) = api_token::name_problem(name) {
        problems.add("name", problem);
    }
    if scope == TokenScope::Unspecified {
        problems.add("scope", message!(REQUIRED, label = message!(Label_TokenScope)));
    }
    if days.is_some_and(|days| !(1..=MAX_DAYS).contains(&days)) {
        problems.add("expiresInDays", message!(TOKEN_DAYS_WRONG, most = MAX_DAYS));
    }
    problems.done()
}

/// One at a time of one user, whose account is active, up to the limit.
async fn admit(connection: &mut PgConnection, user: Uuid) -> Result<()> {
    let user = sqlx::query_scalar!("select id from auth.user where id = $1 and status = 'active' for update", user)
        .fetch_optional(&mut *connection)
        .await?
        .ok_or_else(|| Error::not_found("User"))?;
    let count = sqlx::query_scalar!(r#"select count(*) as "count!" from auth.token where user_id = $1"#, user)
        .fetch_one(connection)
        .await?;
    if count >= MAX_TOKENS { Err(Error::conflict(message!(TOKEN_LIMIT, most = MAX_TOKENS))) } else { Ok(()) }
}
