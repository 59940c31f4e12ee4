//! A chart as the `.tgz` that `helm install` and `helm upgrade` read.

use crate::{Chart, Error};
use flate2::{Compression, GzBuilder};

/// Packs the chart, libraries included, so that the archive needs no other file. The same chart always gives the same
/// bytes: no times, owners or order of a disk get in.
pub fn package(chart: &Chart) -> Result<Vec<u8>, Error> {
    let failed = |e: std::io::Error| Error::Chart(format!("could not be packed: {e}"));
    let mut archive = tar::Builder::new(GzBuilder::new().write(Vec::new(), Compression::best()));
    archive.mode(tar::HeaderMode::Deterministic);
    // Helm wants Chart.yaml near the front; it is the only file it reads to say what an archive is.
    let (first, rest): (Vec<_>, Vec<_>) = chart.files.iter().partition(|f| f.path == "Chart.yaml");
    for file in first.into_iter().chain(rest) {
        let mut header = tar::Header::new_gnu();
        header.set_size(file.data.len() as u64);
        header.set_mode(0o644);
        header.set_mtime(0);
        header.set_entry_type(tar::EntryType::Regular);
        let path = format!("{}/{}", chart.metadata.name, file.path);
        archive.append_data(&mut header, path, file.data.as_slice()).map_err(failed)?;
    }
    archive.into_inner().and_then(flate2::write::GzEncoder::finish).map_err(failed)
}
