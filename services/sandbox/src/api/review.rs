//! Reviews: who am I, and what may I do. Whoever has the token may do everything.

use super::{
    Answer, Api, json,
    request::{Call, Target},
};
use crate::failure::Failure;
use http::{Method, StatusCode};
use serde_json::json as object;
use std::sync::Arc;

pub(super) fn answer(_api: &Arc<Api>, target: &Target, call: &Call) -> Answer {
    if call.method != Method::POST {
        return Err(Failure::no_method());
    }
    let mut review = call.json()?;
    target.fits(&mut review)?;
    review["apiVersion"] = target.kind.api_version().into();
    review["kind"] = target.kind.kind.clone().into();
    review["status"] = match target.kind.kind.as_str() {
        "SelfSubjectReview" => {
            object!({"userInfo": {"username": "sandbox", "groups": ["system:masters", "system:authenticated"]}})
        }
        "SelfSubjectRulesReview" => object!({
            "resourceRules": [{"verbs": ["*"], "apiGroups": ["*"], "resources": ["*"]}],
            "nonResourceRules": [{"verbs": ["*"], "nonResourceURLs": ["*"]}],
            "incomplete": false}),
        _ => object!({"allowed": true, "reason": "this is a sandbox"}),
    };
    Ok(json(StatusCode::CREATED, &review))
}
