//! The forms of patches other than apply.

pub mod strategic;

use crate::failure::Failure;
use serde_json::Value;

/// RFC 7386.
pub fn merge(object: &mut Value, patch: &Value) {
    json_patch::merge(object, patch);
}

/// RFC 6902.
///
/// # Errors
/// A patch that cannot be read is 400; one that does not fit the object is 422.
pub fn json(object: &mut Value, patch: &Value) -> Result<(), Failure> {
    let patch: json_patch::Patch = serde_json::from_value(patch.clone())
        .map_err(|error| Failure::bad_request(format!("error decoding patch: {error}")))?;
    json_patch::patch(object, &patch).map_err(|_| Failure::unprocessable())
}
