//! Who may call what. What depends on the object is decided in the calls themselves.

use access::{Row, services, user};

/// One row per RPC of the catalogue, datacenters and clusters; workloads has its own.
pub const POLICY: &[Row] = &[
    user("/canopy.infrastructure.v1.CatalogueService/GetCatalogue"),
    // Admins, and `canopy up` for its local cluster: registrar.rs
    user("/canopy.infrastructure.v1.DatacenterService/CreateDatacenter").or_services(&["canopy"]),
    user("/canopy.infrastructure.v1.DatacenterService/ListDatacenters").or_services(&["canopy", "deployments", "health"]),
    user("/canopy.infrastructure.v1.ClusterService/CreateCluster").or_services(&["canopy"]),
    user("/canopy.infrastructure.v1.ClusterService/ListClusters").or_services(&["canopy", "deployments", "health"]),
    user("/canopy.infrastructure.v1.ClusterService/GetCluster").or_services(&["canopy", "deployments", "tasks"]),
    user("/canopy.infrastructure.v1.ClusterService/SetKubeconfig"),
    user("/canopy.infrastructure.v1.ClusterService/GetKubeconfig"),
    user("/canopy.infrastructure.v1.ClusterService/ValidateKubeconfig"),
    services("/canopy.infrastructure.v1.ClusterService/ListClusterStates", &["health"]),
];
