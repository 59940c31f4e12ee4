//! The functions of Sprig and Helm that our charts use, behaving as they do there. Nothing random, no clock, no files.

use crate::yaml::{self, quoted};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gotmpl::{FuncMap, Result, Template, TemplateError, Value};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock, Weak};

/// What Go's template language brings along.
const BUILTIN: [&str; 19] = [
    "and", "or", "not", "eq", "ne", "lt", "le", "gt", "ge", "len", "index", "slice", "print", "printf", "println",
    "html", "js", "urlquery", "call",
];

type Plain = (&'static str, usize, fn(&[Value]) -> Result<Value>);

/// Name, fewest arguments, body.
const PLAIN: &[Plain] = &[
    ("required", 2, required),
    ("fail", 1, |a| Err(failure(text(&a[0])))),
    ("default", 1, |a| {
        Ok(match a.get(1) {
            Some(v) if v.is_truthy() => v.clone(),
            _ => a[0].clone(),
        })
    }),
    ("ternary", 3, |a| Ok(if a[2].is_truthy() { a[0].clone() } else { a[1].clone() })),
    ("coalesce", 0, |a| Ok(a.iter().find(|v| v.is_truthy()).cloned().unwrap_or(Value::Nil))),
    ("empty", 1, |a| Ok(Value::Bool(!a[0].is_truthy()))),
    ("quote", 0, |a| Ok(joined(a, quoted))),
    ("squote", 0, |a| Ok(joined(a, |s| format!("'{s}'")))),
    ("toString", 1, |a| Ok(string(text(&a[0])))),
    ("toYaml", 1, |a| Ok(string(yaml::print(&to_json(&a[0]))))),
    ("fromYaml", 1, |a| yaml::parse(&text(&a[0])).map(|v| from_json(&v)).map_err(failure)),
    ("toJson", 1, |a| Ok(string(go_json(&to_json(&a[0]))))),
    ("fromJson", 1, |a| serde_json::from_str(&text(&a[0])).map(|v| from_json(&v)).map_err(|e| failure(e.to_string()))),
    ("indent", 2, |a| Ok(string(indented(&a[0], &a[1])?))),
    ("nindent", 2, |a| Ok(string(format!("\n{}", indented(&a[0], &a[1])?)))),
    ("trim", 1, |a| Ok(string(text(&a[0]).trim().to_string()))),
    ("trunc", 2, trunc),
    ("trimSuffix", 2, |a| {
        let (end, whole) = (text(&a[0]), text(&a[1]));
        Ok(string(whole.strip_suffix(&end).unwrap_or(&whole).to_string()))
    }),
    ("trimPrefix", 2, |a| {
        let (start, whole) = (text(&a[0]), text(&a[1]));
        Ok(string(whole.strip_prefix(&start).unwrap_or(&whole).to_string()))
    }),
    ("replace", 3, |a| Ok(string(text(&a[2]).replace(&text(&a[0]), &text(&a[1]))))),
    ("lower", 1, |a| Ok(string(text(&a[0]).to_lowercase()))),
    ("upper", 1, |a| Ok(string(text(&a[0]).to_uppercase()))),
    ("contains", 2, |a| Ok(Value::Bool(text(&a[1]).contains(&text(&a[0]))))),
    ("hasPrefix", 2, |a| Ok(Value::Bool(text(&a[1]).starts_with(&text(&a[0]))))),
    ("hasSuffix", 2, |a| Ok(Value::Bool(text(&a[1]).ends_with(&text(&a[0]))))),
    ("join", 2, |a| Ok(string(items(&a[1]).iter().map(text).collect::<Vec<_>>().join(&text(&a[0]))))),
    ("splitList", 2, |a| Ok(list(text(&a[1]).split(&text(&a[0])).map(|s| string(s.to_string())).collect()))),
    ("list", 0, |a| Ok(list(a.to_vec()))),
    ("has", 2, |a| Ok(Value::Bool(items(&a[1]).contains(&a[0])))),
    ("append", 2, |a| Ok(list(items(&a[0]).iter().cloned().chain([a[1].clone()]).collect()))),
    ("concat", 0, |a| Ok(list(a.iter().flat_map(|l| items(l).to_vec()).collect()))),
    ("dict", 0, dict),
    ("get", 2, |a| Ok(a[0].field(&text(&a[1])).cloned().unwrap_or_else(|| string(String::new())))),
    ("hasKey", 2, |a| Ok(Value::Bool(a[0].field(&text(&a[1])).is_some()))),
    ("keys", 1, |a| {
        Ok(list(a.iter().filter_map(map).flat_map(BTreeMap::keys).map(|k| Value::String(k.clone())).collect()))
    }),
    ("merge", 1, |a| Ok(a[1..].iter().fold(a[0].clone(), |into, from| merged(&into, from)))),
    ("int", 1, |a| Ok(Value::Int(whole(&a[0])))),
    ("int64", 1, |a| Ok(Value::Int(whole(&a[0])))),
    ("add", 0, |a| Ok(Value::Int(a.iter().map(whole).fold(0, i64::wrapping_add)))),
    ("sub", 2, |a| Ok(Value::Int(whole(&a[0]).wrapping_sub(whole(&a[1]))))),
    ("mul", 1, |a| Ok(Value::Int(a.iter().map(whole).fold(1, i64::wrapping_mul)))),
    ("div", 2, |a| {
        whole(&a[0]).checked_div(whole(&a[1])).map(Value::Int).ok_or_else(|| failure("division by zero".into()))
    }),
    ("max", 1, |a| Ok(Value::Int(a.iter().map(whole).max().unwrap_or(0)))),
    ("min", 1, |a| Ok(Value::Int(a.iter().map(whole).min().unwrap_or(0)))),
    ("b64enc", 1, |a| Ok(string(STANDARD.encode(text(&a[0]))))),
    ("b64dec", 1, |a| {
        let bytes = STANDARD.decode(text(&a[0])).map_err(|e| failure(e.to_string()))?;
        String::from_utf8(bytes).map(string).map_err(|_| failure("b64dec: not UTF-8".into()))
    }),
    ("sha256sum", 1, |a| Ok(string(hex(&Sha256::digest(text(&a[0]).as_bytes()))))),
    ("kindIs", 2, |a| Ok(Value::Bool(text(&a[0]) == go_kind(&a[1])))),
    ("lookup", 4, |_| Ok(Value::Map(Arc::default()))),
];

/// Is there a function of this name?
pub(crate) fn known(name: &str) -> bool {
    name == "include" || BUILTIN.contains(&name) || PLAIN.iter().any(|(n, ..)| *n == name)
}

/// All functions; `include` runs templates of the set in the cell.
pub(super) fn all(set: Weak<OnceLock<Template>>) -> FuncMap {
    let mut map = FuncMap::new();
    for (name, fewest, body) in PLAIN {
        map.insert(
            (*name).to_string(),
            Arc::new(
                move |a: &[Value]| {
                    if a.len() < *fewest { Err(failure(format!("{name}: too few arguments"))) } else { body(a) }
                },
            ),
        );
    }
    map.insert(
        "include".to_string(),
        Arc::new(move |a: &[Value]| {
            let [name, data] = a else { return Err(failure("include: wants a name and a context".into())) };
            let set = set.upgrade().ok_or_else(|| failure("include: the chart is gone".into()))?;
            let set = set.get().ok_or_else(|| failure("include: the chart is not loaded".into()))?;
            set.execute_template_to_string(&text(name), data).map(|t| string(t.replace("<no value>", "")))
        }),
    );
    map
}

fn failure(message: String) -> TemplateError {
    TemplateError::Exec(message)
}

fn string(s: String) -> Value {
    Value::String(s.into())
}

fn list(items: Vec<Value>) -> Value {
    Value::List(items.into())
}

/// Sprig's `strval`: the Go notation of a value, nothing for nil.
fn text(value: &Value) -> String {
    match value {
        Value::Nil => String::new(),
        Value::String(s) => s.to_string(),
        Value::Float(f) => go_float(*f),
        other => other.to_string(),
    }
}

/// Go's `%v` of a float64: the shortest digits, with an exponent below 1e-04 and from 1e+06 on.
fn go_float(f: f64) -> String {
    let shortest = format!("{f:e}");
    let Some((digits, exponent)) = shortest.split_once('e') else { return shortest };
    match exponent.parse::<i32>() {
        Ok(e) if (-4..6).contains(&e) => f.to_string(),
        Ok(e) => format!("{digits}e{}{:02}", if e < 0 { '-' } else { '+' }, e.abs()),
        Err(_) => shortest,
    }
}

fn items(value: &Value) -> &[Value] {
    match value {
        Value::List(l) => l,
        _ => &[],
    }
}

fn map(value: &Value) -> Option<&BTreeMap<Arc<str>, Value>> {
    match value {
        Value::Map(m) => Some(m),
        _ => None,
    }
}

fn whole(value: &Value) -> i64 {
    match value {
        Value::String(s) => s.parse().unwrap_or(0),
        Value::Bool(b) => i64::from(*b),
        other => other.as_int().unwrap_or(0),
    }
}

fn joined(values: &[Value], each: impl Fn(&str) -> String) -> Value {
    string(values.iter().filter(|v| !matches!(v, Value::Nil)).map(|v| each(&text(v))).collect::<Vec<_>>().join(" "))
}

fn required(a: &[Value]) -> Result<Value> {
    match &a[1] {
        Value::Nil => Err(failure(text(&a[0]))),
        Value::String(s) if s.is_empty() => Err(failure(text(&a[0]))),
        given => Ok(given.clone()),
    }
}

fn trunc(a: &[Value]) -> Result<Value> {
    let (n, s) = (whole(&a[0]), text(&a[1]));
    let length = i64::try_from(s.chars().count()).unwrap_or(i64::MAX);
    let cut = |n: i64| usize::try_from(n).unwrap_or(0);
    Ok(string(if n >= 0 { s.chars().take(cut(n)).collect() } else { s.chars().skip(cut(length + n)).collect() }))
}

fn indented(n: &Value, value: &Value) -> Result<String> {
    let n =
        usize::try_from(whole(n)).ok().filter(|n| *n <= 64).ok_or_else(|| failure("indent: out of range".into()))?;
    let pad = " ".repeat(n);
    Ok(format!("{pad}{}", text(value).replace('\n', &format!("\n{pad}"))))
}

fn dict(a: &[Value]) -> Result<Value> {
    let mut out: BTreeMap<Arc<str>, Value> = BTreeMap::new();
    for pair in a.chunks(2) {
        out.insert(text(&pair[0]).into(), pair.get(1).cloned().unwrap_or_else(|| string(String::new())));
    }
    Ok(Value::Map(Arc::new(out)))
}

/// The first one's keys win, maps inside are merged too.
fn merged(into: &Value, from: &Value) -> Value {
    let (Value::Map(into), Value::Map(from)) = (into, from) else { return into.clone() };
    let mut out = (**into).clone();
    for (key, value) in from.iter() {
        match out.get(key) {
            Some(have @ Value::Map(_)) if map(value).is_some() => {
                let both = merged(have, value);
                out.insert(key.clone(), both);
            }
            Some(have) if have.is_truthy() => {}
            _ => {
                out.insert(key.clone(), value.clone());
            }
        }
    }
    Value::Map(Arc::new(out))
}

fn go_kind(value: &Value) -> &'static str {
    match value {
        Value::Nil => "invalid",
        Value::Bool(_) => "bool",
        Value::Int(_) => "int",
        Value::Uint(_) => "uint",
        Value::Float(_) => "float64",
        Value::String(_) => "string",
        Value::List(_) => "slice",
        Value::Map(_) => "map",
        Value::Function(_) => "func",
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut out, b| {
        let _ = write!(out, "{b:02x}");
        out
    })
}

/// Go's `json.Marshal` also escapes what would matter inside HTML.
fn go_json(value: &serde_json::Value) -> String {
    value.to_string().replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// A template value as JSON. A float without a fraction is written as an integer, as Go does.
pub(crate) fn to_json(value: &Value) -> serde_json::Value {
    match value {
        Value::Nil | Value::Function(_) => serde_json::Value::Null,
        Value::Bool(b) => (*b).into(),
        Value::Int(i) => (*i).into(),
        Value::Uint(i) => (*i).into(),
        #[allow(clippy::cast_possible_truncation, reason = "checked against the range in which every integer is exact")]
        Value::Float(f) if f.fract() == 0.0 && f.abs() < 9.0e15 => (*f as i64).into(),
        Value::Float(f) => (*f).into(),
        Value::String(s) => s.to_string().into(),
        Value::List(l) => l.iter().map(to_json).collect::<Vec<_>>().into(),
        Value::Map(m) => m.iter().map(|(k, v)| (k.to_string(), to_json(v))).collect::<serde_json::Map<_, _>>().into(),
    }
}

/// JSON as a template value. Every number becomes a float because Helm reads YAML that way: `eq .Values.replicas 1`
/// fails there, so it has to fail here.
pub(crate) fn from_json(value: &serde_json::Value) -> Value {
    match value {
        serde_json::Value::Null => Value::Nil,
        serde_json::Value::Bool(b) => Value::Bool(*b),
        serde_json::Value::Number(n) => Value::Float(n.as_f64().unwrap_or(0.0)),
        serde_json::Value::String(s) => Value::String(s.as_str().into()),
        serde_json::Value::Array(l) => Value::List(l.iter().map(from_json).collect()),
        serde_json::Value::Object(m) => {
            Value::Map(Arc::new(m.iter().map(|(k, v)| (k.as_str().into(), from_json(v))).collect()))
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]
mod tests {
    use super::*;

    fn run(source: &str) -> String {
        let cell = Arc::new(OnceLock::new());
        let t = Template::new("t").funcs(all(Arc::downgrade(&cell))).parse(source).unwrap();
        let data = from_json(
            &serde_json::json!({"n": 3, "big": 1_000_000, "s": "a\"b", "l": ["x", "y"], "m": {"k": "v"}, "none": null}),
        );
        t.execute_to_string(&data).unwrap()
    }

    #[test]
    fn functions_answer_as_sprig_answers() {
        for (source, want) in [
            ("{{ .s | quote }}", r#""a\"b""#),
            ("{{ quote .none }}", ""),
            (
                "{{ .n | int }}/{{ .big | int }}/{{ .big | quote }}/{{ quote 1234567.0 0.5 0.00001 }}",
                "3/1000000/\"1e+06\"/\"1.234567e+06\" \"0.5\" \"1e-05\"",
            ),
            ("{{ default 7 .none }}{{ default 7 0 }}{{ default 7 .n | int }}", "773"),
            ("{{ ternary \"a\" \"b\" true }}{{ false | ternary \"a\" \"b\" }}", "ab"),
            ("{{ coalesce \"\" .none \"z\" }}", "z"),
            ("{{ trunc 2 \"abc\" }}{{ trunc -2 \"abc\" }}", "abbc"),
            ("{{ \"a-\" | trimSuffix \"-\" }}", "a"),
            ("{{ .l | join \",\" }}", "x,y"),
            ("{{ (splitList \",\" \"a,b\") | len }}", "2"),
            ("{{ dict \"a\" 1 | toJson }}", r#"{"a":1}"#),
            ("{{ merge (dict \"a\" 1) (dict \"a\" 2 \"b\" 3) | toJson }}", r#"{"a":1,"b":3}"#),
            ("{{ get .m \"k\" }}{{ hasKey .m \"q\" }}", "vfalse"),
            ("{{ max 1 (div 10 4) }}{{ add 1 2 3 }}{{ mul 2 3 }}{{ sub 5 2 }}{{ min 4 2 }}", "26632"),
            ("{{ \"abc\" | sha256sum | trunc 8 }}", "ba7816bf"),
            ("{{ \"a<b\" | toJson }}", "\"a\\u003cb\""),
            ("{{ \"x\" | b64enc }}{{ \"eA==\" | b64dec }}", "eA==x"),
            ("{{ has \"x\" .l }}{{ kindIs \"map\" .m }}", "truetrue"),
            ("{{ .m | toYaml | nindent 2 }}", "\n  k: v"),
            ("{{ lookup \"v1\" \"Secret\" \"a\" \"b\" | len }}", "0"),
        ] {
            assert_eq!(run(source), want, "{source}");
        }
    }

    #[test]
    fn a_quoted_string_is_yaml_whatever_it_holds() {
        for c in (0..0x2100).filter_map(char::from_u32) {
            let s = format!("a{c}b");
            assert_eq!(yaml::parse(&quoted(&s)).unwrap(), serde_json::Value::from(s.clone()), "{s:?}");
        }
    }
}
