//! Revisions: what was rendered, sealed with a hash, and is applied as it is.

use crate::{
    chart::{self, Bundle},
    deployment::Row,
};
use kit::{Context, Error, Result, seal::Place};
use sqlx::PgConnection;
use uuid::Uuid;

/// An opened revision.
pub struct Opened {
    /// The documents.
    pub bundle: Bundle,
    /// Their hash, as checked.
    pub hash: String,
}

/// Where the documents of a revision are sealed for.
#[must_use]
pub fn place(revision: Uuid, team: Uuid) -> Place<'static> {
    Place { table: "revision", column: "documents", row: revision, team: Some(team), version: 1 }
}

/// Opens a revision and checks that it is what was sealed.
///
/// # Errors
/// 404 for an unknown number; `Internal` for documents that were changed, moved or removed.
pub async fn open(cx: &Context, db: &mut PgConnection, row: &Row, number: i32) -> Result<Opened> {
    let found = sqlx::query!(
        "select id, hash, documents from deployments.revision where deployment_id = $1 and number = $2",
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
    Ok(Opened { bundle: serde_json::from_slice(&plain).map_err(Error::internal)?, hash: found.hash })
}
