//! Who may call what. The rules about whose deployment it is follow in the verbs.

use access::{
    Capability::{Manage, Private, Read, Readable, Write},
    Row,
};

/// One row per RPC; the service does not start when one is missing.
pub const POLICY: &[Row] = &[
    access::user("/canopy.deployments.v1.DeploymentService/CreateDeployment").needs(Write),
    access::user("/canopy.deployments.v1.DeploymentService/ListDeployments").needs(Readable),
    access::user("/canopy.deployments.v1.DeploymentService/GetDeployment").needs(Read),
    access::user("/canopy.deployments.v1.DeploymentService/UpdateDeployment").needs(Write),
    access::user("/canopy.deployments.v1.DeploymentService/PlanDeployment").needs(Write),
    access::user("/canopy.deployments.v1.DeploymentService/RestartDeployment").needs(Write),
    access::user("/canopy.deployments.v1.DeploymentService/StopDeployment").needs(Write),
    access::user("/canopy.deployments.v1.DeploymentService/StartDeployment").needs(Write),
    access::user("/canopy.deployments.v1.DeploymentService/ScaleDeployment").needs(Write),
    access::user("/canopy.deployments.v1.DeploymentService/DeleteDeployment").needs(Write),
    access::user("/canopy.deployments.v1.DeploymentService/RetryDeployment").needs(Write),
    access::user("/canopy.deployments.v1.DeploymentService/DiscardChange").needs(Write),
    access::user("/canopy.deployments.v1.DeploymentService/RollbackDeployment").needs(Write),
    access::user("/canopy.deployments.v1.DeploymentService/GetDrift").needs(Private),
    access::user("/canopy.deployments.v1.DeploymentService/PutRight").needs(Write),
    access::user("/canopy.deployments.v1.DeploymentService/ListRevisions").needs(Read),
    access::user("/canopy.deployments.v1.DeploymentService/GetChart").needs(Private),
    // whoever made it sees all but the root password as a member
    access::user("/canopy.deployments.v1.DeploymentService/RevealSecrets").needs(Manage),
    // the owners of teams and clusters ask before they delete one
    access::user("/canopy.deployments.v1.DeploymentService/CountDeployments")
        .needs(Readable)
        .or_services(&["teams", "infrastructure"]),
    access::user("/canopy.deployments.v1.DeploymentService/GetQuotas").needs(Read),
    access::user("/canopy.deployments.v1.DeploymentService/GetCatalogue"),
    access::user("/canopy.deployments.v1.DeploymentService/StreamLogs").needs(Private),
    access::user("/canopy.deployments.v1.DeploymentService/ListServices").needs(Read),
    access::user("/canopy.deployments.v1.DeploymentService/ListVolumes").needs(Read),
    access::user("/canopy.deployments.v1.DeploymentService/GetUsage").needs(Read),
    access::user("/canopy.deployments.v1.DeploymentService/CheckReach").needs(Write),
    access::user("/canopy.deployments.v1.DeploymentService/OpenShell").needs(Write),
    access::admin("/canopy.deployments.v1.DeploymentService/ForgetRemains"),
    access::services("/canopy.deployments.v1.DeploymentService/Finish", &["tasks"]),
    access::services("/canopy.deployments.v1.DeploymentService/GetOrder", &["tasks"]),
    access::services("/canopy.deployments.v1.DeploymentService/WriteSecrets", &["tasks"]),
    access::services("/canopy.deployments.v1.DeploymentService/Apply", &["tasks"]),
    access::services("/canopy.deployments.v1.DeploymentService/DeleteVolumes", &["tasks"]),
    access::services("/canopy.deployments.v1.DeploymentService/SwitchCluster", &["tasks"]),
    access::services("/canopy.deployments.v1.DeploymentService/Vacate", &["tasks"]),
    access::services("/canopy.deployments.v1.DeploymentService/Observe", &["infrastructure"]),
    access::services("/canopy.deployments.v1.DeploymentService/TellName", &["teams", "infrastructure"]),
];
