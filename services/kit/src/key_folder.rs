//! The key files of a role, read again when one was added, replaced or removed: whoever rotates keys need not restart us.

use crate::trouble::Trouble;
use anyhow::{Context as _, anyhow};
use sha2::{Digest as _, Sha256};
use std::{
    collections::BTreeMap,
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant, SystemTime},
};
use tokio::sync::Notify;
use zeroize::Zeroizing;

/// What a key file's name ends with.
const ENDINGS: [&str; 3] = ["key", "pub", "kek"];
/// For so long after a change the folder may be changed again without its time telling so. Fixed: file systems count in seconds at
/// most.
const UNSURE: Duration = Duration::from_secs(2);
/// How old the answer may be for whoever would go on with keys of before. Fixed: asking the file system at each request would cost more
/// than what is remembered saves.
const LATELY: Duration = Duration::from_millis(100);

/// Names and contents of the key files of a folder.
#[derive(Debug, Default)]
pub struct KeyFiles {
    folder: PathBuf,
    contents: BTreeMap<String, Zeroizing<Vec<u8>>>,
}

impl KeyFiles {
    /// All that are there and may be read.
    ///
    /// # Errors
    /// A sentence naming the folder or file that cannot be read.
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let unread = || format!("the key folder {} cannot be read", folder.display());
        let mut contents = BTreeMap::new();
        for entry in std::fs::read_dir(folder).with_context(unread)? {
            let path = entry.with_context(unread)?.path();
            let is_key = path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known));
            let Some(name) = path.file_name().filter(|_| is_key) else { continue };
            match std::fs::read(&path) {
                Ok(content) => {
                    contents.insert(name.to_string_lossy().into_owned(), Zeroizing::new(content));
                }
                // one that a rotation has just removed, or somebody else's
                Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::PermissionDenied) => {}
                Err(error) => {
                    return Err(error).with_context(|| format!("the key file {} cannot be read", path.display()));
                }
            }
        }
        Ok(Self { folder: folder.to_owned(), contents })
    }

    /// The content of a file that must be there.
    ///
    /// # Errors
    /// A sentence naming it.
    pub fn get(&self, name: &str) -> anyhow::Result<&[u8]> {
        let content = self.contents.get(name).map(|content| content.as_slice());
        content.ok_or_else(|| anyhow!("the key file {} cannot be read", self.path(name)))
    }

    /// Name without `ending`, and content, of all whose name ends so.
    pub fn ending(&self, ending: &str) -> impl Iterator<Item = (&str, &[u8])> {
        let files = self.contents.iter();
        files.filter_map(move |(name, content)| Some((name.strip_suffix(ending)?, content.as_slice())))
    }

    /// Name and content of all of them.
    #[must_use]
    pub fn into_files(self) -> BTreeMap<String, Zeroizing<Vec<u8>>> {
        self.contents
    }

    /// Where a file is, for messages.
    pub fn path(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    fn fingerprint(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        for (name, content) in &self.contents {
            for part in [name.as_bytes(), content] {
                hash.update((part.len() as u64).to_be_bytes());
                hash.update(part);
            }
        }
        hash.finalize().into()
    }
}

/// Makes keys of files, or says in a sentence why it cannot.
type Make<T> = Box<dyn Fn(&KeyFiles) -> anyhow::Result<T> + Send + Sync>;

/// What a role makes of its key files; the present ones.
pub(crate) struct KeyFolder<T> {
    /// `None`: keys that are no files do not change.
    folder: Option<PathBuf>,
    make: Make<T>,
    held: RwLock<Held<T>>,
    /// When the file system was asked last: milliseconds since `begun`.
    asked: AtomicU64,
    begun: Instant,
    changed: Notify,
    trouble: Trouble,
}

struct Held<T> {
    keys: Arc<T>,
    /// Grows with each change.
    generation: u64,
    fingerprint: [u8; 32],
    seen: Seen,
}

/// What the file system says about the folder.
struct Seen {
    /// When it was changed last.
    changed_at: Option<SystemTime>,
    /// When we first saw that time.
    first: Instant,
    /// It was read when no other change could have the same time any more.
    is_sure: bool,
}

impl Seen {
    fn of(changed_at: Option<SystemTime>) -> Self {
        Self { changed_at, first: Instant::now(), is_sure: false }
    }
}

impl<T> KeyFolder<T> {
    /// Reads it for the first time.
    ///
    /// # Errors
    /// A sentence naming the file that is missing or broken.
    pub fn load(
        folder: &Path,
        make: impl Fn(&KeyFiles) -> anyhow::Result<T> + Send + Sync + 'static,
    ) -> anyhow::Result<Self> {
        let seen = Seen::of(changed_at(folder));
        let files = KeyFiles::read(folder)?;
        let held = Held { keys: Arc::new(make(&files)?), generation: 1, fingerprint: files.fingerprint(), seen };
        Ok(Self::of(Some(folder.to_owned()), make, held))
    }

    /// Keys that never change.
    pub fn fixed(keys: T) -> Self {
        let held = Held { keys: Arc::new(keys), generation: 1, fingerprint: [0; 32], seen: Seen::of(None) };
        Self::of(None, |_| Err(anyhow!("there is no folder")), held)
    }

    fn of(
        folder: Option<PathBuf>,
        make: impl Fn(&KeyFiles) -> anyhow::Result<T> + Send + Sync + 'static,
        held: Held<T>,
    ) -> Self {
        Self {
            folder,
            make: Box::new(make),
            held: RwLock::new(held),
            asked: AtomicU64::new(0),
            begun: Instant::now(),
            changed: Notify::new(),
            trouble: Trouble::default(),
        }
    }

    /// The keys as they were a moment ago, and their generation.
    pub fn lately(&self) -> (Arc<T>, u64) {
        let asked = Duration::from_millis(self.asked.load(Ordering::Relaxed));
        if self.begun.elapsed().saturating_sub(asked) > LATELY {
            return self.current();
        }
        self.held()
    }

    fn held(&self) -> (Arc<T>, u64) {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        (held.keys.clone(), held.generation)
    }

    /// The keys as they are now, and their generation. While a folder cannot be read, those of before.
    pub fn current(&self) -> (Arc<T>, u64) {
        let now = u64::try_from(self.begun.elapsed().as_millis()).unwrap_or_default();
        self.asked.store(now, Ordering::Relaxed);
        if let Some(folder) = &self.folder
            && let Some(at) = changed_at(folder)
        {
            let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
            let is_known = held.seen.is_sure && held.seen.changed_at == Some(at);
            drop(held);
            if !is_known {
                self.read_again(folder, at);
            }
        }
        self.held()
    }

    /// Until the keys have changed since the last time that this was waited for.
    pub async fn changed(&self) {
        self.changed.notified().await;
    }

    /// `at`: when the folder was changed.
    fn read_again(&self, folder: &Path, at: SystemTime) {
        let mut held = self.held.write().unwrap_or_else(PoisonError::into_inner);
        if held.seen.changed_at != Some(at) {
            held.seen = Seen::of(Some(at));
        }
        let is_sure = held.seen.first.elapsed() > UNSURE;
        let read = KeyFiles::read(folder).and_then(|files| {
            let fingerprint = files.fingerprint();
            Ok((fingerprint != held.fingerprint)
                .then(|| (self.make)(&files))
                .transpose()?
                .map(|keys| (keys, fingerprint)))
        });
        match read {
            Ok(changed) => {
                held.seen.is_sure = is_sure;
                if let Some((keys, fingerprint)) = changed {
                    (held.keys, held.fingerprint) = (Arc::new(keys), fingerprint);
                    held.generation += 1;
                    self.changed.notify_one();
                }
                if self.trouble.ends() {
                    tracing::info!("the key files can be used");
                }
            }
            Err(error) if self.trouble.begins() => {
                let error = format!("{error:#}");
                tracing::warn!(error, "the key files have changed and cannot be used: those of before go on");
            }
            Err(_) => {}
        }
    }
}

fn changed_at(folder: &Path) -> Option<SystemTime> {
    std::fs::metadata(folder).ok()?.modified().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_change_are_read_again_and_what_cannot_be_used_is_not() {
        let folder = std::env::temp_dir().join(format!("canopy-keys-{}", crate::Ids::uuid(&crate::ids::SystemIds)));
        std::fs::create_dir_all(&folder).unwrap();
        let put = |name: &str, content: &str| {
            std::fs::write(folder.join("draft"), content).unwrap();
            std::fs::rename(folder.join("draft"), folder.join(name)).unwrap();
        };
        put("a.kek", "one");
        let text = |files: &KeyFiles| -> anyhow::Result<String> {
            let all: Vec<String> =
                files.ending(".kek").map(|(name, text)| format!("{name}={}", String::from_utf8_lossy(text))).collect();
            anyhow::ensure!(!all.is_empty(), "none");
            Ok(all.join(" "))
        };
        let keys = KeyFolder::load(&folder, text).unwrap();
        let now = || {
            let (keys, generation) = keys.current();
            (keys.to_string(), generation)
        };
        assert_eq!([now(), now()], [("a=one".to_owned(), 1), ("a=one".to_owned(), 1)]);
        // as fast as a program can
        for n in 2..50_u64 {
            put("a.kek", &n.to_string());
            assert_eq!(now(), (format!("a={n}"), n));
        }
        put("b.kek", "other");
        put("notes.txt", "no key");
        assert_eq!(now(), ("a=49 b=other".to_owned(), 50));
        for name in ["a.kek", "b.kek"] {
            std::fs::remove_file(folder.join(name)).unwrap();
        }
        assert_eq!(now(), ("a=49 b=other".to_owned(), 50), "without a key the ones of before go on");
        put("a.kek", "back");
        assert_eq!(now(), ("a=back".to_owned(), 51));
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(now(), ("a=back".to_owned(), 51), "without a folder too");
    }
}
