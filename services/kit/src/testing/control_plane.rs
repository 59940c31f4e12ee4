//! The real Kubernetes control plane of a test run, or another cluster put in its place.

use serde::Deserialize;
use std::{fs::File, io, path::PathBuf, process::Command, sync::OnceLock};

/// What `scripts/kube.py run` started: kube-apiserver, controllers, scheduler, and kwok, which plays nodes and pods.
/// Or the cluster that `CANOPY_TEST_KUBECONFIG` names: the sandbox, or one of one's own.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ControlPlane {
    /// May do everything.
    pub kubeconfig: PathBuf,
    /// Folder with the helm programs: `helm` is 4, `helm3` is 3.
    pub bin: PathBuf,
    /// URL of the API server.
    pub server: String,
    /// What only our own control plane has.
    #[serde(flatten)]
    pub own: Option<Own>,
}

/// Accounts with fewer rights, and the pods that kwok plays.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Own {
    /// A ServiceAccount's token with the rights that Canopy asks for.
    pub token_kubeconfig: PathBuf,
    /// One that may not even create namespaces.
    pub restricted_kubeconfig: PathBuf,
    /// What is appended here is what every pod says.
    pub pod_log: PathBuf,
}

/// Others may be at work in the cluster as well, but nobody has it [`Alone`], as long as this lives.
#[derive(Debug)]
pub struct Turn {
    _lock: File,
}

/// Nobody else is at work in the cluster as long as this lives: what it takes to close nodes.
#[derive(Debug)]
pub struct Alone {
    _turn: Turn,
}

impl ControlPlane {
    /// The one of this run: `CANOPY_TEST_CONTROL_PLANE` names a file with what `scripts/kube.py run` (or `up`) printed.
    ///
    /// # Panics
    /// When there is none: a test without its environment must not pass.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "tests are told by the environment where their servers are")]
    pub fn get() -> &'static Self {
        static FOUND: OnceLock<ControlPlane> = OnceLock::new();
        FOUND.get_or_init(|| match std::env::var("CANOPY_TEST_KUBECONFIG") {
            Ok(kubeconfig) => Self::another(kubeconfig.into(), super::told("CANOPY_TEST_KUBE").into()),
            Err(_) => {
                let line = std::fs::read_to_string(super::told("CANOPY_TEST_CONTROL_PLANE")).expect("a file");
                serde_json::from_str(&line).expect("what kube.py prints")
            }
        })
    }

    /// Waits until no test of whichever process has the cluster alone. Once in a test: with a second turn it would wait behind one that
    /// waits for its first to end.
    #[must_use]
    pub fn share(&self) -> Turn {
        self.turn(File::lock_shared)
    }

    /// The one of this run, and a [share](Self::share) of it. Waits without a thread of the runtime.
    ///
    /// # Panics
    /// When there is none.
    pub async fn shared() -> (&'static Self, Turn) {
        let taken = tokio::task::spawn_blocking(|| (Self::get(), Self::get().share()));
        taken.await.expect("a turn in the cluster")
    }

    /// Waits until no other test of whichever process is at work in the cluster.
    #[must_use]
    pub fn alone(&self) -> Alone {
        Alone { _turn: self.turn(File::lock) }
    }

    /// Locks that end with their process, also when it is killed. Who waits for all others to end waits at the head of the queue:
    /// else there would always be somebody at work.
    fn turn(&self, lock: fn(&File) -> io::Result<()>) -> Turn {
        let queue = self.lock_file("queue");
        queue.lock().expect("a lock");
        let turn = self.lock_file("turn");
        lock(&turn).expect("a lock");
        Turn { _lock: turn }
    }

    fn lock_file(&self, what: &str) -> File {
        let server = self.server.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let path = std::env::temp_dir().join(format!("canopy-{server}.{what}"));
        File::options().create(true).truncate(false).write(true).open(path).expect("a file for a lock")
    }

    fn another(kubeconfig: PathBuf, bin: PathBuf) -> Self {
        let text = std::fs::read_to_string(&kubeconfig).expect("CANOPY_TEST_KUBECONFIG");
        let address = text.split("https://").nth(1).and_then(|rest| rest.split(['"', '\n', ' ', ',', '}']).next());
        let server = format!("https://{}", address.expect("a server"));
        Self { kubeconfig, bin, server, own: None }
    }

    /// Whether it is the tests' own, and no other cluster.
    #[must_use]
    pub const fn is_own(&self) -> bool {
        self.own.is_some()
    }

    /// What only our own control plane has. Tests that ask are in modules named `real`, so that they can be left out on
    /// another cluster.
    ///
    /// # Panics
    /// On another cluster.
    #[must_use]
    pub fn own(&self) -> &Own {
        self.own
            .as_ref()
            .expect("CANOPY_TEST_KUBECONFIG names a cluster without the accounts and pods of the tests' own")
    }

    /// host:port of the server, for the list of allowed loopback addresses.
    #[must_use]
    pub fn address(&self) -> &str {
        self.server.trim_start_matches("https://")
    }

    /// Runs a helm program; its output.
    ///
    /// # Panics
    /// With what it said when it fails.
    pub fn helm(&self, program: &str, arguments: &[&str]) -> String {
        let (well, text) = self.try_helm(program, arguments);
        assert!(well, "{program} {arguments:?}: {text}");
        text
    }

    /// The same, when a refusal is expected: whether it was content, and all it said.
    #[must_use]
    pub fn try_helm(&self, program: &str, arguments: &[&str]) -> (bool, String) {
        let output = Command::new(self.bin.join(program))
            .args(arguments)
            .env("KUBECONFIG", &self.kubeconfig)
            .env("HOME", self.kubeconfig.with_file_name("helm-home"))
            .output()
            .expect("helm");
        let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        (output.status.success(), text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Ids as _;
    use std::fs::TryLockError;

    #[test]
    fn tests_share_a_cluster_that_nobody_has_alone() {
        let server = format!("https://{}", crate::ids::SystemIds.uuid());
        let plane = ControlPlane { kubeconfig: PathBuf::new(), bin: PathBuf::new(), server, own: None };
        let file = plane.lock_file("turn");
        let (one, two) = (plane.share(), plane.share());
        assert!(matches!(file.try_lock(), Err(TryLockError::WouldBlock)), "two are at work");
        drop((one, two));
        let alone = plane.alone();
        assert!(matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)), "one has it alone");
        drop(alone);
        file.try_lock_shared().expect("nobody is at work");
    }
}
