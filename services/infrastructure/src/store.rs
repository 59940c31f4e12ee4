//! Stores what a probe saw. The latest wins; others are told only when the shown state changed.

use crate::{cluster::shown_status, facts, probe::Seen, sample};
use history::{Kind, Line};
use kit::{Context, Message, Origin, Result, Tx, message};
use sqlx::{PgConnection, types::Json};
use std::time::Duration;
use time::OffsetDateTime;
use uuid::Uuid;

/// So far ahead of ours another replica's clock may be. A finding of later than that was written while a clock was wrong: it counts
/// as none, or nobody would look until that time has come.
pub(crate) const AHEAD: Duration = Duration::from_secs(60);

/// The outcome of one probe.
pub(crate) struct Finding {
    pub cluster: Uuid,
    /// Of the kubeconfig that was used: of an older one it says nothing any more.
    pub version: i64,
    pub started: OffsetDateTime,
    pub result: Result<Seen, Message>,
    /// Probes that failed in a row, this one included.
    pub failures: u32,
    pub interval: Duration,
}

/// What is shown now, with what decides about the rest.
struct Shown {
    name: String,
    maintenance: bool,
    reach: String,
    version: Option<String>,
    nodes: Option<i32>,
    total_cpu: Option<i32>,
    total_memory: Option<i32>,
    cordoned_nodes: Option<i32>,
    unready_nodes: Option<i32>,
    requested_cpu: Option<i64>,
    requested_memory: Option<i64>,
    kube_uid: Option<String>,
    problem: String,
    problem_said: Option<Json<Message>>,
    checked_at: Option<OffsetDateTime>,
}

/// The version of the stored kubeconfig.
pub(crate) async fn kubeconfig_version(cx: &Context, id: Uuid) -> Result<Option<i64>> {
    let version = sqlx::query_scalar!("select kubeconfig_version from infrastructure.cluster where id = $1", id)
        .fetch_optional(&cx.db)
        .await?;
    Ok(version)
}

/// What earlier probes have found of a cluster.
#[derive(Default)]
pub(crate) struct Probed {
    pub checked_at: Option<OffsetDateTime>,
    /// The identity that was seen first.
    pub kube_uid: Option<String>,
}

/// Nothing of a cluster that was not probed yet.
pub(crate) async fn probed(db: &mut PgConnection, id: Uuid) -> Result<Probed> {
    let known = sqlx::query_as!(Probed, "select checked_at, kube_uid from infrastructure.cluster where id = $1", id);
    Ok(known.fetch_optional(db).await?.unwrap_or_default())
}

/// Stores a finding.
pub(crate) async fn store(cx: &Context, finding: Finding) -> Result<()> {
    let mut tx = cx.begin().await?;
    let shown = sqlx::query_as!(
        Shown,
        r#"select name, maintenance, reach, version, nodes, total_cpu, total_memory, cordoned_nodes,
                  unready_nodes, requested_cpu, requested_memory, kube_uid, problem,
                  problem_said as "problem_said: Json<Message>", checked_at
           from infrastructure.cluster
           where id = $1 and kubeconfig_version = $2 and (checked_at is null or checked_at <= $3 or checked_at > $4)
           for update"#,
        finding.cluster,
        finding.version,
        finding.started,
        cx.clock.now() + AHEAD
    )
    .fetch_optional(tx.conn())
    .await?;
    let Some(shown) = shown else { return Ok(()) };
    // One lost packet is no outage: a cluster that was fine is asked a second time first.
    if finding.result.is_err() && shown.reach == "operational" && finding.failures < 2 {
        return Ok(());
    }
    let next = next(&shown, &finding);
    let changed = next.reach != shown.reach
        || next.version != shown.version
        || next.nodes != shown.nodes
        || next.total_cpu != shown.total_cpu
        || next.total_memory != shown.total_memory
        || next.cordoned_nodes != shown.cordoned_nodes
        || next.unready_nodes != shown.unready_nodes
        || next.requested_cpu != shown.requested_cpu
        || next.requested_memory != shown.requested_memory
        || next.problem != shown.problem;
    let row_version = sqlx::query_scalar!(
        "update infrastructure.cluster set
            reach = $2, version = $3, nodes = $4, total_cpu = $5, total_memory = $6, kube_uid = $7, problem = $8,
            latency_ms = $9, last_seen = coalesce($10, last_seen), checked_at = $11,
            row_version = row_version + $12, updated_at = case when $12 = 1 then $13 else updated_at end, problem_said = $14,
            cordoned_nodes = $15, unready_nodes = $16, requested_cpu = $17, requested_memory = $18
         where id = $1 returning row_version",
        finding.cluster,
        next.reach,
        next.version,
        next.nodes,
        next.total_cpu,
        next.total_memory,
        next.kube_uid,
        next.problem,
        finding.result.as_ref().ok().map(|seen| seen.latency_ms),
        finding.result.as_ref().ok().map(|_| finding.started),
        finding.started,
        i64::from(changed),
        cx.clock.now(),
        next.problem_said as _,
        next.cordoned_nodes,
        next.unready_nodes,
        next.requested_cpu,
        next.requested_memory
    )
    .fetch_one(tx.conn())
    .await?;
    watched(&mut tx, &shown, &finding).await?;
    if let Ok(seen) = &finding.result {
        sample::keep(&mut tx, finding.cluster, finding.started, seen).await?;
    }
    if changed {
        let origin = Origin::of_role(&*cx.ids);
        facts::changed(&mut tx, "cluster", finding.cluster, row_version);
        if let Some((kind, message)) = transition(&shown, &next, &finding) {
            let line = Line::new(kind, "Cluster", &message).admin_only().cluster(finding.cluster, &shown.name);
            line.write(cx, &mut tx, &origin).await?;
        }
    }
    tx.commit().await
}

/// The row after the finding. What an unreachable cluster last said stays.
fn next(shown: &Shown, finding: &Finding) -> Shown {
    let problem = match &finding.result {
        Err(reason) => Some(message!(ClusterProblem, said = reason.clone())),
        Ok(seen) => seen.problem.clone(),
    };
    let kept = Shown {
        name: shown.name.clone(),
        maintenance: shown.maintenance,
        reach: "unreachable".to_owned(),
        version: shown.version.clone(),
        nodes: shown.nodes,
        total_cpu: shown.total_cpu,
        total_memory: shown.total_memory,
        cordoned_nodes: shown.cordoned_nodes,
        unready_nodes: shown.unready_nodes,
        requested_cpu: shown.requested_cpu,
        requested_memory: shown.requested_memory,
        kube_uid: shown.kube_uid.clone(),
        problem: problem.as_ref().map(ToString::to_string).unwrap_or_default(),
        problem_said: problem.map(Json),
        checked_at: Some(finding.started),
    };
    match &finding.result {
        Err(_) => kept,
        Ok(seen) => Shown {
            reach: "operational".to_owned(),
            version: Some(seen.version.clone()),
            nodes: seen.nodes.map(|nodes| nodes.count),
            total_cpu: seen.nodes.map(|nodes| nodes.cpu),
            total_memory: seen.nodes.map(|nodes| nodes.memory),
            cordoned_nodes: seen.nodes.map(|nodes| nodes.cordoned),
            unready_nodes: seen.nodes.map(|nodes| nodes.unready),
            requested_cpu: seen.requested.map(|requested| requested.cpu),
            requested_memory: seen.requested.map(|requested| requested.memory),
            kube_uid: seen.kube_uid.clone().or(kept.kube_uid),
            ..kept
        },
    }
}

/// Nothing is said about the first answer of a new cluster, nor while it is in maintenance.
fn transition(shown: &Shown, next: &Shown, finding: &Finding) -> Option<(Kind, Message)> {
    let status = shown_status(next.maintenance, true, &next.reach);
    match (shown.reach.as_str(), status, &finding.result) {
        ("operational" | "unknown", "unreachable", Err(reason)) => {
            Some((Kind::Warning, message!(ClusterUnreachable, cluster = &shown.name, said = reason.clone())))
        }
        ("unreachable", "operational", _) => Some((Kind::Normal, message!(ClusterReachable, cluster = &shown.name))),
        _ => None,
    }
}

/// The time since the last probe counts as this one found it; a longer gap means that nobody looked.
async fn watched(tx: &mut Tx, shown: &Shown, finding: &Finding) -> Result<()> {
    let Some(before) = shown.checked_at else { return Ok(()) };
    let limit = i64::try_from(finding.interval.as_secs().saturating_mul(2)).unwrap_or(i64::MAX);
    let seconds = (finding.started - before).whole_seconds().clamp(0, limit);
    sqlx::query!(
        "insert into infrastructure.availability (cluster_id, day, seconds, seconds_up) values ($1, $2, $3, $4)
         on conflict (cluster_id, day) do update
         set seconds = availability.seconds + excluded.seconds, seconds_up = availability.seconds_up + excluded.seconds_up",
        finding.cluster,
        finding.started.date(),
        seconds,
        if finding.result.is_ok() { seconds } else { 0 }
    )
    .execute(tx.conn())
    .await?;
    if before.date() != finding.started.date() {
        sqlx::query!(
            "delete from infrastructure.availability where cluster_id = $1 and day < $2::date - 60",
            finding.cluster,
            finding.started.date()
        )
        .execute(tx.conn())
        .await?;
    }
    Ok(())
}
