//! Sends what is queued: at least once, with longer and longer pauses, one at a time for each rule. So a receiver that hangs
//! delays its own deliveries alone.

use futures::{StreamExt as _, stream::FuturesUnordered};
use kit::{Result, meanwhile};
use std::time::Duration;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    App,
    attempt::{self, Fate},
    delivery,
    event::{self, Row},
    rule::{self, Rule},
};

/// Deliveries under way at once, each of another rule. Fixed: each is a socket and some kilobytes.
const AT_ONCE: usize = 64;
/// For how long a rule is one sender's: longer than a delivery may take.
const CLAIM: time::Duration = time::Duration::minutes(2);
/// The first pause after an attempt that failed; each next one is twice as long, up to [`MAX_PAUSE`].
const PAUSE: time::Duration = time::Duration::seconds(15);
const MAX_PAUSE: time::Duration = time::Duration::hours(1);
/// What ends so much later than any pause or claim can was written by a clock that was wrong, and is over.
const WRONG: time::Duration = time::Duration::minutes(1);
/// After how long is looked without having been woken. Fixed: another replica may have stopped in the middle.
const IDLE: Duration = Duration::from_secs(60);
/// The shortest pause: what is due and was not taken is being changed by somebody.
const SOON: Duration = Duration::from_millis(200);
/// After how long is tried again what failed, and what a wrong clock put off. Fixed: the database is back within seconds.
const AGAIN: Duration = Duration::from_secs(2);

/// A delivery whose turn it is.
pub struct Due {
    pub id: Uuid,
    pub event_id: Option<Uuid>,
    pub receiver_id: Option<Uuid>,
    pub tries: i32,
    pub created_at: OffsetDateTime,
}

/// Goes on until the role stops.
///
/// # Errors
/// None: what fails is done again.
pub async fn run(app: App) -> anyhow::Result<()> {
    let mut commits = app.cx.outbox.commits();
    let rounds = kit::Rounds::of(&app.cx);
    let mut going = FuturesUnordered::new();
    while !app.cx.stop.is_cancelled() {
        commits.mark_unchanged();
        let room = AT_ONCE.saturating_sub(going.len());
        let (claimed, ended) = meanwhile(&mut going, claim(&app, room)).await;
        let (pause, woken) = match claimed {
            Ok((rules, due)) => {
                going.extend(rules.into_iter().map(|rule| one(&app, rule)));
                let pause = rounds.next_or(due.filter(|_| room > 0), IDLE);
                (pause.max(SOON), room > 0)
            }
            Err(error) => {
                tracing::warn!(?error, "what is to be sent cannot be looked for");
                (AGAIN, false)
            }
        };
        tokio::select! {
            () = app.cx.stop.cancelled() => {}
            Some(()) = going.next(), if !going.is_empty() => {}
            // what is due next may be another one now
            () = std::future::ready(()), if !ended.is_empty() => {}
            _ = commits.changed(), if woken => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
    Ok(())
}

/// Rules of which something is due and that nobody is sending for, at most so many, now claimed; and after how long the next one
/// is due.
async fn claim(app: &App, most: usize) -> Result<(Vec<Rule>, Option<Duration>)> {
    let now = app.cx.clock.now();
    let mut db = app.cx.db.acquire().await?;
    let claimed = sqlx::query_scalar!(
        "with due as (
           select r.id from events.rule r
           where r.id in (select rule_id from events.waiting_rule)
             and (r.held_until <= $1 or r.held_until > $4) and (r.claimed_until <= $1 or r.claimed_until > $5)
             and exists (select 1 from events.delivery d where d.rule_id = r.id and d.state = 'waiting'
                           and (d.next_at <= $1 or d.next_at > $4))
           order by r.held_until, r.id limit $2
           for update skip locked
         )
         update events.rule r set claimed_until = $3 from due where r.id = due.id
         returning r.id",
        now,
        i64::try_from(most).unwrap_or(0),
        now + CLAIM,
        now + MAX_PAUSE + WRONG,
        now + CLAIM + WRONG
    )
    .fetch_all(&mut *db)
    .await?;
    let rules = rule::read_all(&mut db, &claimed).await?;
    let next = sqlx::query_scalar!(
        r#"select min(greatest(r.held_until, r.claimed_until, f.next_at)) as next
         from events.waiting_rule w join events.rule r on r.id = w.rule_id cross join lateral (
           select d.next_at from events.delivery d where d.rule_id = r.id and d.state = 'waiting' order by d.next_at limit 1) f"#
    )
    .fetch_one(&mut *db)
    .await?;
    let due = next.map(|at| match at - now {
        left if left > MAX_PAUSE + WRONG => AGAIN,
        left => Duration::try_from(left).unwrap_or_default(),
    });
    Ok((rules, due))
}

/// One delivery of a rule, from its claim to its end.
async fn one(app: &App, rule: Rule) {
    let id = rule.id;
    if let Err(error) = work(app, rule).await {
        tracing::warn!(%id, ?error, "a delivery could not be made, and is made again");
        // auth or teams is away, or the database: the claim is what keeps it from being tried at once
        let until = app.cx.clock.now() + time::Duration::seconds(2);
        let released = sqlx::query!("update events.rule set claimed_until = $2 where id = $1", id, until);
        if let Err(error) = released.execute(&app.cx.db).await {
            tracing::warn!(%id, %error, "the claim runs out by itself");
        }
    }
}

async fn work(app: &App, rule: Rule) -> Result<()> {
    let now = app.cx.clock.now();
    let mut db = app.cx.db.acquire().await?;
    sqlx::query!(
        "update events.delivery set state = 'failed' where rule_id = $1 and state = 'waiting' and expires_at <= $2",
        rule.id,
        now
    )
    .execute(&mut *db)
    .await?;
    let due = sqlx::query_as!(
        Due,
        "select id, event_id, receiver_id, tries, created_at from events.delivery
         where rule_id = $1 and state = 'waiting' and (next_at <= $2 or next_at > $3) order by next_at, id limit 1",
        rule.id,
        now,
        now + MAX_PAUSE + WRONG
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(due) = due else {
        sqlx::query!("update events.rule set claimed_until = $2 where id = $1", rule.id, now).execute(&mut *db).await?;
        return Ok(());
    };
    let event: Option<Row> = match due.event_id {
        Some(id) => event::read_all(&mut db, &[id]).await?.pop(),
        None => None,
    };
    drop(db);
    let fate = attempt::attempt(app, &rule, &due, event).await?;
    settle(app, &rule, &due, fate).await
}

/// Writes down how it went.
async fn settle(app: &App, rule: &Rule, due: &Due, fate: Fate) -> Result<()> {
    let now = app.cx.clock.now();
    let mut tx = app.cx.begin().await?;
    let (state, failed) = match &fate {
        Fate::Answered(answer) => {
            delivery::note(tx.conn(), due.id, answer).await?;
            match (answer.is_taken(), answer.for_good) {
                (true, _) => ("delivered", false),
                (false, true) => ("failed", true),
                (false, false) => ("waiting", true),
            }
        }
        Fate::Skipped => ("skipped", false),
        Fate::Orphaned => {
            // its owner has no account any more
            sqlx::query!("delete from events.rule where id = $1", rule.id).execute(tx.conn()).await?;
            return tx.commit().await;
        }
    };
    sqlx::query!(
        "update events.delivery set state = $2, tries = tries + 1, next_at = $3 where id = $1 and state = 'waiting'",
        due.id,
        state,
        now + pause(due.tries)
    )
    .execute(tx.conn())
    .await?;
    sqlx::query!(
        "update events.rule set claimed_until = $2, failures = case when $3 then failures + 1 else 0 end,
             held_until = case when $3 then $4 else held_until end
         where id = $1",
        rule.id,
        now,
        failed,
        now + pause(rule.failures)
    )
    .execute(tx.conn())
    .await?;
    tx.commit().await
}

/// After so many attempts that failed.
fn pause(failed: i32) -> time::Duration {
    let doublings = u32::try_from(failed).unwrap_or(0).min(10);
    (PAUSE * 2_i32.pow(doublings)).min(MAX_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_an_hour() {
        let seconds: Vec<i64> = [0, 1, 2, 7, 8, 9, i32::MAX].map(|n| pause(n).whole_seconds()).into();
        assert_eq!(seconds, [15, 30, 60, 1920, 3600, 3600, 3600]);
    }
}
