//! Objects as trees of values: those that were used last.

use super::Stored;
use serde_json::Value;
use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

/// As many as the controllers need at once for a few sites: some 30 objects each, of 20 KiB on the average.
const KEPT: usize = 128;

/// By their versions, of which each names one state of one object.
#[derive(Default)]
pub(super) struct Parsed {
    trees: HashMap<u64, Arc<Value>>,
    /// The versions, in the order in which they came.
    order: VecDeque<u64>,
}

impl Parsed {
    /// A state of an object.
    pub(super) fn of(&mut self, stored: &Stored) -> Arc<Value> {
        match self.trees.get(&stored.version) {
            Some(tree) => Arc::clone(tree),
            None => self.keep(stored, stored.parse()),
        }
    }

    /// Keeps what is known already.
    pub(super) fn keep(&mut self, stored: &Stored, tree: Value) -> Arc<Value> {
        let tree = Arc::new(tree);
        if self.trees.insert(stored.version, Arc::clone(&tree)).is_none() {
            self.order.push_back(stored.version);
        }
        while self.order.len() > KEPT
            && let Some(oldest) = self.order.pop_front()
        {
            self.trees.remove(&oldest);
        }
        tree
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_kept_as_trees_is_bounded_and_what_is_not_is_read_again() {
        let mut parsed = Parsed::default();
        let state = |version: u64| Stored::new(version, &json!({"metadata": {"resourceVersion": version.to_string()}}));
        let states: Vec<Stored> = (0..3 * KEPT as u64).map(state).collect();
        for _ in 0..2 {
            for stored in &states {
                assert_eq!(*parsed.of(stored), stored.parse());
                assert!(parsed.trees.len() <= KEPT && parsed.order.len() == parsed.trees.len());
            }
        }
        let last = states.last().expect("there are some");
        assert!(Arc::ptr_eq(&parsed.of(last), &parsed.of(last)), "what was used last is not read again");
    }
}
