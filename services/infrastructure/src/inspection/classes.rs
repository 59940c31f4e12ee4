//! Ingress classes, storage classes, and whether certificates are made.

use super::said;
use crate::{fault::clean, gateway::Cluster};
use k8s_openapi::api::{networking::v1::IngressClass, storage::v1::StorageClass};
use kit::Message;
use kube::{Resource, ResourceExt as _, api::ListParams};
use proto::infrastructure::ClusterClass;
use serde::de::DeserializeOwned;
use std::{fmt::Debug, ops::ControlFlow};

/// Classes that are shown. Fixed: a cluster has a handful.
const MOST: u32 = 100;

pub(super) async fn ingress(cluster: &Cluster) -> Result<Vec<ClusterClass>, Message> {
    let controller = |class: &IngressClass| class.spec.as_ref().and_then(|spec| spec.controller.clone());
    classes(cluster, "list ingressclasses", "ingressclass.kubernetes.io/is-default-class", controller).await
}

pub(super) async fn storage(cluster: &Cluster) -> Result<Vec<ClusterClass>, Message> {
    let provisioner = |class: &StorageClass| Some(class.provisioner.clone());
    classes(cluster, "list storageclasses", "storageclass.kubernetes.io/is-default-class", provisioner).await
}

async fn classes<K>(
    cluster: &Cluster,
    what: &str,
    default: &str,
    by: impl Fn(&K) -> Option<String>,
) -> Result<Vec<ClusterClass>, Message>
where
    K: Resource<DynamicType = ()> + Clone + Debug + DeserializeOwned,
{
    let mut classes = Vec::new();
    let listed = cluster.pages::<K>(ListParams::default().limit(MOST), |page| {
        classes.extend(page.items.iter().map(|class| ClusterClass {
            name: clean(&class.name_any(), 253),
            by: clean(&by(class).unwrap_or_default(), 253),
            is_default: class.annotations().get(default).is_some_and(|value| value == "true"),
        }));
        ControlFlow::Break(())
    });
    listed.await.map_err(|error| said(cluster, what, error))?;
    classes.sort_by(|one: &ClusterClass, other| (!one.is_default, &one.name).cmp(&(!other.is_default, &other.name)));
    Ok(classes)
}

/// Whether the API of cert-manager is there.
pub(super) async fn cert_manager(cluster: &Cluster) -> Result<bool, Message> {
    let groups = cluster.probe(cluster.options().probe_deadline, cluster.client().list_api_groups()).await;
    let groups = groups.map_err(|error| said(cluster, "get /apis", error))?;
    Ok(groups.groups.iter().any(|group| group.name == "cert-manager.io"))
}
