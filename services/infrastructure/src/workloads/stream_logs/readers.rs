//! Who reads what of a followed log: each run of each container once, and again where it broke off.

use super::LogRequest;
use crate::workloads::progress::CALLER_GONE;
use k8s_openapi::{api::core::v1::Pod, jiff::Timestamp};
use kit::{Error, Result};
use kube::{ResourceExt as _, runtime::watcher};
use std::collections::BTreeMap;

/// One container of one pod.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Source {
    pub(super) pod: String,
    pub(super) container: String,
}

/// What one reader came to.
pub(super) struct Ended {
    pub(super) source: Source,
    /// The time of the last line.
    pub(super) last: Option<Timestamp>,
    pub(super) result: Result<()>,
}

/// Which pods there are, which containers are being read, and how far each was.
#[derive(Default)]
pub(super) struct Readers {
    pods: BTreeMap<String, Pod>,
    reading: BTreeMap<Source, i32>,
    /// The run of a container that was read to its end, and the time of its last line.
    read: BTreeMap<Source, (i32, Option<Timestamp>)>,
}

impl Readers {
    /// Takes in a message of the watch; gives what to read now.
    pub(super) fn show(&mut self, event: watcher::Event<Pod>, wish: &LogRequest) -> Vec<Source> {
        match event {
            watcher::Event::Delete(pod) => {
                let name = pod.name_any();
                self.pods.remove(&name);
                self.read.retain(|source, _| source.pod != name);
                Vec::new()
            }
            watcher::Event::Apply(pod) | watcher::Event::InitApply(pod) => {
                let found = self.fresh(wish, &pod, false);
                if self.pods.len() < wish.options().logs_pods || self.pods.contains_key(&pod.name_any()) {
                    self.pods.insert(pod.name_any(), pod);
                }
                found
            }
            watcher::Event::Init | watcher::Event::InitDone => Vec::new(),
        }
    }

    /// What should be read and is not.
    pub(super) fn unread(&mut self, wish: &LogRequest) -> Vec<Source> {
        let pods = std::mem::take(&mut self.pods);
        let found = pods.values().flat_map(|pod| self.fresh(wish, pod, true)).collect();
        self.pods = pods;
        found
    }

    /// Containers of the pod with a run that nobody reads; with `again` also those whose log ended while they run.
    pub(super) fn fresh(&mut self, wish: &LogRequest, pod: &Pod, again: bool) -> Vec<Source> {
        let mut found = wish.sources(pod);
        found.retain(|source| {
            let (run, running) = run_of(pod, &source.container);
            let done = self.read.get(source).is_some_and(|(done, _)| *done >= run && !(again && running));
            if done || self.reading.contains_key(source) || self.reading.len() >= wish.options().logs_containers {
                return false;
            }
            self.reading.insert(source.clone(), run);
            true
        });
        found
    }

    pub(super) fn last(&self, source: &Source) -> Option<Timestamp> {
        self.read.get(source).and_then(|(_, last)| *last)
    }

    pub(super) fn ended(&mut self, ended: Ended) -> Result<()> {
        if let Some(run) = self.reading.remove(&ended.source) {
            // The stream may break before the container ends: then the same run is read on, from the last line.
            let run = if ended.result.is_ok() { run } else { run - 1 };
            self.read.insert(ended.source, (run, ended.last));
        }
        match ended.result {
            Err(Error::Unavailable { message, source }) if message.reason() == CALLER_GONE => {
                Err(Error::Unavailable { message, source })
            }
            _ => Ok(()),
        }
    }
}

/// How often the container was started again, and whether it runs.
fn run_of(pod: &Pod, container: &str) -> (i32, bool) {
    let status = pod.status.as_ref();
    let mut all = status.into_iter().flat_map(|status| {
        status.init_container_statuses.iter().flatten().chain(status.container_statuses.iter().flatten())
    });
    let found = all.find(|c| c.name == container);
    found.map_or((0, false), |c| (c.restart_count, c.state.as_ref().is_some_and(|state| state.running.is_some())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_container_is_read_once_per_run() {
        let mut readers = Readers::default();
        let source = Source { pod: "p".into(), container: "c".into() };
        readers.reading.insert(source.clone(), 0);
        readers.ended(Ended { source: source.clone(), last: None, result: Ok(()) }).unwrap();
        assert_eq!(readers.read.get(&source).map(|(run, _)| *run), Some(0));
        readers.reading.insert(source.clone(), 1);
        readers
            .ended(Ended {
                source: source.clone(),
                last: None,
                result: Err(Error::unavailable(kit::message!(LOG_BROKE_OFF), anyhow::anyhow!("x"))),
            })
            .unwrap();
        assert_eq!(readers.read.get(&source).map(|(run, _)| *run), Some(0), "a run that broke off is read on");
    }
}
