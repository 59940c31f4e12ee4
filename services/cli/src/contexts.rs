//! The Canopies that somebody works with, and their sessions: one file of their own, `~/.config/canopy/config.yaml`.

use crate::{
    environment,
    failure::{Failure, Result},
    output,
};
use nix::fcntl::{Flock, FlockArg};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    fs::{self, DirBuilder, OpenOptions},
    io::{ErrorKind, Write as _},
    os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _},
    path::{Path, PathBuf},
};

/// One Canopy, and who one is there.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Context {
    pub name: String,
    pub url: String,
    /// E-mail address of who is signed in; empty when nobody is.
    #[serde(default)]
    pub user: String,
    /// Of the session, or an API token.
    #[serde(default)]
    pub token: Option<SecretString>,
    /// File with the certificates of an authority that counts beside the public ones.
    #[serde(default)]
    pub ca: Option<PathBuf>,
}

/// The file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contexts {
    /// Name of the one that commands use; empty: none.
    #[serde(default)]
    pub current: String,
    #[serde(default)]
    pub contexts: Vec<Context>,
}

/// Where the file is, or will be.
///
/// # Errors
/// When nobody says where people's settings are.
pub fn place(chosen: Option<&Path>) -> Result<PathBuf> {
    if let Some(path) = chosen {
        return Ok(path.to_owned());
    }
    let folder = environment::settings_folder();
    let folder = folder.ok_or_else(|| Failure::usage("HOME is not set: name a file with --config."))?;
    Ok(folder.join("canopy/config.yaml"))
}

impl Contexts {
    /// What the file says; nothing when there is none.
    ///
    /// # Errors
    /// A file that cannot be read or understood. What stands in it is not repeated: it may be a token.
    pub fn read(path: &Path) -> Result<Self> {
        let text = match fs::read_to_string(path) {
            Ok(text) => zeroize::Zeroizing::new(text),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(Failure::failed(format!("{} cannot be read: {error}", path.display()))),
        };
        if fs::metadata(path).is_ok_and(|meta| meta.mode() & 0o077 != 0) {
            eprintln!("Others can read {}, and it holds tokens: chmod 600 it.", path.display());
        }
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        let options = serde_saphyr::options! { with_snippet: false };
        serde_saphyr::from_str_with_options(&text, options)
            .map_err(|error| Failure::failed(format!("{} is not as canopy login writes it: {error}", path.display())))
    }

    /// Changes the file: nobody else does meanwhile, a crash leaves the old one or the new one, only its user can read it.
    ///
    /// # Errors
    /// As [`Contexts::read`], those of `change`, and a file that cannot be written.
    pub fn change<T>(path: &Path, change: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let failed = |error: std::io::Error| Failure::failed(format!("{} cannot be written: {error}", path.display()));
        let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(failed)?;
        let lock = path.with_extension("lock");
        let lock = OpenOptions::new().create(true).truncate(false).write(true).mode(0o600).open(lock);
        let lock = lock.map_err(failed)?;
        let _lock = Flock::lock(lock, FlockArg::LockExclusive).map_err(|(_, error)| failed(error.into()))?;
        let mut contexts = Self::read(path)?;
        let done = change(&mut contexts)?;
        let text = zeroize::Zeroizing::new(output::yaml(&contexts.plain())?);
        let draft = path.with_extension("draft");
        let _ = fs::remove_file(&draft);
        let mut file = OpenOptions::new().create_new(true).write(true).mode(0o600).open(&draft).map_err(failed)?;
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(failed)?;
        fs::rename(&draft, path).map_err(failed)?;
        Ok(done)
    }

    /// The one of that name.
    ///
    /// # Errors
    /// There is none.
    pub fn named(&self, name: &str) -> Result<&Context> {
        let missing = || {
            let known: Vec<_> = self.contexts.iter().map(|context| context.name.as_str()).collect();
            let known = if known.is_empty() { "there are none".to_owned() } else { known.join(", ") };
            Failure::usage(format!("There is no context {name}: {known}."))
        };
        self.contexts.iter().find(|context| context.name == name).ok_or_else(missing)
    }

    /// Puts a context in the place of the one of its name, and makes it the current one.
    pub fn put(&mut self, context: Context) {
        self.current = context.name.clone();
        self.contexts.retain(|other| other.name != context.name);
        self.contexts.push(context);
        self.contexts.sort_by(|a, b| a.name.cmp(&b.name));
    }

    /// For the file alone: it shows the tokens.
    fn plain(&self) -> Value {
        let contexts = self.contexts.iter().map(|Context { name, url, user, token, ca }| {
            let mut plain = json!({ "name": name, "url": url });
            if !user.is_empty() {
                plain["user"] = json!(user);
            }
            if let Some(token) = token {
                plain["token"] = json!(token.expose_secret());
            }
            if let Some(ca) = ca {
                plain["ca"] = json!(ca);
            }
            plain
        });
        json!({ "current": self.current, "contexts": contexts.collect::<Vec<_>>() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    fn folder(what: &str) -> PathBuf {
        use kit::Ids as _;
        std::env::temp_dir().join(format!("canopy-cli-{what}-{}", kit::ids::SystemIds.uuid().simple()))
    }

    fn context(name: &str) -> Context {
        let url = "https://canopy.example.com/".to_owned();
        Context {
            name: name.to_owned(),
            url,
            user: "me@example.com".to_owned(),
            token: Some("s3cret: #1".into()),
            ca: None,
        }
    }

    #[test]
    fn the_file_is_for_its_user_alone_and_reads_back_as_it_was_written() {
        let folder = folder("contexts");
        let path = folder.join("canopy/config.yaml");
        for name in ["prod", "dev", "prod"] {
            Contexts::change(&path, |all| {
                all.put(context(name));
                Ok(())
            })
            .unwrap();
        }
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::metadata(folder.join("canopy")).unwrap().permissions().mode() & 0o777, 0o700);
        let read = Contexts::read(&path).unwrap();
        assert_eq!(read.current, "prod");
        assert_eq!(read.contexts.iter().map(|context| context.name.as_str()).collect::<Vec<_>>(), ["dev", "prod"]);
        let token = read.named("prod").unwrap().token.clone().unwrap();
        assert_eq!(token.expose_secret(), "s3cret: #1");
        assert!(!format!("{read:?}").contains("s3cret"));
        assert!(read.named("other").unwrap_err().text().contains("dev, prod"));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_that_was_altered_is_refused_without_repeating_it() {
        let path = folder("broken");
        fs::write(&path, "current: prod\ncontexts:\n  - {name: prod, url: x, tokem: s3cret}\n").unwrap();
        let failure = Contexts::read(&path).unwrap_err();
        assert!(failure.text().contains("tokem") && !failure.text().contains("s3cret"), "{failure}");
        fs::remove_file(path).unwrap();
    }
}
