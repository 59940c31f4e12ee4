//! Revisions: what was rendered, sealed with a hash, and is applied as it is.

use crate::{
    chart::{self, Bundle},
    create,
    deployment::{self, Row},
    read,
    resources::Resources,
    spec::Spec,
    volumes::Deletion,
};
use kit::{Context, Error, Message, Origin, Result, Tx, reseal::Sealed, seal::SealContext};
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;
use uuid::Uuid;

/// An opened revision.
pub struct Opened {
    /// The documents.
    pub bundle: Bundle,
    /// Their hash, as checked.
    pub hash: String,
    /// The documents as they were sealed.
    pub plain: Vec<u8>,
    /// It is one of a stopped site.
    pub stopped: bool,
}

/// A revision to be written.
pub struct Draft<'a> {
    /// Whose it is.
    pub deployment: Uuid,
    /// The deployment's team: part of the seal.
    pub team: Uuid,
    /// Its number.
    pub number: i32,
    /// create, update, discard, rollback, stop, start, scale or move.
    pub change: &'a str,
    /// Why, as its author wrote it.
    pub reason: &'a str,
    /// What is asked for.
    pub spec: &'a Spec,
    /// The chart's own version.
    pub chart_version: &'a str,
    /// The hash of the chart, which is kept; `None` when it is not known.
    pub chart_hash: Option<&'a str>,
    /// The documents, not sealed yet.
    pub bundle: &'a [u8],
    /// Their hash.
    pub hash: &'a str,
    /// What they request.
    pub resources: &'a Resources,
    /// The earlier revision that it equals, if it was made as that.
    pub restored: Option<i32>,
    /// Kept volumes that go with it.
    pub deletes: &'a [Deletion],
    /// The cluster that it is for, and what that is called.
    pub cluster: (Uuid, &'a str),
}

/// Seals and stores a revision; its author is the origin's user.
///
/// # Errors
/// Those of the database.
pub async fn insert(cx: &Context, tx: &mut Tx, origin: &Origin, draft: &Draft<'_>) -> Result<()> {
    let id = cx.ids.uuid();
    let (author, name) = origin.user.as_ref().map_or((Uuid::nil(), "Canopy"), |user| (user.id, user.name.as_str()));
    sqlx::query!(
        "insert into deployments.revision
           (id, deployment_id, number, change, reason, spec, chart_version, hash, documents, cpu, memory, storage,
            created_by, created_by_name, created_at, chart_hash, restored, deletes, cluster_id, cluster_name)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)",
        id,
        draft.deployment,
        draft.number,
        draft.change,
        draft.reason,
        Json(draft.spec) as _,
        draft.chart_version,
        draft.hash,
        cx.keyring.seal(&place(id, draft.team), draft.bundle),
        draft.resources.cpu,
        draft.resources.memory,
        draft.resources.storage,
        author,
        name,
        cx.clock.now(),
        draft.chart_hash,
        draft.restored,
        Json(draft.deletes) as _,
        draft.cluster.0,
        draft.cluster.1
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Stores a revision and makes it the wanted one of a locked row.
///
/// # Errors
/// `Conflict` `DOMAIN_TAKEN`, and those of the database.
pub async fn want(cx: &Context, tx: &mut Tx, origin: &Origin, row: &Row, draft: &Draft<'_>) -> Result<()> {
    insert(cx, tx, origin, draft).await?;
    sqlx::query!(
        "update deployments.deployment
         set revision = $2, spec = $3, domain = $4, cpu = $5, memory = $6, storage = $7, updated_at = $8,
             version = version + 1, changed_version = version + 1, changed_by = $9
         where id = $1",
        row.id,
        draft.number,
        Json(draft.spec) as _,
        draft.spec.domain,
        draft.resources.cpu,
        draft.resources.memory,
        draft.resources.storage,
        cx.clock.now(),
        origin.actor_name()
    )
    .execute(tx.conn())
    .await
    .map_err(create::taken)?;
    Ok(())
}

/// An earlier revision that is wanted once more.
pub struct Again<'a> {
    /// Its number.
    pub number: i32,
    /// discard or rollback.
    pub change: &'a str,
    /// Why.
    pub reason: &'a str,
}

/// Makes that revision the wanted one of a locked row once more, under the next number: what was sealed then, not rendered
/// anew.
///
/// # Errors
/// 404 for an unknown number, `Conflict` `DOMAIN_TAKEN`, and those of the database.
pub async fn again(cx: &Context, tx: &mut Tx, origin: &Origin, row: &Row, earlier: Again<'_>) -> Result<Row> {
    let opened = open(cx, tx.conn(), row, earlier.number).await?;
    let kept = sqlx::query!(
        r#"select spec as "spec: Json<Spec>", chart_version, chart_hash, cpu, memory, storage
           from deployments.revision where deployment_id = $1 and number = $2"#,
        row.id,
        earlier.number
    )
    .fetch_one(tx.conn())
    .await?;
    let draft = Draft {
        deployment: row.id,
        team: row.team_id,
        number: row.revision + 1,
        change: earlier.change,
        reason: earlier.reason,
        spec: &kept.spec,
        chart_version: &kept.chart_version,
        chart_hash: kept.chart_hash.as_deref(),
        bundle: &opened.plain,
        hash: &opened.hash,
        resources: &Resources { cpu: kept.cpu, memory: kept.memory, storage: kept.storage },
        restored: Some(earlier.number),
        // what an earlier revision deleted is gone, and what it did not is asked for anew
        deletes: &[],
        cluster: (row.cluster_id, &row.cluster_name),
    };
    want(cx, tx, origin, row, &draft).await?;
    read::load_one(tx.conn(), row.id).await?.ok_or_else(|| Error::not_found(deployment::WHAT))
}

/// How the last try at a revision ended.
pub struct Ended<'a> {
    /// succeeded, failed or cancelled.
    pub result: &'a str,
    /// Why it failed; nothing otherwise.
    pub error: Option<&'a Message>,
    /// Helm's number for it; 0 when none was made.
    pub helm_revision: i32,
    /// When.
    pub at: OffsetDateTime,
}

/// Keeps how the try at the wanted revision ended.
///
/// # Errors
/// Those of the database.
pub async fn end(tx: &mut Tx, row: &Row, ended: Ended<'_>) -> Result<()> {
    sqlx::query!(
        "update deployments.revision
         set result = $3, error_log = $4, error_said = $7, finished_at = $5,
             helm_revisions = case when $6 = 0 or $6 = any(helm_revisions) then helm_revisions else helm_revisions || $6 end
         where deployment_id = $1 and number = $2",
        row.id,
        row.revision,
        ended.result,
        ended.error.map_or("", Message::sentence),
        ended.at,
        ended.helm_revision,
        ended.error.map(Json) as _
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// The documents of revisions.
pub const SEALED: Sealed = Sealed::column("revision", "documents").team(crate::secrets::TEAM);

/// Where the documents of a revision are sealed for.
#[must_use]
pub fn place(revision: Uuid, team: Uuid) -> SealContext<'static> {
    SEALED.place(revision, Some(team), 1)
}

/// Opens a revision and checks that it is what was sealed.
///
/// # Errors
/// 404 for an unknown number; `Internal` for documents that were changed, moved or removed.
pub async fn open(cx: &Context, db: &mut PgConnection, row: &Row, number: i32) -> Result<Opened> {
    let found = sqlx::query!(
        r#"select id, hash, documents, spec @> '{"stopped": true}' as "stopped!" from deployments.revision where deployment_id = $1 and number = $2"#,
        row.id,
        number
    )
    .fetch_optional(db)
    .await?
    .ok_or_else(|| Error::not_found("Revision"))?;
    let sealed = found.documents.ok_or_else(|| Error::not_found("Revision"))?;
    let plain = cx.keyring.open(&place(found.id, row.team_id), &sealed)?;
    if chart::hash(&plain) != found.hash {
        return Err(Error::internal(anyhow::anyhow!("revision {number} of {} does not have its hash", row.id)));
    }
    Ok(Opened {
        bundle: serde_json::from_slice(&plain).map_err(Error::internal)?,
        hash: found.hash,
        plain: plain.to_vec(),
        stopped: found.stopped,
    })
}
