//! What is served, for clients that ask before they act.

use super::{Answer, json, request::Call, typed};
use crate::{
    catalogue::{Catalogue, Resource},
    failure::Failure,
};
use http::{Response, StatusCode};
use serde_json::{Value, json as object};

const AGGREGATED: &str = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/// `/version`
pub(super) fn version(catalogue: &Catalogue) -> Value {
    let minor = catalogue.version.split('.').nth(1).unwrap_or_default();
    object!({"major": "1", "minor": minor, "gitVersion": catalogue.version, "gitCommit": "sandbox", "gitTreeState": "clean",
        "buildDate": "1970-01-01T00:00:00Z", "goVersion": "none", "compiler": "rustc", "platform": "sandbox/simulated"})
}

/// `/`, `/api`, `/apis`, and one group or version.
pub(super) fn answer(catalogue: &Catalogue, parts: &[&str], call: &Call) -> Answer {
    let ok = |value: Value| Ok(json(StatusCode::OK, &value));
    match parts {
        [] => ok(
            object!({"paths": ["/api", "/api/v1", "/apis", "/healthz", "/livez", "/openapi/v2", "/openapi/v3", "/readyz", "/version"]}),
        ),
        ["api" | "apis"] if call.accept.contains("APIGroupDiscoveryList") && call.accept.contains("v=v2;") => {
            Ok(aggregated(catalogue, parts[0]))
        }
        ["api"] => ok(object!({"kind": "APIVersions", "versions": ["v1"], "serverAddressByClientCIDRs": []})),
        ["apis"] => {
            let groups: Vec<Value> = catalogue.resources.keys().filter_map(|version| group(version)).collect();
            ok(object!({"kind": "APIGroupList", "apiVersion": "v1", "groups": groups}))
        }
        ["api", version] => resources(catalogue, version).map(|value| json(StatusCode::OK, &value)),
        ["apis", name, version] => {
            resources(catalogue, &format!("{name}/{version}")).map(|value| json(StatusCode::OK, &value))
        }
        ["apis", name] => {
            let found = catalogue
                .resources
                .keys()
                .find(|version| version.rsplit_once('/').is_some_and(|(group, _)| group == *name));
            let mut group = found.and_then(|version| group(version)).ok_or_else(Failure::no_resource)?;
            group["kind"] = "APIGroup".into();
            group["apiVersion"] = "v1".into();
            ok(group)
        }
        _ => Err(Failure::no_resource()),
    }
}

fn group(group_version: &str) -> Option<Value> {
    let (name, version) = group_version.rsplit_once('/')?;
    let version = object!({"groupVersion": group_version, "version": version});
    Some(object!({"name": name, "versions": [version], "preferredVersion": version}))
}

fn resources(catalogue: &Catalogue, group_version: &str) -> Result<Value, Failure> {
    let list = catalogue.resources.get(group_version).ok_or_else(Failure::no_resource)?;
    let list: Vec<Value> = list.iter().map(resource).collect();
    Ok(object!({"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": group_version, "resources": list}))
}

fn resource(resource: &Resource) -> Value {
    let mut value = object!({"name": resource.name, "singularName": resource.singular_name, "namespaced": resource.namespaced,
        "kind": resource.kind, "verbs": resource.verbs});
    for (key, list) in [("shortNames", &resource.short_names), ("categories", &resource.categories)] {
        if !list.is_empty() {
            value[key] = object!(list);
        }
    }
    for (key, text) in [("group", &resource.group), ("version", &resource.version)] {
        if !text.is_empty() {
            value[key] = object!(text);
        }
    }
    value
}

/// All groups of one root in one document.
fn aggregated(catalogue: &Catalogue, root: &str) -> Response<super::Body> {
    let mut items = Vec::new();
    for (group_version, list) in &catalogue.resources {
        let (group, version) = group_version.rsplit_once('/').unwrap_or(("", group_version));
        if group.is_empty() != (root == "api") {
            continue;
        }
        let kind = |resource: &Resource| {
            let said =
                |text: &String, otherwise: &str| if text.is_empty() { otherwise.to_owned() } else { text.clone() };
            object!({"group": said(&resource.group, group), "version": said(&resource.version, version), "kind": resource.kind})
        };
        let plain = list.iter().filter(|resource| !resource.name.contains('/'));
        let resources: Vec<Value> = plain
            .map(|resource| {
                let below = format!("{}/", resource.name);
                let parts: Vec<Value> = list
                    .iter()
                    .filter_map(|part| Some((part.name.strip_prefix(&below)?, part)))
                    .map(|(name, part)| object!({"subresource": name, "responseKind": kind(part), "verbs": part.verbs}))
                    .collect();
                object!({"resource": resource.name, "responseKind": kind(resource), "scope": if resource.namespaced { "Namespaced" } else { "Cluster" },
                    "singularResource": resource.singular_name, "verbs": resource.verbs, "shortNames": resource.short_names,
                    "categories": resource.categories, "subresources": parts})
            })
            .collect();
        items.push(object!({"metadata": {"name": group, "creationTimestamp": null},
            "versions": [{"version": version, "resources": resources, "freshness": "Current"}]}));
    }
    let list = object!({"kind": "APIGroupDiscoveryList", "apiVersion": "apidiscovery.k8s.io/v2", "metadata": {}, "items": items});
    typed(StatusCode::OK, AGGREGATED, list.to_string().into_bytes())
}
