//! Whether visitors reach a site: that its pods are ready does not say it. What is kept is what the last visit to its domain
//! found; visits are made in the background and when somebody asks.

mod certificate;
pub mod checker;
pub mod sample;
mod visit;

use crate::deployment::Row;
use kit::{Context, Message, Result, Tx, clock::stamp, message};
use proto::deployments as wire;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

/// What a visit found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Sites are not checked: a setting says so.
    Off,
    /// Its cluster is a simulated one: there is nothing to reach.
    Simulated,
    /// It answers.
    Reachable,
    /// It answers with errors.
    Failing,
    /// It sends its visitors to a certificate that browsers refuse.
    Certificate,
    /// Nothing listens there.
    Refused,
    /// It does not answer in time.
    Silent,
    /// The connection fails otherwise.
    Unreachable,
    /// Its name has no address.
    NoRecord,
    /// No name server answered.
    Unresolved,
    /// Its address is one that the settings do not allow.
    Forbidden,
    /// Nothing is known. Also what a newer version wrote.
    #[serde(other)]
    Unchecked,
}

impl State {
    /// The word of the contract.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Simulated => "simulated",
            Self::Reachable => "reachable",
            Self::Failing => "failing",
            Self::Certificate => "certificate",
            Self::Refused => "refused",
            Self::Silent => "silent",
            Self::Unreachable => "unreachable",
            Self::NoRecord => "no_record",
            Self::Unresolved => "unresolved",
            Self::Forbidden => "forbidden",
            Self::Unchecked => "unchecked",
        }
    }

    /// Whether visitors reach it; `None`: that is not known.
    #[must_use]
    pub fn is_up(self) -> Option<bool> {
        match self {
            Self::Reachable => Some(true),
            Self::Failing | Self::Certificate | Self::Refused | Self::Silent | Self::Unreachable | Self::NoRecord => {
                Some(false)
            }
            Self::Off | Self::Simulated | Self::Unresolved | Self::Forbidden | Self::Unchecked => None,
        }
    }
}

/// The certificate of a domain. Times are seconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Certificate {
    /// Who issued it; empty where it does not say.
    pub issuer: String,
    /// From when on it is good; `None` where it cannot be read.
    #[serde(default)]
    pub not_before: Option<i64>,
    /// Until when it is good; `None` where it cannot be read.
    pub not_after: Option<i64>,
    /// Why browsers do not take it; `None`: they do.
    pub problem: Option<Message>,
    /// It is good, and should have been renewed.
    #[serde(default)]
    pub late: Option<Message>,
}

/// At less than this part of its life a certificate should have been renewed. Fixed: cert-manager renews at a third, and has
/// then failed for half of the time that it has. Of a life and not of days: there are certificates of six days.
const LATE: i64 = 6;
/// But not further from its end than this, seconds. Fixed: who renews one of a year by hand does so in its last month.
const LATE_AT_MOST: i64 = 30 * 24 * 3600;

/// What a visit found. Stored as jsonb, so fields are only ever added, with a default. Times are seconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// In a word.
    pub state: State,
    /// What was visited.
    pub domain: String,
    /// Whether links to it are https; `None`: as the chart has it.
    #[serde(default)]
    pub https: Option<bool>,
    /// HTTP status of the answer.
    #[serde(default)]
    pub status: Option<u16>,
    /// Milliseconds until it came.
    #[serde(default)]
    pub milliseconds: Option<u32>,
    /// The host that visitors are sent to, where it is none of the site's.
    #[serde(default)]
    pub redirect: Option<String>,
    /// What the domain resolves to.
    #[serde(default)]
    pub addresses: Vec<String>,
    /// What it showed.
    #[serde(default)]
    pub certificate: Option<Certificate>,
    /// What is wrong, and what to do; or why nothing is known.
    #[serde(default)]
    pub said: Option<Message>,
    /// When it was found.
    #[serde(default)]
    pub at: i64,
    /// Since when it is reachable, or is not.
    #[serde(default)]
    pub since: i64,
}

impl Found {
    /// Nothing but a state and a sentence to it.
    #[must_use]
    pub fn of(state: State, domain: &str, said: Option<Message>) -> Self {
        Self {
            state,
            domain: domain.to_owned(),
            https: None,
            status: None,
            milliseconds: None,
            redirect: None,
            addresses: Vec::new(),
            certificate: None,
            said,
            at: 0,
            since: 0,
        }
    }

    /// The same with its times, and with what it does not know itself and an earlier one does.
    #[must_use]
    fn after(mut self, earlier: Option<&Self>, now: OffsetDateTime) -> Self {
        self.at = now.unix_timestamp();
        self.since = self.at;
        if let Some(certificate) = &mut self.certificate {
            certificate.late = certificate.late_at(&self.domain, self.at);
        }
        let Some(earlier) = earlier.filter(|earlier| earlier.domain == self.domain) else { return self };
        if earlier.state.is_up() == self.state.is_up() {
            self.since = earlier.since;
        }
        if self.state == State::Unresolved {
            self.https = earlier.https;
        }
        self
    }

    /// Whether somebody who looks at the other one sees something else, times aside.
    #[must_use]
    fn differs(&self, other: &Self) -> bool {
        let seen = |found: &Self| Self { at: 0, since: 0, milliseconds: None, addresses: Vec::new(), ..found.clone() };
        seen(self) != seen(other)
    }

    fn shown(&self) -> wire::Reach {
        let time = |seconds| Some(prost_types::Timestamp { seconds, nanos: 0 });
        wire::Reach {
            state: self.state.word().to_owned(),
            https: self.https.unwrap_or(CHART_HAS_TLS),
            checked_at: time(self.at),
            since: self.state.is_up().and_then(|_| time(self.since)),
            status: self.status.map(u32::from).unwrap_or_default(),
            milliseconds: self.milliseconds.unwrap_or_default(),
            redirect: self.redirect.clone().unwrap_or_default(),
            addresses: self.addresses.clone(),
            certificate: self.certificate.as_ref().map(Certificate::shown),
            problem: self.said.as_ref().map(Message::to_string).unwrap_or_default(),
            said: self.said.as_ref().map(Message::packed).unwrap_or_default(),
        }
    }
}

impl Certificate {
    /// That it should have been renewed by that time, seconds since 1970.
    fn late_at(&self, domain: &str, now: i64) -> Option<Message> {
        let (from, until) = self.not_before.zip(self.not_after).filter(|_| self.problem.is_none())?;
        let left = until.saturating_sub(now);
        let day = OffsetDateTime::from_unix_timestamp(until).ok()?.date();
        (left < (until.saturating_sub(from) / LATE).min(LATE_AT_MOST))
            .then(|| message!(ReachCertificateLate, name = domain, day = day.to_string()))
    }

    fn shown(&self) -> wire::ReachCertificate {
        let not_after = self.not_after.and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok());
        let said = self.problem.as_ref().or(self.late.as_ref());
        wire::ReachCertificate {
            valid: self.problem.is_none(),
            issuer: self.issuer.clone(),
            not_after: not_after.map(stamp),
            problem: said.map(Message::to_string).unwrap_or_default(),
            said: said.map(Message::packed).unwrap_or_default(),
        }
    }
}

/// The charts ask for a certificate, and nobody can switch that off: what links say until a visit has found something else.
const CHART_HAS_TLS: bool = true;

impl Row {
    /// What is shown: nothing of another domain, nor of a site that does not run and is not about to.
    #[must_use]
    pub fn reach_shown(&self) -> wire::Reach {
        let at_work = self.status == "running" || (self.current_task.is_some() && !self.spec.stopped);
        let known = self.reach.as_ref().filter(|found| found.domain == self.spec.domain);
        match known {
            Some(found) if at_work && !self.to_be_deleted => found.shown(),
            // where its links lead does not change because it is not visited
            known => wire::Reach {
                state: State::Unchecked.word().to_owned(),
                https: known.and_then(|found| found.https).unwrap_or(CHART_HAS_TLS),
                ..wire::Reach::default()
            },
        }
    }
}

/// Has a site visited as soon as it runs, and its cluster looked at anew.
///
/// # Errors
/// Those of the database.
pub async fn due(cx: &Context, tx: &mut Tx, deployment: Uuid) -> Result<()> {
    sqlx::query!(
        "insert into deployments.reach (deployment_id, due) values ($1, $2)
         on conflict (deployment_id) do update set due = excluded.due, simulated = null",
        deployment,
        cx.clock.now()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// It is not visited any more.
///
/// # Errors
/// Those of the database.
pub async fn forget(tx: &mut Tx, deployment: Uuid) -> Result<()> {
    sqlx::query!("delete from deployments.reach where deployment_id = $1", deployment).execute(tx.conn()).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> OffsetDateTime {
        OffsetDateTime::from_unix_timestamp(seconds).expect("a time")
    }

    fn found(state: State) -> Found {
        Found { https: Some(state == State::Reachable), ..Found::of(state, "shop.example.com", None) }
    }

    #[test]
    fn it_is_told_since_when_a_site_is_reachable_or_not() {
        let first = found(State::Refused).after(None, at(100));
        let second = found(State::Silent).after(Some(&first), at(200));
        assert_eq!((second.at, second.since), (200, 100), "another reason, the same outage");
        let third = found(State::Reachable).after(Some(&second), at(300));
        assert_eq!((third.at, third.since), (300, 300));
        let moved = Found { domain: "other.example.com".into(), ..found(State::Reachable) };
        assert_eq!(moved.after(Some(&third), at(400)).since, 400, "another domain");
    }

    #[test]
    fn name_servers_that_do_not_answer_say_nothing_about_tls() {
        let earlier = found(State::Reachable).after(None, at(100));
        let unresolved = Found::of(State::Unresolved, "shop.example.com", None).after(Some(&earlier), at(200));
        assert_eq!(unresolved.https, Some(true));
        assert_eq!(Found::of(State::Forbidden, "shop.example.com", None).after(Some(&earlier), at(200)).https, None);
    }

    #[test]
    fn what_only_took_longer_is_nothing_new() {
        let earlier = Found { milliseconds: Some(80), ..found(State::Reachable).after(None, at(100)) };
        let later = Found { milliseconds: Some(90), at: 400, ..earlier.clone() };
        assert!(!later.differs(&earlier));
        assert!(Found { status: Some(404), ..later }.differs(&earlier));
    }

    #[test]
    fn a_certificate_is_late_in_the_last_sixth_of_its_life_and_in_its_last_month() {
        let day = 24 * 3600;
        let late = |life: i64, left: i64, problem| {
            let certificate = Certificate {
                issuer: String::new(),
                not_before: Some(0),
                not_after: Some(life * day),
                problem,
                late: None,
            };
            certificate.late_at("shop.example.com", (life - left) * day).is_some()
        };
        let of = |life, lefts: [i64; 2]| lefts.map(|left| late(life, left, None));
        assert_eq!(of(90, [15, 14]), [false, true]);
        assert_eq!(of(6, [1, 0]), [false, true]);
        assert_eq!(of(365, [30, 29]), [false, true]);
        assert!(!late(90, -1, Some(message!(ReachCertificateExpired, name = "shop.example.com"))), "that says enough");
    }

    #[test]
    fn what_a_newer_version_wrote_can_be_read() {
        let text = r#"{"state": "quantum", "domain": "shop.example.com", "more": 1}"#;
        let found: Found = serde_json::from_str(text).expect("it is read");
        assert_eq!(found.state, State::Unchecked);
        let word = |state| serde_json::to_value(state).expect("a word");
        for state in [State::NoRecord, State::Reachable, State::Off] {
            assert_eq!(word(state), state.word());
        }
    }
}
