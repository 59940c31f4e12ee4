//! UpdateRule: what is absent stays.

use access::Caller;
use history::Changes;
use kit::{Problems, Result, message};
use proto::events::{NotificationChannel, UpdateRuleRequest, UpdateRuleResponse};

use crate::{
    App,
    rule::{self, Change, Owner, Rule, Target},
    wanted,
};

/// Changes it. One that is switched off sends nothing any more, also not what waits; another address is tried at once.
///
/// # Errors
/// As those of [`rule::lock`]; `Invalid` with the fields of `CreateRule`.
pub async fn update_rule(app: &App, caller: &Caller, request: UpdateRuleRequest) -> Result<UpdateRuleResponse> {
    let mut tx = app.cx.begin().await?;
    let mut rule = rule::lock(tx.conn(), caller, &request.id).await?;
    let before = rule.clone();
    let address = check(app, caller, &request, &mut rule)?;
    let secret = reseal(app, caller, &mut rule, address, request.renew_secret)?;
    rule.updated_at = app.cx.clock.now();
    sqlx::query!(
        "update events.rule set name = $2, kinds = $3, everything = $4, language = $5, sealed = $6, sealed_version = $7,
             shown = $8, enabled = $9, author_id = $10, updated_at = $11, failures = 0, held_until = $11
         where id = $1",
        rule.id,
        rule.name,
        &rule.kinds,
        rule.everything,
        rule.language,
        rule.sealed,
        rule.sealed_version,
        rule.shown,
        rule.enabled,
        rule.author_id,
        rule.updated_at
    )
    .execute(tx.conn())
    .await?;
    if !rule.enabled {
        sqlx::query!(
            "update events.delivery set state = 'skipped', rule_off = true
             where rule_id = $1 and state = 'waiting' and event_id is not null",
            rule.id
        )
        .execute(tx.conn())
        .await?;
    }
    rule::record(app, &mut tx, caller, &rule, Change::Changed(changes(&before, &rule, request.renew_secret))).await?;
    tx.commit().await?;
    Ok(UpdateRuleResponse { rule: Some(rule.shown(None)), secret })
}

/// What the history says of it: of a webhook's address no more than anybody is shown, of its key nothing.
fn changes(before: &Rule, after: &Rule, renewed: bool) -> Changes {
    let changes = Changes::new()
        .field("name", &before.name, &after.name)
        .field("kinds", before.kinds.join(", "), after.kinds.join(", "))
        .field("everything", before.everything, after.everything)
        .field("language", &before.language, &after.language)
        .field("address", &before.shown, &after.shown)
        .field("enabled", before.enabled, after.enabled);
    if renewed { changes.secret("secret") } else { changes }
}

/// Puts what was asked for into the rule; answers the address, where another one was asked for.
fn check(app: &App, caller: &Caller, request: &UpdateRuleRequest, rule: &mut Rule) -> Result<Option<url::Url>> {
    let owner = rule.user_id.map_or_else(|| Owner::Team(rule.team_id.unwrap_or_default()), Owner::User);
    let mut problems = Problems::new();
    if let Some(name) = &request.name {
        name.trim().clone_into(&mut rule.name);
        wanted::name(&mut problems, &rule.name);
    }
    if !request.kinds.is_empty() {
        rule.kinds = wanted::kinds(&mut problems, caller, owner, &request.kinds().collect::<Vec<_>>());
    }
    if let Some(everything) = request.everything {
        rule.everything = everything;
        wanted::everything(&mut problems, caller, owner, everything);
    }
    if let Some(language) = request.language.as_ref().filter(|_| rule.team_id.is_some()) {
        rule.language.clone_from(language);
        wanted::language(&mut problems, language);
    }
    rule.enabled = request.enabled.unwrap_or(rule.enabled);
    let channel = rule.channel();
    let address = match &request.url {
        Some(text) => wanted::url(&mut problems, &app.outgoing.policy, caller, channel, text),
        None => None,
    };
    if request.renew_secret && channel != NotificationChannel::Webhook {
        problems.add("renewSecret", message!(NO_SIGNATURES));
    }
    problems.done()?;
    Ok(address)
}

/// Seals another address or another key; answers the key when it is another one.
fn reseal(app: &App, caller: &Caller, rule: &mut Rule, address: Option<url::Url>, renew: bool) -> Result<String> {
    if address.is_none() && !renew {
        return Ok(String::new());
    }
    let Some(mut target) = rule.target(app)? else { return Ok(String::new()) };
    if let Some(url) = address {
        rule.shown = wanted::shown(&url);
        rule.author_id = caller.user()?.id;
        target.url = url.into();
    }
    let mut secret = String::new();
    if renew {
        secret = rule::make_key(&*app.cx.ids);
        target.key.clone_from(&secret);
    }
    rule.seal(app, &Target { url: target.url.clone(), key: target.key.clone() })?;
    Ok(secret)
}
