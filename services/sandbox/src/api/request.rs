//! What a request asks for: its path, its parameters, and who sent it.

use crate::{
    catalogue::{Catalogue, Kind, METRICS},
    failure::Failure,
    json,
};
use bytes::Bytes;
use http::{HeaderMap, Method, header, request};
use serde_json::Value;
use std::{collections::HashMap, sync::Arc};

/// One request.
#[derive(Debug)]
pub struct Call {
    pub method: Method,
    pub path: String,
    pub body: Bytes,
    pub content_type: String,
    pub accept: String,
    agent: String,
    query: HashMap<String, String>,
    /// All values of `command`.
    pub command: Vec<String>,
}

impl Call {
    /// Reads the head.
    pub fn read(head: &request::Parts) -> Result<Self, Failure> {
        let text = |name: header::HeaderName| {
            head.headers.get(name).and_then(|v| v.to_str().ok()).unwrap_or_default().to_owned()
        };
        let (mut query, mut command) = (HashMap::new(), Vec::new());
        for (name, value) in form_urlencoded::parse(head.uri.query().unwrap_or_default().as_bytes()).into_owned() {
            if name == "command" {
                command.push(value.clone());
            }
            // of several the first counts, as it does for a real API server
            query.entry(name).or_insert(value);
        }
        let path = head.uri.path();
        if path.contains('%') {
            return Err(Failure::no_resource());
        }
        Ok(Self {
            method: head.method.clone(),
            path: path.to_owned(),
            body: Bytes::new(),
            content_type: text(header::CONTENT_TYPE).split(';').next().unwrap_or_default().trim().to_owned(),
            accept: text(header::ACCEPT),
            agent: text(header::USER_AGENT),
            query,
            command,
        })
    }

    /// Everybody may ask whether the server lives, and its version; everything else needs the token.
    pub fn admitted(&self, token: &str, headers: &HeaderMap, catalogue: &Catalogue) -> Result<(), Failure> {
        match headers.get(header::AUTHORIZATION).map(|v| v.as_bytes().strip_prefix(b"Bearer ").unwrap_or_default()) {
            Some(said) if same(said, token.as_bytes()) => Ok(()),
            Some(_) => Err(Failure::unauthorized()),
            None if matches!(self.path.as_str(), "/version" | "/healthz" | "/readyz" | "/livez") => Ok(()),
            None => {
                let parts: Vec<&str> = self.path.split('/').filter(|part| !part.is_empty()).collect();
                match Target::of(&parts, catalogue) {
                    Ok(target) => Err(Failure::anonymous(self.verb(&target), &target.kind)),
                    Err(_) => Err(Failure::unauthorized()),
                }
            }
        }
    }

    fn verb(&self, target: &Target) -> &'static str {
        match self.method {
            Method::GET if target.name.is_some() => "get",
            Method::GET if self.is("watch") => "watch",
            Method::GET => "list",
            Method::POST => "create",
            Method::PUT => "update",
            Method::PATCH => "patch",
            _ => "delete",
        }
    }

    /// A parameter; empty when it is not there.
    pub fn query(&self, name: &str) -> &str {
        self.query.get(name).map_or("", String::as_str)
    }

    /// Whether a parameter is `true` or `1`.
    pub fn is(&self, name: &str) -> bool {
        matches!(self.query(name), "true" | "1" | "True")
    }

    /// A whole number, where one is said.
    pub fn number<T: std::str::FromStr>(&self, name: &str) -> Result<Option<T>, Failure> {
        match self.query(name) {
            "" => Ok(None),
            text => {
                text.parse().map(Some).map_err(|_| Failure::bad_request(format!("Invalid value: {text:?} of {name}")))
            }
        }
    }

    /// Whether nothing may be changed.
    ///
    /// # Errors
    /// 422 for anything but `All`, as a real server refuses it.
    pub fn dry_run(&self) -> Result<bool, Failure> {
        match self.query("dryRun") {
            "" => Ok(false),
            "All" => Ok(true),
            other => {
                Err(Failure::bad_request(format!("dryRun: Unsupported value: {other:?}: supported values: \"All\"")))
            }
        }
    }

    /// The field manager: what was said, else the program's name.
    pub fn manager(&self) -> String {
        match self.query("fieldManager") {
            "" => self
                .agent
                .split('/')
                .next()
                .filter(|name| !name.is_empty())
                .unwrap_or("unknown")
                .chars()
                .take(128)
                .collect(),
            said => said.to_owned(),
        }
    }

    /// Turns a body in protobuf into JSON.
    ///
    /// # Errors
    /// 415 when it cannot be read.
    pub fn unpack(&mut self, catalogue: &Catalogue) -> Result<(), Failure> {
        if self.content_type.contains("protobuf") && !self.body.is_empty() {
            let object =
                catalogue.protobuf.decode(&self.body).ok_or_else(|| Failure::unsupported_media(&self.content_type))?;
            self.body = object.to_string().into();
            self.content_type = "application/json".into();
        }
        Ok(())
    }

    /// The body as JSON, or as YAML where the type says so.
    pub fn json(&self) -> Result<Value, Failure> {
        if self.content_type.contains("cbor") {
            return Err(Failure::unsupported_media(&self.content_type));
        }
        if self.content_type.ends_with("yaml") && !self.body.trim_ascii_start().starts_with(b"{") {
            let text = std::str::from_utf8(&self.body).map_err(|_| Failure::bad_request("the body is not UTF-8"))?;
            return serde_saphyr::from_str(text)
                .map_err(|error| Failure::bad_request(format!("error decoding YAML: {error}")));
        }
        serde_json::from_slice(&self.body)
            .map_err(|error| Failure::bad_request(format!("the object provided is unrecognized: {error}")))
    }

    /// Whether only the metadata is asked for.
    pub fn wants_metadata(&self) -> bool {
        self.accept.split(',').next().is_some_and(|first| first.contains("as=PartialObjectMetadata"))
    }
}

/// In constant time for equal lengths.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

/// What a path names.
#[derive(Debug)]
pub struct Target {
    pub kind: Arc<Kind>,
    /// `None`: all namespaces, or a kind without them.
    pub namespace: Option<String>,
    pub name: Option<String>,
    /// `status`, `log`, …; empty for the object itself.
    pub part: String,
    /// Of the metrics API.
    pub is_metric: bool,
}

impl Target {
    /// Reads `api/v1/…` and `apis/<group>/<version>/…`.
    pub fn of(parts: &[&str], catalogue: &Catalogue) -> Result<Self, Failure> {
        let (group_version, rest) = match parts {
            ["api", version, rest @ ..] => ((*version).to_owned(), rest),
            ["apis", group, version, rest @ ..] => (format!("{group}/{version}"), rest),
            _ => return Err(Failure::no_resource()),
        };
        let (namespace, rest) = match rest {
            // `namespaces/x` is the namespace itself, `namespaces/x/status` a part of it.
            ["namespaces", name, plural, rest @ ..] if !matches!(*plural, "status" | "finalize") => {
                (Some((*name).to_owned()), [&[*plural], rest].concat())
            }
            rest => (None, rest.to_vec()),
        };
        let (plural, name, part) = match rest[..] {
            [plural] => (plural, None, ""),
            [plural, name] => (plural, Some(name), ""),
            [plural, name, part] => (plural, Some(name), part),
            _ => return Err(Failure::no_resource()),
        };
        let is_metric = group_version == METRICS;
        let found = if is_metric {
            catalogue.at("v1", plural).filter(|_| matches!(plural, "nodes" | "pods"))
        } else {
            catalogue.at(&group_version, plural)
        };
        let kind = found.ok_or_else(Failure::no_resource)?;
        if !part.is_empty() && !kind.has(part) {
            return Err(Failure::no_resource());
        }
        let misplaced =
            kind.namespaced && namespace.is_none() && name.is_some() || !kind.namespaced && namespace.is_some();
        if misplaced {
            return Err(Failure::no_resource());
        }
        Ok(Self { kind: Arc::clone(kind), namespace, name: name.map(str::to_owned), part: part.to_owned(), is_metric })
    }

    /// The namespace; empty for kinds without.
    pub fn space(&self) -> &str {
        self.namespace.as_deref().unwrap_or_default()
    }

    /// The name; empty for lists.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or_default()
    }

    /// That a body is of this kind and place; the namespace is filled in.
    ///
    /// # Errors
    /// 400 when it is another.
    pub fn fits(&self, object: &mut Value) -> Result<(), Failure> {
        if !object.is_object() {
            return Err(Failure::bad_request("the object provided is unrecognized (must be of type Object)"));
        }
        let said = (json::text(object, "/apiVersion"), json::text(object, "/kind"));
        let (version, kind) = (self.kind.api_version(), self.kind.kind.as_str());
        if (!said.0.is_empty() && said.0 != version) || (!said.1.is_empty() && said.1 != kind) {
            let place = format!("{} in version {:?}", if said.1.is_empty() { kind } else { said.1 }, said.0);
            return Err(Failure::bad_request(format!(
                "{place} cannot be handled as a {kind}: the API version in the data ({}) does not match the expected API version ({version})",
                said.0
            )));
        }
        let name = json::name(object);
        if let Some(wanted) = &self.name
            && !name.is_empty()
            && name != wanted
        {
            return Err(Failure::bad_request(format!(
                "the name of the object ({name}) does not match the name on the URL ({wanted})"
            )));
        }
        if !self.kind.namespaced {
            return Ok(());
        }
        let namespace = json::namespace(object);
        if !namespace.is_empty() && namespace != self.space() {
            return Err(Failure::bad_request(
                "the namespace of the provided object does not match the namespace sent on the request",
            ));
        }
        json::set(object, &["metadata", "namespace"], self.space());
        Ok(())
    }
}
