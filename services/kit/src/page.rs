//! Paging of lists.

/// Totals are exact up to here; what is more is "more": counting stays constant in time. Fixed: the console and the REST
/// API's documentation say so.
pub const TOTAL_CAP: i64 = 1_000;

/// Rows that can be paged through; what is older is reached by a search or a filter. Fixed: the walk there takes time.
const DEEPEST: i64 = 100_000;

/// The most rows one answer holds. Fixed: services page through each other's lists by it.
pub const MAX_LIMIT: u32 = 1_000;

/// A checked page: what SQL needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Rows at most.
    pub limit: i64,
    /// Rows to skip.
    pub offset: i64,
}

impl Page {
    /// From a call's `page` (from 1; 0 means 1) and `limit` (0 means `default`).
    #[must_use]
    pub fn of(page: u32, limit: u32, default: u32) -> Self {
        let limit = i64::from(if limit == 0 { default } else { limit }.clamp(1, MAX_LIMIT));
        Self { limit, offset: (i64::from(page.clamp(1, 10_000)) - 1) * limit }
    }

    /// How many of the newest rows are walked for the page and the total.
    #[must_use]
    pub fn window(&self) -> i64 {
        TOTAL_CAP.max((self.offset + self.limit).min(DEEPEST))
    }
}

#[cfg(test)]
mod tests {
    use super::{DEEPEST, Page, TOTAL_CAP};

    #[test]
    fn a_page_is_always_bounded() {
        assert_eq!(Page::of(0, 0, 20), Page { limit: 20, offset: 0 });
        assert_eq!(Page::of(3, 10, 20), Page { limit: 10, offset: 20 });
        assert_eq!((Page::of(1, 20, 20).window(), Page::of(51, 20, 20).window()), (TOTAL_CAP, 1_020));
        assert_eq!(Page::of(u32::MAX, u32::MAX, 20).window(), DEEPEST);
        assert_eq!(Page::of(u32::MAX, u32::MAX, 20), Page { limit: 1000, offset: 9_999_000 });
    }
}
