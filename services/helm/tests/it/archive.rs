use crate::fixture::{target, wordpress};
use flate2::read::GzDecoder;
use helm::{Chart, package, package_with, render, unpack};
use std::io::Read as _;

#[test]
fn the_archive_holds_the_library_and_is_the_same_chart() {
    let chart = wordpress();
    let bytes = package(&chart).unwrap();
    assert_eq!(bytes, package(&wordpress()).unwrap(), "the same chart gives the same bytes");
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for entry in tar::Archive::new(GzDecoder::new(bytes.as_slice())).entries().unwrap() {
        let mut entry = entry.unwrap();
        let path = entry.path().unwrap().to_str().unwrap().strip_prefix("wordpress/").unwrap().to_string();
        let mut data = Vec::new();
        entry.read_to_end(&mut data).unwrap();
        files.push((path, data));
    }
    assert_eq!(files[0].0, "Chart.yaml");
    assert!(files.iter().any(|(p, _)| p == "charts/common/templates/_pod.tpl"));
    let again = Chart::load(&crate::fixture::borrowed(&files)).unwrap();
    let values = crate::fixture::toggled(0b11_1111);
    assert_eq!(render(&again, &values, &target()).unwrap(), render(&chart, &values, &target()).unwrap());
}

#[test]
fn an_archive_with_values_needs_no_others() {
    let chart = wordpress();
    let values = crate::fixture::toggled(0b01_0101);
    let about = "Revision 3 of shop\nnobody: writes values here";
    let bytes = package_with(&chart, &values, about).unwrap();
    assert_eq!(bytes, package_with(&chart, &values, about).unwrap(), "the same values give the same bytes");
    let again = unpack(&bytes).unwrap();
    let own = again.files().iter().find(|file| file.path == "values.yaml").unwrap();
    assert!(own.data.starts_with(b"# Revision 3 of shop nobody: writes values here\n"));
    let nothing = serde_json::json!({});
    let (alone, with) = (render(&again, &nothing, &target()).unwrap(), render(&chart, &values, &target()).unwrap());
    assert_eq!((alone.documents, alone.hooks), (with.documents, with.hooks));
}

#[test]
fn what_is_no_archive_is_refused() {
    assert!(unpack(b"no archive").is_err());
    let bytes = package(&wordpress()).unwrap();
    assert!(unpack(&bytes[..bytes.len() / 2]).is_err());
    assert_eq!(package(&unpack(&bytes).unwrap()).unwrap(), bytes);
}
