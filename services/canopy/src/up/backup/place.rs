//! Where backups are: on a disk of this machine, or in a store.

use super::{
    bucket::{Address, Bucket, StoreArgs},
    shelf,
    state::Problem,
};
use std::{convert::Infallible, fmt, path::PathBuf, str::FromStr};
use time::OffsetDateTime;

/// A folder of backups, or one backup.
#[derive(Clone, Debug)]
pub enum Place {
    /// On a disk.
    Disk(PathBuf),
    /// `s3://…`.
    Store(Address),
}

impl Place {
    /// The newest backup in this folder, and its moment.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn newest(&self, store: &StoreArgs) -> anyhow::Result<Option<(OffsetDateTime, Self)>> {
        Ok(match self {
            Self::Disk(folder) => shelf::list(folder)?.into_iter().next().map(|(at, path)| (at, Self::Disk(path))),
            Self::Store(folder) => {
                let all = Bucket::of(folder, store)?.list(folder).await?;
                all.into_iter().next().map(|(at, backup)| (at, Self::Store(backup)))
            }
        })
    }

    /// What stands in the way when it cannot be written. Of a store's trouble its own words say more than ours.
    pub fn problem(&self) -> Problem {
        match self {
            Self::Disk(_) => Problem::Folder,
            Self::Store(_) => Problem::Other,
        }
    }

    /// Removes all backups of this folder but the newest.
    ///
    /// # Errors
    /// When one cannot be removed.
    pub async fn prune(&self, keep: usize, store: &StoreArgs) -> anyhow::Result<usize> {
        match self {
            Self::Disk(folder) => shelf::prune(folder, keep),
            Self::Store(folder) => Bucket::of(folder, store)?.prune(folder, keep).await,
        }
    }
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.starts_with("s3:") {
            return text.parse().map(Self::Store);
        }
        text.parse().map(Self::Disk).map_err(|never: Infallible| match never {})
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Disk(path) => path.display().fmt(f),
            Self::Store(address) => address.fmt(f),
        }
    }
}
