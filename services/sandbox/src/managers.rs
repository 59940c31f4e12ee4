//! Who owns which field: server-side apply and the bookkeeping of every other write, as Kubernetes does both.

use crate::{
    fields::Set,
    json,
    schema::{Id, Schema},
};
use serde_json::{Value, json};
use time::OffsetDateTime;

/// Kubernetes keeps this many entries of updates; older ones become one.
const MOST_UPDATES: usize = 10;
/// Where merged old entries go.
const ANCIENT: &str = "ancient-changes";

/// One line of `managedFields`.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub manager: String,
    pub is_apply: bool,
    pub api_version: String,
    pub subresource: String,
    pub time: String,
    pub set: Set,
}

/// Who writes.
#[derive(Debug, Clone)]
pub struct Who {
    pub manager: String,
    /// `status` or `scale`; empty for the object itself.
    pub subresource: String,
    pub api_version: String,
    pub now: OffsetDateTime,
}

/// Fields that another manager owns with another value.
#[derive(Debug, Clone)]
pub struct Conflict {
    /// `conflict with "kubectl" using apps/v1`
    pub message: String,
    /// `.spec.replicas`
    pub field: String,
}

impl Entry {
    fn is(&self, who: &Who, is_apply: bool) -> bool {
        self.manager == who.manager && self.is_apply == is_apply && self.subresource == who.subresource
    }

    fn of(who: &Who, is_apply: bool, set: Set) -> Self {
        Self {
            manager: who.manager.clone(),
            is_apply,
            api_version: who.api_version.clone(),
            subresource: who.subresource.clone(),
            time: json::stamp(who.now),
            set,
        }
    }
}

/// Reads an object's entries.
pub fn read(object: &Value) -> Vec<Entry> {
    let entry = |entry: &Value| Entry {
        manager: json::text(entry, "/manager").to_owned(),
        is_apply: json::text(entry, "/operation") == "Apply",
        api_version: json::text(entry, "/apiVersion").to_owned(),
        subresource: json::text(entry, "/subresource").to_owned(),
        time: json::text(entry, "/time").to_owned(),
        set: entry.get("fieldsV1").map(Set::of_json).unwrap_or_default(),
    };
    json::items(object, "/metadata/managedFields").iter().map(entry).collect()
}

/// Writes the entries into an object, in Kubernetes' order.
pub fn write(object: &mut Value, mut entries: Vec<Entry>) {
    entries.retain(|entry| !entry.set.is_empty());
    let order = |entry: &Entry| (!entry.is_apply, entry.time.clone(), entry.manager.clone(), entry.subresource.clone());
    entries.sort_by_key(order);
    let list: Vec<Value> = entries.into_iter().map(spelled).collect();
    if list.is_empty() {
        json::remove(object, "/metadata", "managedFields");
    } else {
        json::set(object, &["metadata", "managedFields"], list);
    }
}

fn spelled(entry: Entry) -> Value {
    let operation = if entry.is_apply { "Apply" } else { "Update" };
    let mut value = json!({"manager": entry.manager, "operation": operation, "apiVersion": entry.api_version,
        "time": entry.time, "fieldsType": "FieldsV1", "fieldsV1": entry.set.to_json()});
    if !entry.subresource.is_empty() {
        value["subresource"] = entry.subresource.into();
    }
    value
}

/// Lays `applied` over `live` for `who`: what was applied before and is not any more goes away, unless somebody else owns
/// it. Both objects come without `managedFields`.
///
/// # Errors
/// The conflicts, unless forced.
pub fn apply(
    (schema, id): (&Schema, Id),
    live: &Value,
    applied: &Value,
    mut entries: Vec<Entry>,
    who: &Who,
    force: bool,
) -> Result<(Value, Vec<Entry>), Vec<Conflict>> {
    let merged = schema.merge(id, Some(live), Some(applied));
    let last = entries.iter().position(|entry| entry.is(who, true)).map(|i| entries.remove(i));
    let set = stripped(schema.set_of(id, applied), who);
    let unchanged = last.as_ref().is_some_and(|last| last.set == set);
    let mut mine = Entry::of(who, true, set);
    let pruned = match &last {
        Some(last) => prune(schema, id, &merged, &last.set, entries.iter().chain([&mine])),
        None => merged,
    };
    let compared = schema.compare(id, live, &pruned);
    let changed = stripped(compared.modified.union(&compared.added), who);
    take(&mut entries, &changed, &compared.removed, force)?;
    // The time says when the set or the object changed last.
    if let Some(last) = last
        && unchanged
        && changed.is_empty()
        && compared.removed.is_empty()
    {
        mine.time = last.time;
    }
    entries.push(mine);
    Ok((pruned, entries))
}

/// Takes changed fields from everybody else, or says who owns them.
fn take(entries: &mut Vec<Entry>, changed: &Set, removed: &Set, force: bool) -> Result<(), Vec<Conflict>> {
    let mut conflicts = Vec::new();
    for entry in entries.iter() {
        let theirs = entry.set.intersection(changed);
        conflicts.extend(theirs.paths().into_iter().map(|field| Conflict { message: accusation(entry), field }));
    }
    if !force && !conflicts.is_empty() {
        return Err(conflicts);
    }
    for entry in entries.iter_mut() {
        entry.set = entry.set.difference(changed).difference(removed);
    }
    entries.retain(|entry| !entry.set.is_empty());
    Ok(())
}

fn accusation(entry: &Entry) -> String {
    if entry.is_apply {
        return format!("conflict with {:?}", entry.manager);
    }
    let place =
        if entry.subresource.is_empty() { String::new() } else { format!(" with subresource {:?}", entry.subresource) };
    format!("conflict with {:?}{place} using {}", entry.manager, entry.api_version)
}

/// The merged object without what this manager applied last time, except what it applies now or others own.
fn prune<'a>(schema: &Schema, id: Id, merged: &Value, last: &Set, all: impl Iterator<Item = &'a Entry>) -> Value {
    if last.is_empty() {
        return merged.clone();
    }
    let last = schema.named(id, last);
    let without = |value: &Value, gone: &Set| schema.without(id, value, gone).unwrap_or_else(|| json!({}));
    let there = schema.named(id, &schema.set_of(id, merged));
    let pruned = without(merged, &last);
    let left = schema.named(id, &schema.set_of(id, &pruned));
    let owned = all.fold(Set::default(), |owned, entry| owned.union(&entry.set));
    let owned = schema.named(id, &owned);
    let pruned = without(merged, &there.difference(&left.union(&owned)));
    let left = schema.named(id, &schema.set_of(id, &pruned));
    without(merged, &there.difference(&left).intersection(&last))
}

/// Books a write that is no apply: whoever changes a field owns it.
pub fn update(
    (schema, id): (&Schema, Id),
    live: &Value,
    new: &Value,
    mut entries: Vec<Entry>,
    who: &Who,
) -> Vec<Entry> {
    let compared = schema.compare(id, live, new);
    let changed = stripped(compared.modified.union(&compared.added), who);
    let mine = entries.iter().position(|entry| entry.is(who, false)).map(|i| entries.remove(i));
    // Forced, so it cannot fail.
    let _ = take(&mut entries, &changed, &compared.removed, true);
    let before = mine.as_ref().map(|mine| mine.set.clone()).unwrap_or_default();
    let set = before.difference(&compared.removed).union(&changed);
    let mut entry = Entry::of(who, false, set);
    if let Some(mine) = mine
        && mine.set == entry.set
        && changed.is_empty()
        && compared.removed.is_empty()
    {
        entry.time = mine.time;
    }
    if !entry.set.is_empty() {
        entries.push(entry);
    }
    capped(entries)
}

/// Many managers of updates become one, the oldest first.
fn capped(mut entries: Vec<Entry>) -> Vec<Entry> {
    let updates = entries.iter().filter(|entry| !entry.is_apply).count();
    if updates <= MOST_UPDATES {
        return entries;
    }
    entries.sort_by_key(|entry| (entry.is_apply, entry.time.clone()));
    let mut ancient = entries.remove(0);
    for _ in MOST_UPDATES..updates {
        let next = entries.remove(0);
        ancient.set = ancient.set.union(&next.set);
        ancient.time = next.time;
    }
    ancient.manager = ANCIENT.to_owned();
    entries.push(ancient);
    entries
}

/// Without what nobody owns, and what the endpoint does not write.
fn stripped(mut set: Set, who: &Who) -> Set {
    for path in [&["f:apiVersion"][..], &["f:kind"]] {
        set.cut(path);
    }
    const METADATA: [&str; 9] = [
        "f:name",
        "f:namespace",
        "f:creationTimestamp",
        "f:selfLink",
        "f:uid",
        "f:generation",
        "f:managedFields",
        "f:resourceVersion",
        "f:deletionGracePeriodSeconds",
    ];
    for field in METADATA {
        set.cut(&["f:metadata", field]);
    }
    if let Some(metadata) = set.under.get_mut("f:metadata") {
        metadata.here = false;
        if metadata.is_empty() {
            set.under.remove("f:metadata");
        }
    }
    match who.subresource.as_str() {
        "status" => set.cut(&["f:spec"]),
        "" => set.cut(&["f:status"]),
        _ => {}
    }
    set
}
