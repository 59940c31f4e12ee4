//! Reading and writing places in JSON objects without ceremony.

use serde_json::{Map, Value};
use time::{OffsetDateTime, format_description::well_known::Rfc3339, macros::format_description};

/// The text at a JSON pointer; empty when there is none.
pub fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

/// The whole number at a JSON pointer.
pub fn int(value: &Value, pointer: &str) -> Option<i64> {
    value.pointer(pointer).and_then(Value::as_i64)
}

/// Whether the place holds `true`.
pub fn yes(value: &Value, pointer: &str) -> bool {
    value.pointer(pointer) == Some(&Value::Bool(true))
}

/// The list at a JSON pointer; empty when there is none.
pub fn items<'a>(value: &'a Value, pointer: &str) -> &'a [Value] {
    value.pointer(pointer).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The object at a JSON pointer.
pub fn map<'a>(value: &'a Value, pointer: &str) -> Option<&'a Map<String, Value>> {
    value.pointer(pointer).and_then(Value::as_object)
}

/// The name of an object.
pub fn name(object: &Value) -> &str {
    text(object, "/metadata/name")
}

/// The namespace of an object; empty without one.
pub fn namespace(object: &Value) -> &str {
    text(object, "/metadata/namespace")
}

/// The uid of an object.
pub fn uid(object: &Value) -> &str {
    text(object, "/metadata/uid")
}

/// Whether the object is on its way out.
pub fn is_ending(object: &Value) -> bool {
    object.pointer("/metadata/deletionTimestamp").is_some_and(|at| !at.is_null())
}

/// The place, made with all objects on the way when it is not there. What is in the way is replaced.
pub fn place<'a>(value: &'a mut Value, path: &[&str]) -> &'a mut Value {
    let mut at = value;
    for key in path {
        if !at.is_object() {
            *at = Value::Object(Map::new());
        }
        at = &mut at[*key];
    }
    at
}

/// Sets the place.
pub fn set(value: &mut Value, path: &[&str], to: impl Into<Value>) {
    *place(value, path) = to.into();
}

/// Sets the place where there is nothing yet.
pub fn default(value: &mut Value, path: &[&str], to: impl Into<Value>) {
    let place = place(value, path);
    if place.is_null() {
        *place = to.into();
    }
}

/// Removes a key of the object at a JSON pointer.
pub fn remove(value: &mut Value, pointer: &str, key: &str) -> Option<Value> {
    value.pointer_mut(pointer).and_then(Value::as_object_mut).and_then(|map| map.remove(key))
}

/// Removes nulls, deeply: Kubernetes' own types drop them.
pub fn without_nulls(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|_, value| !value.is_null());
            map.values_mut().for_each(without_nulls);
        }
        Value::Array(list) => list.iter_mut().for_each(without_nulls),
        _ => {}
    }
}

/// `2026-11-21T08:00:00Z`
pub fn stamp(at: OffsetDateTime) -> String {
    at.replace_nanosecond(0).unwrap_or(at).format(&Rfc3339).unwrap_or_default()
}

/// `2026-11-21T08:00:00.123456Z`
pub fn micro_stamp(at: OffsetDateTime) -> String {
    let form = format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:6]Z");
    at.format(&form).unwrap_or_default()
}

/// A time in RFC 3339.
pub fn time(text: &str) -> Option<OffsetDateTime> {
    OffsetDateTime::parse(text, &Rfc3339).ok()
}

/// A number that is always the same for the same text: what looks random in the sandbox comes from names.
pub fn hash(text: &str) -> u64 {
    // FNV-1a, then a mix so that similar names differ in all bits.
    let mut hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash ^ (hash >> 33)
}

/// `count` characters the way Kubernetes makes suffixes: no vowels, so no words.
pub fn suffix(mut number: u64, count: usize) -> String {
    const LETTERS: &[u8] = b"bcdfghjklmnpqrstvwxz2456789";
    let mut text = String::with_capacity(count);
    for _ in 0..count {
        let at = usize::try_from(number % LETTERS.len() as u64).unwrap_or(0);
        text.push(char::from(LETTERS[at]));
        number /= LETTERS.len() as u64;
    }
    text
}
