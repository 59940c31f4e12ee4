//! JSON bodies: bounded in size, depth and count, without duplicate or unknown fields, every unknown field named.

use crate::{
    error::{ApiError, Result},
    table::Limit,
};
use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
};
use http::{HeaderMap, header};
use kit::{Message, message};
use serde::{
    Deserializer,
    de::{DeserializeOwned, DeserializeSeed, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Value};
use std::{cell::Cell, collections::BTreeMap, fmt, time::Duration};

/// How long a small body may take.
const SOON: Duration = Duration::from_secs(5);
/// Deepest nesting.
const MAX_DEPTH: usize = 16;
/// Most values in one body.
const MAX_NODES: usize = 2_000;
/// Longest field name, in bytes.
const MAX_KEY: usize = 64;

/// A body that reads as `T`.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self> {
        let limit = request.extensions().get::<Limit>().copied().unwrap_or_default();
        check_headers(request.headers())?;
        read(&collect(request.into_body(), limit).await?).map(Self)
    }
}

/// A body that may be missing.
pub struct OptionalBody<T>(pub T);

impl<T: DeserializeOwned + Default, S: Send + Sync> FromRequest<S> for OptionalBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self> {
        let limit = request.extensions().get::<Limit>().copied().unwrap_or_default();
        let (head, body) = request.into_parts();
        let sent = collect(body, limit).await?;
        if sent.is_empty() {
            return Ok(Self(T::default()));
        }
        check_headers(&head.headers)?;
        read(&sent).map(Self)
    }
}

/// The whole body: a small one within moments, a large one within the time of a request.
pub async fn collect(body: axum::body::Body, limit: Limit) -> Result<Bytes> {
    let within = if limit == Limit::default() { SOON } else { Duration::MAX };
    let Ok(read) = tokio::time::timeout(within, axum::body::to_bytes(body, limit.0)).await else {
        return Err(ApiError::slow_body());
    };
    read.map_err(|error| {
        let mut cause: Option<&dyn std::error::Error> = Some(&error);
        while let Some(inner) = cause {
            if inner.is::<http_body_util::LengthLimitError>() {
                return ApiError::too_large(limit.0);
            }
            cause = inner.source();
        }
        ApiError::malformed(message!(BODY_BROKEN))
    })
}

/// Only plain `application/json` in UTF-8: no compressed body can grow, and a foreign page cannot post a form.
fn check_headers(headers: &HeaderMap) -> Result<()> {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?").to_ascii_lowercase());
    let json = text(header::CONTENT_TYPE).is_some_and(|value| {
        let mut parts = value.split(';').map(str::trim);
        parts.next() == Some("application/json")
            && parts.all(|p| matches!(p, "charset=utf-8" | "charset=\"utf-8\"" | ""))
    });
    if !json {
        return Err(ApiError::malformed(message!(BODY_NOT_JSON)));
    }
    match text(header::CONTENT_ENCODING).as_deref() {
        None | Some("identity") => Ok(()),
        Some(_) => Err(ApiError::malformed(message!(BODY_COMPRESSED))),
    }
}

/// The bytes of a body as `T`.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    decode(parse(bytes)?)
}

/// Bytes to a bounded JSON value.
fn parse(bytes: &[u8]) -> Result<Value> {
    if bytes.is_empty() {
        return Err(ApiError::malformed(message!(BODY_MISSING)));
    }
    let (nodes, refused) = (Cell::new(0), Cell::new(None));
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = Bounded { depth: 0, nodes: &nodes, refused: &refused }.deserialize(&mut reader);
    value.and_then(|value| reader.end().map(|()| value)).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        ApiError::malformed(match refused.take() {
            Some(said) => message!(BODY_REFUSED, said = said, line = line, column = column),
            None => message!(BODY_MALFORMED, line = line, column = column),
        })
    })
}

/// A bounded value to `T`.
fn decode<T: DeserializeOwned>(value: Value) -> Result<T> {
    if !value.is_object() {
        return Err(ApiError::malformed(message!(BODY_NO_OBJECT)));
    }
    let mut fields = BTreeMap::new();
    let mut track = serde_path_to_error::Track::new();
    let read = {
        let tracked = serde_path_to_error::Deserializer::new(value, &mut track);
        let mut unknown = |path: serde_ignored::Path<'_>| {
            let name = plain(&path.to_string());
            let problem = message!(FIELD_UNKNOWN, name = &name);
            fields.insert(name, problem);
        };
        serde_ignored::deserialize::<_, _, T>(tracked, &mut unknown)
    };
    let failure = read.as_ref().err().map(ToString::to_string);
    if let Some(error) = failure {
        let name = plain(&track.path().to_string());
        fields.insert(name.clone(), expectation(&name, &error));
    }
    match read {
        Ok(read) if fields.is_empty() => Ok(read),
        _ => Err(ApiError::invalid(message!(BODY_WRONG), fields)),
    }
}

/// `a.?.b` (through an optional object) is `a.b` for people.
fn plain(path: &str) -> String {
    path.split('.').filter(|part| *part != "?").collect::<Vec<_>>().join(".")
}

/// What should have been there, without repeating what was: it may be a password.
fn expectation(name: &str, error: &str) -> Message {
    let expected = error.rsplit_once("expected ").map_or("", |(_, expected)| expected);
    let whole =
        |kind: &str| kind.len() >= 2 && kind.starts_with(['i', 'u']) && kind[1..].bytes().all(|b| b.is_ascii_digit());
    match expected {
        "a string" => message!(FIELD_TEXT, name = name),
        "a boolean" => message!(FIELD_FLAG, name = name),
        "a sequence" => message!(FIELD_LIST, name = name),
        number if whole(number) => message!(FIELD_NUMBER, name = name),
        other if other.starts_with("struct") || other == "a map" => message!(FIELD_OBJECT, name = name),
        _ => message!(FIELD_UNEXPECTED, name = name),
    }
}

/// Reads a value while counting.
#[derive(Clone, Copy)]
struct Bounded<'a> {
    depth: usize,
    nodes: &'a Cell<usize>,
    /// Why we refuse it; serde carries no more than a text.
    refused: &'a Cell<Option<Message>>,
}

impl Bounded<'_> {
    fn count<E: serde::de::Error>(&self) -> Result<(), E> {
        self.nodes.set(self.nodes.get() + 1);
        if self.nodes.get() > MAX_NODES { Err(self.refuse(message!(BodyManyValues))) } else { Ok(()) }
    }

    fn deeper<E: serde::de::Error>(self) -> Result<Self, E> {
        let depth = self.depth + 1;
        if depth > MAX_DEPTH { Err(self.refuse(message!(BodyDepth))) } else { Ok(Self { depth, ..self }) }
    }

    fn checked<E: serde::de::Error>(&self, text: &str) -> Result<(), E> {
        // PostgreSQL cannot store it, and nothing a person writes has it.
        if text.contains('\0') { Err(self.refuse(message!(BodyNul))) } else { Ok(()) }
    }

    fn refuse<E: serde::de::Error>(&self, why: Message) -> E {
        let error = E::custom(&why);
        self.refused.set(Some(why));
        error
    }
}

impl<'de> DeserializeSeed<'de> for Bounded<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.count()?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Bounded<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }
    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Value, E> {
        self.checked(text)?;
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let inner = self.deeper()?;
        let mut values = Vec::new();
        while let Some(value) = list.next_element_seed(inner)? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let inner = self.deeper()?;
        let mut values = Map::new();
        while let Some(key) = object.next_key::<String>()? {
            self.checked(&key)?;
            if key.len() > MAX_KEY {
                return Err(self.refuse(message!(BodyKeyLong, most = MAX_KEY)));
            }
            if values.contains_key(&key) {
                return Err(self.refuse(message!(BodyKeyTwice, name = key)));
            }
            let value = object.next_value_seed(inner)?;
            values.insert(key, value);
        }
        Ok(Value::Object(values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "only its reading is tested")]
    struct Outer {
        name: Option<String>,
        inner: Option<Inner>,
    }
    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "only its reading is tested")]
    struct Inner {
        size: Option<i32>,
        pass: Option<String>,
    }

    fn read(text: &str) -> Result<Outer> {
        decode(parse(text.as_bytes())?)
    }
    fn fields(text: &str) -> BTreeMap<String, String> {
        read(text).expect_err("refused").details.map(|details| details.fields).unwrap_or_default()
    }

    #[test]
    fn every_unknown_field_is_named_with_its_place() {
        let fields = fields(r#"{"name":"a","role":"admin","inner":{"size":1,"x":{"y":1}}}"#);
        assert_eq!(fields.keys().collect::<Vec<_>>(), ["inner.x", "role"]);
        assert_eq!(fields["role"], "role is not a field of this call.");
    }

    #[test]
    fn a_wrong_type_is_named_and_its_value_is_not_repeated() {
        assert_eq!(fields(r#"{"inner":{"pass":12345678}}"#)["inner.pass"], "inner.pass must be a text.");
        for number in ["\"8\"", "1.5", "5000000000", "true"] {
            let sentence = &fields(&format!(r#"{{"inner":{{"size":{number}}}}}"#))["inner.size"];
            assert_eq!(sentence, "inner.size must be a whole number within its range.", "{number}");
        }
        assert_eq!(fields(r#"{"inner":[]}"#)["inner"], "inner must be an object.");
    }

    #[test]
    fn a_body_that_is_no_json_object_is_refused() {
        for bad in
            ["", "{", "[]", "null", "\"x\"", "{\"name\":1e400}", "{} {}", "{\"name\":NaN}", "\u{feff}{}", "{'a':1}"]
        {
            let error = read(bad).expect_err(bad);
            let fields = error.details.map(|details| details.fields).unwrap_or_default();
            assert!(error.status.as_u16() == 400 && fields.is_empty(), "{bad}");
        }
    }

    #[test]
    fn depth_count_duplicates_long_names_and_null_characters_are_bounded() {
        let nested = |n: usize| format!("{}1{}", "{\"a\":".repeat(n), "}".repeat(n));
        assert!(parse(nested(16).as_bytes()).is_ok());
        assert!(parse(nested(17).as_bytes()).is_err());
        let list = |n: usize| format!("{{\"a\":[{}]}}", vec!["1"; n].join(","));
        assert!(parse(list(1_998).as_bytes()).is_ok());
        assert!(parse(list(1_999).as_bytes()).is_err());
        assert!(parse(br#"{"a":1,"a":2}"#).is_err());
        assert!(parse(br#"{"a":"\u0000"}"#).is_err());
        assert!(parse(format!("{{\"{}\":1}}", "k".repeat(65)).as_bytes()).is_err());
        assert!(parse(br#"{"a":"\ud800"}"#).is_err());
    }

    #[test]
    fn only_plain_json_is_read() {
        let with = |pairs: &[(header::HeaderName, &'static str)]| {
            let headers = pairs.iter().map(|(n, v)| (n.clone(), http::HeaderValue::from_static(v))).collect();
            check_headers(&headers).is_ok()
        };
        assert!(with(&[(header::CONTENT_TYPE, "application/json")]));
        assert!(with(&[(header::CONTENT_TYPE, "Application/JSON; charset=UTF-8")]));
        assert!(!with(&[]));
        assert!(!with(&[(header::CONTENT_TYPE, "text/plain")]));
        assert!(!with(&[(header::CONTENT_TYPE, "application/x-www-form-urlencoded")]));
        assert!(!with(&[(header::CONTENT_TYPE, "application/json; charset=utf-16")]));
        assert!(!with(&[(header::CONTENT_TYPE, "application/json"), (header::CONTENT_ENCODING, "gzip")]));
        assert_eq!(check_headers(&HeaderMap::new()).expect_err("no type").status.as_u16(), 400);
    }
}
