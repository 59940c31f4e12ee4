//! Where a backup goes. On a disk it is written under another name beside its place, and renamed when it is whole and on the disk;
//! a store gets it when it is whole.

use super::{
    archive::{self, Part, WORK},
    bucket::{Address, Bucket, StoreArgs},
    manifest::Manifest,
    place::Place,
    scratch, shelf,
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
pub enum Target {
    /// A file.
    Disk {
        /// In which it will be.
        folder: PathBuf,
        /// Its path.
        place: PathBuf,
        /// Its path before it is whole.
        draft: PathBuf,
    },
    /// An object in a store.
    Store {
        /// The store.
        bucket: Box<Bucket>,
        /// Its address.
        place: Address,
        /// What it is written to before it is whole.
        draft: File,
    },
}

impl Target {
    /// A file that was named, or one with the time in its name in a folder that was. `only_folder`: a folder that is missing,
    /// because nothing is mounted there, must not become a file. `root`: the data folder, for drafts of what goes to a store.
    ///
    /// # Errors
    /// When the folder is missing or the store says no, or there is something at the place.
    pub async fn of(
        told: &Place,
        store: &StoreArgs,
        only_folder: bool,
        at: OffsetDateTime,
        root: &Path,
    ) -> Result<Self, Failure> {
        match told {
            Place::Disk(path) => Self::on_disk(path, only_folder, at),
            Place::Store(address) => {
                if only_folder && address.is_backup() {
                    return Err(anyhow!("{address} is one backup: --keep wants a folder of them").into());
                }
                let bucket = Bucket::of(address, store)?;
                let place = if address.is_backup() { address.clone() } else { address.join(&shelf::name(at)?) };
                if bucket.has(&place).await? {
                    return Err(anyhow!("{place} is there already: a backup replaces nothing").into());
                }
                Ok(Self::Store { bucket: Box::new(bucket), place, draft: scratch(root, "sealed")? })
            }
        }
    }

    fn on_disk(told: &Path, only_folder: bool, at: OffsetDateTime) -> Result<Self, Failure> {
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
        Ok(Self::Disk { folder: folder.to_owned(), place, draft })
    }

    /// Writes it, and leaves nothing when that fails or is not waited for.
    ///
    /// # Errors
    /// Those of reading and writing; what a store says.
    pub async fn write(self, manifest: Manifest, parts: Vec<Part>, passphrase: SecretString) -> anyhow::Result<Made> {
        let at = manifest.created_at;
        let stop = StopOnDrop(Arc::default());
        let stopped = stop.0.clone();
        match self {
            Self::Disk { folder, place, draft } => {
                let written = tokio::task::spawn_blocking(move || {
                    let bytes = on_disk(&folder, &place, &draft, |file| {
                        archive::write(Stoppable { file, stopped }, &passphrase, WORK, manifest, parts)
                    })?;
                    Ok::<_, anyhow::Error>((bytes, place))
                });
                let (bytes, place) = written.await??;
                Ok(Made { at, bytes, place: place.display().to_string() })
            }
            Self::Store { bucket, place, draft } => {
                let written = tokio::task::spawn_blocking(move || {
                    archive::write(Stoppable { file: &draft, stopped }, &passphrase, WORK, manifest, parts)?;
                    Ok::<_, anyhow::Error>(draft)
                });
                let bytes = bucket.put(&place, written.await??).await?;
                Ok(Made { at, bytes, place: place.to_string() })
            }
        }
    }
}

/// Under another name until it is whole and on the disk; answers its size.
fn on_disk(
    folder: &Path,
    place: &Path,
    draft: &Path,
    write: impl FnOnce(&File) -> anyhow::Result<()>,
) -> anyhow::Result<u64> {
    let what = || format!("{} cannot be written", place.display());
    let file = OpenOptions::new().create_new(true).write(true).mode(0o600).open(draft).with_context(what)?;
    let written = write(&file).and_then(|()| Ok(file.sync_all()?)).and_then(|()| Ok(fs::rename(draft, place)?));
    if let Err(error) = written {
        let _ = fs::remove_file(draft);
        return Err(error.context(what()));
    }
    // the new name is on the disk, too
    File::open(folder).and_then(|folder| folder.sync_all()).with_context(what)?;
    Ok(file.metadata()?.len())
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
