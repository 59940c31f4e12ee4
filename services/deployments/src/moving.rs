//! A move to another cluster, as it is asked for: a change that names one. Its plan shows both clusters: what is made on the
//! one, and what is deleted on the other once the site is up.

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
use kit::{Error, Message, Problems, Result, message};
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
    /// What the plan named on the cluster that is left.
    pub parts: State,
    /// Of the target, for the deployment.
    pub reservation: Uuid,
}

/// Has both clusters say what the move would do.
///
/// # Errors
/// When one of them cannot be asked.
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
        plan::ask(app, origin, plan::removal(before, false)),
    )?;
    let leaves = volumes::with_services(before, here.objects)?;
    let notices = notices(before, next, target, &leaves);
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
/// [`elsewhere::reserve`], and when a cluster cannot be asked.
pub async fn bind(app: &App, caller: &Caller, before: &Row, next: &Next, target: &Target, plan: &str) -> Result<Bound> {
    if plan.is_empty() {
        return Err(Error::invalid_field("plan", message!(MOVE_WANTS_PLAN)));
    }
    let origin = caller.origin();
    let (there, here) = futures::try_join!(
        plan::ask(app, origin, plan::question(site(before, target), &next.built.bundle, true)?),
        plan::ask(app, origin, plan::removal(before, true)),
    )?;
    if hash(before, next, target, &there.state, &here.state) != plan {
        return Err(plan::outdated());
    }
    let reservation = elsewhere::reserve(app, origin, before, target).await?;
    Ok(Bound { state: there.state, parts: here.parts.join(" "), reservation })
}

fn site<'a>(before: &'a Row, target: &Target) -> Site<'a> {
    Site { cluster: target.id, ..Site::from(before) }
}

/// Of what is to be applied, where, what it meets there, and what is deleted where it was.
fn hash(before: &Row, next: &Next, target: &Target, there: &str, here: &str) -> String {
    let (id, number, documents) = (before.id, next.number, &next.built.hash);
    chart::hash(format!("{id}\n{number}\n{documents}\nmove {}\n{there}\n{here}", target.id).as_bytes())
}

/// What there is to know before: what is lost, how long nobody reaches the site, and what is to be done for that.
fn notices(before: &Row, next: &Next, target: &Target, leaves: &[PlannedObject]) -> Vec<Notice> {
    let (from, to) = (&before.cluster_name, &target.name);
    let volumes: Vec<String> =
        leaves.iter().filter(|object| object.volume.is_some()).map(|object| object.name.clone()).collect();
    let domains: Vec<String> = std::iter::once(&next.spec.domain).chain(&next.spec.domains).cloned().collect();
    let data = if volumes.is_empty() {
        notice(false, &message!(MoveLosesNothing, from = from))
    } else {
        notice(true, &message!(MoveLosesData, from = from, to = to, volumes = volumes))
    };
    vec![
        data,
        notice(true, &message!(MoveUnreachable, from = from, to = to)),
        notice(false, &message!(MoveNeedsDns, to = to, domains = domains)),
    ]
}

fn notice(warning: bool, message: &Message) -> Notice {
    Notice { warning, message: message.to_string(), said: message.packed() }
}
