//! Watches: changes as they happen, from a version on.

use super::{
    Answer, Api, Body, list, read,
    request::{Call, Target},
    streamed,
};
use crate::{
    failure::Failure,
    selector::Filter,
    store::{Change, Store, Stored},
};
use bytes::Bytes;
use futures::{StreamExt as _, stream};
use http::StatusCode;
use http_body_util::{BodyExt as _, StreamBody};
use hyper::body::Frame;
use serde::Serialize;
use serde_json::{Value, json};
use std::{convert::Infallible, sync::Arc, time::Duration};
use tokio::{sync::watch::Receiver, time::Instant};

/// A watch that nobody limits ends after this long, as at the real server.
const LONGEST: Duration = Duration::from_secs(40 * 60);
/// How often a quiet watch says how far it is.
const BOOKMARK: Duration = Duration::from_secs(60);

/// One watch.
struct Watch {
    api: Arc<Api>,
    kind: String,
    api_version: String,
    namespace: Option<String>,
    filter: Filter,
    metadata: bool,
    bookmarks: bool,
    /// Everything up to this version was told.
    told: u64,
    changes: Receiver<u64>,
    ends: Instant,
    over: bool,
}

pub(super) fn answer(api: &Arc<Api>, target: &Target, call: &Call) -> Answer {
    let filter = list::filter(target, call)?;
    let seconds: Option<u64> = call.number("timeoutSeconds")?;
    let from: u64 = call.number("resourceVersion")?.unwrap_or(0);
    let initial = match call.query("sendInitialEvents") {
        "" => from == 0,
        said => said == "true",
    };
    let store = api.world.lock();
    let told = if initial || from == 0 { store.version() } else { from };
    let watch = Watch {
        api: Arc::clone(api),
        kind: target.kind.kind.clone(),
        api_version: target.kind.api_version(),
        namespace: target.namespace.clone(),
        filter,
        metadata: call.wants_metadata(),
        bookmarks: call.is("allowWatchBookmarks"),
        told,
        changes: store.changes(),
        ends: Instant::now() + seconds.map_or(LONGEST, Duration::from_secs).min(LONGEST),
        over: false,
    };
    let mut first = Vec::new();
    if initial {
        watch.everything(&store, &mut first);
        if call.is("sendInitialEvents") && watch.bookmarks {
            watch.object(&mut first, "BOOKMARK", &watch.bookmark(true));
        }
    } else if from > store.version() {
        return Err(Failure::too_new(from, store.version()));
    }
    drop(store);
    let begun = stream::iter((!first.is_empty()).then(|| frame(first)));
    let rest = stream::unfold(watch, |mut watch| async move {
        let text = watch.next().await?;
        Some((frame(text), watch))
    });
    let body: Body = StreamBody::new(begun.chain(rest)).boxed_unsync();
    Ok(streamed(StatusCode::OK, "application/json", body))
}

fn frame(text: Vec<u8>) -> Result<Frame<Bytes>, Infallible> {
    Ok(Frame::data(Bytes::from(text)))
}

impl Watch {
    /// What is there now, as additions.
    fn everything(&self, store: &Store, out: &mut Vec<u8>) {
        for (_, object) in store.each(&self.kind, self.namespace.as_deref()) {
            if self.takes(store, object) {
                self.state(store, out, "ADDED", object);
            }
        }
    }

    /// The next lines; `None` when the watch ends.
    async fn next(&mut self) -> Option<Vec<u8>> {
        let mut quiet = Instant::now() + BOOKMARK;
        let stop = self.api.stop.clone();
        loop {
            if self.over {
                return None;
            }
            let mut out = Vec::new();
            let _ = self.changes.borrow_and_update();
            self.collect(&mut out);
            if !out.is_empty() {
                return Some(out);
            }
            tokio::select! {
                changed = self.changes.changed() => changed.ok()?,
                () = stop.cancelled() => return None,
                () = tokio::time::sleep_until(self.ends) => {
                    self.over = true;
                    return self.bookmarks.then(|| self.said("BOOKMARK", &self.bookmark(false)));
                }
                () = tokio::time::sleep_until(quiet), if self.bookmarks => {
                    return Some(self.said("BOOKMARK", &self.bookmark(false)));
                }
            }
            if !self.bookmarks {
                quiet = Instant::now() + BOOKMARK;
            }
        }
    }

    /// Changes since the last look.
    fn collect(&mut self, out: &mut Vec<u8>) {
        let api = Arc::clone(&self.api);
        let store = api.world.lock();
        let Some(changes) = store.since(&self.kind, self.namespace.as_deref(), self.told) else {
            let failure = Failure::expired(format!("too old resource version: {} ({})", self.told, store.version()));
            self.over = true;
            line(out, "ERROR", &failure.status());
            return;
        };
        for change in changes {
            self.tell(&store, change, out);
        }
        self.told = store.version();
    }

    /// A change as this watch sees it: an object may come into its view or leave it.
    fn tell(&self, store: &Store, change: &Change, out: &mut Vec<u8>) {
        let before = change.before.as_ref().is_some_and(|object| self.takes(store, object));
        let after = !change.deleted && self.takes(store, &change.after);
        match (before, after) {
            (false, true) => self.state(store, out, "ADDED", &change.after),
            (true, true) => self.state(store, out, "MODIFIED", &change.after),
            (true, false) if change.deleted => self.state(store, out, "DELETED", &change.after),
            (true, false) => {
                // It was last seen as it was, and left with this version.
                let mut last = change.before.as_ref().map(Stored::parse).unwrap_or_default();
                crate::json::set(&mut last, &["metadata", "resourceVersion"], change.after.version.to_string());
                self.object(out, "DELETED", &last);
            }
            (false, false) => {}
        }
    }

    fn takes(&self, store: &Store, object: &Stored) -> bool {
        self.filter.is_empty() || self.filter.takes(&store.parsed(object))
    }

    /// The object as it is kept: a watch of everything would parse everything.
    fn state(&self, store: &Store, out: &mut Vec<u8>, what: &str, object: &Stored) {
        if self.metadata {
            line(out, what, &read::metadata(&store.parsed(object)));
        } else {
            line(out, what, &object.text);
        }
    }

    fn object(&self, out: &mut Vec<u8>, what: &str, object: &Value) {
        if self.metadata {
            line(out, what, &read::metadata(object));
        } else {
            line(out, what, object);
        }
    }

    fn bookmark(&self, end_of_initial: bool) -> Value {
        let mut object = json!({"kind": self.kind, "apiVersion": self.api_version, "metadata": {"resourceVersion": self.told.to_string(), "creationTimestamp": null}});
        if end_of_initial {
            object["metadata"]["annotations"] = json!({"k8s.io/initial-events-end": "true"});
        }
        object
    }

    fn said(&self, what: &str, object: &Value) -> Vec<u8> {
        let mut out = Vec::new();
        self.object(&mut out, what, object);
        out
    }
}

fn line(out: &mut Vec<u8>, what: &str, object: &(impl Serialize + ?Sized)) {
    out.extend_from_slice(format!("{{\"type\":\"{what}\",\"object\":").as_bytes());
    if serde_json::to_writer(&mut *out, object).is_err() {
        out.extend_from_slice(b"null");
    }
    out.extend_from_slice(b"}\n");
}
