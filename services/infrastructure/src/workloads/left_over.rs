//! What a change leaves over: found alike by the plan and by what carries it out.

use super::claims;
use crate::kubernetes::{
    apply, kinds,
    kinds::Kind,
    release::{self, History},
    space::Space,
};
use helm::{Document, release::Status};
use kit::Result;

/// What the deployed revision and the failed ones since had, and the new set has not: in the order of deletion. Looks at
/// revisions below `version` only. A kind that Canopy never applies came with somebody else's chart: it is left alone.
///
/// # Errors
/// When the cluster does not say its history, or an earlier manifest cannot be read.
pub(super) async fn left_over(
    space: &Space,
    release: &str,
    history: &History,
    version: u32,
    documents: &[Document],
) -> Result<Vec<(Kind, Document)>> {
    let before: Vec<_> = history.revisions.iter().filter(|revision| revision.version < version).collect();
    let base = before.iter().filter(|r| r.status == Status::Deployed).map(|r| r.version).max().unwrap_or(0);
    let wanted = before.iter().filter(|r| r.version >= base && matches!(r.status, Status::Deployed | Status::Failed));
    let versions: Vec<u32> = wanted.map(|revision| revision.version).collect();
    let records = release::read_all(space, release, &versions).await?;
    let earlier = records.iter().map(|record| claims::documents(&record.manifest)).collect::<Result<Vec<_>>>()?;
    let lists: Vec<&[Document]> = earlier.iter().map(Vec::as_slice).collect();
    let (gone, _) = helm::prune_set(&lists, documents, &space.namespace);
    Ok(gone
        .into_iter()
        .filter_map(|document| Some((kinds::of_group(&document.api_version, &document.kind)?, document)))
        .collect())
}

/// Whether the live object may go: it is the release's, and does not ask to stay.
pub(super) fn may_go(object: &kube::api::DynamicObject, kind: Kind, release: &str, namespace: &str) -> bool {
    apply::owned_by_release(object, kind, release, namespace).is_ok() && !is_kept(object)
}

/// Whether the live object asks to stay.
pub(super) fn is_kept(object: &kube::api::DynamicObject) -> bool {
    let policy = object.metadata.annotations.as_ref().and_then(|annotations| annotations.get(helm::KEEP));
    policy.is_some_and(|policy| policy.trim().eq_ignore_ascii_case("keep"))
}
