//! Writes the list of chart files that the crate embeds, so that a chart is a folder and nothing else.
use std::{env, fmt::Write, fs, io, path::Path};

#[expect(clippy::disallowed_methods, reason = "cargo tells build scripts through the environment")]
fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=charts");
    println!("cargo:rerun-if-changed=migrations");
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join("charts");
    let mut text = String::from("&[\n");
    for chart in sorted(&root)? {
        let folder = root.join(&chart);
        if !folder.join("Chart.yaml").is_file() {
            continue;
        }
        let mut files = Vec::new();
        walk(&folder, "", &mut files)?;
        writeln!(text, "    ({chart:?}, &[").map_err(io::Error::other)?;
        for file in files {
            println!("cargo:rerun-if-changed=charts/{chart}/{file}");
            // Found by rustc, not written out here: with a shared target folder this list outlives the checkout's place.
            let path = format!("/charts/{chart}/{file}");
            writeln!(
                text,
                "        ({file:?}, include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?})) as &[u8]),"
            )
            .map_err(io::Error::other)?;
        }
        text.push_str("    ]),\n");
    }
    text.push_str("]\n");
    fs::write(Path::new(&env::var("OUT_DIR").map_err(io::Error::other)?).join("charts.rs"), text)
}

fn walk(folder: &Path, prefix: &str, out: &mut Vec<String>) -> io::Result<()> {
    for name in sorted(folder)? {
        let path = folder.join(&name);
        // a packaged copy of a library or golden files of tests are no part of the chart
        if name.starts_with('.') || (prefix.is_empty() && matches!(name.as_str(), "charts" | "tests" | "Chart.lock")) {
            continue;
        }
        if path.is_dir() {
            walk(&path, &format!("{prefix}{name}/"), out)?;
        } else {
            out.push(format!("{prefix}{name}"));
        }
    }
    Ok(())
}

fn sorted(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<io::Result<Vec<_>>>()?;
    names.sort();
    Ok(names)
}
