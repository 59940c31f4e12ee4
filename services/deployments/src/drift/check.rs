//! Comparing with clusters what has moved in them: each cluster is asked about one site at a time, so that many that moved
//! at once are no load on it, and one that hangs holds up nobody else's.

use super::{Drift, told};
use crate::{
    App,
    deployment::{self, Row},
    facts, plan, read, revision,
};
use futures::future::join_all;
use kit::{Error, Origin, Result, message};
use proto::infrastructure::PlannedObject;
use sqlx::{PgConnection, types::Json};
use std::time::Duration;
use uuid::Uuid;

/// When it is looked for what is due although nobody said that anything is: what another replica was told and did not come to.
const SELDOM: Duration = Duration::from_secs(60);
/// How soon after a failure, and after a change: changes come several at a time. Fixed: an index answers.
const SOON: Duration = Duration::from_secs(2);
const MOMENT: Duration = Duration::from_millis(300);
/// Clusters that are asked at once. Fixed: as many answers are waited for.
const CLUSTERS: i64 = 8;
/// What a crash left is compared after so long; longer than any answer takes.
const LEASE: Duration = Duration::from_secs(60);
/// What is due later than any comparison can be was written by a clock that was wrong, and is due now.
const LATEST: Duration = Duration::from_secs(3_600);
/// After how long a comparison that could not be made is tried again; it doubles.
const AGAIN: Duration = Duration::from_secs(15);
/// How often it doubles. Fixed: a quarter of an hour at most.
const DOUBLED: u32 = 6;

/// Compares until the role stops: when something is due, and when a change has made something due or let it be compared. A round
/// that fails is no reason to end: the next one does its work.
///
/// # Errors
/// None.
pub async fn run(app: App) -> anyhow::Result<()> {
    let mut commits = app.cx.outbox.commits();
    let rounds = kit::Rounds::of(&app.cx);
    loop {
        commits.mark_unchanged();
        let pause = match round(&app).await {
            Ok(due) => rounds.next_or(due, SELDOM),
            Err(error) => {
                let error = format!("{:#}", anyhow::Error::from(error));
                tracing::warn!(error, "what differs will be looked for again");
                SOON
            }
        };
        let changed = async {
            tokio::select! {
                _ = commits.changed() => {}
                () = app.moved.notified() => {}
            }
            tokio::time::sleep(MOMENT).await;
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = changed => {}
            () = app.cx.stop.cancelled() => return Ok(()),
        }
    }
}

/// One round, and after how long something is due.
async fn round(app: &App) -> Result<Option<Duration>> {
    let mut db = app.cx.db.acquire().await?;
    let claimed = claim(app, &mut db).await?;
    if !claimed.is_empty() {
        drop(db);
        compare(app, claimed).await?;
        // there may be more
        return Ok(Some(Duration::ZERO));
    }
    let now = app.cx.clock.now();
    // what is due already waits for the end of a task
    let next = sqlx::query_scalar!("select min(due) from deployments.drift_check where due > $1", now)
        .fetch_one(&mut *db)
        .await?;
    Ok(next.map(|due| (due - now).unsigned_abs()))
}

/// What is to be compared.
struct Claimed {
    deployment: Uuid,
    state: String,
    failures: i32,
}

/// One round for tests. Answers how many there were.
///
/// # Errors
/// Those of the database.
pub async fn once(app: &App) -> Result<usize> {
    let claimed = claim(app, &mut *app.cx.db.acquire().await?).await?;
    let count = claimed.len();
    compare(app, claimed).await?;
    Ok(count)
}

/// Of each cluster the site that has waited longest.
async fn claim(app: &App, db: &mut PgConnection) -> Result<Vec<Claimed>> {
    let now = app.cx.clock.now();
    let claimed = sqlx::query_as!(
        Claimed,
        // By the ids of the few that are due: joined otherwise, all sites are read.
        "with due as (
             select distinct on (d.cluster_id) c.deployment_id, c.due
             from deployments.drift_check c
             cross join lateral (
               select cluster_id from deployments.deployment
               where id = c.deployment_id and gone_at is null and current_task is null and wanted = 'present'
                 and effective_revision = revision
               limit 1
             ) d
             where c.due <= $1 or c.due > $4
             order by d.cluster_id, c.due
           ), mine as (
             select deployment_id from deployments.drift_check
             where deployment_id = any(array(select deployment_id from due)) and (due <= $1 or due > $4)
             order by due
             limit $3
             for update skip locked
           )
           update deployments.drift_check set due = $2
           where deployment_id = any(array(select deployment_id from mine))
           returning deployment_id as deployment, state, failures",
        now,
        now + LEASE,
        CLUSTERS,
        now + LATEST
    )
    .fetch_all(db)
    .await?;
    Ok(claimed)
}

async fn compare(app: &App, claimed: Vec<Claimed>) -> Result<()> {
    let outcomes = join_all(claimed.into_iter().map(|claimed| one(app.clone(), claimed))).await;
    outcomes.into_iter().collect()
}

/// Compares one, and notes when to do so again.
async fn one(app: App, claimed: Claimed) -> Result<()> {
    let now = app.cx.clock.now();
    let (due, failures) = match compared(&app, claimed.deployment).await {
        Ok(()) => (None, 0),
        Err(error) => {
            tracing::debug!(deployment = %claimed.deployment, ?error, "what differs is not known now");
            let doubled = claimed.failures.unsigned_abs().min(DOUBLED);
            (Some(now + AGAIN * 2_u32.pow(doubled)), claimed.failures.saturating_add(1))
        }
    };
    // what moved meanwhile is compared again
    sqlx::query!(
        "update deployments.drift_check
         set due = case when state = $2 then $3::timestamptz else $4::timestamptz end, failures = $5 where deployment_id = $1",
        claimed.deployment,
        claimed.state,
        due,
        now + super::SETTLE,
        failures
    )
    .execute(&app.cx.db)
    .await?;
    Ok(())
}

async fn compared(app: &App, deployment: Uuid) -> Result<()> {
    let (row, opened) = {
        let mut connection = app.cx.db.acquire().await?;
        let Some(row) = read::load_one(&mut connection, deployment).await? else { return Ok(()) };
        let opened = revision::open(&app.cx, &mut connection, &row, row.revision).await?;
        (row, opened)
    };
    let origin = Origin::of_role(&*app.cx.ids);
    let answer = plan::ask(app, &origin, plan::taking_back(&row, &opened.plain, false)?).await?;
    let drift = Drift::of(&answer.objects, row.revision, app.cx.clock.now());
    store(app, &row, drift, &answer.objects).await
}

/// Keeps what was found, if the deployment is still what it was compared as; its beginning, each field that differs and its end
/// are told once.
async fn store(app: &App, seen: &Row, drift: Option<Drift>, objects: &[PlannedObject]) -> Result<()> {
    let mut tx = app.cx.begin().await?;
    let Some(row) = deployment::lock_own(&mut tx, seen.id).await? else { return Ok(()) };
    let same = row.current_task.is_none() && row.last_task == seen.last_task && row.effective == Some(seen.revision);
    if !same || row.to_be_deleted {
        // the end of the task has it compared again
        return Ok(());
    }
    let drift = drift.map(|drift| drift.since(row.drift.as_ref()));
    if drift == row.drift {
        return Ok(());
    }
    sqlx::query!(
        "update deployments.deployment set drift = $2, version = version + 1 where id = $1",
        row.id,
        drift.as_ref().map(Json) as _
    )
    .execute(tx.conn())
    .await?;
    let line = match (&row.drift, &drift) {
        (None, Some(drift)) => Some((history::Kind::Warning, begun(&row, drift), told::news(objects, &[]).changes)),
        (Some(Drift { told: Some(before), .. }), Some(_)) => {
            let news = told::news(objects, before);
            (news.count > 0).then(|| (history::Kind::Warning, more(&row, &news), news.changes))
        }
        (Some(_), None) => {
            let message = message!(DriftEnded, deployment = &row.name, revision = seen.revision);
            Some((history::Kind::Normal, message, history::Changes::new()))
        }
        _ => None,
    };
    if let Some((kind, message, changes)) = line {
        let origin = Origin::of_role(&*app.cx.ids);
        facts::record_changes(&app.cx, &mut tx, &origin, &row, kind, message, changes).await?;
    }
    deployment::changed(&mut tx, row.id).await?;
    tx.commit().await
}

fn begun(row: &Row, drift: &Drift) -> kit::Message {
    let count = drift.fields.saturating_add(drift.missing).saturating_add(drift.surplus);
    let known = if drift.managers.is_empty() { "no" } else { "yes" };
    message!(
        DriftFound,
        deployment = &row.name,
        revision = drift.revision,
        count = count,
        known = known,
        managers = &drift.managers[..]
    )
}

fn more(row: &Row, news: &told::Told<'_>) -> kit::Message {
    let known = if news.managers.is_empty() { "no" } else { "yes" };
    let managers: Vec<String> = news.managers.iter().map(|name| (*name).to_owned()).collect();
    message!(DriftMore, deployment = &row.name, count = news.count, known = known, managers = &managers[..])
}

/// The refusal to compare what is not in effect.
///
/// # Errors
/// `Conflict` `TASK_RUNNING`, `DELETING`, `NOT_INSTALLED` or `CHANGE_UNFINISHED`.
pub fn comparable(row: &Row) -> Result<i32> {
    row.converged("restart")?;
    row.effective.ok_or_else(|| Error::not_found("Revision"))
}
