//! Helm's release records: what they hold, how they are stored, and how they change.
//!
//! A release is a row of Secrets `sh.helm.release.v1.<release>.v<revision>`, one per revision; creating the next one is
//! also the lock: whoever gets "already exists" is not alone. Helm 3 and Helm 4 read what is written here.

mod codec;
mod history;
mod record;
mod steps;

pub use codec::{decode, encode};
pub use history::{KEPT_REVISIONS, Revision, current, last, lock_holder, locked, to_delete};
pub use record::{CHART_FIELDS, ChartRecord, Content, HookRecord, Info, LastRun, Record, Status, Template};
pub use steps::{deployed, failed, install, rollback, superseded, uninstalled, uninstalling, upgrade};

use std::collections::BTreeMap;
use time::OffsetDateTime;

/// The type of the Secret.
pub const SECRET_TYPE: &str = "helm.sh/release.v1";
/// Our label that says whose task made a pending revision: `<task>.v<revision>`.
pub const LOCK_LABEL: &str = "canopy.internal/lock";
/// Our label that says which deployment a release is.
pub const DEPLOYMENT_LABEL: &str = "canopy.internal/deployment";
/// Labels that are Helm's own; the others are carried from revision to revision.
pub const SYSTEM_LABELS: [&str; 6] = ["name", "owner", "status", "version", "createdAt", "modifiedAt"];

/// The Secret's name.
#[must_use]
pub fn secret_name(release: &str, version: u32) -> String {
    format!("sh.helm.release.v1.{release}.v{version}")
}

/// When a record's Secret is written: for the first time or again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// Creating the Secret.
    Created(OffsetDateTime),
    /// Updating it.
    Modified(OffsetDateTime),
}

/// The Secret's labels: Helm's six (one of the two times) and the record's own.
#[must_use]
pub fn labels(record: &Record, written: Written) -> BTreeMap<String, String> {
    let mut out: BTreeMap<String, String> = custom_labels(&record.labels);
    out.insert("name".into(), record.name.clone());
    out.insert("owner".into(), "helm".into());
    out.insert("status".into(), record.info.status.as_str().into());
    out.insert("version".into(), record.version.to_string());
    let (key, at) = match written {
        Written::Created(at) => ("createdAt", at),
        Written::Modified(at) => ("modifiedAt", at),
    };
    out.insert(key.into(), at.unix_timestamp().to_string());
    out
}

/// The labels that Helm would carry to the next revision.
#[must_use]
pub fn custom_labels(all: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    all.iter().filter(|(k, _)| !SYSTEM_LABELS.contains(&k.as_str())).map(|(k, v)| (k.clone(), v.clone())).collect()
}
