//! One size of message for all: what one role may send, the other must be able to take.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// All sources of the product; tests have peers of their own.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_server_and_every_client_takes_messages_up_to_the_one_limit() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    sources(&root.join("bff/src"), &mut files);
    for service in fs::read_dir(root.join("services")).unwrap() {
        sources(&service.unwrap().path().join("src"), &mut files);
    }
    let mut seen = 0;
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
        for made in ["ServiceClient::new(", "ServiceServer::new("] {
            for (at, _) in code.match_indices(made) {
                let rest: String = code[at..].chars().take(200).collect();
                assert!(rest.contains("max_decoding_message_size("), "{}: {rest}", file.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 25, "{seen}");
}
