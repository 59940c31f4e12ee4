//! A site before it is made. Its id is new, and its release and namespace are named after it: so that what is shown is what
//! is made, the plan chooses the id, and its hash begins with what that was made of.

use super::{Site, State, ask, outdated, question};
use crate::{
    App, chart,
    create::{self, Prepared},
    secrets,
};
use access::Caller;
use kit::Result;
use proto::deployments::{CreateDeploymentRequest, PlanDeploymentResponse};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

/// Digits of a seed at the beginning of a hash.
const SEED: usize = 32;

/// Has the cluster try what is asked for, after the same checks as the creation itself. Nothing is written.
///
/// # Errors
/// Those of the creation, and when the cluster cannot be asked.
pub async fn plan(app: &App, caller: &Caller, request: &CreateDeploymentRequest) -> Result<PlanDeploymentResponse> {
    let user = caller.user()?.id;
    let team = create::team(app, caller, request).await?;
    let seed = app.cx.ids.uuid();
    let prepared = create::prepare(app, caller.origin(), team, request, id(user, seed)).await?;
    create::tried(app, caller, &prepared).await?;
    let answer = ask(app, caller.origin(), question((&prepared).into(), &prepared.built.bundle, false)?).await?;
    let mut named = prepared.wish.secrets.clone();
    secrets::generate(&app.cx, prepared.wish.application, &mut named);
    Ok(PlanDeploymentResponse {
        hash: hash(seed, &prepared, &answer.state),
        revision: 1,
        objects: answer.objects,
        secrets: named.into_keys().collect(),
        tried_in: answer.tried_in,
        power: String::new(),
        r#move: None,
    })
}

/// The id of the site that is made by a plan; a new one without a plan.
///
/// # Errors
/// Conflict `PLAN_OUTDATED` for what is no hash of a plan.
pub fn chosen(app: &App, user: Uuid, plan: &str) -> Result<Uuid> {
    if plan.is_empty() {
        return Ok(app.cx.ids.uuid());
    }
    seed(plan).map(|seed| id(user, seed)).ok_or_else(outdated)
}

/// The state that the plan of that hash stands on, if it is still what would happen; nothing without a plan.
///
/// # Errors
/// Conflict `PLAN_OUTDATED`, and when the cluster cannot be asked.
pub async fn holds(app: &App, caller: &Caller, prepared: &Prepared, plan: &str) -> Result<Option<State>> {
    if plan.is_empty() {
        return Ok(None);
    }
    let state = ask(app, caller.origin(), question(prepared.into(), &prepared.built.bundle, true)?).await?.state;
    match seed(plan) {
        Some(seed) if hash(seed, prepared, &state) == plan => Ok(Some(state)),
        _ => Err(outdated()),
    }
}

impl<'a> From<&'a Prepared> for Site<'a> {
    fn from(prepared: &'a Prepared) -> Self {
        Self { id: prepared.id, cluster: prepared.wish.cluster, release: &prepared.release }
    }
}

/// Nobody can choose the id, such as that of a site that is or was there: only what it is derived from.
fn id(user: Uuid, seed: Uuid) -> Uuid {
    let digest = Sha256::digest(format!("deployment\n{user}\n{seed}"));
    let mut half = [0; 16];
    half.copy_from_slice(&digest[..16]);
    uuid::Builder::from_random_bytes(half).into_uuid()
}

fn seed(plan: &str) -> Option<Uuid> {
    plan.get(..SEED).and_then(|text| Uuid::try_parse(text).ok())
}

/// Of whose it is, where, what is to be applied and what it meets.
fn hash(seed: Uuid, prepared: &Prepared, state: &str) -> String {
    let Prepared { id, team, wish, built, .. } = prepared;
    let digest = chart::hash(format!("{id}\n{team}\n{}\n{}\n{state}", wish.cluster, built.hash).as_bytes());
    format!("{}{digest}", seed.simple())
}
