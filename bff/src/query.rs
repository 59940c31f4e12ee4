//! Query parameters: read leniently (an unknown one is ignored), checked strictly, every problem in one answer.

use crate::error::{ApiError, Result};
use axum::extract::FromRequestParts;
use http::request::Parts;
use kit::{Message, message};
use prost_types::Timestamp;
use std::collections::BTreeMap;
use time::{Date, OffsetDateTime, Time, format_description::well_known::Rfc3339};
use utoipa::IntoParams;

/// Rows of a list that was asked for without a limit.
pub const ALL: u32 = 1_000;
/// Longest search text, in characters.
const MAX_SEARCH: usize = 100;
/// Longest span of a date filter.
const MAX_SPAN: time::Duration = time::Duration::days(366);

/// Which part of a list.
#[derive(Clone, Copy, Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Paging {
    /// From 1.
    #[param(minimum = 1, maximum = 10_000, required = false)]
    pub page: u32,
    /// Entries per page; more than 100 means 100. Without it events answer 20 entries, every other list up to 1000.
    #[param(minimum = 1, maximum = 100, required = false)]
    pub limit: u32,
}

/// Documents the search parameter.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "read through `Parameters::search`; this is its documentation")]
pub struct Search {
    /// Part of the name, any case, taken literally.
    #[param(max_length = 100, required = false)]
    search: String,
}

/// The parameters of one request and what is wrong with them.
pub struct Parameters {
    given: BTreeMap<String, String>,
    /// The further values of those that were given more than once.
    more: Vec<(String, String)>,
    problems: BTreeMap<String, Message>,
}

impl Parameters {
    /// Reads `a=b&c=d`.
    pub fn of(query: &str) -> Self {
        let mut read = Self { given: BTreeMap::new(), more: Vec::new(), problems: BTreeMap::new() };
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            if value.contains('\0') {
                read.problem(&name, message!(PARAMETER_NUL, name = &*name));
            } else if read.given.contains_key(&*name) {
                read.problem(&name, message!(PARAMETER_TWICE, name = &*name));
                read.more.push((name.into_owned(), value.into_owned()));
            } else {
                read.given.insert(name.into_owned(), value.into_owned());
            }
        }
        read
    }

    /// Notes a problem; the first one of a parameter stays.
    pub fn problem(&mut self, name: &str, problem: Message) {
        self.problems.entry(name.to_owned()).or_insert(problem);
    }

    /// A text of at most 100 characters; empty when absent.
    pub fn text(&mut self, name: &str) -> String {
        let value = self.given.get(name).map(|value| value.trim().to_owned()).unwrap_or_default();
        if value.chars().count() > MAX_SEARCH {
            self.problem(name, message!(TOO_LONG, label = name, most = MAX_SEARCH));
        }
        value
    }

    /// All values of one that may be given more than once, in order and as they are.
    pub fn list(&mut self, name: &str) -> Vec<String> {
        if self.problems.get(name).is_some_and(|problem| problem.reason() == "PARAMETER_TWICE") {
            self.problems.remove(name);
        }
        let further = self.more.iter().filter(|(more, _)| more == name).map(|(_, value)| value.clone());
        self.given.get(name).cloned().into_iter().chain(further).collect()
    }

    /// `search`.
    pub fn search(&mut self) -> String {
        self.text("search")
    }

    /// The id of something; empty when absent.
    pub fn id(&mut self, name: &str) -> String {
        let value = self.text(name);
        if !value.is_empty() && kit::ids::parse(&value).is_err() {
            self.problem(name, message!(PARAMETER_NO_ID, name = name));
        }
        value
    }

    /// One of some words; empty when absent.
    pub fn word(&mut self, name: &str, words: &[&str]) -> String {
        let value = self.text(name);
        if !value.is_empty() && !words.contains(&value.as_str()) {
            self.problem(name, message!(PARAMETER_WORD, name = name, known = words));
        }
        value
    }

    /// `sort`: one of the fields, falling with a `-` before it. `None` when absent.
    pub fn sort<T: Copy>(&mut self, fields: &[(&str, T)]) -> Option<(T, bool)> {
        let known: Vec<String> =
            fields.iter().flat_map(|(field, _)| [(*field).to_owned(), format!("-{field}")]).collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let value = self.word("sort", &known);
        let (name, descending) = value.strip_prefix('-').map_or((value.as_str(), false), |name| (name, true));
        let (_, field) = fields.iter().find(|(field, _)| *field == name)?;
        Some((*field, descending))
    }

    /// `true` or `false`; false when absent.
    pub fn flag(&mut self, name: &str) -> bool {
        self.word(name, &["true", "false"]) == "true"
    }

    /// A whole number within bounds.
    pub fn number(&mut self, name: &str, least: u32, most: u32) -> Option<u32> {
        let value = self.given.get(name)?.trim().to_owned();
        let number = value.bytes().all(|b| b.is_ascii_digit()).then(|| value.parse::<u64>().ok()).flatten();
        match number.and_then(|n| u32::try_from(n).ok()).filter(|n| (least..=most).contains(n)) {
            Some(number) => Some(number),
            None => {
                self.problem(name, message!(PARAMETER_NUMBER, name = name, least = least, most = most));
                None
            }
        }
    }

    /// `page` and `limit`; `default` rows when no limit is given.
    pub fn paging(&mut self, default: u32) -> Paging {
        let page = self.number("page", 1, 10_000).unwrap_or(1);
        let limit = match self.given.contains_key("limit") {
            true => self.number("limit", 1, u32::MAX).unwrap_or(default).min(100),
            false => default,
        };
        Paging { page, limit }
    }

    /// `from` and `to`: RFC 3339 moments or dates; a date as `to` means the end of that day.
    pub fn span(&mut self) -> (Option<Timestamp>, Option<Timestamp>) {
        let from = self.moment("from", Time::MIDNIGHT);
        let to = self.moment("to", Time::MAX);
        if let (Some(from), Some(to)) = (from, to) {
            if from > to {
                self.problem("from", message!(PARAMETER_AFTER));
            } else if to - from > MAX_SPAN {
                self.problem("from", message!(PARAMETER_SPAN));
            }
        }
        (from.map(kit::clock::stamp), to.map(kit::clock::stamp))
    }

    /// One moment in RFC 3339, or the beginning of a date.
    pub fn since(&mut self, name: &str) -> Option<Timestamp> {
        self.moment(name, Time::MIDNIGHT).map(kit::clock::stamp)
    }

    fn moment(&mut self, name: &str, time_of_day: Time) -> Option<OffsetDateTime> {
        let value = self.given.get(name).filter(|value| !value.is_empty())?.clone();
        let day = time::macros::format_description!("[year]-[month]-[day]");
        let moment = OffsetDateTime::parse(&value, &Rfc3339)
            .or_else(|_| Date::parse(&value, &day).map(|date| date.with_time(time_of_day).assume_utc()))
            .ok()
            .filter(|moment| (0..=9999).contains(&moment.year()));
        if moment.is_none() {
            self.problem(name, message!(PARAMETER_DATE, name = name));
        }
        moment
    }

    /// Ends the checking.
    pub fn done(self) -> Result<()> {
        if self.problems.is_empty() {
            return Ok(());
        }
        Err(ApiError::invalid(message!(PARAMETER_WRONG), self.problems))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Parameters {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self::of(parts.uri.query().unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(parameters: Parameters) -> Vec<String> {
        parameters.done().err().and_then(|e| e.details).map(|d| d.fields.into_keys().collect()).unwrap_or_default()
    }

    #[test]
    fn a_sort_is_a_known_field_rising_or_falling() {
        let sort = |query: &str| {
            let mut parameters = Parameters::of(query);
            let sort = parameters.sort(&[("name", 1), ("createdAt", 2)]);
            (sort, fields(parameters))
        };
        assert_eq!(sort(""), (None, vec![]));
        assert_eq!(sort("sort="), (None, vec![]));
        assert_eq!(sort("sort=name"), (Some((1, false)), vec![]));
        assert_eq!(sort("sort=-createdAt"), (Some((2, true)), vec![]));
        for bad in ["sort=Name", "sort=--name", "sort=-", "sort=%2Bname", "sort=name,createdAt", "sort=id"] {
            assert_eq!(sort(bad), (None, vec!["sort".to_owned()]), "{bad}");
        }
    }

    #[test]
    fn a_limit_over_a_hundred_is_a_hundred_and_none_is_the_default() {
        let paging = |query: &str| {
            let mut parameters = Parameters::of(query);
            let Paging { page, limit } = parameters.paging(ALL);
            parameters.done().ok().map(|()| (page, limit))
        };
        assert_eq!(paging(""), Some((1, 1000)));
        assert_eq!(paging("page=3&limit=10"), Some((3, 10)));
        assert_eq!(paging("limit=101"), Some((1, 100)));
        assert_eq!(paging("limit=4294967295"), Some((1, 100)));
        for bad in [
            "limit=0",
            "limit=-1",
            "limit=x",
            "limit=4294967296",
            "limit=",
            "page=0",
            "page=10001",
            "page=1.5",
            "page=%2B1",
            "page=99999999999999999999999",
            "page=1&page=2",
        ] {
            assert_eq!(paging(bad), None, "{bad}");
        }
    }

    #[test]
    fn every_wrong_parameter_is_named_in_one_answer() {
        let mut parameters = Parameters::of("page=x&status=odd&clusterId=1&from=yesterday&search=%00");
        parameters.paging(20);
        parameters.word("status", &["running"]);
        parameters.id("clusterId");
        parameters.span();
        parameters.search();
        assert_eq!(fields(parameters), ["clusterId", "from", "page", "search", "status"]);
    }

    #[test]
    fn an_end_date_includes_its_whole_day() {
        let mut parameters = Parameters::of("from=2026-11-01&to=2026-11-21");
        let (from, to) = parameters.span();
        assert_eq!(from.map(|t| t.seconds), Some(1_793_491_200));
        assert_eq!(to.map(|t| t.seconds), Some(1_793_491_200 + 21 * 86_400 - 1));
        assert!(parameters.done().is_ok());
    }

    #[test]
    fn a_span_is_in_order_and_at_most_a_year() {
        for bad in ["from=2026-11-02&to=2026-11-01", "from=2024-01-01&to=2026-01-01"] {
            let mut parameters = Parameters::of(bad);
            parameters.span();
            assert_eq!(fields(parameters), ["from"], "{bad}");
        }
    }

    #[test]
    fn a_search_text_is_short() {
        let mut parameters = Parameters::of(&format!("search={}", "é".repeat(101)));
        parameters.search();
        assert_eq!(fields(parameters), ["search"]);
        let mut parameters = Parameters::of(&format!("search={}", "é".repeat(100)));
        parameters.search();
        assert!(parameters.done().is_ok());
    }
}
