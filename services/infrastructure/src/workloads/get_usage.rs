//! `GetUsage`: what a deployment's pods used over time, as it was measured, and the requests of the last minutes. Changes
//! nothing.

use crate::{
    kubernetes::change,
    sample::{Resolution, begin, range},
    usage::slots_of,
    workloads::{
        Workloads,
        traffic::{self, Traffic},
    },
};
use kit::{Context, Error, Message, Result, clock::stamp, message};
use proto::infrastructure as pb;
use sqlx::types::Json;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// For how long what was measured last is what is used now. Fixed: a few times as long as until the next time.
const FRESH: Duration = Duration::minutes(5);
/// The same for volumes.
const FRESH_VOLUMES: Duration = Duration::minutes(20);

pub(super) async fn get_usage(app: &Workloads, request: pb::GetUsageRequest) -> Result<pb::GetUsageResponse> {
    let cluster = kit::ids::parse_as(&request.cluster_id, "Cluster")?;
    let deployment = kit::ids::parse_as(&request.deployment_id, "Deployment")?;
    let (resolution, length) = range(request.range())?;
    let to = app.cx.clock.now();
    let from = begin(to - length, resolution);
    let last = last(&app.cx, cluster, deployment).await?;
    let namespace = change::namespace(&request.namespace)?;
    let (traffic, samples) = tokio::join!(
        traffic::now(app, cluster, deployment, &namespace),
        samples(&app.cx, deployment, resolution, (from, to))
    );
    Ok(pb::GetUsageResponse {
        from: Some(stamp(from)),
        to: Some(stamp(to)),
        seconds: resolution.seconds,
        now: Some(last.figures(to, &traffic)),
        samples: samples?,
    })
}

/// What was measured last, and what the cluster said since.
struct Last {
    reach: String,
    problem: Option<Json<Message>>,
    asked_at: Option<OffsetDateTime>,
    said: Option<Json<Message>>,
    at: Option<OffsetDateTime>,
    cpu: Option<i64>,
    cpu_of: Option<i64>,
    cpu_basis: Option<String>,
    memory: Option<i64>,
    memory_of: Option<i64>,
    memory_basis: Option<String>,
    storage_at: Option<OffsetDateTime>,
    storage: Option<i64>,
    storage_of: Option<i64>,
    storage_said: Option<Json<Message>>,
}

async fn last(cx: &Context, cluster: Uuid, deployment: Uuid) -> Result<Last> {
    let last = sqlx::query_as!(
        Last,
        r#"select c.reach, c.problem_said as "problem: Json<Message>", asked.asked_at as "asked_at?",
                  asked.said as "said: Json<Message>", site.at as "at?", site.cpu as "cpu?", site.cpu_of as "cpu_of?",
                  site.cpu_basis as "cpu_basis?", site.memory as "memory?", site.memory_of as "memory_of?",
                  site.memory_basis as "memory_basis?", site.storage_at as "storage_at?", site.storage as "storage?",
                  site.storage_of as "storage_of?", asked.storage_said as "storage_said: Json<Message>"
           from infrastructure.cluster c
           left join infrastructure.usage_cluster asked on asked.cluster_id = c.id
           left join infrastructure.usage_site site on site.deployment_id = $2 and site.cluster_id = c.id
           where c.id = $1"#,
        cluster,
        deployment
    )
    .fetch_optional(&cx.db)
    .await?;
    last.ok_or_else(|| Error::not_found("Cluster"))
}

impl Last {
    fn figures(self, now: OffsetDateTime, traffic: &Result<Traffic, Message>) -> pb::UsageFigures {
        let (why, stored) = (self.unmeasured(now), self.unseen(now));
        let cpu = figure(&why, self.cpu, self.cpu_of, self.cpu_basis, self.at);
        let memory = figure(&why, self.memory, self.memory_of, self.memory_basis, self.at);
        let basis = self.storage_of.map(|_| "volumes".to_owned());
        let storage = figure(&stored, self.storage, self.storage_of, basis, self.storage_at);
        let counted = |value: fn(&Traffic) -> Option<f64>| {
            Some(match traffic.as_ref().map(value) {
                Ok(Some(used)) => {
                    pb::UsageFigure { used: Some(used), at: Some(stamp(now)), ..pb::UsageFigure::default() }
                }
                Ok(None) => missing(&message!(UsageNoRequests)),
                Err(why) => missing(why),
            })
        };
        pb::UsageFigures {
            cpu: Some(cpu),
            memory: Some(memory),
            storage: Some(storage),
            requests: counted(|traffic| Some(traffic.requests)),
            response_time: counted(|traffic| traffic.response_time),
            error_rate: counted(|traffic| traffic.error_rate),
        }
    }

    /// Why what pods use is not known now; `None` when it is.
    fn unmeasured(&self, now: OffsetDateTime) -> Option<Message> {
        let fresh = |at: Option<OffsetDateTime>| at.is_some_and(|at| now - at < FRESH);
        if fresh(self.at) {
            return None;
        }
        if let Some(away) = self.away() {
            return Some(away);
        }
        let said = self.said.as_ref().map(|Json(said)| said.clone());
        Some(match said {
            Some(said) => said,
            None if fresh(self.asked_at) => message!(UsageNoPods),
            None => message!(UsageNotYet),
        })
    }

    /// Why how full volumes are is not known now; `None` when it is.
    fn unseen(&self, now: OffsetDateTime) -> Option<Message> {
        if self.storage_at.is_some_and(|at| now - at < FRESH_VOLUMES) {
            return None;
        }
        let said = self.storage_said.as_ref().map(|Json(said)| said.clone());
        Some(match self.away().or(said) {
            Some(why) => why,
            None if self.asked_at.is_some() => message!(UsageNoVolumeStatistics),
            None => message!(UsageNotYet),
        })
    }

    /// Why the cluster says nothing at all; `None` when it does.
    fn away(&self) -> Option<Message> {
        let known = self.problem.as_ref().map(|Json(problem)| problem.clone());
        (self.reach == "unreachable")
            .then(|| known.unwrap_or_else(|| message!(ClusterProblem, said = message!(NoConnection))))
    }
}

fn figure(
    why: &Option<Message>,
    used: Option<i64>,
    of: Option<i64>,
    basis: Option<String>,
    at: Option<OffsetDateTime>,
) -> pb::UsageFigure {
    match (why, used) {
        (None, Some(used)) => pb::UsageFigure {
            used: Some(float(used)),
            of: of.map(float),
            basis: basis.unwrap_or_default(),
            at: at.map(stamp),
            ..pb::UsageFigure::default()
        },
        (None, None) => missing(&message!(UsageNotYet)),
        (Some(why), _) => missing(why),
    }
}

fn missing(why: &Message) -> pb::UsageFigure {
    pb::UsageFigure { unavailable: why.to_string(), said: why.packed(), ..pb::UsageFigure::default() }
}

#[expect(clippy::cast_precision_loss, reason = "what is kept is below 1e15")]
fn float(value: i64) -> f64 {
    value as f64
}

async fn samples(
    cx: &Context,
    deployment: Uuid,
    resolution: Resolution,
    (from, to): (OffsetDateTime, OffsetDateTime),
) -> Result<Vec<pb::UsageSample>> {
    let slots = slots_of(resolution);
    let rows = sqlx::query!(
        "select at, count, cpu, cpu_of, memory, memory_of, storage, storage_of
         from infrastructure.usage
         where deployment_id = $1 and slot between $2 and $3 and at between $4 and $5
         order by at",
        deployment,
        slots.start(),
        slots.end(),
        from,
        to
    )
    .fetch_all(&cx.db)
    .await?;
    let mean = |sum: Option<i64>, count: i32| sum.filter(|_| count > 0).map(|sum| sum / i64::from(count));
    let samples = rows.into_iter().map(|row| pb::UsageSample {
        at: Some(stamp(row.at)),
        cpu: mean(row.cpu, row.count),
        cpu_of: mean(row.cpu_of, row.count),
        memory: mean(row.memory, row.count),
        memory_of: mean(row.memory_of, row.count),
        storage: row.storage,
        storage_of: row.storage_of,
    });
    Ok(samples.collect())
}
