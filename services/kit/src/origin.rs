//! Where a piece of work comes from: the request, its trace, the user. Passed on by every hop: gRPC, outbox, NATS, tasks.

use crate::trace::Parent;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The user on whose behalf something happens. A record, not an authority.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserRef {
    /// The user's id.
    pub id: Uuid,
    /// First and last name, else the e-mail address.
    pub name: String,
}

/// Request id, W3C trace parent, user and address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The `x-request-id` that the first hop made.
    pub request_id: String,
    /// The part of a trace that it belongs to, as the header `traceparent` has it; nothing where there is no trace.
    pub traceparent: Option<String>,
    /// Who caused it, when it was a person.
    pub user: Option<UserRef>,
    /// The network address of their browser or program, as the bff vouches for it; `None` when it is not known. A record too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
}

/// Header of the request id.
pub const REQUEST_ID: &str = "x-request-id";
/// Header of the W3C trace context.
pub const TRACEPARENT: &str = "traceparent";

impl Origin {
    /// Reads request id and trace from headers. A request id that is missing or malformed is made anew; a trace is not.
    #[must_use]
    pub fn of_headers(headers: &http::HeaderMap, ids: &dyn crate::Ids) -> Self {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let request_id = text(REQUEST_ID)
            .filter(|id| (8..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'))
            .map_or_else(|| ids.uuid().to_string(), str::to_owned);
        let traceparent = text(TRACEPARENT).filter(|value| Parent::read(value).is_some()).map(str::to_owned);
        Self { request_id, traceparent, user: None, address: None }
    }

    /// For work that no request caused (sweeps, start-up).
    #[must_use]
    pub fn of_role(ids: &dyn crate::Ids) -> Self {
        Self::of_headers(&http::HeaderMap::new(), ids)
    }

    /// Who did it, as people read it: the user, or Canopy itself.
    #[must_use]
    pub fn actor_name(&self) -> &str {
        self.user.as_ref().map_or("Canopy", |user| user.name.as_str())
    }

    /// What the next part of the trace names as its parent; nothing where there is no trace, or none that is kept.
    #[must_use]
    pub fn parent(&self) -> Option<Parent> {
        Parent::read(self.traceparent.as_deref()?).filter(|parent| parent.is_sampled())
    }

    /// The 32 hex digits that all parts of the trace share, for log lines; nothing where there is no trace, or none that is kept.
    #[must_use]
    pub fn trace_id(&self) -> Option<&str> {
        self.parent()?;
        self.traceparent.as_deref()?.get(3..35)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_id_from_outside_is_kept_only_when_it_is_harmless() {
        let mut headers = http::HeaderMap::new();
        headers.insert(REQUEST_ID, "abc-12345".parse().unwrap());
        assert_eq!(Origin::of_headers(&headers, &crate::ids::SystemIds).request_id, "abc-12345");
        headers.insert(REQUEST_ID, "a b\"c level=error".parse().unwrap());
        let made = Origin::of_headers(&headers, &crate::ids::SystemIds).request_id;
        assert!(Uuid::try_parse(&made).is_ok(), "{made}");
    }

    #[test]
    fn a_trace_parent_is_passed_on_and_a_malformed_one_is_none() {
        let good = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        let mut headers = http::HeaderMap::new();
        headers.insert(TRACEPARENT, good.parse().unwrap());
        let origin = Origin::of_headers(&headers, &crate::ids::SystemIds);
        assert_eq!(origin.traceparent.as_deref(), Some(good));
        assert_eq!(origin.trace_id(), Some("0af7651916cd43dd8448eb211c80319c"));
        headers.insert(TRACEPARENT, good.replace("-01", "-00").parse().unwrap());
        let origin = Origin::of_headers(&headers, &crate::ids::SystemIds);
        assert_eq!((origin.traceparent.is_some(), origin.trace_id(), origin.parent()), (true, None, None));
        headers.insert(TRACEPARENT, "00-zz-1-01".parse().unwrap());
        assert_eq!(Origin::of_headers(&headers, &crate::ids::SystemIds).traceparent, None);
        assert_eq!(Origin::of_role(&crate::ids::SystemIds).traceparent, None);
    }

    #[test]
    fn what_was_stored_without_a_trace_is_read() {
        let stored = r#"{"request_id":"r-1","user":null}"#;
        let origin: Origin = serde_json::from_str(stored).unwrap();
        assert_eq!((origin.request_id.as_str(), origin.traceparent), ("r-1", None));
    }

    #[test]
    fn what_nobody_asked_for_was_done_by_canopy() {
        let by =
            |name: &str| Origin { user: Some(UserRef { id: Uuid::nil(), name: name.into() }), ..Origin::default() };
        assert_eq!((by("Ada").actor_name(), Origin::default().actor_name()), ("Ada", "Canopy"));
    }
}
