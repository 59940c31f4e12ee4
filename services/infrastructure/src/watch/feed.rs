//! What feeds a watch: one stream of messages for each kind of object.

use super::{INSTANCE, LINGER, Watch, lean::Lean, store::Message};
use futures::{Stream, StreamExt as _, stream};
use kube::{
    Api, Resource,
    core::{NamespaceResourceScope, Status},
    runtime::{WatchStreamExt as _, watcher},
};
use serde::de::DeserializeOwned;
use std::{fmt::Debug, pin::Pin, sync::Weak};

pub(super) type Messages = Pin<Box<dyn Stream<Item = Message> + Send>>;

/// Feeds the watch until nobody has followed it for a while, or the cluster says no: whoever follows then begins another.
pub(super) async fn run(watch: Weak<Watch>, messages: Messages) {
    // What came in one moment is taken in under one lock.
    let mut messages = messages.ready_chunks(256);
    let mut looks = tokio::time::interval(LINGER / 4);
    loop {
        let some = tokio::select! {
            some = messages.next() => some,
            _ = looks.tick() => Some(Vec::new()),
        };
        let (Some(watch), Some(some)) = (watch.upgrade(), some) else { return };
        watch.take(some);
        if watch.is_over() {
            return;
        }
    }
}

pub(super) fn messages(client: &kube::Client, namespace: Option<&str>) -> Messages {
    Box::pin(stream::select_all([
        watched(client, namespace, true, Message::Deployment),
        watched(client, namespace, true, Message::ReplicaSet),
        watched(client, namespace, true, Message::StatefulSet),
        watched(client, namespace, true, Message::Job),
        watched(client, namespace, true, Message::Pod),
        watched(client, namespace, true, Message::Claim),
        watched(client, namespace, false, Message::Event),
    ]))
}

/// A watch of one kind, listed in pages, tried again with back-off. Of all namespaces only what a release labels.
fn watched<K>(
    client: &kube::Client,
    namespace: Option<&str>,
    labelled: bool,
    wrap: fn(watcher::Result<watcher::Event<K>>) -> Message,
) -> Messages
where
    K: Resource<Scope = NamespaceResourceScope, DynamicType = ()>
        + Lean
        + Clone
        + DeserializeOwned
        + Debug
        + Send
        + 'static,
{
    let mut config = watcher::Config::default().page_size(250);
    let api = match namespace {
        Some(namespace) => Api::<K>::namespaced(client.clone(), namespace),
        None => {
            if labelled {
                config = config.labels(INSTANCE);
            }
            Api::<K>::all(client.clone())
        }
    };
    let stream = watcher(api, config).default_backoff();
    Box::pin(stream.map(move |message| wrap(message.map(|event| event.modify(K::make_lean)))))
}

/// A "no" that no waiting changes: missing rights.
pub(super) fn refused(error: watcher::Error) -> Option<Status> {
    let status = match error {
        watcher::Error::InitialListFailed(kube::Error::Api(status))
        | watcher::Error::WatchStartFailed(kube::Error::Api(status)) => status,
        _ => return None,
    };
    matches!(status.code, 401 | 403 | 404).then(|| *status)
}
