//! `ListWorkloads`: what runs of a release at this moment, and where it is reached. Changes nothing. What the watches of
//! the cluster know is not asked for.

use crate::{
    kubernetes::{change, failure::Fault, kinds, space::Space},
    simulated::is_simulated,
    watch::{INSTANCE, Objects},
    workloads::{
        Workloads,
        components::{parts, workload},
        masked,
        rollout::{Patience, Snapshot, progress},
    },
};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use k8s_openapi::{
    NamespaceResourceScope,
    api::{
        apps::v1::{Deployment, ReplicaSet, StatefulSet},
        core::v1::{Event, Pod, Service},
        networking::v1::Ingress,
    },
};
use kit::{Error, Message, Result, message};
use kube::{
    Api, Resource, ResourceExt as _,
    api::{ListParams, ObjectList},
};
use proto::infrastructure as pb;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// Objects of one kind that are read. Fixed: a release has a handful.
const MOST: u32 = 500;
/// Services and Ingresses that are looked at. Fixed: a release has fewer.
const MOST_NAMES: usize = 20;

pub(super) async fn list_workloads(
    app: &Workloads,
    request: pb::ListWorkloadsRequest,
) -> Result<pb::ListWorkloadsResponse> {
    let release = change::namespace(&request.release_name)?;
    for names in [&request.services, &request.ingresses] {
        if names.len() > MOST_NAMES || names.iter().any(|name| change::namespace(name).is_err()) {
            return Err(Error::invalid_field("services", message!(NO_NAME)));
        }
    }
    let (space, known) = opened(app, &request, &release).await?;
    masked(&space, async {
        let simulated =
            async { if request.whether_simulated { is_simulated(space.cluster()).await } else { Ok(false) } };
        let (workloads, services, ingresses, simulated) = tokio::try_join!(
            workloads(&space, known, &release, &app.patience),
            found(&space, kinds::SERVICE, &request.services, service),
            found(&space, kinds::INGRESS, &request.ingresses, ingress),
            simulated,
        )?;
        Ok(pb::ListWorkloadsResponse { workloads, services, ingresses, simulated })
    })
    .await
}

/// The namespace, which is the deployment's, and what the watches know of it.
async fn opened(
    app: &Workloads,
    request: &pb::ListWorkloadsRequest,
    release: &str,
) -> Result<(Space, Option<Snapshot>)> {
    let deployment = kit::ids::parse_as(&request.deployment_id, "Deployment")?;
    // the watches keep releases that are named as their namespace
    if release == request.namespace {
        let cluster = app.gateway.cluster(kit::ids::parse_as(&request.cluster_id, "Cluster")?).await?;
        if let Some(known) = cluster.watches().known(deployment, release) {
            return Ok((Space::new(cluster, release.to_owned()), Some(known)));
        }
    }
    Ok((app.space(&request.cluster_id, &request.deployment_id, &request.namespace).await?, None))
}

/// The release's components, by name.
async fn workloads(
    space: &Space,
    known: Option<Snapshot>,
    release: &str,
    patience: &Patience,
) -> Result<Vec<pb::Workload>> {
    let of_release = ListParams::default().labels(&format!("{INSTANCE}={release}"));
    let mut snapshot = match known {
        Some(known) => known,
        None => {
            let (deployments, replica_sets, stateful_sets, pods) = tokio::try_join!(
                listed::<Deployment>(space, kinds::DEPLOYMENT, &of_release),
                listed::<ReplicaSet>(space, kinds::REPLICA_SET, &of_release),
                listed::<StatefulSet>(space, kinds::STATEFUL_SET, &of_release),
                listed::<Pod>(space, kinds::POD, &of_release),
            )?;
            Snapshot { deployments, replica_sets, stateful_sets, pods, ..Snapshot::default() }
        }
    };
    let parts = parts(&snapshot);
    if parts.values().any(|wanted| !progress(&snapshot, wanted).waiting.is_empty()) {
        // Only what is not ready is explained, and these say most.
        snapshot.events = listed::<Event>(space, kinds::EVENT, &ListParams::default()).await?;
    }
    let mut all: Vec<(pb::Workload, Option<Message>)> =
        parts.iter().map(|(component, wanted)| workload(&snapshot, component, wanted, patience)).collect();
    if all.iter().any(|(_, problem)| problem.is_some()) {
        let mask = space.mask().await?;
        for (workload, problem) in &mut all {
            if let Some(problem) = problem {
                let problem = problem.clone().with_texts(&|text| mask.lines(text));
                (workload.problem, workload.said) = (problem.to_string(), problem.packed());
            }
        }
    }
    Ok(all.into_iter().map(|(workload, _)| workload).collect())
}

/// All of a kind in the namespace that match, by name.
async fn listed<K>(space: &Space, kind: kinds::Kind, params: &ListParams) -> Result<Objects<K>>
where
    K: Resource<Scope = NamespaceResourceScope, DynamicType = ()> + Clone + DeserializeOwned + Debug,
{
    let (doing, api) = (space.doing("list", kind, ""), Api::<K>::namespaced(space.client(), &space.namespace));
    let params = params.clone().limit(MOST);
    let list: ObjectList<K> = space.call(doing, api.list(&params)).await.map_err(|fault| doing.error(fault))?;
    Ok(list.items.into_iter().map(|item| (item.name_any(), item)).collect())
}

/// Those of these names that are there: they are read one by one, because nothing else needs the right to list them.
async fn found<K, T>(space: &Space, kind: kinds::Kind, names: &[String], made: fn(K) -> T) -> Result<Vec<T>>
where
    K: Resource<Scope = NamespaceResourceScope, DynamicType = ()> + Clone + DeserializeOwned + Debug,
{
    let api = Api::<K>::namespaced(space.client(), &space.namespace);
    let asked: Vec<_> = names
        .iter()
        .map(|name| async {
            let doing = space.doing("get", kind, name);
            match space.call(doing, api.get(name)).await {
                Ok(object) => Ok(Some(object)),
                Err(Fault::Missing) => Ok(None),
                Err(fault) => Err(doing.error(fault)),
            }
        })
        .collect();
    let all: Vec<Option<K>> =
        stream::iter(asked).buffered(space.cluster().options().cluster_questions).try_collect().await?;
    Ok(all.into_iter().flatten().map(made).collect())
}

fn service(service: Service) -> pb::ServiceObject {
    let balancer = service.status.as_ref().and_then(|status| status.load_balancer.as_ref());
    let entry = balancer.and_then(|balancer| balancer.ingress.as_deref()).and_then(<[_]>::first);
    let spec = service.spec.as_ref();
    pb::ServiceObject {
        r#type: spec.and_then(|spec| spec.type_.clone()).unwrap_or_default(),
        port: spec.and_then(|spec| spec.ports.as_deref()).and_then(<[_]>::first).map_or(0, |port| port.port),
        address: entry.map(|entry| address(entry.hostname.as_deref(), entry.ip.as_deref())).unwrap_or_default(),
        name: service.name_any(),
    }
}

fn ingress(ingress: Ingress) -> pb::IngressObject {
    let balancer = ingress.status.as_ref().and_then(|status| status.load_balancer.as_ref());
    let entry = balancer.and_then(|balancer| balancer.ingress.as_deref()).and_then(<[_]>::first);
    let spec = ingress.spec.as_ref();
    let rules = spec.and_then(|spec| spec.rules.as_deref()).unwrap_or_default();
    pb::IngressObject {
        hosts: rules.iter().filter_map(|rule| rule.host.clone()).collect(),
        tls: spec.and_then(|spec| spec.tls.as_deref()).is_some_and(|tls| !tls.is_empty()),
        address: entry.map(|entry| address(entry.hostname.as_deref(), entry.ip.as_deref())).unwrap_or_default(),
        name: ingress.name_any(),
    }
}

/// A name goes before an IP address: where there is one, the address may change.
fn address(name: Option<&str>, ip: Option<&str>) -> String {
    crate::fault::clean(name.filter(|name| !name.is_empty()).or(ip).unwrap_or_default(), 253)
}
