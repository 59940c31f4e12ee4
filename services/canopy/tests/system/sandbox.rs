//! `canopy sandbox`: a cluster that outlives every Canopy of a test, or a second one.

use super::program;
use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

/// A simulated cluster of the test's own, beside Canopy.
pub struct Sandbox {
    child: Child,
    pub kubeconfig: String,
}

impl Sandbox {
    pub fn start(folder: &Path) -> Self {
        let mut command = Command::new(program());
        command.args(["sandbox", "--speed", "10", "--dir"]).arg(folder).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut path = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut path).unwrap();
        Self { child, kubeconfig: std::fs::read_to_string(path.trim()).unwrap() }
    }

    /// host:port, as it is allowed by name.
    pub fn address(&self) -> &str {
        let rest = self.kubeconfig.split("https://").nth(1).unwrap();
        rest.split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ':'))).next().unwrap()
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
