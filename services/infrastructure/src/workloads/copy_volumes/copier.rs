//! Pods that a volume is copied through: one for each volume, with the user and the node of what uses the volume, since
//! nobody else may read its files.

use crate::{
    kubernetes::{
        apply::{self, Existing},
        change::{Change, Ticket},
        delete, kinds,
        space::{DEPLOYMENT_LABEL, Space},
    },
    workloads::{Workloads, exec::Place, rollout, run_hooks::TASK_ANNOTATION},
};
use helm::Document;
use k8s_openapi::api::core::v1::Pod;
use kit::{Error, Result, message};
use kube::{
    Api, ResourceExt as _,
    api::{DynamicObject, ListParams},
};
use serde_json::{Map, Value, json};

/// On the Deployment and its pod; its value is the Deployment's name.
pub(in crate::workloads) const LABEL: &str = "canopy.internal/copies";
const MANAGER: &str = "canopy-copy";
const CONTAINER: &str = "copy";
/// Waits until it is told to end.
const WAITS: &str = "trap 'exit 0' TERM; while :; do sleep 600 & wait $!; done";
/// Images of the charts with a shell and `tar`, by the last part of their name; others have no `tar`, such as MySQL's.
const WITH_TAR: [&str; 7] = ["wordpress", "nginx-unprivileged", "nginx", "node", "php", "composer", "git"];
/// Of a pod: who its files belong to, and where it may run.
const POD_FIELDS: [&str; 7] = [
    "securityContext",
    "serviceAccountName",
    "imagePullSecrets",
    "nodeSelector",
    "tolerations",
    "priorityClassName",
    "runtimeClassName",
];
const CONTAINER_FIELDS: [&str; 3] = ["securityContext", "resources", "imagePullPolicy"];

/// Has a pod for the volume of a claim; the Deployment's name.
///
/// # Errors
/// `FENCED`, `Timeout`, or the cluster's refusal; conflict `COPY_NO_USER` when nothing of the release uses the claim.
pub(super) async fn start(change: &Change, documents: &[Document], claim: &str, n: usize) -> Result<String> {
    let name = format!("canopy-copy-{n}");
    let body = body(&change.ticket, documents, claim, &name)
        .ok_or_else(|| Error::conflict(message!(COPY_NO_USER, volume = claim)))?;
    let ours = |object: &DynamicObject| {
        if object.labels().contains_key(LABEL) {
            Ok(())
        } else {
            Err(apply::foreign(kinds::DEPLOYMENT, &object.name_any(), message!(OfNoRelease)))
        }
    };
    apply::apply(change, kinds::DEPLOYMENT, MANAGER, &body, Existing::of(&ours)).await?;
    Ok(name)
}

/// Where the pod runs; `None` while it does not.
///
/// # Errors
/// Conflict `COPY_CANNOT_START`, and when the cluster refuses or does not answer.
pub(super) async fn running(app: &Workloads, space: &Space, name: &str) -> Result<Option<Place>> {
    let labels = format!("{LABEL}={name}");
    let pods = Api::<Pod>::namespaced(space.client(), &space.namespace);
    let doing = space.doing("list", kinds::POD, "");
    let params = ListParams::default().labels(&labels).limit(20);
    let pods = space.call(doing, pods.list(&params)).await.map_err(|fault| doing.error(fault))?.items;
    let runs = |pod: &&Pod| {
        let mut all = pod.status.iter().flat_map(|status| status.container_statuses.iter().flatten());
        pod.metadata.deletion_timestamp.is_none()
            && all.any(|status| status.state.as_ref().is_some_and(|state| state.running.is_some()))
    };
    if let Some(pod) = pods.iter().find(runs) {
        return Ok(Some(Place { pod: pod.name_any(), container: CONTAINER.to_owned() }));
    }
    match rollout::cannot_start(space, &labels, app.cx.clock.now(), &app.patience).await? {
        Some(said) => Err(Error::conflict(message!(COPY_CANNOT_START, said = said))),
        None => Ok(None),
    }
}

/// Deletes all of them, an earlier worker's too; true when none is left.
///
/// # Errors
/// `FENCED`, `Timeout`, or the cluster's refusal.
pub(in crate::workloads) async fn remove(change: &Change) -> Result<bool> {
    let labelled = ListParams::default().labels(LABEL);
    for object in change.space.list_metadata(kinds::DEPLOYMENT, &labelled).await? {
        let name = object.metadata.name.unwrap_or_default();
        let ours = |object: &DynamicObject| object.labels().contains_key(LABEL);
        delete::delete(change, kinds::DEPLOYMENT, &name, &ours).await?;
    }
    Ok(change.space.list_metadata(kinds::POD, &labelled).await?.is_empty())
}

fn body(ticket: &Ticket, documents: &[Document], claim: &str, name: &str) -> Option<Value> {
    let user = user(documents, claim)?;
    let mut pod = kept(user.pod, &POD_FIELDS);
    // the pods of the site that its own have to be near to do not run now
    if let Some(nodes) = user.pod.pointer("/affinity/nodeAffinity") {
        pod.insert("affinity".to_owned(), json!({"nodeAffinity": nodes}));
    }
    let mut container = kept(user.container, &CONTAINER_FIELDS);
    container.extend(object(json!({
        "name": CONTAINER,
        "image": image(documents).unwrap_or_else(|| user.container["image"].clone()),
        "command": ["sh", "-c", WAITS],
        "volumeMounts": [{"name": "volume", "mountPath": super::FOLDER}],
    })));
    pod.extend(object(json!({
        "containers": [container],
        "volumes": [{"name": "volume", "persistentVolumeClaim": {"claimName": claim}}],
        "terminationGracePeriodSeconds": 5,
        "automountServiceAccountToken": false,
        "enableServiceLinks": false,
    })));
    let labels = json!({LABEL: name});
    Some(json!({
        "apiVersion": kinds::DEPLOYMENT.api_version(),
        "kind": kinds::DEPLOYMENT.kind,
        "metadata": {
            "name": name,
            "labels": {LABEL: name, DEPLOYMENT_LABEL: ticket.deployment.to_string()},
            "annotations": {TASK_ANNOTATION: ticket.task.to_string()},
        },
        "spec": {
            "replicas": 1,
            "strategy": {"type": "Recreate"},
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": pod},
        },
    }))
}

/// What uses a volume.
struct User<'a> {
    pod: &'a Value,
    container: &'a Value,
}

/// The first container that mounts the claim: of what runs always before what runs at times.
fn user<'a>(documents: &'a [Document], claim: &str) -> Option<User<'a>> {
    let in_order = |at_times: bool| documents.iter().filter(move |document| (document.kind == "CronJob") == at_times);
    in_order(false).chain(in_order(true)).find_map(|document| {
        let pod = pod(document)?;
        let mounted = volume(document, pod, claim)?;
        let mounts = |container: &&Value| {
            let mut mounts = list(container, "/volumeMounts");
            mounts.any(|mount| mount["name"] == mounted)
        };
        let container = containers(pod).find(mounts)?;
        Some(User { pod, container })
    })
}

fn pod(document: &Document) -> Option<&Value> {
    let place = if document.kind == "CronJob" { "/spec/jobTemplate/spec/template/spec" } else { "/spec/template/spec" };
    document.object.pointer(place)
}

/// The name by which a pod's containers know the claim.
fn volume<'a>(document: &'a Document, pod: &'a Value, claim: &str) -> Option<&'a str> {
    let direct = list(pod, "/volumes")
        .find(|volume| volume.pointer("/persistentVolumeClaim/claimName").and_then(Value::as_str) == Some(claim))
        .and_then(|volume| volume["name"].as_str());
    direct.or_else(|| super::template(document, claim)?.pointer("/metadata/name")?.as_str())
}

/// The first image of the release that is known to have `tar`.
fn image(documents: &[Document]) -> Option<Value> {
    let images = documents.iter().filter_map(pod).flat_map(containers).map(|container| &container["image"]);
    images.into_iter().find(|image| image.as_str().is_some_and(has_tar)).cloned()
}

/// `docker.io/library/wordpress:6.8-php8.3-fpm@sha256:…` by `wordpress`.
fn has_tar(image: &str) -> bool {
    let name = image.rsplit('/').next().unwrap_or_default();
    let name = name.split([':', '@']).next().unwrap_or_default();
    WITH_TAR.contains(&name)
}

fn containers(pod: &Value) -> impl Iterator<Item = &Value> {
    list(pod, "/containers").chain(list(pod, "/initContainers"))
}

fn list<'a>(value: &'a Value, pointer: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
    value.pointer(pointer).and_then(Value::as_array).into_iter().flatten()
}

fn kept(value: &Value, fields: &[&str]) -> Map<String, Value> {
    fields.iter().filter_map(|field| Some(((*field).to_owned(), value.get(field)?.clone()))).collect()
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn documents() -> Vec<Document> {
        let manifest = r#"
apiVersion: batch/v1
kind: CronJob
metadata: {name: shop-backup}
spec: {jobTemplate: {spec: {template: {spec: {securityContext: {runAsUser: 7}, volumes: [{name: data, persistentVolumeClaim: {claimName: shop-data}}, {name: backup, persistentVolumeClaim: {claimName: shop-backup}}], containers: [{name: save, image: "mysql:8.4", volumeMounts: [{name: data, mountPath: /d}, {name: backup, mountPath: /b}]}]}}}}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: shop-mysql}
spec: {selector: {matchLabels: {a: b}}, volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce]}}], template: {spec: {securityContext: {runAsUser: 999}, containers: [{name: mysql, image: "docker.io/library/mysql:8.4@sha256:1", resources: {limits: {memory: 1Gi}}, volumeMounts: [{name: data, mountPath: /v}]}]}}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: shop-web}
spec: {template: {spec: {securityContext: {runAsUser: 33}, volumes: [{name: files, persistentVolumeClaim: {claimName: shop-data}}], containers: [{name: nginx, image: "nginx:1"}, {name: app, image: "registry.example:5000/library/wordpress:6-fpm@sha256:2", command: [php], volumeMounts: [{name: files, mountPath: /v}]}]}}}
"#;
        helm::documents(manifest).expect("a manifest")
    }

    fn copies(claim: &str) -> Option<(Value, Value)> {
        let documents = documents();
        let user = user(&documents, claim)?;
        Some((user.pod["securityContext"]["runAsUser"].clone(), user.container["name"].clone()))
    }

    #[test]
    fn a_volume_is_read_as_who_uses_it() {
        assert_eq!(copies("shop-data"), Some((json!(33), json!("app"))), "what always runs comes first");
        assert_eq!(copies("data-shop-mysql-0"), Some((json!(999), json!("mysql"))));
        assert_eq!(copies("shop-backup"), Some((json!(7), json!("save"))));
        assert_eq!(copies("other"), None);
        assert_eq!(image(&documents()), Some(json!("nginx:1")), "not MySQL's");
    }

    #[test]
    fn its_pod_may_run_where_theirs_may_and_is_near_to_nobody() {
        let mut documents = documents();
        let web = documents.iter_mut().find(|document| document.name == "shop-web").expect("it");
        let pod = &mut web.object["spec"]["template"]["spec"];
        pod["affinity"] = json!({"podAffinity": {"a": 1}, "nodeAffinity": {"b": 2}});
        pod["tolerations"] = json!([{"key": "sites"}]);
        pod["initContainers"] = json!([{"name": "prepare"}]);
        let id = uuid::Uuid::nil();
        let (namespace, release) = ("shop".to_owned(), "shop".to_owned());
        let ticket = Ticket { cluster: id, deployment: id, task: id, fence: 1, namespace, release };
        let body = body(&ticket, &documents, "shop-data", "canopy-copy-1").expect("a Deployment");
        let pod = &body["spec"]["template"]["spec"];
        assert_eq!(pod["affinity"], json!({"nodeAffinity": {"b": 2}}));
        assert_eq!((&pod["tolerations"][0]["key"], &pod["initContainers"]), (&json!("sites"), &Value::Null));
        assert_eq!(pod["securityContext"]["runAsUser"], 33);
        let container = &pod["containers"][0];
        assert_eq!((&container["image"], &container["command"][0]), (&json!("nginx:1"), &json!("sh")));
        assert_eq!(pod["volumes"][0]["persistentVolumeClaim"]["claimName"], "shop-data");
    }

    #[test]
    fn images_are_known_by_the_last_part_of_their_name() {
        for (image, known) in [
            ("nginx", true),
            ("nginxinc/nginx-unprivileged:1.29-alpine", true),
            ("registry:5000/node@sha256:1", true),
            ("mysql:8", false),
            ("node/app:1", false),
            ("", false),
        ] {
            assert_eq!(has_tar(image), known, "{image}");
        }
    }
}
