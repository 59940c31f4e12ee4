//! Whose pending release is it? The Secret of a pending revision is the lock that Canopy and the Helm CLI share; this is
//! the decision what to do about one, as a pure function of what the Secrets' labels say.

use helm::release::{Revision, Status, last, lock_holder};
use uuid::Uuid;

/// Where the release stands, from the point of view of one task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// Nobody is at work: the next revision may be created.
    Free,
    /// A pending revision is this task's own (an earlier attempt's): go on with it.
    Mine(u32),
    /// This task's revision has ended; its status is final.
    Ended(u32, Status),
    /// Somebody made a later revision although ours was pending.
    Overtaken(u32),
    /// Another task of Canopy made the pending revision.
    Theirs {
        /// That task.
        task: Uuid,
        /// Its revision.
        version: u32,
    },
    /// Somebody who is not Canopy is at work.
    Foreign(u32),
}

/// Reads the labels. The label counts only when its number is the Secret's own: the Helm CLI copies labels to its next
/// revision.
#[must_use]
pub fn standing(history: &[Revision], task: Uuid) -> Standing {
    let held_by = |revision: &Revision| lock_holder(revision).and_then(|holder| Uuid::try_parse(holder).ok());
    let Some(last) = last(history) else { return Standing::Free };
    let mine =
        history.iter().filter(|revision| held_by(revision) == Some(task)).max_by_key(|revision| revision.version);
    if let Some(mine) = mine {
        return match (open(mine.status), mine.version == last.version) {
            (false, _) => Standing::Ended(mine.version, mine.status),
            (true, true) => Standing::Mine(mine.version),
            (true, false) => Standing::Overtaken(mine.version),
        };
    }
    if !open(last.status) {
        return Standing::Free;
    }
    match held_by(last) {
        Some(task) => Standing::Theirs { task, version: last.version },
        None => Standing::Foreign(last.version),
    }
}

/// Pending, or being uninstalled: in both cases somebody is at work.
fn open(status: Status) -> bool {
    status.is_pending() || status == Status::Uninstalling
}

/// What tasks knows about another task of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Elsewhere {
    /// Finished, or never heard of: its revision is a leftover.
    Over,
    /// Waiting or at work.
    AtWork,
}

impl Elsewhere {
    /// From the answer of tasks; unknown ids are left out there.
    #[must_use]
    pub fn of(status: Option<proto::tasks::TaskStatus>) -> Self {
        use proto::tasks::TaskStatus as S;
        match status {
            Some(S::Pending | S::Running | S::Unspecified) => Self::AtWork,
            Some(S::Complete | S::Failed) | None => Self::Over,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use helm::release::LOCK_LABEL;
    use std::collections::BTreeMap;

    const ME: Uuid = Uuid::from_u128(0x0c4f_6a52_8f3e_4d62_9d3f_6f9a_1c2b_3d4e);
    const OTHER: Uuid = Uuid::from_u128(7);

    fn revision(version: u32, status: Status, lock: Option<(Uuid, u32)>) -> Revision {
        let labels = lock.map(|(task, n)| (LOCK_LABEL.to_owned(), format!("{task}.v{n}"))).into_iter().collect();
        Revision { version, status, labels }
    }

    #[test]
    fn without_history_or_after_an_ended_revision_the_release_is_free() {
        assert_eq!(standing(&[], ME), Standing::Free);
        for status in [Status::Deployed, Status::Failed, Status::Superseded, Status::Uninstalled] {
            assert_eq!(standing(&[revision(3, status, Some((OTHER, 3)))], ME), Standing::Free, "{status}");
        }
    }

    #[test]
    fn a_pending_revision_of_this_task_is_adopted() {
        let history = [revision(1, Status::Deployed, None), revision(2, Status::PendingUpgrade, Some((ME, 2)))];
        assert_eq!(standing(&history, ME), Standing::Mine(2));
    }

    #[test]
    fn a_label_that_the_cli_copied_to_its_own_revision_does_not_count() {
        let history =
            [revision(1, Status::Deployed, Some((ME, 1))), revision(2, Status::PendingUpgrade, Some((ME, 1)))];
        // Ours was revision 1, and it has ended; revision 2 is the CLI's.
        assert_eq!(standing(&history, ME), Standing::Ended(1, Status::Deployed));
        assert_eq!(standing(&history, OTHER), Standing::Foreign(2));
    }

    #[test]
    fn another_task_of_ours_is_asked_about_and_everybody_else_is_waited_for() {
        let theirs = [revision(4, Status::PendingInstall, Some((OTHER, 4)))];
        assert_eq!(standing(&theirs, ME), Standing::Theirs { task: OTHER, version: 4 });
        assert_eq!(standing(&[revision(4, Status::PendingRollback, None)], ME), Standing::Foreign(4));
        assert_eq!(standing(&[revision(4, Status::Uninstalling, None)], ME), Standing::Foreign(4));
        let labels = BTreeMap::from([(LOCK_LABEL.to_owned(), "nobody.v4".to_owned())]);
        assert_eq!(
            standing(&[Revision { version: 4, status: Status::PendingUpgrade, labels }], ME),
            Standing::Foreign(4)
        );
    }

    #[test]
    fn what_ended_stays_ended_and_a_revision_over_ours_is_noticed() {
        let ended = [revision(2, Status::Failed, Some((ME, 2))), revision(3, Status::PendingUpgrade, None)];
        assert_eq!(standing(&ended, ME), Standing::Ended(2, Status::Failed));
        let over = [revision(2, Status::PendingInstall, Some((ME, 2))), revision(3, Status::PendingRollback, None)];
        assert_eq!(standing(&over, ME), Standing::Overtaken(2));
    }

    #[test]
    fn a_task_that_is_unknown_or_finished_is_over() {
        use proto::tasks::TaskStatus as S;
        assert!([None, Some(S::Complete), Some(S::Failed)].into_iter().all(|s| Elsewhere::of(s) == Elsewhere::Over));
        assert!([Some(S::Pending), Some(S::Running)].into_iter().all(|s| Elsewhere::of(s) == Elsewhere::AtWork));
    }
}
