//! Where a piece of work comes from: the request, its trace, the user. Passed on by every hop: gRPC, outbox, NATS, tasks.

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
    /// The `traceparent` header, unchanged from the client or made at the edge.
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
    /// Reads request id and trace from headers; what is missing or malformed is made anew.
    #[must_use]
    pub fn of_headers(headers: &http::HeaderMap, ids: &dyn crate::Ids) -> Self {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let request_id = text(REQUEST_ID)
            .filter(|id| (8..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'))
            .map_or_else(|| ids.uuid().to_string(), str::to_owned);
        let traceparent = text(TRACEPARENT).filter(|value| is_traceparent(value)).map_or_else(
            || format!("00-{}-{}-01", ids.uuid().simple(), &ids.uuid().simple().to_string()[..16]),
            str::to_owned,
        );
        Self { request_id, traceparent: Some(traceparent), user: None, address: None }
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

    /// The 32 hex digits that all spans of one trip share; empty without a trace.
    #[must_use]
    pub fn trace_id(&self) -> &str {
        self.traceparent.as_deref().and_then(|value| value.get(3..35)).unwrap_or_default()
    }
}

/// `00-<32 hex>-<16 hex>-<2 hex>` (W3C Trace Context, version 00).
fn is_traceparent(value: &str) -> bool {
    let parts: Vec<&str> = value.split('-').collect();
    let hex = |text: &str, n: usize| text.len() == n && text.bytes().all(|b| b.is_ascii_hexdigit());
    parts.len() == 4 && parts[0] == "00" && hex(parts[1], 32) && hex(parts[2], 16) && hex(parts[3], 2)
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
    fn a_trace_parent_is_passed_on_and_a_malformed_one_is_replaced() {
        let good = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        let mut headers = http::HeaderMap::new();
        headers.insert(TRACEPARENT, good.parse().unwrap());
        let origin = Origin::of_headers(&headers, &crate::ids::SystemIds);
        assert_eq!(origin.traceparent.as_deref(), Some(good));
        assert_eq!(origin.trace_id(), "0af7651916cd43dd8448eb211c80319c");
        headers.insert(TRACEPARENT, "00-zz-1-01".parse().unwrap());
        let origin = Origin::of_headers(&headers, &crate::ids::SystemIds);
        assert!(is_traceparent(origin.traceparent.as_deref().unwrap_or_default()));
    }

    #[test]
    fn what_nobody_asked_for_was_done_by_canopy() {
        let by =
            |name: &str| Origin { user: Some(UserRef { id: Uuid::nil(), name: name.into() }), ..Origin::default() };
        assert_eq!((by("Ada").actor_name(), Origin::default().actor_name()), ("Ada", "Canopy"));
    }
}
