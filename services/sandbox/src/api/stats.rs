//! What a kubelet says through the API server: how full the volumes of its pods are. The figures follow what the claims have and
//! grow a little from day to day.

use super::{Answer, json};
use crate::{failure::Failure, json as place, json::text, quantity, world::World};
use http::{Method, StatusCode};
use serde_json::{Value, json as object};

/// `/api/v1/nodes/{node}/proxy/stats/summary`
pub(super) fn summary(world: &World, node: &str, method: &Method) -> Answer {
    if method != Method::GET {
        return Err(Failure::no_method());
    }
    let nodes = world.lock().list_once("Node", None);
    if !nodes.iter().any(|known| place::name(known) == node) {
        return Err(Failure::no_resource());
    }
    let days = world.clock.now().unix_timestamp() / 86_400;
    let claims = world.lock().list_once("PersistentVolumeClaim", None);
    let volume = |pod: &Value, volume: &Value| {
        let name = text(volume, "/persistentVolumeClaim/claimName");
        let of = claims.iter().find(|claim| {
            (place::namespace(claim), place::name(claim)) == (place::namespace(pod), name) && !name.is_empty()
        })?;
        let bytes = quantity::nanos(text(of, "/status/capacity/storage"))? / 1_000_000_000;
        let seed = place::hash(place::uid(of));
        let percent = 8 + i128::from(seed % 40) + i128::from(days.rem_euclid(30)) / 2;
        let used = bytes * percent / 100;
        Some(object!({"time": place::stamp(world.clock.now()), "name": text(volume, "/name"),
            "capacityBytes": bytes, "usedBytes": used, "availableBytes": bytes - used,
            "pvcRef": {"name": name, "namespace": place::namespace(pod)}}))
    };
    let pods = world.lock().list_once("Pod", None);
    let there =
        pods.iter().filter(|pod| text(pod, "/spec/nodeName") == node && text(pod, "/status/phase") == "Running");
    let pods: Vec<Value> = there
        .map(|pod| {
            let volumes: Vec<Value> =
                place::items(pod, "/spec/volumes").iter().filter_map(|each| volume(pod, each)).collect();
            object!({"podRef": {"name": place::name(pod), "namespace": place::namespace(pod), "uid": place::uid(pod)}, "volume": volumes})
        })
        .collect();
    Ok(json(StatusCode::OK, &object!({"node": {"nodeName": node}, "pods": pods})))
}
