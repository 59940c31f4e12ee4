//! Visits running sites in the background, about once in five minutes each, and when somebody asks. A site that hangs costs the
//! others nothing but one of the places of those that are visited at the same time.

use super::{
    Found, State,
    checker::{Entrance, Site},
};
use crate::{
    App,
    ask_cluster::ask_within,
    deployment::{self, Row},
    facts, read,
};
use futures::{FutureExt as _, StreamExt as _, future::BoxFuture, stream::FuturesUnordered};
use history::Kind;
use kit::{Origin, Result, meanwhile, message};
use proto::infrastructure::{ListWorkloadsRequest, ListWorkloadsResponse};
use sqlx::{PgConnection, types::Json};
use std::time::Duration;
use time::OffsetDateTime;
use uuid::Uuid;

/// How often a site is visited. Fixed: often enough to be told of an outage, and nobody's log is full of us.
const EVERY: Duration = Duration::from_secs(300);
/// What is due later than any visit can be was written by a clock that was wrong, and is due now.
const LATEST: Duration = Duration::from_secs(3_600);
/// How soon after the first visit that did not reach a site that was reachable, and after one that could not be made.
const AGAIN: Duration = Duration::from_secs(30);
/// The shortest time between two visits that people ask for.
const SELDOM: Duration = Duration::from_secs(10);
/// For how long a site is one visitor's: longer than a visit takes.
const LEASE: Duration = Duration::from_secs(60);
/// Sites that are visited at once. Fixed: each is a socket and some kilobytes.
const AT_ONCE: usize = 8;
/// When it is looked for what is due although nothing is: what another replica was told and did not come to.
const IDLE: Duration = Duration::from_secs(60);
/// How soon after a failure, and after a change: changes come several at a time.
const SOON: Duration = Duration::from_secs(2);
const MOMENT: Duration = Duration::from_millis(300);
/// How long infrastructure may take. Fixed: whoever asked for a visit waits fifteen seconds for all of it.
const ASKED: Duration = Duration::from_secs(3);
/// Visits in a row that do not reach a site before it counts as unreachable: one may be chance.
const FAILURES: i32 = 2;
/// Characters of a sentence in a line of history. Fixed: events takes 2000 in all.
const SAID: usize = 400;

/// Visits what is due until the role stops. What fails is no reason to end: the next round does its work.
///
/// # Errors
/// Those of the database at the start.
pub async fn run(app: App) -> anyhow::Result<()> {
    let mut commits = app.cx.outbox.commits();
    let rounds = kit::Rounds::of(&app.cx);
    let mut going: FuturesUnordered<BoxFuture<'_, ()>> = FuturesUnordered::new();
    let mut switched = false;
    while !app.cx.stop.is_cancelled() {
        commits.mark_unchanged();
        let room = AT_ONCE.saturating_sub(going.len());
        let (outcome, ended) = meanwhile(&mut going, round(&app, room, &mut switched)).await;
        let pause = match outcome {
            Ok((claimed, due)) => {
                going.extend(claimed.into_iter().map(|id| noted(&app, id).boxed()));
                rounds.next_or(due, IDLE)
            }
            Err(error) => {
                let error = format!("{:#}", anyhow::Error::from(error));
                tracing::warn!(error, "sites will be visited again");
                SOON
            }
        };
        let changed = async {
            let _ = commits.changed().await;
            tokio::time::sleep(MOMENT).await;
        };
        tokio::select! {
            Some(()) = going.next(), if !going.is_empty() => {}
            // what is due next may be another one now
            () = std::future::ready(()), if !ended.is_empty() => {}
            () = tokio::time::sleep(pause) => {}
            () = changed => {}
            () = app.cx.stop.cancelled() => {}
        }
    }
    Ok(())
}

/// Which sites are visited now, and after how long the next one is due.
async fn round(app: &App, room: usize, switched: &mut bool) -> Result<(Vec<Uuid>, Option<Duration>)> {
    if !*switched {
        switch(app).await?;
        *switched = true;
    }
    if room == 0 {
        return Ok((Vec::new(), None));
    }
    let mut db = app.cx.db.acquire().await?;
    let claimed = claim(app, &mut db, room).await?;
    let now = app.cx.clock.now();
    let next =
        sqlx::query_scalar!("select min(due) from deployments.reach where due > $1", now).fetch_one(&mut *db).await?;
    // what is due already waits until it runs
    Ok((claimed, next.map(|due| (due - now).unsigned_abs())))
}

/// Has all sites looked at anew whose last result is that of another setting.
///
/// # Errors
/// Those of the database.
pub async fn switch(app: &App) -> Result<()> {
    sqlx::query!(
        "update deployments.reach set due = $1 where found is not null and (found->>'state' = 'off') = $2",
        app.cx.clock.now(),
        app.checker.is_some()
    )
    .execute(&app.cx.db)
    .await?;
    Ok(())
}

/// Takes sites that are due, those first that have waited longest: several replicas may run, and one visit is enough.
async fn claim(app: &App, db: &mut PgConnection, most: usize) -> Result<Vec<Uuid>> {
    let now = app.cx.clock.now();
    let claimed = sqlx::query_scalar!(
        r#"with due as (
             select r.deployment_id
             from deployments.reach r join deployments.deployment d on d.id = r.deployment_id
             where (r.due <= $1 or r.due > $4) and d.gone_at is null and d.status = 'running' and d.wanted = 'present'
             order by r.due
             limit $3
             for update of r skip locked
           )
           update deployments.reach set due = $2, asked_at = $1
           where deployment_id = any(array(select deployment_id from due))
           returning deployment_id"#,
        now,
        now + LEASE,
        i64::try_from(most).unwrap_or(1),
        now + LATEST
    )
    .fetch_all(db)
    .await?;
    Ok(claimed)
}

/// The same for one that somebody asks for, unless it was visited, or begun to be, a moment ago.
///
/// # Errors
/// Those of the database.
pub async fn claim_one(app: &App, deployment: Uuid) -> Result<bool> {
    let now = app.cx.clock.now();
    let claimed = sqlx::query!(
        "update deployments.reach set due = $3, asked_at = $2
         where deployment_id = $1 and (asked_at is null or asked_at <= $4 or asked_at > $2)",
        deployment,
        now,
        now + LEASE,
        now - SELDOM
    )
    .execute(&app.cx.db)
    .await?;
    Ok(claimed.rows_affected() > 0)
}

/// Whether the visit that began last has ended.
///
/// # Errors
/// Those of the database.
pub async fn is_over(app: &App, deployment: Uuid) -> Result<bool> {
    let over = sqlx::query_scalar!(
        r#"select asked_at is null or checked_at >= asked_at as "over" from deployments.reach where deployment_id = $1"#,
        deployment
    )
    .fetch_optional(&app.cx.db)
    .await?;
    Ok(over.flatten().unwrap_or(false) || over.is_none())
}

/// One round for tests: visits what is due, and answers how many there were.
///
/// # Errors
/// Those of the database.
pub async fn once(app: &App) -> Result<usize> {
    let claimed = claim(app, &mut *app.cx.db.acquire().await?, AT_ONCE).await?;
    let count = claimed.len();
    let all = futures::future::join_all(claimed.into_iter().map(|id| one(app, id))).await;
    all.into_iter().collect::<Result<Vec<()>>>()?;
    Ok(count)
}

async fn noted(app: &App, deployment: Uuid) {
    if let Err(error) = one(app, deployment).await {
        // its turn comes again when the claim runs out
        tracing::info!(%deployment, ?error, "whether a site is reachable cannot be kept now");
    }
}

/// Visits a site that was claimed, and keeps what was found.
///
/// # Errors
/// Those of the database.
pub async fn one(app: &App, deployment: Uuid) -> Result<()> {
    let (row, simulated) = {
        let mut connection = app.cx.db.acquire().await?;
        let Some(row) = read::load_one(&mut connection, deployment).await? else { return Ok(()) };
        let known = sqlx::query_scalar!("select simulated from deployments.reach where deployment_id = $1", deployment)
            .fetch_optional(&mut *connection)
            .await?;
        (row, known.flatten())
    };
    let (found, simulated) = look(app, &row, simulated).await;
    store(app, &row, found, simulated).await
}

/// What is found now, and whether the cluster is a simulated one; nothing where it is not known what may be visited.
async fn look(app: &App, row: &Row, simulated: Option<bool>) -> (Option<Found>, Option<bool>) {
    let domain = &row.spec.domain;
    let Some(checker) = &app.checker else {
        return (Some(Found::of(State::Off, domain, Some(message!(ReachOff)))), simulated);
    };
    let seen = match simulated {
        Some(true) => None,
        _ => match ask(app, row).await {
            Ok(seen) => Some(seen),
            Err(error) => {
                tracing::debug!(deployment = %row.id, ?error, "the cluster of a site says nothing now");
                None
            }
        },
    };
    let simulated = seen.as_ref().map(|seen| seen.simulated).or(simulated);
    match simulated {
        None => (None, None),
        Some(true) => (Some(Found::of(State::Simulated, domain, Some(message!(ReachSimulated)))), simulated),
        Some(false) => {
            let address = seen.and_then(|seen| seen.ingresses.into_iter().next()).map(|found| found.address);
            let entrance = match address.filter(|address| !address.is_empty()) {
                _ if row.spec.has("cloudflare") => Entrance::Tunnel,
                Some(address) => Entrance::At(address),
                None => Entrance::Unknown,
            };
            let site = Site { domain: domain.clone(), names: row.spec.domains.clone(), entrance };
            (Some(checker.check(&site).await), simulated)
        }
    }
}

async fn ask(app: &App, row: &Row) -> Result<ListWorkloadsResponse> {
    let cx = &app.cx;
    let message = ListWorkloadsRequest {
        cluster_id: row.cluster_id.to_string(),
        deployment_id: row.id.to_string(),
        namespace: row.release_name.clone(),
        release_name: row.release_name.clone(),
        services: Vec::new(),
        // the chart names the site's own after the release
        ingresses: vec![row.release_name.clone()],
        whether_simulated: true,
    };
    ask_within(cx, &Origin::of_role(&*cx.ids), ASKED, message, |mut cluster, request| async move {
        cluster.list_workloads(request).await
    })
    .await
}

/// What is kept beside the result.
struct Kept {
    up: Option<bool>,
    failures: i32,
    told_certificate: Option<i64>,
}

/// Keeps what was found, if the site is still what was visited. An outage that two visits in a row saw, and its end, are told
/// once each.
async fn store(app: &App, seen: &Row, found: Option<Found>, simulated: Option<bool>) -> Result<()> {
    let now = app.cx.clock.now();
    let mut tx = app.cx.begin().await?;
    let Some(row) = deployment::lock_own(&mut tx, seen.id).await? else { return Ok(()) };
    let kept = sqlx::query_as!(
        Kept,
        "select up, failures, told_certificate from deployments.reach where deployment_id = $1 for update",
        row.id
    )
    .fetch_optional(tx.conn())
    .await?;
    let Some(kept) = kept else { return Ok(()) };
    let same = row.current_task.is_none() && row.last_task == seen.last_task && row.spec.domain == seen.spec.domain;
    let Some(found) = found.filter(|_| same && row.status == "running") else {
        // the end of a task has it visited again
        put_off(&mut tx, &row, now).await?;
        return tx.commit().await;
    };
    let found = found.after(row.reach.as_ref(), now);
    let (up, failures) = match found.state.is_up() {
        Some(true) => (Some(true), 0),
        Some(false) if kept.failures + 1 >= FAILURES => (kept.up.map(|_| false), kept.failures.saturating_add(1)),
        Some(false) => (kept.up, kept.failures + 1),
        None => (kept.up, kept.failures),
    };
    sqlx::query!(
        "update deployments.reach
         set found = $2, up = $3, failures = $4, simulated = $5, due = $6, checked_at = $7 where deployment_id = $1",
        row.id,
        Json(&found) as _,
        up,
        failures,
        simulated,
        next(app, &found, kept.up, failures, now),
        now
    )
    .execute(tx.conn())
    .await?;
    tell_certificate(app, &mut tx, &row, &found, kept.told_certificate).await?;
    tell(app, &mut tx, &row, &found, (kept.up, up)).await?;
    tx.commit().await
}

/// When it is visited again; never where that depends on a task or a setting.
fn next(app: &App, found: &Found, up: Option<bool>, failures: i32, now: OffsetDateTime) -> Option<OffsetDateTime> {
    match found.state {
        State::Off | State::Simulated => None,
        state if state.is_up() == Some(false) && failures < FAILURES && up == Some(true) => Some(now + AGAIN),
        _ => {
            // so that sites that came up together are not visited together for ever
            let jitter = app.cx.ids.bytes(1).first().copied().unwrap_or(128);
            Some(now + EVERY.mul_f64(0.9 + 0.2 * f64::from(jitter) / 255.0))
        }
    }
}

async fn put_off(tx: &mut kit::Tx, row: &Row, now: OffsetDateTime) -> Result<()> {
    // what became due meanwhile stays so
    sqlx::query!(
        "update deployments.reach set due = case when due > $2 then $3 else due end, checked_at = $2
         where deployment_id = $1",
        row.id,
        now,
        now + AGAIN
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Tells the history that the certificate should have been renewed: once for each, which is known by its end.
async fn tell_certificate(app: &App, tx: &mut kit::Tx, row: &Row, found: &Found, told: Option<i64>) -> Result<()> {
    let Some(certificate) = &found.certificate else { return Ok(()) };
    let Some(late) = certificate.late.clone().filter(|_| certificate.not_after != told) else { return Ok(()) };
    let message = message!(SiteCertificateLate, deployment = &row.name, said = late);
    facts::record(&app.cx, tx, &Origin::of_role(&*app.cx.ids), row, Kind::Warning, message).await?;
    sqlx::query!(
        "update deployments.reach set told_certificate = $2 where deployment_id = $1",
        row.id,
        certificate.not_after
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Tells screens what looks otherwise now, and the history that an outage has begun or ended.
async fn tell(
    app: &App,
    tx: &mut kit::Tx,
    row: &Row,
    found: &Found,
    (was, is): (Option<bool>, Option<bool>),
) -> Result<()> {
    let told = match (was, is, &found.said) {
        (Some(true), Some(false), Some(said)) => {
            Some((Kind::Error, message!(SiteUnreachable, deployment = &row.name, said = said.clone())))
        }
        (Some(false), Some(true), _) => Some((Kind::Normal, message!(SiteReachable, deployment = &row.name))),
        _ => None,
    };
    if let Some((kind, message)) = told {
        let message = message.with_texts(&|text| kit::text::cut(text, SAID));
        facts::record(&app.cx, tx, &Origin::of_role(&*app.cx.ids), row, kind, message).await?;
    }
    if row.reach.as_ref().is_none_or(|earlier| found.differs(earlier)) {
        sqlx::query!("update deployments.deployment set version = version + 1 where id = $1", row.id)
            .execute(tx.conn())
            .await?;
        deployment::changed(tx, row.id).await?;
    }
    Ok(())
}
