//! Who may call what.

use access::{Row, admin, services, user};

/// One row per RPC of the catalogue, datacenters and clusters; workloads has its own.
pub const POLICY: &[Row] = &[
    user("/canopy.infrastructure.v1.CatalogueService/GetCatalogue"),
    // `canopy up` too, for its local cluster: registrar.rs
    admin("/canopy.infrastructure.v1.DatacenterService/CreateDatacenter").or_services(&["canopy"]),
    user("/canopy.infrastructure.v1.DatacenterService/ListDatacenters").or_services(&[
        "canopy",
        "deployments",
        "health",
    ]),
    admin("/canopy.infrastructure.v1.ClusterService/CreateCluster").or_services(&["canopy"]),
    user("/canopy.infrastructure.v1.ClusterService/ListClusters").or_services(&["canopy", "deployments", "health"]),
    user("/canopy.infrastructure.v1.ClusterService/GetCluster").or_services(&["canopy", "deployments", "tasks"]),
    user("/canopy.infrastructure.v1.ClusterService/InspectCluster"),
    user("/canopy.infrastructure.v1.ClusterService/GetClusterMetrics"),
    admin("/canopy.infrastructure.v1.ClusterService/SetKubeconfig"),
    admin("/canopy.infrastructure.v1.ClusterService/GetKubeconfig").secret(),
    admin("/canopy.infrastructure.v1.ClusterService/ValidateKubeconfig"),
    admin("/canopy.infrastructure.v1.DatacenterService/UpdateDatacenter"),
    admin("/canopy.infrastructure.v1.DatacenterService/DeleteDatacenter"),
    admin("/canopy.infrastructure.v1.ClusterService/UpdateCluster"),
    admin("/canopy.infrastructure.v1.ClusterService/DeleteCluster"),
    admin("/canopy.infrastructure.v1.ClusterService/RefreshCluster"),
    admin("/canopy.infrastructure.v1.ClusterService/SetMaintenance"),
    services("/canopy.infrastructure.v1.ClusterService/ListClusterStates", &["health"]),
];

#[cfg(test)]
mod tests {
    use prost::Message;
    use prost_types::FileDescriptorSet;
    use std::collections::BTreeSet;

    #[test]
    fn every_rpc_has_exactly_one_row() {
        let files = FileDescriptorSet::decode(proto::DESCRIPTORS).expect("descriptors");
        let mut rpcs = BTreeSet::new();
        for file in files.file.iter().filter(|file| file.package() == "canopy.infrastructure.v1") {
            for service in &file.service {
                rpcs.extend(
                    service.method.iter().map(|m| format!("/{}.{}/{}", file.package(), service.name(), m.name())),
                );
            }
        }
        let rows = [super::POLICY, crate::workloads::POLICY].concat();
        let calls: BTreeSet<String> = rows.iter().map(|row| row.call.to_owned()).collect();
        assert_eq!(calls.len(), rows.len(), "two rows for one call");
        assert_eq!(calls, rpcs);
    }
}
