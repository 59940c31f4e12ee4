//! Watches.

use super::stage::{Stage, everywhere};
use futures::{StreamExt as _, TryStreamExt as _};
use kube::api::{DeleteParams, DynamicObject, ListParams, Patch, WatchEvent, WatchParams};
use serde_json::json;
use std::time::Duration;

fn config(name: &str, tier: &str) -> serde_json::Value {
    json!({"metadata": {"name": name, "labels": {"tier": tier}}, "data": {}})
}

/// `+a` added, `~a` changed, `-a` gone, `|` bookmark, `!410` error.
fn sign(event: &WatchEvent<DynamicObject>) -> String {
    let name = |o: &DynamicObject| o.metadata.name.clone().unwrap_or_default();
    match event {
        WatchEvent::Added(o) => format!("+{}", name(o)),
        WatchEvent::Modified(o) => format!("~{}", name(o)),
        WatchEvent::Deleted(o) => format!("-{}", name(o)),
        WatchEvent::Bookmark(_) => "|".into(),
        WatchEvent::Error(status) => format!("!{}", status.code),
    }
}

async fn take(stage: &Stage, params: &WatchParams, from: &str, count: usize) -> Vec<String> {
    let stream = stage.api("ConfigMap").watch(params, from).await.unwrap();
    let events = stream.take(count).try_collect::<Vec<_>>();
    let events = tokio::time::timeout(Duration::from_secs(90), events)
        .await
        .unwrap_or_else(|_| panic!("{}: the watch is silent", stage.server));
    events.unwrap().iter().map(sign).collect()
}

#[tokio::test]
async fn a_watch_tells_what_happens_after_the_list() {
    everywhere(async |stage: &Stage| {
        stage.create("ConfigMap", config("a", "web")).await.unwrap();
        let version =
            stage.api("ConfigMap").list(&ListParams::default()).await.unwrap().metadata.resource_version.unwrap();
        stage.create("ConfigMap", config("b", "web")).await.unwrap();
        stage.patch("x", "ConfigMap", "a", Patch::Merge(json!({"data": {"x": "1"}}))).await.unwrap();
        stage.delete("ConfigMap", "a", &DeleteParams::default()).await.unwrap();
        let params = WatchParams::default().labels("tier").timeout(15);
        assert_eq!(take(stage, &params, &version, 3).await, ["+b", "~a", "-a"], "{}", stage.server);
    })
    .await;
}

#[tokio::test]
async fn an_object_comes_into_a_selection_and_leaves_it() {
    everywhere(async |stage: &Stage| {
        stage.create("ConfigMap", config("a", "db")).await.unwrap();
        let version =
            stage.api("ConfigMap").list(&ListParams::default()).await.unwrap().metadata.resource_version.unwrap();
        for tier in ["web", "web2", "web", "db"] {
            let patch = Patch::Merge(json!({"metadata": {"labels": {"tier": tier}}, "data": {"tier": tier}}));
            stage.patch("x", "ConfigMap", "a", patch).await.unwrap();
        }
        let params = WatchParams::default().labels("tier in (web,web2)").timeout(15);
        assert_eq!(take(stage, &params, &version, 4).await, ["+a", "~a", "~a", "-a"], "{}", stage.server);
        let params = WatchParams::default().fields("metadata.name=other").timeout(1);
        let none =
            stage.api("ConfigMap").watch(&params, &version).await.unwrap().try_collect::<Vec<_>>().await.unwrap();
        assert!(none.iter().all(|e| sign(e) == "|"), "{}", stage.server);
    })
    .await;
}

#[tokio::test]
async fn a_watch_without_a_version_begins_with_everything() {
    everywhere(async |stage: &Stage| {
        stage.create("ConfigMap", config("a", "web")).await.unwrap();
        let mut params = WatchParams::default().labels("tier").timeout(15);
        // "0" is any version: a server whose cache is a moment behind would send a bookmark first
        params.bookmarks = false;
        assert_eq!(take(stage, &params, "0", 1).await, ["+a"], "{}", stage.server);
        let mut params = WatchParams::default().labels("tier").timeout(15).initial_events();
        params.bookmarks = true;
        assert_eq!(take(stage, &params, "", 2).await, ["+a", "|"], "{}", stage.server);
    })
    .await;
}
