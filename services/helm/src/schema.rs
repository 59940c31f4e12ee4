//! The part of JSON Schema that our `values.schema.json` files use. A keyword that is not implemented is an error at
//! loading: a rule must never be skipped silently. Helm reads the same files with a complete validator.

use crate::{Violation, error::Rule as Broken};
use regex::Regex;
use serde_json::{Map, Value};

const ANNOTATIONS: [&str; 7] = ["$schema", "$id", "title", "description", "default", "examples", "$comment"];
/// Values are a small tree; whoever sends more is not configuring a site.
const MOST_VIOLATIONS: usize = 20;

#[derive(Debug)]
pub(crate) struct Schema {
    root: Rule,
}

#[derive(Debug, Default)]
struct Rule {
    kinds: Vec<String>,
    values: Option<Vec<Value>>,
    properties: Vec<(String, Rule)>,
    required: Vec<String>,
    /// None: anything goes; Some(None): nothing else; Some(rule): others follow the rule.
    additional: Option<Option<Box<Rule>>>,
    names: Option<Box<Rule>>,
    items: Option<Box<Rule>>,
    unique: bool,
    pattern: Option<(Regex, String)>,
    minimum: Option<f64>,
    maximum: Option<f64>,
    shortest: Option<u64>,
    longest: Option<u64>,
    fewest: Option<u64>,
    most: Option<u64>,
    most_keys: Option<u64>,
    all: Vec<Rule>,
    when: Option<Condition>,
    not: Option<Box<Rule>>,
    /// The sentence shown when a pattern does not match (`$comment` beside it).
    comment: Option<String>,
}

/// `if`, `then`, `else`.
#[derive(Debug)]
struct Condition {
    test: Box<Rule>,
    then: Option<Box<Rule>>,
    otherwise: Option<Box<Rule>>,
}

impl Schema {
    pub(crate) fn parse(data: &[u8]) -> Result<Self, String> {
        let whole: Value = serde_json::from_slice(data).map_err(|e| e.to_string())?;
        let definitions = whole.get("definitions").cloned().unwrap_or_default();
        let Value::Object(mut root) = whole else { return Err("is not an object".into()) };
        root.remove("definitions");
        Ok(Self { root: rule(&Value::Object(root), &definitions, 0)? })
    }

    pub(crate) fn check(&self, value: &Value) -> Vec<Violation> {
        let mut found = Vec::new();
        self.root.check(value, "", &mut found);
        found.truncate(MOST_VIOLATIONS);
        found
    }
}

fn rule(schema: &Value, definitions: &Value, depth: usize) -> Result<Rule, String> {
    if depth > 32 {
        return Err("is nested too deeply or refers to itself".into());
    }
    let Value::Object(map) = schema else { return Err("every rule must be an object".into()) };
    if let Some(reference) = map.get("$ref").and_then(Value::as_str) {
        let name = reference.strip_prefix("#/definitions/").ok_or("only #/definitions/… can be referred to")?;
        let target = definitions.get(name).ok_or_else(|| format!("definition {name} is missing"))?;
        if map.len() > 1 {
            return Err(format!("$ref {name} has neighbours, which older validators ignore"));
        }
        return rule(target, definitions, depth + 1);
    }
    let below = |value: &Value| rule(value, definitions, depth + 1).map(Box::new);
    let mut out = Rule { comment: map.get("$comment").and_then(Value::as_str).map(str::to_string), ..Rule::default() };
    for (keyword, value) in map {
        match keyword.as_str() {
            k if ANNOTATIONS.contains(&k) => {}
            "type" => out.kinds = strings(value),
            "enum" => out.values = value.as_array().cloned(),
            "const" => out.values = Some(vec![value.clone()]),
            "properties" => {
                for (name, inner) in value.as_object().into_iter().flatten() {
                    out.properties.push((name.clone(), rule(inner, definitions, depth + 1)?));
                }
            }
            "required" => out.required = strings(value),
            "additionalProperties" => {
                out.additional = match value {
                    Value::Bool(true) => None,
                    Value::Bool(false) => Some(None),
                    other => Some(Some(below(other)?)),
                }
            }
            "propertyNames" => out.names = Some(below(value)?),
            "items" => out.items = Some(below(value)?),
            "uniqueItems" => out.unique = value == true,
            "pattern" => {
                let source = value.as_str().unwrap_or_default();
                out.pattern = Some((Regex::new(source).map_err(|e| e.to_string())?, source.to_string()));
            }
            "minimum" => out.minimum = value.as_f64(),
            "maximum" => out.maximum = value.as_f64(),
            "minLength" => out.shortest = value.as_u64(),
            "maxLength" => out.longest = value.as_u64(),
            "minItems" => out.fewest = value.as_u64(),
            "maxItems" => out.most = value.as_u64(),
            "maxProperties" => out.most_keys = value.as_u64(),
            "allOf" => {
                for inner in value.as_array().into_iter().flatten() {
                    out.all.push(rule(inner, definitions, depth + 1)?);
                }
            }
            "if" => {
                let (then, otherwise) = (branch(map, "then", &below)?, branch(map, "else", &below)?);
                out.when = Some(Condition { test: below(value)?, then, otherwise });
            }
            "then" | "else" if map.contains_key("if") => {}
            "not" => out.not = Some(below(value)?),
            unknown => return Err(format!("the keyword {unknown} is not supported")),
        }
    }
    Ok(out)
}

fn branch(
    map: &Map<String, Value>,
    name: &str,
    below: &dyn Fn(&Value) -> Result<Box<Rule>, String>,
) -> Result<Option<Box<Rule>>, String> {
    map.get(name).map(below).transpose()
}

fn strings(value: &Value) -> Vec<String> {
    match value {
        Value::String(one) => vec![one.clone()],
        Value::Array(list) => list.iter().filter_map(Value::as_str).map(str::to_string).collect(),
        _ => Vec::new(),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(n) if n.as_f64().is_some_and(|f| f.fract() == 0.0) => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

impl Rule {
    fn fits(&self, value: &Value) -> bool {
        let mut found = Vec::new();
        self.check(value, "", &mut found);
        found.is_empty()
    }

    fn check(&self, value: &Value, path: &str, found: &mut Vec<Violation>) {
        if found.len() >= MOST_VIOLATIONS {
            return;
        }
        let mut wrong = |rule: Broken| found.push(Violation::new(path, rule));
        let is = kind(value);
        if !self.kinds.is_empty() && !self.kinds.iter().any(|k| k == is || (k == "number" && is == "integer")) {
            wrong(Broken::Type(self.kinds.join(", ")));
            return;
        }
        if let Some(allowed) = &self.values
            && !allowed.contains(value)
        {
            let list: Vec<String> =
                allowed.iter().map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_string)).collect();
            wrong(Broken::OneOf(list.join(", ")));
        }
        match value {
            Value::String(text) => self.check_text(text, &mut wrong),
            Value::Number(number) => self.check_number(number.as_f64().unwrap_or(f64::MAX), &mut wrong),
            Value::Array(list) => self.check_list(list, path, found),
            Value::Object(map) => self.check_map(map, path, found),
            _ => {}
        }
        for inner in &self.all {
            inner.check(value, path, found);
        }
        if let Some(Condition { test, then, otherwise }) = &self.when
            && let Some(next) = if test.fits(value) { then } else { otherwise }
        {
            next.check(value, path, found);
        }
        if let Some(not) = &self.not
            && not.fits(value)
        {
            let text = self.comment.clone().unwrap_or_else(|| "has a value that is not allowed".into());
            found.push(Violation::new(path, Broken::Form(text)));
        }
    }

    fn check_text(&self, text: &str, wrong: &mut dyn FnMut(Broken)) {
        if let Some((pattern, source)) = &self.pattern
            && !pattern.is_match(text)
        {
            wrong(Broken::Form(self.comment.clone().unwrap_or_else(|| format!("does not match {source}"))));
        }
        let length = text.chars().count() as u64;
        if self.shortest.is_some_and(|n| length < n) {
            wrong(Broken::Shortest(self.shortest.unwrap_or(0)));
        }
        if self.longest.is_some_and(|n| length > n) {
            wrong(Broken::Longest(self.longest.unwrap_or(0)));
        }
    }

    fn check_number(&self, number: f64, wrong: &mut dyn FnMut(Broken)) {
        if self.minimum.is_some_and(|n| number < n) {
            wrong(Broken::Minimum(self.minimum.unwrap_or(0.0).to_string()));
        }
        if self.maximum.is_some_and(|n| number > n) {
            wrong(Broken::Maximum(self.maximum.unwrap_or(0.0).to_string()));
        }
    }

    fn check_list(&self, list: &[Value], path: &str, found: &mut Vec<Violation>) {
        let length = list.len() as u64;
        if self.fewest.is_some_and(|n| length < n) || self.most.is_some_and(|n| length > n) {
            found.push(Violation::new(path, Broken::Entries));
        }
        if self.unique && list.iter().enumerate().any(|(i, item)| list[..i].contains(item)) {
            found.push(Violation::new(path, Broken::Twice));
        }
        if let Some(rule) = &self.items {
            for (i, item) in list.iter().enumerate() {
                rule.check(item, &format!("{path}[{i}]"), found);
            }
        }
    }

    fn check_map(&self, map: &Map<String, Value>, path: &str, found: &mut Vec<Violation>) {
        let join = |name: &str| if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
        for name in &self.required {
            if !map.contains_key(name) {
                found.push(Violation::new(join(name), Broken::Required));
            }
        }
        if self.most_keys.is_some_and(|n| map.len() as u64 > n) {
            found.push(Violation::new(path, Broken::Entries));
        }
        for (name, value) in map {
            if let Some(rule) = &self.names
                && !rule.fits(&Value::from(name.as_str()))
            {
                found.push(Violation::new(path, Broken::Key));
            }
            match (self.properties.iter().find(|(n, _)| n == name), &self.additional) {
                (Some((_, rule)), _) => rule.check(value, &join(name), found),
                (None, Some(None)) => found.push(Violation::new(path, Broken::Unknown(name.clone()))),
                (None, Some(Some(rule))) => rule.check(value, &join(name), found),
                (None, None) => {}
            }
        }
    }
}
