//! The file: a tar archive in the `age` format, under a passphrase. `age --decrypt FILE | tar --extract` opens it without
//! Canopy. Written and read as a stream; what was altered or cut short is noticed.

use super::manifest::{Entry, MANIFEST, Manifest};
use age::{Decryptor, Encryptor, scrypt, secrecy::SecretString};
use anyhow::{Context as _, anyhow, bail};
use sha2::{Digest as _, Sha256};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufReader, BufWriter, Read, Seek as _, SeekFrom, Write},
    os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _},
    path::Path,
};

/// The work that a guess of the passphrase takes (scrypt's N is 2 to its power): about a second and 256 MiB, as `age` has it.
pub const WORK: u8 = 18;
/// More is not done for a file that asks for it.
const MOST_WORK: u8 = 22;
/// A manifest is some kilobytes.
const MANIFEST_LIMIT: u64 = 4 * 1024 * 1024;
/// Bytes that are copied at once.
const PIECE: usize = 64 * 1024;

/// A file for the archive.
pub struct Part {
    /// Where it is, below the data folder.
    pub name: String,
    /// Its content.
    pub content: File,
}

/// Writes a backup: the manifest, completed with what the parts are, and the parts.
///
/// # Errors
/// Those of reading and writing, as [`io::Error`]s in the chain.
pub fn write(
    out: impl Write,
    passphrase: &SecretString,
    work: u8,
    mut manifest: Manifest,
    mut parts: Vec<Part>,
) -> anyhow::Result<()> {
    for part in &mut parts {
        manifest.files.push(entry(part)?);
    }
    let mut recipient = scrypt::Recipient::new(passphrase.clone());
    recipient.set_work_factor(work);
    let encryptor = Encryptor::with_recipients(std::iter::once(&recipient as &dyn age::Recipient))?;
    let sealed = encryptor.wrap_output(BufWriter::with_capacity(PIECE, out))?;
    let mut archive = tar::Builder::new(sealed);
    let text = serde_json::to_vec_pretty(&manifest)?;
    let at = u64::try_from(manifest.created_at.unix_timestamp()).unwrap_or(0);
    archive.append_data(&mut header(text.len() as u64, at), MANIFEST, text.as_slice())?;
    for (part, entry) in parts.iter_mut().zip(&manifest.files) {
        let content = Read::by_ref(&mut part.content).take(entry.bytes);
        archive.append_data(&mut header(entry.bytes, at), &entry.name, content)?;
    }
    let mut out = archive.into_inner()?.finish()?;
    out.flush()?;
    Ok(())
}

fn header(bytes: u64, at: u64) -> tar::Header {
    let mut header = tar::Header::new_ustar();
    header.set_size(bytes);
    header.set_mode(0o400);
    header.set_mtime(at);
    header
}

/// Reads a part once, and leaves it at its beginning.
fn entry(part: &mut Part) -> anyhow::Result<Entry> {
    part.content.seek(SeekFrom::Start(0))?;
    let mut hash = Sha256::new();
    let bytes = copy(&mut part.content, &mut io::sink(), &mut hash)?;
    part.content.seek(SeekFrom::Start(0))?;
    Ok(Entry { name: part.name.clone(), bytes, sha256: hex(&hash.finalize()) })
}

fn copy(from: &mut impl Read, to: &mut impl Write, hash: &mut Sha256) -> io::Result<u64> {
    let mut piece = vec![0; PIECE];
    let mut bytes = 0;
    loop {
        let n = from.read(&mut piece)?;
        if n == 0 {
            return Ok(bytes);
        }
        hash.update(&piece[..n]);
        to.write_all(&piece[..n])?;
        bytes += n as u64;
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Unpacks a backup into a folder of the caller's, whose owner alone can read what comes. `accept` sees the manifest before
/// anything is written. An error leaves some of the files there.
///
/// # Errors
/// One sentence: no backup, another passphrase, cut short or altered, what `accept` says.
pub fn unpack(
    file: &Path,
    passphrase: &SecretString,
    into: &Path,
    accept: impl FnOnce(&Manifest) -> anyhow::Result<()>,
) -> anyhow::Result<Manifest> {
    let shown = file.display();
    let input = File::open(file).with_context(|| format!("{shown} cannot be read"))?;
    let no_backup = || anyhow!("{shown} is no backup of Canopy, or its beginning is damaged");
    let decryptor = Decryptor::new_buffered(BufReader::with_capacity(PIECE, input)).map_err(|_| no_backup())?;
    if !decryptor.is_scrypt() {
        return Err(no_backup());
    }
    let mut identity = scrypt::Identity::new(passphrase.clone());
    identity.set_max_work_factor(MOST_WORK);
    let opened = decryptor.decrypt(std::iter::once(&identity as &dyn age::Identity)).map_err(|error| match error {
        age::DecryptError::DecryptionFailed
        | age::DecryptError::KeyDecryptionFailed
        | age::DecryptError::NoMatchingKeys => anyhow!("this is not the passphrase of {shown}"),
        _ => no_backup(),
    })?;
    let damaged = || anyhow!("{shown} is damaged: it was cut short or altered");
    let mut archive = tar::Archive::new(opened);
    let mut entries = archive.entries().map_err(|_| damaged())?;
    let first = entries.next().ok_or_else(damaged)?.map_err(|_| damaged())?;
    if first.path().ok().as_deref() != Some(Path::new(MANIFEST)) {
        return Err(no_backup());
    }
    let mut text = Vec::new();
    first.take(MANIFEST_LIMIT).read_to_end(&mut text).map_err(|_| damaged())?;
    // An older program need not understand what a newer one wrote to say that it is newer.
    let manifest: Manifest = serde_json::from_slice(&text).map_err(|_| {
        anyhow!("{shown} has a manifest that this Canopy ({}) does not understand", env!("CARGO_PKG_VERSION"))
    })?;
    manifest.check()?;
    accept(&manifest)?;
    for expected in &manifest.files {
        let mut entry = entries.next().ok_or_else(damaged)?.map_err(|_| damaged())?;
        if entry.path().ok().as_deref() != Some(Path::new(&expected.name)) {
            return Err(damaged());
        }
        let found = place(&mut entry, &into.join(&expected.name), damaged)?;
        if (found.0, found.1.as_str()) != (expected.bytes, expected.sha256.as_str()) {
            return Err(damaged());
        }
    }
    if entries.next().is_some() {
        return Err(damaged());
    }
    // the last piece says that it is the last: without it the file was cut short behind the archive's end
    io::copy(&mut archive.into_inner(), &mut io::sink()).map_err(|_| damaged())?;
    Ok(manifest)
}

/// Writes a file; answers its size and hash.
fn place(from: &mut impl Read, path: &Path, damaged: impl Fn() -> anyhow::Error) -> anyhow::Result<(u64, String)> {
    let what = || format!("{} cannot be written", path.display());
    let Some(folder) = path.parent() else { bail!(what()) };
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder).with_context(what)?;
    let mut to = OpenOptions::new().create_new(true).write(true).mode(0o400).open(path).with_context(what)?;
    let mut hash = Sha256::new();
    let (mut piece, mut bytes) = (vec![0; PIECE], 0);
    loop {
        let n = from.read(&mut piece).map_err(|_| damaged())?;
        if n == 0 {
            break;
        }
        hash.update(&piece[..n]);
        to.write_all(&piece[..n]).with_context(what)?;
        bytes += n as u64;
    }
    to.sync_all().with_context(what)?;
    Ok((bytes, hex(&hash.finalize())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::up::backup::manifest::DUMP;
    use std::{collections::BTreeMap, os::unix::fs::PermissionsExt as _, path::PathBuf};
    use time::OffsetDateTime;

    /// Little work: what is tested here is not how long a guess takes.
    const LITTLE: u8 = 4;

    struct Scratch(PathBuf);

    impl Scratch {
        fn fresh(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("canopy-archive-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn file(&self, name: &str, content: &[u8]) -> Part {
            let path = self.0.join(name.replace('/', "-"));
            fs::write(&path, content).unwrap();
            Part { name: name.to_owned(), content: File::open(path).unwrap() }
        }

        /// A backup of 200,000 bytes, which are several pieces of the stream.
        fn backup(&self) -> PathBuf {
            let path = self.0.join("backup");
            let dump: Vec<u8> = (0..200_000_u32).map(|n| n.to_le_bytes()[1]).collect();
            let parts = vec![self.file(DUMP, &dump), self.file("keys/auth/auth.kek", b"a key")];
            let manifest = Manifest::of(OffsetDateTime::UNIX_EPOCH, 15, BTreeMap::new());
            write(File::create(&path).unwrap(), &right(), LITTLE, manifest, parts).unwrap();
            path
        }

        fn unpack(&self, file: &Path, passphrase: &SecretString) -> anyhow::Result<Manifest> {
            let into = self.0.join("into");
            let _ = fs::remove_dir_all(&into);
            fs::create_dir(&into).unwrap();
            unpack(file, passphrase, &into, |_| Ok(()))
        }

        fn refuses(&self, content: &[u8]) -> String {
            let path = self.0.join("broken");
            fs::write(&path, content).unwrap();
            self.unpack(&path, &right()).unwrap_err().to_string()
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn right() -> SecretString {
        SecretString::from("correct horse battery")
    }

    #[test]
    fn what_was_written_is_read_and_nobody_else_can_read_it() {
        let scratch = Scratch::fresh("whole");
        let file = scratch.backup();
        let sealed = fs::read(&file).unwrap();
        assert!(sealed.starts_with(b"age-encryption.org/v1\n-> scrypt "));
        assert!(!sealed.windows(5).any(|window| window == b"a key"));
        let manifest = scratch.unpack(&file, &right()).unwrap();
        let sizes: Vec<_> = manifest.files.iter().map(|entry| (entry.name.as_str(), entry.bytes)).collect();
        assert_eq!(sizes, [(DUMP, 200_000), ("keys/auth/auth.kek", 5)]);
        let key = scratch.0.join("into/keys/auth/auth.kek");
        assert_eq!(fs::read(&key).unwrap(), b"a key");
        assert_eq!(fs::metadata(&key).unwrap().permissions().mode() & 0o777, 0o400);
        assert_eq!(fs::metadata(key.parent().unwrap()).unwrap().permissions().mode() & 0o777, 0o700);
    }

    #[test]
    fn another_passphrase_opens_nothing() {
        let scratch = Scratch::fresh("passphrase");
        let file = scratch.backup();
        let said = scratch.unpack(&file, &SecretString::from("incorrect horse")).unwrap_err().to_string();
        assert!(said.contains("not the passphrase"), "{said}");
        assert_eq!(fs::read_dir(scratch.0.join("into")).unwrap().count(), 0);
    }

    #[test]
    fn a_file_that_was_cut_short_anywhere_is_noticed() {
        let scratch = Scratch::fresh("short");
        let whole = fs::read(scratch.backup()).unwrap();
        for length in [0, 10, 150, 400, 70_000, whole.len() / 2, whole.len() - 20, whole.len() - 1] {
            let said = scratch.refuses(&whole[..length]);
            assert!(said.contains("damaged") || said.contains("not the passphrase"), "{length}: {said}");
        }
        let mut longer = whole;
        longer.push(0);
        assert!(scratch.refuses(&longer).contains("damaged"));
    }

    #[test]
    fn an_altered_byte_is_noticed_wherever_it_is() {
        let scratch = Scratch::fresh("altered");
        let whole = fs::read(scratch.backup()).unwrap();
        for at in (0..whole.len()).step_by(9_973).chain([30, 60, 100, whole.len() - 1]) {
            let mut altered = whole.clone();
            altered[at] ^= 1;
            let said = scratch.refuses(&altered);
            assert!(said.contains("damaged") || said.contains("not the passphrase"), "{at}: {said}");
        }
        assert!(scratch.refuses(b"something else entirely").contains("no backup of Canopy"));
    }

    #[test]
    fn what_is_not_accepted_leaves_nothing() {
        let scratch = Scratch::fresh("refused");
        let file = scratch.backup();
        let into = scratch.0.join("into");
        fs::create_dir(&into).unwrap();
        let refused = unpack(&file, &right(), &into, |manifest| bail!("not {}", manifest.postgres));
        assert_eq!(refused.unwrap_err().to_string(), "not 15");
        assert_eq!(fs::read_dir(&into).unwrap().count(), 0);
    }
}
