//! The version of a thing that a change was made on.

use super::prelude::*;
use crate::error::ApiError;
use axum::extract::FromRequestParts;
use http::{header::IF_MATCH, request::Parts};
use kit::message;

/// From the header `If-Match`: the field `version` of a deployment or `rowVersion` of another thing, in quotation marks or not. 0 without the header: the
/// change is made whatever the version is.
pub struct IfMatch(pub i64);

impl<S: Send + Sync> FromRequestParts<S> for IfMatch {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let Some(header) = parts.headers.get(IF_MATCH) else { return Ok(Self(0)) };
        let text = header.to_str().unwrap_or_default().trim();
        if text == "*" {
            return Ok(Self(0));
        }
        match text.trim_matches('"').parse() {
            Ok(version) if version > 0 => Ok(Self(version)),
            _ => Err(ApiError::invalid_field("If-Match", message!(IF_MATCH_WRONG))),
        }
    }
}

/// Documents the header.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[allow(dead_code, reason = "read through `IfMatch`; this is its documentation")]
pub struct Versioned {
    /// `version` of the deployment as the caller saw it: when somebody has changed it since, the answer is 409 and says
    /// who. Without it the change is made in any case.
    #[param(required = false, rename = "If-Match")]
    if_match: String,
}

/// Documents the header for clusters and datacenters.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[allow(dead_code, reason = "read through `IfMatch`; this is its documentation")]
pub struct RowVersioned {
    /// `rowVersion` as the caller saw it: when somebody has changed the thing since, the answer is 409 and says who.
    /// Without it the change is made in any case.
    #[param(required = false, rename = "If-Match")]
    if_match: String,
}
