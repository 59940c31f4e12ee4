//! A deployments that only counts.

use kit::testing::Peer;
use proto::deployments::{CountDeploymentsRequest, CountDeploymentsResponse};
use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};
use tonic::Status;

/// What says that nobody answers.
const AWAY: u32 = u32::MAX;

#[derive(Clone, Default)]
pub struct FakeDeployments(Arc<AtomicU32>);

impl FakeDeployments {
    pub async fn serve(&self) -> SocketAddr {
        Peer::of(self.clone()).unary("DeploymentService", Self::count_deployments).serve().await
    }

    /// From now on there are so many.
    pub fn have(&self, total: u32) {
        self.0.store(total, Ordering::SeqCst);
    }

    pub fn go_away(&self) {
        self.have(AWAY);
    }

    async fn count_deployments(self, _: CountDeploymentsRequest) -> Result<CountDeploymentsResponse, Status> {
        match self.0.load(Ordering::SeqCst) {
            AWAY => {
                Err(kit::Error::unavailable(kit::message!(PART_AWAY), anyhow::anyhow!("as the test wants it")).into())
            }
            total => Ok(CountDeploymentsResponse { total, ..Default::default() }),
        }
    }
}
