//! `/deployments/{id}/usage`: what a site uses, now and over time.

use super::{
    super::{
        prelude::*,
        range::{RangeFilter, range},
    },
    revisions::{RevisionChange, change},
};
use proto::{deployments as pb, infrastructure};

/// What a figure is a part of.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum UsageBasis {
    /// The most that the pods may have.
    Limits,
    /// What the pods asked for: they may have more while nobody else needs it.
    Requests,
    /// What the volumes hold.
    Volumes,
}

/// A figure, or why there is none.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageFigure {
    /// There is one.
    pub available: bool,
    /// In the unit of the figure; null without one.
    #[schema(required)]
    pub used: Option<f64>,
    /// What that is a part of, in the same unit; null where nothing bounds it.
    #[schema(required)]
    pub of: Option<f64>,
    /// The part in percent, above 100 where more was used than was asked for; null where nothing bounds it.
    #[schema(required)]
    pub percent: Option<f64>,
    /// What the whole is; null where nothing bounds it.
    #[schema(required)]
    pub basis: Option<UsageBasis>,
    /// When it was measured; null without a figure.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required)]
    pub at: Option<OffsetDateTime>,
    /// Why there is none; null otherwise.
    #[schema(required)]
    pub problem: Option<String>,
    /// The stable word of the problem; empty without one.
    pub problem_reason: String,
    /// What the problem is filled with.
    pub problem_params: TextParams,
}

/// A span of time: means of what was measured in it. What was not measured, or is a part of nothing, is null.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageSample {
    /// When the span began.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// Thousandths of a core.
    #[schema(required)]
    pub cpu: Option<i64>,
    /// Percent of what the pods may have, or else asked for.
    #[schema(required)]
    pub cpu_percent: Option<f64>,
    /// Bytes.
    #[schema(required)]
    pub memory: Option<i64>,
    /// Percent, as of CPU.
    #[schema(required)]
    pub memory_percent: Option<f64>,
    /// Bytes, at the end of the span.
    #[schema(required)]
    pub storage: Option<i64>,
    /// Percent of what the volumes hold.
    #[schema(required)]
    pub storage_percent: Option<f64>,
}

/// A revision that came into effect.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageMark {
    /// The revision's.
    pub number: i32,
    /// When it came into effect.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    pub change: RevisionChange,
}

/// What a site uses.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    /// The beginning of the first span of the range.
    #[serde(with = "time::serde::rfc3339")]
    pub from: OffsetDateTime,
    /// Now.
    #[serde(with = "time::serde::rfc3339")]
    pub to: OffsetDateTime,
    /// Seconds of a span.
    pub seconds: i32,
    /// Somebody stopped the site: it has no pods.
    pub stopped: bool,
    /// Thousandths of a core, of all pods together.
    pub cpu: UsageFigure,
    /// Bytes, of all pods together.
    pub memory: UsageFigure,
    /// Bytes, of all volumes together.
    pub storage: UsageFigure,
    /// Requests that the site's nginx answered, for each minute.
    pub requests: UsageFigure,
    /// Milliseconds that they took, the mean.
    pub response_time: UsageFigure,
    /// Percent of them that ended with an error of the server.
    pub error_rate: UsageFigure,
    /// Oldest first. A span in which nothing was measured is not there.
    pub samples: Vec<UsageSample>,
    /// Revisions that came into effect in that time, oldest first.
    pub revisions: Vec<UsageMark>,
}

/// To a tenth.
fn percent(used: Option<f64>, of: Option<f64>) -> Option<f64> {
    let (used, of) = used.zip(of).filter(|(_, of)| *of > 0.0)?;
    Some((used / of * 1000.0).round() / 10.0)
}

#[expect(clippy::cast_precision_loss, reason = "no site has so many bytes")]
fn part(used: Option<i64>, of: Option<i64>) -> Option<f64> {
    percent(used.map(|used| used as f64), of.map(|of| of as f64))
}

impl TryFrom<Option<infrastructure::UsageFigure>> for UsageFigure {
    type Error = kit::Error;

    fn try_from(figure: Option<infrastructure::UsageFigure>) -> kit::Result<Self> {
        let figure = figure.ok_or_else(|| missing("UsageFigures"))?;
        let basis = match figure.basis.as_str() {
            "limits" => Some(UsageBasis::Limits),
            "requests" => Some(UsageBasis::Requests),
            "volumes" => Some(UsageBasis::Volumes),
            "" => None,
            _ => return Err(missing("UsageFigure.basis")),
        };
        let (problem_reason, problem_params) = coded(&figure.said);
        Ok(Self {
            available: figure.used.is_some(),
            used: figure.used,
            of: figure.of,
            percent: percent(figure.used, figure.of),
            basis,
            at: moment_or_none(figure.at),
            problem: text(figure.unavailable),
            problem_reason,
            problem_params,
        })
    }
}

impl TryFrom<infrastructure::UsageSample> for UsageSample {
    type Error = kit::Error;

    fn try_from(sample: infrastructure::UsageSample) -> kit::Result<Self> {
        let infrastructure::UsageSample { at, cpu, cpu_of, memory, memory_of, storage, storage_of } = sample;
        Ok(Self {
            at: moment(at, "UsageSample.at")?,
            cpu,
            cpu_percent: part(cpu, cpu_of),
            memory,
            memory_percent: part(memory, memory_of),
            storage,
            storage_percent: part(storage, storage_of),
        })
    }
}

impl TryFrom<pb::RevisionMark> for UsageMark {
    type Error = kit::Error;

    fn try_from(mark: pb::RevisionMark) -> kit::Result<Self> {
        let pb::RevisionMark { number, at, change: made } = mark;
        Ok(Self { number, at: moment(at, "RevisionMark.at")?, change: change(&made)? })
    }
}

/// What a deployment uses now, and over the last day, week or month, with the revisions that came into effect meanwhile.
#[utoipa::path(get, path = "/deployments/{id}/usage", tag = "deployments",
    params(("id" = String, Path, description = "The deployment"), RangeFilter), responses((status = 200, body = Data<Usage>), ReadErrors))]
pub async fn usage(call: Call, ids: Ids, mut query: Parameters) -> Result<Answer<Data<Usage>>> {
    let id = ids.one("Deployment")?;
    let range = range(&mut query).into();
    query.done()?;
    let message = pb::GetUsageRequest { id, range };
    let answer = call.api().deployments.clone().get_usage(call.ask(message)?).await?.into_inner();
    let pb::GetUsageResponse { usage, revisions, stopped } = answer;
    let usage = usage.ok_or_else(|| missing("GetUsageResponse.usage"))?;
    let now = usage.now.ok_or_else(|| missing("GetUsageResponse.now"))?;
    Ok(call.data(Usage {
        from: moment(usage.from, "GetUsageResponse.from")?,
        to: moment(usage.to, "GetUsageResponse.to")?,
        seconds: usage.seconds,
        stopped,
        cpu: now.cpu.try_into()?,
        memory: now.memory.try_into()?,
        storage: now.storage.try_into()?,
        requests: now.requests.try_into()?,
        response_time: now.response_time.try_into()?,
        error_rate: now.error_rate.try_into()?,
        samples: usage.samples.into_iter().map(TryInto::try_into).collect::<kit::Result<_>>()?,
        revisions: revisions.into_iter().map(TryInto::try_into).collect::<kit::Result<_>>()?,
    }))
}
