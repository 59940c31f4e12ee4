//! The control plane, started once for all tests of the process; it ends with the process, which holds its stdin. Or the
//! cluster that `CANOPY_TEST_KUBECONFIG` names: the sandbox, or one of one's own.

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
    /// The folder with the helm programs.
    pub bin: PathBuf,
    pub server: String,
    /// What only our own control plane has.
    #[serde(flatten)]
    pub own: Option<Own>,
}

/// Accounts with fewer rights, and pods that kwok plays.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Own {
    pub token_kubeconfig: PathBuf,
    pub restricted_kubeconfig: PathBuf,
    pub pod_log: PathBuf,
}

static PLANE: OnceLock<Option<(Plane, Option<Child>)>> = OnceLock::new();

impl Plane {
    /// `None` prints that the test is skipped.
    #[expect(clippy::disallowed_methods, reason = "tests are told by the environment where their servers are")]
    pub fn start() -> Option<Self> {
        let started = PLANE.get_or_init(|| {
            let Ok(bin) = std::env::var("CANOPY_TEST_KUBE") else {
                eprintln!("SKIPPED: CANOPY_TEST_KUBE is not set (make test sets it)");
                return None;
            };
            if let Ok(kubeconfig) = std::env::var("CANOPY_TEST_KUBECONFIG") {
                return Some((Self::of(kubeconfig.into(), bin.into()), None));
            }
            // A static is never dropped: folders of runs that are over are removed by the next.
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
            Some((plane, Some(child)))
        });
        started.as_ref().map(|(plane, _)| plane.clone())
    }

    fn of(kubeconfig: PathBuf, bin: PathBuf) -> Self {
        let config = kube::config::Kubeconfig::read_from(&kubeconfig).expect("a kubeconfig");
        let server = config.clusters.iter().find_map(|named| named.cluster.as_ref()?.server.clone());
        Self { kubeconfig, bin, server: server.expect("a server"), own: None }
    }

    /// What only our own control plane has; `None` prints that the test is skipped.
    pub fn own(&self) -> Option<&Own> {
        if self.own.is_none() {
            eprintln!("SKIPPED: this needs the tests' own control plane, with RBAC and kwok");
        }
        self.own.as_ref()
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
