//! One heartbeat for all tasks in a runner's hands: it keeps their leases, and brings the news of a cancel or of a loss.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{sync::watch, time::Instant};
use uuid::Uuid;

use crate::{App, task::Task};

/// The tasks in the hands of one runner. Cheap to clone; the clones share them.
#[derive(Clone)]
pub struct Hands {
    app: App,
    /// The name that the leases are held under.
    pub owner: Uuid,
    held: Arc<Mutex<HashMap<Uuid, Held>>>,
}

struct Held {
    fence: i64,
    /// When the database last said that the task is ours.
    sure: Instant,
    news: watch::Sender<News>,
}

/// What happened to a task from outside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// Another worker has the task, or may have it.
    pub lost: bool,
    /// Somebody asked for its end: the name for "Cancelled by …".
    pub cancelled_by: Option<String>,
}

impl Hands {
    /// Empty hands.
    #[must_use]
    pub fn new(app: App) -> Self {
        let owner = app.cx.ids.uuid();
        Self { app, owner, held: Arc::default() }
    }

    /// Keeps a task that was taken up at `taken`.
    #[must_use]
    pub fn hold(&self, task: &Task, taken: Instant) -> watch::Receiver<News> {
        let (news, receiver) = watch::channel(News::default());
        self.held().insert(task.id, Held { fence: task.fence, sure: taken, news });
        receiver
    }

    /// Lets go of a task, if it is still held under that fence.
    pub fn let_go(&self, id: Uuid, fence: i64) {
        let mut held = self.held();
        if held.get(&id).is_some_and(|known| known.fence == fence) {
            held.remove(&id);
        }
    }

    /// Beats and looks for cancels, without end.
    pub async fn keep(&self) {
        let retry_policy = Arc::clone(&self.app.retry_policy);
        let mut beat_at = Instant::now() + retry_policy.heartbeat;
        loop {
            let look_at = Instant::now() + retry_policy.look;
            tokio::select! {
                () = self.app.cancels.notified() => {}
                () = tokio::time::sleep_until(beat_at.min(look_at)) => {}
            }
            if Instant::now() >= beat_at {
                beat_at =
                    Instant::now() + if self.beat().await { retry_policy.heartbeat } else { Duration::from_secs(1) };
                self.forsake();
            } else {
                self.look().await;
            }
        }
    }

    /// Prolongs all leases in one statement; `false`: the database did not answer.
    async fn beat(&self) -> bool {
        let ids = self.ids();
        if ids.is_empty() {
            return true;
        }
        let sent = Instant::now();
        let beat = sqlx::query!(
            "update tasks.task set lease_until = now() + make_interval(secs => $3)
             where id = any($2) and lease_owner = $1 and status = 'running'
             returning id, fence, cancel_requested, cancelled_by",
            self.owner,
            &ids,
            self.app.retry_policy.lease.as_secs_f64()
        )
        .fetch_all(&self.app.cx.db);
        let ours = match tokio::time::timeout(self.app.retry_policy.answer(), beat).await {
            Ok(Ok(rows)) => rows,
            Ok(Err(error)) => {
                tracing::warn!(%error, "a heartbeat failed");
                return false;
            }
            Err(_) => {
                tracing::warn!("a heartbeat was not answered");
                return false;
            }
        };
        let mut held = self.held();
        let mut ours: HashMap<Uuid, _> = ours.into_iter().map(|row| (row.id, row)).collect();
        for id in ids {
            let Some(known) = held.get_mut(&id) else { continue };
            match ours.remove(&id) {
                Some(row) if row.fence == known.fence => {
                    known.sure = sent;
                    if row.cancel_requested {
                        known.cancelled(row.cancelled_by);
                    }
                }
                // Taken up again by ourselves while the statement was under way.
                _ if known.sure >= sent => {}
                _ => known.lost(),
            }
        }
        true
    }

    /// Looks for cancels in one statement.
    async fn look(&self) {
        let ids = self.ids();
        if ids.is_empty() {
            return;
        }
        let asked = sqlx::query!(
            "select id, fence, cancelled_by from tasks.task where id = any($2) and lease_owner = $1 and cancel_requested",
            self.owner,
            &ids
        )
        .fetch_all(&self.app.cx.db)
        .await;
        match asked {
            Ok(rows) => {
                let mut held = self.held();
                for row in rows {
                    if let Some(known) = held.get_mut(&row.id).filter(|known| known.fence == row.fence) {
                        known.cancelled(row.cancelled_by);
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "cancels cannot be looked for"),
        }
    }

    /// Gives up what the database has not confirmed for too long: its lease is about to run out.
    fn forsake(&self) {
        let sure = self.app.retry_policy.sure();
        for (id, known) in self.held().iter_mut().filter(|(_, known)| known.sure.elapsed() >= sure) {
            tracing::warn!(task = %id, "no heartbeat was accepted for too long: the task is left to others");
            known.lost();
        }
    }

    fn ids(&self) -> Vec<Uuid> {
        self.held().keys().copied().collect()
    }

    fn held(&self) -> MutexGuard<'_, HashMap<Uuid, Held>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    fn lost(&mut self) {
        self.news.send_modify(|news| news.lost = true);
    }

    fn cancelled(&mut self, by: String) {
        self.news.send_if_modified(|news| news.cancelled_by.is_none() && news.cancelled_by.replace(by).is_none());
    }
}
