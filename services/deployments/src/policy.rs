//! Who may call what. The rules about whose deployment it is follow in the verbs.

use access::Row;

/// One row per RPC; the service does not start when one is missing.
pub const POLICY: &[Row] = &[
    access::user("/canopy.deployments.v1.DeploymentService/CreateDeployment"),
    access::user("/canopy.deployments.v1.DeploymentService/ListDeployments"),
    access::user("/canopy.deployments.v1.DeploymentService/GetDeployment"),
    access::user("/canopy.deployments.v1.DeploymentService/UpdateDeployment"),
    access::user("/canopy.deployments.v1.DeploymentService/RestartDeployment"),
    access::user("/canopy.deployments.v1.DeploymentService/DeleteDeployment"),
    access::user("/canopy.deployments.v1.DeploymentService/RetryDeployment"),
    access::user("/canopy.deployments.v1.DeploymentService/DiscardChange"),
    access::user("/canopy.deployments.v1.DeploymentService/ListRevisions"),
    access::user("/canopy.deployments.v1.DeploymentService/RevealSecrets"),
    // the owners of teams and clusters ask before they delete one
    access::user("/canopy.deployments.v1.DeploymentService/CountDeployments").or_services(&["teams", "infrastructure"]),
    access::user("/canopy.deployments.v1.DeploymentService/GetQuotas"),
    access::user("/canopy.deployments.v1.DeploymentService/GetCatalogue"),
    access::user("/canopy.deployments.v1.DeploymentService/StreamLogs"),
    access::services("/canopy.deployments.v1.DeploymentService/Finish", &["tasks"]),
    access::services("/canopy.deployments.v1.DeploymentService/WriteSecrets", &["tasks"]),
    access::services("/canopy.deployments.v1.DeploymentService/Apply", &["tasks"]),
    access::services("/canopy.deployments.v1.DeploymentService/Observe", &["infrastructure"]),
];
