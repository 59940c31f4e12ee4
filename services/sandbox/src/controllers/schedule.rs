//! Times of cron jobs: `*/5 3 * * 1-5`, in UTC.

use time::{Duration, OffsetDateTime};

/// A schedule that was read.
#[derive(Debug)]
pub struct Schedule {
    minutes: Vec<u8>,
    hours: Vec<u8>,
    days: Vec<u8>,
    months: Vec<u8>,
    weekdays: Vec<u8>,
    /// Whether a day must fit both lists, or either.
    both: bool,
}

impl Schedule {
    /// Reads five fields, or one of the names.
    pub fn read(text: &str) -> Option<Self> {
        let text = match text.trim() {
            "@hourly" => "0 * * * *",
            "@daily" | "@midnight" => "0 0 * * *",
            "@weekly" => "0 0 * * 0",
            "@monthly" => "0 0 1 * *",
            "@yearly" | "@annually" => "0 0 1 1 *",
            other => other,
        };
        let [minute, hour, day, month, weekday] = text.split_whitespace().collect::<Vec<_>>()[..] else { return None };
        let mut weekdays = field(weekday, 0, 7)?;
        if weekdays.contains(&7) {
            weekdays.push(0);
        }
        let both = day.starts_with('*') || weekday.starts_with('*');
        Some(Self {
            minutes: field(minute, 0, 59)?,
            hours: field(hour, 0, 23)?,
            days: field(day, 1, 31)?,
            months: field(month, 1, 12)?,
            weekdays,
            both,
        })
    }

    /// The last moment that fits, after `from` and not after `until`. Looks back two days at most.
    pub fn last(&self, from: OffsetDateTime, until: OffsetDateTime) -> Option<OffsetDateTime> {
        let mut at = until.replace_second(0).ok()?.replace_nanosecond(0).ok()?;
        let first = from.max(until - Duration::days(2));
        while at > first {
            if self.fits(at) {
                return Some(at);
            }
            at -= Duration::minutes(1);
        }
        None
    }

    /// The first moment after another that fits; a day later when there is none until then, to be asked again.
    pub fn next(&self, after: OffsetDateTime) -> OffsetDateTime {
        let minute =
            after - Duration::seconds(after.second().into()) - Duration::nanoseconds(after.nanosecond().into());
        let mut later = (1..=24 * 60).map(|minutes| minute + Duration::minutes(minutes));
        later.find(|at| self.fits(*at)).unwrap_or(after + Duration::days(1))
    }

    fn fits(&self, at: OffsetDateTime) -> bool {
        let day = self.days.contains(&at.day());
        let weekday = self.weekdays.contains(&at.weekday().number_days_from_sunday());
        let day = if self.both { day && weekday } else { day || weekday };
        self.minutes.contains(&at.minute())
            && self.hours.contains(&at.hour())
            && self.months.contains(&u8::from(at.month()))
            && day
    }
}

fn field(text: &str, low: u8, high: u8) -> Option<Vec<u8>> {
    let mut all = Vec::new();
    for part in text.split(',') {
        let (range, step) = match part.split_once('/') {
            Some((range, step)) => (range, step.parse::<u8>().ok().filter(|step| *step > 0)?),
            None => (part, 1),
        };
        let (from, to) = match range.split_once('-') {
            _ if range == "*" => (low, high),
            Some((from, to)) => (number(from)?, number(to)?),
            None if part.contains('/') => (number(range)?, high),
            None => (number(range)?, number(range)?),
        };
        if from < low || to > high || from > to {
            return None;
        }
        all.extend((from..=to).step_by(step.into()));
    }
    Some(all)
}

fn number(text: &str) -> Option<u8> {
    const NAMES: [&str; 19] = [
        "sun", "mon", "tue", "wed", "thu", "fri", "sat", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep",
        "oct", "nov", "dec",
    ];
    match NAMES.iter().position(|name| text.eq_ignore_ascii_case(name)) {
        Some(day @ 0..=6) => u8::try_from(day).ok(),
        Some(month) => u8::try_from(month - 6).ok(),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn a_schedule_names_its_moments() {
        let last = |text: &str, until: OffsetDateTime| {
            Schedule::read(text).unwrap().last(datetime!(2026-11-19 00:00 UTC), until)
        };
        // A Saturday.
        let now = datetime!(2026-11-21 08:07:30 UTC);
        assert_eq!(last("*/5 * * * *", now), Some(datetime!(2026-11-21 08:05 UTC)));
        assert_eq!(last("30 3 * * *", now), Some(datetime!(2026-11-21 03:30 UTC)));
        assert_eq!(last("0 1 * * mon-fri", now), Some(datetime!(2026-11-20 01:00 UTC)));
        assert_eq!(last("0 0 1 * *", now), None);
        let next = |text: &str| Schedule::read(text).unwrap().next(now);
        assert_eq!(next("* * * * *"), datetime!(2026-11-21 08:08 UTC));
        assert_eq!(next("7 8 * * *"), datetime!(2026-11-22 08:07 UTC));
        assert_eq!(next("30 3 * * *"), datetime!(2026-11-22 03:30 UTC));
        assert_eq!(next("0 1 * * mon-fri"), now + Duration::days(1));
        for bad in ["", "* * * *", "60 * * * *", "*/0 * * * *", "5-1 * * * *", "x * * * *"] {
            assert!(Schedule::read(bad).is_none(), "{bad}");
        }
    }
}
