//! The steps of tasks, seen where the role `tasks` writes them.

use crate::system::{Canopy, PATIENCE};
use sqlx::{PgPool, postgres::PgListener};
use tokio::sync::Mutex;

/// Waits for steps. The database tells of each that is written, so that nothing is asked again and again meanwhile; a look over
/// REST takes longer than some steps, and a role may be away.
pub struct Steps {
    db: PgPool,
    written: Mutex<PgListener>,
}

impl Steps {
    pub async fn of(canopy: &Canopy) -> Self {
        let db = canopy.database().await;
        let told = "create function tasks.tell_of_steps() returns trigger language plpgsql
                as $$ begin notify step_written; return null; end $$;
            create trigger tell_of_steps after insert or update of status on tasks.step
                for each statement execute function tasks.tell_of_steps()";
        sqlx::raw_sql(told).execute(&db).await.unwrap();
        let mut written = PgListener::connect_with(&db).await.unwrap();
        written.listen("step_written").await.unwrap();
        Self { db, written: Mutex::new(written) }
    }

    /// The task that makes a revision of a deployment, once there is one.
    pub async fn task_of(&self, deployment: &str, revision: i32) -> String {
        let find = async || {
            let query = "select id::text from tasks.task where deployment_id = $1::text::uuid and revision = $2";
            let query = sqlx::query_scalar(query).bind(deployment).bind(revision);
            query.fetch_optional(&self.db).await.unwrap()
        };
        self.until(&format!("a task makes revision {revision}"), find).await
    }

    /// Waits until the step of the task is at work; `false` when it was over before that was seen.
    pub async fn runs(&self, task: &str, step: &str) -> bool {
        let begun = async || {
            let query = "select status from tasks.step where task_id = $1::text::uuid and name = $2";
            let query = sqlx::query_scalar::<_, String>(query).bind(task).bind(step);
            query.fetch_optional(&self.db).await.unwrap().filter(|status| status != "pending")
        };
        self.until(&format!("{step} of the task {task} is begun"), begun).await == "running"
    }

    async fn until<T>(&self, what: &str, look: impl AsyncFn() -> Option<T>) -> T {
        let mut written = self.written.lock().await;
        let found = async {
            loop {
                if let Some(found) = look().await {
                    return found;
                }
                written.recv().await.unwrap();
            }
        };
        tokio::time::timeout(PATIENCE, found).await.unwrap_or_else(|_| panic!("waited in vain until {what}"))
    }
}
