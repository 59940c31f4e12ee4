//! What of a built console goes into the binary, and in which forms. Used by `build.rs`, and by its test.

use std::{
    collections::BTreeMap,
    fs,
    hash::{DefaultHasher, Hasher as _},
    io::{self, Write as _},
    path::Path,
};

/// A file to be embedded.
#[derive(Debug)]
pub struct Packed {
    /// From the root, with its slash.
    pub path: String,
    /// Content type.
    pub media: &'static str,
    /// Hash of the content.
    pub tag: String,
    /// The name has a hash of the content in it.
    pub hashed: bool,
    pub plain: Vec<u8>,
    pub gzip: Option<Vec<u8>>,
    pub brotli: Option<Vec<u8>>,
}

/// All files, sorted by path; none when the folder is empty.
///
/// `x.br` and `x.gz` beside `x` are its compressed forms. The web's build makes them, natively and at the best level; a
/// missing gzip form is made here. (Brotli is not: a build script runs unoptimised, where it takes minutes.)
///
/// # Errors
/// When a file cannot be read, the folder has files but no `index.html`, or a name is none that an address can have.
pub fn pack(dist: &Path) -> io::Result<Vec<Packed>> {
    let mut files = BTreeMap::new();
    collect(dist, "", &mut files)?;
    if files.is_empty() {
        return Ok(Vec::new());
    }
    if !files.contains_key("/index.html") {
        return Err(io::Error::other(format!("{} has no index.html: build the console again", dist.display())));
    }
    let forms: Vec<String> = files.keys().filter(|path| is_form(path, &files)).cloned().collect();
    let mut forms: BTreeMap<String, Vec<u8>> = forms.into_iter().filter_map(|path| files.remove_entry(&path)).collect();
    files
        .into_iter()
        .map(|(path, plain)| {
            let (media, is_text) = media(&path);
            let smaller = |form: Vec<u8>| (form.len() < plain.len()).then_some(form);
            let brotli = forms.remove(&format!("{path}.br")).and_then(smaller);
            let gzip = match forms.remove(&format!("{path}.gz")) {
                Some(form) => Some(form),
                // Below this an answer is one packet in any form.
                None if is_text && plain.len() > 1024 => Some(gzip(&plain)?),
                None => None,
            };
            let mut hasher = DefaultHasher::new();
            hasher.write(&plain);
            let (tag, hashed) = (format!("{:016x}", hasher.finish()), is_hashed(&path));
            Ok(Packed { gzip: gzip.and_then(smaller), brotli, media, tag, hashed, path, plain })
        })
        .collect()
}

/// Reads a folder; what begins with a dot, links and source maps stay outside.
fn collect(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let kind = entry.file_type()?;
        if name.starts_with('.')
            || kind.is_symlink()
            || [".map", ".map.br", ".map.gz"].iter().any(|end| name.ends_with(end))
        {
            continue;
        }
        if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-+@~".contains(&byte)) {
            return Err(io::Error::other(format!("{}: no name for an address", entry.path().display())));
        }
        let path = format!("{prefix}/{name}");
        if kind.is_dir() {
            collect(&entry.path(), &path, files)?;
        } else {
            files.insert(path, fs::read(entry.path())?);
        }
    }
    Ok(())
}

/// A compressed form of a file that is there too.
fn is_form(path: &str, files: &BTreeMap<String, Vec<u8>>) -> bool {
    path.strip_suffix(".br").or_else(|| path.strip_suffix(".gz")).is_some_and(|plain| files.contains_key(plain))
}

fn gzip(plain: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(plain)?;
    encoder.finish()
}

/// `/assets/index-B2cD3e4F.js`: eight characters of base64 behind a hyphen. A word of eight letters is none, so a file that
/// keeps its name is never taken for one; a hash that happens to be a word is only asked about once too often.
fn is_hashed(path: &str) -> bool {
    let stem = path.strip_prefix("/assets/").and_then(|name| name.rsplit('/').next()?.split('.').next());
    let Some((rest, hash)) = stem.and_then(|stem| stem.split_at_checked(stem.len().checked_sub(8)?)) else {
        return false;
    };
    rest.ends_with('-')
        && hash.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
        && !hash.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Content type, and whether compressing helps.
fn media(path: &str) -> (&'static str, bool) {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => ("text/html; charset=utf-8", true),
        "js" | "mjs" => ("text/javascript; charset=utf-8", true),
        "css" => ("text/css; charset=utf-8", true),
        "json" => ("application/json", true),
        "webmanifest" => ("application/manifest+json", true),
        "svg" => ("image/svg+xml", true),
        "txt" => ("text/plain; charset=utf-8", true),
        "wasm" => ("application/wasm", true),
        "ico" => ("image/x-icon", true),
        "png" => ("image/png", false),
        "jpg" | "jpeg" => ("image/jpeg", false),
        "webp" => ("image/webp", false),
        "avif" => ("image/avif", false),
        "gif" => ("image/gif", false),
        "woff2" => ("font/woff2", false),
        "woff" => ("font/woff", false),
        _ => ("application/octet-stream", false),
    }
}
