//! What each site uses, and what that is a part of.

use super::api::{ContainerMetrics, PodMetrics, PodMetricsList};
use crate::{quantity, watch::Store};
use k8s_openapi::{
    api::core::v1::{Container, Pod},
    apimachinery::pkg::api::resource::Quantity,
};
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

/// What a site used at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Used {
    /// Thousandths of a core.
    pub cpu: Amount,
    /// Bytes.
    pub memory: Amount,
}

/// A sum with what it is a part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Amount {
    pub used: i64,
    /// `None`: some of the containers have neither limits nor requests.
    pub of: Option<Bound>,
}

/// What pods may have, or else what they asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bound {
    pub whole: i64,
    pub basis: &'static str,
}

/// All sites whose namespace is there, with what their pods use; nothing for those of which no pod was measured.
pub(super) fn of_sites(store: &Store, list: &PodMetricsList) -> HashMap<Uuid, Option<Used>> {
    let mut sums: HashMap<Uuid, Option<Sums>> = store.owners().values().map(|owner| (*owner, None)).collect();
    for metrics in &list.items {
        let Some(owner) = store.owners().get(&metrics.metadata.namespace) else { continue };
        // what the watches do not know is not of the release, or has just gone
        let Some(pod) = store.pod(&metrics.metadata.namespace, &metrics.metadata.name) else { continue };
        sums.entry(*owner).or_default().get_or_insert_default().add(&pod, metrics);
    }
    sums.into_iter().map(|(owner, sums)| (owner, sums.map(|sums| sums.used()))).collect()
}

#[derive(Default)]
struct Sums {
    cpu: Sum,
    memory: Sum,
}

impl Sums {
    fn add(&mut self, pod: &Pod, metrics: &PodMetrics) {
        for measured in &metrics.containers {
            let container = container(pod, measured);
            self.cpu.add(container, "cpu", &measured.usage.cpu);
            self.memory.add(container, "memory", &measured.usage.memory);
        }
    }

    fn used(&self) -> Used {
        Used { cpu: self.cpu.amount(1000.0), memory: self.memory.amount(1.0) }
    }
}

/// What the pod says of a container: those that run beside its own are among those that run before.
fn container<'a>(pod: &'a Pod, measured: &ContainerMetrics) -> Option<&'a Container> {
    let spec = pod.spec.as_ref()?;
    let all = spec.containers.iter().chain(spec.init_containers.iter().flatten());
    all.into_iter().find(|container| container.name == measured.name)
}

/// In cores and bytes.
#[derive(Default)]
struct Sum {
    used: f64,
    limits: f64,
    requests: f64,
    /// Containers without a limit, and without a request.
    unlimited: bool,
    unrequested: bool,
}

impl Sum {
    fn add(&mut self, container: Option<&Container>, what: &str, used: &str) {
        self.used += quantity::parse(used).unwrap_or(0.0);
        let resources = container.and_then(|container| container.resources.as_ref());
        match resources.and_then(|resources| amount(resources.limits.as_ref(), what)) {
            Some(limit) => self.limits += limit,
            None => self.unlimited = true,
        }
        match resources.and_then(|resources| amount(resources.requests.as_ref(), what)) {
            Some(request) => self.requests += request,
            None => self.unrequested = true,
        }
    }

    /// In parts of which so many are one.
    fn amount(&self, parts: f64) -> Amount {
        let bound = match (self.unlimited, self.unrequested) {
            (false, _) => Some((self.limits, "limits")),
            (true, false) => Some((self.requests, "requests")),
            (true, true) => None,
        };
        let bound = bound.map(|(sum, basis)| Bound { whole: whole(sum * parts), basis });
        Amount { used: whole(self.used * parts), of: bound.filter(|bound| bound.whole > 0) }
    }
}

fn amount(of: Option<&BTreeMap<String, Quantity>>, what: &str) -> Option<f64> {
    of.and_then(|map| map.get(what)).and_then(|quantity| quantity::parse(&quantity.0)).filter(|amount| *amount > 0.0)
}

/// To the nearest whole number; sums over a span of what a hostile cluster says stay within the column.
#[expect(clippy::cast_possible_truncation, reason = "clamped far within the range of i64 first")]
pub(super) fn whole(value: f64) -> i64 {
    value.round().clamp(0.0, 1e15) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn metrics(containers: &[(&str, &str, &str)]) -> PodMetrics {
        let containers: Vec<Value> = containers
            .iter()
            .map(|(name, cpu, memory)| json!({"name": name, "usage": {"cpu": cpu, "memory": memory}}))
            .collect();
        serde_json::from_value(
            json!({"metadata": {"name": "p", "namespace": "shop"}, "timestamp": "x", "containers": containers}),
        )
        .expect("metrics")
    }

    fn pod(resources: &[(&str, Value)]) -> Pod {
        let containers: Vec<Value> =
            resources.iter().map(|(name, resources)| json!({"name": name, "resources": resources})).collect();
        serde_json::from_value(json!({"metadata": {"name": "p"}, "spec": {"containers": containers}})).expect("a pod")
    }

    #[test]
    fn use_is_a_part_of_the_limits_or_else_of_the_requests() {
        let web = json!({"requests": {"cpu": "250m", "memory": "64Mi"}, "limits": {"memory": "256Mi"}});
        let nginx = json!({"requests": {"cpu": "50m", "memory": "32Mi"}, "limits": {"cpu": "1", "memory": "64Mi"}});
        let mut sums = Sums::default();
        for _ in 0..2 {
            sums.add(
                &pod(&[("web", web.clone()), ("nginx", nginx.clone())]),
                &metrics(&[("web", "120000000n", "65536Ki"), ("nginx", "5m", "8Mi")]),
            );
        }
        let used = sums.used();
        assert_eq!(used.cpu, Amount { used: 250, of: Some(Bound { whole: 600, basis: "requests" }) });
        let memory = Bound { whole: 640 << 20, basis: "limits" };
        assert_eq!(used.memory, Amount { used: 144 << 20, of: Some(memory) });
    }

    #[test]
    fn what_nothing_bounds_has_no_whole() {
        let mut sums = Sums::default();
        sums.add(
            &pod(&[("web", json!({"requests": {"cpu": "0"}}))]),
            &metrics(&[("web", "1", "1Mi"), ("stray", "what", "")]),
        );
        let used = sums.used();
        assert_eq!(used.cpu, Amount { used: 1000, of: None });
        assert_eq!(used.memory, Amount { used: 1 << 20, of: None });
    }

    #[test]
    fn a_hostile_figure_stays_within_the_column() {
        assert_eq!(whole(f64::MAX), 1_000_000_000_000_000);
        assert_eq!(whole(f64::NAN), 0);
    }
}
