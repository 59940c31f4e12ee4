//! Which sites of a cluster serve: seen with each look at the cluster and told to deployments, which shows it.

use crate::{app::App, gateway::Cluster, kubernetes::space::DEPLOYMENT_LABEL, watch::INSTANCE};
use k8s_openapi::api::{apps::v1::Deployment, core::v1::Namespace};
use kit::{Message, Origin, clock::stamp, message};
use kube::{Resource, ResourceExt as _, api::ListParams};
use proto::deployments::{Observation, ObserveRequest, deployment_service_client::DeploymentServiceClient};
use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
    time::Duration,
};
use tokio::time::Instant;
use uuid::Uuid;

/// The component that answers to visitors.
const WEB: &str = "app.kubernetes.io/component=web";
/// Objects of one page. Fixed: what one answer of a cluster may have.
const PAGE: u32 = 500;
/// Pages of one look. Fixed: a cluster that lists without end is not read without end.
const MOST_PAGES: usize = 100;
/// Sites in one call. Fixed: agreed with deployments.
const BATCH: usize = 1000;

/// A site's pods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Site {
    deployment: Uuid,
    wanted: i32,
    ready: i32,
}

/// Remembers since when sites do not serve.
#[derive(Debug, Default)]
pub(crate) struct Serving {
    down: HashMap<Uuid, Instant>,
}

impl Serving {
    /// Looks at all sites of the cluster and tells deployments. What cannot be listed or told is told with the next look.
    pub(crate) async fn tell(&mut self, app: &App, cluster: &Cluster) {
        let at = app.cx.clock.now();
        let Some(sites) = sites(cluster).await else { return };
        let seen = self.judge(&sites, Instant::now(), app.options.serving_borne);
        let observations: Vec<Observation> = seen
            .into_iter()
            .map(|(deployment, problem)| Observation {
                deployment_id: deployment.to_string(),
                serving: problem.is_none(),
                message: problem.as_ref().map(Message::to_string).unwrap_or_default(),
                said: problem.as_ref().map(Message::packed).unwrap_or_default(),
                at: Some(stamp(at)),
            })
            .collect();
        for batch in observations.chunks(BATCH) {
            let request = ObserveRequest { observations: batch.to_vec() };
            let origin = Origin::of_role(&*app.cx.ids);
            let told = match app.cx.request("deployments", &origin, request) {
                Ok(request) => {
                    let mut client = DeploymentServiceClient::new(app.cx.peer("deployments"))
                        .max_decoding_message_size(kit::MESSAGE_LIMIT);
                    client.observe(request).await.map(|_| ()).map_err(kit::Error::from)
                }
                Err(error) => Err(error),
            };
            if let Err(error) = told {
                tracing::info!(cluster = cluster.name(), %error, "which sites serve cannot be told now");
                return;
            }
        }
    }

    /// What is to be told: those that serve, and why not for those that have not served for so long. Pods that are moved
    /// are back by then.
    fn judge(&mut self, sites: &[Site], now: Instant, borne: Duration) -> Vec<(Uuid, Option<Message>)> {
        let down: HashSet<Uuid> = sites.iter().filter(|site| site.ready == 0).map(|site| site.deployment).collect();
        self.down.retain(|deployment, _| down.contains(deployment));
        let mut told = Vec::with_capacity(sites.len());
        for Site { deployment, wanted, ready } in sites {
            if *ready > 0 {
                told.push((*deployment, None));
            } else if now.duration_since(*self.down.entry(*deployment).or_insert(now)) >= borne {
                told.push((*deployment, Some(message!(PodsReady, ready = *ready, wanted = *wanted))));
            }
        }
        told
    }
}

/// The sites of the cluster; `None` when it does not say, for instance because the credentials may not list all namespaces.
async fn sites(cluster: &Cluster) -> Option<Vec<Site>> {
    let of_ours = ListParams::default().labels(DEPLOYMENT_LABEL);
    let namespaces: HashMap<String, Uuid> = listed::<Namespace>(cluster, of_ours)
        .await?
        .iter()
        .filter_map(|namespace| {
            let deployment = namespace.labels().get(DEPLOYMENT_LABEL)?;
            Some((namespace.name_any(), Uuid::try_parse(deployment).ok()?))
        })
        .collect();
    if namespaces.is_empty() {
        return Some(Vec::new());
    }
    let webs = listed::<Deployment>(cluster, ListParams::default().labels(&format!("{WEB},{INSTANCE}"))).await?;
    Some(webs.iter().filter_map(|web| site(web, &namespaces)).collect())
}

/// A site that is asked to have pods.
fn site(web: &Deployment, namespaces: &HashMap<String, Uuid>) -> Option<Site> {
    let namespace = web.namespace()?;
    let deployment = *namespaces.get(&namespace)?;
    // a release of somebody else in the same namespace is not the site
    let own = web.labels().get(INSTANCE).is_some_and(|release| *release == namespace);
    let wanted = web.spec.as_ref().and_then(|spec| spec.replicas).unwrap_or(1);
    let ready = web.status.as_ref().and_then(|status| status.available_replicas).unwrap_or(0);
    (own && wanted > 0).then_some(Site { deployment, wanted, ready })
}

async fn listed<K>(cluster: &Cluster, params: ListParams) -> Option<Vec<K>>
where
    K: Resource<DynamicType = ()> + Clone + std::fmt::Debug + serde::de::DeserializeOwned,
{
    let (mut all, mut pages) = (Vec::new(), 0);
    let listed = cluster.pages::<K>(params.limit(PAGE), |page| {
        all.extend(page.items);
        pages += 1;
        if pages < MOST_PAGES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    listed.await.ok()?;
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVES: Option<String> = None;

    fn seen(serving: &mut Serving, ready: i32, now: Instant) -> Vec<Option<String>> {
        let site = Site { deployment: Uuid::from_u128(1), wanted: 2, ready };
        let told = serving.judge(&[site], now, Duration::from_secs(60));
        told.into_iter().map(|(_, problem)| problem.map(|problem| problem.to_string())).collect()
    }

    #[test]
    fn a_site_that_is_away_for_a_moment_is_not_told_and_one_that_stays_away_is() {
        let (mut serving, began) = (Serving::default(), Instant::now());
        let after = |seconds| began + Duration::from_secs(seconds);
        assert_eq!(seen(&mut serving, 1, began), [SERVES]);
        assert!(seen(&mut serving, 0, after(10)).is_empty());
        assert_eq!(seen(&mut serving, 1, after(40)), [SERVES], "it is back");
        assert!(seen(&mut serving, 0, after(75)).is_empty(), "counted anew");
        assert_eq!(seen(&mut serving, 0, after(135)), [Some("0 of 2 pods are ready".to_owned())]);
        assert_eq!(seen(&mut serving, 2, after(140)), [SERVES]);
        assert!(serving.down.is_empty(), "what serves is not remembered");
    }
}
