//! One attempt: whether the receiver may see the event, and what they answered.

use kit::Result;
use mail::{Letter, Reason};
use proto::{
    events::{AttemptOutcome, NotificationChannel},
    mail::Outcome,
};
use std::collections::{BTreeSet, HashMap};
use tokio::time::Instant;
use uuid::Uuid;

use crate::{
    App,
    body::{self, Told},
    deliver::Due,
    delivery::Answer,
    event::Row,
    kinds, matching, outgoing,
    people::{self, Person},
    rule::Rule,
};

/// How long the SMTP server may take as a whole. Fixed: a claim is longer.
const MAIL_PATIENCE: std::time::Duration = std::time::Duration::from_secs(60);

/// What becomes of a delivery.
pub enum Fate {
    Answered(Answer),
    /// Its receiver may not see the event, or it is not kept any more.
    Skipped,
    /// The rule belongs to nobody any more.
    Orphaned,
}

/// Tries it. What is allowed is decided now: whoever left a team since the event is told nothing more of it.
///
/// # Errors
/// `Unavailable` when auth or teams cannot be asked; then nothing was sent.
pub async fn attempt(app: &App, rule: &Rule, due: &Due, event: Option<Row>) -> Result<Fate> {
    let asked = [rule.user_id, due.receiver_id, Some(rule.author_id)].into_iter().flatten();
    let people = people::look(app, &asked.collect::<BTreeSet<_>>()).await?;
    if rule.user_id.is_some_and(|owner| !people.contains_key(&owner)) {
        return Ok(Fate::Orphaned);
    }
    let test = due.event_id.is_none();
    let event = match event {
        Some(event) => event,
        None if test => body::example(rule, due.id, due.created_at),
        None => return Ok(Fate::Skipped),
    };
    if !is_allowed(rule, due, &people, &event, test) {
        return Ok(Fate::Skipped);
    }
    let receiver = due.receiver_id.or(rule.user_id).and_then(|id| people.get(&id));
    let language = match rule.team_id {
        Some(_) => rule.language.as_str(),
        None => receiver.map_or("", |person| person.language.as_str()),
    };
    let told = Told {
        delivery: due.id,
        queued_at: due.created_at,
        rule,
        event: &event,
        test,
        language,
        console: &app.console,
    };
    let (at, began) = (app.cx.clock.now(), Instant::now());
    let (outcome, status, text, for_good) = match (rule.channel(), receiver) {
        (NotificationChannel::Mail, Some(person)) => by_mail(app, &told, &person.email).await,
        // a letter has a receiver; nobody is left who could have it
        (NotificationChannel::Mail, None) => return Ok(Fate::Skipped),
        (channel, _) => {
            let is_admins = people.get(&rule.author_id).is_some_and(|author| author.is_active && author.is_admin);
            by_http(app, &told, channel, is_admins).await?
        }
    };
    Ok(Fate::Answered(Answer { outcome, status, text, for_good, at, took: began.elapsed() }))
}

/// Whether the receiver may be told, as things are now.
fn is_allowed(rule: &Rule, due: &Due, people: &HashMap<Uuid, Person>, event: &Row, test: bool) -> bool {
    let receiver = due.receiver_id.map(|id| people.get(&id));
    if receiver.is_some_and(|person| !person.is_some_and(|person| person.is_active)) {
        return false;
    }
    match (rule.user_id, rule.team_id) {
        (Some(owner), _) => people.get(&owner).is_some_and(|person| {
            let wanted = kinds::of(event).is_some_and(|kind| matching::wants(rule, person, kind, event));
            person.is_active && (test || wanted)
        }),
        (None, Some(team)) => {
            let is_member = receiver.flatten().is_none_or(|person| person.teams.contains(&team));
            test || (event.team_id == Some(team) && !event.admin_only && is_member)
        }
        (None, None) => false,
    }
}

type How = (AttemptOutcome, Option<u16>, String, bool);

async fn by_mail(app: &App, told: &Told<'_>, to: &str) -> How {
    let letter = Letter {
        to,
        language: told.language,
        reason: Reason::Notice { said: &told.sentence(), rule: &told.rule.name },
        path: told.path(),
        expires_at: app.cx.clock.now(),
    };
    let handed = app.mailer.hand_over(&app.cx, told.delivery, &letter);
    match tokio::time::timeout(MAIL_PATIENCE, handed).await {
        Err(_) => (AttemptOutcome::Silent, None, String::new(), false),
        Ok(None) => (AttemptOutcome::MailOff, None, String::new(), false),
        Ok(Some(handed)) => {
            let outcome = match handed.outcome {
                Outcome::Taken => AttemptOutcome::Taken,
                Outcome::Silent => AttemptOutcome::Silent,
                Outcome::Unreachable => AttemptOutcome::Unreachable,
                Outcome::Refused | Outcome::Unspecified => AttemptOutcome::Refused,
            };
            (outcome, None, handed.answer, handed.for_good)
        }
    }
}

async fn by_http(app: &App, told: &Told<'_>, channel: NotificationChannel, is_admins: bool) -> Result<How> {
    let Some(target) = told.rule.target(app)? else {
        return Ok((AttemptOutcome::Unreachable, None, String::new(), true));
    };
    let (text, headers) = match channel {
        NotificationChannel::Slack => (told.slack(), Vec::new()),
        _ => {
            let text = told.webhook();
            let signature = body::signature(&target.key, app.cx.clock.now(), &text)?;
            let headers = vec![(body::SIGNATURE, signature), (body::DELIVERY, told.delivery.to_string())];
            (text, headers)
        }
    };
    let answer = app.outgoing.post(&target.url, is_admins, &headers, text).await;
    Ok((answer.outcome, answer.status, answer.text, outgoing::is_for_good(answer.status)))
}
