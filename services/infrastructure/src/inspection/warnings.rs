//! What Kubernetes warns of in a cluster, in all its namespaces.

use super::said;
use crate::{fault::clean, gateway::Cluster};
use k8s_openapi::{api::core::v1::Event, jiff::Timestamp};
use kit::Message;
use kube::api::ListParams;
use proto::infrastructure::ClusterWarning;
use std::ops::ControlFlow;

/// Warnings that are looked through, in pages, and that are shown of them. Fixed: a cluster keeps them for an hour, and
/// nobody reads more.
const PAGE: u32 = 500;
const PAGES: usize = 4;
const MOST: usize = 50;

/// Newest first, and whether there are more.
pub(super) async fn read(cluster: &Cluster) -> Result<(Vec<ClusterWarning>, bool), Message> {
    let (mut events, mut pages): (Vec<Event>, usize) = (Vec::new(), 0);
    let listed = cluster.pages::<Event>(ListParams::default().fields("type=Warning").limit(PAGE), |page| {
        events.extend(page.items);
        pages += 1;
        if pages < PAGES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    listed.await.map_err(|error| said(cluster, "list events", error))?;
    events.sort_by_key(|event| std::cmp::Reverse(seen(event)));
    let more = events.len() > MOST;
    Ok((events.into_iter().take(MOST).map(shown).collect(), more))
}

/// When it was seen last: series say so in another place than what is counted.
fn seen(event: &Event) -> Option<Timestamp> {
    let series = event.series.as_ref().and_then(|series| series.last_observed_time.as_ref()).map(|at| at.0);
    let last = event.last_timestamp.as_ref().map(|at| at.0);
    let once = event.event_time.as_ref().map(|at| at.0);
    let created = event.metadata.creation_timestamp.as_ref().map(|at| at.0);
    series.max(last).or(once).or(created)
}

fn shown(event: Event) -> ClusterWarning {
    let last_seen = seen(&event).map(|at| prost_types::Timestamp { seconds: at.as_second(), nanos: 0 });
    let series = event.series.as_ref().and_then(|series| series.count);
    let about = event.involved_object;
    let text = |text: Option<String>, most| clean(&text.unwrap_or_default(), most);
    ClusterWarning {
        reason: text(event.reason, 100),
        message: text(event.message, 500),
        kind: text(about.kind, 100),
        namespace: text(about.namespace, 253),
        name: text(about.name, 253),
        count: series.or(event.count).unwrap_or(1).max(1),
        last_seen,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_warning_says_what_it_is_about_how_often_and_when() {
        let event: Event = serde_json::from_value(json!({
            "metadata": {"name": "w"},
            "involvedObject": {"kind": "Pod", "namespace": "shop", "name": "shop-web-1"},
            "reason": "BackOff", "message": "Back-off pulling\u{1b} image", "count": 3,
            "lastTimestamp": "2026-11-20T10:00:00Z", "firstTimestamp": "2026-11-20T09:00:00Z",
        }))
        .expect("an event");
        let warning = shown(event);
        assert_eq!(
            (warning.kind.as_str(), warning.namespace.as_str(), warning.name.as_str()),
            ("Pod", "shop", "shop-web-1")
        );
        assert_eq!(
            (warning.reason.as_str(), warning.message.as_str(), warning.count),
            ("BackOff", "Back-off pulling image", 3)
        );
        assert_eq!(warning.last_seen.map(|at| at.seconds), Some(1_795_168_800));
    }

    #[test]
    fn a_series_counts_for_itself() {
        let event: Event = serde_json::from_value(json!({
            "metadata": {"name": "w"}, "involvedObject": {}, "eventTime": "2026-11-20T09:00:00.000000Z",
            "series": {"count": 9, "lastObservedTime": "2026-11-20T10:00:00.000000Z"},
        }))
        .expect("an event");
        let warning = shown(event);
        assert_eq!((warning.count, warning.last_seen.map(|at| at.seconds)), (9, Some(1_795_168_800)));
    }
}
