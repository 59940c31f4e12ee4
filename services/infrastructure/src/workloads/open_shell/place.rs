//! Which pod and which of its containers: the one that was named, or one that runs.

use crate::{
    kubernetes::{kinds, space::Space},
    workloads::exec::Place,
};
use k8s_openapi::api::core::v1::{ContainerStatus, Pod};
use kit::{Error, Result, message};
use kube::{Api, ResourceExt as _, api::ListParams};
use proto::infrastructure as pb;

/// Finds it among the pods of the component: no other pod of the namespace is entered, whatever name is given.
pub(super) async fn find(space: &Space, target: &pb::ShellTarget) -> Result<Place> {
    let pods = Api::<Pod>::namespaced(space.client(), &space.namespace);
    let doing = space.doing("list", kinds::POD, "");
    let selector = format!("app.kubernetes.io/component={}", target.component);
    let params = ListParams::default().labels(&selector).limit(200);
    let list = space.call(doing, pods.list(&params)).await.map_err(|fault| doing.error(fault))?;
    choose(&list.items, target)
}

fn choose(pods: &[Pod], target: &pb::ShellTarget) -> Result<Place> {
    let container = &target.container;
    let named = |pod: &&Pod| target.pod.is_empty() || pod.name_any() == target.pod;
    let candidates: Vec<&Pod> = pods.iter().filter(named).collect();
    if candidates.is_empty() && !target.pod.is_empty() {
        return Err(Error::not_found("Pod"));
    }
    if let [only] = candidates[..]
        && !has(only, container)
    {
        return Err(Error::invalid_field("container", message!(NO_SUCH_CONTAINER)));
    }
    let going = |pod: &Pod| pod.metadata.deletion_timestamp.is_some();
    // one that stays before one that is being replaced
    let mut running: Vec<&&Pod> = candidates.iter().filter(|pod| runs(pod, container)).collect();
    running.sort_by_key(|pod| (going(pod), pod.name_any()));
    let pod = running.first().ok_or_else(|| Error::conflict(message!(SHELL_NOT_RUNNING, container = container)))?;
    Ok(Place { pod: pod.name_any(), container: container.clone() })
}

fn has(pod: &Pod, container: &str) -> bool {
    let all = pod.spec.iter().flat_map(|spec| spec.containers.iter().chain(spec.init_containers.iter().flatten()));
    all.into_iter().any(|found| found.name == container)
}

fn runs(pod: &Pod, container: &str) -> bool {
    let all = pod.status.iter().flat_map(|status| {
        status.container_statuses.iter().flatten().chain(status.init_container_statuses.iter().flatten())
    });
    let is_running = |status: &ContainerStatus| status.state.as_ref().is_some_and(|state| state.running.is_some());
    all.into_iter().any(|status| status.name == container && is_running(status))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn pod(name: &str, running: bool, going: bool) -> Pod {
        let state = if running { json!({"running": {}}) } else { json!({"waiting": {"reason": "CrashLoopBackOff"}}) };
        let gone = going.then_some("2026-01-01T00:00:00Z");
        serde_json::from_value(json!({
            "metadata": {"name": name, "deletionTimestamp": gone},
            "spec": {"containers": [{"name": "app"}]},
            "status": {"containerStatuses": [{"name": "app", "state": state, "ready": running, "image": "i", "imageID": "", "restartCount": 0}]},
        }))
        .expect("a pod")
    }

    fn chosen(pods: &[Pod], pod: &str, container: &str) -> std::result::Result<String, &'static str> {
        let target = pb::ShellTarget { pod: pod.into(), container: container.into(), ..Default::default() };
        choose(pods, &target).map(|place| place.pod).map_err(|error| match error {
            Error::NotFound(_) => "not found",
            Error::Invalid { .. } => "invalid",
            Error::Conflict(_) => "conflict",
            _ => "other",
        })
    }

    #[test]
    fn the_named_pod_or_one_that_runs_and_stays_is_entered() {
        let pods = [pod("a", false, false), pod("b", true, true), pod("c", true, false)];
        assert_eq!(chosen(&pods, "", "app"), Ok("c".to_owned()));
        assert_eq!(chosen(&pods[..2], "", "app"), Ok("b".to_owned()));
        assert_eq!(chosen(&pods, "b", "app"), Ok("b".to_owned()));
        assert_eq!(chosen(&pods, "a", "app"), Err("conflict"));
        assert_eq!(chosen(&pods, "d", "app"), Err("not found"));
        assert_eq!(chosen(&pods, "c", "other"), Err("invalid"));
        assert_eq!(chosen(&[], "", "app"), Err("conflict"));
    }
}
