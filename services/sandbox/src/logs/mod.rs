//! What containers would write: made up from the container's name and the time, so that the same moment always reads the
//! same, and nothing needs to be kept.

mod programs;

use crate::json::{self, text};
use programs::Program;
use serde_json::Value;
use time::{Duration, OffsetDateTime};

/// Lines of one answer at most.
const MOST: i64 = 2_000;
/// Between two lines of a start.
const STEP: Duration = Duration::milliseconds(350);

/// One line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub at: OffsetDateTime,
    pub text: String,
}

/// One run of a container.
#[derive(Debug, Clone)]
pub struct Run {
    program: Program,
    seed: String,
    started: OffsetDateTime,
    /// When it ended, and how.
    ended: Option<(OffsetDateTime, i64, String)>,
}

impl Run {
    /// The container's present run, or the one before.
    pub fn of(pod: &Value, container: &str, previous: bool) -> Option<Self> {
        let statuses = ["/status/initContainerStatuses", "/status/containerStatuses"];
        let status = statuses
            .iter()
            .flat_map(|list| json::items(pod, list))
            .find(|status| text(status, "/name") == container)?;
        let specs = ["/spec/initContainers", "/spec/containers"];
        let spec =
            specs.iter().flat_map(|list| json::items(pod, list)).find(|spec| text(spec, "/name") == container)?;
        // A container that waits to be started again shows its last run.
        let waits = status.pointer("/state/waiting").is_some();
        let state = if previous || waits { status.get("lastState")? } else { status.get("state")? };
        let (started, ended) = if let Some(running) = state.get("running") {
            (json::time(text(running, "/startedAt"))?, None)
        } else {
            let over = state.get("terminated")?;
            let end = (
                json::time(text(over, "/finishedAt"))?,
                json::int(over, "/exitCode").unwrap_or(0),
                text(over, "/reason").to_owned(),
            );
            (json::time(text(over, "/startedAt"))?, Some(end))
        };
        let seed = format!("{} {container} {}", json::name(pod), json::int(status, "/restartCount").unwrap_or(0));
        Some(Self { program: Program::of(spec), seed, started, ended })
    }

    /// Whether it is the same run, however far.
    pub fn is_same(&self, other: &Self) -> bool {
        self.started == other.started
    }

    /// Whether nothing more will be written.
    pub fn is_over(&self) -> bool {
        self.ended.is_some()
    }

    /// Lines after a moment, up to and with another.
    pub fn lines(&self, after: Option<OffsetDateTime>, until: OffsetDateTime) -> Vec<Line> {
        let end = self.ended.as_ref().map_or(until, |(at, ..)| (*at).min(until));
        let beginning = self.program.beginning(&self.seed);
        let mut lines: Vec<Line> = Vec::new();
        let mut at = self.started;
        for text in beginning {
            at += STEP;
            lines.push(Line { at, text });
        }
        let busy_from = at;
        if let (Some(every), false) = (self.program.pause(), self.fails()) {
            let slots = (end - busy_from).whole_milliseconds() / every.whole_milliseconds();
            let slots = i64::try_from(slots).unwrap_or(0);
            for slot in (slots - MOST).max(0)..=slots {
                let mixed = json::hash(&format!("{} {slot}", self.seed));
                let jitter = i64::try_from(mixed % 1_000).unwrap_or(0)
                    * i64::try_from(every.whole_milliseconds()).unwrap_or(0)
                    / 1_000;
                let at = busy_from + every * i32::try_from(slot).unwrap_or(i32::MAX) + Duration::milliseconds(jitter);
                lines.push(Line { text: self.program.line(mixed, at), at });
            }
        }
        if let Some((at, code, reason)) = &self.ended {
            for (i, text) in self.program.ending(*code, reason).into_iter().enumerate() {
                lines.push(Line {
                    at: *at - Duration::milliseconds(20) + Duration::milliseconds(i64::try_from(i).unwrap_or(0)),
                    text,
                });
            }
        }
        // The start of a run that was cut short is cut short, too.
        lines.retain(|line| line.at <= end && after.is_none_or(|after| line.at > after));
        lines.sort_by_key(|line| line.at);
        lines
    }

    fn fails(&self) -> bool {
        self.ended.as_ref().is_some_and(|(_, code, _)| *code != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use time::macros::datetime;

    fn pod(state: &Value) -> Value {
        json!({"metadata": {"name": "shop-web-1"}, "spec": {"containers": [{"name": "nginx", "image": "nginx:1"}]},
            "status": {"containerStatuses": [{"name": "nginx", "restartCount": 1, "state": state}]}})
    }

    #[test]
    fn a_log_grows_and_what_was_written_stays() {
        let pod = pod(&json!({"running": {"startedAt": "2026-11-21T08:00:00Z"}}));
        let run = Run::of(&pod, "nginx", false).unwrap();
        let early = run.lines(None, datetime!(2026-11-21 08:01 UTC));
        let late = run.lines(None, datetime!(2026-11-21 08:02 UTC));
        assert!(early.len() > 5 && late.len() > early.len());
        assert_eq!(late[..early.len()], early[..]);
        assert_eq!(run.lines(Some(early[early.len() - 1].at), datetime!(2026-11-21 08:02 UTC)), late[early.len()..]);
        assert!(Run::of(&pod, "nginx", true).is_none() && Run::of(&pod, "php", false).is_none());
    }

    #[test]
    fn a_log_of_years_is_not_made_whole() {
        let pod = pod(&json!({"running": {"startedAt": "2020-01-01T00:00:00Z"}}));
        let lines = Run::of(&pod, "nginx", false).unwrap().lines(None, datetime!(2026-11-21 08:01 UTC));
        assert!(lines.len() < 2_100);
    }

    #[test]
    fn a_container_that_fails_says_why() {
        let over = json!({"startedAt": "2026-11-21T08:00:00Z", "finishedAt": "2026-11-21T08:00:02Z", "exitCode": 1, "reason": "Error"});
        let lines = Run::of(&pod(&json!({"terminated": over})), "nginx", false)
            .unwrap()
            .lines(None, datetime!(2026-11-21 09:00 UTC));
        assert!(lines.last().unwrap().text.contains("[emerg]"));
    }
}
