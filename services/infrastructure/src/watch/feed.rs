//! What feeds a watch: one stream of messages for each kind of object.

use super::{
    INSTANCE, LINGER, Part, Watch,
    lean::{Lean, Mark},
    snapshot::RELEASED,
    store::Message,
    unlisted,
};
use crate::kubernetes::{kinds::Kind, space::DEPLOYMENT_LABEL};
use futures::{Stream, StreamExt as _, stream};
use kube::{
    Api, Resource,
    core::{NamespaceResourceScope, Status},
    runtime::{WatchStreamExt as _, watcher},
};
use serde::de::DeserializeOwned;
use std::{fmt::Debug, pin::Pin, sync::Weak};

pub(super) type Messages = Pin<Box<dyn Stream<Item = Message> + Send>>;

/// How long one watch may take before it is asked for again from where it stood. Fixed: the server ends it then, and one
/// that hangs is given up five seconds later.
pub(crate) const WATCH_SECONDS: u32 = 120;

/// Feeds a part of the watches until nobody has needed it for a while, or the cluster says no: whoever needs it then begins
/// it anew.
pub(super) async fn run(watch: Weak<Watch>, part: Part, messages: Messages) {
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
        if watch.is_over(part) {
            return;
        }
    }
}

pub(super) fn messages(client: &kube::Client, namespace: Option<&str>, part: Part) -> Messages {
    Box::pin(match part {
        Part::Workloads => stream::select_all(vec![
            labelled(client, namespace, Message::Deployment),
            labelled(client, namespace, Message::ReplicaSet),
            labelled(client, namespace, Message::StatefulSet),
            labelled(client, namespace, Message::Pod),
        ]),
        Part::Details => stream::select_all(vec![
            labelled(client, namespace, Message::Job),
            labelled(client, namespace, Message::Claim),
            match namespace {
                Some(_) => watched(of(client, namespace), watcher::Config::default(), Message::Event),
                None => from_now(Api::all(client.clone()), Message::Event),
            },
        ]),
        Part::Names => {
            let of_ours = watcher::Config::default().labels(DEPLOYMENT_LABEL);
            stream::select_all(vec![watched(Api::all(client.clone()), of_ours, Message::Namespace)])
        }
        Part::Released => {
            stream::select_all(RELEASED.into_iter().enumerate().map(|(place, kind)| marks(client, place, kind)))
        }
    })
}

fn of<K>(client: &kube::Client, namespace: Option<&str>) -> Api<K>
where
    K: Resource<Scope = NamespaceResourceScope, DynamicType = ()>,
{
    match namespace {
        Some(namespace) => Api::namespaced(client.clone(), namespace),
        None => Api::all(client.clone()),
    }
}

/// Of all namespaces only what a release labels.
fn labelled<K>(
    client: &kube::Client,
    namespace: Option<&str>,
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
    let config = watcher::Config::default();
    let config = if namespace.is_some() { config } else { config.labels(INSTANCE) };
    watched(of(client, namespace), config, wrap)
}

/// A watch of one kind, listed in pages, tried again with back-off.
fn watched<K>(api: Api<K>, config: watcher::Config, wrap: fn(watcher::Result<watcher::Event<K>>) -> Message) -> Messages
where
    K: Resource<DynamicType = ()> + Lean + Clone + DeserializeOwned + Debug + Send + 'static,
{
    let stream = watcher(api, config.page_size(250).timeout(WATCH_SECONDS)).default_backoff();
    Box::pin(stream.map(move |message| wrap(message.map(|event| event.modify(K::make_lean)))))
}

/// A watch of what happens from now on, without a list of what there was: of all that a cluster has of the kind, next to nothing
/// would be kept.
fn from_now<K>(api: Api<K>, wrap: fn(watcher::Result<watcher::Event<K>>) -> Message) -> Messages
where
    K: Resource<DynamicType = ()> + Lean + Clone + DeserializeOwned + Debug + Send + 'static,
{
    let stream = unlisted::watch(api).default_backoff();
    Box::pin(stream.map(move |message| wrap(message.map(|event| event.modify(K::make_lean)))))
}

/// A watch of the metadata of one kind, in all namespaces.
fn marks(client: &kube::Client, place: usize, kind: Kind) -> Messages {
    let api = Api::<Mark>::all_with(client.clone(), &kind.api());
    let config = watcher::Config::default().labels(INSTANCE).page_size(250).timeout(WATCH_SECONDS);
    let stream = watcher(api, config).default_backoff();
    Box::pin(stream.map(move |message| Message::Released(place, message.map(|event| event.modify(Lean::make_lean)))))
}

/// A "no" that no waiting changes: missing rights.
pub(crate) fn refused(error: watcher::Error) -> Option<Status> {
    let status = match error {
        watcher::Error::InitialListFailed(kube::Error::Api(status))
        | watcher::Error::WatchStartFailed(kube::Error::Api(status)) => status,
        _ => return None,
    };
    matches!(status.code, 401 | 403 | 404).then(|| *status)
}
