//! Which rules an event matches. An event leaves a note of itself in its own transaction; here the notes are worked off, so that
//! nothing is lost or told twice, whatever is killed when, and no sender waits for it.

use kit::Result;
use proto::events::{NotificationChannel, NotificationKind};
use std::{
    collections::{BTreeSet, HashMap},
    time::Duration,
};
use uuid::Uuid;

use crate::{
    App,
    delivery::{self, Fresh},
    event::{self, Row},
    kinds,
    people::{self, Person},
    rule::{self, Rule},
};

/// Events in one look. Fixed: each look asks about people once.
const BATCH: i64 = 100;
/// After how long is looked without having been woken. Fixed: another replica may have stopped in the middle.
const IDLE: Duration = Duration::from_secs(60);
/// After how long is tried again what failed: auth or teams is away. Fixed: they are back within seconds.
const AGAIN: Duration = Duration::from_secs(2);

/// Goes on until the role stops.
///
/// # Errors
/// None: what fails is done again.
pub async fn run(app: App) -> anyhow::Result<()> {
    let mut commits = app.cx.outbox.commits();
    let rounds = kit::Rounds::of(&app.cx);
    while !app.cx.stop.is_cancelled() {
        commits.mark_unchanged();
        let (pause, woken) = match look(&app).await {
            Ok(true) => continue,
            Ok(false) => (rounds.next(IDLE), true),
            Err(error) => {
                tracing::warn!(?error, "whom to tell of events cannot be found out now");
                (AGAIN, false)
            }
        };
        tokio::select! {
            () = app.cx.stop.cancelled() => {}
            _ = commits.changed(), if woken => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
    Ok(())
}

/// Works off some notes; whether there were any.
///
/// # Errors
/// Those of the database; `Unavailable` when auth or teams cannot be asked.
pub async fn look(app: &App) -> Result<bool> {
    let ids = sqlx::query_scalar!("select event_id from events.unmatched order by seq limit $1", BATCH)
        .fetch_all(&app.cx.db)
        .await?;
    if ids.is_empty() {
        return Ok(false);
    }
    let mut db = app.cx.db.acquire().await?;
    let rows = event::read_all(&mut db, &ids).await?;
    let events: Vec<(NotificationKind, &Row)> =
        rows.iter().filter_map(|row| kinds::of(row).map(|kind| (kind, row))).collect();
    let rules = candidates(&mut db, &events).await?;
    drop(db);
    let fresh = deliveries(app, &events, &rules).await?;
    let mut tx = app.cx.begin().await?;
    delivery::queue(tx.conn(), &fresh, app.cx.clock.now()).await?;
    sqlx::query!("delete from events.unmatched where event_id = any($1)", &ids).execute(tx.conn()).await?;
    tx.commit().await?;
    Ok(true)
}

/// Rules that are on and about one of these kinds, of one of these teams or of anybody.
async fn candidates(db: &mut sqlx::PgConnection, events: &[(NotificationKind, &Row)]) -> Result<Vec<Rule>> {
    let words: BTreeSet<String> = events.iter().filter_map(|(kind, _)| kinds::word(*kind)).map(str::to_owned).collect();
    let teams: BTreeSet<Uuid> = events.iter().filter_map(|(_, row)| row.team_id).collect();
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let ids = sqlx::query_scalar!(
        "select id from events.rule where enabled and kinds && $1 and (user_id is not null or team_id = any($2))",
        &Vec::from_iter(words),
        &Vec::from_iter(teams)
    );
    let ids = ids.fetch_all(&mut *db).await?;
    Ok(rule::read_all(db, &ids).await?)
}

async fn deliveries(app: &App, events: &[(NotificationKind, &Row)], rules: &[Rule]) -> Result<Vec<Fresh>> {
    let users: BTreeSet<Uuid> = rules.iter().filter_map(|rule| rule.user_id).collect();
    let teams = rules.iter().filter(|rule| rule.channel() == NotificationChannel::Mail);
    let teams: BTreeSet<Uuid> = teams.filter_map(|rule| rule.team_id).collect();
    let people = if users.is_empty() { HashMap::new() } else { people::look(app, &users).await? };
    let members = if teams.is_empty() { HashMap::new() } else { people::members(app, &teams).await? };
    let mut fresh = Vec::new();
    for (kind, row) in events {
        for rule in rules.iter().filter(|rule| rule.kinds().contains(kind)) {
            let receivers: Vec<Option<Uuid>> = match (rule.user_id, rule.team_id) {
                (Some(user), _) => match people.get(&user) {
                    Some(person) if wants(rule, person, *kind, row) => {
                        vec![(rule.channel() == NotificationChannel::Mail).then_some(user)]
                    }
                    _ => Vec::new(),
                },
                (None, Some(team)) if row.team_id == Some(team) && !row.admin_only => match rule.channel() {
                    NotificationChannel::Mail => members.get(&team).into_iter().flatten().copied().map(Some).collect(),
                    _ => vec![None],
                },
                _ => Vec::new(),
            };
            fresh.extend(receivers.into_iter().map(|receiver_id| Fresh {
                id: app.cx.ids.uuid(),
                rule_id: rule.id,
                event_id: Some(row.id),
                receiver_id,
            }));
        }
    }
    Ok(fresh)
}

/// Whether somebody is told of an event by a rule of theirs: they may see it, and it is of a team of theirs or of no team, or
/// they want to hear of all teams.
pub fn wants(rule: &Rule, person: &Person, kind: NotificationKind, row: &Row) -> bool {
    let is_near = row.team_id.is_none() || rule.everything || person.is_concerned(row);
    let is_own = !kinds::is_personal(kind) || row.actor_id == Some(person.id);
    person.may_see(row) && is_near && is_own
}
