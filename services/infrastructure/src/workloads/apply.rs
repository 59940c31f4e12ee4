//! `Apply`: takes the release's lock (its next revision's Secret), applies the documents in order, then removes what the
//! earlier revisions had and this one has not.

use crate::{
    kubernetes::{
        apply,
        change::Change,
        delete::{self, Deleted},
        kinds,
        lock::{self, Elsewhere, Standing},
        release::{self, History},
    },
    workloads::{
        Workloads, claims,
        copy_volumes::copier,
        left_over, plan,
        progress::{Answers, Progress, told},
    },
};
use helm::{
    Document,
    release::{Content, Record, Status},
};
use kit::{Error, Message, Origin, Result, clock, message, message::as_is};
use proto::infrastructure as pb;
use serde_json::Value;
use time::OffsetDateTime;

/// Races for the next revision that may be lost before somebody waits. Fixed: the caller repeats the whole call.
const ROUNDS: usize = 5;
/// Documents of one release. Fixed: more than any chart of ours renders.
const MOST: usize = 200;

type Tell = Progress<pb::ApplyResponse>;

/// Whether the release is ours to work on.
enum Lock {
    /// The pending revision is ours; the history is from right before that was settled.
    Held(u32, History),
    /// An earlier attempt brought it to its end.
    Done(u32),
    /// Somebody else is at work, since then.
    Waiting { since: Option<OffsetDateTime>, who: &'static str },
}

pub(super) async fn apply(
    app: &Workloads,
    origin: Origin,
    request: pb::ApplyRequest,
) -> Result<Answers<pb::ApplyResponse>> {
    let mut change = app.change(request.ticket).await?;
    change.takes_back = request.take_back;
    let content: Content = serde_json::from_slice(&request.release)
        .map_err(|error| Error::invalid(message!(RELEASE_INVALID, line = error.line(), column = error.column())))?;
    let documents = documents(&request.documents)?;
    let (planned, delete) = (request.planned, request.delete_volumes);
    let revision = request.revision;
    let work = Work { app: app.clone(), origin, change, content, documents, revision, planned, delete };
    Ok(told(move |progress| {
        Box::pin(async move {
            let space = work.change.space.clone();
            match work.run(&progress).await {
                Ok(()) => Ok(()),
                Err(error) => Err(space.masked(error).await),
            }
        })
    }))
}

struct Work {
    app: Workloads,
    origin: Origin,
    change: Change,
    content: Content,
    documents: Vec<Document>,
    revision: i32,
    /// The state that somebody has seen a plan of; empty: none.
    planned: String,
    /// Volume claims that are part of that state, since they are deleted later.
    delete: Vec<String>,
}

impl Work {
    async fn run(&self, progress: &Tell) -> Result<()> {
        self.change.space.belongs_to(self.change.ticket.deployment).await?;
        let (version, history) = match self.lock().await? {
            Lock::Held(version, history) => (version, history),
            Lock::Done(version) => {
                return progress.tell(answer(&message!(ReleaseDeployed), version, true)).await;
            }
            Lock::Waiting { since, who } => return progress.tell(waiting(who, since)).await,
        };
        progress.tell(answer(&message!(ReleaseApplying, revision = version), version, false)).await?;
        // a move that was given up may have left them: they hold the volumes
        copier::remove(&self.change).await?;
        claims::take(&self.change, &history, &self.documents).await?;
        // nothing of a release's first revision is there yet
        let unexpected = history.revisions.is_empty();
        for document in &self.documents {
            self.change.in_time()?;
            apply::document(&self.change, &document.object, unexpected).await?;
            let applied = message!(ObjectApplied, object = format!("{} {}", document.kind, document.name));
            progress.tell(answer(&applied, version, false)).await?;
        }
        self.prune(version, &history, progress).await?;
        progress.tell(answer(&message!(ReleaseApplied), version, true)).await
    }

    /// Creates the next revision's Secret, or finds ours.
    async fn lock(&self) -> Result<Lock> {
        let (change, ticket) = (&self.change, &self.change.ticket);
        for _ in 0..ROUNDS {
            change.in_time()?;
            let history = release::history(&change.space, &ticket.release).await?;
            match lock::standing(&history.revisions, ticket.task) {
                Standing::Free => {
                    self.as_planned().await?;
                    if let Some(version) = self.create(&history).await? {
                        return Ok(Lock::Held(version, history));
                    }
                }
                Standing::Mine(version) => {
                    self.adopt(version).await?;
                    return Ok(Lock::Held(version, history));
                }
                Standing::Ended(version, Status::Failed) => return Err(self.ended(version).await),
                Standing::Ended(version, _) => return Ok(Lock::Done(version)),
                Standing::Overtaken(version) => {
                    let message = message!(OVERTAKEN, release = &ticket.release, revision = version);
                    return Err(Error::conflict(message));
                }
                Standing::Theirs { task, version } => {
                    if Elsewhere::of(self.app.task_status(&self.origin, task).await?) == Elsewhere::AtWork {
                        return Ok(Lock::Waiting { since: history.created.get(&version).copied(), who: "task" });
                    }
                    self.interrupted(version).await?;
                }
                Standing::Foreign(version) => {
                    return Ok(Lock::Waiting { since: history.created.get(&version).copied(), who: "helm" });
                }
            }
        }
        let message = message!(KEEPS_CHANGING, object = format!("Release {}", ticket.release));
        Err(Error::unavailable(message, anyhow::anyhow!("the race for the next revision was lost {ROUNDS} times")))
    }

    /// Nothing is begun on another state than the one that was seen.
    async fn as_planned(&self) -> Result<()> {
        let (space, release) = (&self.change.space, &self.change.ticket.release);
        if self.planned.is_empty() || plan::state(space, release, &self.documents, &self.delete).await? == self.planned
        {
            return Ok(());
        }
        Err(Error::conflict(message!(PLAN_OUTDATED)))
    }

    /// Goes on where an earlier worker of this task stopped.
    async fn adopt(&self, version: u32) -> Result<()> {
        self.change.fence.save_revision(version).await?;
        // Moves the Secret, as every apply moves its object: a late end of the release by the worker before is refused.
        let (label, stamp) = (apply::FENCE_ANNOTATION.to_owned(), self.change.fence.stamp());
        release::rewrite(&self.change, version, self.app.cx.clock.now(), |mut record| {
            let before = record.labels.insert(label.clone(), stamp.clone());
            (before.as_ref() != Some(&stamp)).then_some(record)
        })
        .await?;
        Ok(())
    }

    /// `None` when somebody was faster.
    async fn create(&self, history: &History) -> Result<Option<u32>> {
        let now = self.app.cx.clock.now();
        let record = self.next(history, now).await?;
        // Saved before the Secret exists: whoever takes over knows which revision is this task's.
        self.change.fence.save_revision(record.version).await?;
        if !release::create(&self.change, &record, now).await? {
            return Ok(None);
        }
        release::trim(&self.change, history).await?;
        Ok(Some(record.version))
    }

    /// The record of the next revision: the first one, or an upgrade of the one in effect.
    async fn next(&self, history: &History, now: OffsetDateTime) -> Result<Record> {
        let (ticket, revisions) = (&self.change.ticket, &history.revisions);
        let version = helm::release::last(revisions).map_or(1, |last| last.version + 1);
        let labels = release::labels(&self.change, version, self.revision);
        let content = self.content.clone();
        let deployed = revisions.iter().any(|revision| revision.status == Status::Deployed);
        let current =
            helm::release::current(revisions).filter(|current| deployed || current.status == Status::Superseded);
        let record = match current {
            None => helm::release::install(&ticket.release, &ticket.namespace, content, labels, revisions, now),
            Some(current) => {
                let stored = release::read(&self.change.space, &ticket.release, current.version).await?;
                let Some(stored) = stored else { return Err(gone(&ticket.release, current.version)) };
                helm::release::upgrade(&stored.record, content, labels, revisions, now)
            }
        };
        record.map_err(|error| {
            Error::conflict(message!(RELEASE, release = &ticket.release, said = as_is(error.to_string())))
        })
    }

    /// Another task of ours left its revision pending.
    async fn interrupted(&self, version: u32) -> Result<()> {
        let open = |status: Status| status.is_pending() || status == Status::Uninstalling;
        release::rewrite(&self.change, version, self.app.cx.clock.now(), |record| {
            open(record.info.status).then(|| helm::release::failed(record, "interrupted"))
        })
        .await?;
        Ok(())
    }

    /// Our revision has failed for good: a number is never used again.
    async fn ended(&self, version: u32) -> Error {
        let said = release::read(&self.change.space, &self.change.ticket.release, version).await;
        let why = match said {
            Ok(Some(stored)) => Message::said(crate::fault::clean(&stored.record.info.description, 500)),
            Ok(None) => message!(ItIsGone),
            Err(error) => return error,
        };
        Error::conflict(message!(ENDED, revision = version, why = why))
    }

    /// What the deployed revision and the failed ones since had, and this one has not.
    async fn prune(&self, version: u32, history: &History, progress: &Tell) -> Result<()> {
        let (change, ticket) = (&self.change, &self.change.ticket);
        for (kind, document) in
            left_over::left_over(&change.space, &ticket.release, history, version, &self.documents).await?
        {
            change.in_time()?;
            let ours =
                |object: &kube::api::DynamicObject| left_over::may_go(object, kind, &ticket.release, &ticket.namespace);
            if delete::delete(change, kind, &document.name, &ours).await? == Deleted::Going {
                let removed = message!(ObjectRemoved, object = format!("{} {}", document.kind, document.name));
                progress.tell(answer(&removed, version, false)).await?;
            }
        }
        Ok(())
    }
}

fn gone(release: &str, version: u32) -> Error {
    Error::unavailable(
        message!(REVISION_REMOVED, release = release, revision = version),
        anyhow::anyhow!("the history changed"),
    )
}

fn answer(message: &Message, version: u32, done: bool) -> pb::ApplyResponse {
    let helm_revision = i32::try_from(version).unwrap_or(i32::MAX);
    let (said, message) = (message.packed(), message.to_string());
    pb::ApplyResponse { message, said, helm_revision, done, waiting: false, locked_since: None }
}

fn waiting(who: &str, since: Option<OffsetDateTime>) -> pb::ApplyResponse {
    let message = match since {
        Some(at) => message!(ReleaseHeldSince, who = who, since = release::shown(at)),
        None => message!(ReleaseHeld, who = who),
    };
    pb::ApplyResponse { waiting: true, locked_since: since.map(clock::stamp), ..answer(&message, 0, false) }
}

/// The documents, each of an allowed kind and without a namespace of its own. The order is the sender's.
pub(super) fn documents(json: &[u8]) -> Result<Vec<Document>> {
    let invalid = |problem| Error::invalid_field("documents", problem);
    let objects: Vec<Value> = serde_json::from_slice(json).map_err(|_| invalid(message!(NO_ARRAY)))?;
    if objects.len() > MOST {
        return Err(invalid(message!(AT_MOST, most = MOST)));
    }
    objects.into_iter().map(document).collect()
}

fn document(object: Value) -> Result<Document> {
    // A rendered document may come with what was noted about it.
    let object = match object {
        Value::Object(mut map) if !map.contains_key("apiVersion") => map.remove("object").unwrap_or(Value::Null),
        other => other,
    };
    let kind = kinds::of_document(&object).ok_or_else(|| apply::not_allowed(&object))?;
    let text = |pointer: &str| object.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned();
    let name = text("/metadata/name");
    if name.is_empty() {
        return Err(Error::invalid(message!(OBJECT_UNNAMED, kind = kind.kind)));
    }
    Ok(Document { source: String::new(), api_version: kind.api_version(), kind: kind.kind.to_owned(), name, object })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn documents_of_a_kind_that_is_not_allowed_are_refused() {
        let ok = json!([{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}},
                        {"source": "x", "object": {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "b"}}}]);
        let read = documents(ok.to_string().as_bytes()).unwrap();
        assert_eq!(read.iter().map(|d| d.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        for bad in [
            json!([{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "a"}}]),
            json!([{"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": {"name": "a"}}]),
            json!([{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {}}]),
            json!([7]),
            json!({}),
        ] {
            assert!(documents(bad.to_string().as_bytes()).is_err(), "{bad}");
        }
    }

    #[test]
    fn waiting_says_who_and_since_when() {
        let at = OffsetDateTime::from_unix_timestamp(1_795_300_000).unwrap();
        let said = waiting("Another Helm operation", Some(at));
        assert!(said.waiting && !said.done);
        assert_eq!(said.message, format!("Another Helm operation has held the release since {}.", release::shown(at)));
    }
}
