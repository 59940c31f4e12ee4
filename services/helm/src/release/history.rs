//! What the Secrets of a release say by their labels alone, without their payload.

use super::{LOCK_LABEL, Status, record::Record};
use std::collections::{BTreeMap, BTreeSet};

/// How many revisions are kept, as the Helm CLI does by default.
pub const KEPT_REVISIONS: usize = 10;

/// A revision as its Secret's labels show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    /// The number, from 1.
    pub version: u32,
    /// Where it stands.
    pub status: Status,
    /// All labels of the Secret.
    pub labels: BTreeMap<String, String>,
}

impl Revision {
    /// Reads the labels of a Secret; None when they are not those of a release of Helm's.
    #[must_use]
    pub fn of(labels: &BTreeMap<String, String>) -> Option<Self> {
        if labels.get("owner").map(String::as_str) != Some("helm") {
            return None;
        }
        let version = labels.get("version")?.parse().ok()?;
        Some(Self { version, status: Status::parse(labels.get("status")?), labels: labels.clone() })
    }
}

impl From<&Record> for Revision {
    fn from(record: &Record) -> Self {
        Self { version: record.version, status: record.info.status, labels: record.labels.clone() }
    }
}

/// The newest revision.
#[must_use]
pub fn last(history: &[Revision]) -> Option<&Revision> {
    history.iter().max_by_key(|r| r.version)
}

/// The revision in effect, by Helm's rule: the last if deployed, else the newest deployed, else the last if it is failed
/// or superseded. The next manifest is compared with this one's.
#[must_use]
pub fn current(history: &[Revision]) -> Option<&Revision> {
    let last = last(history)?;
    if last.status == Status::Deployed {
        return Some(last);
    }
    let deployed = history.iter().filter(|r| r.status == Status::Deployed).max_by_key(|r| r.version);
    deployed.or_else(|| matches!(last.status, Status::Failed | Status::Superseded).then_some(last))
}

/// The pending revision that keeps others out, if there is one.
#[must_use]
pub fn locked(history: &[Revision]) -> Option<&Revision> {
    last(history).filter(|r| r.status.is_pending() || r.status == Status::Uninstalling)
}

/// Whose task made a revision, by our lock label `<task>.v<revision>`. None when it is not ours: the label counts only
/// with the revision's own number, because the Helm CLI copies labels to the next revision.
#[must_use]
pub fn lock_holder(revision: &Revision) -> Option<&str> {
    revision.labels.get(LOCK_LABEL)?.strip_suffix(&format!(".v{}", revision.version)).filter(|task| !task.is_empty())
}

/// Which revisions to delete so that, with one more, no more than `keep` remain. Never the newest deployed one.
#[must_use]
pub fn to_delete(history: &[Revision], keep: usize) -> Vec<u32> {
    let versions: BTreeSet<u32> = history.iter().map(|r| r.version).collect();
    let deployed = history.iter().filter(|r| r.status == Status::Deployed).map(|r| r.version).max();
    let surplus = (versions.len() + 1).saturating_sub(keep.max(1));
    versions.into_iter().filter(|v| Some(*v) != deployed).take(surplus).collect()
}
