//! From an error to `{error, message, code, status, request_id, details}`: the only mapping.
//!
//! An outage of anything is a 503 with Retry-After. Only the bff says 401, and only about the user's own token: an
//! UNAUTHENTICATED of a service becomes [`Outcome::Doubted`], which `gate` settles by asking about the session afresh.

use crate::routes::TextParams;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use kit::{Message, message, message::Params};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::{
    IntoResponses, ToSchema,
    openapi::{RefOr, Response as Documented, ResponseBuilder, content::ContentBuilder, schema::Ref},
};

/// Result of a handler.
pub type Result<T, E = ApiError> = std::result::Result<T, E>;

/// Seconds after which an outage is worth another try.
const RETRY_AFTER_OUTAGE: u64 = 2;

/// The stable words of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Code {
    /// 401: no token, or one that counts no more.
    Unauthorized,
    /// 401: the password is right, and a code is asked for: the call is repeated with `details.challenge`.
    SecondFactorRequired,
    /// 403
    Forbidden,
    /// 404: there is no such thing, or the caller may not know of it.
    NotFound,
    /// 405
    MethodNotAllowed,
    /// 400
    ValidationError,
    /// 409
    Conflict,
    /// 413
    PayloadTooLarge,
    /// 429
    RateLimitExceeded,
    /// 500
    InternalServerError,
    /// 503: try again after Retry-After seconds.
    ServiceUnavailable,
    /// 504
    TimeoutError,
}

/// What is known besides the sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Details {
    /// Field name to sentence: every problem of the input in one answer.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    pub fields: BTreeMap<String, String>,
    /// Stable word of the sentence, for instance `TASK_RUNNING`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What the sentence is filled with: texts, numbers, lists of texts, and sentences (`reason`, `params`, `message`).
    #[serde(skip_serializing_if = "Params::is_empty")]
    #[schema(required = false, value_type = TextParams)]
    pub params: Params,
    /// Field name to the word and the parameters of its sentence.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    pub reasons: BTreeMap<String, Reason>,
    /// With SECOND_FACTOR_REQUIRED: what the second step of the log-in is made with, within five minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenge: Option<String>,
}

/// A sentence as its stable word and what it is filled with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Reason {
    /// For instance `REQUIRED`.
    pub reason: String,
    /// As `params` of the details.
    #[schema(value_type = TextParams)]
    pub params: Params,
}

impl From<&Message> for Reason {
    fn from(message: &Message) -> Self {
        Self { reason: message.reason().to_owned(), params: message.params().clone() }
    }
}

impl Details {
    fn of(message: &Message, fields: &BTreeMap<String, Message>) -> Option<Self> {
        let Reason { reason, params } = message.into();
        Some(Self {
            fields: fields.iter().map(|(field, message)| (field.clone(), message.to_string())).collect(),
            reason: Some(reason),
            params,
            reasons: fields.iter().map(|(field, message)| (field.clone(), message.into())).collect(),
            challenge: None,
        })
    }
}

/// Every failure of every call.
#[derive(Serialize, ToSchema)]
pub struct Failure {
    /// One sentence for people.
    error: String,
    /// The same sentence.
    message: String,
    code: Code,
    /// The HTTP status.
    #[schema(example = 404)]
    status: u16,
    /// The `x-request-id` of this answer: what to quote when asking for help.
    request_id: String,
    #[schema(required)]
    details: Option<Details>,
}

/// Whether an error is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It goes out as it is.
    Settled,
    /// A service did not accept the caller's identity: session over, or a defect between services?
    Doubted,
}

/// A failure on its way out; the edge adds the request id and writes it.
#[derive(Clone, Debug)]
pub struct ApiError {
    /// The HTTP status.
    pub status: StatusCode,
    /// Its word.
    pub code: Code,
    /// One sentence for people.
    pub message: Message,
    /// Fields or reason.
    pub details: Option<Details>,
    /// Seconds, with 429 and 503.
    pub retry_after: Option<u64>,
    /// Whether `gate` has to look at it.
    pub outcome: Outcome,
}

impl ApiError {
    fn of(status: StatusCode, code: Code, message: Message) -> Self {
        let details = Details::of(&message, &BTreeMap::new());
        Self { status, code, message, details, retry_after: None, outcome: Outcome::Settled }
    }

    /// 401, about the user's own token or password.
    pub fn unauthorized(message: Message) -> Self {
        Self::of(StatusCode::UNAUTHORIZED, Code::Unauthorized, message)
    }

    /// 401: a code is asked for.
    pub fn second_factor(challenge: String) -> Self {
        let error = Self::of(StatusCode::UNAUTHORIZED, Code::SecondFactorRequired, message!(SECOND_FACTOR_REQUIRED));
        let details = error.details.map(|details| Details { challenge: Some(challenge), ..details });
        Self { details, ..error }
    }

    /// 503 with Retry-After.
    pub fn unavailable(message: Message) -> Self {
        let error = Self::of(StatusCode::SERVICE_UNAVAILABLE, Code::ServiceUnavailable, message);
        Self { retry_after: Some(RETRY_AFTER_OUTAGE), ..error }
    }

    /// 503 for what we cannot tell more about.
    pub fn outage() -> Self {
        Self::unavailable(message!(PART_AWAY))
    }

    /// 429 with Retry-After in seconds.
    pub fn too_many(message: Message, retry_after: u64) -> Self {
        let error = Self::of(StatusCode::TOO_MANY_REQUESTS, Code::RateLimitExceeded, message);
        Self { retry_after: Some(retry_after.max(1)), ..error }
    }

    /// 504.
    pub fn timeout() -> Self {
        Self::of(StatusCode::GATEWAY_TIMEOUT, Code::TimeoutError, message!(REQUEST_TOO_LONG))
    }

    /// 408: the body did not come.
    pub fn slow_body() -> Self {
        Self::of(StatusCode::REQUEST_TIMEOUT, Code::TimeoutError, message!(BODY_LATE))
    }

    /// 421: the name of somebody else.
    pub fn misdirected() -> Self {
        Self::of(StatusCode::MISDIRECTED_REQUEST, Code::ValidationError, message!(OTHER_HOST))
    }

    /// 413 with the limit in bytes.
    pub fn too_large(limit: usize) -> Self {
        let message = message!(BODY_TOO_LARGE, most = limit / 1024);
        Self::of(StatusCode::PAYLOAD_TOO_LARGE, Code::PayloadTooLarge, message)
    }

    /// 400 about the body as a whole.
    pub fn malformed(message: Message) -> Self {
        Self::of(StatusCode::BAD_REQUEST, Code::ValidationError, message)
    }

    /// 400 with every field that is wrong.
    pub fn invalid(message: Message, fields: BTreeMap<String, Message>) -> Self {
        let details = Details::of(&message, &fields);
        Self { details, ..Self::malformed(message) }
    }

    /// 400 about one field, whose sentence says it all.
    pub fn invalid_field(field: &str, message: Message) -> Self {
        Self::invalid(message.clone(), BTreeMap::from([(field.to_owned(), message)]))
    }

    /// What the router or the HTTP server answered without words.
    pub fn of_status(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND => Self::of(status, Code::NotFound, message!(NO_SUCH_CALL)),
            StatusCode::METHOD_NOT_ALLOWED => Self::of(status, Code::MethodNotAllowed, message!(METHOD_NOT_ALLOWED)),
            StatusCode::PAYLOAD_TOO_LARGE => Self::of(status, Code::PayloadTooLarge, message!(REQUEST_TOO_LARGE)),
            StatusCode::REQUEST_TIMEOUT | StatusCode::GATEWAY_TIMEOUT => Self::timeout(),
            StatusCode::SERVICE_UNAVAILABLE => Self::outage(),
            status if status.is_client_error() => Self::of(status, Code::ValidationError, message!(REQUEST_MALFORMED)),
            _ => Self::internal(),
        }
    }

    /// 500; the cause has been logged.
    pub fn internal() -> Self {
        Self::of(StatusCode::INTERNAL_SERVER_ERROR, Code::InternalServerError, message!(UNEXPECTED))
    }

    fn body(&self, request_id: &str) -> Failure {
        Failure {
            error: self.message.to_string(),
            message: self.message.to_string(),
            code: self.code,
            status: self.status.as_u16(),
            request_id: request_id.to_owned(),
            details: self.details.clone(),
        }
    }

    /// The answer, now that the request id is known.
    pub fn render(&self, request_id: &str) -> Response {
        let mut response = (self.status, axum::Json(self.body(request_id))).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// The body of the answer to what cannot be read as a request.
pub fn malformed(why: Message, request_id: &str) -> String {
    serde_json::to_string(&ApiError::malformed(why).body(request_id)).unwrap_or_default()
}

impl IntoResponse for ApiError {
    /// The status, with the error beside it for the edge, which knows the request id.
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<kit::Error> for ApiError {
    fn from(error: kit::Error) -> Self {
        use kit::Error as E;
        let message = error.message();
        match error {
            E::NotFound(_) => Self::of(StatusCode::NOT_FOUND, Code::NotFound, message),
            E::Invalid { fields, .. } => Self::invalid(message, fields),
            E::Conflict(_) => Self::of(StatusCode::CONFLICT, Code::Conflict, message),
            E::Unauthenticated(inside) => {
                tracing::warn!(%inside, "an identity was not accepted");
                Self { outcome: Outcome::Doubted, ..Self::outage() }
            }
            E::Forbidden(_) => Self::of(StatusCode::FORBIDDEN, Code::Forbidden, message),
            E::RateLimited { retry_after } => {
                let seconds = retry_after.as_secs() + u64::from(retry_after.subsec_nanos() > 0);
                Self::too_many(message, seconds)
            }
            E::Unavailable { source, .. } => {
                tracing::warn!(cause = format!("{source:#}"), "{message}");
                Self::unavailable(message)
            }
            E::Timeout(_) => Self::of(StatusCode::GATEWAY_TIMEOUT, Code::TimeoutError, message),
            E::Internal(cause) => {
                tracing::error!(cause = format!("{cause:#}"), "internal error");
                Self::internal()
            }
        }
    }
}

impl From<tonic::Status> for ApiError {
    fn from(status: tonic::Status) -> Self {
        kit::Error::from(status).into()
    }
}

/// A field that a service must fill and did not.
pub fn missing(what: &'static str) -> kit::Error {
    kit::Error::internal(anyhow::anyhow!("a service answered without {what}"))
}

/// Documents the failures of a signed-in GET.
pub struct ReadErrors;
/// Documents the failures of a signed-in GET that depends on the state of a thing, such as whether its cluster can be asked.
pub struct StateErrors;
/// Documents the failures of a signed-in change.
pub struct ChangeErrors;
/// Documents the failures of a call that needs no token.
pub struct PublicErrors;

const ANY: &[(u16, &str)] = &[
    (405, "METHOD_NOT_ALLOWED: another method, the header Allow names the right ones"),
    (421, "VALIDATION_ERROR: the header Host has a name that is not Canopy's"),
    (429, "RATE_LIMIT_EXCEEDED: too often; the header Retry-After says when to try again"),
    (500, "INTERNAL_SERVER_ERROR: a defect; the cause is in the log under the request id"),
    (503, "SERVICE_UNAVAILABLE: something needed does not answer; try again after Retry-After seconds"),
    (504, "TIMEOUT_ERROR: it took too long; for a change it is unknown whether it happened"),
];
const WITH_INPUT: &[(u16, &str)] = &[(400, "VALIDATION_ERROR: `details.fields` names what is wrong")];
const WITH_STATE: &[(u16, &str)] =
    &[(409, "CONFLICT: the state of things does not allow it; `details.reason` says which")];
const WITH_BODY: &[(u16, &str)] =
    &[(408, "TIMEOUT_ERROR: the body did not arrive in time"), (413, "PAYLOAD_TOO_LARGE")];
const WITH_TOKEN: &[(u16, &str)] = &[
    (401, "UNAUTHORIZED: no token, or the session has ended"),
    (403, "FORBIDDEN: the caller may not do this"),
    (404, "NOT_FOUND: it does not exist, or the caller may not know of it"),
];

fn documented(groups: &[&[(u16, &str)]]) -> BTreeMap<String, RefOr<Documented>> {
    let failure = || ContentBuilder::new().schema(Some(Ref::from_schema_name("Failure"))).build();
    let one = |text: &str| ResponseBuilder::new().description(text).content("application/json", failure()).build();
    groups.iter().copied().flatten().map(|(status, text)| (status.to_string(), RefOr::T(one(text)))).collect()
}

impl IntoResponses for ReadErrors {
    fn responses() -> BTreeMap<String, RefOr<Documented>> {
        documented(&[ANY, WITH_INPUT, WITH_TOKEN])
    }
}
impl IntoResponses for StateErrors {
    fn responses() -> BTreeMap<String, RefOr<Documented>> {
        documented(&[ANY, WITH_INPUT, WITH_TOKEN, WITH_STATE])
    }
}
impl IntoResponses for ChangeErrors {
    fn responses() -> BTreeMap<String, RefOr<Documented>> {
        documented(&[ANY, WITH_INPUT, WITH_TOKEN, WITH_STATE, WITH_BODY])
    }
}
impl IntoResponses for PublicErrors {
    fn responses() -> BTreeMap<String, RefOr<Documented>> {
        documented(&[ANY, WITH_INPUT, WITH_STATE, WITH_BODY])
    }
}
