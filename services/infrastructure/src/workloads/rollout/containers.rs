//! What goes wrong with a pod and its containers.

use super::{
    Patience, Snapshot,
    signals::{Signal, Tail},
};
use crate::kubernetes::failure::plain;
use k8s_openapi::api::core::v1::{ContainerStatus, Pod};
use kit::{Message, message, message::as_is};
use kube::ResourceExt as _;
use std::time::Duration;

const IMAGE: [&str; 2] = ["ErrImagePull", "ImagePullBackOff"];
const START: [&str; 5] = [
    "InvalidImageName",
    "ErrImageNeverPull",
    "CreateContainerConfigError",
    "CreateContainerError",
    "RunContainerError",
];

/// What goes wrong with one pod.
#[must_use]
pub fn pod_signals(snapshot: &Snapshot, pod: &Pod, patience: &Patience) -> Vec<Signal> {
    let Some(status) = &pod.status else { return Vec::new() };
    let first = status.init_container_statuses.as_deref().unwrap_or_default();
    let then = status.container_statuses.as_deref().unwrap_or_default();
    let mut found: Vec<Signal> = first.iter().filter_map(|c| container(snapshot, pod, c, true, patience)).collect();
    found.extend(then.iter().filter_map(|c| container(snapshot, pod, c, false, patience)));
    let conditions = status.conditions.as_deref().unwrap_or_default();
    let unscheduled = conditions
        .iter()
        .find(|c| c.type_ == "PodScheduled" && c.status == "False" && c.reason.as_deref() == Some("Unschedulable"));
    found.extend(unscheduled.map(|condition| Signal {
        key: format!("schedule/{}", pod.name_any()),
        after: patience.schedule,
        message: message!(
            RolloutUnschedulable,
            pod = pod.name_any(),
            said = as_is(plain(condition.message.as_deref().unwrap_or("unschedulable")))
        ),
        tail: None,
        crash: false,
    }));
    found
}

fn container(snapshot: &Snapshot, pod: &Pod, c: &ContainerStatus, init: bool, patience: &Patience) -> Option<Signal> {
    let what = || match init {
        true => message!(RolloutInitStep, name = &c.name),
        false => message!(RolloutContainer, name = &c.name),
    };
    let signal = |word: &str, after: Duration, message: Message| Signal {
        key: format!("{word}/{}/{}", pod.name_any(), c.name),
        after,
        message,
        tail: None,
        crash: false,
    };
    let waiting = c.state.as_ref().and_then(|state| state.waiting.as_ref());
    let reason = waiting.and_then(|waiting| waiting.reason.as_deref()).unwrap_or_default();
    let said = waiting.and_then(|waiting| waiting.message.as_deref()).unwrap_or_default();
    if IMAGE.contains(&reason) {
        let image = image(pod, c);
        // Of one attempt the kubelet tells twice, and the second time ("Error: ErrImagePull") not why.
        let why = snapshot
            .events_of(pod.metadata.uid.as_deref())
            .filter(|event| event.reason.as_deref() == Some("Failed"))
            .filter_map(|event| event.message.as_deref())
            .find(|message| message.contains(&image))
            .unwrap_or(said);
        let why = if why.is_empty() { message!(RegistrySilent) } else { Message::said(reduced(why)) };
        let message = message!(RolloutImagePull, image = as_is(plain(&image)), said = why);
        return Some(signal("image", patience.pull, message));
    }
    if START.contains(&reason) {
        let why = if said.is_empty() { reason } else { said };
        return Some(signal(
            "start",
            patience.start,
            message!(RolloutCannotStart, what = what(), said = as_is(plain(why))),
        ));
    }
    crash(pod, c, init, reason, what())
}

/// A container that starts and ends.
fn crash(pod: &Pod, c: &ContainerStatus, init: bool, reason: &str, what: Message) -> Option<Signal> {
    let last = c.last_state.as_ref().and_then(|state| state.terminated.as_ref());
    let now = c.state.as_ref().and_then(|state| state.terminated.as_ref());
    let tail = |previous| Some(Tail { pod: pod.name_any(), container: c.name.clone(), previous });
    let key = format!("crash/{}/{}", pod.name_any(), c.name);
    let made =
        |message: Message, tail| Some(Signal { key: key.clone(), after: Duration::ZERO, message, tail, crash: true });
    let killed = [now, last].into_iter().flatten().find(|end| end.reason.as_deref() == Some("OOMKilled"));
    // The counter moves when the container is started again: the second kill shows with one restart.
    let kills = c.restart_count + i32::from(now.is_some());
    if killed.is_some() && kills >= 2 {
        let limit = memory_limit(pod, &c.name);
        let known = if limit.is_some() { "yes" } else { "no" };
        let limit = limit.unwrap_or_default();
        return made(message!(RolloutMemory, what = what, known = known, limit = limit), tail(now.is_none()));
    }
    let code = now.or(last).map_or(0, |end| end.exit_code);
    if init && code != 0 && kills >= 3 {
        return made(
            message!(RolloutInitFailed, what = what, pod = pod.name_any(), code = code, tries = kills),
            tail(now.is_none()),
        );
    }
    if reason == "CrashLoopBackOff" && c.restart_count >= 3 {
        return made(message!(RolloutCrashing, what = what, code = code, restarts = c.restart_count), tail(true));
    }
    None
}

/// The image as it was asked for: the status may show only a digest.
fn image(pod: &Pod, c: &ContainerStatus) -> String {
    let spec = pod.spec.as_ref();
    let all = spec.into_iter().flat_map(|spec| spec.containers.iter().chain(spec.init_containers.iter().flatten()));
    let asked =
        all.into_iter().find(|container| container.name == c.name).and_then(|container| container.image.clone());
    asked.unwrap_or_else(|| c.image.clone())
}

/// The kubelet wraps the registry's reason in several layers; the last one says it.
fn reduced(message: &str) -> String {
    let text = plain(message);
    let known = [
        "not found",
        "unauthorized",
        "denied",
        "no such host",
        "connection refused",
        "i/o timeout",
        "manifest unknown",
        "toomanyrequests",
        "server misbehaving",
        "connection reset",
        "no route to host",
        "network is unreachable",
        "deadline exceeded",
        "unknown authority",
    ];
    let mut parts = text.rsplit(": ");
    let end = parts.next().unwrap_or(&text);
    if !known.iter().any(|word| end.contains(word)) {
        return text;
    }
    // Of a name that is not found: which, and who was asked.
    match parts.next().filter(|before| before.starts_with("lookup ")) {
        Some(lookup) => format!("{lookup}: {end}"),
        None => end.to_owned(),
    }
}

fn memory_limit(pod: &Pod, container: &str) -> Option<String> {
    let spec = pod.spec.as_ref()?;
    let found = spec.containers.iter().chain(spec.init_containers.iter().flatten()).find(|c| c.name == container)?;
    Some(found.resources.as_ref()?.limits.as_ref()?.get("memory")?.0.clone())
}

#[cfg(test)]
mod tests {
    use super::reduced;

    #[test]
    fn a_registry_whose_name_is_not_found_is_told_with_who_was_asked() {
        let said = "Failed to pull image \"a.invalid/b:1\": failed to do request: Head \"https://a.invalid/v2/\": dial tcp: lookup a.invalid on 10.0.0.10:53: no such host";
        assert_eq!(reduced(said), "lookup a.invalid on 10.0.0.10:53: no such host");
        assert_eq!(reduced("failed to resolve reference: docker.io/x: not found"), "not found");
        assert_eq!(reduced("something: new"), "something: new");
    }
}
