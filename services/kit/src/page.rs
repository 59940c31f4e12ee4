//! Paging of lists.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

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
        TOTAL_CAP.max(self.end())
    }

    /// How many of the newest rows are walked for the page alone.
    #[must_use]
    pub fn end(&self) -> i64 {
        (self.offset + self.limit).min(DEEPEST)
    }

    /// The total, where `rows` of this page tell it: it is the last one, and not behind the last.
    #[must_use]
    pub fn total(&self, rows: usize) -> Option<u32> {
        let rows = i64::try_from(rows).unwrap_or(i64::MAX);
        let last = rows < self.limit && (rows > 0 || self.offset == 0);
        last.then(|| u32::try_from(self.offset + rows).unwrap_or(u32::MAX))
    }
}

/// So long a list is known to be longer than [`TOTAL_CAP`]. Fixed: what is more than a thousand is seldom fewer a moment later.
const REMEMBERED: Duration = Duration::from_secs(5);
/// So many lists are remembered. Fixed: with more, all are counted again.
const LISTS: usize = 10_000;

/// Which lists are longer than totals are exact, so that not every page counts a thousand rows again.
#[derive(Default)]
pub struct LongLists(Mutex<HashMap<u64, Instant>>);

impl LongLists {
    /// What a list is remembered by: its filter, and whose it is.
    #[must_use]
    pub fn key(of: &impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        of.hash(&mut hasher);
        hasher.finish()
    }

    /// Whether it was longer a moment ago.
    #[must_use]
    pub fn has(&self, key: u64) -> bool {
        let lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lists.get(&key).is_some_and(|counted| counted.elapsed() < REMEMBERED)
    }

    /// It was counted.
    pub fn counted(&self, key: u64, total: i64) {
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if total < TOTAL_CAP {
            lists.remove(&key);
            return;
        }
        if lists.len() >= LISTS {
            lists.clear();
        }
        lists.insert(key, Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::{DEEPEST, LongLists, Page, TOTAL_CAP};

    #[test]
    fn a_page_is_always_bounded() {
        assert_eq!(Page::of(0, 0, 20), Page { limit: 20, offset: 0 });
        assert_eq!(Page::of(3, 10, 20), Page { limit: 10, offset: 20 });
        assert_eq!((Page::of(1, 20, 20).window(), Page::of(51, 20, 20).window()), (TOTAL_CAP, 1_020));
        assert_eq!(Page::of(u32::MAX, u32::MAX, 20).window(), DEEPEST);
        assert_eq!(Page::of(u32::MAX, u32::MAX, 20), Page { limit: 1000, offset: 9_999_000 });
    }
    #[test]
    fn the_last_page_tells_the_total() {
        let page = Page::of(3, 10, 20);
        assert_eq!((page.total(4), page.total(10), page.total(0)), (Some(24), None, None));
        assert_eq!(Page::of(1, 10, 20).total(0), Some(0));
    }

    #[test]
    fn a_long_list_is_remembered_until_it_is_counted_shorter() {
        let (lists, key) = (LongLists::default(), LongLists::key(&("pending", 1)));
        assert!(!lists.has(key));
        lists.counted(key, TOTAL_CAP);
        assert!(lists.has(key) && !lists.has(LongLists::key(&("pending", 2))));
        lists.counted(key, TOTAL_CAP - 1);
        assert!(!lists.has(key));
    }
}
