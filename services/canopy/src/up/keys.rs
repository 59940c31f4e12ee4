//! The key folders of an installation, and the one-time token of the set-up.

use super::folder::{Folder, private_file, private_folder};
use crate::{
    SERVICES,
    keys::{Files, KeyFolders},
};
use anyhow::{Context as _, bail};
use kit::{Ids, key_folder::KeyFiles};
use nix::fcntl::{Flock, FlockArg};
use sha2::{Digest as _, Sha256};
use std::{
    fs::{self, File, OpenOptions},
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
    time::Duration,
};
use zeroize::Zeroizing;

/// What was made or found.
pub struct Keys {
    /// Opens the set-up while there is no admin.
    pub setup_token: String,
}

impl Keys {
    /// What auth is told: it can check the token, not make it.
    pub fn setup_token_sha256(&self) -> String {
        Sha256::digest(self.setup_token.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Makes what is missing and gives every role its own folder with its private keys and everybody's public ones.
pub fn prepare(folder: &Folder, ids: &dyn Ids) -> anyhow::Result<Keys> {
    let before = read(folder.root())?;
    let mut after = before.clone();
    after.complete(ids)?;
    write(folder.root(), &before, &after)?;
    let file = folder.secrets().join("setup-token");
    if !file.exists() {
        private_file(&file, ids.token().as_bytes())?;
    }
    let setup_token = fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    Ok(Keys { setup_token })
}

/// The files of every role that an installation has; those of one that has no folder yet are none.
pub fn read(root: &Path) -> anyhow::Result<KeyFolders> {
    let mut folders = KeyFolders::default();
    // `canopy` is `up` itself, which registers clusters at the start.
    for role in SERVICES.iter().map(|service| service.name).chain(["canopy"]) {
        let folder = root.join("keys").join(role);
        let files = if folder.exists() { KeyFiles::read(&folder)?.into_files() } else { Files::new() };
        folders.0.insert(role.to_owned(), files);
    }
    Ok(folders)
}

/// Makes the folders what they are to be, in an order that a running role and a crash may come upon anywhere: what is new comes
/// first, then what is private, then what is public, and at last goes what is not needed any more.
pub fn write(root: &Path, before: &KeyFolders, after: &KeyFolders) -> anyhow::Result<()> {
    let none = Files::new();
    type Step = fn(&str, is_there: bool) -> bool;
    let steps: [Step; 3] = [
        |_, is_there| !is_there,
        |file, is_there| is_there && !file.ends_with(".pub"),
        |file, is_there| is_there && file.ends_with(".pub"),
    ];
    for belongs in steps {
        for (role, files) in &after.0 {
            let (folder, old) = (root.join("keys").join(role), before.0.get(role).unwrap_or(&none));
            private_folder(&folder)?;
            let mut written = false;
            for (file, content) in files {
                if belongs(file, old.contains_key(file)) && old.get(file) != Some(content) {
                    let path = folder.join(file);
                    // it is somebody else's: whatever it opens would be lost with it
                    if !old.contains_key(file) && path.exists() {
                        bail!("the key file {} cannot be read", path.display());
                    }
                    private_file(&path, content)?;
                    written = true;
                }
            }
            if written {
                // what is sealed with a key must never be there without it
                File::open(&folder)?.sync_all().with_context(|| format!("{} cannot be written", folder.display()))?;
            }
        }
    }
    for (role, old) in &before.0 {
        let kept = after.0.get(role).unwrap_or(&none);
        for file in old.keys().filter(|file| !kept.contains_key(*file)) {
            let path = root.join("keys").join(role).join(file);
            fs::remove_file(&path).with_context(|| format!("{} cannot be removed", path.display()))?;
        }
    }
    Ok(())
}

/// Why key files are looked at together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A backup of the database and of the keys that open what is in it.
    Backup,
    /// A rotation.
    Change,
}

/// Keeps rotations away from backups, and from each other, as long as the answer lives.
///
/// # Errors
/// When the lock cannot be written.
pub async fn lock(root: &Path, purpose: Purpose) -> anyhow::Result<Flock<File>> {
    let path = root.join("run/keys.lock");
    let file = OpenOptions::new().create(true).truncate(false).write(true).mode(0o600).open(&path);
    let mut file = file.with_context(|| format!("{} cannot be written", path.display()))?;
    let kind = match purpose {
        Purpose::Backup => FlockArg::LockSharedNonblock,
        Purpose::Change => FlockArg::LockExclusiveNonblock,
    };
    let mut told = false;
    loop {
        match Flock::lock(file, kind) {
            Ok(lock) => return Ok(lock),
            Err((back, nix::errno::Errno::EWOULDBLOCK)) => file = back,
            Err((_, error)) => return Err(error).with_context(|| format!("{} cannot be locked", path.display())),
        }
        if !told && purpose == Purpose::Change {
            eprintln!("canopy: waiting for a backup, or another rotation, to end");
            told = true;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// The id that values sealed with a role's current key bear.
pub fn current(folders: &KeyFolders, role: &str) -> anyhow::Result<kit::seal::KeyId> {
    let key: Option<&Zeroizing<Vec<u8>>> = folders.0.get(role).and_then(|files| files.get(&format!("{role}.kek")));
    let key: Option<&[u8; 32]> = key.and_then(|key| key.as_slice().try_into().ok());
    key.map(kit::seal::key_id).with_context(|| format!("the key file {role}.kek is missing or not 32 bytes long"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::ids::SystemIds;

    #[test]
    fn a_key_that_is_there_and_was_not_read_is_never_replaced() {
        let root = std::env::temp_dir().join(format!("canopy-key-files-{}", std::process::id()));
        fs::create_dir_all(root.join("keys")).unwrap();
        let none = KeyFolders::default();
        let mut keys = KeyFolders([("teams".to_owned(), Files::new())].into());
        keys.complete(&SystemIds).unwrap();
        write(&root, &none, &keys).unwrap();

        let mut before = keys.clone();
        before.0.get_mut("teams").unwrap().remove("teams.kek").unwrap();
        let mut after = before.clone();
        after.complete(&SystemIds).unwrap();
        let refused = write(&root, &before, &after).unwrap_err().to_string();
        assert!(refused.ends_with("keys/teams/teams.kek cannot be read"), "{refused}");
        let kept = fs::read(root.join("keys/teams/teams.kek")).unwrap();
        fs::remove_dir_all(&root).unwrap();
        assert_eq!(kept, *keys.0["teams"]["teams.kek"]);
    }
}
