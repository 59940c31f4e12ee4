//! The shapes of success: `{request_id, status: "success", data}` and, for lists, `pagination` beside `data`.

use crate::error::ApiError;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

/// The word of every success.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Success {
    /// The call did what it says.
    Success,
}

/// One thing.
#[derive(Serialize, ToSchema)]
pub struct Data<T> {
    /// The `x-request-id` of this answer.
    pub request_id: String,
    pub status: Success,
    pub data: T,
}

/// A page of a list.
#[derive(Serialize, ToSchema)]
pub struct Listed<T> {
    /// The `x-request-id` of this answer.
    pub request_id: String,
    pub status: Success,
    pub data: Vec<T>,
    pub pagination: Pagination,
}

/// A thing that holds a page of a list.
#[derive(Serialize, ToSchema)]
pub struct Paged<T> {
    /// The `x-request-id` of this answer.
    pub request_id: String,
    pub status: Success,
    pub data: T,
    pub pagination: Pagination,
}

/// Where in the list this page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Pagination {
    /// From 1.
    pub page: u32,
    /// Entries per page at most.
    pub limit: u32,
    /// Entries in all, exact up to 1,000; 1,000 stands for that many or more.
    pub total: u32,
    /// Whether there is a next page.
    pub more: bool,
    /// Entries of this page that could not be read, and are missing in it; absent when there are none.
    #[serde(skip_serializing_if = "none")]
    #[schema(required = false)]
    pub unreadable: u32,
}

fn none(count: &u32) -> bool {
    *count == 0
}

impl Pagination {
    /// `shown`: entries on this page; so many more could not be read.
    pub fn of(paging: crate::query::Paging, total: u32, shown: usize, unreadable: u32) -> Self {
        let crate::query::Paging { page, limit } = paging;
        let cap = u32::try_from(kit::page::TOTAL_CAP).unwrap_or(u32::MAX);
        // Counting stops at the cap; beyond it a full page means that there may be another.
        let uncounted = total >= cap && shown + unreadable as usize >= limit as usize;
        let more = u64::from(total) > u64::from(page) * u64::from(limit) || uncounted;
        Self { page, limit, total: total.min(cap), more, unreadable }
    }
}

/// Only the id: what a DELETE answers.
#[derive(Serialize, ToSchema)]
pub struct Deleted {
    pub id: String,
}

/// A success with its HTTP status.
pub struct Answer<T>(pub StatusCode, pub T);

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        // axum::Json writes into a BytesMut, and pays for each of the thousands of pieces of a list twice what a Vec takes
        match serde_json::to_vec(&self.1) {
            Ok(json) => {
                (self.0, [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], json).into_response()
            }
            Err(error) => {
                tracing::error!(%error, "an answer cannot be written");
                ApiError::internal().into_response()
            }
        }
    }
}

/// A moment that must be there.
pub fn moment(at: Option<prost_types::Timestamp>, what: &'static str) -> kit::Result<OffsetDateTime> {
    moment_or_none(at).ok_or_else(|| crate::error::missing(what))
}

/// A moment that may be absent.
pub fn moment_or_none(at: Option<prost_types::Timestamp>) -> Option<OffsetDateTime> {
    at.as_ref().and_then(kit::clock::unstamp)
}

/// The empty text of a proto field is null outside.
pub fn text(value: String) -> Option<String> {
    (!value.is_empty()).then_some(value)
}

/// The entries of a list that could be read.
pub struct Rows<T> {
    pub rows: Vec<T>,
    /// How many could not.
    pub unreadable: u32,
}

impl<T> Rows<T> {
    /// With those that the service itself could not read.
    pub fn and(self, unreadable: u32) -> Self {
        Self { unreadable: self.unreadable.saturating_add(unreadable), ..self }
    }
}

/// Converts the entries of a list. One that a service has left something out of (a newer one knows more words) is no
/// reason to refuse the others.
pub fn readable<P, T: TryFrom<P, Error = kit::Error>>(items: Vec<P>) -> Rows<T> {
    let (mut rows, mut unreadable) = (Vec::with_capacity(items.len()), 0);
    for item in items {
        match T::try_from(item) {
            Ok(row) => rows.push(row),
            Err(error) => {
                tracing::error!(?error, "an entry of a list cannot be read");
                unreadable += 1;
            }
        }
    }
    Rows { rows, unreadable }
}

/// Converts a whole list, or tells what a service left out.
pub fn all<P, T: TryFrom<P, Error = kit::Error>>(items: Vec<P>) -> kit::Result<Vec<T>> {
    items.into_iter().map(T::try_from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Paging;

    #[test]
    fn there_is_more_while_the_total_reaches_beyond_the_page() {
        let of = |page, limit, total, shown| Pagination::of(Paging { page, limit }, total, shown, 0).more;
        assert!(of(1, 20, 21, 20));
        assert!(!of(1, 20, 20, 20));
        assert!(!of(2, 20, 21, 1));
        assert!(of(50, 20, 1_000, 20), "beyond the cap a full page may have a next one");
        assert!(of(51, 20, 1_020, 20));
        assert!(!of(51, 20, 1_007, 7));
        assert_eq!(Pagination::of(Paging { page: 51, limit: 20 }, 1_020, 20, 0).total, 1_000);
    }
}
