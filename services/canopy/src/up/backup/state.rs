//! What became of the last backup, where the console can see it.

use sqlx::PgConnection;
use std::{fmt, io, time::Duration};
use time::OffsetDateTime;

/// A backup that is whole.
pub struct Made {
    /// The moment whose state it holds.
    pub at: OffsetDateTime,
    /// Its size.
    pub bytes: u64,
    /// Where it is.
    pub place: String,
}

/// What stood in its way, in the words that the console knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// No room is left where it was to be written.
    Full,
    /// The folder is missing or cannot be written.
    Folder,
    /// The passphrase is missing or too short.
    Passphrase,
    /// PostgreSQL's programs are missing or too old.
    Tools,
    /// Anything else.
    Other,
}

impl Problem {
    fn word(self) -> &'static str {
        match self {
            Self::Full => "BackupDiskFull",
            Self::Folder => "BackupFolderUnusable",
            Self::Passphrase => "BackupPassphraseUnusable",
            Self::Tools => "BackupToolsMissing",
            Self::Other => "BackupFailed",
        }
    }
}

/// Why a backup failed.
#[derive(Debug)]
pub struct Failure {
    problem: Problem,
    /// For whoever reads the log.
    pub error: anyhow::Error,
}

impl Failure {
    /// A full disk is one wherever it is noticed.
    pub fn of(problem: Problem) -> impl Fn(anyhow::Error) -> Self {
        move |error| {
            let full = error
                .chain()
                .filter_map(|cause| cause.downcast_ref::<io::Error>())
                .any(|error| matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded));
            Self { problem: if full { Problem::Full } else { problem }, error }
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self.error)
    }
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::of(Problem::Other)(error.into())
    }
}

/// Writes down how it went.
///
/// # Errors
/// Those of the database, also when it is older than this program.
pub async fn record(db: &mut PgConnection, outcome: Result<&Made, &Failure>, now: OffsetDateTime) -> sqlx::Result<()> {
    let query = match outcome {
        Ok(made) => sqlx::query(
            "insert into auth.backup (at, bytes, place) values ($1, $2, $3)
             on conflict (only_one) do update set at = excluded.at, bytes = excluded.bytes, place = excluded.place,
                 failed_at = null, problem = null, said = null",
        )
        .bind(made.at)
        .bind(i64::try_from(made.bytes).unwrap_or(i64::MAX))
        .bind(&made.place),
        Err(failure) => sqlx::query(
            "insert into auth.backup (failed_at, problem, said) values ($1, $2, $3)
             on conflict (only_one) do update set failed_at = excluded.failed_at, problem = excluded.problem,
                 said = excluded.said",
        )
        .bind(now)
        .bind(failure.problem.word())
        .bind(kit::text::cut(&failure.to_string(), 500)),
    };
    query.execute(db).await?;
    Ok(())
}

/// Writes down how often one is to be made; `None`: when somebody asks for it.
///
/// # Errors
/// Those of the database.
pub async fn schedule(db: &mut PgConnection, every: Option<Duration>) -> sqlx::Result<()> {
    let seconds = every.map(|every| i64::try_from(every.as_secs()).unwrap_or(i64::MAX));
    sqlx::query(
        "insert into auth.backup (every_seconds) values ($1)
         on conflict (only_one) do update set every_seconds = excluded.every_seconds",
    )
    .bind(seconds)
    .execute(db)
    .await?;
    Ok(())
}
