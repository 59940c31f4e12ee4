//! What a cluster itself says of its nodes, classes, rights and warnings.

use super::super::prelude::*;
use proto::infrastructure as pb;

/// A sentence with its code.
#[derive(Serialize, ToSchema)]
pub struct Told {
    pub message: String,
    /// Its stable word.
    pub reason: String,
    /// What it is filled with.
    pub params: TextParams,
}

/// A node of a cluster.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClusterNode {
    pub name: String,
    /// It answers and takes pods.
    pub ready: bool,
    /// Closed to new pods.
    pub cordoned: bool,
    /// Conditions that hold and should not, such as `MemoryPressure`.
    pub pressures: Vec<String>,
    /// Why it is not ready, in the words of Kubernetes; null when it is, when nothing is said, and for users.
    #[schema(required)]
    pub reason: Option<String>,
    /// Version of its kubelet.
    pub kubelet: String,
    /// Operating system and architecture.
    pub system: String,
    /// Cores that pods can be given.
    pub cpu: f64,
    /// MiB that pods can be given.
    pub memory: i64,
    /// Pods that it takes.
    pub pods: i64,
    /// Cores that it has.
    #[serde(rename = "capacityCPU")]
    pub capacity_cpu: f64,
    /// MiB that it has.
    pub capacity_memory: i64,
    /// Cores that its pods ask for; null where pods may not be listed.
    #[serde(rename = "requestedCPU")]
    #[schema(required)]
    pub requested_cpu: Option<f64>,
    /// MiB that its pods ask for; null as above.
    #[schema(required)]
    pub requested_memory: Option<i64>,
    /// Pods that are on it; null as above.
    #[schema(required)]
    pub running_pods: Option<i64>,
}

/// An ingress class or a storage class.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClusterClass {
    pub name: String,
    /// Its controller or provisioner.
    pub by: String,
    pub is_default: bool,
}

/// What Canopy does with a kind of object, and whether the credentials may.
#[derive(Serialize, ToSchema)]
pub struct ClusterRight {
    /// For instance `deployments.apps` or `pods/log`.
    pub resource: String,
    /// Verbs of Kubernetes.
    pub allowed: Vec<String>,
    pub missing: Vec<String>,
}

/// A warning of Kubernetes, in its own words.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClusterWarning {
    pub reason: String,
    pub message: String,
    /// What it is about.
    pub kind: String,
    /// Empty for what is in no namespace.
    pub namespace: String,
    pub name: String,
    pub count: i32,
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub last_seen: Option<OffsetDateTime>,
}

/// A part that could not be read.
#[derive(Serialize, ToSchema)]
pub struct ClusterUnread {
    /// nodes, requests, ingress, storage, certificates, rights or warnings.
    pub part: String,
    /// Why; null for users.
    #[schema(required)]
    pub why: Option<Told>,
}

/// What a cluster says of itself.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Inspection {
    /// When it was read.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    pub version: String,
    /// By name.
    pub nodes: Vec<ClusterNode>,
    /// There are more nodes than are told.
    pub more_nodes: bool,
    pub ingress_classes: Vec<ClusterClass>,
    pub storage_classes: Vec<ClusterClass>,
    /// Whether the API of cert-manager is there; null when it could not be read.
    #[schema(required)]
    pub cert_manager: Option<bool>,
    /// Empty for users, who are told nothing of the credentials.
    pub rights: Vec<ClusterRight>,
    /// Newest first; empty for users.
    pub warnings: Vec<ClusterWarning>,
    /// There are more warnings than are told.
    pub more_warnings: bool,
    /// What a site would lack on it.
    pub lacks: Vec<Told>,
    /// What could not be read, and is empty above.
    pub unread: Vec<ClusterUnread>,
}

fn told(said: &str) -> Told {
    let (reason, params) = coded(said);
    Told { message: kit::Message::unpacked(said, "").to_string(), reason, params }
}

impl From<pb::ClusterNode> for ClusterNode {
    fn from(node: pb::ClusterNode) -> Self {
        let pb::ClusterNode {
            name,
            ready,
            cordoned,
            pressures,
            reason,
            kubelet,
            system,
            cpu,
            memory,
            pods,
            capacity_cpu,
            capacity_memory,
            requested_cpu,
            requested_memory,
            running_pods,
        } = node;
        Self {
            name,
            ready,
            cordoned,
            pressures,
            reason: text(reason),
            kubelet,
            system,
            cpu: super::cores(cpu),
            memory,
            pods,
            capacity_cpu: super::cores(capacity_cpu),
            capacity_memory,
            requested_cpu: requested_cpu.map(super::cores),
            requested_memory,
            running_pods,
        }
    }
}

impl From<pb::ClusterClass> for ClusterClass {
    fn from(class: pb::ClusterClass) -> Self {
        let pb::ClusterClass { name, by, is_default } = class;
        Self { name, by, is_default }
    }
}

impl From<pb::ClusterWarning> for ClusterWarning {
    fn from(warning: pb::ClusterWarning) -> Self {
        let pb::ClusterWarning { reason, message, kind, namespace, name, count, last_seen } = warning;
        Self { reason, message, kind, namespace, name, count, last_seen: moment_or_none(last_seen) }
    }
}

impl TryFrom<pb::InspectClusterResponse> for Inspection {
    type Error = kit::Error;

    fn try_from(answer: pb::InspectClusterResponse) -> kit::Result<Self> {
        let pb::InspectClusterResponse {
            at,
            version,
            nodes,
            more_nodes,
            ingress_classes,
            storage_classes,
            cert_manager,
            rights,
            warnings,
            more_warnings,
            lacks,
            unread,
        } = answer;
        let right = |pb::ClusterRight { resource, allowed, missing }| ClusterRight { resource, allowed, missing };
        let part =
            |pb::ClusterUnread { part, said }| ClusterUnread { part, why: (!said.is_empty()).then(|| told(&said)) };
        Ok(Self {
            at: moment(at, "InspectClusterResponse.at")?,
            version,
            nodes: nodes.into_iter().map(Into::into).collect(),
            more_nodes,
            ingress_classes: ingress_classes.into_iter().map(Into::into).collect(),
            storage_classes: storage_classes.into_iter().map(Into::into).collect(),
            cert_manager,
            rights: rights.into_iter().map(right).collect(),
            warnings: warnings.into_iter().map(Into::into).collect(),
            more_warnings,
            lacks: lacks.iter().map(|said| told(said)).collect(),
            unread: unread.into_iter().map(part).collect(),
        })
    }
}

/// What the cluster itself says now: nodes, classes, rights, warnings, and what a site would lack. What was read a moment
/// ago is told again.
#[utoipa::path(get, path = "/clusters/{id}/inspection", tag = "infrastructure",
    params(("id" = String, Path, description = "The cluster")), responses((status = 200, body = Data<Inspection>), StateErrors))]
pub async fn inspection(call: Call, ids: Ids) -> Result<Answer<Data<Inspection>>> {
    let message = pb::InspectClusterRequest { id: ids.one("Cluster")? };
    let answer = call.api().clusters.clone().inspect_cluster(call.ask(message)?).await?.into_inner();
    Ok(call.data(answer.try_into()?))
}
