//! A change before it happens: what it would do to the objects in the cluster, as the API server itself says.

pub mod creation;

use crate::{
    App,
    ask_cluster::ask_cluster,
    chart, delete,
    deployment::Row,
    discard_change, moving,
    next::Next,
    restart,
    revision::Opened,
    rollback,
    small_change::{self, Asked},
    update,
    volumes::{self, Deletion},
};
use access::Caller;
use kit::{Error, Origin, Problems, Result, Tx, message};
use proto::{
    deployments::{
        DeleteDeploymentRequest, DiscardChangeRequest, PlanDeploymentRequest, PlanDeploymentResponse,
        RestartDeploymentRequest, RollbackDeploymentRequest, UpdateDeploymentRequest, plan_deployment_request::Change,
    },
    infrastructure,
};
use sqlx::PgConnection;
use uuid::Uuid;

/// The state that a planned change stands on; see [`bind`].
pub type State = String;

/// What a change would apply.
pub struct Wanted<'a> {
    /// The number of the revision that it makes.
    pub number: i32,
    /// The hash of its documents.
    pub hash: &'a str,
    /// The documents themselves.
    pub bundle: &'a [u8],
    /// Kept volumes that go with it.
    pub deletes: &'a [Deletion],
    /// It has no pods.
    pub stopped: bool,
}

impl<'a> From<&'a Next> for Wanted<'a> {
    fn from(next: &'a Next) -> Self {
        Self {
            number: next.number,
            hash: &next.built.hash,
            bundle: &next.built.bundle,
            deletes: &next.deletes,
            stopped: next.spec.stopped,
        }
    }
}

impl<'a> Wanted<'a> {
    /// An earlier revision once more, as the next one.
    #[must_use]
    pub fn again(before: &Row, opened: &'a Opened) -> Self {
        let Opened { hash, plain, stopped, .. } = opened;
        Self { number: before.revision + 1, hash, bundle: plain, deletes: &[], stopped: *stopped }
    }
}

impl Wanted<'_> {
    fn question(&self, before: &Row, state_only: bool) -> Result<infrastructure::PlanRequest> {
        let asked = question(before.into(), self.bundle, state_only)?;
        Ok(infrastructure::PlanRequest { delete_volumes: volumes::names(self.deletes), ..asked })
    }
}

/// Has the cluster try what is asked for. Nothing is written, neither here nor there.
///
/// # Errors
/// Those of the change itself, and when the cluster cannot be asked.
pub async fn plan(app: &App, caller: &Caller, request: PlanDeploymentRequest) -> Result<PlanDeploymentResponse> {
    match request.change.unwrap_or_else(|| Change::Update(UpdateDeploymentRequest::default())) {
        Change::Update(request) => of_update(app, caller, &request).await,
        Change::Rollback(request) => of_rollback(app, caller, &request).await,
        Change::Delete(request) => of_deletion(app, caller, &request).await,
        Change::Create(request) => creation::plan(app, caller, &request).await,
        Change::Discard(request) => of_discard(app, caller, &request).await,
        Change::Stop(request) => of_small_change(app, caller, (&request).into()).await,
        Change::Start(request) => of_small_change(app, caller, (&request).into()).await,
        Change::Scale(request) => of_small_change(app, caller, (&request).into()).await,
        Change::Restart(request) => of_restart(app, caller, &request).await,
    }
}

async fn of_update(app: &App, caller: &Caller, request: &UpdateDeploymentRequest) -> Result<PlanDeploymentResponse> {
    let (_, before) = update::found(app, caller, request).await?;
    let change = update::prepare(app, caller, &before, request).await?;
    let Some(next) = &change.next else { return Ok(PlanDeploymentResponse::default()) };
    if let Some(target) = &next.target {
        return moving::plan(app, caller, &before, next, target).await;
    }
    let planned = tried(app, caller, &before, &next.into()).await?;
    Ok(PlanDeploymentResponse { secrets: next.secrets.keys().cloned().collect(), ..planned })
}

async fn of_rollback(
    app: &App,
    caller: &Caller,
    request: &RollbackDeploymentRequest,
) -> Result<PlanDeploymentResponse> {
    let (_, before) = rollback::found(app, caller, request).await?;
    let opened = rollback::opened(app, &before, request.revision).await?;
    tried(app, caller, &before, &Wanted::again(&before, &opened)).await
}

async fn of_discard(app: &App, caller: &Caller, request: &DiscardChangeRequest) -> Result<PlanDeploymentResponse> {
    let before = discard_change::found(app, caller, request).await?;
    let opened = rollback::opened(app, &before, before.can_discard()?).await?;
    tried(app, caller, &before, &Wanted::again(&before, &opened)).await
}

async fn of_small_change(app: &App, caller: &Caller, asked: Asked<'_>) -> Result<PlanDeploymentResponse> {
    let (_, before) = small_change::found(app, caller, &asked).await?;
    let next = small_change::prepare(app, caller, &before, &asked, Problems::new()).await?;
    tried(app, caller, &before, &(&next).into()).await
}

async fn of_deletion(app: &App, caller: &Caller, request: &DeleteDeploymentRequest) -> Result<PlanDeploymentResponse> {
    let (_, before) = delete::found(app, caller, request).await?;
    let answer = ask(app, caller.origin(), removal(&before, false)).await?;
    // what a task at work makes before it stops is not known
    let hash = before.current_task.map_or_else(|| removal_hash(&before, &answer.state), |_| String::new());
    let objects = volumes::with_services(&before, answer.objects)?;
    Ok(PlanDeploymentResponse { hash, objects, ..PlanDeploymentResponse::default() })
}

async fn of_restart(app: &App, caller: &Caller, request: &RestartDeploymentRequest) -> Result<PlanDeploymentResponse> {
    let (_, before) = restart::found(app, caller, request).await?;
    let components = restart::components(&before)?;
    let answer = ask(app, caller.origin(), restarting(&before, &components, false)).await?;
    let hash = restart_hash(&before, &components, &answer.state);
    Ok(PlanDeploymentResponse { hash, objects: answer.objects, ..PlanDeploymentResponse::default() })
}

async fn tried(app: &App, caller: &Caller, before: &Row, wanted: &Wanted<'_>) -> Result<PlanDeploymentResponse> {
    let answer = ask(app, caller.origin(), wanted.question(before, false)?).await?;
    Ok(PlanDeploymentResponse {
        hash: hash(before, wanted, &answer.state),
        revision: wanted.number,
        objects: volumes::with_services(before, answer.objects)?,
        secrets: Vec::new(),
        tried_in: answer.tried_in,
        power: power(before, wanted).to_owned(),
        r#move: None,
    })
}

/// What becomes of its pods as a whole, in the word of the contract.
fn power(before: &Row, wanted: &Wanted<'_>) -> &'static str {
    match (before.stopped, wanted.stopped) {
        (false, true) => "stops",
        (true, false) => "starts",
        (true, true) => "stays_stopped",
        (false, false) => "",
    }
}

/// The state that the plan of that hash stands on, if it is still what would happen. Nothing was looked at with an empty
/// hash: then there is none. `wanted` is nothing when the change rolls nothing out.
///
/// # Errors
/// Conflict `PLAN_OUTDATED`, and when the cluster cannot be asked.
pub async fn holds(
    app: &App,
    caller: &Caller,
    before: &Row,
    wanted: Option<Wanted<'_>>,
    plan: &str,
) -> Result<Option<State>> {
    if plan.is_empty() {
        return Ok(None);
    }
    if let Some(wanted) = &wanted {
        // What is rendered is in the hash: only what it meets can have moved.
        let state = ask(app, caller.origin(), wanted.question(before, true)?).await?.state;
        if hash(before, wanted, &state) == plan {
            return Ok(Some(state));
        }
    }
    Err(outdated())
}

/// What a deletion would delete, if that is still what the plan of that hash says: for its task.
///
/// # Errors
/// Conflict `PLAN_OUTDATED`, and when the cluster cannot be asked.
pub async fn removal_holds(app: &App, caller: &Caller, before: &Row, plan: &str) -> Result<State> {
    if before.current_task.is_none() {
        let now = ask(app, caller.origin(), removal(before, true)).await?;
        if removal_hash(before, &now.state) == plan {
            return Ok(now.parts.join(" "));
        }
    }
    Err(outdated())
}

/// Refuses a restart whose plan is not what would happen any more.
///
/// # Errors
/// Conflict `PLAN_OUTDATED`, and when the cluster cannot be asked.
pub async fn restart_holds(app: &App, caller: &Caller, before: &Row, plan: &str) -> Result<()> {
    let components = restart::components(before)?;
    let state = ask(app, caller.origin(), restarting(before, &components, true)).await?.state;
    if restart_hash(before, &components, &state) == plan { Ok(()) } else { Err(outdated()) }
}

/// The refusal of a change whose plan does not hold any more.
#[must_use]
pub fn outdated() -> Error {
    Error::conflict(message!(PLAN_OUTDATED))
}

/// Binds the task that is at work on a locked row: it does not begin on another state than that.
///
/// # Errors
/// Those of the database.
pub async fn bind(tx: &mut Tx, row: &Row, state: &str) -> Result<()> {
    sqlx::query!(
        "update deployments.deployment set planned_task = current_task, planned_state = $2 where id = $1",
        row.id,
        state
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// The state that a task is bound to; empty: none.
///
/// # Errors
/// Those of the database.
pub async fn bound(db: &mut PgConnection, deployment: Uuid, task: Uuid) -> Result<State> {
    let state = sqlx::query_scalar!(
        "select planned_state from deployments.deployment where id = $1 and planned_task = $2",
        deployment,
        task
    )
    .fetch_optional(db)
    .await?;
    Ok(state.flatten().unwrap_or_default())
}

/// Of what is to be applied and what it meets.
#[must_use]
pub fn hash(before: &Row, wanted: &Wanted<'_>, state: &str) -> String {
    let deletes = volumes::names(wanted.deletes).join(" ");
    let deletes = if deletes.is_empty() { deletes } else { format!("\ndelete {deletes}") };
    chart::hash(format!("{}\n{}\n{}{deletes}\n{state}", before.id, wanted.number, wanted.hash).as_bytes())
}

/// Of what is deleted.
fn removal_hash(before: &Row, state: &str) -> String {
    chart::hash(format!("{}\n{}\nuninstall\n{state}", before.id, before.revision).as_bytes())
}

/// Of what is restarted.
fn restart_hash(before: &Row, components: &[String], state: &str) -> String {
    let components = components.join(" ");
    chart::hash(format!("{}\n{}\nrestart {components}\n{state}", before.id, before.revision).as_bytes())
}

/// Whose objects they are.
pub struct Site<'a> {
    /// Of the deployment.
    pub id: Uuid,
    /// Where they are.
    pub cluster: Uuid,
    /// The release, and with it the namespace.
    pub release: &'a str,
}

impl<'a> From<&'a Row> for Site<'a> {
    fn from(row: &'a Row) -> Self {
        Self { id: row.id, cluster: row.cluster_id, release: &row.release_name }
    }
}

/// What applying documents does.
///
/// # Errors
/// Documents that are no documents: they were not made here.
pub fn question(site: Site<'_>, bundle: &[u8], state_only: bool) -> Result<infrastructure::PlanRequest> {
    let bundle: chart::Bundle = serde_json::from_slice(bundle).map_err(Error::internal)?;
    Ok(infrastructure::PlanRequest { documents: bundle.documents.into_bytes(), ..about(site, state_only) })
}

/// What taking back does that others changed by hand.
///
/// # Errors
/// Documents that are no documents: they were not made here.
pub fn taking_back(before: &Row, bundle: &[u8], state_only: bool) -> Result<infrastructure::PlanRequest> {
    Ok(infrastructure::PlanRequest { take_back: true, ..question(before.into(), bundle, state_only)? })
}

/// What an uninstall does.
#[must_use]
pub fn removal(before: &Row, state_only: bool) -> infrastructure::PlanRequest {
    infrastructure::PlanRequest { uninstall: true, ..about(before.into(), state_only) }
}

/// What a restart of these components does, of all without any.
fn restarting(before: &Row, components: &[String], state_only: bool) -> infrastructure::PlanRequest {
    let components = components.to_vec();
    infrastructure::PlanRequest { restart: true, components, ..about(before.into(), state_only) }
}

fn about(site: Site<'_>, state_only: bool) -> infrastructure::PlanRequest {
    infrastructure::PlanRequest {
        cluster_id: site.cluster.to_string(),
        deployment_id: site.id.to_string(),
        namespace: site.release.to_owned(),
        release_name: site.release.to_owned(),
        documents: Vec::new(),
        state_only,
        uninstall: false,
        delete_volumes: Vec::new(),
        take_back: false,
        restart: false,
        components: Vec::new(),
    }
}

/// What the cluster says to a question.
///
/// # Errors
/// When the cluster cannot be asked.
pub async fn ask(
    app: &App,
    origin: &Origin,
    message: infrastructure::PlanRequest,
) -> Result<infrastructure::PlanResponse> {
    ask_cluster(&app.cx, origin, message, |mut cluster, request| async move { cluster.plan(request).await }).await
}
