//! The control plane, started once for all tests of the process; it ends with the process, which holds its stdin.

use serde::Deserialize;
use std::{
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::OnceLock,
};

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Plane {
    pub kubeconfig: PathBuf,
    pub token_kubeconfig: PathBuf,
    pub restricted_kubeconfig: PathBuf,
    pub bin: PathBuf,
    pub server: String,
    pub pod_log: PathBuf,
}

static PLANE: OnceLock<Option<(Plane, Child, Folder)>> = OnceLock::new();

/// Where it keeps its data. The folder is removed by the next run's start, since a static is never dropped.
struct Folder;

impl Plane {
    /// `None` prints that the test is skipped.
    #[expect(clippy::disallowed_methods, reason = "tests are told by the environment where their servers are")]
    pub fn start() -> Option<Self> {
        let started = PLANE.get_or_init(|| {
            let Ok(_) = std::env::var("CANOPY_TEST_KUBE") else {
                eprintln!("SKIPPED: CANOPY_TEST_KUBE is not set (make test sets it)");
                return None;
            };
            let folder = std::env::temp_dir().join("canopy-test-workloads").join(std::process::id().to_string());
            clear(folder.parent().expect("a parent"));
            std::fs::create_dir_all(&folder).expect("a folder");
            let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/kube.py");
            let log = std::fs::File::create(folder.join("kube.log")).expect("a log");
            let mut child = Command::new("python3")
                .arg(script)
                .args(["run", "--dir"])
                .arg(&folder)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(log)
                .spawn()
                .expect("python3");
            let mut line = String::new();
            BufReader::new(child.stdout.take().expect("stdout")).read_line(&mut line).expect("a line");
            let plane: Plane =
                serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: see {}/kube.log", folder.display()));
            Some((plane, child, Folder))
        });
        started.as_ref().map(|(plane, _, _)| plane.clone())
    }

    /// `127.0.0.1:6443`, for the service's allow-list.
    pub fn address(&self) -> &str {
        self.server.trim_start_matches("https://")
    }

    /// A Helm CLI (`helm` is 4, `helm3` is 3); its output, or a panic with what it said.
    pub fn helm(&self, program: &str, arguments: &[&str]) -> String {
        let (ok, text) = self.try_helm(program, arguments);
        assert!(ok, "{program} {arguments:?}: {text}");
        text
    }

    /// The same, when a refusal is expected.
    pub fn try_helm(&self, program: &str, arguments: &[&str]) -> (bool, String) {
        let home = self.kubeconfig.with_file_name("helm-home");
        let output = Command::new(self.bin.join(program))
            .args(arguments)
            .env("KUBECONFIG", &self.kubeconfig)
            .env("HOME", &home)
            .output()
            .expect("helm");
        let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        (output.status.success(), text)
    }
}

/// Removes the folders of processes that are gone.
fn clear(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let alive = Path::new("/proc").join(entry.file_name()).exists();
        if Path::new("/proc/self").exists() && !alive {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}
