//! The environment of `up`: it passes it on to its children, so here it is read as it is and not through clap.
#![expect(clippy::disallowed_methods, reason = "the children's environment is made from ours")]

use std::{ffi::OsString, path::PathBuf};

/// A variable that is set and not empty.
pub fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// The folders of the PATH.
pub fn path() -> Vec<PathBuf> {
    std::env::split_paths(&variable("PATH").unwrap_or_default()).collect()
}

/// All variables that are text.
pub fn all() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
}
