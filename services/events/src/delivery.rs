//! A delivery: one event by one rule to one receiver, with each attempt and what was answered.

use kit::{Result, clock::stamp, page::Page};
use proto::events::{Attempt, AttemptOutcome, Delivery, DeliveryState};
use sqlx::PgConnection;
use std::collections::HashMap;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::event;

/// What it is called when there is none.
pub const WHAT: &str = "Delivery";
/// For how long a delivery is tried. Fixed: a receiver that is away for a day has been told by somebody else.
pub const PATIENCE: Duration = Duration::hours(24);
/// Attempts that are shown and kept of one delivery. Fixed: more than are made in a day.
const ATTEMPTS: i32 = 50;

/// A state as it was kept.
pub fn state(word: &str) -> DeliveryState {
    match word {
        "delivered" => DeliveryState::Delivered,
        "failed" => DeliveryState::Failed,
        "skipped" => DeliveryState::Skipped,
        _ => DeliveryState::Waiting,
    }
}

/// Every outcome with the word that it is kept as.
const OUTCOMES: [(AttemptOutcome, &str); 7] = [
    (AttemptOutcome::Taken, "taken"),
    (AttemptOutcome::Refused, "refused"),
    (AttemptOutcome::Unreachable, "unreachable"),
    (AttemptOutcome::Silent, "silent"),
    (AttemptOutcome::Forbidden, "forbidden"),
    (AttemptOutcome::Unresolved, "unresolved"),
    (AttemptOutcome::MailOff, "mail_off"),
];

fn outcome_word(outcome: AttemptOutcome) -> &'static str {
    OUTCOMES.iter().find(|(known, _)| *known == outcome).map_or("unreachable", |(_, word)| word)
}

fn outcome(word: &str) -> AttemptOutcome {
    OUTCOMES.iter().find(|(_, known)| *known == word).map_or(AttemptOutcome::Unspecified, |(outcome, _)| *outcome)
}

/// How an attempt ended.
#[derive(Clone, Debug)]
pub struct Answer {
    pub outcome: AttemptOutcome,
    /// Of HTTP.
    pub status: Option<u16>,
    /// How the answer begins, on one line.
    pub text: String,
    /// It would be answered so again.
    pub for_good: bool,
    pub at: OffsetDateTime,
    pub took: std::time::Duration,
}

impl Answer {
    pub fn is_taken(&self) -> bool {
        self.outcome == AttemptOutcome::Taken
    }
}

/// Keeps an attempt; the oldest of very many is forgotten for it.
///
/// # Errors
/// Those of the database.
pub async fn note(db: &mut PgConnection, delivery: Uuid, answer: &Answer) -> Result<()> {
    let n = sqlx::query_scalar!(
        r#"insert into events.attempt (delivery_id, n, at, took_ms, outcome, status, answer)
         select $1, coalesce(max(n), 0) + 1, $2, $3, $4, $5, $6 from events.attempt where delivery_id = $1
         returning n"#,
        delivery,
        answer.at,
        i32::try_from(answer.took.as_millis()).unwrap_or(i32::MAX),
        outcome_word(answer.outcome),
        answer.status.map(i32::from),
        answer.text
    )
    .fetch_one(&mut *db)
    .await?;
    if n > ATTEMPTS {
        sqlx::query!("delete from events.attempt where delivery_id = $1 and n <= $2", delivery, n - ATTEMPTS)
            .execute(db)
            .await?;
    }
    Ok(())
}

/// What is to be sent once.
pub struct Fresh {
    pub id: Uuid,
    pub rule_id: Uuid,
    /// `None`: a test.
    pub event_id: Option<Uuid>,
    pub receiver_id: Option<Uuid>,
}

/// Queues them; what is queued or was sent already stays as it is, and so does what a rule that is off would send.
///
/// # Errors
/// Those of the database.
pub async fn queue(db: &mut PgConnection, fresh: &[Fresh], now: OffsetDateTime) -> Result<()> {
    let ids: Vec<Uuid> = fresh.iter().map(|one| one.id).collect();
    let rules: Vec<Uuid> = fresh.iter().map(|one| one.rule_id).collect();
    let events: Vec<Option<Uuid>> = fresh.iter().map(|one| one.event_id).collect();
    let receivers: Vec<Option<Uuid>> = fresh.iter().map(|one| one.receiver_id).collect();
    sqlx::query!(
        "insert into events.delivery (id, rule_id, event_id, receiver_id, state, created_at, next_at, expires_at)
         select f.id, f.rule_id, f.event_id, f.receiver_id, 'waiting', $5, $5, $6
         from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) as f (id, rule_id, event_id, receiver_id)
         join events.rule r on r.id = f.rule_id and (r.enabled or f.event_id is null)
         order by f.rule_id, f.event_id, f.receiver_id
         on conflict do nothing",
        &ids,
        &rules,
        &events as _,
        &receivers as _,
        now,
        now + PATIENCE
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A page of those of a rule, newest first, and how many there are.
///
/// # Errors
/// Those of the database.
pub async fn page(db: &mut PgConnection, rule: Uuid, page: Page) -> Result<(Vec<Delivery>, u32)> {
    let ids = sqlx::query_scalar!(
        "select id from events.delivery where rule_id = $1 order by created_at desc, id desc limit $2 offset $3",
        rule,
        page.limit,
        page.offset
    )
    .fetch_all(&mut *db)
    .await?;
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from (select from events.delivery where rule_id = $1 limit 1000) as capped"#,
        rule
    )
    .fetch_one(&mut *db)
    .await?;
    Ok((read_all(db, &ids).await?, u32::try_from(total).unwrap_or(u32::MAX)))
}

/// Reads deliveries by id, newest first.
///
/// # Errors
/// Those of the database.
pub async fn read_all(db: &mut PgConnection, ids: &[Uuid]) -> Result<Vec<Delivery>> {
    let rows = sqlx::query!(
        "select id, event_id, state, rule_off, created_at, next_at from events.delivery where id = any($1)
         order by created_at desc, id desc",
        ids
    )
    .fetch_all(&mut *db)
    .await?;
    let tried = sqlx::query!(
        "select delivery_id, at, took_ms, outcome, status, answer from events.attempt where delivery_id = any($1)
         order by delivery_id, n desc",
        ids
    )
    .fetch_all(&mut *db)
    .await?;
    let mut attempts: HashMap<Uuid, Vec<Attempt>> = HashMap::new();
    for row in tried {
        attempts.entry(row.delivery_id).or_default().push(Attempt {
            at: Some(stamp(row.at)),
            took_ms: u32::try_from(row.took_ms).unwrap_or(0),
            outcome: outcome(&row.outcome).into(),
            status: row.status.and_then(|status| u32::try_from(status).ok()).unwrap_or(0),
            answer: row.answer,
        });
    }
    let of: Vec<Uuid> = rows.iter().filter_map(|row| row.event_id).collect();
    let events = event::read_all(db, &of).await?;
    let events: HashMap<Uuid, event::Row> = events.into_iter().map(|row| (row.id, row)).collect();
    let shown = rows.into_iter().map(|row| {
        let state = state(&row.state);
        // two receivers may have the same event
        let event = row.event_id.and_then(|id| events.get(&id)).map(|event| event.clone().into());
        Delivery {
            id: row.id.to_string(),
            state: state.into(),
            event,
            test: row.event_id.is_none(),
            created_at: Some(stamp(row.created_at)),
            next_at: (state == DeliveryState::Waiting).then(|| stamp(row.next_at)),
            attempts: attempts.remove(&row.id).unwrap_or_default(),
            rule_off: row.rule_off,
        }
    });
    Ok(shown.collect())
}
