//! A NATS server of a test's own, and what a role does with one.

use super::{Bench, free_port, random, told};
use crate::NatsState;

/// A NATS server of the test's own: it can be stopped, started again and emptied without disturbing other tests.
pub struct Nats {
    program: String,
    folder: std::path::PathBuf,
    port: u16,
    child: Option<std::process::Child>,
}

impl Nats {
    /// Starts one from the program that `CANOPY_NATS_SERVER` names.
    #[must_use]
    pub fn start() -> Self {
        let program = told("CANOPY_NATS_SERVER");
        let folder = std::env::temp_dir().join(format!("canopy-test-nats-{:x}", random()));
        let port = free_port();
        let mut nats = Self { program, folder, port, child: None };
        nats.up();
        nats
    }

    /// Its URL.
    #[must_use]
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Starts it (again).
    pub fn up(&mut self) {
        std::fs::create_dir_all(&self.folder).expect("folder");
        let child = std::process::Command::new(&self.program)
            .args(["-a", "127.0.0.1", "-p", &self.port.to_string(), "-js", "-sd"])
            .arg(&self.folder)
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("nats-server");
        self.child = Some(child);
    }

    /// Kills it.
    pub fn down(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Throws away everything it stored; it must be down.
    pub fn wipe(&self) {
        std::fs::remove_dir_all(&self.folder).expect("wipe");
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.down();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Bench {
    /// Connects the context to NATS.
    pub async fn connect(&mut self, nats: &Nats) {
        let client = crate::nats::connect(self.cx.service, &nats.url(), &self.cx.settings).await.expect("NATS");
        self.cx.nats = NatsState::of(Some(client));
    }

    /// Runs the relays until the context is stopped.
    #[expect(clippy::disallowed_methods, reason = "a test's loops live as long as its runtime")]
    pub fn run_relays(&self, refused: Option<crate::relay::OnRefused>) {
        tokio::spawn(crate::relay::commands(self.cx.clone(), refused));
        tokio::spawn(crate::relay::facts(self.cx.clone()));
    }

    /// Tells hints to NATS until the context is stopped.
    #[expect(clippy::disallowed_methods, reason = "a test's loops live as long as its runtime")]
    pub fn run_hints(&self) {
        tokio::spawn(crate::hints::send(self.cx.clone()));
    }

    /// The hints that wait to be told, encoded, in the order of the things' names; each once.
    #[must_use]
    pub fn hints(&self) -> Vec<Vec<u8>> {
        self.cx.outbox.wake.hints.take(|_| true).into_iter().map(|(_, payload)| payload).collect()
    }

    /// Runs a consumer until the context is stopped.
    #[expect(clippy::disallowed_methods, reason = "a test's loops live as long as its runtime")]
    pub fn run_consumer(&self, consumer: crate::consume::Consumer) {
        tokio::spawn(crate::consume::again(self.cx.clone(), vec![consumer.clone()]));
        tokio::spawn(crate::consume::run(self.cx.clone(), consumer));
    }
}
