//! A rule: who is told of what, and how. Where a webhook is and the key of its signatures are sealed.

use access::Caller;
use history::Changes;
use kit::{Error, Result, clock::stamp, reseal::Sealed, seal::SealContext};
use proto::events::{NotificationChannel, NotificationKind, NotificationRule};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;
use zeroize::Zeroize as _;

use crate::{App, delivery, kinds, people};

/// What it is called when there is none.
pub const WHAT: &str = "NotificationRule";
/// Rules of one person or team. Fixed: more than anybody keeps track of.
pub const MOST: i64 = 20;
/// Random bytes of a key. Fixed: as many as HMAC-SHA256 uses well.
const KEY: usize = 32;

/// Whose rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    User(Uuid),
    /// The caller may manage it.
    Team(Uuid),
}

impl Owner {
    /// Of the team that is named, else of the caller; and what the team is called.
    ///
    /// # Errors
    /// `NotFound` for a foreign team and where there is none, `Forbidden` for one that the caller may not manage.
    pub async fn of(app: &App, caller: &Caller, team_id: &str) -> Result<(Self, String)> {
        if team_id.is_empty() {
            return Ok((Self::User(caller.user()?.id), String::new()));
        }
        // whoever may read every team learns that there is none before they learn that they may not manage it
        let team = caller.read(kit::ids::parse_as(team_id, "Team")?, "Team")?.team();
        let name = people::team_name(app, team).await?.ok_or_else(|| Error::not_found("Team"))?;
        Ok((Self::Team(caller.manage(team, "Team")?.team()), name))
    }

    pub fn user(self) -> Option<Uuid> {
        match self {
            Self::User(id) => Some(id),
            Self::Team(_) => None,
        }
    }

    pub fn team(self) -> Option<Uuid> {
        match self {
            Self::User(_) => None,
            Self::Team(id) => Some(id),
        }
    }
}

/// A row of `events.rule`.
#[derive(Clone)]
pub struct Rule {
    pub id: Uuid,
    pub user_id: Option<Uuid>,
    pub team_id: Option<Uuid>,
    /// As it was called when the rule was made; empty for a person's.
    pub team_name: String,
    pub name: String,
    pub kinds: Vec<String>,
    pub everything: bool,
    pub channel: String,
    pub language: String,
    pub sealed: Option<Vec<u8>>,
    pub sealed_version: i64,
    pub shown: String,
    pub enabled: bool,
    pub author_id: Uuid,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub failures: i32,
}

/// Where a webhook is, and the key of its signatures. Not printable.
#[derive(Serialize, Deserialize)]
pub struct Target {
    pub url: String,
    /// Empty for Slack.
    pub key: String,
}

impl Drop for Target {
    fn drop(&mut self) {
        self.url.zeroize();
        self.key.zeroize();
    }
}

/// A fresh key for signatures.
pub fn make_key(ids: &dyn kit::Ids) -> String {
    use base64::Engine as _;
    format!("whsec_{}", base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(ids.bytes(KEY)))
}

/// A channel as it is kept; `None` for none.
pub fn channel_word(channel: NotificationChannel) -> Option<&'static str> {
    match channel {
        NotificationChannel::Mail => Some("mail"),
        NotificationChannel::Slack => Some("slack"),
        NotificationChannel::Webhook => Some("webhook"),
        NotificationChannel::Unspecified => None,
    }
}

/// The addresses of webhooks and the keys of their signatures.
pub const SEALED: Sealed = Sealed::column("rule", "sealed").team("team_id").version("sealed_version");

impl Rule {
    pub fn channel(&self) -> NotificationChannel {
        match self.channel.as_str() {
            "mail" => NotificationChannel::Mail,
            "slack" => NotificationChannel::Slack,
            _ => NotificationChannel::Webhook,
        }
    }

    /// What it is about; a kind that this version does not know is left out.
    pub fn kinds(&self) -> Vec<NotificationKind> {
        self.kinds.iter().filter_map(|word| kinds::kind(word)).collect()
    }

    fn place(&self) -> SealContext<'static> {
        SEALED.place(self.id, self.team_id, self.sealed_version)
    }

    /// Where its webhook is; `None` for mail.
    ///
    /// # Errors
    /// `Internal` when the seal does not open.
    pub fn target(&self, app: &App) -> Result<Option<Target>> {
        let Some(sealed) = &self.sealed else { return Ok(None) };
        let opened = app.cx.keyring.open(&self.place(), sealed)?;
        serde_json::from_slice(&opened).map(Some).map_err(Error::internal)
    }

    /// Keeps another one.
    ///
    /// # Errors
    /// `Internal` when it cannot be written.
    pub fn seal(&mut self, app: &App, target: &Target) -> Result<()> {
        self.sealed_version += 1;
        let mut plain = serde_json::to_vec(target).map_err(Error::internal)?;
        self.sealed = Some(app.cx.keyring.seal(&self.place(), &plain));
        plain.zeroize();
        Ok(())
    }

    /// As people see it, with how its newest delivery went.
    pub fn shown(self, last: Option<&(String, OffsetDateTime)>) -> NotificationRule {
        NotificationRule {
            kinds: self.kinds().into_iter().map(Into::into).collect(),
            channel: self.channel().into(),
            id: self.id.to_string(),
            team_id: self.team_id.map(|id| id.to_string()).unwrap_or_default(),
            name: self.name,
            everything: self.everything,
            address: self.shown,
            language: self.language,
            enabled: self.enabled,
            created_at: Some(stamp(self.created_at)),
            updated_at: Some(stamp(self.updated_at)),
            last_state: last.map(|(state, _)| delivery::state(state)).unwrap_or_default().into(),
            last_at: last.map(|(_, at)| stamp(*at)),
        }
    }
}

/// One rule, for whoever may change it; nobody else changes it until the transaction ends.
///
/// # Errors
/// `NotFound` for unknown and foreign ones alike, `Forbidden` for a team's that the caller may see and not manage.
pub async fn lock(db: &mut PgConnection, caller: &Caller, id: &str) -> Result<Rule> {
    let id = kit::ids::parse_as(id, WHAT)?;
    let me = caller.user()?.id;
    sqlx::query!("select id from events.rule where id = $1 for update", id).fetch_optional(&mut *db).await?;
    let rule = read_all(db, &[id]).await?.pop().ok_or_else(|| Error::not_found(WHAT))?;
    match rule.team_id {
        Some(team) => caller.manage(team, WHAT).map(|_| rule),
        None if rule.user_id == Some(me) => Ok(rule),
        None => Err(Error::not_found(WHAT)),
    }
}

/// Rules by id, oldest first; those that are gone are left out.
///
/// # Errors
/// Those of the database.
pub async fn read_all(db: &mut PgConnection, ids: &[Uuid]) -> sqlx::Result<Vec<Rule>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    sqlx::query_as!(
        Rule,
        "select id, user_id, team_id, team_name, name, kinds, everything, channel, language, sealed, sealed_version, shown, enabled,
             author_id, created_at, updated_at, failures
         from events.rule where id = any($1) order by created_at, id",
        ids
    )
    .fetch_all(db)
    .await
}

/// All rules of an owner, oldest first.
///
/// # Errors
/// Those of the database.
pub async fn of_owner(db: &mut PgConnection, owner: Owner) -> sqlx::Result<Vec<Rule>> {
    let ids = sqlx::query_scalar!(
        "select id from events.rule where user_id = $1 or team_id = $2",
        owner.user(),
        owner.team()
    );
    let ids = ids.fetch_all(&mut *db).await?;
    read_all(db, &ids).await
}

/// What is written of the rule into the history.
pub enum Change {
    Made,
    Changed(Changes),
    Deleted,
}

/// A line for those who may see it: a team's, or administrators.
///
/// # Errors
/// Those of the database.
pub async fn record(app: &App, tx: &mut kit::Tx, caller: &Caller, rule: &Rule, change: Change) -> Result<()> {
    let what = match &change {
        Change::Made => "made",
        Change::Changed(_) => "changed",
        Change::Deleted => "deleted",
    };
    let told = kit::message!(NotificationRuleChanged, what = what, rule = &rule.name);
    let line = match rule.team_id {
        Some(id) => history::Line::new(history::Kind::Normal, "Team", &told).team(id, &rule.team_name),
        None => history::Line::new(history::Kind::Normal, "User", &told).admin_only(),
    };
    let changes = match change {
        Change::Changed(changes) => changes,
        Change::Made | Change::Deleted => Changes::new(),
    };
    line.host("events").changes(changes).write(&app.cx, tx, caller.origin()).await
}

/// What was put off because attempts failed is tried now.
///
/// # Errors
/// Those of the database.
pub async fn release(db: &mut PgConnection, id: Uuid, now: OffsetDateTime) -> Result<()> {
    sqlx::query!("update events.rule set held_until = $2 where id = $1", id, now).execute(db).await?;
    Ok(())
}
