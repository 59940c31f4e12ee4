//! Packs the console (`../web/dist`) into the binary when it has been built.
use std::{
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

#[path = "build/pack.rs"]
mod pack;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dist = Path::new("../web/dist");
    // `make run` builds the console beside the services: whoever is building it holds this lock (scripts/web.py).
    let console = fs::File::open("../web/.dist.lock").ok();
    if let Some(console) = &console {
        console.lock_shared()?;
    }
    // Cargo runs this again on every build while a path it watches is missing, so an empty folder stands for no console.
    // Where nothing may be written (a read-only source tree) that is the price.
    let _ = fs::create_dir_all(dist);
    println!("cargo:rerun-if-changed={}", dist.display());
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=build/pack.rs");

    #[expect(clippy::disallowed_methods, reason = "cargo tells build scripts by the environment")]
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let folder = out.join("bundle");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let mut table = String::from("&[\n");
    for (number, file) in pack::pack(dist)?.into_iter().enumerate() {
        let keep = |form: &str, bytes: &[u8]| -> Result<String, std::io::Error> {
            let path = folder.join(format!("{number}.{form}"));
            fs::write(&path, bytes)?;
            Ok(format!("include_bytes!({:?})", path.display().to_string()))
        };
        let maybe = |form: &str, bytes: Option<Vec<u8>>| -> Result<String, std::io::Error> {
            bytes.map_or(Ok("None".to_owned()), |bytes| Ok(format!("Some({})", keep(form, &bytes)?)))
        };
        writeln!(
            table,
            "File {{ path: {:?}, media: {:?}, tag: {:?}, hashed: {}, plain: {}, gzip: {}, brotli: {} }},",
            file.path,
            file.media,
            file.tag,
            file.hashed,
            keep("plain", &file.plain)?,
            maybe("gz", file.gzip)?,
            maybe("br", file.brotli)?
        )?;
    }
    table.push(']');
    fs::write(out.join("bundle.rs"), table)?;
    Ok(())
}
