//! Delivery: at least once, again with longer and longer pauses until the server takes a letter or its link is too old.

use crate::{
    Mailer,
    attempt::{Answer, compose, hand},
    queue::{Office, Sealed, place},
    state,
};
use kit::{Context, Error, Result};
use sqlx::Row as _;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// For how long a letter is its sender's: longer than the server may take for all of its answers.
const CLAIM: Duration = Duration::minutes(5);
/// The first pause after a letter was not taken; each next one is twice as long, up to [`MAX_PAUSE`].
const PAUSE: Duration = Duration::seconds(30);
const MAX_PAUSE: Duration = Duration::hours(1);

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
    let answer = send(cx, office, &letter).await;
    match (answer.is_taken(), answer.for_good) {
        (true, _) => state::taken(cx, letter.id).await?,
        (false, true) => {
            tracing::error!(id = %letter.id, error = answer.text, "the mail server refused a letter for good");
            state::given_up(cx, letter.id, &answer).await?;
        }
        (false, false) => {
            let pause = pause(letter.attempts);
            tracing::warn!(id = %letter.id, error = answer.text, seconds = pause.whole_seconds(), "a letter was not taken, and is sent again");
            state::put_off(cx, letter.id, now + pause, &answer).await?;
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

fn pause(attempts: i32) -> Duration {
    let doublings = u32::try_from(attempts.saturating_sub(1)).unwrap_or(0).min(10);
    (PAUSE * 2_i32.pow(doublings)).min(MAX_PAUSE)
}

async fn send(cx: &Context, office: &Office, letter: &Waiting) -> Answer {
    let sealed = || -> Result<Sealed> {
        let opened = cx.keyring.open(&place(letter.id), &letter.sealed)?;
        serde_json::from_slice(&opened).map_err(Error::internal)
    };
    let message = sealed().and_then(|sealed| compose(cx, &office.post, letter.id, sealed));
    match message {
        Ok(message) => hand(&office.post, message).await,
        Err(error) => {
            tracing::error!(id = %letter.id, ?error, "a letter cannot be written");
            Answer::unwritten()
        }
    }
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
