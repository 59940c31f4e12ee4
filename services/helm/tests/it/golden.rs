//! `tests/golden/<chart>/<name>.values.yaml` renders to `<name>.yaml`. `GOLDEN=write cargo test -p helm golden` writes them anew;
//! read the difference before you keep it.

use crate::fixture::{self, CHARTS, chart, target};
use helm::render;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

pub fn values(chart: &str) -> Vec<(String, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(chart);
    let mut out: Vec<(String, PathBuf)> = std::fs::read_dir(folder)
        .unwrap()
        .filter_map(|e| {
            let path = e.unwrap().path();
            Some((path.file_name()?.to_str()?.strip_suffix(".values.yaml")?.to_string(), path))
        })
        .collect();
    out.sort();
    out
}

pub fn parse(path: &Path) -> serde_json::Value {
    serde_saphyr::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[expect(clippy::disallowed_methods, reason = "a switch for whoever runs the tests")]
#[test]
fn every_golden_file_is_what_its_values_render_to() {
    let write = std::env::var_os("GOLDEN").is_some_and(|v| v == "write");
    let all: Vec<(&str, String, PathBuf)> = CHARTS
        .iter()
        .flat_map(|(chart, _)| values(chart).into_iter().map(|(name, path)| (*chart, name, path)))
        .collect();
    assert!(all.len() >= 30, "only {} golden files", all.len());
    for (folder, name, path) in all {
        let out = render(&chart(folder), &parse(&path), &target()).unwrap_or_else(|e| panic!("{name}: {e}"));
        helm::checked(&out.documents, &out.hooks, "shop-a1b2c3").unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut text = out.manifest;
        for hook in &out.hooks {
            let _ = write!(text, "---\n# Hook: {}\n{}\n", hook.path, hook.manifest);
        }
        let _ = write!(
            text,
            "---\n# Notes\n{}",
            out.notes.lines().fold(String::new(), |all, l| all + format!("# {l}").trim_end() + "\n")
        );
        // Lines that hold only an action's indentation are of no interest to a reader.
        let text: String =
            text.lines().map(str::trim_end).filter(|l| !l.is_empty()).fold(String::new(), |all, l| all + l + "\n");
        let golden = path.with_file_name(format!("{name}.yaml"));
        let name = format!("{folder}/{name}");
        if write {
            std::fs::write(&golden, &text).unwrap();
        }
        let kept = std::fs::read_to_string(&golden).unwrap_or_default();
        for (i, (want, have)) in kept.lines().zip(text.lines()).enumerate() {
            assert_eq!(want, have, "{name}.yaml, line {}", i + 1);
        }
        assert_eq!(kept.lines().count(), text.lines().count(), "{name}.yaml is not as long as what is rendered");
    }
}

#[test]
fn images_are_pinned_by_digest() {
    let mut pinned = 0;
    for (folder, _) in CHARTS {
        for (name, path) in values(folder) {
            let values = std::fs::read_to_string(&path).unwrap();
            let out = render(&chart(folder), &parse(&path), &target()).unwrap();
            let hooks = out.hooks.iter().map(|hook| hook.manifest.as_str());
            let images = std::iter::once(out.manifest.as_str())
                .chain(hooks)
                .flat_map(str::lines)
                .filter_map(|line| line.trim_start_matches([' ', '-']).strip_prefix("image: "))
                .map(|image| image.trim_matches('"'));
            for image in images {
                // What the values name is the user's own choice.
                let own = image.rsplit_once(':').is_some_and(|(_, tag)| values.contains(tag));
                let known = image.contains("@sha256:");
                pinned += usize::from(known);
                assert!(known || own, "{folder}/{name}: {image}");
            }
        }
    }
    assert!(pinned > 40, "only {pinned} images");
}

/// The values that are rendered above choose some versions only.
#[test]
fn each_version_is_pinned_in_each_flavour() {
    let mut versions = 0;
    for (folder, _) in CHARTS {
        let defaults = parse(&fixture::folder(folder).join("values.yaml"));
        let Some(tags) = defaults["image"]["tags"].as_object() else { continue };
        for (version, tag) in tags {
            let digests = &defaults["image"]["digests"];
            let pins = match tag.as_str().unwrap().split_once('@') {
                Some((_, pin)) => vec![pin],
                None => ["fpm", "apache"]
                    .map(|flavour| digests[format!("{version}-{flavour}")].as_str().unwrap_or(""))
                    .into(),
            };
            for pin in pins {
                let hex = pin.strip_prefix("sha256:").unwrap_or_default();
                assert!(hex.len() == 64 && hex.bytes().all(|b| b.is_ascii_hexdigit()), "{folder} {version}: {pin:?}");
            }
            versions += 1;
        }
    }
    assert_eq!(versions, 21, "six of PHP in each of three charts, three of Node.js");
}
