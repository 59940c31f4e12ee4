//! The state machine of a release, as Helm has it. Every step takes records and gives records; storing them is the
//! caller's work, and creating the Secret of a pending revision is the lock.

use super::history::{self, Revision};
use super::record::{Content, Info, Record, Status};
use super::{LOCK_LABEL, custom_labels};
use crate::Error;
use serde_json::Map;
use std::collections::BTreeMap;
use time::OffsetDateTime;

const BUSY: &str = "another operation (install/upgrade/rollback) is in progress";

/// The first revision of a release, pending. `history` must be empty, or end uninstalled or failed with nothing
/// deployed, in which case the number goes on (Helm's `--replace`).
pub fn install(
    name: &str,
    namespace: &str,
    content: Content,
    labels: BTreeMap<String, String>,
    history: &[Revision],
    now: OffsetDateTime,
) -> Result<Record, Error> {
    let version = match history::last(history) {
        None => 1,
        Some(last) if last.status.is_pending() => return Err(Error::State(BUSY.into())),
        Some(last) if matches!(last.status, Status::Uninstalled | Status::Failed) && !any_deployed(history) => {
            last.version + 1
        }
        Some(_) => return Err(Error::State("cannot reuse a name that is still in use".into())),
    };
    let info = pending(Status::PendingInstall, now, now, "Initial install underway", content.notes.clone());
    Ok(made(name, namespace, version, info, content, labels))
}

/// The next revision, pending. `current` is the record of [`history::current`], `history` all revisions. `labels` are
/// laid over the labels that Helm carries on from the last revision; our own lock is never carried on.
pub fn upgrade(
    current: &Record,
    content: Content,
    labels: BTreeMap<String, String>,
    history: &[Revision],
    now: OffsetDateTime,
) -> Result<Record, Error> {
    let last = free(history)?;
    if history::current(history).is_none_or(|c| c.version != current.version) {
        return Err(Error::State(format!("\"{}\" has no deployed releases", current.name)));
    }
    let first = current.info.first_deployed.unwrap_or(now);
    let info = pending(Status::PendingUpgrade, first, now, "Preparing upgrade", content.notes.clone());
    let all = carried(&last.labels, labels);
    Ok(made(&current.name, &current.namespace, last.version + 1, info, content, all))
}

/// A return to the content of `target`, as the next revision, pending.
pub fn rollback(
    current: &Record,
    target: &Record,
    labels: BTreeMap<String, String>,
    history: &[Revision],
    now: OffsetDateTime,
) -> Result<Record, Error> {
    let last = history::last(history).ok_or_else(|| Error::State("release: not found".into()))?;
    if last.status == Status::Uninstalling {
        return Err(Error::State("the release is being uninstalled".into()));
    }
    let mut record = target.clone();
    record.version = last.version + 1;
    record.labels = carried(&target.labels, labels);
    record.apply_method = Some("ssa".into());
    record.info = pending(
        Status::PendingRollback,
        current.info.first_deployed.unwrap_or(now),
        now,
        &format!("Rollback to {}", target.version),
        target.info.notes.clone(),
    );
    record.info.rollback_revision = Some(target.version);
    Ok(record)
}

/// The revision is in effect. Its predecessors in effect become [`superseded`].
#[must_use]
pub fn deployed(mut record: Record, now: OffsetDateTime) -> Record {
    record.info.description = match record.info.status {
        Status::PendingInstall => "Install complete".into(),
        Status::PendingRollback => {
            record.info.rollback_revision.map_or("Rollback complete".into(), |r| format!("Rollback to {r}"))
        }
        _ => "Upgrade complete".into(),
    };
    record.info.status = Status::Deployed;
    record.info.last_deployed = record.info.last_deployed.or(Some(now));
    record
}

/// The revision did not come about; the one before stays in effect. `reason` is a sentence without secrets.
#[must_use]
pub fn failed(mut record: Record, reason: &str) -> Record {
    record.info.description = match record.info.status {
        Status::PendingInstall => format!("Release {:?} failed: {reason}", record.name),
        Status::PendingRollback => format!("Rollback {:?} failed: {reason}", record.name),
        Status::PendingUpgrade => format!("Upgrade {:?} failed: {reason}", record.name),
        _ => reason.to_string(),
    };
    record.info.status = Status::Failed;
    record
}

/// A later revision is in effect.
#[must_use]
pub fn superseded(mut record: Record) -> Record {
    record.info.status = Status::Superseded;
    record
}

/// The release is being deleted.
#[must_use]
pub fn uninstalling(mut record: Record, now: OffsetDateTime) -> Record {
    record.info.status = Status::Uninstalling;
    record.info.deleted = Some(now);
    record.info.description = "Deletion in progress (or silently failed)".into();
    record
}

/// The release is gone and its history is kept.
#[must_use]
pub fn uninstalled(mut record: Record) -> Record {
    record.info.status = Status::Uninstalled;
    record.info.description = "Uninstallation complete".into();
    record
}

fn any_deployed(history: &[Revision]) -> bool {
    history.iter().any(|r| r.status == Status::Deployed)
}

fn free(history: &[Revision]) -> Result<&Revision, Error> {
    match history::last(history) {
        None => Err(Error::State("release: not found".into())),
        Some(last) if last.status.is_pending() => Err(Error::State(BUSY.into())),
        Some(last) if last.status == Status::Uninstalling => {
            Err(Error::State("the release is being uninstalled".into()))
        }
        Some(last) => Ok(last),
    }
}

fn carried(last: &BTreeMap<String, String>, own: BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut all = custom_labels(last);
    all.remove(LOCK_LABEL);
    all.extend(own);
    all
}

fn pending(status: Status, first: OffsetDateTime, now: OffsetDateTime, description: &str, notes: String) -> Info {
    Info {
        first_deployed: Some(first),
        last_deployed: Some(now),
        deleted: None,
        description: description.into(),
        status,
        rollback_revision: None,
        notes,
        other: Map::new(),
    }
}

fn made(
    name: &str,
    namespace: &str,
    version: u32,
    info: Info,
    content: Content,
    labels: BTreeMap<String, String>,
) -> Record {
    Record {
        name: name.into(),
        info,
        chart: Some(content.chart),
        config: content.config,
        manifest: content.manifest,
        hooks: content.hooks,
        version,
        namespace: namespace.into(),
        apply_method: Some("ssa".into()),
        other: Map::new(),
        labels,
    }
}
