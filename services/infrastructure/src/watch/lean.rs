//! What is kept of an object: a cluster has many, and nobody reads the whole of them.

use k8s_openapi::api::{
    apps::v1::{Deployment, ReplicaSet, StatefulSet},
    batch::v1::Job,
    core::v1::{Container, Event, Namespace, PersistentVolumeClaim, Pod, PodSpec},
};
use kube::{
    ResourceExt,
    api::{DynamicObject, PartialObjectMeta},
};

/// An object of which only its metadata is read.
pub type Mark = PartialObjectMeta<DynamicObject>;

/// Drops what no verdict is made from.
pub trait Lean: ResourceExt {
    /// The kind's own ballast.
    fn shed(&mut self) {}

    /// What every kind carries, and the kind's own.
    fn make_lean(&mut self) {
        self.managed_fields_mut().clear();
        self.annotations_mut().remove("kubectl.kubernetes.io/last-applied-configuration");
        self.shed();
    }
}

impl Lean for Deployment {
    fn shed(&mut self) {
        if let Some(spec) = &mut self.spec {
            shed_template(spec.template.spec.as_mut());
        }
    }
}

impl Lean for ReplicaSet {
    fn shed(&mut self) {
        if let Some(spec) = &mut self.spec {
            spec.template = None;
        }
    }
}

impl Lean for StatefulSet {
    fn shed(&mut self) {
        if let Some(spec) = &mut self.spec {
            shed_template(spec.template.spec.as_mut());
            spec.volume_claim_templates = None;
        }
    }
}

impl Lean for Job {
    fn shed(&mut self) {
        if let Some(spec) = &mut self.spec {
            spec.template.spec = None;
        }
    }
}

impl Lean for Pod {
    fn shed(&mut self) {
        let Some(spec) = &mut self.spec else { return };
        *spec = PodSpec {
            node_name: spec.node_name.take(),
            containers: std::mem::take(&mut spec.containers),
            init_containers: spec.init_containers.take(),
            ..PodSpec::default()
        };
        spec.containers.iter_mut().chain(spec.init_containers.iter_mut().flatten()).for_each(shed_container);
    }
}

/// Of a template: which containers there are, and what each asks for.
fn shed_template(spec: Option<&mut PodSpec>) {
    let Some(spec) = spec else { return };
    *spec = PodSpec { containers: std::mem::take(&mut spec.containers), ..PodSpec::default() };
    spec.containers.iter_mut().for_each(shed_container);
}

/// Environments go most of all: they are long, and people put secrets there.
fn shed_container(container: &mut Container) {
    *container = Container {
        name: std::mem::take(&mut container.name),
        image: container.image.take(),
        resources: container.resources.take(),
        ..Container::default()
    };
}

impl Lean for Mark {}
impl Lean for Namespace {}
impl Lean for PersistentVolumeClaim {}
impl Lean for Event {}
