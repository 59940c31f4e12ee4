//! `/notifications`: who is told of what happens, and how it goes.

mod words;

pub use words::{AttemptOutcome, DeliveryState, NotificationChannel, NotificationKind};

use super::{events::Event, prelude::*};
use proto::events as pb;

/// Deliveries of a list that was asked for without a limit.
const DEFAULT: u32 = 20;

/// Who is told of what, and how.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationRule {
    pub id: String,
    /// Null: one's own.
    #[schema(required)]
    pub team_id: Option<String>,
    pub name: String,
    pub kinds: Vec<NotificationKind>,
    /// Also of teams that its owner is not in; administrators and managers only.
    pub everything: bool,
    pub channel: NotificationChannel,
    /// Where a webhook is, of which only the beginning and the end can be read; null for mail.
    #[schema(required, example = "https://hooks.slack.com/…k3Vd")]
    pub address: Option<String>,
    /// Of a team's: en, es or fr; null for English, and for one's own, which follow one's own language.
    #[schema(required)]
    pub language: Option<String>,
    pub enabled: bool,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
    /// Of the newest delivery; null before the first.
    #[schema(required)]
    pub last_state: Option<DeliveryState>,
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub last_at: Option<OffsetDateTime>,
}

impl TryFrom<pb::NotificationRule> for NotificationRule {
    type Error = kit::Error;

    fn try_from(rule: pb::NotificationRule) -> kit::Result<Self> {
        // kinds of a newer events are not shown
        let kinds = rule.kinds().filter_map(|kind| NotificationKind::of(kind).ok()).collect();
        Ok(Self {
            kinds,
            channel: NotificationChannel::of(rule.channel())?,
            last_state: DeliveryState::of(rule.last_state()).ok(),
            created_at: moment(rule.created_at, "NotificationRule.created_at")?,
            updated_at: moment(rule.updated_at, "NotificationRule.updated_at")?,
            last_at: moment_or_none(rule.last_at),
            id: rule.id,
            team_id: text(rule.team_id),
            name: rule.name,
            everything: rule.everything,
            address: text(rule.address),
            language: text(rule.language),
            enabled: rule.enabled,
        })
    }
}

/// The rules of one owner.
#[derive(Serialize, ToSchema)]
pub struct NotificationRules {
    /// Oldest first.
    pub rules: Vec<NotificationRule>,
    /// So many are possible.
    pub most: u32,
}

/// A rule, and the key of its signatures where it was made just now.
#[derive(Serialize, ToSchema)]
pub struct KeyedRule {
    pub rule: NotificationRule,
    /// The key of the signatures, which is told only here; null where there is none, or it stays.
    #[schema(required, example = "whsec_…")]
    pub secret: Option<String>,
}

/// One attempt to deliver.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeliveryAttempt)]
pub struct Attempt {
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    pub took_ms: u32,
    pub outcome: AttemptOutcome,
    /// Of HTTP; null when there was none.
    #[schema(required)]
    pub status: Option<u32>,
    /// How the answer begins, in the receiver's words; empty for what was not answered.
    pub answer: String,
}

impl TryFrom<pb::Attempt> for Attempt {
    type Error = kit::Error;

    fn try_from(attempt: pb::Attempt) -> kit::Result<Self> {
        Ok(Self {
            outcome: AttemptOutcome::of(attempt.outcome())?,
            at: moment(attempt.at, "Attempt.at")?,
            took_ms: attempt.took_ms,
            status: (attempt.status > 0).then_some(attempt.status),
            answer: attempt.answer,
        })
    }
}

/// One event by one rule to one receiver.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    pub id: String,
    pub state: DeliveryState,
    /// Null for a test, and for one that is not kept any more.
    #[schema(required)]
    pub event: Option<Event>,
    pub test: bool,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// When it is tried (again); null unless it waits.
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub next_at: Option<OffsetDateTime>,
    /// Newest first, at most 50.
    pub attempts: Vec<Attempt>,
    /// Of what was skipped: the rule was off; else its receiver might not see the event.
    pub rule_off: bool,
}

impl TryFrom<pb::Delivery> for Delivery {
    type Error = kit::Error;

    fn try_from(delivery: pb::Delivery) -> kit::Result<Self> {
        Ok(Self {
            state: DeliveryState::of(delivery.state())?,
            event: delivery.event.map(Event::try_from).transpose()?,
            test: delivery.test,
            created_at: moment(delivery.created_at, "Delivery.created_at")?,
            next_at: moment_or_none(delivery.next_at),
            attempts: all(delivery.attempts)?,
            rule_off: delivery.rule_off,
            id: delivery.id,
        })
    }
}

/// What a webhook is sent by POST: JSON, with two headers. `canopy-delivery` is the same as `id`. `canopy-signature` is
/// `t=<seconds since 1970>,v1=<hex>`: HMAC-SHA256 of `<t>.<body>` with the rule's key. Any 2xx within ten seconds takes it;
/// otherwise it is sent again, for a day, so the same `id` may come more than once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookNotification {
    /// Of the delivery: the same at each attempt.
    pub id: String,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// Somebody tries the rule: the event never happened.
    pub test: bool,
    /// Null for a test.
    #[schema(required)]
    pub kind: Option<NotificationKind>,
    pub rule: super::events::Named,
    /// What happened, in the language of the owner or of the team's rule.
    pub text: String,
    /// The event in the console; null when it is not set where that is.
    #[schema(required)]
    pub link: Option<String>,
    pub event: Event,
}

/// A rule to be.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateRule {
    /// Absent: one's own.
    team_id: Option<String>,
    #[schema(required, max_length = 100)]
    name: Option<String>,
    #[schema(required)]
    kinds: Option<Vec<NotificationKind>>,
    /// Also of teams that one is not in; administrators and managers only. False when absent.
    everything: Option<bool>,
    #[schema(required)]
    channel: Option<NotificationChannel>,
    /// Where Slack or the webhook is: `https://…`, outside of private networks unless an administrator writes it.
    #[schema(max_length = 2000)]
    url: Option<String>,
    /// Of a team's: en, es or fr; English when absent.
    language: Option<String>,
}

/// What is to change about a rule; what is absent stays.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateRule {
    #[schema(max_length = 100)]
    name: Option<String>,
    kinds: Option<Vec<NotificationKind>>,
    everything: Option<bool>,
    #[schema(max_length = 2000)]
    url: Option<String>,
    language: Option<String>,
    enabled: Option<bool>,
    /// True: another key for the signatures, which counts from now on.
    renew_secret: Option<bool>,
}

/// Whose rules.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "read through `Parameters`; this is its documentation")]
pub struct OfTeam {
    /// Id of a team that one manages; absent for one's own.
    #[param(required = false)]
    team: String,
}

fn wanted(kinds: Option<Vec<NotificationKind>>) -> Vec<i32> {
    kinds.unwrap_or_default().into_iter().map(|kind| pb::NotificationKind::from(kind).into()).collect()
}

fn keyed(rule: Option<pb::NotificationRule>, secret: String) -> kit::Result<KeyedRule> {
    Ok(KeyedRule { rule: rule.ok_or_else(|| missing("NotificationRule"))?.try_into()?, secret: text(secret) })
}

fn one(delivery: Option<pb::Delivery>) -> kit::Result<Delivery> {
    delivery.ok_or_else(|| missing("Delivery"))?.try_into()
}

/// One's own rules, or those of a team (team admin, owner, admin).
#[utoipa::path(get, path = "/notifications/rules", tag = "notifications", params(OfTeam),
    responses((status = 200, body = Data<NotificationRules>), ReadErrors))]
pub async fn list(call: Call, mut query: Parameters) -> Result<Answer<Data<NotificationRules>>> {
    let message = pb::ListRulesRequest { team_id: query.id("team") };
    query.done()?;
    let answer = call.api().notifications.clone().list_rules(call.ask(message)?).await?.into_inner();
    Ok(call.data(NotificationRules { rules: all(answer.rules)?, most: answer.most }))
}

/// Makes a rule, which is on from the start: at most 20 of one's own, and of a team.
#[utoipa::path(post, path = "/notifications/rules", tag = "notifications", request_body = CreateRule,
    responses((status = 201, body = Data<KeyedRule>), ChangeErrors))]
pub async fn create(call: Call, Body(body): Body<CreateRule>) -> Result<Answer<Data<KeyedRule>>> {
    let CreateRule { team_id, name, kinds, everything, channel, url, language } = body;
    let message = pb::CreateRuleRequest {
        team_id: team_id.unwrap_or_default(),
        name: name.unwrap_or_default(),
        kinds: wanted(kinds),
        everything: everything.unwrap_or_default(),
        channel: channel.map_or(pb::NotificationChannel::Unspecified, Into::into).into(),
        url: url.unwrap_or_default(),
        language: language.unwrap_or_default(),
    };
    let answer = call.api().notifications.clone().create_rule(call.ask(message)?).await?.into_inner();
    Ok(call.created(keyed(answer.rule, answer.secret)?))
}

/// Changes a rule. One that is off sends nothing any more, also not what waits.
#[utoipa::path(put, path = "/notifications/rules/{id}", tag = "notifications", request_body = UpdateRule,
    params(("id" = String, Path, description = "The rule")),
    responses((status = 200, body = Data<KeyedRule>), ChangeErrors))]
pub async fn update(call: Call, ids: Ids, Body(body): Body<UpdateRule>) -> Result<Answer<Data<KeyedRule>>> {
    let UpdateRule { name, kinds, everything, url, language, enabled, renew_secret } = body;
    let message = pb::UpdateRuleRequest {
        id: ids.one("NotificationRule")?,
        name,
        kinds: wanted(kinds),
        everything,
        url,
        language,
        enabled,
        renew_secret: renew_secret.unwrap_or_default(),
    };
    let answer = call.api().notifications.clone().update_rule(call.ask(message)?).await?.into_inner();
    Ok(call.data(keyed(answer.rule, answer.secret)?))
}

/// Deletes a rule with its deliveries.
#[utoipa::path(delete, path = "/notifications/rules/{id}", tag = "notifications",
    params(("id" = String, Path, description = "The rule")),
    responses((status = 200, body = Data<Deleted>), ChangeErrors))]
pub async fn delete(call: Call, ids: Ids) -> Result<Answer<Data<Deleted>>> {
    let id = ids.one("NotificationRule")?;
    let message = pb::DeleteRuleRequest { id: id.clone() };
    let pb::DeleteRuleResponse {} =
        call.api().notifications.clone().delete_rule(call.ask(message)?).await?.into_inner();
    Ok(call.data(Deleted { id }))
}

/// Sends a test, also by a rule that is off. A letter goes to whoever asks.
#[utoipa::path(post, path = "/notifications/rules/{id}/test", tag = "notifications",
    params(("id" = String, Path, description = "The rule")),
    responses((status = 200, body = Data<Delivery>), ChangeErrors))]
pub async fn send_test(call: Call, ids: Ids) -> Result<Answer<Data<Delivery>>> {
    let message = pb::SendTestRequest { id: ids.one("NotificationRule")? };
    let answer = call.api().notifications.clone().send_test(call.ask(message)?).await?.into_inner();
    Ok(call.data(one(answer.delivery)?))
}

/// What was sent by a rule and what is to be sent, newest first. Kept for fourteen days, at most 1,000 of a rule.
#[utoipa::path(get, path = "/notifications/rules/{id}/deliveries", tag = "notifications",
    params(("id" = String, Path, description = "The rule"), Paging),
    responses((status = 200, body = Listed<Delivery>), ReadErrors))]
pub async fn deliveries(call: Call, ids: Ids, mut query: Parameters) -> Result<Answer<Listed<Delivery>>> {
    let paging = query.paging(DEFAULT);
    query.done()?;
    let rule_id = ids.one("NotificationRule")?;
    let message = pb::ListDeliveriesRequest { rule_id, page: paging.page, limit: paging.limit };
    let answer = call.api().notifications.clone().list_deliveries(call.ask(message)?).await?.into_inner();
    Ok(call.list(readable(answer.deliveries), paging, answer.total))
}

/// Sends once more what was delivered, given up or skipped, also by a rule that is off. 409 while it waits, and when its event is
/// not kept any more.
#[utoipa::path(post, path = "/notifications/rules/{id}/deliveries/{deliveryId}/resend", tag = "notifications",
    params(("id" = String, Path, description = "The rule"), ("deliveryId" = String, Path, description = "The delivery")),
    responses((status = 200, body = Data<Delivery>), ChangeErrors))]
pub async fn resend(call: Call, ids: Ids) -> Result<Answer<Data<Delivery>>> {
    let message = pb::ResendRequest { delivery_id: ids.second("Delivery")?, rule_id: ids.one("NotificationRule")? };
    let answer = call.api().notifications.clone().resend(call.ask(message)?).await?.into_inner();
    Ok(call.data(one(answer.delivery)?))
}
