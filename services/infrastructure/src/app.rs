//! What every call works with.

use crate::{Options, catalogue::Catalogue, gateway::Gateway, kubeconfig::Intake};
use kit::Context;
use std::sync::Arc;
use tokio::sync::{Semaphore, mpsc::UnboundedSender};
use uuid::Uuid;

/// Cheap to clone.
#[derive(Clone)]
pub struct App {
    /// Database, clock, ids, keyring, peers.
    pub cx: Context,
    /// Providers, regions, countries.
    pub catalogue: Arc<Catalogue>,
    /// Reads uploaded kubeconfigs.
    pub intake: Intake,
    /// The way to clusters.
    pub gateway: Gateway,
    /// Settings of this service.
    pub options: Arc<Options>,
    /// Asks for a probe at once. A few ids at most lie here: one per change of a kubeconfig.
    pub(crate) nudge: UnboundedSender<Uuid>,
    /// Places of clusters that are asked at the same time what their sites use.
    pub(crate) usage: Arc<Semaphore>,
}

impl App {
    /// Has the cluster looked at now, after a change.
    pub fn look_at(&self, cluster: Uuid) {
        // The receiver goes away only when the role stops.
        let _ = self.nudge.send(cluster);
    }
}
