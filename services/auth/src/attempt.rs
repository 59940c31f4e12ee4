//! Limits on guessing: per account and per network address, kept in PostgreSQL so that a restart forgets nothing.
//!
//! An attempt is written before the password is looked at, under a lock of its account and address: guesses made at the
//! same time count as if they had come one after the other. A good attempt is taken back, so that only bad ones count.
//!
//! Strangers cannot lock an owner out: networks from which the account was signed in to before have a count of their own
//! each, without pauses and whatever else comes from there (an office, a proxy); all other networks share one count.

use crate::{App, Options, known, known::network};
use kit::{Error, Result};
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use std::time::Duration as StdDuration;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// Bad log-ins on one account from one network where it is known, within the window. Fixed: far more than anybody mistypes,
/// and few for somebody in the same office who guesses.
const KNOWN: usize = 60;

/// For how long bad attempts are kept to be looked at, beyond the time for which they count.
const KEPT: Duration = Duration::hours(24);

/// What is being tried.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum AttemptKind {
    /// A password.
    Login,
    /// The token of the set-up link.
    Setup,
    /// Whether an address is registered.
    Register,
    /// The present password of somebody who is signed in: counted for their account, wherever they are.
    Password,
    /// A code of the second factor: counted for the account, wherever it is tried.
    Code,
    /// Another password is asked for, for an address with an account or without.
    Forget,
    /// The token of a link to choose another password.
    Reset,
    /// What somebody came back with from the provider.
    Provider,
}

impl AttemptKind {
    fn word(self) -> &'static str {
        match self {
            Self::Login => "login",
            Self::Setup => "setup",
            Self::Register => "register",
            Self::Password => "password",
            Self::Code => "code",
            Self::Forget => "forget",
            Self::Reset => "reset",
            Self::Provider => "provider",
        }
    }
}

/// An attempt that was let through and counts as a bad one until it is taken back.
pub struct Attempt {
    id: Uuid,
    account: Option<Vec<u8>>,
    known: bool,
}

impl Attempt {
    /// It comes from where the account was signed in to before.
    pub fn is_known(&self) -> bool {
        self.known
    }

    /// The attempt was a good one: it and the earlier ones on the same account no longer count.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn forgive(&self, connection: &mut PgConnection) -> Result<()> {
        sqlx::query!("delete from auth.attempt where id = $1 or account = $2", self.id, self.account.as_deref())
            .execute(connection)
            .await?;
        Ok(())
    }

    /// The attempt came to nothing: it does not count, the earlier ones do.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn take_back(&self, app: &App) -> Result<()> {
        sqlx::query!("delete from auth.attempt where id = $1", self.id).execute(&app.cx.db).await?;
        Ok(())
    }
}

/// Counts an attempt, or refuses it because of those before.
///
/// `account` is what was typed as the e-mail address, in its canonical form where it has one.
///
/// # Errors
/// `RateLimited` with the time to wait.
pub async fn admit(app: &App, kind: AttemptKind, account: Option<&str>, address: &str) -> Result<Attempt> {
    // The pool is small and shared with the calls that everything else waits for: a flood waits here instead.
    let _turn = app.counting.acquire().await.map_err(Error::internal)?;
    let now = app.cx.clock.now();
    let network = network(address);
    let mut tx = app.cx.begin().await?;
    let known = match account {
        // whether somebody has such an account must not be seen in what is done
        Some(account) if kind != AttemptKind::Forget => known::is_known(tx.conn(), account, &network).await?,
        _ => false,
    };
    let account = account.map(|account| bucket(kind, account, if known { &network } else { "" }));
    if let Some(account) = &account {
        lock(tx.conn(), account).await?;
        let earlier = sqlx::query_scalar!(
            "select at from auth.attempt where account = $1 and at > $2 order by at",
            account,
            now - app.options.login_window
        )
        .fetch_all(tx.conn())
        .await?;
        let opens = if known { known_opens(&app.options, &earlier) } else { account_opens(&app.options, &earlier) };
        refuse_until(opens, now)?;
    }
    // What an owner does where they are known neither counts against their network nor is stopped by it.
    let by_source = !known && !matches!(kind, AttemptKind::Password | AttemptKind::Code);
    let source = if by_source { format!("{} {network}", kind.word()) } else { String::new() };
    if by_source {
        lock(tx.conn(), &Sha256::digest(&source)).await?;
        let earlier = sqlx::query_scalar!(
            "select at from auth.attempt where source = $1 and at > $2 order by at",
            source,
            now - app.options.address_window
        )
        .fetch_all(tx.conn())
        .await?;
        refuse_until(address_opens(&app.options, &earlier), now)?;
    }
    let attempt = Attempt { id: app.cx.ids.uuid(), account, known };
    sqlx::query!(
        "insert into auth.attempt (id, account, source, at) values ($1, $2, $3, $4)",
        attempt.id,
        attempt.account.as_deref(),
        source,
        now
    )
    .execute(tx.conn())
    .await?;
    tx.commit().await?;
    Ok(attempt)
}

/// Strangers' bad log-ins on an account count no more.
///
/// # Errors
/// Those of the database.
pub async fn forget(connection: &mut PgConnection, account: &str) -> Result<()> {
    sqlx::query!("delete from auth.attempt where account = $1", bucket(AttemptKind::Login, account, ""))
        .execute(connection)
        .await?;
    Ok(())
}

/// Bad log-ins from one network.
pub struct FailedFrom {
    /// Empty for what did not come through the bff.
    pub network: String,
    /// How many.
    pub attempts: i64,
    /// The latest.
    pub last_at: OffsetDateTime,
    /// Until then the network is refused.
    pub throttled_until: Option<OffsetDateTime>,
}

/// What is known about bad log-ins.
pub struct Failed {
    /// Of the time from then on.
    pub since: OffsetDateTime,
    /// Those that came most often first.
    pub from: Vec<FailedFrom>,
    /// Of all networks.
    pub total: i64,
    /// Whose network is not kept: where the account is known, and codes of the second factor.
    pub known: i64,
}

/// The bad log-ins of the last day; of `most` networks.
///
/// # Errors
/// Those of the database.
pub async fn failed(app: &App, most: i64) -> Result<Failed> {
    let now = app.cx.clock.now();
    let since = now - KEPT;
    let door = format!("{} ", AttemptKind::Login.word());
    let rows = sqlx::query!(
        r#"select source, count(*) as "attempts!", max(at) as "last_at!",
             coalesce(array_agg(at order by at) filter (where at > $3), '{}') as "recent!"
           from auth.attempt where at > $1 and starts_with(source, $2)
           group by source order by 2 desc, 3 desc, source limit $4"#,
        since,
        door,
        now - app.options.address_window,
        most
    )
    .fetch_all(&app.cx.db)
    .await?;
    let all = sqlx::query!(
        r#"select count(*) filter (where starts_with(source, $2)) as "total!", count(*) filter (where source = '') as "known!"
           from auth.attempt where at > $1"#,
        since,
        door
    )
    .fetch_one(&app.cx.db)
    .await?;
    let from = rows.into_iter().map(|row| FailedFrom {
        throttled_until: address_opens(&app.options, &row.recent).filter(|opens| *opens > now),
        network: row.source.strip_prefix(&door).unwrap_or_default().to_owned(),
        attempts: row.attempts,
        last_at: row.last_at,
    });
    Ok(Failed { since, from: from.collect(), total: all.total, known: all.known })
}

/// Removes what no longer counts and is not looked at any more.
///
/// # Errors
/// Those of the database.
pub async fn sweep(app: &App, db: &mut PgConnection) -> Result<u64> {
    let window = app.options.login_window.max(app.options.address_window);
    let old = app.cx.clock.now() - KEPT.max(window.try_into().unwrap_or(KEPT));
    Ok(sqlx::query!("delete from auth.attempt where at <= $1", old).execute(db).await?.rows_affected())
}

/// The count that an attempt belongs to. The address that was typed is kept as a hash only.
fn bucket(kind: AttemptKind, account: &str, place: &str) -> Vec<u8> {
    Sha256::digest(format!("{}\0{account}\0{place}", kind.word())).to_vec()
}

/// One at a time per key, until the transaction ends. Accounts are locked before addresses, so that two never wait for
/// each other.
async fn lock(connection: &mut PgConnection, key: &[u8]) -> Result<()> {
    let key = key.first_chunk::<8>().map_or(0, |bytes| i64::from_be_bytes(*bytes));
    sqlx::query!("select pg_advisory_xact_lock($1)", key).execute(connection).await?;
    Ok(())
}

/// When the next attempt on an account is allowed, given the earlier ones within the window, oldest first.
fn account_opens(options: &Options, earlier: &[OffsetDateTime]) -> Option<OffsetDateTime> {
    if earlier.len() >= options.login_limit {
        return earlier.get(earlier.len() - options.login_limit).map(|at| *at + options.login_window);
    }
    let doublings = u32::try_from(earlier.len().checked_sub(options.login_free())?).unwrap_or(u32::MAX);
    let pause = 2_i64.saturating_pow(doublings).min(60);
    earlier.last().map(|at| *at + Duration::seconds(pause))
}

/// The same for a network where the account is known.
fn known_opens(options: &Options, earlier: &[OffsetDateTime]) -> Option<OffsetDateTime> {
    let first = earlier.len().checked_sub(KNOWN)?;
    earlier.get(first).map(|at| *at + options.login_window)
}

fn address_opens(options: &Options, earlier: &[OffsetDateTime]) -> Option<OffsetDateTime> {
    let first = earlier.len().checked_sub(options.address_limit)?;
    earlier.get(first).map(|at| *at + options.address_window)
}

fn refuse_until(opens: Option<OffsetDateTime>, now: OffsetDateTime) -> Result<()> {
    match opens.map(|opens| opens - now) {
        Some(wait) if wait.is_positive() => {
            // whole seconds, rounded up: that is what the Retry-After header can say
            let seconds = wait.whole_seconds().unsigned_abs() + u64::from(wait.subsec_nanoseconds() > 0);
            Err(Error::RateLimited { retry_after: StdDuration::from_secs(seconds) })
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    const T: OffsetDateTime = datetime!(2026-01-01 12:00 UTC);

    #[test]
    fn five_bad_attempts_are_free_then_each_one_waits_longer_and_the_eleventh_waits_for_the_window() {
        let options = crate::settings::defaults();
        let mut earlier = vec![];
        let mut waits = vec![];
        let mut now = T;
        for _ in 0..options.login_limit {
            let opens = account_opens(&options, &earlier).unwrap_or(now).max(now);
            waits.push((opens - now).whole_seconds());
            now = opens;
            earlier.push(now);
        }
        assert_eq!(waits, [0, 0, 0, 0, 0, 1, 2, 4, 8, 16]);
        assert_eq!(account_opens(&options, &earlier), Some(T + options.login_window));
    }

    #[test]
    fn a_wait_is_said_in_whole_seconds_rounded_up() {
        let said = |wait| match refuse_until(Some(T + wait), T) {
            Err(Error::RateLimited { retry_after }) => retry_after.as_millis(),
            _ => 0,
        };
        assert_eq!(said(Duration::milliseconds(1)), 1000);
        assert_eq!(said(Duration::seconds(2)), 2000);
        assert_eq!(said(Duration::ZERO), 0);
        assert_eq!(said(Duration::seconds(-5)), 0);
    }
}
