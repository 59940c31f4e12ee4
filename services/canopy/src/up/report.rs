//! Waiting until all is ready, and saying so: to people in a few lines, to scripts in one line of JSON.

use super::{folder::Folder, ports::Ports, supervisor};
use kit::Service;
use serde_json::json;
use std::{collections::BTreeMap, io::Write as _, net::SocketAddr, path::PathBuf, time::Duration};
use tonic::transport::Endpoint;
use tonic_health::pb::{HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient};

/// What is printed once all is ready.
pub struct Report {
    /// Base of the REST API.
    pub address: String,
    /// Where people reach the console.
    pub public: String,
    /// While there is no admin.
    pub setup_token: Option<String>,
    /// The data folder.
    pub data: PathBuf,
    /// gRPC addresses.
    pub roles: BTreeMap<&'static str, SocketAddr>,
    /// Where the roles show their metrics.
    pub metrics: BTreeMap<&'static str, SocketAddr>,
    /// PostgreSQL and NATS where they are ours.
    pub servers: BTreeMap<&'static str, SocketAddr>,
}

/// Asks each role's `grpc.health.v1` until all of them serve, and the REST address until it accepts.
pub async fn wait_until_ready(services: &[Service], ports: &Ports, http: SocketAddr) -> anyhow::Result<()> {
    for service in services {
        let channel = Endpoint::from_shared(format!("http://{}", ports.of_known(service.name)?))?.connect_lazy();
        let mut health = HealthClient::new(channel);
        loop {
            let answer = health.check(HealthCheckRequest { service: String::new() }).await;
            if answer.is_ok_and(|answer| answer.into_inner().status() == ServingStatus::Serving) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }
    while tokio::net::TcpStream::connect(http).await.is_err() {
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    Ok(())
}

impl Report {
    /// Prints it.
    pub fn print(&self, as_json: bool, folder: &Folder) -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        let link =
            self.setup_token.as_ref().map(|token| format!("{}/setup?token={token}", self.public.trim_end_matches('/')));
        if as_json {
            let place = |(name, address): (&&'static str, &SocketAddr)| {
                (
                    (*name).to_owned(),
                    json!({ "address": address.to_string(), "port": address.port(), "pid": supervisor::pid(folder, name) }),
                )
            };
            let line = json!({
                "address": self.address,
                "setupLink": link,
                "setupToken": self.setup_token,
                "data": self.data,
                "pid": std::process::id(),
                "roles": self.roles.iter().map(place).collect::<serde_json::Map<_, _>>(),
                "metrics": self.metrics.iter().map(|(role, address)| ((*role).to_owned(), address.to_string().into())).collect::<serde_json::Map<_, _>>(),
                "servers": self.servers.iter().map(place).collect::<serde_json::Map<_, _>>(),
            });
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "\n  Canopy is ready:  {}", self.address)?;
            if let Some(link) = link {
                writeln!(out, "  First admin:      {link}")?;
            }
            for (role, address) in &self.metrics {
                writeln!(out, "  Metrics:          http://{address}/metrics ({role})")?;
            }
            writeln!(out, "  Data and logs:    {}", self.data.display())?;
            writeln!(out, "  Stop with Ctrl-C. Started again, it has its data.\n")?;
        }
        out.flush()?;
        Ok(())
    }
}
