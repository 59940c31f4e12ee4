//! The components of a release, as pure functions of what its namespace shows.

use super::rollout::{Patience, Snapshot, Wanted, progress, signals};
use k8s_openapi::api::core::v1::{Pod, PodTemplateSpec};
use kit::Message;
use kube::{Resource, ResourceExt as _};
use proto::infrastructure as pb;
use std::collections::BTreeMap;

const COMPONENT: &str = "app.kubernetes.io/component";

/// The components and what belongs to each.
pub(crate) fn parts(snapshot: &Snapshot) -> BTreeMap<String, Wanted> {
    let mut parts: BTreeMap<String, Wanted> = BTreeMap::new();
    for (name, deployment) in snapshot.deployments.iter() {
        parts.entry(component(deployment)).or_default().deployments.push(name.to_owned());
    }
    for (name, set) in snapshot.stateful_sets.iter() {
        parts.entry(component(set)).or_default().stateful_sets.push(name.to_owned());
    }
    parts
}

pub(crate) fn component<K: Resource>(object: &K) -> String {
    object.labels().get(COMPONENT).cloned().unwrap_or_default()
}

/// One component, and what is to be said about it.
pub(crate) fn workload(
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
