//! After the answer: whoever has an account of an address for which another password was asked gets a link by mail.

use crate::{App, facts, reset, user::User};
use kit::{Origin, Result, message};
use std::time::Duration;
use time::Duration as Span;

/// How often is looked for what another replica has written. Fixed: what came to this one is looked at at once.
const ELSEWHERE: Duration = Duration::from_secs(30);
/// Nobody gets more letters than one in this time, however often somebody asks. Fixed: more would only fill a mailbox.
const GAP: Span = Span::minutes(2);

/// Runs until the role stops. A round that fails is made up for by the next one.
///
/// # Errors
/// None: what fails is logged and tried again.
pub async fn run(app: App) -> anyhow::Result<()> {
    let rounds = kit::Rounds::of(&app.cx);
    while !app.cx.stop.is_cancelled() {
        match next(&app).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(error) => tracing::warn!(?error, "links for other passwords were not made"),
        }
        tokio::select! {
            () = app.cx.stop.cancelled() => {}
            () = app.forgotten.notified() => {}
            () = tokio::time::sleep(rounds.next(ELSEWHERE)) => {}
        }
    }
    Ok(())
}

/// Looks at the address that waits longest; whether there was one.
async fn next(app: &App) -> Result<bool> {
    let mut tx = app.cx.begin().await?;
    let email = sqlx::query_scalar!(
        "delete from auth.forgotten where email = (
           select email from auth.forgotten order by asked_at limit 1 for update skip locked) returning email"
    )
    .fetch_optional(tx.conn())
    .await?;
    let Some(email) = email else { return Ok(false) };
    let user = sqlx::query_as!(
        User,
        "select id, email, first_name, last_name, role, status, last_login, created_at from auth.user u
         where email = $1 and status = 'active' and not exists (
           select 1 from auth.reset r where r.user_id = u.id and r.created_at > $2)",
        email,
        app.cx.clock.now() - GAP
    )
    .fetch_optional(tx.conn())
    .await?;
    if let Some(user) = user {
        let origin = Origin::default();
        if app.mailer.is_on() {
            let (token, expires_at) = reset::make(app, tx.conn(), user.id).await?;
            let language = sqlx::query_scalar!("select language from auth.user where id = $1", user.id)
                .fetch_one(tx.conn())
                .await?;
            let letter = reset::letter(&user.email, &language, &token, expires_at);
            app.mailer.queue(&app.cx, &mut tx, &letter).await?;
        } else {
            tracing::warn!(user = %user.id, "another password was asked for and no mail is sent: an administrator makes a link on the page of users");
        }
        facts::record(app, &mut tx, &origin, message!(PasswordForgotten, user = user.display_name())).await?;
    }
    tx.commit().await?;
    app.mailer.wake();
    Ok(true)
}
