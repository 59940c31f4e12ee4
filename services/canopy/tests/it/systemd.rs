//! What the unit of systemd says about who runs Canopy: an ordinary user without any capability, who is all that is needed.

use crate::system::{Canopy, Folder, manifests, program};
use serde_json::json;
use std::{
    os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown},
    path::{Path, PathBuf},
};

/// Nobody, where the test is run by root.
const USER: u32 = 65_534;

/// What an ordinary user can run: the folders of the one who builds are closed to others.
fn put(folder: &Path, program: &Path) -> PathBuf {
    let copy = folder.join(program.file_name().unwrap());
    if std::fs::hard_link(program, &copy).is_err() {
        std::fs::copy(program, &copy).unwrap();
    }
    copy
}

/// Files and folders below one that others can read or write.
fn open_to_others(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // PostgreSQL and NATS remove files as they like
        let Ok(about) = std::fs::symlink_metadata(&path) else { continue };
        if about.mode() & 0o077 != 0 && !about.is_symlink() {
            found.push(path.clone());
        }
        if about.is_dir() {
            found.extend(open_to_others(&path));
        }
    }
    found
}

#[tokio::test]
async fn an_ordinary_user_without_any_capability_runs_everything() {
    let unit = std::fs::read_to_string(manifests::root().join("systemd/canopy.service")).unwrap();
    let lines: Vec<&str> = unit.lines().collect();
    for line in ["User=canopy", "CapabilityBoundingSet=", "AmbientCapabilities=", "NoNewPrivileges=true", "UMask=0077"]
    {
        assert!(lines.contains(&line), "{line}");
    }
    assert!(lines.contains(&"ExecStart=/usr/local/bin/canopy up"));

    let folder = Folder::fresh("systemd");
    let data = folder.0.join("data");
    std::fs::create_dir(&data).unwrap();
    let (canopy, nats) =
        (put(&folder.0, program()), put(&folder.0, Path::new(&kit::testing::told("CANOPY_NATS_SERVER"))));
    let is_root = nix::unistd::geteuid().is_root();
    let mut user = "--no-new-privs".to_owned();
    if is_root {
        chown(&data, Some(USER), Some(USER)).unwrap();
        user += &format!(" --reuid {USER} --regid {USER} --clear-groups --bounding-set=-all --inh-caps=-all");
    }
    let unit = folder.0.join("unit");
    let script = format!("#!/bin/sh\numask 0077\nexec setpriv {user} {} \"$@\"\n", canopy.display());
    std::fs::write(&unit, script).unwrap();
    std::fs::set_permissions(&unit, std::fs::Permissions::from_mode(0o755)).unwrap();

    let canopy = Canopy::up_as(&unit, &data, |command| {
        command.env("CANOPY_NATS_SERVER", &nats);
    });
    let admin = canopy.first_admin().await;
    admin.post("/teams", json!({"name": "Web", "description": "the web team"})).await;
    let roles = canopy.report["roles"].as_object().unwrap().keys();
    let servers = canopy.report["servers"].as_object().unwrap().keys();
    let pids = roles.chain(servers).map(|name| canopy.pid_of(name)).chain([canopy.pid()]);
    for pid in pids {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
        let line = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).unwrap().trim().to_owned();
        assert_eq!((line("NoNewPrivs:"), line("CapEff:")), ("1".to_owned(), "0".repeat(16)), "{status}");
        assert!(!is_root || line("Uid:").split_whitespace().all(|id| id == USER.to_string()), "{status}");
    }
    assert_eq!(open_to_others(&data), Vec::<PathBuf>::new());
    assert!(canopy.stop().success());
}
