//! Release Secrets in the cluster: Helm's record of each revision, and the lock while one is pending.

use crate::kubernetes::{
    apply::ATTEMPTS,
    change::Change,
    failure::{self, Fault},
    kinds,
    space::Space,
};
use helm::release::{self, LOCK_LABEL, Record, Revision, Written};
use k8s_openapi::{ByteString, api::core::v1::Secret, apimachinery::pkg::apis::meta::v1::ObjectMeta};
use kit::{Error, Result, clock, message, message::as_is};
use kube::api::ListParams;
use std::collections::BTreeMap;
use time::OffsetDateTime;

/// Canopy's number of the revision, beside Helm's.
pub const REVISION_LABEL: &str = "canopy.internal/revision";

/// What the Secrets of a release say without their payload.
#[derive(Debug, Clone, Default)]
pub struct History {
    /// The revisions, oldest first.
    pub revisions: Vec<Revision>,
    /// When each Secret was created, by version.
    pub created: BTreeMap<u32, OffsetDateTime>,
}

/// A record and the Secret it is stored in.
#[derive(Debug, Clone)]
pub struct Stored {
    /// The Secret's metadata: uid and resourceVersion of what was read.
    pub metadata: ObjectMeta,
    /// What it holds, labels included.
    pub record: Record,
}

/// Only what carries a release: a label alone could be anybody's.
fn selector(release: &str) -> ListParams {
    ListParams::default().labels(&format!("owner=helm,name={release}")).fields("type=helm.sh/release.v1")
}

/// The history, metadata only.
///
/// # Errors
/// When the cluster refuses or does not answer.
pub async fn history(space: &Space, release: &str) -> Result<History> {
    let mut history = History::default();
    for secret in space.list_metadata(kinds::SECRET, &selector(release)).await? {
        let labels = secret.metadata.labels.unwrap_or_default();
        let Some(revision) = Revision::of(&labels) else { continue };
        let created = secret.metadata.creation_timestamp;
        if let Some(at) = created.and_then(|at| OffsetDateTime::from_unix_timestamp(at.0.as_second()).ok()) {
            history.created.insert(revision.version, at);
        }
        history.revisions.push(revision);
    }
    history.revisions.sort_by_key(|revision| revision.version);
    Ok(history)
}

/// One revision with its payload, if it is there.
///
/// # Errors
/// When the cluster refuses or does not answer, or the record cannot be read.
pub async fn read(space: &Space, release: &str, version: u32) -> Result<Option<Stored>> {
    let name = release::secret_name(release, version);
    let (doing, api) = (space.doing("get", kinds::SECRET, &name), space.secrets());
    let secret = match space.call(doing, api.get(&name)).await {
        Ok(secret) => secret,
        Err(Fault::Missing) => return Ok(None),
        Err(fault) => return Err(doing.error(fault)),
    };
    let data = secret.data.as_ref().and_then(|data| data.get("release"));
    let mut record = data
        .ok_or_else(|| helm::Error::Record("is empty".into()))
        .and_then(|data| release::decode(&data.0))
        .map_err(|error| unreadable(release, version, &error))?;
    record.labels = secret.metadata.labels.clone().unwrap_or_default();
    Ok(Some(Stored { metadata: secret.metadata, record }))
}

/// Several revisions; those that are gone or unreadable are left out.
///
/// # Errors
/// When the cluster refuses or does not answer.
pub async fn read_all(space: &Space, release: &str, versions: &[u32]) -> Result<Vec<Record>> {
    let mut records = Vec::new();
    for &version in versions {
        match read(space, release, version).await {
            Ok(Some(stored)) => records.push(stored.record),
            Ok(None) => {}
            Err(error) if error.is_conflict("UNREADABLE") => {
                tracing::warn!(release, version, "a release record cannot be read and is passed over");
            }
            Err(error) => return Err(error),
        }
    }
    Ok(records)
}

/// Creates the Secret of a pending revision: the lock. False when somebody was faster.
///
/// # Errors
/// `FENCED`, `Timeout`, or the cluster's refusal.
pub async fn create(change: &Change, record: &Record, now: OffsetDateTime) -> Result<bool> {
    let secret = secret(record, Written::Created(now), ObjectMeta::default())?;
    let name = release::secret_name(&record.name, record.version);
    change.still_mine("create", kinds::SECRET.kind, &name).await?;
    match change.space.send_create(&secret).await {
        Ok(_) => Ok(true),
        Err(Fault::Exists) => Ok(false),
        Err(fault) => Err(change.space.doing("create", kinds::SECRET, &name).error(fault)),
    }
}

/// Rewrites a revision's record: `next` sees what is there now and answers what it should be, or `None` to leave it.
/// Answers the record as it is afterwards; `None` when there is no such revision.
///
/// # Errors
/// `FENCED`, or the cluster's refusal.
pub async fn rewrite(
    change: &Change,
    version: u32,
    now: OffsetDateTime,
    next: impl Fn(Record) -> Option<Record>,
) -> Result<Option<Record>> {
    let release = &change.ticket.release;
    let name = release::secret_name(release, version);
    for _ in 0..ATTEMPTS {
        let Some(stored) = read(&change.space, release, version).await? else { return Ok(None) };
        let Some(record) = next(stored.record.clone()) else { return Ok(Some(stored.record)) };
        let secret = secret(&record, Written::Modified(now), stored.metadata)?;
        change.still_mine("update", kinds::SECRET.kind, &name).await?;
        match change.space.send_replace(&secret).await {
            Ok(_) => return Ok(Some(record)),
            Err(Fault::Stale | Fault::Missing) => {}
            Err(fault) => return Err(change.space.doing("update", kinds::SECRET, &name).error(fault)),
        }
    }
    Err(failure::changing(&format!("Secret {name}")))
}

/// Deletes the oldest revisions beyond Helm's limit; never the deployed one.
///
/// # Errors
/// `FENCED`, or the cluster's refusal.
pub async fn trim(change: &Change, history: &History) -> Result<()> {
    for version in release::to_delete(&history.revisions, release::KEPT_REVISIONS) {
        let name = release::secret_name(&change.ticket.release, version);
        crate::kubernetes::delete::delete(change, kinds::SECRET, &name, &|_| true).await?;
    }
    Ok(())
}

/// The labels of a revision that this task makes.
#[must_use]
pub fn labels(change: &Change, version: u32, revision: i32) -> BTreeMap<String, String> {
    BTreeMap::from([
        (LOCK_LABEL.to_owned(), format!("{}.v{version}", change.ticket.task)),
        (release::DEPLOYMENT_LABEL.to_owned(), change.ticket.deployment.to_string()),
        (REVISION_LABEL.to_owned(), revision.to_string()),
    ])
}

/// As Helm writes it: name, labels, type and the payload; uid and resourceVersion where it replaces one.
fn secret(record: &Record, written: Written, read: ObjectMeta) -> Result<Secret> {
    let text = release::encode(record)
        .map_err(|error| Error::invalid(message!(RELEASE_NOT_RECORDED, said = as_is(error.to_string()))))?;
    Ok(Secret {
        metadata: ObjectMeta {
            name: Some(release::secret_name(&record.name, record.version)),
            namespace: Some(record.namespace.clone()),
            labels: Some(release::labels(record, written)),
            uid: read.uid,
            resource_version: read.resource_version,
            ..ObjectMeta::default()
        },
        type_: Some(release::SECRET_TYPE.to_owned()),
        data: Some(BTreeMap::from([("release".to_owned(), ByteString(text.into_bytes()))])),
        ..Secret::default()
    })
}

/// The time as people read it in a sentence.
#[must_use]
pub fn shown(at: OffsetDateTime) -> String {
    let at = clock::unstamp(&clock::stamp(at)).unwrap_or(at);
    format!("{} {:02}:{:02} UTC", at.date(), at.hour(), at.minute())
}

fn unreadable(release: &str, version: u32, error: &helm::Error) -> Error {
    Error::conflict(message!(UNREADABLE, release = release, revision = version, said = as_is(error.to_string())))
}
