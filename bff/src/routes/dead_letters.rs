//! `/admin/dead-letters`: what services have that was refused for good, to be sent again or dropped by an administrator.

use super::prelude::*;
use crate::api::LETTERS;
use futures::future::join_all;
use proto::letters as pb;

/// What a dead letter was.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DeadLetterKind)]
pub enum Kind {
    /// One service told another to do something.
    Command,
    /// One service told all others what happened.
    Fact,
}

/// A command that its receiver refused for good, or a fact that could not be decoded. What it carries is not shown.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeadLetter {
    pub id: String,
    /// The service that keeps it.
    #[schema(example = "deployments")]
    pub service: String,
    pub kind: Kind,
    /// The receiver of a command, the consumer of a fact.
    pub target: String,
    /// The method of a command, the subject of a fact.
    pub method: String,
    /// Why it was refused.
    pub error: String,
    /// The stable word of the error; empty for what has none.
    pub reason: String,
    /// What the error is filled with.
    pub params: TextParams,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// The `x-request-id` of the call that it comes from.
    #[schema(required)]
    pub request_id: Option<String>,
    /// Whose call that was; null for what happened by itself.
    #[schema(required)]
    pub actor: Option<String>,
    /// It will be handled again in a moment.
    pub again: bool,
}

/// All of them, by service and age.
#[derive(Serialize, ToSchema)]
pub struct DeadLetters {
    /// At most 500 of each service.
    pub letters: Vec<DeadLetter>,
    /// Services that did not answer: what they have is missing here.
    pub missing: Vec<String>,
}

fn read(service: &str, letter: Option<pb::DeadLetter>) -> kit::Result<DeadLetter> {
    let pb::DeadLetter { id, kind, target, method, error, created_at, request_id, actor_name, again, said } =
        letter.ok_or_else(|| missing("letter"))?;
    let kind = if kind == "command" { Kind::Command } else { Kind::Fact };
    let created_at = moment(created_at, "DeadLetter.created_at")?;
    let (request_id, actor) = (text(request_id), text(actor_name));
    let (reason, params) = coded(&said);
    let service = service.to_owned();
    Ok(DeadLetter { id, service, kind, target, method, error, reason, params, created_at, request_id, actor, again })
}

/// The service of a path.
fn service(ids: &Ids) -> Result<&'static str> {
    let named = LETTERS.into_iter().find(|service| *service == ids.word());
    Ok(named.ok_or_else(|| kit::Error::not_found("DeadLetter"))?)
}

/// What was refused for good, of all services.
#[utoipa::path(get, path = "/admin/dead-letters", tag = "health", responses((status = 200, body = Data<DeadLetters>), ReadErrors))]
pub async fn list(call: Call) -> Result<Answer<Data<DeadLetters>>> {
    let asked = LETTERS.map(|service| {
        let call = call.clone();
        async move {
            let answer =
                call.api().letters(service).list_dead_letters(call.ask(pb::ListDeadLettersRequest {})?).await?;
            let letters = answer.into_inner().letters.into_iter();
            letters.map(|letter| read(service, Some(letter))).collect::<kit::Result<Vec<_>>>()
        }
    });
    let (mut letters, mut missing) = (Vec::new(), Vec::new());
    for (service, answer) in LETTERS.into_iter().zip(join_all(asked).await) {
        match answer {
            Ok(of_service) => letters.extend(of_service),
            // an outage of some hides nothing of the others
            Err(kit::Error::Unavailable { .. }) if missing.len() + 1 < LETTERS.len() => {
                missing.push(service.to_owned())
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(call.data(DeadLetters { letters, missing }))
}

/// Sends a command again, or has a fact handled again. The history says so.
#[utoipa::path(post, path = "/admin/dead-letters/{service}/{id}/resend", tag = "health",
    params(("service" = String, Path, description = "The service that keeps it"), ("id" = String, Path, description = "The dead letter")),
    responses((status = 200, body = Data<DeadLetter>), ChangeErrors))]
pub async fn resend(call: Call, ids: Ids) -> Result<Answer<Data<DeadLetter>>> {
    let service = service(&ids)?;
    let message = pb::ResendDeadLetterRequest { id: ids.second("DeadLetter")? };
    let answer = call.api().letters(service).resend_dead_letter(call.ask(message)?).await?.into_inner();
    Ok(call.data(read(service, answer.letter)?))
}

/// Throws one away. The history says so.
#[utoipa::path(delete, path = "/admin/dead-letters/{service}/{id}", tag = "health",
    params(("service" = String, Path, description = "The service that keeps it"), ("id" = String, Path, description = "The dead letter")),
    responses((status = 200, body = Data<Deleted>), ChangeErrors))]
pub async fn drop(call: Call, ids: Ids) -> Result<Answer<Data<Deleted>>> {
    let service = service(&ids)?;
    let id = ids.second("DeadLetter")?;
    let message = pb::DropDeadLetterRequest { id: id.clone() };
    call.api().letters(service).drop_dead_letter(call.ask(message)?).await?;
    Ok(call.data(Deleted { id }))
}
