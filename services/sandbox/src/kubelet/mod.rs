//! The scheduler and the kubelets: pods find a node, pull images, start, get ready, fail on demand and end.

mod containers;
mod life;
mod plan;
mod scheduler;

use crate::{
    controllers::Hands,
    json::{self, text},
};
use life::Life;
use std::collections::{BTreeSet, HashMap};

/// Name under which kubelets write.
pub const MANAGER: &str = "kubelet";

/// What the kubelets know: it is rebuilt from the pods when it is lost.
#[derive(Default)]
pub struct Kubelet {
    /// uid → what the pod is going to do.
    lives: HashMap<String, Life>,
    /// Images that were pulled once.
    images: BTreeSet<String>,
}

impl Kubelet {
    /// Moves the pods of one namespace on.
    pub fn run(&mut self, hands: &mut Hands<'_>) {
        let pods = hands.list("Pod");
        let mut here = BTreeSet::new();
        for pod in &pods {
            here.insert(json::uid(pod).to_owned());
            if json::is_ending(pod) {
                self.end(hands, pod);
            } else if text(pod, "/spec/nodeName").is_empty() {
                scheduler::place(hands, pod);
            } else if !matches!(text(pod, "/status/phase"), "Succeeded" | "Failed") {
                let life =
                    self.lives.entry(json::uid(pod).to_owned()).or_insert_with(|| Life::of(pod, &hands.namespace));
                life.go_on(hands, pod, &mut self.images);
            }
        }
        let namespace = hands.namespace.clone();
        self.lives.retain(|uid, life| life.namespace != namespace || here.contains(uid));
    }

    /// A pod that is asked to end does so after a moment.
    fn end(&mut self, hands: &mut Hands<'_>, pod: &serde_json::Value) {
        let (uid, now) = (json::uid(pod).to_owned(), hands.now);
        let life = self.lives.entry(uid).or_insert_with(|| Life::of(pod, &hands.namespace));
        let asked = *life.asked_to_end.get_or_insert(now);
        if asked == now {
            for container in
                json::items(pod, "/status/containerStatuses").iter().filter(|c| c.pointer("/state/running").is_some())
            {
                hands.event(
                    pod,
                    MANAGER,
                    false,
                    "Killing",
                    &format!("Stopping container {}", text(container, "/name")),
                );
            }
        }
        let gone = hands.after(asked, plan::ending(pod));
        if gone > now {
            hands.wake(gone);
            return;
        }
        hands.delete("Pod", pod, Some(0));
    }
}
