//! The simulated cluster that `up` brings when it is given none, so that the main job works at once.

use super::{
    environment,
    folder::Folder,
    myself,
    ports::Ports,
    register::{self, Kubeconfig},
    supervisor::{Program, Supervisor},
};
use nix::sys::signal::Signal;
use std::{net::SocketAddr, path::PathBuf, time::Duration};

/// Its name, which says wherever it is shown what it is.
const NAME: &str = "Sandbox (simulated)";
const DESCRIPTION: &str =
    "A simulated cluster to try Canopy on. Sites come up and write logs, but nothing really runs.";

/// A sandbox that runs, or soon will.
pub struct Simulated {
    address: SocketAddr,
    file: PathBuf,
}

/// Starts it. Its objects, certificate and token are kept in the data folder.
pub fn start(folder: &Folder, ports: &mut Ports, supervisor: &mut Supervisor) -> anyhow::Result<Simulated> {
    let address = ports.of("sandbox")?;
    let home = folder.root().join("sandbox");
    let command = vec![
        myself()?.into_os_string(),
        "sandbox".into(),
        "--listen".into(),
        address.to_string().into(),
        "--dir".into(),
        home.clone().into_os_string(),
    ];
    let mut program = Program::server("sandbox", command, folder, Signal::SIGTERM);
    program.environment.extend(environment::all().filter(|(name, _)| name == "CANOPY_SANDBOX_SPEED"));
    supervisor.start(program)?;
    Ok(Simulated { address, file: home.join(sandbox::KUBECONFIG) })
}

impl Simulated {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its kubeconfig, once it is that of this start.
    pub async fn kubeconfig(&self) -> anyhow::Result<Kubeconfig> {
        let current = || std::fs::read_to_string(&self.file).is_ok_and(|text| text.contains(&self.address.to_string()));
        while !current() || tokio::net::TcpStream::connect(self.address).await.is_err() {
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        Ok(register::read(&self.file)?.named(NAME, DESCRIPTION))
    }
}
