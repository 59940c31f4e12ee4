//! What one object has that another has not, and what differs.

use super::NOTHING;
use crate::{
    fields::{self, Set},
    schema::{Id, Schema, Shape},
};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// How two objects differ.
#[derive(Debug, Default)]
pub struct Comparison {
    pub removed: Set,
    pub modified: Set,
    pub added: Set,
}

impl Schema {
    /// How `new` differs from `old`.
    pub fn compare(&self, id: Id, old: &Value, new: &Value) -> Comparison {
        let mut found = Comparison::default();
        self.compare_at(id, Some(old), Some(new), &mut found);
        found
    }

    fn compare_at(&self, id: Id, old: Option<&Value>, new: Option<&Value>, found: &mut Comparison) {
        let empty = |v: Option<&Value>| {
            v.is_none_or(|v| v.as_object().is_some_and(Map::is_empty) || v.as_array().is_some_and(Vec::is_empty))
        };
        let leaf = self.is_atomic(id) || (empty(old) && empty(new));
        match (old, new) {
            (None, Some(_)) => found.added.here = true,
            (Some(_), None) => found.removed.here = true,
            (Some(old), Some(new)) if leaf && old != new => found.modified.here = true,
            _ => {}
        }
        if leaf {
            return;
        }
        let mut below = |element: String, id: Id, old: Option<&Value>, new: Option<&Value>| {
            let mut child = Comparison::default();
            self.compare_at(id, old, new, &mut child);
            found.removed.put(element.clone(), child.removed);
            found.modified.put(element.clone(), child.modified);
            found.added.put(element, child.added);
        };
        match self.shape(id) {
            Shape::List { items, .. } => {
                let (old, new) = (self.indexed(id, old), self.indexed(id, new));
                for (element, item) in &old {
                    below(element.clone(), *items, Some(item), new.get(element).copied());
                }
                for (element, item) in new.iter().filter(|(element, _)| !old.contains_key(*element)) {
                    below(element.clone(), *items, None, Some(item));
                }
            }
            _ => {
                let (none, blank) = (Map::new(), Value::Object(Map::new()));
                let before = old.and_then(Value::as_object).unwrap_or(&none);
                let after = new.and_then(Value::as_object).unwrap_or(&none);
                for key in before.keys().chain(after.keys().filter(|key| !before.contains_key(*key))) {
                    let Some(field) = self.field(id, key) else { continue };
                    // What Kubernetes' own types always have is neither added to nor removed from what is there.
                    let fill = self.always(id, key, field).map(|is_list| if is_list { &NOTHING } else { &blank });
                    let filled = |whole: Option<&Value>| whole.and(fill);
                    below(
                        fields::field_element(key),
                        field,
                        before.get(key).or(filled(old)),
                        after.get(key).or(filled(new)),
                    );
                }
            }
        }
    }

    fn indexed<'a>(&self, id: Id, list: Option<&'a Value>) -> BTreeMap<String, &'a Value> {
        let items = list.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        items.iter().filter_map(|item| Some((self.element(id, item)?, item))).collect()
    }
}
