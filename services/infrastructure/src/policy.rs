//! Who may call what. What depends on the object is decided in the calls themselves.

use access::{Row, services, user};

/// One row per RPC.
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
    services("/canopy.infrastructure.v1.WorkloadService/CheckCluster", &["tasks", "deployments"]),
    services("/canopy.infrastructure.v1.WorkloadService/EnsureNamespace", &["tasks"]),
    services("/canopy.infrastructure.v1.WorkloadService/PutSecrets", &["deployments"]),
    services("/canopy.infrastructure.v1.WorkloadService/Apply", &["deployments"]),
    services("/canopy.infrastructure.v1.WorkloadService/WatchRollout", &["tasks"]),
    services("/canopy.infrastructure.v1.WorkloadService/RunHooks", &["tasks"]),
    services("/canopy.infrastructure.v1.WorkloadService/FinishRelease", &["tasks"]),
    services("/canopy.infrastructure.v1.WorkloadService/Restart", &["tasks"]),
    services("/canopy.infrastructure.v1.WorkloadService/Uninstall", &["tasks"]),
    services("/canopy.infrastructure.v1.WorkloadService/StreamLogs", &["deployments"]),
];
