//! GetBackup: what became of the last backup of Canopy itself, as `canopy backup` has written it down.

use crate::App;
use kit::{Message, Result, clock::stamp, message};
use proto::auth::{Backup, GetBackupRequest, GetBackupResponse};

/// For administrators, and for health.
///
/// # Errors
/// Those of the database.
pub async fn get_backup(app: &App, _: GetBackupRequest) -> Result<GetBackupResponse> {
    let row = sqlx::query!("select at, bytes, place, failed_at, problem, said, every_seconds from auth.backup")
        .fetch_optional(&app.cx.db)
        .await?;
    let Some(row) = row.filter(|row| row.at.is_some() || row.failed_at.is_some()) else {
        return Ok(GetBackupResponse { backup: None });
    };
    let problem = row.problem.map(|problem| worded(&problem, row.said.unwrap_or_default()));
    let backup = Backup {
        at: row.at.map(stamp),
        bytes: row.bytes.unwrap_or_default(),
        place: row.place.unwrap_or_default(),
        failed_at: row.failed_at.map(stamp),
        problem: problem.as_ref().map(ToString::to_string).unwrap_or_default(),
        said: problem.as_ref().map(Message::packed).unwrap_or_default(),
        every_seconds: row.every_seconds.unwrap_or_default(),
    };
    Ok(GetBackupResponse { backup: Some(backup) })
}

/// The words of `canopy backup`; one that is not known here is told as it was said.
fn worded(problem: &str, said: String) -> Message {
    match problem {
        "BackupDiskFull" => message!(BackupDiskFull),
        "BackupFolderUnusable" => message!(BackupFolderUnusable),
        "BackupPassphraseUnusable" => message!(BackupPassphraseUnusable),
        "BackupToolsMissing" => message!(BackupToolsMissing),
        _ => message!(BackupFailed, said = said),
    }
}
