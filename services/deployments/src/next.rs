//! The revision that a change makes: what is asked for, rendered with what the cluster is, before it is written; then its
//! writing.

use crate::{
    App, applications,
    chart::{self, Built},
    deployment::{self, Row},
    elsewhere::Target,
    growth, kept_chart, owners, read,
    revision::{self, Draft},
    secrets::{self, Named},
    spec::Spec,
    volumes::{self, Deletion},
};
use access::Caller;
use kit::{Error, Origin, Problems, Result, Tx, message};
use proto::infrastructure::Cluster;

/// The revision that a change makes.
pub struct Next {
    /// Its number.
    pub number: i32,
    /// What is asked for.
    pub spec: Spec,
    /// Secrets that are new or replaced.
    pub secrets: Named,
    /// What it renders to.
    pub built: Built,
    /// Kept volumes that go with it.
    pub deletes: Vec<Deletion>,
    /// The cluster that it is for, if that is another one than where the deployment runs.
    pub target: Option<Target>,
}

/// What a change asks for.
pub struct Asked<'a> {
    /// As the deployment will be called.
    pub name: &'a str,
    /// What it is to be.
    pub spec: Spec,
    /// Secrets that replace earlier ones.
    pub replaced: Named,
    /// The secrets that there are.
    pub known: Named,
    /// Names of volume claims that go with it.
    pub delete_volumes: &'a [String],
    /// The cluster that it is for, if that is another one than where the deployment runs.
    pub target: Option<Cluster>,
    /// With a target: what is on the volumes is not brought along.
    pub leaves_data: bool,
}

/// Renders it. Writes nothing.
///
/// # Errors
/// 400 with every problem, those that were noted before among them; 409 while a task is at work and while the cluster is in
/// maintenance; when its owner cannot be asked.
pub async fn render(
    app: &App,
    caller: &Caller,
    before: &Row,
    asked: Asked<'_>,
    mut problems: Problems,
) -> Result<Next> {
    let application = applications::of(&before.application)?;
    let Asked { name, spec, replaced, mut known, delete_volumes, target, leaves_data } = asked;
    let number = before.revision + 1;
    // a service that is switched on now may need what no earlier form of this deployment had
    let mut all = replaced;
    known.extend(all.iter().map(|(name, secret)| (name.clone(), secret.clone())));
    let had: Vec<String> = known.keys().cloned().collect();
    secrets::generate(&app.cx, application, &mut known);
    all.extend(known.into_iter().filter(|(name, _)| !had.contains(name)));
    let versions = {
        let mut connection = app.cx.db.acquire().await?;
        secrets::versions(&mut connection, before, &spec, &all, number).await?
    };
    let values = chart::values(application, &spec, &before.release_name, name, &versions);
    app.charts.check(application.id, &values, &mut problems)?;
    let moves = target.is_some();
    let cluster = match target {
        Some(target) => Some(target),
        None => owners::cluster(&app.cx, caller.origin(), before.cluster_id).await?,
    };
    let problem = owners::cluster_problem(cluster.as_ref());
    match problem {
        Some(_) if problems.is_empty() && cluster.as_ref().is_some_and(owners::in_maintenance) => {
            return Err(Error::conflict(message!(CLUSTER_IN_MAINTENANCE)));
        }
        problem => problem.into_iter().for_each(|problem| problems.add("clusterId", problem)),
    }
    problems.done()?;
    before.free()?;
    let kube_version = cluster.as_ref().and_then(|cluster| cluster.version.clone());
    let built = app.charts.build(application.id, &values, &before.release_name, kube_version.as_deref())?;
    if let Some(problem) = built.too_much.first() {
        let (field, advice) = application.sized_by;
        return Err(Error::invalid_field(field, message!(TOO_MUCH, what = problem.clone(), advice = advice())));
    }
    // on another cluster all volumes are new
    if !moves && spec.resources.storage != before.spec.resources.storage {
        growth::possible(app, caller.origin(), before, &built.bundle).await?;
    }
    let target = cluster.filter(|_| moves).map(|cluster| Target::of(cluster, leaves_data)).transpose()?;
    let deletes = volumes::chosen(app, caller.origin(), before, &built.bundle, delete_volumes).await?;
    Ok(Next { number, spec, secrets: all, built, deletes, target })
}

/// Writes it as what is wanted of a locked row; `change` is the word for what was done, `reason` why.
///
/// # Errors
/// `Conflict` `DOMAIN_TAKEN`, and those of the database.
pub async fn want(
    app: &App,
    tx: &mut Tx,
    origin: &Origin,
    before: &Row,
    next: &Next,
    (change, reason): (&str, &str),
) -> Result<Row> {
    let cx = &app.cx;
    let draft = Draft {
        deployment: before.id,
        team: before.team_id,
        number: next.number,
        change,
        reason,
        spec: &next.spec,
        chart_version: &next.built.chart_version,
        chart_hash: Some(&next.built.chart.hash),
        bundle: &next.built.bundle,
        hash: &next.built.hash,
        resources: &next.built.resources,
        restored: None,
        deletes: &next.deletes,
        cluster: match &next.target {
            Some(target) => (target.id, &target.name),
            None => (before.cluster_id, &before.cluster_name),
        },
    };
    secrets::set(cx, tx, before.id, before.team_id, next.number, &next.secrets).await?;
    kept_chart::keep(cx, tx, &next.built.chart).await?;
    revision::want(cx, tx, origin, before, &draft).await?;
    read::load_one(tx.conn(), before.id).await?.ok_or_else(|| Error::not_found(deployment::WHAT))
}
