//! A move to another cluster, as it is asked for: a change that names one. Its plan shows both clusters: what is made on the
//! one, and what is deleted on the other once the site is up. What is on the volumes is brought along, unless the cluster that
//! is left does not answer, or nobody wants it.

use crate::{
    App, chart,
    deployment::Row,
    elsewhere::{self, Target},
    next::Next,
    owners,
    plan::{self, Site, State},
    volumes,
};
use access::Caller;
use helm::Claims;
use kit::{Error, Message, Origin, Problems, Result, message};
use proto::{
    deployments::{Notice, PlanDeploymentResponse, PlannedMove, UpdateDeploymentRequest},
    infrastructure::{Cluster, PlannedObject},
};
use uuid::Uuid;

/// The cluster that a change names, if it is another one than where the deployment runs.
///
/// # Errors
/// 409 for a deployment that cannot move now; when the owner cannot be asked.
pub async fn target(
    app: &App,
    caller: &Caller,
    before: &Row,
    request: &UpdateDeploymentRequest,
    problems: &mut Problems,
) -> Result<Option<Cluster>> {
    let named = request.cluster_id.as_str();
    if named.is_empty() || named == before.cluster_id.to_string() {
        return Ok(None);
    }
    before.can_move()?;
    let found = match Uuid::try_parse(named) {
        Ok(id) => owners::cluster(&app.cx, caller.origin(), id).await?,
        Err(_) => None,
    };
    if found.is_none() {
        problems.add("clusterId", message!(NO_CLUSTER));
    }
    // it all goes with the cluster
    if !request.delete_volumes.is_empty() {
        problems.add("deleteVolumes", message!(MOVE_DELETES_ALL));
    }
    Ok(found)
}

/// What a task that moves is bound to.
pub struct Bound {
    /// Of the target.
    pub state: State,
    /// What the plan named on the cluster that is left, or [`UNSEEN`].
    pub parts: State,
    /// Of the target, for the deployment.
    pub reservation: Uuid,
    /// What is on the volumes is brought along.
    pub copies: bool,
}

/// Has both clusters say what the move would do.
///
/// # Errors
/// 400 `MOVE_SITE_THERE` when the target is the same cluster under another name; when it cannot be asked.
pub async fn plan(
    app: &App,
    caller: &Caller,
    before: &Row,
    next: &Next,
    target: &Target,
) -> Result<PlanDeploymentResponse> {
    let origin = caller.origin();
    let (there, here) = futures::try_join!(
        plan::ask(app, origin, plan::question(site(before, target), &next.built.bundle, false)?),
        left(app, origin, before, false),
    )?;
    // its namespace is made by the move: where it is already, what "leaves" it would be the site itself
    if there.tried_in.is_empty() {
        let (from, to) = (&before.cluster_name, &target.name);
        return Err(Error::invalid_field("clusterId", message!(MOVE_SITE_THERE, from = from, to = to)));
    }
    let leaves = here.objects.map(|objects| volumes::with_services(before, objects)).transpose()?;
    let notices = notices(before, next, target, leaves.as_deref())?;
    let leaves = leaves.unwrap_or_default();
    Ok(PlanDeploymentResponse {
        hash: hash(before, next, target, &there.state, &here.state),
        revision: next.number,
        objects: volumes::with_services(before, there.objects)?,
        secrets: next.secrets.keys().cloned().collect(),
        tried_in: there.tried_in,
        power: String::new(),
        r#move: Some(PlannedMove {
            from_cluster_id: before.cluster_id.to_string(),
            from_cluster_name: before.cluster_name.clone(),
            to_cluster_id: target.id.to_string(),
            to_cluster_name: target.name.clone(),
            leaves,
            notices,
        }),
    })
}

/// Holds the plan against both clusters, and reserves the target.
///
/// # Errors
/// 400 `MOVE_WANTS_PLAN` without a plan: nobody should lose data without having been told; conflict `PLAN_OUTDATED`; those of
/// [`elsewhere::reserve`], and when the target cannot be asked.
pub async fn bind(app: &App, caller: &Caller, before: &Row, next: &Next, target: &Target, plan: &str) -> Result<Bound> {
    if plan.is_empty() {
        return Err(Error::invalid_field("plan", message!(MOVE_WANTS_PLAN)));
    }
    let origin = caller.origin();
    let (there, here) = futures::try_join!(
        plan::ask(app, origin, plan::question(site(before, target), &next.built.bundle, true)?),
        left(app, origin, before, true),
    )?;
    if hash(before, next, target, &there.state, &here.state) != plan {
        return Err(plan::outdated());
    }
    let reservation = elsewhere::reserve(app, origin, before, target).await?;
    let copies = here.parts != UNSEEN && copies(target, &used(next)?);
    Ok(Bound { state: there.state, parts: here.parts, reservation, copies })
}

/// Whether there is anything to bring along that is wanted.
fn copies(target: &Target, used: &Claims) -> bool {
    !target.leaves_data && !used.is_empty()
}

/// The claims of the site as it will be.
fn used(next: &Next) -> Result<Claims> {
    volumes::used(&serde_json::from_slice(&next.built.bundle).map_err(Error::internal)?)
}

/// What the plan names of a cluster that did not answer. Nobody has seen what is there, so nothing of it goes by itself.
pub const UNSEEN: &str = "unseen";

/// What is on the cluster that is left.
struct Left {
    /// What goes; nothing when the cluster did not answer.
    objects: Option<Vec<PlannedObject>>,
    /// What the plan stands on.
    state: State,
    /// What the plan names, for the task.
    parts: State,
}

/// Asks the cluster that is left. That it does not answer keeps no site there: it may be gone for good.
async fn left(app: &App, origin: &Origin, before: &Row, state_only: bool) -> Result<Left> {
    match plan::ask(app, origin, plan::removal(before, state_only)).await {
        Ok(answer) => Ok(Left { objects: Some(answer.objects), state: answer.state, parts: answer.parts.join(" ") }),
        Err(error) if is_silent(&error) => {
            Ok(Left { objects: None, state: UNSEEN.to_owned(), parts: UNSEEN.to_owned() })
        }
        Err(error) => Err(error),
    }
}

/// Whether it is the cluster that does not answer, and not a part of Canopy.
fn is_silent(error: &Error) -> bool {
    let Error::Unavailable { message, .. } = error else { return false };
    ["CLUSTER_UNREACHABLE", "CLUSTER_SILENT"].contains(&message.reason())
}

fn site<'a>(before: &'a Row, target: &Target) -> Site<'a> {
    Site { cluster: target.id, ..Site::from(before) }
}

/// Of what is to be applied, where, what it meets there, and what is deleted where it was.
fn hash(before: &Row, next: &Next, target: &Target, there: &str, here: &str) -> String {
    let (id, number, documents) = (before.id, next.number, &next.built.hash);
    let how = if target.leaves_data { "move without data" } else { "move" };
    chart::hash(format!("{id}\n{number}\n{documents}\n{how} {}\n{there}\n{here}", target.id).as_bytes())
}

/// What there is to know before: what is lost, how long nobody reaches the site, and what is to be done for that.
fn notices(before: &Row, next: &Next, target: &Target, leaves: Option<&[PlannedObject]>) -> Result<Vec<Notice>> {
    let (from, to) = (&before.cluster_name, &target.name);
    let domains: Vec<String> = std::iter::once(&next.spec.domain).chain(&next.spec.domains).cloned().collect();
    let dns = notice(false, &message!(MoveNeedsDns, to = to, domains = domains));
    let Some(leaves) = leaves else {
        let unseen = message!(MoveLeavesUnseen, from = from, to = to);
        return Ok(vec![notice(true, &unseen), notice(true, &message!(MoveRunsTwice, from = from, to = to)), dns]);
    };
    let used = used(next)?;
    let copies = copies(target, &used);
    let volumes = leaves.iter().filter(|object| object.volume.is_some()).map(|object| object.name.clone());
    let (copied, lost): (Vec<String>, Vec<String>) = volumes.partition(|volume| copies && used.has(volume));
    let mut notices = Vec::new();
    if copied.is_empty() && lost.is_empty() {
        notices.push(notice(false, &message!(MoveLosesNothing, from = from)));
    }
    if !copied.is_empty() {
        notices.push(notice(false, &message!(MoveCopiesData, to = to, volumes = copied.as_slice())));
    }
    if !lost.is_empty() && copied.is_empty() {
        notices.push(notice(true, &message!(MoveLosesData, from = from, to = to, volumes = lost)));
    } else if !lost.is_empty() {
        notices.push(notice(true, &message!(MoveLosesUnused, from = from, volumes = lost)));
    }
    let away = if copied.is_empty() {
        message!(MoveUnreachable, from = from, to = to)
    } else {
        message!(MoveStandsStill, from = from, to = to)
    };
    notices.extend([notice(true, &away), dns]);
    Ok(notices)
}

fn notice(warning: bool, message: &Message) -> Notice {
    Notice { warning, message: message.to_string(), said: message.packed() }
}
