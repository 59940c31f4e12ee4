//! GetSecurity: what auth knows about the safety of the accounts, for administrators.

use crate::{
    App, attempt,
    provider::{Accounts, Link, SecondFactor},
    user::User,
};
use access::{Admin, Caller};
use kit::{Result, clock::stamp};
use proto::auth::{FailedSignIns, GetSecurityRequest, GetSecurityResponse, ProviderAccounts, ProviderState};

/// Rows of each list at most.
const MOST: i64 = 100;

/// Failed sign-ins, what is signed in, and who has no second factor.
///
/// # Errors
/// `Forbidden` for everybody who is no administrator.
pub async fn get_security(app: &App, caller: &Caller, _: GetSecurityRequest) -> Result<GetSecurityResponse> {
    let admin = caller.admin()?;
    let now = app.cx.clock.now();
    let failed = attempt::failed(app, MOST).await?;
    let counts = sqlx::query!(
        r#"select
             (select count(*) from auth.session where ended_at is null and expires_at > $1) as "sessions!",
             (select count(*) from auth.token where expires_at is null or expires_at > $1) as "tokens!",
             (select count(*) from auth.user where status = 'active') as "users!",
             (select count(*) from auth.user u where u.status = 'active' and not exists (
                select 1 from auth.two_factor t where t.user_id = u.id and t.confirmed_at is not null)) as "without!""#,
        now
    )
    .fetch_one(&app.cx.db)
    .await?;
    Ok(GetSecurityResponse {
        since: Some(stamp(failed.since)),
        failed: failed.from.into_iter().map(shown).collect(),
        failed_total: whole(failed.total),
        failed_known: whole(failed.known),
        sessions: whole(counts.sessions),
        tokens: whole(counts.tokens),
        users: whole(counts.users),
        administrators: administrators(app, admin).await?.into_iter().map(Into::into).collect(),
        without_two_factor: without_two_factor(app, admin).await?.into_iter().map(Into::into).collect(),
        without_two_factor_total: whole(counts.without),
        provider: provider(app, admin).await?,
    })
}

/// The provider as it is set; `None` where there is none.
async fn provider(app: &App, _: Admin) -> Result<Option<ProviderState>> {
    let Some(provider) = &app.provider else { return Ok(None) };
    let linked = sqlx::query_scalar!(
        r#"select count(*) as "n!" from auth.identity where issuer = $1"#,
        provider.issuer.as_str()
    );
    let accounts = match provider.accounts {
        Accounts::Never => ProviderAccounts::Never,
        Accounts::Invited => ProviderAccounts::Invited,
        Accounts::Always => ProviderAccounts::Always,
    };
    Ok(Some(ProviderState {
        name: provider.name.clone(),
        issuer: provider.issuer.to_string(),
        accounts: accounts.into(),
        link_by_email: provider.link == Link::VerifiedEmail,
        own_second_factor: provider.second_factor == SecondFactor::Own,
        roles: provider.roles.entries(),
        linked: whole(linked.fetch_one(&app.cx.db).await?),
    }))
}

fn shown(failed: attempt::FailedFrom) -> FailedSignIns {
    let attempt::FailedFrom { network, attempts, last_at, throttled_until } = failed;
    let (last_at, throttled_until) = (Some(stamp(last_at)), throttled_until.map(stamp));
    FailedSignIns { network, attempts: whole(attempts), last_at, throttled_until }
}

fn whole(count: i64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

async fn administrators(app: &App, _: Admin) -> Result<Vec<User>> {
    let found = sqlx::query_as!(
        User,
        "select id, email, first_name, last_name, role, status, last_login, created_at from auth.user
         where role = 'admin' and status = 'active' order by created_at, id limit $1",
        MOST
    );
    Ok(found.fetch_all(&app.cx.db).await?)
}

async fn without_two_factor(app: &App, _: Admin) -> Result<Vec<User>> {
    let found = sqlx::query_as!(
        User,
        "select id, email, first_name, last_name, role, status, last_login, created_at from auth.user u
         where status = 'active' and not exists (
           select 1 from auth.two_factor t where t.user_id = u.id and t.confirmed_at is not null)
         order by role = 'admin' desc, role = 'manager' desc, created_at, id limit $1",
        MOST
    );
    Ok(found.fetch_all(&app.cx.db).await?)
}
