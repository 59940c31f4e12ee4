//! The charts as they are on disk, and a target to render them for.

use helm::{Chart, Rendered, Target, render};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

pub fn folder(chart: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../deployments/charts").join(chart)
}

pub fn read(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut out = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(&next).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
                out.push((name, std::fs::read(&path).unwrap()));
            }
        }
    }
    out.sort();
    out
}

pub fn borrowed(files: &[(String, Vec<u8>)]) -> Vec<(&str, &[u8])> {
    files.iter().map(|(n, d)| (n.as_str(), d.as_slice())).collect()
}

/// The charts, and the libraries that each builds on.
pub const CHARTS: [(&str, &[&str]); 4] = [
    ("wordpress", &["common"]),
    ("laravel", &["common", "program"]),
    ("nodejs", &["common", "program"]),
    ("orangecms", &["common", "program"]),
];

pub fn chart(name: &str) -> Chart {
    let (own, common, program) = (read(&folder(name)), read(&folder("common")), read(&folder("program")));
    Chart::with_libraries(&borrowed(&own), &[("common", &borrowed(&common)), ("program", &borrowed(&program))]).unwrap()
}

pub fn wordpress() -> Chart {
    chart("wordpress")
}

/// A chart of a few files, for what the real ones do not do.
pub fn small(files: &[(&str, &str)]) -> Result<Chart, helm::Error> {
    let mut all: Vec<(&str, &[u8])> = vec![("Chart.yaml", b"{apiVersion: v2, name: small, version: 1.0.0}")];
    all.extend(files.iter().map(|(n, t)| (*n, t.as_bytes())));
    Chart::load(&all)
}

pub fn target<'a>() -> Target<'a> {
    Target {
        release: "shop-a1b2c3",
        namespace: "shop-a1b2c3",
        revision: 1,
        is_install: true,
        kube_version: "v1.36.3",
        api_versions: &[],
    }
}

pub fn rendered(values: &Value) -> Rendered {
    render(&wordpress(), values, &target()).unwrap()
}

pub const TOGGLES: [&str; 6] = ["nginx", "mysql", "redis", "ftp", "phpmyadmin", "cloudflare"];

/// The values of a combination of toggles: bit i is toggle i.
pub fn toggled(bits: u32) -> Value {
    let services: serde_json::Map<_, _> =
        TOGGLES.iter().enumerate().map(|(i, name)| ((*name).to_string(), Value::from(bits >> i & 1 == 1))).collect();
    let host = if services["mysql"] == true { "localhost" } else { "db.example.org" };
    json!({"domain": "shop.example.com", "services": services, "database": {"host": host}})
}
