//! What this service counts: tasks that ended, by kind and result and how long they took, leases that were lost, and, when
//! somebody asks, what waits.

use kit::metrics::{Counter, Family, Histogram, Histograms, Labels, Level, set};
use std::borrow::Cow;

use crate::{App, ending::Ending, task::Task};

/// Bounds of the durations of tasks, seconds.
const BOUNDS: [f64; 8] = [2.0, 10.0, 30.0, 60.0, 180.0, 600.0, 1_800.0, 7_200.0];

/// The counters. Cheap to clone.
#[derive(Clone)]
pub struct Metrics {
    seconds: Histograms<2>,
    lost: Counter,
    on: bool,
}

impl Metrics {
    /// Shows them among those of the role.
    #[must_use]
    pub fn of(cx: &kit::Context) -> Self {
        let make: fn() -> Histogram = || Histogram::new(BOUNDS);
        let metrics =
            Self { seconds: Family::new_with_constructor(make), lost: Counter::default(), on: cx.metrics.is_on() };
        cx.metrics.register(
            "canopy_task_duration_seconds",
            "Time of tasks that were taken up, from their order to their end",
            metrics.seconds.clone(),
        );
        cx.metrics.register(
            "canopy_task_leases_lost",
            "Tasks that another worker took over, or may have",
            metrics.lost.clone(),
        );
        metrics
    }

    /// A task has ended, and that is written.
    pub fn ended(&self, app: &App, task: &Task, ending: &Ending) {
        if !self.on {
            return;
        }
        let result = match ending {
            Ending::Complete => "complete",
            Ending::Failed(_) => "failed",
            Ending::Cancelled { .. } => "cancelled",
        };
        let seconds = (app.cx.clock.now() - task.created_at).as_seconds_f64().max(0.0);
        let labels: Labels<2> =
            [("kind", Cow::Borrowed(crate::ending::noun(task.kind))), ("result", Cow::Borrowed(result))];
        self.seconds.get_or_create(&labels).observe(seconds);
    }

    /// Another worker has a task of ours.
    pub fn lost(&self) {
        self.lost.inc();
    }
}

/// Shows how many tasks have not ended, and since when the oldest has waited to be taken up.
pub fn observe(app: &App) {
    let (tasks, oldest) = (Family::<Labels<1>, Level>::default(), Level::default());
    app.cx.metrics.register("canopy_tasks", "Tasks that have not ended", tasks.clone());
    app.cx.metrics.register(
        "canopy_task_waiting_seconds",
        "How long the oldest task that nobody has taken up has waited",
        oldest.clone(),
    );
    let (db, clock) = (app.cx.db.clone(), app.cx.clock.clone());
    app.cx.metrics.look("tasks", move || {
        let (db, now, tasks, oldest) = (db.clone(), clock.now(), tasks.clone(), oldest.clone());
        async move {
            let row = sqlx::query!(
                r#"select count(*) filter (where status = 'pending') as "pending!",
                          count(*) filter (where status = 'running') as "running!",
                          min(created_at) filter (where status = 'pending') as oldest
                   from tasks.task where status in ('pending', 'running')"#
            )
            .fetch_one(&db)
            .await?;
            for (status, count) in [("pending", row.pending), ("running", row.running)] {
                set(&tasks, [("status", status.to_owned())], u32::try_from(count).map_or(f64::MAX, f64::from));
            }
            oldest.set(row.oldest.map_or(0.0, |since| (now - since).as_seconds_f64().max(0.0)));
            Ok(())
        }
    });
}
