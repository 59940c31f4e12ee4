//! How full volumes are, as the kubelets say it: one question to each node that has pods of sites, through the API server. The
//! right for it (`nodes/proxy`) lets its owner do far more on a node than read, so Canopy asks nobody for it: where the
//! credentials have it, it is used for this, and where they have not, there are no figures.

use super::figures::whole;
use crate::{gateway::Cluster, watch::Store};
use futures::{StreamExt as _, stream};
use http::Request;
use kit::{Message, message};
use serde::Deserialize;
use std::{
    collections::{BTreeSet, HashMap},
    time::Duration,
};
use uuid::Uuid;

/// How long one kubelet may take. Fixed: it answers from memory.
const WITHIN: Duration = Duration::from_secs(10);
/// Nodes that are asked at the same time, and at most: of a larger cluster nothing is said, because a part of a sum is wrong.
/// Fixed: it bounds what one round takes.
const AT_ONCE: usize = 4;
const MOST: usize = 200;

/// Bytes on the volumes of a site, and what they hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Stored {
    pub used: i64,
    pub of: i64,
}

/// Nodes with pods of sites.
pub(super) fn nodes(store: &Store) -> BTreeSet<String> {
    let mut nodes = BTreeSet::new();
    for namespace in store.owners().keys() {
        let of_pods = store.pods(namespace);
        let names = of_pods.values().filter_map(|pod| pod.spec.as_ref()?.node_name.as_ref());
        nodes.extend(names.filter(|node| is_name(node)).cloned());
    }
    nodes
}

/// Node names become part of a path.
fn is_name(node: &str) -> bool {
    !node.is_empty() && !node.starts_with('.') && node.bytes().all(|b| b.is_ascii_alphanumeric() || b"-.".contains(&b))
}

/// What each claim has, by namespace and name.
pub(super) type Claims = HashMap<(String, String), Stored>;

/// Of all nodes together; a node that does not answer has no figures.
///
/// # Errors
/// Why there are no figures at all.
pub(super) async fn claims(cluster: &Cluster, nodes: BTreeSet<String>) -> Result<Claims, Message> {
    if nodes.len() > MOST {
        return Err(message!(UsageTooManyNodes));
    }
    let mut answers = stream::iter(nodes.into_iter().map(|node| summary(cluster, node))).buffer_unordered(AT_ONCE);
    let mut claims = Claims::new();
    let mut silent = false;
    while let Some(answer) = answers.next().await {
        match answer {
            Ok(summary) => summary.add_to(&mut claims),
            // the others are not asked for what they would refuse as well
            Err(Failure::Refused) => return Err(message!(UsageVolumesForbidden)),
            Err(Failure::Silent) => silent = true,
        }
    }
    if claims.is_empty() && silent { Err(message!(UsageVolumesUnanswered)) } else { Ok(claims) }
}

enum Failure {
    Refused,
    Silent,
}

async fn summary(cluster: &Cluster, node: String) -> Result<Summary, Failure> {
    let request = Request::get(format!("/api/v1/nodes/{node}/proxy/stats/summary")).body(Vec::new());
    let request = request.map_err(|_| Failure::Silent)?;
    match tokio::time::timeout(WITHIN, cluster.client().request(request)).await {
        Ok(Ok(summary)) => Ok(summary),
        Ok(Err(kube::Error::Api(status))) if status.code == 403 => Err(Failure::Refused),
        Ok(Err(error)) => {
            tracing::debug!(cluster = cluster.name(), node, %error, "a kubelet does not say how full volumes are");
            Err(Failure::Silent)
        }
        Err(_) => Err(Failure::Silent),
    }
}

/// Sums over the volumes of each site.
pub(super) fn of_sites(store: &Store, claims: &Claims) -> HashMap<Uuid, Stored> {
    let mut sums: HashMap<Uuid, Stored> = HashMap::new();
    for ((namespace, _), stored) in claims {
        let Some(owner) = store.owners().get(namespace) else { continue };
        let sum = sums.entry(*owner).or_default();
        sum.used = sum.used.saturating_add(stored.used);
        sum.of = sum.of.saturating_add(stored.of);
    }
    sums
}

/// What a kubelet says, as much of it as is read.
#[derive(Debug, Deserialize)]
struct Summary {
    #[serde(default)]
    pods: Vec<PodStats>,
}

#[derive(Debug, Deserialize)]
struct PodStats {
    #[serde(default)]
    volume: Vec<VolumeStats>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct VolumeStats {
    #[serde(default)]
    capacity_bytes: f64,
    #[serde(default)]
    used_bytes: f64,
    pvc_ref: Option<ClaimName>,
}

#[derive(Debug, Deserialize)]
struct ClaimName {
    #[serde(default)]
    name: String,
    #[serde(default)]
    namespace: String,
}

impl Summary {
    /// Several pods may have one volume, also on several nodes: it counts once.
    fn add_to(self, claims: &mut Claims) {
        for volume in self.pods.into_iter().flat_map(|pod| pod.volume) {
            let Some(claim) = volume.pvc_ref.filter(|_| volume.capacity_bytes > 0.0) else { continue };
            let stored = Stored { used: whole(volume.used_bytes), of: whole(volume.capacity_bytes) };
            claims.insert((claim.namespace, claim.name), stored);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_volume_of_several_pods_counts_once_and_one_of_no_claim_not_at_all() {
        let data = json!({"name": "data", "capacityBytes": 1000, "usedBytes": 250, "availableBytes": 750,
            "pvcRef": {"name": "shop-data", "namespace": "shop"}});
        let token = json!({"name": "kube-api-access", "capacityBytes": 5000, "usedBytes": 1});
        let summary = json!({"node": {"nodeName": "n"}, "pods": [
            {"podRef": {"name": "a"}, "volume": [data, token]}, {"podRef": {"name": "b"}, "volume": [data]}, {"podRef": {"name": "c"}}]});
        let mut claims = Claims::new();
        serde_json::from_value::<Summary>(summary).expect("a summary").add_to(&mut claims);
        let name = ("shop".to_owned(), "shop-data".to_owned());
        assert_eq!(claims, HashMap::from([(name, Stored { used: 250, of: 1000 })]));
    }

    #[test]
    fn a_name_of_a_node_stays_one_part_of_a_path() {
        assert!(is_name("ip-10-0-0-1.eu-central-1.compute.internal"));
        for name in ["", "..", "a/b", "a?b", "a%2Fb", "a b"] {
            assert!(!is_name(name), "{name}");
        }
    }
}
