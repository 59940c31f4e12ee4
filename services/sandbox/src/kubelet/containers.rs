//! Statuses of containers and what follows from them for the pod.

use crate::{
    controllers::{Hands, condition},
    json::{self, items, text},
};
use serde_json::{Value, json};

/// What a container is started with when nothing has happened yet.
pub fn blank(container: &Value, reason: &str) -> Value {
    json!({"name": text(container, "/name"), "image": text(container, "/image"), "imageID": "", "ready": false, "started": false,
        "restartCount": 0, "state": {"waiting": {"reason": reason}}, "lastState": {}})
}

/// A running container.
pub fn run(status: &mut Value, stamp: &str) {
    let image = text(status, "/image").to_owned();
    status["imageID"] = format!(
        "{image}@sha256:{:016x}{:016x}{:016x}{:016x}",
        json::hash(&image),
        json::hash(&format!("a{image}")),
        json::hash(&format!("b{image}")),
        json::hash(&format!("c{image}"))
    )
    .into();
    status["containerID"] = format!("sandbox://{:016x}", json::hash(&format!("{image} {stamp}"))).into();
    status["state"] = json!({"running": {"startedAt": stamp}});
    status["started"] = true.into();
}

/// A container that ended.
pub fn stop(status: &mut Value, stamp: &str, code: i64, reason: &str) {
    let started = text(status, "/state/running/startedAt").to_owned();
    status["state"] = json!({"terminated": {"exitCode": code, "reason": reason, "startedAt": started, "finishedAt": stamp,
        "containerID": status.get("containerID")}});
    status["ready"] = false.into();
    status["started"] = false.into();
}

/// A container that waits to be started again.
pub fn back_off(status: &mut Value, pod: &Value, seconds: f64) {
    let name = text(status, "/name").to_owned();
    let message = format!(
        "back-off {seconds:.0}s restarting failed container={name} pod={}_{}({})",
        json::name(pod),
        json::namespace(pod),
        json::uid(pod)
    );
    status["lastState"] = status["state"].clone();
    status["state"] = json!({"waiting": {"reason": "CrashLoopBackOff", "message": message}});
}

/// Writes phase and conditions that follow from the containers.
pub fn conclude(hands: &Hands<'_>, pod: &Value, status: &mut Value) {
    let stamp = hands.stamp();
    let first = items(status, "/initContainerStatuses").to_vec();
    let all = items(status, "/containerStatuses").to_vec();
    let ended = |c: &Value| c.pointer("/state/terminated").is_some();
    let well = |c: &Value| json::int(c, "/state/terminated/exitCode") == Some(0);
    let initialized = first.iter().all(|c| well(c) || json::yes(c, "/ready"));
    let again = text(pod, "/spec/restartPolicy");
    let over = !all.is_empty()
        && all.iter().all(ended)
        && (again == "Never" || (again == "OnFailure" && all.iter().all(well)));
    let init_failed = again == "Never" && first.iter().any(|c| ended(c) && !well(c));
    let phase = if init_failed || (over && !all.iter().all(well)) {
        "Failed"
    } else if over {
        "Succeeded"
    } else if initialized
        && all.iter().any(|c| {
            c.pointer("/state/running").is_some() || json::int(c, "/restartCount").unwrap_or(0) > 0 || ended(c)
        })
    {
        "Running"
    } else {
        "Pending"
    };
    status["phase"] = phase.into();
    let ready = phase == "Running" && all.iter().all(|c| json::yes(c, "/ready"));
    let unready: Vec<&str> = all.iter().filter(|c| !json::yes(c, "/ready")).map(|c| text(c, "/name")).collect();
    let complete = phase == "Succeeded";
    let mut conditions = items(status, "/conditions").to_vec();
    let message = format!("containers with unready status: [{}]", unready.join(" "));
    let why = |ok: bool| match (ok, complete) {
        (true, _) => ("", ""),
        (false, true) => ("PodCompleted", ""),
        (false, false) => ("ContainersNotReady", message.as_str()),
    };
    let waiting = format!(
        "containers with incomplete status: [{}]",
        first.iter().filter(|c| !well(c)).map(|c| text(c, "/name")).collect::<Vec<_>>().join(" ")
    );
    let init = if initialized { ("", "") } else { ("ContainersNotInitialized", waiting.as_str()) };
    condition(&mut conditions, &stamp, false, ("PodReadyToStartContainers", true, "", ""));
    condition(&mut conditions, &stamp, false, ("Initialized", initialized, init.0, init.1));
    for kind in ["Ready", "ContainersReady"] {
        let (reason, said) = why(ready);
        condition(&mut conditions, &stamp, false, (kind, ready, reason, said));
    }
    for condition in &mut conditions {
        if let Some(map) = condition.as_object_mut() {
            map.retain(|_, value| value.as_str() != Some(""));
        }
    }
    status["conditions"] = conditions.into();
}

/// Secrets and ConfigMaps that the container's environment needs and that are not there.
pub fn missing(hands: &Hands<'_>, container: &Value) -> Option<String> {
    let mut wanted: Vec<(&str, &str, Option<&str>)> = Vec::new();
    for env in items(container, "/env") {
        for (kind, pointer) in [("Secret", "/valueFrom/secretKeyRef"), ("ConfigMap", "/valueFrom/configMapKeyRef")] {
            if let Some(key) = env.pointer(pointer).filter(|key| !json::yes(key, "/optional")) {
                wanted.push((kind, text(key, "/name"), Some(text(key, "/key"))));
            }
        }
    }
    for from in items(container, "/envFrom") {
        for (kind, pointer) in [("Secret", "/secretRef"), ("ConfigMap", "/configMapRef")] {
            if let Some(source) = from.pointer(pointer).filter(|source| !json::yes(source, "/optional")) {
                wanted.push((kind, text(source, "/name"), None));
            }
        }
    }
    wanted.into_iter().find_map(|(kind, name, key)| {
        let word = kind.to_lowercase();
        let Some(object) = hands.get(kind, name) else { return Some(format!("{word} {name:?} not found")) };
        let key = key.filter(|key| object.get("data").is_none_or(|data| data.get(*key).is_none()))?;
        Some(format!("couldn't find key {key} in {kind} {}/{name}", hands.namespace))
    })
}

/// A volume that can't be mounted.
pub fn unmountable(hands: &Hands<'_>, pod: &Value) -> Option<String> {
    for volume in items(pod, "/spec/volumes") {
        let mut sources: Vec<(&str, &str, bool)> = vec![
            ("Secret", text(volume, "/secret/secretName"), json::yes(volume, "/secret/optional")),
            ("ConfigMap", text(volume, "/configMap/name"), json::yes(volume, "/configMap/optional")),
        ];
        for source in items(volume, "/projected/sources") {
            sources.push(("Secret", text(source, "/secret/name"), json::yes(source, "/secret/optional")));
            sources.push(("ConfigMap", text(source, "/configMap/name"), json::yes(source, "/configMap/optional")));
        }
        for (kind, name, optional) in sources {
            if !name.is_empty() && !optional && hands.get(kind, name).is_none() {
                return Some(format!(
                    "MountVolume.SetUp failed for volume {:?} : {} {name:?} not found",
                    text(volume, "/name"),
                    kind.to_lowercase()
                ));
            }
        }
    }
    None
}
