//! Reads bodies in Kubernetes' protobuf encoding, in which Helm and kubectl write with their typed clients. Answers are
//! always JSON, which all of them accept.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use time::OffsetDateTime;

/// Four bytes in front of every message.
const MAGIC: &[u8] = b"k8s\0";
/// Messages in messages; more is no Kubernetes object.
const DEEPEST: usize = 64;

/// Message → field number → (name in JSON, type).
pub struct Table(BTreeMap<String, BTreeMap<String, (String, String)>>);

/// One field as it was encoded.
enum Wire<'a> {
    Number(u64),
    Bytes(&'a [u8]),
    Double(f64),
}

impl Table {
    /// Reads the table of the tree.
    ///
    /// # Errors
    /// Only when the file in the tree is broken.
    pub fn read() -> anyhow::Result<Self> {
        Ok(Self(serde_json::from_str(include_str!("../schema/protobuf.json"))?))
    }

    /// A whole body; `None` when it is none, or of a kind that is not in the table.
    pub fn decode(&self, body: &[u8]) -> Option<Value> {
        let envelope = fields(body.strip_prefix(MAGIC)?)?;
        let bytes =
            |wanted: u64| envelope.iter().find(|(number, _)| *number == wanted).and_then(|(_, wire)| bytes(wire));
        let head = fields(bytes(1)?)?;
        let text = |wanted: u64| {
            head.iter().find(|(number, _)| *number == wanted).and_then(|(_, wire)| text(wire)).unwrap_or_default()
        };
        let (version, kind) = (text(1), text(2));
        let ending = format!(".{kind}");
        let name = self.0.keys().find(|name| name.ends_with(&ending))?;
        let mut object = self.message(name, bytes(2).unwrap_or_default(), 0)?;
        object.insert("apiVersion".into(), version.into());
        object.insert("kind".into(), kind.into());
        Some(Value::Object(object))
    }

    fn message(&self, name: &str, encoded: &[u8], depth: usize) -> Option<Map<String, Value>> {
        let known = self.0.get(name).filter(|_| depth < DEEPEST)?;
        let mut object = Map::new();
        for (number, wire) in fields(encoded)? {
            // A field that is not in the table is one that these versions do not know.
            let Some((field, kind)) = known.get(&number.to_string()) else { continue };
            if field.is_empty() {
                object.extend(self.message(kind.trim_start_matches('*'), bytes(&wire)?, depth + 1)?);
            } else if let Some(of) = kind.strip_prefix("[]") {
                let item = self.value(of, &wire, depth)?;
                if let Value::Array(list) = object.entry(field.clone()).or_insert_with(|| Value::Array(Vec::new())) {
                    list.push(item);
                }
            } else if let Some(of) = kind.strip_prefix("{}") {
                let pair = fields(bytes(&wire)?)?;
                let part = |wanted: u64| pair.iter().find(|(number, _)| *number == wanted).map(|(_, wire)| wire);
                let key = part(1).and_then(text).unwrap_or_default();
                let value =
                    part(2).map_or_else(|| Some(Value::String(String::new())), |wire| self.value(of, wire, depth))?;
                if let Value::Object(map) = object.entry(field.clone()).or_insert_with(|| Value::Object(Map::new())) {
                    map.insert(key, value);
                }
            } else {
                let value = self.value(kind.trim_start_matches('*'), &wire, depth)?;
                // Without a star, a zero only says that nothing was said.
                if kind.starts_with('*') || !is_zero(&value) {
                    object.insert(field.clone(), value);
                }
            }
        }
        Some(object)
    }

    fn value(&self, kind: &str, wire: &Wire<'_>, depth: usize) -> Option<Value> {
        Some(match kind.trim_start_matches('*') {
            "s" => text(wire)?.into(),
            "i" => number(wire)?.into(),
            "b" => (number(wire)? != 0).into(),
            "f" => match wire {
                Wire::Double(value) => (*value).into(),
                _ => return None,
            },
            "y" => STANDARD.encode(bytes(wire)?).into(),
            "time" => moment(bytes(wire)?)?,
            "raw" => {
                let inner = fields(bytes(wire)?)?;
                let raw =
                    inner.iter().find(|(number, _)| *number == 1).and_then(|(_, wire)| bytes(wire)).unwrap_or_default();
                serde_json::from_slice(raw).unwrap_or_default()
            }
            "quantity" => fields(bytes(wire)?)?
                .iter()
                .find(|(number, _)| *number == 1)
                .and_then(|(_, wire)| text(wire))
                .unwrap_or_else(|| "0".into())
                .into(),
            "intstr" => {
                let parts = fields(bytes(wire)?)?;
                let part = |wanted: u64| parts.iter().find(|(number, _)| *number == wanted).map(|(_, wire)| wire);
                if part(1).and_then(number).unwrap_or(0) == 0 {
                    part(2).and_then(number).unwrap_or(0).into()
                } else {
                    part(3).and_then(text).unwrap_or_default().into()
                }
            }
            message => Value::Object(self.message(message, bytes(wire)?, depth + 1)?),
        })
    }
}

fn is_zero(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(truth) => !truth,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
    }
}

fn text(wire: &Wire<'_>) -> Option<String> {
    String::from_utf8(bytes(wire)?.to_vec()).ok()
}

fn bytes<'a>(wire: &Wire<'a>) -> Option<&'a [u8]> {
    match wire {
        Wire::Bytes(bytes) => Some(bytes),
        _ => None,
    }
}

/// Negative numbers are ten bytes of two's complement.
fn number(wire: &Wire<'_>) -> Option<i64> {
    match wire {
        Wire::Number(number) => Some(number.cast_signed()),
        _ => None,
    }
}

fn moment(encoded: &[u8]) -> Option<Value> {
    let parts = fields(encoded)?;
    let Some(seconds) = parts.iter().find(|(number, _)| *number == 1).and_then(|(_, wire)| number(wire)) else {
        return Some(Value::Null);
    };
    let at = OffsetDateTime::from_unix_timestamp(seconds).ok()?;
    // Go's zero time says that there is none.
    Some(if at.year() <= 1 { Value::Null } else { crate::json::stamp(at).into() })
}

/// The fields of a message, in order.
fn fields(mut rest: &[u8]) -> Option<Vec<(u64, Wire<'_>)>> {
    let mut found = Vec::new();
    while !rest.is_empty() {
        let tag = varint(&mut rest)?;
        let wire = match tag & 7 {
            0 => Wire::Number(varint(&mut rest)?),
            1 => {
                let (eight, after) = rest.split_first_chunk::<8>()?;
                rest = after;
                Wire::Double(f64::from_le_bytes(*eight))
            }
            2 => {
                let length = usize::try_from(varint(&mut rest)?).ok()?;
                let (bytes, after) = rest.split_at_checked(length)?;
                rest = after;
                Wire::Bytes(bytes)
            }
            _ => return None,
        };
        found.push((tag >> 3, wire));
    }
    Some(found)
}

fn varint(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let (byte, after) = rest.split_first()?;
        *rest = after;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn piece(number: u8, bytes: &[u8]) -> Vec<u8> {
        let mut out = vec![number << 3 | 2, u8::try_from(bytes.len()).unwrap()];
        out.extend_from_slice(bytes);
        out
    }

    #[test]
    fn a_secret_reads_as_it_would_in_json() {
        let label = piece(11, &[piece(1, b"owner"), piece(2, b"helm")].concat());
        let metadata = [piece(1, b"s"), piece(2, b""), label, piece(8, &[])].concat();
        let data = piece(2, &[piece(1, b"release"), piece(2, b"abc")].concat());
        let secret = [piece(1, &metadata), data, piece(3, b"Opaque"), vec![5 << 3, 0]].concat();
        let head = [piece(1, b"v1"), piece(2, b"Secret")].concat();
        let body = [MAGIC, &piece(1, &head), &piece(2, &secret)].concat();
        let table = Table::read().unwrap();
        assert_eq!(
            table.decode(&body).unwrap(),
            json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s", "labels": {"owner": "helm"}}, "type": "Opaque",
                "data": {"release": "YWJj"}, "immutable": false})
        );
        for cut in 0..body.len() {
            let _ = table.decode(&body[..cut]);
        }
        assert!(table.decode(b"k8s\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff").is_none());
    }
}
