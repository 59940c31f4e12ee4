//! Whether a site serves, by what its namespace shows.

use crate::{
    watch::Snapshot,
    workloads::{Patience, parts, signals, workload},
};
use k8s_openapi::api::apps::v1::Deployment;
use kit::{Message, message};
use prost::Message as _;
use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    time::Duration,
};
use tokio::time::Instant;
use uuid::Uuid;

/// The component that answers to visitors.
const WEB: &str = "web";

/// A site's pods.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Site {
    /// Pods that are asked for: more than none.
    wanted: i32,
    ready: i32,
    /// What the cluster says is wrong, and how long that is borne.
    cause: Option<(Message, Duration)>,
}

impl Site {
    /// The site of a namespace; `None` when it has none, or is asked to have no pods.
    pub(crate) fn of(snapshot: &Snapshot, patience: &Patience) -> Option<Self> {
        let all = parts(snapshot);
        let web = all.get(WEB)?;
        let deployments = web.deployments.iter().filter_map(|name| snapshot.deployments.get(name));
        let (mut wanted, mut ready) = (0, 0);
        for Deployment { spec, status, .. } in deployments {
            wanted += spec.as_ref().and_then(|spec| spec.replicas).unwrap_or(1);
            ready += status.as_ref().and_then(|status| status.available_replicas).unwrap_or(0);
        }
        let cause = if ready > 0 { None } else { signals(snapshot, web, patience).into_iter().next() };
        let cause = cause.map(|signal| (signal.message, signal.after));
        (wanted > 0).then_some(Self { wanted, ready, cause })
    }
}

/// A number that is another one when what is shown of the namespace's components is, and whether all is as it is asked for.
pub(crate) fn digest(snapshot: &Snapshot, patience: &Patience) -> (u64, bool) {
    let (mut hasher, mut settled) = (DefaultHasher::new(), true);
    for (component, wanted) in &parts(snapshot) {
        let (workload, problem) = workload(snapshot, component, wanted, patience);
        settled &= problem.is_none();
        workload.encode_to_vec().hash(&mut hasher);
        problem.map(|problem| problem.packed()).hash(&mut hasher);
    }
    (hasher.finish(), settled)
}

/// What is to be told of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It serves.
    Serves,
    /// It does not: what the cluster says is wrong, if it says so, and how many pods are ready.
    Down { cause: Option<Message>, counted: Message },
    /// It does not at the moment. Pods that are moved are back by then.
    Borne(Instant),
}

/// Remembers since when sites do not serve.
#[derive(Debug, Default)]
pub(crate) struct Serving {
    down: HashMap<Uuid, Instant>,
}

impl Serving {
    /// Judges a site: it is down after `borne`, or as soon as what the cluster says is wrong is not borne.
    pub(crate) fn judge(&mut self, deployment: Uuid, site: &Site, now: Instant, borne: Duration) -> Verdict {
        if site.ready > 0 {
            self.down.remove(&deployment);
            return Verdict::Serves;
        }
        let since = *self.down.entry(deployment).or_insert(now);
        let borne = site.cause.as_ref().map_or(borne, |(_, after)| borne.min(*after));
        if now.duration_since(since) < borne {
            return Verdict::Borne(since + borne);
        }
        Verdict::Down {
            cause: site.cause.as_ref().map(|(cause, _)| cause.clone()),
            counted: message!(PodsReady, ready = site.ready, wanted = site.wanted),
        }
    }

    /// Whether the site did not serve when it was judged last.
    pub(crate) fn is_down(&self, deployment: Uuid) -> bool {
        self.down.contains_key(&deployment)
    }

    /// The site is not there any more.
    pub(crate) fn forget(&mut self, deployment: Uuid) {
        self.down.remove(&deployment);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOP: Uuid = Uuid::from_u128(1);

    fn seen(serving: &mut Serving, ready: i32, cause: Option<(Message, Duration)>, now: Instant) -> Option<String> {
        match serving.judge(SHOP, &Site { wanted: 2, ready, cause }, now, Duration::from_secs(60)) {
            Verdict::Serves => Some("serves".to_owned()),
            Verdict::Down { cause, counted } => Some(cause.unwrap_or(counted).to_string()),
            Verdict::Borne(_) => None,
        }
    }

    #[test]
    fn a_site_that_is_away_for_a_moment_is_not_told_and_one_that_stays_away_is() {
        let (mut serving, began) = (Serving::default(), Instant::now());
        let after = |seconds| began + Duration::from_secs(seconds);
        let serves = Some("serves".to_owned());
        assert_eq!(seen(&mut serving, 1, None, began), serves);
        assert_eq!(seen(&mut serving, 0, None, after(10)), None);
        assert_eq!(seen(&mut serving, 1, None, after(40)), serves, "it is back");
        assert_eq!(seen(&mut serving, 0, None, after(75)), None, "counted anew");
        assert_eq!(seen(&mut serving, 0, None, after(135)).as_deref(), Some("0 of 2 pods are ready"));
        assert_eq!(seen(&mut serving, 2, None, after(140)), serves);
        assert!(!serving.is_down(SHOP), "what serves is not remembered");
    }

    #[test]
    fn what_the_cluster_says_is_wrong_is_told_as_soon_as_it_is_not_borne() {
        let (mut serving, began) = (Serving::default(), Instant::now());
        let cause = |after| Some((message!(VolumeLost), Duration::from_secs(after)));
        assert_eq!(seen(&mut serving, 0, cause(10), began), None);
        assert_eq!(
            seen(&mut serving, 0, cause(10), began + Duration::from_secs(10)),
            Some(message!(VolumeLost).to_string())
        );
        serving.forget(SHOP);
        assert_eq!(seen(&mut serving, 0, cause(0), began), Some(message!(VolumeLost).to_string()));
    }
}
