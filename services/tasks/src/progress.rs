//! Steps and log lines of tasks, as stored.

use kit::{Message, clock::stamp, message, message::Kept};
use proto::tasks as pb;
use sqlx::{PgConnection, types::Json};
use std::collections::HashMap;
use time::OffsetDateTime;
use uuid::Uuid;

/// Characters kept of one log line. Fixed: the longest answer of a task follows from it.
pub const LINE_LENGTH: usize = 2000;
/// Characters kept of a step's one line of progress. Fixed: it is one line on the screen.
pub const MESSAGE_LENGTH: usize = 500;

/// Where a step stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum StepStatus {
    /// Not begun.
    Pending,
    /// Begun; perhaps by a worker that is gone.
    Running,
    /// Done; never run again.
    Complete,
    /// The task failed here.
    Failed,
    /// The task ended before.
    Skipped,
}

impl StepStatus {
    fn of_word(word: &str) -> Option<Self> {
        Some(match word {
            "pending" => Self::Pending,
            "running" => Self::Running,
            "complete" => Self::Complete,
            "failed" => Self::Failed,
            "skipped" => Self::Skipped,
            _ => return None,
        })
    }

    fn proto(self) -> pb::StepStatus {
        match self {
            Self::Pending => pb::StepStatus::Pending,
            Self::Running => pb::StepStatus::Running,
            Self::Complete => pb::StepStatus::Complete,
            Self::Failed => pb::StepStatus::Failed,
            Self::Skipped => pb::StepStatus::Skipped,
        }
    }
}

/// A row of `tasks.step`.
#[derive(Clone, Debug)]
pub struct Step {
    pub task_id: Uuid,
    pub name: String,
    pub title: String,
    pub status: StepStatus,
    pub started_at: Option<OffsetDateTime>,
    pub finished_at: Option<OffsetDateTime>,
    pub message: String,
    /// The message with its code; nothing for an older one.
    pub said: Option<Json<Kept>>,
}

impl Step {
    /// The line of progress with its code. An older worker writes only the sentence.
    #[must_use]
    pub fn said(&self) -> Message {
        said(self.said.as_ref(), &self.message)
    }
}

/// What was stored, when it belongs to the sentence beside it.
#[must_use]
pub fn said(stored: Option<&Json<Kept>>, sentence: &str) -> Message {
    Message::beside_kept(stored.map(|Json(said)| said), sentence)
}

impl From<Step> for pb::Step {
    fn from(step: Step) -> Self {
        let said = step.said().packed();
        let Step { task_id: _, name, title, status, started_at, finished_at, message, said: _ } = step;
        Self {
            name,
            title,
            status: status.proto().into(),
            started_at: started_at.map(stamp),
            finished_at: finished_at.map(stamp),
            message,
            said,
        }
    }
}

/// A step as it is read with its task: name, title, status, start, end, message, and the message with its code as text.
pub type StepRow = (String, String, String, Option<OffsetDateTime>, Option<OffsetDateTime>, String, Option<String>);

/// A log line as it is read with its task: number, time, step, level, message, and the message with its code as text.
pub type LineRow = (i64, OffsetDateTime, String, String, String, Option<String>);

/// A step in the contract's form.
///
/// # Errors
/// For a status that a newer version wrote.
pub fn step((name, title, status, started_at, finished_at, message, said): StepRow) -> sqlx::Result<pb::Step> {
    let status =
        StepStatus::of_word(&status).ok_or_else(|| sqlx::Error::Decode(format!("a step is {status:?}").into()))?;
    let said = Message::packed_beside(said.as_deref(), &message);
    Ok(pb::Step {
        name,
        title,
        status: status.proto().into(),
        started_at: started_at.map(stamp),
        finished_at: finished_at.map(stamp),
        message,
        said,
    })
}

/// How bad a log line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Progress.
    Info,
    /// A wait, a cancel.
    Warn,
    /// Why the task failed.
    Error,
}

impl Level {
    /// The word in the database and in the contract.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Error => "error",
        }
    }
}

/// The steps of several tasks in their order, in one query.
///
/// # Errors
/// When the database does not answer.
pub async fn steps_of(connection: &mut PgConnection, tasks: &[Uuid]) -> sqlx::Result<HashMap<Uuid, Vec<Step>>> {
    let rows = sqlx::query_as!(
        Step,
        r#"select task_id, name, title, status as "status: StepStatus", started_at, finished_at, message,
             said as "said: Json<Kept>"
           from tasks.step where task_id = any($1) order by task_id, position"#,
        tasks
    )
    .fetch_all(connection)
    .await?;
    let mut steps: HashMap<Uuid, Vec<Step>> = HashMap::with_capacity(tasks.len());
    for row in rows {
        steps.entry(row.task_id).or_default().push(row);
    }
    Ok(steps)
}

/// Writes down the steps a task will take; a task taken up again has them already.
///
/// # Errors
/// When the database does not answer.
pub async fn lay_out(connection: &mut PgConnection, task: Uuid, steps: &[&crate::step::Step]) -> sqlx::Result<()> {
    let names: Vec<String> = steps.iter().map(|step| step.name.to_owned()).collect();
    let titles: Vec<String> = steps.iter().map(|step| (step.title)().to_string()).collect();
    sqlx::query!(
        "insert into tasks.step (task_id, position, name, title)
         select $1, position::int, name, title
         from unnest($2::text[], $3::text[]) with ordinality as plan (name, title, position)
         on conflict (task_id, name) do nothing",
        task,
        &names,
        &titles
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Appends a log line under the number the caller drew from the task's row, and drops what is over so many lines.
///
/// # Errors
/// When the database does not answer.
pub async fn log(
    connection: &mut PgConnection,
    task: Uuid,
    (seq, most): (i64, i64),
    at: OffsetDateTime,
    line: (&str, Level, &Message),
) -> sqlx::Result<()> {
    let (step, level, message) = line;
    let message = fit(message.clone(), LINE_LENGTH);
    sqlx::query!(
        "insert into tasks.log_line (task_id, seq, at, step, level, message, said) values ($1, $2, $3, $4, $5, $6, $7)",
        task,
        seq,
        at,
        step,
        level.word(),
        message.sentence(),
        Json(&message) as _
    )
    .execute(&mut *connection)
    .await?;
    if seq > most {
        sqlx::query!("delete from tasks.log_line where task_id = $1 and seq <= $2", task, seq - most)
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// The log of one task, oldest line first; says how many lines were dropped.
#[must_use]
pub fn lines(rows: Vec<LineRow>) -> Vec<pb::LogLine> {
    let dropped = rows.first().filter(|(seq, ..)| *seq > 1).map(|(seq, at, step, ..)| {
        let message = message!(LinesDropped, count = seq - 1);
        pb::LogLine {
            at: Some(stamp(*at)),
            step: step.clone(),
            level: Level::Warn.word().to_owned(),
            said: message.packed(),
            message: message.to_string(),
        }
    });
    let lines = rows.into_iter().map(|(_, at, step, level, message, said)| pb::LogLine {
        at: Some(stamp(at)),
        step,
        level,
        said: Message::packed_beside(said.as_deref(), &message),
        message,
    });
    dropped.into_iter().chain(lines).collect()
}

/// The message, fit for showing and no longer than `max` characters.
#[must_use]
pub fn fit(message: Message, max: usize) -> Message {
    let message = message.with_texts(&|text| tidy(text, max));
    let sentence = tidy(message.sentence(), max);
    if sentence == message.sentence() { message } else { message.shortened(sentence) }
}

/// What came from a cluster, fit for showing: no control characters but line breaks, no more than `max` characters.
#[must_use]
pub fn tidy(text: &str, max: usize) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect();
    kit::text::cut(clean.trim(), max)
}

#[cfg(test)]
mod tests {
    use super::tidy;

    #[test]
    fn what_a_cluster_says_is_made_harmless() {
        assert_eq!(tidy("\u{1b}[31mred\r\nnext\0", 100), "[31mred \nnext");
        assert_eq!(tidy("abcdef", 4), "abc…");
    }
}
