//! Where a backup goes: written under another name beside its place, and renamed when it is whole and on the disk.

use super::{
    archive::{self, Part, WORK},
    manifest::Manifest,
    shelf,
    state::{Failure, Made, Problem},
};
use age::secrecy::SecretString;
use anyhow::{Context as _, anyhow};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};
use time::OffsetDateTime;

/// A place where nothing is yet.
pub struct Target {
    folder: PathBuf,
    place: PathBuf,
    draft: PathBuf,
}

impl Target {
    /// A file that was named, or one with the time in its name in a folder that was. `only_folder`: a folder that is missing,
    /// because nothing is mounted there, must not become a file.
    ///
    /// # Errors
    /// When the folder is missing, or there is something at the place.
    pub fn of(told: &Path, only_folder: bool, at: OffsetDateTime) -> Result<Self, Failure> {
        let missing =
            |folder: &Path| Failure::of(Problem::Folder)(anyhow!("the folder {} is missing", folder.display()));
        let told = std::path::absolute(told)?;
        if only_folder && !told.is_dir() {
            return Err(missing(&told));
        }
        let place = if told.is_dir() { told.join(shelf::name(at)?) } else { told };
        let (Some(folder), Some(name)) = (place.parent(), place.file_name()) else {
            return Err(anyhow!("{} is no file", place.display()).into());
        };
        if !folder.is_dir() {
            return Err(missing(folder));
        }
        if fs::symlink_metadata(&place).is_ok() {
            return Err(anyhow!("{} is there already: a backup replaces nothing", place.display()).into());
        }
        let draft = folder.join(format!(".{}.{}.part", name.to_string_lossy(), std::process::id()));
        Ok(Self { folder: folder.to_owned(), place, draft })
    }

    /// Writes it, and leaves nothing when that fails or is not waited for.
    ///
    /// # Errors
    /// Those of reading and writing.
    pub async fn write(self, manifest: Manifest, parts: Vec<Part>, passphrase: SecretString) -> anyhow::Result<Made> {
        let stop = StopOnDrop(Arc::default());
        let stopped = stop.0.clone();
        tokio::task::spawn_blocking(move || self.write_now(manifest, parts, &passphrase, stopped)).await?
    }

    fn write_now(
        self,
        manifest: Manifest,
        parts: Vec<Part>,
        passphrase: &SecretString,
        stopped: Arc<AtomicBool>,
    ) -> anyhow::Result<Made> {
        let at = manifest.created_at;
        let what = || format!("{} cannot be written", self.place.display());
        let file = OpenOptions::new().create_new(true).write(true).mode(0o600).open(&self.draft).with_context(what)?;
        let written = archive::write(Stoppable { file: &file, stopped }, passphrase, WORK, manifest, parts)
            .and_then(|()| Ok(file.sync_all()?))
            .and_then(|()| Ok(fs::rename(&self.draft, &self.place)?));
        if let Err(error) = written {
            let _ = fs::remove_file(&self.draft);
            return Err(error.context(what()));
        }
        // the new name is on the disk, too
        File::open(&self.folder).and_then(|folder| folder.sync_all()).with_context(what)?;
        Ok(Made { at, bytes: file.metadata()?.len(), place: self.place })
    }
}

/// Raised when nobody waits any more.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A file that is not written any more once that is raised.
struct Stoppable<'a> {
    file: &'a File,
    stopped: Arc<AtomicBool>,
}

impl Write for Stoppable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stopped.load(Ordering::Relaxed) {
            return Err(io::Error::other("stopped"));
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
