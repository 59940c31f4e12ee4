//! The data folder: one place for everything, private to its user, used by one `up` at a time.

use super::environment;
use anyhow::{Context as _, bail};
use nix::fcntl::{Flock, FlockArg};
use std::{
    fs::{self, File, OpenOptions, Permissions},
    io::Write as _,
    os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
};

/// Where a restore puts everything before it is moved into its place. While it is there, the folder is none to work with.
pub const RESTORING: &str = "restore.draft";

/// An opened data folder; locked as long as it lives.
pub struct Folder {
    root: PathBuf,
    _lock: Flock<File>,
}

impl Folder {
    /// Opens or creates it.
    ///
    /// # Errors
    /// One sentence: cannot be written, is in use, is no folder.
    pub fn open(chosen: Option<PathBuf>) -> anyhow::Result<Self> {
        let root = place(chosen)?;
        make(&root)?;
        if root.join(RESTORING).exists() {
            bail!(
                "the data folder {} holds a restore that was not finished: empty it and restore again",
                root.display()
            );
        }
        let lock = lock(&root)?;
        let folder = Self { root, _lock: lock };
        for path in [folder.logs(), folder.run(), folder.secrets(), folder.root.join("keys")] {
            private_folder(&path)?;
        }
        Ok(folder)
    }

    /// The path of a folder that another canopy is using; `None` when nobody is.
    ///
    /// # Errors
    /// When there is no installation.
    pub fn in_use(chosen: Option<PathBuf>) -> anyhow::Result<Option<PathBuf>> {
        let root = place(chosen)?;
        let file = File::open(root.join("lock"))
            .with_context(|| format!("there is no installation of yours in {}", root.display()))?;
        Ok(Flock::lock(file, FlockArg::LockExclusiveNonblock).is_err().then_some(root))
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Log files, one per role and server.
    pub fn logs(&self) -> PathBuf {
        self.root.join("logs")
    }

    /// Pid files.
    pub fn run(&self) -> PathBuf {
        self.root.join("run")
    }

    /// Passwords and tokens made here.
    pub fn secrets(&self) -> PathBuf {
        self.root.join("secrets")
    }

    /// The key folder of a role: its own private keys and everybody's public ones.
    pub fn keys(&self, role: &str) -> PathBuf {
        self.root.join("keys").join(role)
    }
}

/// Where the data folder is, or will be.
pub fn place(chosen: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    match chosen {
        Some(path) => Ok(std::path::absolute(path)?),
        None => default_root(),
    }
}

/// Creates a data folder, or makes one that is there private.
///
/// # Errors
/// One sentence: cannot be written, is no folder, belongs to somebody else.
pub fn make(root: &Path) -> anyhow::Result<()> {
    let what = || format!("the data folder {}", root.display());
    if root.exists() && !root.is_dir() {
        bail!("{} is not a folder", what());
    }
    fs::create_dir_all(root).with_context(|| format!("{} cannot be created", what()))?;
    let owner = fs::metadata(root).with_context(what)?.uid();
    let me = nix::unistd::geteuid();
    if owner != me.as_raw() {
        bail!("{} belongs to another user (uid {owner})", what());
    }
    // PostgreSQL does not run as root: its own user must be able to pass through, not to look around.
    let mode = if me.is_root() { 0o711 } else { 0o700 };
    fs::set_permissions(root, Permissions::from_mode(mode))
        .with_context(|| format!("{} cannot be made private", what()))
}

fn default_root() -> anyhow::Result<PathBuf> {
    if nix::unistd::geteuid().is_root() {
        return Ok("/var/lib/canopy".into());
    }
    let set = |name: &str| environment::variable(name).map(PathBuf::from);
    let base = set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")));
    base.map(|base| base.join("canopy")).context("HOME is not set: name a folder with --data")
}

fn lock(root: &Path) -> anyhow::Result<Flock<File>> {
    let path = root.join("lock");
    let file = OpenOptions::new().create(true).truncate(false).read(true).write(true).mode(0o600).open(&path);
    let file = file.with_context(|| format!("{} cannot be written", path.display()))?;
    match Flock::lock(file, FlockArg::LockExclusiveNonblock) {
        Ok(mut lock) => {
            lock.set_len(0)?;
            writeln!(lock, "{}", std::process::id())?;
            Ok(lock)
        }
        Err(_) => {
            let pid = fs::read_to_string(&path).unwrap_or_default();
            bail!("the data folder {} is in use by another canopy (pid {})", root.display(), pid.trim())
        }
    }
}

/// Creates a folder that only its user can enter.
pub fn private_folder(path: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(path).with_context(|| format!("{} cannot be created", path.display()))?;
    fs::set_permissions(path, Permissions::from_mode(0o700))
        .with_context(|| format!("{} cannot be made private", path.display()))
}

/// Writes a file that only its user can read, in one step: a crash leaves the old one or none.
pub fn private_file(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let draft = path.with_extension("draft");
    let _ = fs::remove_file(&draft);
    let what = || format!("{} cannot be written", path.display());
    let mut file = OpenOptions::new().create_new(true).write(true).mode(0o400).open(&draft).with_context(what)?;
    file.write_all(content).with_context(what)?;
    file.sync_all().with_context(what)?;
    fs::rename(&draft, path).with_context(what)
}
