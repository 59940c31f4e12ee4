//! Ids in paths: lower-case hyphenated UUIDs; anything else is a thing that does not exist.

use crate::error::Result;
use axum::extract::{FromRequestParts, RawPathParams};
use http::request::Parts;

/// The ids of the path, in its order.
pub struct Ids(Vec<String>);

impl Ids {
    /// What stands in the first place, where that is a word.
    pub fn word(&self) -> &str {
        self.0.first().map_or("", String::as_str)
    }

    /// The first id: 404 "`what` not found" when it is none.
    pub fn one(&self, what: &str) -> Result<String> {
        self.at(0, what)
    }

    /// The second id.
    pub fn second(&self, what: &str) -> Result<String> {
        self.at(1, what)
    }

    /// The positive number in the second place: 404 "`what` not found" when it is none.
    pub fn number(&self, what: &str) -> Result<i32> {
        let number = self.0.get(1).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        let number = number.and_then(|text| text.parse::<i32>().ok()).filter(|number| *number > 0);
        Ok(number.ok_or_else(|| kit::Error::not_found(what))?)
    }

    fn at(&self, index: usize, what: &str) -> Result<String> {
        let text = self.0.get(index).map_or("", String::as_str);
        Ok(kit::ids::parse_as(text, what)?.to_string())
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Ids {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        // A path that is not UTF-8 names nothing that exists.
        let ids = RawPathParams::from_request_parts(parts, state)
            .await
            .map(|params| params.iter().map(|(_, value)| value.to_owned()).collect())
            .unwrap_or_default();
        Ok(Self(ids))
    }
}
