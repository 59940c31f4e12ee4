//! Creating a deployment: check, render, write the row that counts; then ask the owners and order the install (admit.rs).

use crate::{
    App, admit,
    chart::{self, Built, Versions},
    deployment, kept_chart,
    operation::Kind,
    owners,
    plan::{self, creation},
    quota, read, release,
    revision::{self, Draft},
    secrets, task,
    validate::{self, DeploymentInput},
};
use access::Caller;
use kit::{
    Error, Origin, Problems, Result, Tx,
    idempotency::{Attempt, attempt},
    message,
};
use prost::Message;
use proto::{
    deployments::{CreateDeploymentRequest, CreateDeploymentResponse},
    infrastructure::Cluster,
};
use sqlx::types::Json;
use uuid::Uuid;

/// The name under which answers are kept for repeated calls.
pub const CALL: &str = "CreateDeployment";

/// What is known when the row is written.
pub struct Prepared {
    /// Of the deployment.
    pub id: Uuid,
    task: Uuid,
    /// Whose it will be.
    pub team: Uuid,
    team_name: String,
    cluster: Cluster,
    /// The release, and with it the namespace.
    pub release: String,
    /// What was asked for.
    pub wish: DeploymentInput,
    /// What it renders to.
    pub built: Built,
}

/// Validates, stores revision 1 and orders the install.
///
/// # Errors
/// 404 for a foreign or unknown team, 403 for one that the caller only oversees, 400 with every problem, 409 for a name or a
/// domain that is taken, and when anything has moved since the plan.
pub async fn create(app: &App, caller: &Caller, request: CreateDeploymentRequest) -> Result<CreateDeploymentResponse> {
    let user = caller.user()?.id;
    // A repeat may come with another plan: it is the same creation.
    let body = CreateDeploymentRequest { plan: String::new(), ..request.clone() }.encode_to_vec();
    let team = team(app, caller, &request).await?;
    if let Some(answer) = repeated(app, caller, user, &body).await? {
        return Ok(answer);
    }
    let origin = caller.origin();
    let id = creation::chosen(app, user, &request.plan)?;
    let prepared = prepare(app, origin, team, &request, id).await?;
    let planned = creation::holds(app, caller, &prepared, &request.plan).await?;
    let mut tx = app.cx.begin().await?;
    // again, now to keep the key: another call may have used it in between
    let ticket = match attempt(&app.cx, &mut tx, user, CALL, caller.idempotency_key(), &body).await? {
        Attempt::First(ticket) => ticket,
        Attempt::Repeat(answer) => {
            tx.rollback().await?;
            return finish_repeat(app, &answer).await?.ok_or_else(withdrawn);
        }
    };
    quota::another_deployment(app, &mut tx, prepared.team, user).await?;
    insert(app, &mut tx, origin, user, caller.idempotency_key(), &prepared).await?;
    let row = read::load_one(tx.conn(), id).await?.ok_or_else(|| Error::not_found(deployment::WHAT))?;
    if let Some(state) = planned {
        plan::bind(&mut tx, &row, &state).await?;
    }
    let answer = CreateDeploymentResponse { deployment: Some(row.shown(false)), task_id: prepared.task.to_string() };
    ticket.record(&mut tx, &answer).await?;
    tx.commit().await?;
    if !admit::admit(app, id).await? {
        return Err(withdrawn());
    }
    task::accepted(app, id).await;
    Ok(answer)
}

/// That it could be written now: quotas, and that name, domain and release are free. It is, and taken back.
///
/// # Errors
/// Those of the creation.
pub async fn tried(app: &App, caller: &Caller, prepared: &Prepared) -> Result<()> {
    let user = caller.user()?.id;
    let mut tx = app.cx.begin().await?;
    quota::another_deployment(app, &mut tx, prepared.team, user).await?;
    insert(app, &mut tx, caller.origin(), user, None, prepared).await?;
    tx.rollback().await
}

/// The team it is for; `None` is a validation problem, told with all others.
///
/// # Errors
/// 404 for a foreign or unknown team, 403 for one that the caller only oversees.
pub async fn team(app: &App, caller: &Caller, request: &CreateDeploymentRequest) -> Result<Option<Uuid>> {
    if request.team_id.trim().is_empty() {
        return Ok(None);
    }
    let team = kit::ids::parse_as(&request.team_id, "Team")?;
    owners::known_team(&app.cx, caller, team).await?;
    caller.write(team, "Team")?;
    Ok(Some(team))
}

/// Another call with the same key took the creation back, because an owner did not answer it.
fn withdrawn() -> Error {
    Error::unavailable(message!(PART_AWAY), anyhow::anyhow!("the creation was withdrawn by another call with its key"))
}

/// The first answer to this key, when there is one that holds.
async fn repeated(app: &App, caller: &Caller, user: Uuid, body: &[u8]) -> Result<Option<CreateDeploymentResponse>> {
    let Some(key) = caller.idempotency_key() else { return Ok(None) };
    let mut tx = app.cx.begin().await?;
    let found = attempt(&app.cx, &mut tx, user, CALL, Some(key), body).await?;
    // nothing is kept yet: peers are asked first, and no call to another service happens inside a transaction
    tx.rollback().await?;
    match found {
        Attempt::First(_) => Ok(None),
        Attempt::Repeat(answer) => finish_repeat(app, &answer).await,
    }
}

/// The first call may have died before the owners were asked: then this one does it. `None`: what was answered then has
/// been withdrawn meanwhile, and its key is free again.
async fn finish_repeat(app: &App, answer: &[u8]) -> Result<Option<CreateDeploymentResponse>> {
    let answer = CreateDeploymentResponse::decode(answer).map_err(Error::internal)?;
    let id = answer.deployment.as_ref().and_then(|shown| Uuid::try_parse(&shown.id).ok());
    let id = id.ok_or_else(|| Error::internal(anyhow::anyhow!("a kept answer names no deployment")))?;
    Ok(admit::admit(app, id).await?.then_some(answer))
}

/// Reads the request, asks the owners, renders. Writes nothing.
///
/// # Errors
/// 400 with every problem, 409 for a cluster in maintenance.
pub async fn prepare(
    app: &App,
    origin: &Origin,
    team: Option<Uuid>,
    request: &CreateDeploymentRequest,
    id: Uuid,
) -> Result<Prepared> {
    let mut problems = Problems::new();
    if team.is_none() {
        problems.add("team_id", message!(NO_TEAM));
    }
    let wish = validate::wish(request, &mut problems);
    let release = release::name(&wish.name, id);
    let application = wish.application;
    let values = chart::values(application, &wish.spec, &release, &wish.name, &Versions::first());
    app.charts.check(application.id, &values, &mut problems)?;
    let cluster = cluster(app, origin, wish.cluster, &request.location, &mut problems).await?;
    problems.done()?;
    let (Some(team), Some(cluster)) = (team, cluster) else {
        return Err(Error::internal(anyhow::anyhow!("a missing team or cluster was no problem")));
    };
    let team_name = owners::team_name(&app.cx, origin, team).await?.ok_or_else(|| Error::not_found("Team"))?;
    let built = app.charts.build(application.id, &values, &release, cluster.version.as_deref())?;
    if let Some(problem) = built.too_much.first() {
        let (field, advice) = application.sized_by;
        return Err(Error::invalid_field(field, message!(TOO_MUCH, what = problem.clone(), advice = advice())));
    }
    Ok(Prepared { id, task: app.cx.ids.uuid(), team, team_name, cluster, release, wish, built })
}

/// The cluster, when it can be deployed to. `location` may repeat where that is, and may be nonsense, but it may not
/// name another place.
async fn cluster(
    app: &App,
    origin: &Origin,
    id: Uuid,
    location: &str,
    problems: &mut Problems,
) -> Result<Option<Cluster>> {
    if id.is_nil() {
        return Ok(None);
    }
    let cluster = owners::cluster(&app.cx, origin, id).await?;
    let problem = owners::cluster_problem(cluster.as_ref());
    let Some(cluster) = cluster else {
        problem.into_iter().for_each(|problem| problems.add("clusterId", problem));
        return Ok(None);
    };
    if let Ok(other) = Uuid::try_parse(location)
        && other.to_string() != cluster.datacenter_id
        && owners::is_datacenter(&app.cx, origin, other).await?
    {
        problems.add("location", message!(OTHER_DATACENTER));
    }
    match problem {
        // the request is right; it is not the time for it
        Some(problem) if owners::in_maintenance(&cluster) && problems.is_empty() => {
            return Err(Error::conflict(problem));
        }
        problem => problem.into_iter().for_each(|problem| problems.add("clusterId", problem)),
    }
    Ok(Some(cluster))
}

async fn insert(app: &App, tx: &mut Tx, origin: &Origin, user: Uuid, key: Option<&str>, site: &Prepared) -> Result<()> {
    let cx = &app.cx;
    let Prepared { id, task, team, wish, built, .. } = site;
    let spec = serde_json::to_value(&wish.spec).map_err(Error::internal)?;
    let now = cx.clock.now();
    sqlx::query!(
        "insert into deployments.deployment
           (id, name, description, type, cluster_id, cluster_name, team_id, team_name, location, domain, release_name, spec, revision,
            cpu, memory, storage, current_task, last_task, task_kind, task_origin, task_at, created_by, created_key, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 1, $13, $14, $15, $16, $16, $17, $18, $19, $20, $21, $19, $19)",
        id,
        wish.name,
        wish.description,
        wish.application.id,
        wish.cluster,
        site.cluster.name,
        team,
        site.team_name,
        site.cluster.datacenter_id,
        wish.spec.domain,
        site.release,
        spec,
        built.resources.cpu,
        built.resources.memory,
        built.resources.storage,
        task,
        Kind::Install.word(),
        Json(origin) as _,
        now,
        user,
        key
    )
    .execute(tx.conn())
    .await
    .map_err(taken)?;
    let draft = Draft {
        deletes: &[],
        deployment: *id,
        team: *team,
        number: 1,
        change: "create",
        reason: "",
        spec: &wish.spec,
        chart_version: &built.chart_version,
        chart_hash: Some(&built.chart.hash),
        bundle: &built.bundle,
        hash: &built.hash,
        resources: &built.resources,
        restored: None,
        cluster: (wish.cluster, &site.cluster.name),
    };
    kept_chart::keep(cx, tx, &built.chart).await?;
    revision::insert(cx, tx, origin, &draft).await?;
    let mut all = wish.secrets.clone();
    secrets::generate(cx, wish.application, &mut all);
    secrets::store(cx, tx, *id, *team, &all).await
}

/// A name, domain or release that another deployment has.
pub fn taken(error: sqlx::Error) -> Error {
    let constraint = match &error {
        sqlx::Error::Database(db) => db.constraint().map(str::to_owned),
        _ => None,
    };
    match constraint.as_deref() {
        Some("deployment_team_name") => Error::conflict(message!(NAME_TAKEN, kind = "deployment", name = "")),
        Some("deployment_cluster_domain") => Error::conflict(message!(DOMAIN_TAKEN)),
        // a plan makes one site
        Some("deployment_pkey") => plan::outdated(),
        Some("deployment_cluster_release") => Error::conflict(message!(RELEASE_TAKEN)),
        _ => error.into(),
    }
}
