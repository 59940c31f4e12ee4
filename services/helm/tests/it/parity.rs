//! The same values through `helm template`: `HELM_BIN=/path/to/helm[:/path/to/helm3]`.

use crate::fixture::{CHARTS, chart, folder, read, target, toggled};
use crate::golden;
use helm::{Document, render};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

#[expect(clippy::disallowed_methods, reason = "tests are told by the environment where their programs are")]
fn binaries() -> Vec<PathBuf> {
    let told = std::env::var_os("HELM_BIN").expect("HELM_BIN is not set: run `make test`, which sets it");
    std::env::split_paths(&told).filter(|path| !path.as_os_str().is_empty()).collect()
}

/// A folder of this test's own, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn make(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("canopy-helm-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn helm(binary: &Path, arguments: &[&str], home: &Path) -> std::process::Output {
    Command::new(binary)
        .args(arguments)
        .env_clear()
        .env("HOME", home)
        .env("HELM_CACHE_HOME", home.join("cache"))
        .env("HELM_CONFIG_HOME", home.join("config"))
        .env("HELM_DATA_HOME", home.join("data"))
        .output()
        .unwrap()
}

fn archive(scratch: &Scratch, chart: &str) -> PathBuf {
    scratch.0.join(format!("{chart}-1.0.0.tgz"))
}

fn by_name(documents: &[Document]) -> BTreeMap<(String, String), Value> {
    documents.iter().map(|d| ((d.kind.clone(), d.name.clone()), d.object.clone())).collect()
}

#[test]
fn helm_renders_the_same_documents_in_the_same_order() {
    let binaries = binaries();
    let scratch = Scratch::make("parity");
    let (mut cases, mut combinations) = (Vec::<(&str, String, Value)>::new(), Vec::new());
    for (folder, _) in CHARTS {
        std::fs::write(archive(&scratch, folder), helm::package(&chart(folder)).unwrap()).unwrap();
        cases.extend(golden::values(folder).into_iter().map(|(n, p)| (folder, n, golden::parse(&p))));
        // every combination of the first chart, some of those that share its parts
        let step = if folder == "wordpress" { 1 } else { 5 };
        combinations.extend((0..64).step_by(step).map(|bits| (folder, format!("toggles {bits:06b}"), toggled(bits))));
    }
    assert!(cases.len() + combinations.len() >= 60, "only {} value files", cases.len() + combinations.len());
    let charts: BTreeMap<&str, helm::Chart> = CHARTS.iter().map(|(folder, _)| (*folder, chart(folder))).collect();
    let file = scratch.0.join("values.json");
    for (nth, binary) in binaries.iter().enumerate() {
        // Where the programs differ, they differ for few combinations as for all.
        let some = combinations.iter().step_by(if nth == 0 { 1 } else { 8 });
        for (folder, name, values) in cases.iter().chain(some) {
            let (chart, archive) = (&charts[folder], archive(&scratch, folder));
            let name = &format!("{folder}: {name}");
            std::fs::write(&file, values.to_string()).unwrap();
            let out = helm(
                binary,
                &[
                    "template",
                    "shop-a1b2c3",
                    archive.to_str().unwrap(),
                    "--namespace",
                    "shop-a1b2c3",
                    "--kube-version",
                    "v1.36.3",
                    "--values",
                    file.to_str().unwrap(),
                ],
                &scratch.0,
            );
            assert!(out.status.success(), "{name}: {}", String::from_utf8_lossy(&out.stderr));
            let theirs = helm::documents(std::str::from_utf8(&out.stdout).unwrap()).unwrap();
            let ours = render(chart, values, &target()).unwrap();
            let mut all = ours.documents.clone();
            all.extend(
                helm::documents(&ours.hooks.iter().map(|h| format!("---\n{}\n", h.manifest)).collect::<String>())
                    .unwrap(),
            );
            let (a, b) = (by_name(&theirs), by_name(&all));
            assert_eq!(a.keys().collect::<Vec<_>>(), b.keys().collect::<Vec<_>>(), "{name}");
            for (key, object) in &a {
                assert_eq!(object, &b[key], "{name}: {key:?} (left: helm)");
            }
            let order = |list: &[Document]| {
                list.iter().map(|d| (d.kind.clone(), d.name.clone())).filter(|(k, _)| k != "Job").collect::<Vec<_>>()
            };
            assert_eq!(order(&theirs), order(&ours.documents), "{name}: order");
            // Byte for byte too: the manifest goes into release records, and `helm diff` shows every byte.
            let text = String::from_utf8(out.stdout).unwrap();
            for line in ours.manifest.lines() {
                assert!(text.contains(line), "{name}: helm does not print the line {line:?}");
            }
        }
        println!("{}: {} value files rendered alike", binary.display(), cases.len());
    }
}

#[test]
fn helm_refuses_what_we_refuse() {
    let binaries = binaries();
    let chart = chart("wordpress");
    let scratch = Scratch::make("refusals");
    let archive = archive(&scratch, "wordpress");
    std::fs::write(&archive, helm::package(&chart).unwrap()).unwrap();
    let file = scratch.0.join("values.json");
    for binary in &binaries {
        for (values, path) in crate::schema::refused() {
            std::fs::write(&file, values.to_string()).unwrap();
            let out = helm(
                binary,
                &[
                    "template",
                    "shop",
                    archive.to_str().unwrap(),
                    "--kube-version",
                    "v1.36.3",
                    "--values",
                    file.to_str().unwrap(),
                ],
                &scratch.0,
            );
            assert!(!out.status.success(), "helm takes {path}: {values}");
        }
    }
}

#[test]
fn helm_builds_the_dependency_from_the_source_tree_and_finds_nothing_to_complain_about() {
    let binary = binaries().into_iter().next().expect("a helm in HELM_BIN");
    let scratch = Scratch::make("source");
    for name in ["common", "program"].into_iter().chain(CHARTS.map(|(folder, _)| folder)) {
        for (path, data) in read(&folder(name)) {
            let to = scratch.0.join(name).join(path);
            std::fs::create_dir_all(to.parent().unwrap()).unwrap();
            std::fs::write(to, data).unwrap();
        }
    }
    for (folder, _) in CHARTS {
        let chart = scratch.0.join(folder);
        let built = helm(&binary, &["dependency", "build", chart.to_str().unwrap()], &scratch.0);
        assert!(built.status.success(), "{folder}: {}", String::from_utf8_lossy(&built.stderr));
        let linted = helm(
            &binary,
            &[
                "lint",
                "--strict",
                chart.to_str().unwrap(),
                "--set",
                "domain=shop.example.com",
                "--kube-version",
                "v1.36.3",
            ],
            &scratch.0,
        );
        assert!(
            linted.status.success(),
            "{folder}: {}{}",
            String::from_utf8_lossy(&linted.stdout),
            String::from_utf8_lossy(&linted.stderr)
        );
    }
}

#[test]
fn helm_takes_an_archive_with_values_alone() {
    let scratch = Scratch::make("alone");
    let (chart, values) = (chart("wordpress"), toggled(0b01_0101));
    let path = scratch.0.join("shop-a1b2c3-3.tgz");
    std::fs::write(&path, helm::package_with(&chart, &values, "Revision 3").unwrap()).unwrap();
    let ours = render(&chart, &values, &target()).unwrap();
    for binary in &binaries() {
        let path = path.to_str().unwrap();
        let place = ["--namespace", "shop-a1b2c3", "--kube-version", "v1.36.3", "--no-hooks"];
        let out = helm(binary, &[&["template", "shop-a1b2c3", path][..], &place[..]].concat(), &scratch.0);
        assert!(out.status.success(), "{}: {}", binary.display(), String::from_utf8_lossy(&out.stderr));
        let theirs = helm::documents(std::str::from_utf8(&out.stdout).unwrap()).unwrap();
        assert_eq!(by_name(&theirs), by_name(&ours.documents), "{}", binary.display());
    }
}
