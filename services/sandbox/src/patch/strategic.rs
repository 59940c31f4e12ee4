//! Strategic merge patches: as merge patches, but lists are merged by the keys that the schema names.

use crate::{
    failure::Failure,
    schema::{Id, Schema, Shape},
};
use serde_json::{Map, Value};

const DIRECTIVE: &str = "$patch";
const RETAIN: &str = "$retainKeys";
const ORDER: &str = "$setElementOrder/";
const DELETE: &str = "$deleteFromPrimitiveList/";

/// Lays the patch over the object.
///
/// # Errors
/// 400 for a directive that nobody knows.
pub fn merge(schema: &Schema, id: Option<Id>, object: &mut Value, patch: &Value) -> Result<(), Failure> {
    let Value::Object(patch) = patch else {
        *object = patch.clone();
        return Ok(());
    };
    match patch.get(DIRECTIVE).and_then(Value::as_str) {
        None | Some("merge") => {}
        Some("replace") => {
            let mut new = patch.clone();
            new.remove(DIRECTIVE);
            *object = Value::Object(new);
            return Ok(());
        }
        Some("delete") => {
            *object = Value::Object(Map::new());
            return Ok(());
        }
        Some(other) => return Err(Failure::bad_request(format!("Unknown patch type: {other}"))),
    }
    if !object.is_object() {
        *object = Value::Object(Map::new());
    }
    let Value::Object(map) = object else { return Ok(()) };
    if let Some(keep) = patch.get(RETAIN).and_then(Value::as_array) {
        map.retain(|key, _| keep.iter().any(|kept| kept.as_str() == Some(key)));
    }
    for (key, value) in patch {
        if key.starts_with('$') {
            continue;
        }
        let field = id.and_then(|id| schema.field(id, key));
        match value {
            Value::Null => {
                map.remove(key);
            }
            Value::Object(_) => merge(schema, field, map.entry(key.clone()).or_insert(Value::Null), value)?,
            Value::Array(items) if field.is_some_and(|field| schema.node(field).merged) => {
                let order = patch.get(&format!("{ORDER}{key}")).and_then(Value::as_array);
                let there = map.remove(key).and_then(|v| if let Value::Array(list) = v { Some(list) } else { None });
                let list = merge_list(schema, field, there.unwrap_or_default(), items, order.map(Vec::as_slice))?;
                map.insert(key.clone(), Value::Array(list));
            }
            other => {
                map.insert(key.clone(), other.clone());
            }
        }
    }
    for (key, gone) in patch.iter().filter_map(|(key, gone)| Some((key.strip_prefix(DELETE)?, gone.as_array()?))) {
        if let Some(list) = map.get_mut(key).and_then(Value::as_array_mut) {
            list.retain(|item| !gone.contains(item));
        }
    }
    for (key, order) in patch.iter().filter_map(|(key, order)| Some((key.strip_prefix(ORDER)?, order.as_array()?))) {
        // The order alone may change.
        if patch.contains_key(key) {
            continue;
        }
        let merge_key =
            id.and_then(|id| schema.field(id, key)).and_then(|field| schema.node(field).merge_key.as_deref());
        if let Some(Value::Array(list)) = map.get_mut(key) {
            let before = list.clone();
            *list = sorted(std::mem::take(list), &before, order, merge_key);
        }
    }
    Ok(())
}

fn merge_list(
    schema: &Schema,
    field: Option<Id>,
    mut list: Vec<Value>,
    patch: &[Value],
    order: Option<&[Value]>,
) -> Result<Vec<Value>, Failure> {
    let before = list.clone();
    let node = field.map(|field| schema.node(field));
    let Some(key) = node.and_then(|node| node.merge_key.as_deref()) else {
        for item in patch {
            if !list.contains(item) {
                list.push(item.clone());
            }
        }
        return Ok(sorted(list, &before, order.unwrap_or(patch), None));
    };
    if patch.iter().any(|item| item.get(DIRECTIVE).and_then(Value::as_str) == Some("replace")) {
        return Ok(patch.iter().filter(|item| item.get(DIRECTIVE).is_none()).cloned().collect());
    }
    let items = field.and_then(|field| match schema.shape(field) {
        Shape::List { items, .. } => Some(*items),
        _ => None,
    });
    for item in patch {
        let Some(wanted) = item.get(key) else {
            return Err(Failure::bad_request(format!("map: {item} does not contain declared merge key: {key}")));
        };
        let at = list.iter().position(|there| there.get(key) == Some(wanted));
        if item.get(DIRECTIVE).and_then(Value::as_str) == Some("delete") {
            if let Some(at) = at {
                list.remove(at);
            }
            continue;
        }
        match at {
            Some(at) => merge(schema, items, &mut list[at], item)?,
            None => {
                let mut new = Value::Null;
                merge(schema, items, &mut new, item)?;
                list.push(new);
            }
        }
    }
    Ok(sorted(list, &before, order.unwrap_or(patch), Some(key)))
}

/// Whether two items are the same by their key, or altogether.
fn same(a: &Value, b: &Value, key: Option<&str>) -> bool {
    match key {
        Some(key) => a.get(key).is_some() && a.get(key) == b.get(key),
        None => a == b,
    }
}

/// In the order asked for. What the patch did not name keeps its place before what it preceded in `before`, as far as that
/// can be told.
fn sorted(list: Vec<Value>, before: &[Value], order: &[Value], key: Option<&str>) -> Vec<Value> {
    let place = |list: &[Value], item: &Value| list.iter().position(|known| same(known, item, key));
    let (mut named, rest): (Vec<Value>, Vec<Value>) = list.into_iter().partition(|item| place(order, item).is_some());
    named.sort_by_key(|item| place(order, item));
    let (mut named, mut rest) = (named.into_iter().peekable(), rest.into_iter().peekable());
    let mut out = Vec::new();
    while let (Some(one), Some(other)) = (rest.peek(), named.peek()) {
        let earlier = matches!((place(before, one), place(before, other)), (Some(one), Some(other)) if one < other);
        out.extend(if earlier { rest.next() } else { named.next() });
    }
    out.extend(rest);
    out.extend(named);
    out
}
