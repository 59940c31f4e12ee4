//! What stopping, starting and scaling have in common: they change little of what is in effect, as a revision and by a
//! task of their own kind.

use crate::{
    App, applications, changes,
    deployment::{self, Row},
    facts,
    next::{self, Next},
    operation::Kind,
    plan, quota, secrets,
    spec::Spec,
    task, update, validate,
};
use access::{Caller, WriteTeam};
use kit::{Error, Message, Problems, Result, message};
use proto::deployments::{ScaleDeploymentRequest, StartDeploymentRequest, StopDeploymentRequest};

/// What is to be done.
#[derive(Clone, Copy)]
pub enum Change<'a> {
    /// No pods until it is started.
    Stop,
    /// As it was before it was stopped.
    Start,
    /// Another size.
    Scale(&'a ScaleDeploymentRequest),
}

/// A change as it is asked for.
pub struct Asked<'a> {
    /// What is to be done.
    pub change: Change<'a>,
    /// Of the deployment.
    pub id: &'a str,
    /// The version that the caller saw; 0 for any.
    pub version: i64,
    /// The hash of the plan that was looked at; empty: none was.
    pub plan: &'a str,
    /// Why, as the caller wrote it.
    pub reason: &'a str,
}

impl<'a> From<&'a StopDeploymentRequest> for Asked<'a> {
    fn from(request: &'a StopDeploymentRequest) -> Self {
        let StopDeploymentRequest { id, version, plan, reason } = request;
        Self { change: Change::Stop, id, version: *version, plan, reason }
    }
}

impl<'a> From<&'a StartDeploymentRequest> for Asked<'a> {
    fn from(request: &'a StartDeploymentRequest) -> Self {
        let StartDeploymentRequest { id, version, plan, reason } = request;
        Self { change: Change::Start, id, version: *version, plan, reason }
    }
}

impl<'a> From<&'a ScaleDeploymentRequest> for Asked<'a> {
    fn from(request: &'a ScaleDeploymentRequest) -> Self {
        let ScaleDeploymentRequest { id, version, plan, reason, .. } = request;
        Self { change: Change::Scale(request), id, version: *version, plan, reason }
    }
}

impl Change<'_> {
    fn kind(self) -> Kind {
        match self {
            Self::Stop => Kind::Stop,
            Self::Start => Kind::Start,
            Self::Scale(_) => Kind::Scale,
        }
    }

    fn possible(self, row: &Row) -> Result<()> {
        match self {
            Self::Stop => row.can_stop(),
            Self::Start => row.can_start(),
            Self::Scale(_) => row.converged("scale"),
        }
    }

    fn spec(self, before: &Row, problems: &mut Problems) -> Result<Spec> {
        let spec = match self {
            Self::Stop => Spec { stopped: true, ..before.spec.clone() },
            Self::Start => Spec { stopped: false, ..before.spec.clone() },
            Self::Scale(asked) => {
                validate::scaled(applications::of(&before.application)?, asked, &before.spec, problems)
            }
        };
        if spec == before.spec && problems.is_empty() {
            return Err(Error::conflict(message!(NOTHING_TO_SCALE)));
        }
        Ok(spec)
    }

    fn told(self, row: &Row) -> Message {
        match self {
            Self::Stop => message!(StopRequested, deployment = &row.name, revision = row.revision),
            Self::Start => message!(StartRequested, deployment = &row.name, revision = row.revision),
            Self::Scale(_) => message!(ScaleRequested, deployment = &row.name, revision = row.revision),
        }
    }
}

/// Makes the revision and orders its task, in one transaction, if nobody was faster.
///
/// # Errors
/// Those of [`found`] and [`prepare`]; 409 when anything has moved since the plan.
pub async fn make(app: &App, caller: &Caller, asked: Asked<'_>) -> Result<Row> {
    let mut problems = Problems::new();
    let reason = update::reason(asked.reason, &mut problems);
    let (team, before) = found(app, caller, &asked).await?;
    deployment::open_for_work(app, caller, before.id).await?;
    let next = prepare(app, caller, &before, &asked, problems).await?;
    let planned = plan::holds(app, caller, &before, Some((&next).into()), asked.plan).await?;
    let (cx, origin) = (&app.cx, caller.origin());
    let mut tx = cx.begin().await?;
    let row = deployment::lock(&mut tx, team, before.id).await?;
    row.made_on(asked.version)?;
    asked.change.possible(&row)?;
    // what was rendered is of the row as it was
    row.made_on(before.version)?;
    quota::another_task(app, &mut tx, row.team_id, caller).await?;
    let kind = asked.change.kind();
    let changes = changes::between(&row.spec, &next.spec);
    let row = next::want(app, &mut tx, origin, &row, &next, (kind.word(), &reason)).await?;
    let row = task::start(cx, &mut tx, origin, &row, kind).await?;
    if let Some(state) = planned {
        plan::bind(&mut tx, &row, &state).await?;
    }
    facts::record_changes(cx, &mut tx, origin, &row, history::Kind::Normal, asked.change.told(&row), changes).await?;
    tx.commit().await?;
    task::accepted(app, row.id).await;
    Ok(row)
}

/// The deployment as it is, for somebody who may change it.
///
/// # Errors
/// 404, 403; 409 for a version that is not the newest, and when this cannot be done to it now.
pub async fn found(app: &App, caller: &Caller, asked: &Asked<'_>) -> Result<(WriteTeam, Row)> {
    let (team, before) = deployment::changeable(app, caller, asked.id).await?;
    before.made_on(asked.version)?;
    asked.change.possible(&before)?;
    Ok((team, before))
}

/// Renders the revision. Writes nothing.
///
/// # Errors
/// Those of [`next::render`]; 409 `NOTHING_TO_SCALE`.
pub async fn prepare(
    app: &App,
    caller: &Caller,
    before: &Row,
    asked: &Asked<'_>,
    mut problems: Problems,
) -> Result<Next> {
    let spec = asked.change.spec(before, &mut problems)?;
    let known = {
        let mut connection = app.cx.db.acquire().await?;
        secrets::open(&app.cx, &mut connection, before.id, before.team_id).await?
    };
    let asked = next::Asked {
        name: &before.name,
        spec,
        replaced: secrets::Named::new(),
        known,
        delete_volumes: &[],
        target: None,
        leaves_data: false,
    };
    next::render(app, caller, before, asked, problems).await
}
