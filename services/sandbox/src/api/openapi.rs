//! The OpenAPI documents, as far as kubectl and Helm read them: the schemas, and that writes take `fieldValidation`.

use super::{Answer, json, request::Call};
use crate::{
    catalogue::{Catalogue, METRICS},
    failure::Failure,
};
use http::StatusCode;
use serde_json::{Map, Value, json as object};

pub(super) fn answer(catalogue: &Catalogue, parts: &[&str], call: &Call) -> Answer {
    match parts {
        ["openapi", "v2"]
            if call.accept.starts_with("application/com.github.proto") && !call.accept.contains("application/json") =>
        {
            Err(Failure::unsupported_media(&call.accept))
        }
        ["openapi", "v2"] => Ok(json(StatusCode::OK, &v2(catalogue))),
        ["openapi", "v3"] => Ok(json(StatusCode::OK, &index(catalogue))),
        ["openapi", "v3", "api", version] => v3(catalogue, version).map(|value| json(StatusCode::OK, &value)),
        ["openapi", "v3", "apis", group, version] => {
            v3(catalogue, &format!("{group}/{version}")).map(|value| json(StatusCode::OK, &value))
        }
        _ => Err(Failure::no_resource()),
    }
}

fn root(group_version: &str) -> String {
    if group_version.contains('/') { format!("apis/{group_version}") } else { format!("api/{group_version}") }
}

fn served(catalogue: &Catalogue) -> impl Iterator<Item = &String> {
    catalogue.resources.keys().filter(|version| *version != METRICS)
}

fn index(catalogue: &Catalogue) -> Value {
    let paths: Map<String, Value> = served(catalogue)
        .map(|version| {
            let path = root(version);
            let url =
                format!("/openapi/v3/{path}?hash={:016X}", crate::json::hash(&format!("{path} {}", catalogue.version)));
            (path, object!({"serverRelativeURL": url}))
        })
        .collect();
    object!({"paths": paths})
}

fn info(catalogue: &Catalogue) -> Value {
    object!({"title": "Kubernetes (sandbox)", "version": catalogue.version})
}

fn v3(catalogue: &Catalogue, group_version: &str) -> Result<Value, Failure> {
    if !served(catalogue).any(|version| version == group_version) {
        return Err(Failure::no_resource());
    }
    let parameter =
        |name: &str| object!({"name": name, "in": "query", "schema": {"type": "string", "uniqueItems": true}});
    let paths = paths(catalogue, group_version, &parameter, &object!({"application/json": {}}));
    Ok(
        object!({"openapi": "3.0.0", "info": info(catalogue), "paths": paths, "components": {"schemas": catalogue.schemas}}),
    )
}

fn v2(catalogue: &Catalogue) -> Value {
    let text = serde_json::to_string(&catalogue.schemas)
        .unwrap_or_default()
        .replace("#/components/schemas/", "#/definitions/");
    let mut definitions: Value = serde_json::from_str(&text).unwrap_or_default();
    unwrapped(&mut definitions);
    let parameter = |name: &str| object!({"name": name, "in": "query", "type": "string", "uniqueItems": true});
    let mut all = Map::new();
    for version in served(catalogue) {
        all.extend(paths(catalogue, version, &parameter, &Value::Null));
    }
    object!({"swagger": "2.0", "info": info(catalogue), "paths": all, "definitions": definitions})
}

/// Version 2 has plain references where version 3 has lists of one, and no "one of".
fn unwrapped(value: &mut Value) {
    match value {
        Value::Object(map) => {
            if let Some(Value::Array(mut list)) = map.remove("allOf")
                && let Some(Value::Object(one)) = list.pop()
            {
                map.extend(one);
                map.remove("default");
            }
            if map.remove("oneOf").is_some() {
                map.insert("type".into(), "string".into());
            }
            map.values_mut().for_each(unwrapped);
        }
        Value::Array(list) => list.iter_mut().for_each(unwrapped),
        _ => {}
    }
}

fn paths(
    catalogue: &Catalogue,
    group_version: &str,
    parameter: &dyn Fn(&str) -> Value,
    body: &Value,
) -> Map<String, Value> {
    let (group, version) = group_version.rsplit_once('/').unwrap_or(("", group_version));
    let mut paths = Map::new();
    for resource in
        catalogue.resources.get(group_version).into_iter().flatten().filter(|resource| !resource.name.contains('/'))
    {
        let place = if resource.namespaced { "namespaces/{namespace}/" } else { "" };
        let all = format!("/{}/{place}{}", root(group_version), resource.name);
        let operation = |action: &str| {
            let parameters = ["dryRun", "fieldManager", "fieldValidation"].map(parameter);
            let mut value = object!({"parameters": parameters,
                "responses": {"200": {"description": "OK"}}, "x-kubernetes-action": action,
                "x-kubernetes-group-version-kind": {"group": group, "version": version, "kind": resource.kind}});
            if !body.is_null() {
                value["requestBody"] = object!({"content": body});
            }
            value
        };
        paths.insert(all.clone(), object!({"post": operation("post")}));
        paths.insert(format!("{all}/{{name}}"), object!({"put": operation("put"), "patch": operation("patch")}));
    }
    paths
}
