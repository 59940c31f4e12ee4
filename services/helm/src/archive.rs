//! A chart as the `.tgz` that `helm install` and `helm upgrade` read.

use crate::{Chart, Error, values::coalesce, yaml};
use flate2::{Compression, GzBuilder, read::GzDecoder};
use serde_json::Value;
use std::io::Read as _;

/// What an archive may unpack to, in bytes. Fixed: ours have a twentieth of it.
const MOST: u64 = 16 * 1024 * 1024;
const VALUES: &str = "values.yaml";

/// Packs the chart, libraries included, so that the archive needs no other file. The same chart always gives the same
/// bytes: no times, owners or order of a disk get in.
pub fn package(chart: &Chart) -> Result<Vec<u8>, Error> {
    packed(chart, None)
}

/// As [`package`], with these values among the chart's own: the archive installs alone what they ask for. `about` is the
/// first line of its values, one sentence.
pub fn package_with(chart: &Chart, values: &Value, about: &str) -> Result<Vec<u8>, Error> {
    let all = coalesce(chart.default_values(), values);
    packed(chart, Some(format!("# {}\n{}\n", about.replace(char::is_control, " "), yaml::print(&all)).into_bytes()))
}

/// The chart of an archive that [`package`] has made.
pub fn unpack(archive: &[u8]) -> Result<Chart, Error> {
    let failed = |e: std::io::Error| Error::Chart(format!("could not be unpacked: {e}"));
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for entry in tar::Archive::new(GzDecoder::new(archive).take(MOST)).entries().map_err(failed)? {
        let mut entry = entry.map_err(failed)?;
        let path = entry.path().map_err(failed)?.to_string_lossy().into_owned();
        let mut data = Vec::new();
        entry.read_to_end(&mut data).map_err(failed)?;
        if let Some((_, path)) = path.split_once('/') {
            files.push((path.to_owned(), data));
        }
    }
    let files: Vec<(&str, &[u8])> = files.iter().map(|(path, data)| (path.as_str(), data.as_slice())).collect();
    Chart::load(&files)
}

fn packed(chart: &Chart, values: Option<Vec<u8>>) -> Result<Vec<u8>, Error> {
    let failed = |e: std::io::Error| Error::Chart(format!("could not be packed: {e}"));
    let mut archive = tar::Builder::new(GzBuilder::new().write(Vec::new(), Compression::best()));
    archive.mode(tar::HeaderMode::Deterministic);
    // Helm wants Chart.yaml near the front; it is the only file it reads to say what an archive is.
    let (first, rest): (Vec<_>, Vec<_>) = chart.files.iter().partition(|f| f.path == "Chart.yaml");
    for file in first.into_iter().chain(rest) {
        let data = values.as_ref().filter(|_| file.path == VALUES).unwrap_or(&file.data);
        let mut header = tar::Header::new_gnu();
        header.set_size(data.len() as u64);
        header.set_mode(0o644);
        header.set_mtime(0);
        header.set_entry_type(tar::EntryType::Regular);
        let path = format!("{}/{}", chart.metadata.name, file.path);
        archive.append_data(&mut header, path, data.as_slice()).map_err(failed)?;
    }
    archive.into_inner().and_then(flate2::write::GzEncoder::finish).map_err(failed)
}
