//! One pod's way: a list of moments, each of which changes its status and may lead to others.

use super::{
    MANAGER, containers,
    plan::{self, Fault},
};
use crate::{
    controllers::Hands,
    json::{self, int, items, text},
};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use time::OffsetDateTime;

/// Seconds between two attempts at what is missing.
const AGAIN: f64 = 3.0;
/// Seconds between two failed probes that are told.
const PROBE: f64 = 10.0;

/// What happens to a container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moment {
    /// Its image is looked for.
    Pull,
    /// Its image is there.
    Pulled,
    /// It is started.
    Start,
    /// It answers its probe.
    Ready,
    /// It ends by itself.
    Exit,
    /// It waits to be started again.
    BackOff,
    /// Its probe fails.
    Probe,
}

/// The list of container it is about, and its place there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Which {
    init: bool,
    index: usize,
}

impl Which {
    fn list(self) -> (&'static str, &'static str) {
        if self.init { ("initContainers", "initContainerStatuses") } else { ("containers", "containerStatuses") }
    }
}

/// What a pod is going to do.
#[derive(Debug)]
pub struct Life {
    pub namespace: String,
    /// When its end was first seen.
    pub asked_to_end: Option<OffsetDateTime>,
    moments: Vec<(OffsetDateTime, Which, Moment)>,
    begun: bool,
}

impl Life {
    /// Of a pod that may have come far already, before a restart.
    pub fn of(pod: &Value, namespace: &str) -> Self {
        // Where every container runs and is ready, nothing is left to do; anything else starts over.
        let all = items(pod, "/status/containerStatuses");
        let calm = !all.is_empty()
            && all.iter().all(|c| json::yes(c, "/ready"))
            && text(pod, "/spec/restartPolicy") == "Always";
        Self { namespace: namespace.to_owned(), asked_to_end: None, moments: Vec::new(), begun: calm }
    }

    /// Does what is due.
    pub fn go_on(&mut self, hands: &mut Hands<'_>, pod: &Value, images: &mut BTreeSet<String>) {
        let mut status = pod.get("status").cloned().unwrap_or_else(|| json!({}));
        if !self.begun {
            self.begun = true;
            self.begin(hands, pod, &mut status);
        }
        let mut steps = 0;
        // A moment may bring the next one at once; a bound keeps a broken plan from spinning.
        while let Some(next) = self.moments.iter().position(|(at, ..)| *at <= hands.now)
            && steps < 100
        {
            steps += 1;
            let (_, which, moment) = self.moments.remove(next);
            self.happen(hands, pod, &mut status, images, which, moment);
        }
        containers::conclude(hands, pod, &mut status);
        if let Some(at) = self.moments.iter().map(|(at, ..)| *at).min() {
            hands.wake(at);
        }
        hands.set_status("Pod", pod, MANAGER, status);
    }

    fn begin(&mut self, hands: &mut Hands<'_>, pod: &Value, status: &mut Value) {
        let first = items(pod, "/spec/initContainers");
        let waiting = if first.is_empty() { "ContainerCreating" } else { "PodInitializing" };
        let number = json::hash(json::uid(pod));
        let address = format!("10.244.{}.{}", number % 250, (number >> 8) % 250 + 2);
        json::default(status, &["startTime"], hands.stamp());
        json::set(status, &["hostIP"], "127.0.0.1");
        json::set(status, &["hostIPs"], json!([{"ip": "127.0.0.1"}]));
        json::set(status, &["podIP"], address.clone());
        json::set(status, &["podIPs"], json!([{"ip": address}]));
        if !first.is_empty() {
            json::set(
                status,
                &["initContainerStatuses"],
                first.iter().map(|c| containers::blank(c, waiting)).collect::<Vec<_>>(),
            );
        }
        let all: Vec<Value> = items(pod, "/spec/containers").iter().map(|c| containers::blank(c, waiting)).collect();
        json::set(status, &["containerStatuses"], all);
        self.start_from(hands, pod, Which { init: !first.is_empty(), index: 0 });
    }

    /// The next init container, or all others at once.
    fn start_from(&mut self, hands: &mut Hands<'_>, pod: &Value, which: Which) {
        if which.init && which.index < items(pod, "/spec/initContainers").len() {
            self.later(hands, which, Moment::Pull, 0.0);
            return;
        }
        for index in 0..items(pod, "/spec/containers").len() {
            self.later(hands, Which { init: false, index }, Moment::Pull, 0.0);
        }
    }

    fn later(&mut self, hands: &mut Hands<'_>, which: Which, moment: Moment, seconds: f64) {
        let at = hands.after(hands.now, seconds);
        self.moments.push((at, which, moment));
    }

    fn happen(
        &mut self,
        hands: &mut Hands<'_>,
        pod: &Value,
        status: &mut Value,
        images: &mut BTreeSet<String>,
        which: Which,
        moment: Moment,
    ) {
        let (specs, statuses) = which.list();
        let Some(spec) = items(pod, &format!("/spec/{specs}")).get(which.index).cloned() else { return };
        let Some(own) = status.pointer_mut(&format!("/{statuses}/{}", which.index)) else { return };
        // Only the first container of a pod does what it was asked to do wrong.
        let fault = Fault::of(pod).filter(|_| !which.init && which.index == 0);
        match moment {
            Moment::Pull => self.pull(hands, pod, own, images, which, &spec, fault),
            Moment::Pulled => {
                images.insert(text(&spec, "/image").to_owned());
                hands.event(
                    pod,
                    MANAGER,
                    false,
                    "Pulled",
                    &format!("Successfully pulled image {:?}", text(&spec, "/image")),
                );
                self.later(hands, which, Moment::Start, 0.0);
            }
            Moment::Start => self.start(hands, pod, own, which, &spec, fault),
            Moment::Ready => own["ready"] = true.into(),
            Moment::Exit => self.exit(hands, pod, own, which, fault),
            Moment::BackOff => {
                let restarts = int(own, "/restartCount").unwrap_or(0);
                let seconds = plan::back_off(restarts);
                containers::back_off(own, pod, seconds);
                let name = text(&spec, "/name");
                hands.event(
                    pod,
                    MANAGER,
                    true,
                    "BackOff",
                    &format!(
                        "Back-off restarting failed container {name} in pod {}_{}({})",
                        json::name(pod),
                        json::namespace(pod),
                        json::uid(pod)
                    ),
                );
                self.later(hands, which, Moment::Start, seconds);
            }
            Moment::Probe => {
                hands.event(
                    pod,
                    MANAGER,
                    true,
                    "Unhealthy",
                    "Readiness probe failed: HTTP probe failed with statuscode: 503",
                );
                self.later(hands, which, Moment::Probe, PROBE);
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one container with everything about it")]
    fn pull(
        &mut self,
        hands: &mut Hands<'_>,
        pod: &Value,
        own: &mut Value,
        images: &BTreeSet<String>,
        which: Which,
        spec: &Value,
        fault: Option<Fault>,
    ) {
        if let Some(problem) = containers::unmountable(hands, pod) {
            hands.event(pod, MANAGER, true, "FailedMount", &problem);
            self.later(hands, which, Moment::Pull, AGAIN);
            return;
        }
        let image = text(spec, "/image");
        if fault == Some(Fault::Image) {
            self.fail_to_pull(hands, pod, own, which, image);
        } else if images.contains(image) {
            hands.event(
                pod,
                MANAGER,
                false,
                "Pulled",
                &format!("Container image {image:?} already present on machine"),
            );
            self.later(hands, which, Moment::Start, 0.1);
        } else {
            hands.event(pod, MANAGER, false, "Pulling", &format!("Pulling image {image:?}"));
            self.later(hands, which, Moment::Pulled, plan::pulling(pod, image));
        }
    }

    /// First the error, then the back-off, in turns.
    fn fail_to_pull(&mut self, hands: &mut Hands<'_>, pod: &Value, own: &mut Value, which: Which, image: &str) {
        let error = format!(
            "failed to pull and unpack image {image:?}: failed to resolve reference {image:?}: {image}: not found"
        );
        if text(own, "/state/waiting/reason") == "ErrImagePull" {
            let message = format!("Back-off pulling image {image:?}: ErrImagePull: {error}");
            own["state"] = json!({"waiting": {"reason": "ImagePullBackOff", "message": message}});
            hands.event(pod, MANAGER, false, "BackOff", &format!("Back-off pulling image {image:?}"));
            self.later(hands, which, Moment::Pull, 12.0);
        } else {
            own["state"] = json!({"waiting": {"reason": "ErrImagePull", "message": error}});
            hands.event(pod, MANAGER, false, "Pulling", &format!("Pulling image {image:?}"));
            hands.event(pod, MANAGER, true, "Failed", &format!("Failed to pull image {image:?}: {error}"));
            hands.event(pod, MANAGER, true, "Failed", "Error: ErrImagePull");
            self.later(hands, which, Moment::Pull, 2.0);
        }
    }

    fn start(
        &mut self,
        hands: &mut Hands<'_>,
        pod: &Value,
        own: &mut Value,
        which: Which,
        spec: &Value,
        fault: Option<Fault>,
    ) {
        if let Some(message) = containers::missing(hands, spec) {
            own["state"] = json!({"waiting": {"reason": "CreateContainerConfigError", "message": message}});
            hands.event(pod, MANAGER, true, "Failed", &format!("Error: {message}"));
            self.later(hands, which, Moment::Start, AGAIN);
            return;
        }
        if own.pointer("/lastState/terminated").is_some() {
            own["restartCount"] = (int(own, "/restartCount").unwrap_or(0) + 1).into();
        }
        containers::run(own, &hands.stamp());
        let name = text(spec, "/name");
        hands.event(pod, MANAGER, false, "Created", &format!("Created container: {name}"));
        hands.event(pod, MANAGER, false, "Started", &format!("Started container {name}"));
        let ends = which.init || text(pod, "/spec/restartPolicy") != "Always";
        match fault {
            Some(Fault::Crash | Fault::Memory) => self.later(hands, which, Moment::Exit, plan::failing(pod)),
            Some(Fault::NotReady) if !ends => self.later(hands, which, Moment::Probe, plan::starting(pod, spec)),
            _ if ends => {
                own["ready"] = (!which.init).into();
                self.later(hands, which, Moment::Exit, plan::working(pod, spec));
            }
            _ => self.later(hands, which, Moment::Ready, plan::starting(pod, spec)),
        }
    }

    fn exit(&mut self, hands: &mut Hands<'_>, pod: &Value, own: &mut Value, which: Which, fault: Option<Fault>) {
        let (code, reason) = match fault {
            Some(Fault::Crash) => (1, "Error"),
            Some(Fault::Memory) => (137, "OOMKilled"),
            _ => (0, "Completed"),
        };
        containers::stop(own, &hands.stamp(), code, reason);
        let policy = text(pod, "/spec/restartPolicy");
        if code == 0 {
            own["ready"] = which.init.into();
            if which.init {
                self.start_from(hands, pod, Which { init: true, index: which.index + 1 });
            }
        } else if policy != "Never" {
            self.later(hands, which, Moment::BackOff, 0.5);
        }
    }
}
