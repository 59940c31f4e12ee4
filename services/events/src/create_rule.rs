//! CreateRule: somebody wants to be told, or a team does.

use access::Caller;
use kit::{Error, Problems, Result, message};
use proto::events::{CreateRuleRequest, CreateRuleResponse, NotificationChannel};
use sqlx::PgConnection;

use crate::{
    App,
    rule::{self, Change, Owner, Rule, Target},
    wanted,
};

/// Keeps the rule, which is on from the start.
///
/// # Errors
/// `Invalid` with the fields `name`, `kinds`, `everything`, `channel`, `url` and `language`; `Conflict` with reason `RULE_LIMIT`
/// or `MAIL_OFF`; those of [`Owner::of`].
pub async fn create_rule(app: &App, caller: &Caller, request: CreateRuleRequest) -> Result<CreateRuleResponse> {
    let me = caller.user()?.id;
    let (owner, team_name) = Owner::of(app, caller, &request.team_id).await?;
    let (name, channel) = (request.name.trim().to_owned(), request.channel());
    let mut problems = Problems::new();
    wanted::name(&mut problems, &name);
    let kinds = wanted::kinds(&mut problems, caller, owner, &request.kinds().collect::<Vec<_>>());
    wanted::everything(&mut problems, caller, owner, request.everything);
    wanted::language(&mut problems, &request.language);
    let word = rule::channel_word(channel);
    let url = match word {
        Some(_) => wanted::url(&mut problems, &app.outgoing.policy, caller, channel, &request.url),
        None => {
            problems.add("channel", message!(REQUIRED, label = message!(Label_Channel)));
            None
        }
    };
    problems.done()?;
    if channel == NotificationChannel::Mail && !app.mailer.is_on() {
        return Err(Error::conflict(message!(MAIL_OFF)));
    }
    let now = app.cx.clock.now();
    let mut rule = Rule {
        id: app.cx.ids.uuid(),
        user_id: owner.user(),
        team_id: owner.team(),
        team_name,
        name,
        kinds,
        everything: request.everything,
        channel: word.unwrap_or_default().to_owned(),
        language: if owner.team().is_some() { request.language } else { String::new() },
        sealed: None,
        sealed_version: 0,
        shown: url.as_ref().map(wanted::shown).unwrap_or_default(),
        enabled: true,
        author_id: me,
        created_at: now,
        updated_at: now,
        failures: 0,
    };
    let mut secret = String::new();
    if let Some(url) = url {
        if channel == NotificationChannel::Webhook {
            secret = rule::make_key(&*app.cx.ids);
        }
        rule.seal(app, &Target { url: url.into(), key: secret.clone() })?;
    }
    let mut tx = app.cx.begin().await?;
    admit(tx.conn(), owner).await?;
    insert(tx.conn(), &rule).await?;
    rule::record(app, &mut tx, caller, &rule, Change::Made).await?;
    tx.commit().await?;
    Ok(CreateRuleResponse { rule: Some(rule.shown(None)), secret })
}

/// One at a time of one owner, up to the limit.
async fn admit(db: &mut PgConnection, owner: Owner) -> Result<()> {
    let id = owner.user().or(owner.team()).unwrap_or_default();
    let key = i64::from_be_bytes(*id.as_bytes().first_chunk().unwrap_or(&[0; 8]));
    sqlx::query!("select pg_advisory_xact_lock($1)", key).execute(&mut *db).await?;
    let count = rule::of_owner(db, owner).await?.len();
    if i64::try_from(count).unwrap_or(i64::MAX) < rule::MOST {
        return Ok(());
    }
    Err(Error::conflict(message!(RULE_LIMIT, most = rule::MOST)))
}

async fn insert(db: &mut PgConnection, rule: &Rule) -> Result<()> {
    sqlx::query!(
        "insert into events.rule (id, user_id, team_id, team_name, name, kinds, everything, channel, language, sealed, sealed_version,
             shown, enabled, author_id, created_at, updated_at, held_until, claimed_until)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $15, $15)",
        rule.id,
        rule.user_id,
        rule.team_id,
        rule.team_name,
        rule.name,
        &rule.kinds,
        rule.everything,
        rule.channel,
        rule.language,
        rule.sealed,
        rule.sealed_version,
        rule.shown,
        rule.enabled,
        rule.author_id,
        rule.created_at
    )
    .execute(db)
    .await?;
    Ok(())
}
