use crate::fixture::{target, wordpress};
use flate2::read::GzDecoder;
use helm::{Chart, package, render};
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
