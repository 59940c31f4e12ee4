//! The real Kubernetes control plane of a test run, or another cluster put in its place.

use serde::Deserialize;
use std::{path::PathBuf, process::Command, sync::OnceLock};

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

    fn another(kubeconfig: PathBuf, bin: PathBuf) -> Self {
        let text = std::fs::read_to_string(&kubeconfig).expect("CANOPY_TEST_KUBECONFIG");
        let address = text.split("https://").nth(1).and_then(|rest| rest.split(['"', '\n', ' ', ',', '}']).next());
        let server = format!("https://{}", address.expect("a server"));
        Self { kubeconfig, bin, server, own: None }
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
