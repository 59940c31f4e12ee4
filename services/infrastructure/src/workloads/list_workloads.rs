//! `ListWorkloads`: what runs of a release at this moment, and where it is reached. Changes nothing.

use crate::{
    kubernetes::{change, failure::Fault, kinds, mask::Mask, space::Space},
    watch::INSTANCE,
    workloads::{
        Workloads, masked,
        rollout::{Patience, Snapshot, Wanted, progress, signals},
    },
};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use k8s_openapi::{
    NamespaceResourceScope,
    api::{
        apps::v1::{Deployment, ReplicaSet, StatefulSet},
        core::v1::{Event, Pod, PodTemplateSpec, Service},
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
use std::{collections::BTreeMap, fmt::Debug};

const COMPONENT: &str = "app.kubernetes.io/component";
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
    let space = app.space(&request.cluster_id, &request.deployment_id, &request.namespace).await?;
    masked(&space, async {
        let (workloads, services, ingresses) = tokio::try_join!(
            workloads(&space, &release, &app.patience),
            found(&space, kinds::SERVICE, &request.services, service),
            found(&space, kinds::INGRESS, &request.ingresses, ingress),
        )?;
        Ok(pb::ListWorkloadsResponse { workloads, services, ingresses })
    })
    .await
}

/// The release's components, by name.
async fn workloads(space: &Space, release: &str, patience: &Patience) -> Result<Vec<pb::Workload>> {
    let of_release = ListParams::default().labels(&format!("{INSTANCE}={release}"));
    let (deployments, stateful_sets, pods) = tokio::try_join!(
        listed::<Deployment>(space, kinds::DEPLOYMENT, &of_release),
        listed::<StatefulSet>(space, kinds::STATEFUL_SET, &of_release),
        listed::<Pod>(space, kinds::POD, &of_release),
    )?;
    let mut snapshot = Snapshot { deployments, stateful_sets, pods, ..Snapshot::default() };
    let parts = parts(&snapshot);
    if parts.values().any(|wanted| !progress(&snapshot, wanted).waiting.is_empty()) {
        // Only what is not ready is explained, and by these.
        let all = ListParams::default();
        let (replica_sets, events) = tokio::try_join!(
            listed::<ReplicaSet>(space, kinds::REPLICA_SET, &of_release),
            listed::<Event>(space, kinds::EVENT, &all),
        )?;
        (snapshot.replica_sets, snapshot.events) = (replica_sets, events);
    }
    let mut all: Vec<(pb::Workload, Option<Message>)> =
        parts.iter().map(|(component, wanted)| workload(&snapshot, component, wanted, patience)).collect();
    if all.iter().any(|(_, problem)| problem.is_some()) {
        let mask = space.mask().await?;
        for (workload, problem) in &mut all {
            if let Some(problem) = problem {
                let problem = problem.clone().with_texts(&|text| shown(&mask, text));
                (workload.problem, workload.said) = (problem.to_string(), problem.packed());
            }
        }
    }
    Ok(all.into_iter().map(|(workload, _)| workload).collect())
}

fn shown(mask: &Mask, text: &str) -> String {
    text.lines().map(|line| mask.text(line)).collect::<Vec<_>>().join("\n")
}

/// The components and what belongs to each.
fn parts(snapshot: &Snapshot) -> BTreeMap<String, Wanted> {
    let mut parts: BTreeMap<String, Wanted> = BTreeMap::new();
    for (name, deployment) in &snapshot.deployments {
        parts.entry(component(deployment)).or_default().deployments.push(name.clone());
    }
    for (name, set) in &snapshot.stateful_sets {
        parts.entry(component(set)).or_default().stateful_sets.push(name.clone());
    }
    parts
}

fn component<K: Resource>(object: &K) -> String {
    object.labels().get(COMPONENT).cloned().unwrap_or_default()
}

/// One component, and what is to be said about it.
fn workload(
    snapshot: &Snapshot,
    component: &str,
    wanted: &Wanted,
    patience: &Patience,
) -> (pb::Workload, Option<Message>) {
    let deployments = wanted.deployments.iter().filter_map(|name| snapshot.deployments.get(name)).map(|d| {
        let spec = d.spec.as_ref();
        (spec.and_then(|spec| spec.replicas), spec.map(|spec| &spec.template))
    });
    let sets = wanted.stateful_sets.iter().filter_map(|name| snapshot.stateful_sets.get(name)).map(|s| {
        let spec = s.spec.as_ref();
        (spec.and_then(|spec| spec.replicas), spec.map(|spec| &spec.template))
    });
    let (mut pods_wanted, mut templates) = (0, Vec::new());
    for (replicas, template) in deployments.chain(sets) {
        pods_wanted += replicas.unwrap_or(1);
        templates.extend(template);
    }
    let pods: Vec<&Pod> = snapshot
        .pods
        .values()
        .filter(|pod| self::component(*pod) == component && pod.metadata.deletion_timestamp.is_none())
        .collect();
    let ready = pods.iter().filter(|pod| is_ready(pod)).count();
    let waiting = progress(snapshot, wanted).waiting;
    let trouble = match waiting.is_empty() {
        true => None,
        false => signals(snapshot, wanted, patience).into_iter().next().map(|signal| signal.message),
    };
    let failing = trouble.is_some();
    let workload = pb::Workload {
        component: component.to_owned(),
        wanted: pods_wanted,
        ready: i32::try_from(ready).unwrap_or(i32::MAX).min(pods_wanted),
        containers: templates.into_iter().flat_map(|template| containers(template, &pods, pods_wanted)).collect(),
        failing,
        ..pb::Workload::default()
    };
    (workload, trouble.or_else(|| waiting.into_iter().next()))
}

fn is_ready(pod: &Pod) -> bool {
    let conditions = pod.status.as_ref().and_then(|status| status.conditions.as_deref()).unwrap_or_default();
    conditions.iter().any(|condition| condition.type_ == "Ready" && condition.status == "True")
}

fn containers(template: &PodTemplateSpec, pods: &[&Pod], most: i32) -> Vec<pb::WorkloadContainer> {
    let spec = template.spec.iter().flat_map(|spec| &spec.containers);
    spec.map(|container| {
        let requests = container.resources.as_ref().and_then(|resources| resources.requests.as_ref());
        let asked = |what: &str| {
            requests.and_then(|requests| requests.get(what)).map(|amount| amount.0.clone()).unwrap_or_default()
        };
        let statuses = pods
            .iter()
            .filter_map(|pod| pod.status.as_ref()?.container_statuses.as_deref())
            .flatten()
            .filter(|status| status.name == container.name);
        let (mut ready, mut restarts) = (0_i32, 0_i32);
        for status in statuses {
            ready = ready.saturating_add(i32::from(status.ready));
            restarts = restarts.saturating_add(status.restart_count);
        }
        pb::WorkloadContainer {
            name: container.name.clone(),
            // While pods are replaced there are more than are wanted.
            ready: ready.min(most),
            restarts,
            cpu: asked("cpu"),
            memory: asked("memory"),
        }
    })
    .collect()
}

/// All of a kind in the namespace that match, by name.
async fn listed<K>(space: &Space, kind: kinds::Kind, params: &ListParams) -> Result<BTreeMap<String, K>>
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
