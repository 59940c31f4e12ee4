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

    /// Limit and offset as the subscripts of an array take them.
    #[must_use]
    pub fn slice(&self) -> (i32, i32) {
        let narrow = |number: i64| i32::try_from(number).unwrap_or(i32::MAX / 2);
        (narrow(self.limit), narrow(self.offset))
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
    /// How a page of a list is counted. `of` is what the list is remembered by: its filter, and whose it is.
    pub fn count(&self, of: &impl Hash, page: Page) -> Count<'_> {
        let mut hasher = DefaultHasher::new();
        of.hash(&mut hasher);
        let key = hasher.finish();
        let lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lists.get(&key).is_some_and(|counted| counted.elapsed() < REMEMBERED);
        drop(lists);
        Count { lists: self, key, known, page }
    }

    fn note(&self, key: u64, total: i64) {
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

/// How one page of a list is counted: SQL asks how far, then says what it found.
#[must_use]
pub struct Count<'a> {
    lists: &'a LongLists,
    key: u64,
    /// It was longer than [`TOTAL_CAP`] a moment ago.
    known: bool,
    page: Page,
}

impl Count<'_> {
    /// Where page and total come from one walk: how many of the newest rows are walked.
    #[must_use]
    pub fn walked(&self) -> i64 {
        if self.known { self.page.end() } else { self.page.window() }
    }

    /// Where the total has a query of its own: rows that it counts at most. 0: it is known already.
    #[must_use]
    pub fn counted(&self) -> i64 {
        if self.known { 0 } else { TOTAL_CAP }
    }

    /// The total up to [`TOTAL_CAP`], from the count and the number of rows on the page. It is remembered when the list is
    /// long, and forgotten when its last page shows that it has become shorter.
    #[must_use]
    pub fn total(self, counted: i64, rows: usize) -> u32 {
        let last = self.page.total(rows).map(i64::from).filter(|&total| total < TOTAL_CAP);
        let total = match last {
            Some(total) => total,
            None if self.known => TOTAL_CAP,
            None => counted.min(TOTAL_CAP),
        };
        if last.is_some() || !self.known {
            self.lists.note(self.key, total);
        }
        u32::try_from(total).unwrap_or(u32::MAX)
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
        let lists = LongLists::default();
        let count = |filter: (&str, i32), page: u32| lists.count(&filter, Page::of(page, 20, 20));
        let far = |count: &super::Count<'_>| (count.walked(), count.counted());
        let first = count(("pending", 1), 1);
        assert_eq!(far(&first), (TOTAL_CAP, TOTAL_CAP));
        assert_eq!(first.total(1_020, 20), 1_000, "totals end at the cap");
        let again = count(("pending", 1), 2);
        assert_eq!(far(&again), (40, 0), "it was long a moment ago");
        assert_eq!(again.total(40, 20), 1_000);
        assert_eq!(far(&count(("pending", 2), 1)), (TOTAL_CAP, TOTAL_CAP), "another list is another list");
        assert_eq!(count(("pending", 1), 2).total(25, 5), 25, "its last page says otherwise");
        let shorter = count(("pending", 1), 1);
        assert_eq!(far(&shorter), (TOTAL_CAP, TOTAL_CAP));
        assert_eq!(shorter.total(25, 20), 25);
    }

    #[test]
    fn a_page_behind_the_last_is_no_total() {
        let lists = LongLists::default();
        assert_eq!(lists.count(&1, Page::of(9, 20, 20)).total(25, 0), 25);
        assert_eq!(lists.count(&1, Page::of(1, 20, 20)).total(0, 0), 0);
    }
}
