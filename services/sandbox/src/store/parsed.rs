//! Objects as trees of values: those that were used lately.

use super::Stored;
use serde_json::Value;
use std::{collections::HashMap, sync::Arc};

/// As many are used lately at most: some 70 sites of 30 objects, each of 20 KiB on the average.
const MOST: usize = 2_048;

/// By their versions, of which each names one state of one object.
#[derive(Default)]
pub(super) struct Parsed {
    /// Used since the last turn.
    used: HashMap<u64, Arc<Value>>,
    /// Used in the turn before, and not yet in this one.
    before: HashMap<u64, Arc<Value>>,
}

impl Parsed {
    /// A state of an object, kept for the next use.
    pub(super) fn of(&mut self, stored: &Stored) -> Arc<Value> {
        if let Some(tree) = self.used.get(&stored.version) {
            return Arc::clone(tree);
        }
        let known = self.before.remove(&stored.version);
        self.keep(stored.version, known.unwrap_or_else(|| Arc::new(stored.parse())))
    }

    /// A state of an object, for once.
    pub(super) fn once(&self, stored: &Stored) -> Arc<Value> {
        let known = self.used.get(&stored.version).or_else(|| self.before.get(&stored.version));
        known.map_or_else(|| Arc::new(stored.parse()), Arc::clone)
    }

    /// Keeps what is known already.
    pub(super) fn keep(&mut self, version: u64, tree: Arc<Value>) -> Arc<Value> {
        if self.used.len() >= MOST {
            self.turn();
        }
        self.used.insert(version, Arc::clone(&tree));
        tree
    }

    /// Forgets what was not used since the last turn.
    pub(super) fn turn(&mut self) {
        self.before = std::mem::take(&mut self.used);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn state(version: u64) -> Stored {
        Stored::new(version, &json!({"metadata": {"resourceVersion": version.to_string()}}))
    }

    #[test]
    fn what_is_kept_is_bounded_and_what_is_not_is_read_again() {
        let mut parsed = Parsed::default();
        let states: Vec<Stored> = (0..3 * MOST as u64).map(state).collect();
        for _ in 0..2 {
            for stored in &states {
                assert_eq!(*parsed.of(stored), stored.parse());
                assert!(parsed.used.len() <= MOST && parsed.before.len() <= MOST);
            }
        }
    }

    #[test]
    fn what_is_used_in_each_turn_is_read_once_and_the_rest_forgotten() {
        let mut parsed = Parsed::default();
        let (busy, quiet) = (state(1), state(2));
        let (first, _) = (parsed.of(&busy), parsed.of(&quiet));
        for _ in 0..3 {
            parsed.turn();
            assert!(Arc::ptr_eq(&first, &parsed.of(&busy)), "what is used is not read again");
        }
        assert!(Arc::ptr_eq(&parsed.of(&busy), &parsed.once(&busy)));
        assert!(!Arc::ptr_eq(&parsed.once(&quiet), &parsed.once(&quiet)), "a look for once keeps nothing");
        parsed.turn();
        parsed.turn();
        assert!(parsed.used.is_empty() && parsed.before.is_empty());
    }
}
