//! A watch that begins where the cluster stands, without a list.

use super::WATCH_SECONDS;
use futures::{Stream, StreamExt as _, stream};
use kube::{
    Api, Resource, ResourceExt as _,
    api::{ListParams, WatchEvent, WatchParams},
    runtime::watcher::{Error, Event, Result},
};
use serde::de::DeserializeOwned;
use std::{fmt::Debug, pin::Pin, time::Duration};

/// How much longer than it was asked for a watch may be silent before it is given up. As kube's own watcher has it.
const MARGIN: Duration = Duration::from_secs(5);

type Changes<K> = Pin<Box<dyn Stream<Item = kube::Result<WatchEvent<K>>> + Send>>;

/// Where a watch is.
enum State<K> {
    /// It begins: it is not known where the cluster stands.
    New,
    /// The cluster has forgotten where the watch stood.
    Lost,
    /// To be asked for from this version on.
    At(String),
    /// It brings what happened after this version.
    Open(String, Changes<K>),
}

/// What happens to objects of the kind from now on, for ever. The first event is that nothing was there ([`Event::InitDone`]). What
/// happens while the cluster has forgotten where the watch stood (410) is missed, and what was seen before stays known;
/// [`Event::Init`] says that it goes on.
pub(super) fn watch<K>(api: Api<K>) -> impl Stream<Item = Result<Event<K>>> + Send
where
    K: Resource<DynamicType = ()> + Clone + DeserializeOwned + Debug + Send + 'static,
{
    stream::unfold((api, State::New), |(api, mut state)| async move {
        loop {
            let (event, next) = step(&api, state).await;
            state = next;
            if let Some(event) = event {
                return Some((event, (api, state)));
            }
        }
    })
}

async fn step<K>(api: &Api<K>, state: State<K>) -> (Option<Result<Event<K>>>, State<K>)
where
    K: Resource<DynamicType = ()> + Clone + DeserializeOwned + Debug + Send + 'static,
{
    match state {
        State::New | State::Lost => match api.list_metadata(&ListParams::default().limit(1)).await {
            Ok(list) => match list.metadata.resource_version.filter(|version| !version.is_empty()) {
                Some(version) => {
                    let event = if matches!(state, State::New) { Event::InitDone } else { Event::Init };
                    (Some(Ok(event)), State::At(version))
                }
                None => (Some(Err(Error::NoResourceVersion)), state),
            },
            Err(error) => (Some(Err(Error::InitialListFailed(error))), state),
        },
        State::At(version) => match api.watch(&WatchParams::default().timeout(WATCH_SECONDS), &version).await {
            Ok(changes) => (None, State::Open(version, changes.boxed())),
            Err(error) => {
                let next = if is_gone(&error) { State::Lost } else { State::At(version) };
                (Some(Err(Error::WatchStartFailed(error))), next)
            }
        },
        State::Open(version, mut changes) => {
            let patience = Duration::from_secs(u64::from(WATCH_SECONDS)) + MARGIN;
            let change = tokio::time::timeout(patience, changes.next()).await.unwrap_or_default();
            match change {
                Some(Ok(WatchEvent::Added(object) | WatchEvent::Modified(object))) => {
                    let version = object.resource_version().unwrap_or(version);
                    (Some(Ok(Event::Apply(object))), State::Open(version, changes))
                }
                Some(Ok(WatchEvent::Deleted(object))) => {
                    let version = object.resource_version().unwrap_or(version);
                    (Some(Ok(Event::Delete(object))), State::Open(version, changes))
                }
                Some(Ok(WatchEvent::Bookmark(bookmark))) => {
                    (None, State::Open(bookmark.metadata.resource_version, changes))
                }
                Some(Ok(WatchEvent::Error(status))) => {
                    let next = if status.code == 410 { State::Lost } else { State::At(version) };
                    (Some(Err(Error::WatchError(status.boxed()))), next)
                }
                Some(Err(error)) => (Some(Err(Error::WatchFailed(error))), State::At(version)),
                None => (None, State::At(version)),
            }
        }
    }
}

fn is_gone(error: &kube::Error) -> bool {
    matches!(error, kube::Error::Api(status) if status.code == 410)
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::{Request, Response};
    use k8s_openapi::api::core::v1::Pod;
    use kube::client::Body;
    use serde_json::{Value, json};
    use std::{
        convert::Infallible,
        sync::{Arc, Mutex},
    };

    fn pod(name: &str, version: &str) -> Value {
        json!({"metadata": {"name": name, "resourceVersion": version}})
    }

    fn change(kind: &str, object: Value) -> Value {
        json!({"type": kind, "object": object})
    }

    #[tokio::test]
    async fn a_watch_goes_on_from_where_it_stood_and_lists_one_object_where_that_is_forgotten() {
        let lists = || json!({"metadata": {"resourceVersion": "5"}, "items": []}).to_string();
        let gone = json!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "code": 410});
        let marked = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"resourceVersion": "8"}});
        let lines = |changes: &[Value]| changes.iter().map(|change| format!("{change}\n")).collect::<String>();
        let mut answers = vec![
            lists(),
            lines(&[change("ADDED", pod("a", "6")), change("BOOKMARK", marked)]),
            lines(&[change("DELETED", pod("a", "9"))]),
            lines(&[change("ERROR", gone)]),
            lists(),
            lines(&[change("MODIFIED", pod("b", "7"))]),
        ]
        .into_iter();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let noted = Arc::clone(&asked);
        let service = tower::service_fn(move |request: Request<Body>| {
            let query = request.uri().query().unwrap_or_default().to_owned();
            let told = |name: &str| query.split('&').find(|pair| pair.starts_with(name)).unwrap_or_default().to_owned();
            noted.lock().expect("the questions").push([told("limit="), told("resourceVersion=")].concat());
            let answer = Response::new(Body::from(answers.next().expect("an answer").into_bytes()));
            async move { Ok::<_, Infallible>(answer) }
        });
        let api: Api<Pod> = Api::all(kube::Client::new(service, "default"));
        let told: Vec<String> = watch(api)
            .take(6)
            .map(|event| match event {
                Ok(Event::InitDone) => "nothing".to_owned(),
                Ok(Event::Apply(pod)) => format!("{} is there", pod.name_any()),
                Ok(Event::Delete(pod)) => format!("{} is gone", pod.name_any()),
                Ok(other) => format!("{other:?}"),
                Err(error) => error.to_string().split(':').next().unwrap_or_default().to_owned(),
            })
            .collect()
            .await;
        assert_eq!(told[..3], ["nothing", "a is there", "a is gone"]);
        assert_eq!(told[4..], ["Init", "b is there"], "{told:?}");
        let versions =
            ["limit=1", "resourceVersion=5", "resourceVersion=8", "resourceVersion=9", "limit=1", "resourceVersion=5"];
        assert_eq!(*asked.lock().expect("the questions"), versions);
    }
}
