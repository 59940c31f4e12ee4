//! Changing a deployment: anything but its type and team. What its pods run by becomes a new revision; with another cluster it
//! is a move.

use crate::{
    App, applications, changes, create,
    deployment::{self, Row},
    elsewhere, facts, moving,
    next::{self, Asked, Next},
    operation::Kind,
    plan, quota, read,
    secrets::{self, Named},
    task,
    validate::{self, Earlier, Input},
};
use access::{Caller, WriteTeam};
use kit::{Error, Problems, Result, Tx, message};
use proto::deployments::{UpdateDeploymentRequest, UpdateDeploymentResponse};
use uuid::Uuid;

/// The longest reason, in characters. Fixed: it is a sentence or two.
const REASON: usize = 500;

/// What is known when the change is written.
pub struct Change {
    name: String,
    description: String,
    reason: String,
    /// The row as the change was made on.
    version: i64,
    /// `None` when only name or description change.
    pub next: Option<Next>,
}

/// What the task of a change is bound to.
enum Bound {
    /// The state that its plan stands on; nothing where nobody has looked at one.
    Here(Option<plan::State>),
    /// Both clusters.
    Move(moving::Bound),
}

/// Makes a revision of what is asked for and orders its upgrade (an install where nothing is in effect); a change of
/// name or description alone makes neither. What is absent stays.
///
/// # Errors
/// 404, 403, 400 with every problem (volumes that are used, or not there, among them), 409 for a name or domain that is
/// taken, for a version that is not the newest, for a deployment that is being deleted, while a task is at work on it, and
/// when anything has moved since the plan.
pub async fn update(app: &App, caller: &Caller, request: UpdateDeploymentRequest) -> Result<UpdateDeploymentResponse> {
    let (team, before) = found(app, caller, &request).await?;
    let id = before.id;
    let change = prepare(app, caller, &before, &request).await?;
    let bound = match change.next.as_ref().and_then(|next| Some((next, next.target.as_ref()?))) {
        Some((next, target)) => Bound::Move(moving::bind(app, caller, &before, next, target, &request.plan).await?),
        None => {
            let wanted = change.next.as_ref().map(Into::into);
            Bound::Here(plan::holds(app, caller, &before, wanted, &request.plan).await?)
        }
    };
    let rolls_out = change.next.is_some();
    let row = match write(app, caller, team, id, change, &bound).await {
        Ok(row) => row,
        Err(refusal) => {
            if let Bound::Move(bound) = &bound {
                elsewhere::release(&app.cx, bound.reservation).await;
            }
            return Err(refusal);
        }
    };
    if rolls_out {
        task::accepted(app, id).await;
    }
    let task_id = if rolls_out { row.last_task.to_string() } else { String::new() };
    Ok(UpdateDeploymentResponse { deployment: Some(row.shown(false)), task_id })
}

/// The deployment as it is, for somebody who may change it.
///
/// # Errors
/// 404, 403; 409 for a version that is not the newest and for a deployment that is being deleted.
pub async fn found(app: &App, caller: &Caller, request: &UpdateDeploymentRequest) -> Result<(WriteTeam, Row)> {
    let (team, before) = deployment::changeable(app, caller, &request.id).await?;
    before.made_on(request.version)?;
    before.kept()?;
    Ok((team, before))
}

/// Reads the request, asks the owner of the cluster, renders. Writes nothing.
///
/// # Errors
/// 400 with every problem, 409 while a task is at work.
pub async fn prepare(app: &App, caller: &Caller, before: &Row, request: &UpdateDeploymentRequest) -> Result<Change> {
    let mut problems = Problems::new();
    let name = request.name.as_deref().map_or_else(|| before.name.clone(), |text| validate::name(text, &mut problems));
    let description = request
        .description
        .as_deref()
        .map_or_else(|| before.description.clone(), |text| validate::description(text, &mut problems));
    let reason = reason(&request.reason, &mut problems);
    let target = moving::target(app, caller, before, request, &mut problems).await?;
    fixed(before, request, target.is_some(), &mut problems);
    let application = applications::of(&before.application)?;
    let asked = request.spec.clone().unwrap_or_default();
    let earlier = Earlier { spec: &before.spec, secrets: &before.secrets };
    let Input { spec, secrets } =
        validate::input(application, &asked, request.secrets.as_ref(), Some(earlier), &mut problems);
    let known = {
        let mut connection = app.cx.db.acquire().await?;
        secrets::open(&app.cx, &mut connection, before.id, before.team_id).await?
    };
    let replaced: Named = secrets.into_iter().filter(|(name, new)| !secrets::same(known.get(name), new)).collect();
    let change =
        |next| Change { name: name.clone(), description: description.clone(), reason, version: before.version, next };
    if spec == before.spec && replaced.is_empty() && request.delete_volumes.is_empty() && target.is_none() {
        problems.done()?;
        return Ok(change(None));
    }
    let delete_volumes = request.delete_volumes.as_slice();
    let leaves_data = request.leave_data;
    let asked = Asked { name: &name, spec, replaced, known, delete_volumes, target, leaves_data };
    let next = next::render(app, caller, before, asked, problems).await?;
    Ok(change(Some(next)))
}

/// Why a revision is made; more than a few sentences is a problem.
pub fn reason(text: &str, problems: &mut Problems) -> String {
    let reason = text.trim();
    let label = message!(Label_Reason);
    if reason.chars().count() > REASON {
        problems.add("reason", message!(TOO_LONG, label = label, most = REASON));
    } else if let Some(problem) = reason.lines().find_map(|line| kit::text::name_problem(&label, line)) {
        problems.add("reason", problem);
    }
    reason.to_owned()
}

/// What no change reaches may be repeated as it is. `location` may be anything but another place, as when creating; it goes
/// with the cluster.
fn fixed(before: &Row, request: &UpdateDeploymentRequest, moves: bool, problems: &mut Problems) {
    let other = |given: &str, is: &str| !given.is_empty() && given != is;
    if other(&request.r#type, &before.application) {
        problems.add("type", message!(FIXED_FIELD, field = "type"));
    }
    if other(&request.team_id, &before.team_id.to_string()) {
        problems.add("team_id", message!(FIXED_FIELD, field = "team_id"));
    }
    if !moves && Uuid::try_parse(&request.location).is_ok() && other(&request.location, &before.location) {
        problems.add("location", message!(FIXED_FOR_NOW, field = "location"));
    }
}

/// Everything in one transaction, if nobody was faster.
async fn write(app: &App, caller: &Caller, team: WriteTeam, id: Uuid, change: Change, bound: &Bound) -> Result<Row> {
    let (cx, origin) = (&app.cx, caller.origin());
    let mut tx = cx.begin().await?;
    let before = deployment::lock(&mut tx, team, id).await?;
    before.kept()?;
    before.made_on(change.version)?;
    let renamed = change.name != before.name;
    if renamed || change.description != before.description {
        name(app, &mut tx, caller, &before, &change).await?;
    }
    let Some(next) = change.next else {
        if renamed || change.description != before.description {
            tell(app, &mut tx, caller, &before, (&change.name, &change.description)).await?;
        }
        let row = deployment::changed(&mut tx, id).await?;
        tx.commit().await?;
        return Ok(row);
    };
    before.free()?;
    let changes = changes::of(&before, &change.name, &change.description, &next.spec, &next.secrets);
    let changes = match &next.target {
        Some(target) => changes.field("clusterId", &before.cluster_name, &target.name),
        None => changes,
    };
    let word = match bound {
        Bound::Move(bound) => {
            before.can_move()?;
            elsewhere::take(&mut tx, &before, bound).await?;
            Kind::Move.word()
        }
        // whatever it was to be elsewhere, now it is to be this, here
        Bound::Here(_) => {
            elsewhere::give_up(&mut tx, &before).await?;
            "update"
        }
    };
    quota::another_task(app, &mut tx, before.team_id, caller).await?;
    let row = next::want(app, &mut tx, origin, &before, &next, (word, &change.reason)).await?;
    let kind = row.converging().unwrap_or(Kind::Upgrade);
    let row = task::start(cx, &mut tx, origin, &row, kind).await?;
    let message = match (bound, &next.target) {
        (Bound::Move(bound), Some(target)) => {
            plan::bind(&mut tx, &row, &bound.state).await?;
            let (from, to) = (&row.cluster_name, &target.name);
            message!(MoveRequested, deployment = &row.name, from = from, to = to, revision = row.revision)
        }
        (Bound::Here(Some(state)), _) => {
            plan::bind(&mut tx, &row, state).await?;
            message!(DeploymentUpdated, deployment = &row.name, revision = row.revision)
        }
        _ => message!(DeploymentUpdated, deployment = &row.name, revision = row.revision),
    };
    facts::record_changes(cx, &mut tx, origin, &row, history::Kind::Normal, message, changes).await?;
    tx.commit().await?;
    Ok(row)
}

async fn name(app: &App, tx: &mut Tx, caller: &Caller, before: &Row, change: &Change) -> Result<()> {
    sqlx::query!(
        "update deployments.deployment
         set name = $2, description = $3, updated_at = $4, version = version + 1, changed_version = version + 1, changed_by = $5
         where id = $1",
        before.id,
        change.name,
        change.description,
        app.cx.clock.now(),
        caller.origin().actor_name()
    )
    .execute(tx.conn())
    .await
    .map_err(create::taken)?;
    Ok(())
}

async fn tell(app: &App, tx: &mut Tx, caller: &Caller, before: &Row, (name, description): (&str, &str)) -> Result<()> {
    let changes = changes::words(before, name, description);
    let message = if name == before.name {
        message!(DeploymentDescribed, deployment = name)
    } else {
        message!(DeploymentRenamed, deployment = &before.name, name = name)
    };
    let row = read::load_one(tx.conn(), before.id).await?.ok_or_else(|| Error::not_found(deployment::WHAT))?;
    facts::record_changes(&app.cx, tx, caller.origin(), &row, history::Kind::Normal, message, changes).await
}
