//! The environment where it is no setting: secrets, which no argument may carry, and where people keep their files.
#![expect(clippy::disallowed_methods, reason = "a setting of clap is an argument, too, and everybody can read those")]

use secrecy::SecretString;
use std::path::PathBuf;

/// A variable with a secret; `None` when it is not set, or empty.
pub fn secret(name: &str) -> Option<SecretString> {
    std::env::var(name).ok().filter(|value| !value.is_empty()).map(SecretString::from)
}

/// The folder of people's settings: `XDG_CONFIG_HOME`, else `~/.config`.
pub fn settings_folder() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    folder("XDG_CONFIG_HOME").filter(|path| path.is_absolute()).or_else(|| Some(folder("HOME")?.join(".config")))
}
