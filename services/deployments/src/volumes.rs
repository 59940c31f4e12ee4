//! Volumes of a deployment: what uses them, and those that a change deletes. A volume that nothing uses any more is kept
//! until somebody asks for its deletion.

use crate::{App, applications, ask_cluster::ask_cluster, chart::Bundle, deployment::Row};
use helm::Claims;
use kit::{Context, Error, Message, Origin, Problems, Result, clock::stamp, message};
use proto::{
    deployments as wire,
    infrastructure::{ListVolumesRequest, PlannedObject, VolumeClaim},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;
use uuid::Uuid;

/// The field of the contract.
const FIELD: &str = "deleteVolumes";
/// Volumes that one change deletes. Fixed: a deployment has a handful.
const MOST: usize = 20;

/// A kept volume that goes with a revision. Stored as jsonb, so fields are only ever added, with a default.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Deletion {
    /// Of the claim.
    pub name: String,
    /// Of the claim that was meant: another one of that name is another volume.
    pub uid: String,
    /// The service whose data is on it; empty: none.
    #[serde(default)]
    pub service: String,
    /// As Kubernetes writes it.
    #[serde(default)]
    pub size: String,
    /// When it was gone.
    #[serde(default, with = "time::serde::rfc3339::option")]
    pub deleted_at: Option<OffsetDateTime>,
    /// Why it stays.
    #[serde(default)]
    pub problem: Option<Message>,
}

impl Deletion {
    /// Nothing is left to do about it.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.deleted_at.is_some() || self.problem.is_some()
    }

    /// The wire's form. `reduced`, for those who only oversee the team, leaves out what a cluster said.
    #[must_use]
    pub fn shown(self, reduced: bool) -> wire::VolumeDeletion {
        let problem = self.problem.filter(|_| !reduced);
        wire::VolumeDeletion {
            name: self.name,
            service: self.service,
            size: self.size,
            deleted_at: self.deleted_at.map(stamp),
            problem: problem.as_ref().map(Message::to_string).unwrap_or_default(),
            said: problem.as_ref().map(Message::packed).unwrap_or_default(),
        }
    }
}

/// The names of their claims.
#[must_use]
pub fn names(deletions: &[Deletion]) -> Vec<String> {
    deletions.iter().map(|deletion| deletion.name.clone()).collect()
}

/// What a rendered revision uses.
///
/// # Errors
/// `Internal` for what is no bundle: it was not made here.
pub fn used(bundle: &Bundle) -> Result<Claims> {
    let documents: Vec<Value> = serde_json::from_str(&bundle.documents).map_err(Error::internal)?;
    Ok(Claims::of(&documents))
}

/// The volume claims in the deployment's namespace; none where it is not there. `classes`: with whether they can grow.
///
/// # Errors
/// When the cluster cannot be asked.
pub async fn seen(cx: &Context, origin: &Origin, row: &Row, classes: bool) -> Result<Vec<VolumeClaim>> {
    let message = ListVolumesRequest {
        cluster_id: row.cluster_id.to_string(),
        deployment_id: row.id.to_string(),
        namespace: row.release_name.clone(),
        release_name: row.release_name.clone(),
        classes,
    };
    let answer =
        ask_cluster(cx, origin, message, |mut cluster, request| async move { cluster.list_volumes(request).await });
    match answer.await {
        Ok(answer) => Ok(answer.volumes),
        Err(error) if error.is_conflict("NAMESPACE_GONE") => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// The volumes that are asked for, which must be the deployment's own and used by nothing of the rendered revision.
///
/// # Errors
/// 400 `VOLUME_IN_USE`, `VOLUME_FOREIGN` or `VOLUME_UNKNOWN`, and when the cluster cannot be asked.
pub async fn chosen(
    app: &App,
    origin: &Origin,
    before: &Row,
    bundle: &[u8],
    asked: &[String],
) -> Result<Vec<Deletion>> {
    let mut names: Vec<&str> = asked.iter().map(|name| name.trim()).collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return Ok(Vec::new());
    }
    if names.len() > MOST {
        return Err(Error::invalid_field(FIELD, message!(AT_MOST, most = MOST)));
    }
    let used = used(&serde_json::from_slice(bundle).map_err(Error::internal)?)?;
    let application = applications::of(&before.application)?;
    let there = seen(&app.cx, origin, before, false).await?;
    let (mut problems, mut chosen) = (Problems::new(), Vec::new());
    for name in names {
        match there.iter().find(|claim| claim.name == name) {
            None => problems.add(FIELD, message!(VOLUME_UNKNOWN, volume = name)),
            Some(claim) if claim.foreign => problems.add(FIELD, message!(VOLUME_FOREIGN, volume = name)),
            Some(_) if used.has(name) => problems.add(FIELD, message!(VOLUME_IN_USE, volume = name)),
            Some(claim) => chosen.push(Deletion {
                name: claim.name.clone(),
                uid: claim.uid.clone(),
                service: application.keeps(&claim.component).map_or("", |service| service.id).to_owned(),
                size: claim.size.clone(),
                deleted_at: None,
                problem: None,
            }),
        }
    }
    problems.done()?;
    Ok(chosen)
}

/// The objects of a plan, each volume with the service whose data is on it.
///
/// # Errors
/// `Internal` for a deployment of no kind.
pub fn with_services(before: &Row, mut objects: Vec<PlannedObject>) -> Result<Vec<PlannedObject>> {
    let application = applications::of(&before.application)?;
    for volume in objects.iter_mut().filter_map(|object| object.volume.as_mut()) {
        volume.service = application.keeps(&volume.component).map_or("", |service| service.id).to_owned();
    }
    Ok(objects)
}

/// Those that go with a revision.
///
/// # Errors
/// Those of the database.
pub async fn of_revision(db: &mut PgConnection, deployment: Uuid, number: i32) -> Result<Vec<Deletion>> {
    let found = sqlx::query_scalar!(
        r#"select deletes as "deletes: Json<Vec<Deletion>>"
           from deployments.revision where deployment_id = $1 and number = $2"#,
        deployment,
        number
    )
    .fetch_optional(db)
    .await?;
    Ok(found.map(|Json(deletes)| deletes).unwrap_or_default())
}
