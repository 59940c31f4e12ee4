//! Where a restore works: a folder inside the data folder, so that no other folder need be writable. What is whole is moved
//! out of it; as long as it is there, nothing else takes the data folder for an installation.

use crate::up::folder::{self, RESTORING};
use anyhow::{Context as _, bail};
use std::{
    fs::{self, File},
    path::{Path, PathBuf},
};

/// What becomes part of the installation; the rest was for the restore alone.
const KEPT: [&str; 3] = ["secrets", "keys", "postgres"];

/// A restore at work.
pub struct Draft {
    root: PathBuf,
    path: PathBuf,
    made_root: bool,
}

impl Draft {
    /// In a data folder that is missing or empty.
    ///
    /// # Errors
    /// One sentence: there is something, it cannot be written.
    pub fn begin(root: &Path) -> anyhow::Result<Self> {
        let made_root = !root.exists();
        if root.is_dir() {
            empty(root)?;
        }
        folder::make(root)?;
        let path = root.join(RESTORING);
        fs::create_dir(&path).with_context(|| format!("{} cannot be created", path.display()))?;
        Ok(Self { root: root.to_owned(), path, made_root })
    }

    /// The folder to work in.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Moves what was restored into its place. Interrupted, it leaves a folder that says so.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn keep(self) -> anyhow::Result<()> {
        let what = || format!("what was restored cannot be moved into {}", self.root.display());
        for name in KEPT.iter().filter(|name| self.path.join(name).exists()) {
            fs::rename(self.path.join(name), self.root.join(name)).with_context(what)?;
        }
        nix::unistd::sync();
        fs::remove_dir_all(&self.path).with_context(what)?;
        File::open(&self.root).and_then(|root| root.sync_all()).with_context(what)
    }

    /// Leaves nothing.
    pub fn discard(self) {
        let _ = fs::remove_dir_all(&self.path);
        if self.made_root {
            let _ = fs::remove_dir(&self.root);
        }
    }
}

/// A volume of its own may have what its file system put there.
fn empty(root: &Path) -> anyhow::Result<()> {
    let what = || format!("the data folder {} cannot be read", root.display());
    for entry in fs::read_dir(root).with_context(what)? {
        let name = entry.with_context(what)?.file_name();
        if name == RESTORING {
            bail!(
                "the data folder {} holds a restore that was not finished: empty it and restore again",
                root.display()
            );
        }
        if name != "lost+found" {
            bail!("the data folder {} is not empty: a restore wants an empty one", root.display());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_empty_folder_is_taken_and_nothing_is_left_of_one_that_failed() {
        let root = std::env::temp_dir().join(format!("canopy-draft-{}", std::process::id()));
        let said = |root: &Path| Draft::begin(root).err().map(|error| error.to_string()).unwrap_or_default();
        Draft::begin(&root).unwrap().discard();
        assert!(!root.exists());

        fs::create_dir_all(root.join("lost+found")).unwrap();
        let draft = Draft::begin(&root).unwrap();
        assert!(said(&root).contains("not finished"), "{}", said(&root));
        let refused = folder::Folder::open(Some(root.clone())).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(refused.contains("not finished"), "{refused}");
        fs::create_dir(draft.path().join("keys")).unwrap();
        fs::create_dir(draft.path().join("logs")).unwrap();
        draft.keep().unwrap();
        let mut there: Vec<_> = fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        there.sort();
        assert_eq!(there, ["keys", "lost+found"]);
        assert!(said(&root).contains("is not empty"), "{}", said(&root));
        fs::remove_dir_all(&root).unwrap();
    }
}
