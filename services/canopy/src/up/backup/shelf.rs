//! A folder of backups: each has the moment of its state in its name, so that the folder alone says which is the newest.

use anyhow::Context as _;
use std::{
    fs,
    path::{Path, PathBuf},
};
use time::{OffsetDateTime, PrimitiveDateTime, format_description::BorrowedFormatItem, macros::format_description};

const BEFORE: &str = "canopy-";
/// What the name of a backup ends in.
pub const AFTER: &str = ".tar.age";
/// As in `canopy-20261123T194446Z.tar.age`: sorted by name is sorted by time.
const MOMENT: &[BorrowedFormatItem<'_>] = format_description!("[year][month][day]T[hour][minute][second]Z");

/// The name of a backup of this moment.
///
/// # Errors
/// When the moment is not one that can be written.
pub fn name(at: OffsetDateTime) -> anyhow::Result<String> {
    Ok(format!("{BEFORE}{}{AFTER}", at.to_offset(time::UtcOffset::UTC).format(MOMENT)?))
}

/// The moment that a name of ours has.
pub fn moment(name: &str) -> Option<OffsetDateTime> {
    let moment = name.strip_prefix(BEFORE)?.strip_suffix(AFTER)?;
    PrimitiveDateTime::parse(moment, MOMENT).ok().map(PrimitiveDateTime::assume_utc)
}

/// The backups in a folder, the newest first. What else is there is left alone.
///
/// # Errors
/// When the folder cannot be read.
pub fn list(folder: &Path) -> anyhow::Result<Vec<(OffsetDateTime, PathBuf)>> {
    let what = || format!("the folder for backups {} cannot be read", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(what)? {
        let entry = entry.with_context(what)?;
        if let Some(at) = entry.file_name().to_str().and_then(moment) {
            found.push((at, entry.path()));
        }
    }
    found.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    Ok(found)
}

/// Removes all backups of a folder but the newest, and what a power cut has left of one that was being written; answers how many
/// backups went. For when a new one is whole.
///
/// # Errors
/// When one cannot be removed.
pub fn prune(folder: &Path, keep: usize) -> anyhow::Result<usize> {
    let all = list(folder)?;
    let remove = |path: &Path| {
        fs::remove_file(path).with_context(|| format!("the old backup {} cannot be removed", path.display()))
    };
    let old: Vec<_> = all.iter().skip(keep.max(1)).collect();
    for (_, path) in &old {
        remove(path)?;
    }
    let newest = all.first().map(|(at, _)| *at);
    for entry in fs::read_dir(folder)?.flatten() {
        let begun = entry.file_name().to_str().and_then(begun);
        if begun.zip(newest).is_some_and(|(begun, newest)| begun + time::Duration::DAY < newest) {
            remove(&entry.path())?;
        }
    }
    Ok(old.len())
}

/// The moment that the name of an unfinished one of ours has: `.canopy-….tar.age.<process>.part`.
fn begun(name: &str) -> Option<OffsetDateTime> {
    let (name, _) = name.strip_prefix('.')?.strip_suffix(".part")?.rsplit_once('.')?;
    moment(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::{Duration, macros::datetime};

    #[test]
    fn the_newest_stay_and_what_is_not_ours_stays() {
        let folder = std::env::temp_dir().join(format!("canopy-shelf-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let first = datetime!(2026-11-23 19:44:46 UTC);
        for day in 0..4 {
            fs::write(folder.join(name(first + Duration::days(day)).unwrap()), "x").unwrap();
        }
        let cut = ".canopy-20261123T194446Z.tar.age.4711.part";
        let at_work = ".canopy-20261126T184446Z.tar.age.4712.part";
        for other in ["canopy-mine.tar.age", ".canopy-mine.part", "notes.txt", cut, at_work] {
            fs::write(folder.join(other), "x").unwrap();
        }
        assert_eq!(list(&folder).unwrap()[0].0, first + Duration::days(3));
        assert_eq!(prune(&folder, 2).unwrap(), 2);
        let left: Vec<_> = list(&folder).unwrap().into_iter().map(|(at, _)| at).collect();
        assert_eq!(left, [first + Duration::days(3), first + Duration::days(2)]);
        assert!(!folder.join(cut).exists() && folder.join(at_work).exists());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2 + 4);
        assert!(list(&folder.join("missing")).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
