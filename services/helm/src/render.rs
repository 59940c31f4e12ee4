//! From values to documents.

use crate::template::Engine;
use crate::{Chart, Error, install_order, values, yaml};
use gotmpl::Value as Data;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Where and as what a chart is rendered.
#[derive(Debug, Clone)]
pub struct Target<'a> {
    /// The release's name, at most 40 characters (a StatefulSet's name may not be longer than 52).
    pub release: &'a str,
    /// Its namespace.
    pub namespace: &'a str,
    /// The revision, from 1. Our charts do not print it: the same values must give the same documents.
    pub revision: u32,
    /// Is there no earlier revision?
    pub is_install: bool,
    /// `v1.36.3`, as the cluster says it.
    pub kube_version: &'a str,
    /// `apps/v1`, `networking.k8s.io/v1/Ingress`, …: what the cluster serves; may be empty.
    pub api_versions: &'a [String],
}

/// One object of the release.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// The template it came from, `wordpress/templates/web.yaml`.
    pub source: String,
    /// `apps/v1`
    pub api_version: String,
    /// `Deployment`
    pub kind: String,
    /// `metadata.name`
    pub name: String,
    /// The whole object, without Helm's ownership labels (see [`crate::owned`]).
    pub object: Value,
}

/// An object that runs at a moment of the release's life and is not part of its manifest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hook {
    /// `metadata.name`
    pub name: String,
    /// `Job`
    pub kind: String,
    /// The template it came from.
    pub path: String,
    /// Its YAML.
    pub manifest: String,
    /// `post-install`, …
    pub events: Vec<String>,
    /// Lower ones run first.
    pub weight: i32,
    /// `before-hook-creation`, `hook-succeeded`, `hook-failed`; Helm's default is the first.
    pub delete_policies: Vec<String>,
    /// The parsed object.
    pub object: Value,
}

/// What a chart renders to.
#[derive(Debug, Clone, PartialEq)]
pub struct Rendered {
    /// The objects, in install order.
    pub documents: Vec<Document>,
    /// The hooks, in the order in which they run.
    pub hooks: Vec<Hook>,
    /// `NOTES.txt`, rendered.
    pub notes: String,
    /// The manifest as Helm stores it in the release record.
    pub manifest: String,
}

/// Renders the chart with the user's values laid over its defaults. The values are checked first; an error of the
/// schema comes back as [`Error::Values`] with every broken rule.
pub fn render(chart: &Chart, user: &Value, target: &Target<'_>) -> Result<Rendered, Error> {
    check_target(target)?;
    let all = values::coalesce(&chart.values, user);
    if let Some(schema) = &chart.schema {
        let violations = schema.check(&all);
        if !violations.is_empty() {
            return Err(Error::Values(violations));
        }
    }
    let engine = &chart.engine;
    let mut parts: Vec<(Document, String)> = Vec::new();
    let mut hooks = Vec::new();
    for file in &engine.files {
        let output = engine.run(file, &context(chart, &all, target, file))?;
        for text in yaml::split(&output) {
            let Some(document) = Document::read(file, text)? else { continue };
            match hook(&document, text) {
                Some(hook) => hooks.push(hook),
                None => parts.push((document, text.to_string())),
            }
        }
    }
    let notes = notes(engine, chart, &all, target)?;
    hooks.sort_by(|a: &Hook, b: &Hook| (a.weight, &a.name).cmp(&(b.weight, &b.name)));
    Ok(assemble(parts, hooks, notes))
}

fn assemble(parts: Vec<(Document, String)>, hooks: Vec<Hook>, notes: String) -> Rendered {
    let mut texts: BTreeMap<(String, String, String), String> = BTreeMap::new();
    let mut documents = Vec::new();
    for (document, text) in parts {
        texts.insert((document.api_version.clone(), document.kind.clone(), document.name.clone()), text);
        documents.push(document);
    }
    install_order(&mut documents);
    let mut manifest = String::new();
    for d in &documents {
        if let Some(text) = texts.get(&(d.api_version.clone(), d.kind.clone(), d.name.clone())) {
            manifest.push_str("---\n# Source: ");
            manifest.push_str(&d.source);
            manifest.push('\n');
            manifest.push_str(text);
            manifest.push('\n');
        }
    }
    Rendered { documents, hooks, notes, manifest }
}

fn notes(engine: &Engine, chart: &Chart, all: &Value, target: &Target<'_>) -> Result<String, Error> {
    match &engine.notes {
        Some(name) => engine.run(name, &context(chart, all, target, name)),
        None => Ok(String::new()),
    }
}

fn check_target(target: &Target<'_>) -> Result<(), Error> {
    let label = |s: &str, most: usize| {
        !s.is_empty()
            && s.len() <= most
            && s.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            && !s.starts_with('-')
            && !s.ends_with('-')
    };
    if !label(target.release, 40) {
        return Err(Error::State(
            "a release name has at most 40 characters: lower-case letters, digits, dashes".into(),
        ));
    }
    if !label(target.namespace, 63) {
        return Err(Error::State("the namespace is not a DNS label".into()));
    }
    Ok(())
}

fn context(chart: &Chart, all: &Value, target: &Target<'_>, file: &str) -> Data {
    use crate::template::from_json;
    let meta = &chart.metadata;
    let version = if target.kube_version.starts_with('v') {
        target.kube_version.to_string()
    } else {
        format!("v{}", target.kube_version)
    };
    let mut numbers = version.trim_start_matches('v').split('.');
    let (major, minor) = (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default());
    let mut data = from_json(&json!({
        "Values": all,
        "Release": {
            "Name": target.release, "Namespace": target.namespace, "Service": "Helm",
            "IsInstall": target.is_install, "IsUpgrade": !target.is_install,
        },
        "Chart": {
            "Name": meta.name, "Version": meta.version, "AppVersion": meta.app_version, "APIVersion": meta.api_version,
            "Description": meta.description, "Type": meta.kind, "IsRoot": true,
        },
        "Capabilities": {
            "KubeVersion": {"Version": version, "GitVersion": version, "Major": major, "Minor": minor},
            "APIVersions": target.api_versions,
        },
        "Template": {"Name": file, "BasePath": format!("{}/templates", meta.name)},
        "Subcharts": {},
    }));
    // The one number that Helm itself puts there as an integer.
    if let Data::Map(root) = &mut data {
        let root = std::sync::Arc::make_mut(root);
        if let Some(Data::Map(release)) = root.get_mut("Release") {
            std::sync::Arc::make_mut(release).insert("Revision".into(), Data::Int(i64::from(target.revision)));
        }
    }
    data
}

fn hook(document: &Document, text: &str) -> Option<Hook> {
    let annotation = |key: &str| {
        let found = document.object.pointer("/metadata/annotations").and_then(|a| a.get(key)).and_then(Value::as_str);
        found.unwrap_or_default()
    };
    let words = |s: &str| s.split(',').map(|w| w.trim().to_lowercase()).filter(|w| !w.is_empty()).collect::<Vec<_>>();
    let events: Vec<String> = words(annotation("helm.sh/hook"));
    if events.is_empty() {
        return None;
    }
    let mut delete_policies = words(annotation("helm.sh/hook-delete-policy"));
    if delete_policies.is_empty() {
        delete_policies.push("before-hook-creation".into());
    }
    Some(Hook {
        name: document.name.clone(),
        kind: document.kind.clone(),
        path: document.source.clone(),
        manifest: text.to_string(),
        events,
        weight: annotation("helm.sh/hook-weight").trim().parse().unwrap_or(0),
        delete_policies,
        object: document.object.clone(),
    })
}
