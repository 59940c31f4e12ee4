//! The snapshot: everything in one file, written shortly after changes and at the end.

use crate::{catalogue::Catalogue, store::Store, world::World};
use anyhow::Context as _;
use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use tokio_util::sync::CancellationToken;

/// Changes of this long are written together. Each time all of a cluster is written, so the clusters of one process share it.
const PAUSE: Duration = Duration::from_secs(2);
const FILE: &str = "objects.json";

/// What the folder holds, or an empty store.
///
/// # Errors
/// When the snapshot cannot be read: it is never thrown away silently.
pub fn load(catalogue: Arc<Catalogue>, folder: Option<&Path>) -> anyhow::Result<Store> {
    let Some(file) = folder.map(|folder| folder.join(FILE)).filter(|file| file.exists()) else {
        return Ok(Store::empty(catalogue));
    };
    let text = fs::read(&file).with_context(|| format!("read {}", file.display()))?;
    Store::restore(catalogue, &text).with_context(|| format!("{} is no snapshot", file.display()))
}

/// Writes snapshots until the stop, and a last one then. `clusters`: how many there are in this process.
pub async fn run(world: Arc<World>, folder: PathBuf, clusters: u16, stop: CancellationToken) -> anyhow::Result<()> {
    let mut changes = world.lock().changes();
    loop {
        tokio::select! {
            () = stop.cancelled() => break,
            changed = changes.changed() => changed?,
        }
        tokio::select! {
            () = stop.cancelled() => break,
            () = tokio::time::sleep(PAUSE * u32::from(clusters)) => {}
        }
        let _ = changes.borrow_and_update();
        save(&world, &folder).await?;
    }
    save(&world, &folder).await
}

async fn save(world: &World, folder: &Path) -> anyhow::Result<()> {
    let snapshot = world.lock().snapshot();
    let file = folder.join(FILE);
    tokio::task::spawn_blocking(move || write(&file, &serde_json::to_vec(&snapshot)?)).await?
}

/// Replaces a file whole, readable for its owner only.
///
/// # Errors
/// When the folder cannot be written.
pub fn write(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let part = file.with_extension("part");
    let written = || -> std::io::Result<()> {
        let mut out = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&part)?;
        out.write_all(bytes)?;
        out.sync_all()?;
        fs::rename(&part, file)
    };
    written().with_context(|| format!("write {}", file.display()))
}
