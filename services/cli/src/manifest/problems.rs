//! What is wrong with a file, all of it at once, and where its secrets are.

use super::fields::SOURCES;
use crate::{environment, nearest::nearest, output::printable};
use secrecy::ExposeSecret as _;
use serde_json::{Map, Value};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Largest file with a secret, in bytes.
const LARGEST: u64 = 64 * 1024;
/// What the API takes for a value that stays as it is.
const MASK: &str = "********";

/// Problems by field.
pub struct Problems {
    found: Vec<String>,
    folder: PathBuf,
    keep_secrets: bool,
}

impl Problems {
    /// None yet. Paths in the file begin at `folder`; with `keep_secrets` no secret is looked for.
    pub fn none_yet(folder: &Path, keep_secrets: bool) -> Self {
        Self { found: Vec::new(), folder: folder.to_owned(), keep_secrets }
    }

    /// Notes one.
    pub fn add(&mut self, place: &str, problem: &str) {
        self.found.push(format!("{}: {problem}", printable(place)));
    }

    /// Notes one; there is no value then.
    pub fn none(&mut self, place: &str, problem: &str) -> Option<Value> {
        self.add(place, problem);
        None
    }

    /// All of them, one a line.
    pub fn done(self) -> Result<(), String> {
        if self.found.is_empty() { Ok(()) } else { Err(self.found.join("\n  ")) }
    }

    /// Reads a secret from where it is. Nothing of it is in a problem.
    pub fn secret(&mut self, map: &Map<String, Value>, place: &str) -> Option<String> {
        if let Some(other) = map.keys().find(|name| !SOURCES.contains(&name.as_str())) {
            let guess = nearest(other, SOURCES).map(|guess| format!(": do you mean {guess}?")).unwrap_or_default();
            self.add(&format!("{place}.{other}"), &format!("there is no such field{guess}"));
            return None;
        }
        match (&map.get("fromEnv"), &map.get("fromFile")) {
            (Some(Value::String(_)), None) | (None, Some(Value::String(_))) if self.keep_secrets => {
                Some(MASK.to_owned())
            }
            (Some(Value::String(name)), None) => match environment::secret(name) {
                Some(secret) => Some(secret.expose_secret().to_owned()),
                None => {
                    self.add(place, &format!("the variable {} is not set", printable(name)));
                    None
                }
            },
            (None, Some(Value::String(path))) => {
                let path = self.folder.join(path);
                let read = read(&path);
                read.map_err(|why| self.add(place, &format!("{} cannot be read: {why}", path.display()))).ok()
            }
            _ => {
                self.add(place, "must be {fromEnv: NAME} or {fromFile: path}");
                None
            }
        }
    }
}

/// A file's text without the newline at its end.
fn read(path: &Path) -> Result<String, String> {
    let size = fs::metadata(path).map_err(|error| error.to_string())?.len();
    if size > LARGEST {
        return Err(format!("it is larger than {} KiB", LARGEST / 1024));
    }
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let text = text.strip_suffix('\r').unwrap_or(text);
    if text.is_empty() { Err("it is empty".to_owned()) } else { Ok(text.to_owned()) }
}

/// The kind of a value, in words.
pub fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// Takes what stands for a kept secret out of a payload, but for variables, where the API wants it.
pub fn without_masks(payload: &mut Map<String, Value>) {
    for (_, value) in payload.iter_mut().filter(|(name, _)| *name != "env") {
        if let Value::Object(inner) = value {
            inner.retain(|_, value| value != MASK);
        }
    }
}
