//! Delivery: at least once, again with longer and longer pauses until the server takes a letter or its link is too old.

use crate::{
    Mailer,
    queue::{Office, Sealed, place},
};
use kit::{Context, Error, Result};
use lettre::{
    AsyncTransport as _, Message,
    message::header::{ContentType, HeaderName, HeaderValue},
};
use sqlx::Row as _;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// For how long a letter is its sender's: longer than the server may take for all of its answers.
const CLAIM: Duration = Duration::minutes(5);
/// The first pause after a letter was not taken; each next one is twice as long, up to [`MAX_PAUSE`].
const PAUSE: Duration = Duration::seconds(30);
const MAX_PAUSE: Duration = Duration::hours(1);
/// Answers that are about this letter and its receiver, and will be the same tomorrow.
const REFUSED: std::ops::RangeInclusive<u16> = 550..=559;

/// A row of `mail`.
struct Waiting {
    id: Uuid,
    sealed: Vec<u8>,
    attempts: i32,
}

/// Sends what is queued until the role stops. The role has the table `mail` in its schema.
///
/// # Errors
/// None: what fails is logged and tried again.
pub async fn deliver(cx: Context, mailer: Mailer) -> anyhow::Result<()> {
    let Some(office) = mailer.0 else {
        tracing::info!("no mail is sent, because CANOPY_SMTP_URL is not set: links are to be passed on by hand");
        cx.stop.cancelled().await;
        return Ok(());
    };
    while !cx.stop.is_cancelled() {
        match next(&cx, &office).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(error) => tracing::warn!(?error, "letters cannot be looked for"),
        }
        tokio::select! {
            () = cx.stop.cancelled() => {}
            () = office.wake.notified() => {}
            () = tokio::time::sleep(office.post.poll) => {}
        }
    }
    Ok(())
}

/// Tries the letter whose time came first; whether there was one.
async fn next(cx: &Context, office: &Office) -> Result<bool> {
    let now = cx.clock.now();
    let too_old =
        sqlx::query("delete from mail where expires_at <= $1").bind(now).execute(&cx.db).await?.rows_affected();
    if too_old > 0 {
        tracing::warn!(letters = too_old, "letters were not delivered before their links were too old");
    }
    let Some(letter) = claim(cx, now).await? else { return Ok(false) };
    match send(cx, office, &letter).await {
        Ok(()) => forget(cx, letter.id).await?,
        Err(Failure::Refused(error)) => {
            tracing::error!(id = %letter.id, error, "the mail server refused a letter for good");
            forget(cx, letter.id).await?;
        }
        Err(Failure::Passing(error)) => {
            let pause = pause(letter.attempts);
            tracing::warn!(id = %letter.id, error, seconds = pause.whole_seconds(), "a letter was not taken, and is sent again");
            sqlx::query("update mail set next_at = $2 where id = $1")
                .bind(letter.id)
                .bind(now + pause)
                .execute(&cx.db)
                .await?;
        }
    }
    Ok(true)
}

async fn claim(cx: &Context, now: OffsetDateTime) -> Result<Option<Waiting>> {
    let row = sqlx::query(
        "update mail set attempts = attempts + 1, next_at = $2 where id = (
           select id from mail where next_at <= $1 order by next_at, id limit 1 for update skip locked)
         returning id, sealed, attempts",
    )
    .bind(now)
    .bind(now + CLAIM)
    .fetch_optional(&cx.db)
    .await?;
    Ok(row.map(|row| Waiting { id: row.get("id"), sealed: row.get("sealed"), attempts: row.get("attempts") }))
}

async fn forget(cx: &Context, id: Uuid) -> Result<()> {
    sqlx::query("delete from mail where id = $1").bind(id).execute(&cx.db).await?;
    Ok(())
}

fn pause(attempts: i32) -> Duration {
    let doublings = u32::try_from(attempts.saturating_sub(1)).unwrap_or(0).min(10);
    (PAUSE * 2_i32.pow(doublings)).min(MAX_PAUSE)
}

enum Failure {
    /// It would be refused again.
    Refused(String),
    Passing(String),
}

async fn send(cx: &Context, office: &Office, letter: &Waiting) -> std::result::Result<(), Failure> {
    let message = message(cx, office, letter).map_err(|error| Failure::Refused(format!("{error:?}")))?;
    match office.post.transport.send(message).await {
        Ok(_) => Ok(()),
        Err(error) => {
            let refused = error.status().is_some_and(|code| REFUSED.contains(&u16::from(code)));
            let text = format!("{:#}", anyhow::Error::from(error));
            Err(if refused { Failure::Refused(text) } else { Failure::Passing(text) })
        }
    }
}

fn message(cx: &Context, office: &Office, letter: &Waiting) -> Result<Message> {
    let opened = cx.keyring.open(&place(letter.id), &letter.sealed)?;
    let Sealed { to, subject, text } = serde_json::from_slice(&opened).map_err(Error::internal)?;
    let from = &office.post.from;
    // The same each time, so that a letter that comes twice is known as one.
    let id = format!("<{}@{}>", letter.id, from.email.domain());
    Message::builder()
        .from(from.clone())
        .to(to.parse().map_err(Error::internal)?)
        .subject(subject)
        .date(cx.clock.now().into())
        .message_id(Some(id))
        .header(ContentType::TEXT_PLAIN)
        // no automatic answers, please (RFC 3834)
        .raw_header(HeaderValue::new(HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated".to_owned()))
        .body(text)
        .map_err(Error::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_an_hour() {
        let seconds: Vec<i64> = [1, 2, 3, 7, 8, 9, i32::MAX].map(|n| pause(n).whole_seconds()).into();
        assert_eq!(seconds, [30, 60, 120, 1920, 3600, 3600, 3600]);
    }
}
