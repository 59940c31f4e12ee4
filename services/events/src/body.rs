//! What is sent: the sentence in the receiver's language, the body of each channel, and the signature.

use hmac::{Hmac, KeyInit as _, Mac as _};
use kit::{Error, Message, Result, message};
use proto::events as pb;
use serde::Serialize;
use serde_json::{Value, json, value::RawValue};
use sqlx::types::Json;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use uuid::Uuid;

use crate::{changes, event::Row, kinds, rule::Rule};

/// The header with the moment of the attempt and the signature: `t=1764000000,v1=<hex>`.
pub const SIGNATURE: &str = "canopy-signature";
/// The header with the id of the delivery, the same at each attempt.
pub const DELIVERY: &str = "canopy-delivery";

/// What is told.
pub struct Told<'a> {
    pub delivery: Uuid,
    pub queued_at: OffsetDateTime,
    pub rule: &'a Rule,
    pub event: &'a Row,
    pub test: bool,
    /// Empty: English.
    pub language: &'a str,
    /// Where people reach the console; empty when that is not known.
    pub console: &'a str,
}

/// An event that never happened, to try a rule with.
pub fn example(rule: &Rule, delivery: Uuid, at: OffsetDateTime) -> Row {
    let said = message!(NotificationTest, rule = &rule.name);
    Row {
        id: delivery,
        sender: "events".to_owned(),
        r#type: "Normal".to_owned(),
        message: said.sentence().to_owned(),
        reason: said.reason().to_owned(),
        params: RawValue::from_string(said.params_json()).ok().map(Json),
        component: "System".to_owned(),
        host: "events".to_owned(),
        namespace: String::new(),
        count: 1,
        uid: delivery.to_string(),
        deployment_id: None,
        deployment_name: String::new(),
        cluster_id: None,
        cluster_name: String::new(),
        team_id: None,
        team_name: String::new(),
        task_id: None,
        task_name: String::new(),
        actor_id: None,
        actor_name: String::new(),
        admin_only: false,
        request_id: None,
        address: None,
        changes: None,
        created_at: at,
        updated_at: at,
        first_seen: at,
        last_seen: at,
    }
}

/// An event as REST shows it.
#[derive(Serialize)]
struct Shown<'a> {
    id: Uuid,
    uid: &'a str,
    r#type: &'a str,
    message: &'a str,
    reason: &'a str,
    params: Value,
    component: &'a str,
    host: &'a str,
    namespace: &'a str,
    count: i32,
    cluster_id: String,
    #[serde(rename = "createdAt", with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    #[serde(rename = "updatedAt", with = "time::serde::rfc3339")]
    updated_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    first_seen: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    last_seen: OffsetDateTime,
    deployment: Option<Value>,
    cluster: Option<Value>,
    team: Option<Value>,
    task: Option<Value>,
    actor: Option<Value>,
    request_id: Option<&'a str>,
    /// Nobody outside is told where somebody was.
    address: Option<&'a str>,
    changes: Vec<Changed>,
}

/// A change as REST shows it.
#[derive(Serialize)]
struct Changed {
    field: String,
    before: Option<String>,
    after: Option<String>,
    secret: bool,
}

impl From<pb::Change> for Changed {
    fn from(change: pb::Change) -> Self {
        let pb::Change { field, before, after, secret } = change;
        let told = |text: String| (!secret).then_some(text);
        Self { field, before: told(before), after: told(after), secret }
    }
}

fn shown(row: &Row) -> Shown<'_> {
    let named = |id: Option<Uuid>, name: &str| id.map(|id| json!({ "id": id, "name": name }));
    Shown {
        id: row.id,
        uid: &row.uid,
        r#type: &row.r#type,
        message: &row.message,
        reason: &row.reason,
        params: params(row).and_then(|text| serde_json::from_str(text).ok()).unwrap_or_else(|| json!({})),
        component: &row.component,
        host: &row.host,
        namespace: &row.namespace,
        count: row.count,
        cluster_id: row.cluster_id.map(|id| id.to_string()).unwrap_or_default(),
        created_at: row.created_at,
        updated_at: row.updated_at,
        first_seen: row.first_seen,
        last_seen: row.last_seen,
        deployment: named(row.deployment_id, &row.deployment_name),
        cluster: named(row.cluster_id, &row.cluster_name),
        team: named(row.team_id, &row.team_name),
        task: named(row.task_id, &row.task_name),
        actor: named(row.actor_id, &row.actor_name),
        request_id: row.request_id.as_deref(),
        address: None,
        changes: changes::told(row.changes.clone()).into_iter().map(Into::into).collect(),
    }
}

fn params(row: &Row) -> Option<&str> {
    row.params.as_ref().map(|Json(params)| params.get())
}

impl Told<'_> {
    /// What happened, in the receiver's language where its code is one of ours.
    pub fn sentence(&self) -> String {
        match params(self.event) {
            Some(params) => {
                Message::restored(&self.event.reason, params, &self.event.message).sentence_in(self.language)
            }
            None => self.event.message.clone(),
        }
    }

    /// Where the event is in the console, from its root on.
    pub fn path(&self) -> String {
        if self.test { "/settings/notifications".to_owned() } else { format!("/events/{}", self.event.id) }
    }

    fn link(&self) -> Option<String> {
        (!self.console.is_empty()).then(|| format!("{}{}", self.console, self.path()))
    }

    /// What Slack, Mattermost and others take. What others wrote forms neither links nor mentions.
    pub fn slack(&self) -> String {
        let escaped = self.sentence().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let text = match self.link() {
            Some(link) => format!("{escaped}\n<{link}|Canopy>"),
            None => escaped,
        };
        json!({ "text": text }).to_string()
    }

    /// The event as JSON, the same at each attempt.
    pub fn webhook(&self) -> String {
        let kind = if self.test { None } else { kinds::of(self.event) };
        json!({
            "id": self.delivery,
            "createdAt": self.queued_at.format(&Rfc3339).unwrap_or_default(),
            "test": self.test,
            "kind": kind.and_then(kinds::word),
            "rule": { "id": self.rule.id, "name": self.rule.name },
            "text": self.sentence(),
            "link": self.link(),
            "event": shown(self.event),
        })
        .to_string()
    }
}

/// HMAC-SHA256 of the moment, a dot and the body, with the key of the rule as it was told.
///
/// # Errors
/// `Internal` for a key that is none; any text is one.
pub fn signature(key: &str, at: OffsetDateTime, body: &str) -> Result<String> {
    let at = at.unix_timestamp();
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(key.as_bytes()).map_err(Error::internal)?;
    mac.update(format!("{at}.{body}").as_bytes());
    let digest: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("t={at},v1={digest}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn rule() -> Rule {
        Rule {
            id: Uuid::from_u128(1),
            user_id: None,
            team_id: Some(Uuid::from_u128(2)),
            team_name: "Web".to_owned(),
            name: "Night watch".to_owned(),
            kinds: vec!["task_failed".to_owned()],
            everything: false,
            channel: "webhook".to_owned(),
            language: "es".to_owned(),
            sealed: None,
            sealed_version: 0,
            shown: String::new(),
            enabled: true,
            author_id: Uuid::from_u128(3),
            created_at: OffsetDateTime::UNIX_EPOCH,
            updated_at: OffsetDateTime::UNIX_EPOCH,
            failures: 0,
        }
    }

    fn told<'a>(rule: &'a Rule, event: &'a Row, language: &'a str, console: &'a str) -> Told<'a> {
        let (delivery, queued_at) = (Uuid::from_u128(4), OffsetDateTime::UNIX_EPOCH);
        Told { delivery, queued_at, rule, event, test: false, language, console }
    }

    fn failed() -> Row {
        let said = message!(TaskFailed, kind = "install", deployment = "<!channel> a&b", said = Message::said("<x>"));
        let mut row = example(&rule(), Uuid::from_u128(9), OffsetDateTime::UNIX_EPOCH);
        (row.reason, row.message) = (said.reason().to_owned(), said.sentence().to_owned());
        row.params = RawValue::from_string(said.params_json()).ok().map(Json);
        row.team_id = Some(Uuid::from_u128(2));
        row
    }

    #[test]
    fn the_signature_is_that_of_the_documented_text() {
        // python: hmac.new(b"whsec_test", b"1700000000.{}", hashlib.sha256).hexdigest()
        let at = OffsetDateTime::from_unix_timestamp(1_700_000_000).expect("a time");
        let expected = "t=1700000000,v1=35495024f4ef3f94e5a93e22221544c4b75e9a42300cd965ab81cb85cd994e91";
        let signed = |key: &str, body: &str| signature(key, at, body).expect("a signature");
        assert_eq!(signed("whsec_test", "{}"), expected);
        assert_ne!(signed("whsec_test", "{} "), expected);
        assert_ne!(signed("whsec_other", "{}"), expected);
    }

    #[test]
    fn what_others_wrote_forms_no_mention_and_no_link_in_slack() {
        let (rule, event) = (rule(), failed());
        let body: Value =
            serde_json::from_str(&told(&rule, &event, "en", "https://canopy.example.com").slack()).expect("JSON");
        let text = body["text"].as_str().expect("a text");
        assert!(text.contains("&lt;!channel&gt; a&amp;b") && text.contains("&lt;x&gt;"), "{text}");
        assert!(
            text.ends_with("\n<https://canopy.example.com/events/00000000-0000-0000-0000-000000000009|Canopy>"),
            "{text}"
        );
        assert_eq!(text.matches('<').count(), 1, "{text}");
    }

    #[test]
    fn a_webhook_gets_the_event_as_rest_shows_it_and_the_sentence_in_its_language() {
        let (rule, event) = (rule(), failed());
        let body: Value = serde_json::from_str(&told(&rule, &event, "es", "").webhook()).expect("JSON");
        assert_eq!((body["kind"].as_str(), body["link"].is_null()), (Some("task_failed"), true));
        assert_ne!(body["text"], body["event"]["message"]);
        let document: Value = serde_json::from_str(include_str!("../../../bff/openapi.json")).expect("the document");
        let keys =
            |value: &Value| value.as_object().map(|o| o.keys().cloned().collect::<BTreeSet<_>>()).unwrap_or_default();
        for (schema, value) in [("Event", &body["event"]), ("WebhookNotification", &body)] {
            assert_eq!(keys(value), keys(&document["components"]["schemas"][schema]["properties"]), "{schema}");
        }
    }

    #[test]
    fn a_text_that_is_not_ours_is_told_as_it_is() {
        let rule = rule();
        let mut event = failed();
        (event.reason, event.message, event.params) = ("BackOff".to_owned(), "Back-off restarting".to_owned(), None);
        assert_eq!(told(&rule, &event, "fr", "").sentence(), "Back-off restarting");
    }
}
