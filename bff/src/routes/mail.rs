//! `/admin/mail`: whether mail is sent, how its letters go, and one to try it with.

use super::prelude::*;
use crate::api::MAIL;
use futures::future::join_all;
use proto::mail as pb;

/// How the connection to the SMTP server is protected.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MailEncryption)]
pub enum Encryption {
    /// Not at all.
    None,
    /// By STARTTLS where the server offers it.
    Opportunistic,
    /// By STARTTLS, or nothing is sent.
    Starttls,
    /// From its first byte.
    Tls,
}

impl TryFrom<pb::Encryption> for Encryption {
    type Error = kit::Error;

    fn try_from(encryption: pb::Encryption) -> kit::Result<Self> {
        match encryption {
            pb::Encryption::None => Ok(Self::None),
            pb::Encryption::Opportunistic => Ok(Self::Opportunistic),
            pb::Encryption::Starttls => Ok(Self::Starttls),
            pb::Encryption::Tls => Ok(Self::Tls),
            pb::Encryption::Unspecified => Err(missing("MailServer.encryption")),
        }
    }
}

/// How an attempt to hand a letter to the SMTP server ended.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MailOutcome)]
pub enum Outcome {
    /// The server took it.
    Taken,
    /// The server answered, and did not take it.
    Refused,
    /// There was no connection, or it broke.
    Unreachable,
    /// The server did not answer in time.
    Silent,
}

impl TryFrom<pb::Outcome> for Outcome {
    type Error = kit::Error;

    fn try_from(outcome: pb::Outcome) -> kit::Result<Self> {
        match outcome {
            pb::Outcome::Taken => Ok(Self::Taken),
            pb::Outcome::Refused => Ok(Self::Refused),
            pb::Outcome::Unreachable => Ok(Self::Unreachable),
            pb::Outcome::Silent => Ok(Self::Silent),
            pb::Outcome::Unspecified => Err(missing("outcome")),
        }
    }
}

/// The SMTP server as it is set, without its password.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailServer {
    #[schema(example = "mail.example.com")]
    pub host: String,
    pub port: u32,
    pub encryption: Encryption,
    /// Canopy signs in there.
    pub signs_in: bool,
    /// Who mail comes from.
    #[schema(example = "Canopy <canopy@example.com>")]
    pub sender: String,
    /// How links in letters begin.
    #[schema(example = "https://canopy.example.com")]
    pub public_url: String,
}

/// An attempt that failed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailFailure {
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    pub outcome: Outcome,
    /// In the words of the server or of the connection; empty for what was not answered.
    pub answer: String,
    /// The letter is not sent again.
    pub given_up: bool,
}

/// The letters of one service.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailOfService {
    #[schema(example = "auth")]
    pub service: String,
    /// Letters that wait to be sent.
    pub waiting: u32,
    /// When the oldest of them was written; null when there is none.
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub oldest: Option<OffsetDateTime>,
    /// When the server took one the last time; null before the first.
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub sent_at: Option<OffsetDateTime>,
    /// The last attempt that failed; null before the first.
    #[schema(required)]
    pub failure: Option<MailFailure>,
}

/// How mail is sent, and how its letters go.
#[derive(Serialize, ToSchema)]
pub struct Mail {
    /// Null where no SMTP server is set: links are passed on by hand.
    #[schema(required)]
    pub server: Option<MailServer>,
    pub services: Vec<MailOfService>,
    /// Services that did not answer: their letters are missing here.
    pub missing: Vec<String>,
}

/// How a test letter is written.
#[derive(Deserialize, ToSchema)]
pub struct TestMail {
    /// `en`, `es` or `fr`; English unless it is one of them.
    language: Option<String>,
}

/// What came of a test letter.
#[derive(Serialize, ToSchema)]
pub struct TestedMail {
    /// To whom it was sent: the caller.
    pub to: String,
    pub outcome: Outcome,
    /// In the words of the server or of the connection; empty for what was not answered.
    pub answer: String,
}

fn server(server: pb::MailServer) -> kit::Result<MailServer> {
    let encryption = server.encryption().try_into()?;
    let pb::MailServer { host, port, encryption: _, signs_in, sender, public_url } = server;
    Ok(MailServer { host, port, encryption, signs_in, sender, public_url })
}

fn failure(failure: pb::MailFailure) -> kit::Result<MailFailure> {
    let outcome = failure.outcome().try_into()?;
    let pb::MailFailure { at, outcome: _, answer, given_up } = failure;
    Ok(MailFailure { at: moment(at, "MailFailure.at")?, outcome, answer, given_up })
}

/// Whether mail is sent, by which server, how many letters wait, and what failed last.
#[utoipa::path(get, path = "/admin/mail", tag = "health", responses((status = 200, body = Data<Mail>), ReadErrors))]
pub async fn get(call: Call) -> Result<Answer<Data<Mail>>> {
    let asked = MAIL.map(|service| {
        let call = call.clone();
        async move {
            let answer = call.api().mail(service).get_mail(call.ask(pb::GetMailRequest {})?).await?;
            Ok::<_, kit::Error>(answer.into_inner())
        }
    });
    let mut mail = Mail { server: None, services: Vec::new(), missing: Vec::new() };
    for (service, answer) in MAIL.into_iter().zip(join_all(asked).await) {
        match answer {
            Ok(pb::GetMailResponse { server: set, waiting, oldest, sent_at, failure: failed }) => {
                // the settings are the same for all
                mail.server = mail.server.or(set.map(server).transpose()?);
                let (oldest, sent_at) = (moment_or_none(oldest), moment_or_none(sent_at));
                let (service, failure) = (service.to_owned(), failed.map(failure).transpose()?);
                mail.services.push(MailOfService { service, waiting, oldest, sent_at, failure });
            }
            // an outage of one hides nothing of the other
            Err(kit::Error::Unavailable { .. }) if mail.missing.len() + 1 < MAIL.len() => {
                mail.missing.push(service.to_owned());
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(call.data(mail))
}

/// Sends a letter to the caller at once and tells what the SMTP server answered; a refusal of the server is no error of this call. The history says so.
#[utoipa::path(post, path = "/admin/mail/test", tag = "health", request_body = TestMail,
    responses((status = 200, body = Data<TestedMail>), ChangeErrors))]
pub async fn send_test(call: Call, Body(body): Body<TestMail>) -> Result<Answer<Data<TestedMail>>> {
    let message = pb::SendTestMailRequest { language: body.language.unwrap_or_default() };
    let answer = call.api().mail("auth").send_test_mail(call.ask(message)?).await?.into_inner();
    let outcome = answer.outcome().try_into()?;
    let pb::SendTestMailResponse { to, outcome: _, answer } = answer;
    Ok(call.data(TestedMail { to, outcome, answer }))
}
