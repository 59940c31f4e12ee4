//! The last backup of Canopy itself: whether it failed, or is older than it should be.

use crate::{
    App,
    component::Component,
    probe::{component, worded_age},
};
use kit::{Message, Origin, clock::unstamp, message};
use proto::{
    auth::{Backup, GetBackupRequest, settings_service_client::SettingsServiceClient},
    health::State,
};
use std::time::Duration;
use time::OffsetDateTime;
use tokio::time::Instant;

/// Name of the component.
const NAME: &str = "backup";
/// Without a schedule, a backup is old after so long.
const OLD: Duration = Duration::from_secs(7 * 86_400);

/// Nothing where no backup was ever made or tried, or auth, which is a component of its own, does not say.
pub async fn probe(app: &App) -> Option<Component> {
    let began = Instant::now();
    let backup = tokio::time::timeout(app.options.health_wait, ask(app)).await.ok()??;
    let remark = remark(&backup, app.cx.clock.now());
    let state = if remark.is_some() { State::Degraded } else { State::Up };
    Some(Component { hidden: true, ..component(app, NAME, state, remark, began.elapsed()) })
}

async fn ask(app: &App) -> Option<Backup> {
    let origin = Origin::of_role(app.cx.ids.as_ref());
    let request = app.cx.request_within("auth", &origin, GetBackupRequest {}, app.options.health_wait * 2).ok()?;
    let mut client = SettingsServiceClient::new(app.cx.peer("auth")).max_decoding_message_size(kit::MESSAGE_LIMIT);
    match client.get_backup(request).await {
        Ok(answer) => answer.into_inner().backup,
        Err(status) => {
            tracing::debug!(code = ?status.code(), message = status.message(), "the state of the backup is not known");
            None
        }
    }
}

/// What is wrong with it. A schedule has missed a backup when the last one is twice as old as its interval.
fn remark(backup: &Backup, now: OffsetDateTime) -> Option<Message> {
    if backup.failed_at.is_some() {
        return Some(Message::unpacked(&backup.said, &backup.problem));
    }
    let at = backup.at.as_ref().and_then(unstamp)?;
    let age: Duration = (now - at).try_into().unwrap_or_default();
    let most = match u64::try_from(backup.every_seconds) {
        Ok(0) | Err(_) => OLD,
        Ok(seconds) => Duration::from_secs(seconds.saturating_mul(2)),
    };
    (age > most).then(|| message!(BackupOld, age = worded_age(age)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::clock::stamp;
    use time::{Duration as Span, macros::datetime};

    #[test]
    fn a_backup_is_old_after_twice_its_interval_or_a_week_and_a_failed_one_says_why() {
        let now = datetime!(2026-11-23 20:00 UTC);
        let said = |age: Span, every_seconds: i64| {
            let backup = Backup { at: Some(stamp(now - age)), every_seconds, ..Backup::default() };
            remark(&backup, now).map(|remark| remark.to_string())
        };
        assert_eq!(said(Span::hours(47), 86_400), None);
        assert_eq!(said(Span::hours(49), 86_400).unwrap(), "The last backup of Canopy is 2 days old.");
        assert_eq!(said(Span::days(6), 0), None);
        assert_eq!(said(Span::days(8), 0).unwrap(), "The last backup of Canopy is 8 days old.");
        let full = message!(BackupDiskFull);
        let failed = Backup {
            at: Some(stamp(now)),
            failed_at: Some(stamp(now)),
            problem: full.to_string(),
            said: full.packed(),
            ..Backup::default()
        };
        assert_eq!(remark(&failed, now).unwrap().reason(), "BackupDiskFull");
        assert_eq!(remark(&Backup::default(), now).map(|remark| remark.to_string()), None);
    }
}
