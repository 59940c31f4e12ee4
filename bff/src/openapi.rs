//! `openapi.json`: generated from the handlers and structs, checked in, served.

use crate::{routes, table::Row};
use access::Who;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use utoipa::{
    OpenApi,
    openapi::{
        OpenApi as Document, RefOr, Required, Server,
        header::HeaderBuilder,
        path::{Operation, ParameterBuilder, ParameterIn, PathItem, Paths},
        schema::{ObjectBuilder, Type},
        security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme},
    },
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Canopy",
        description = "Run web applications on your own Kubernetes clusters.\n\nEvery success is `{request_id, status: \"success\", data}`, lists with `pagination` beside `data`; every failure is `Failure`. Paths may end in a slash."
    ),
    components(schemas(
        crate::error::Failure,
        routes::deployments::logs::Frame,
        routes::deployments::shell::Frame,
        routes::deployments::shell::Spoken,
        routes::notifications::WebhookNotification
    ))
)]
struct Head;

/// The document before its calls.
pub fn head() -> Document {
    let mut document = Head::openapi();
    document.info.version = env!("CARGO_PKG_VERSION").to_owned();
    document.info.license = None;
    document.servers = Some(vec![Server::new("/api")]);
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
    document.components.get_or_insert_default().add_security_scheme("bearer", SecurityScheme::Http(bearer));
    document
}

/// What a handler documents, as `METHOD /path`.
pub fn calls(paths: &Paths) -> Vec<String> {
    let calls_of = |path, item| operations(item).into_iter().map(move |(method, _)| format!("{method} {path}"));
    paths.paths.iter().flat_map(|(path, item)| calls_of(path, item)).collect()
}

/// The operations of a path with their methods.
fn operations(item: &PathItem) -> Vec<(&'static str, &Operation)> {
    let PathItem { get, put, post, delete, options, head, patch, trace, .. } = item;
    let all = [
        ("GET", get),
        ("PUT", put),
        ("POST", post),
        ("DELETE", delete),
        ("OPTIONS", options),
        ("HEAD", head),
        ("PATCH", patch),
        ("TRACE", trace),
    ];
    all.into_iter().filter_map(|(method, operation)| Some((method, operation.as_ref()?))).collect()
}

/// Adds what the rules and the edge add to every call.
pub fn describe(document: &mut Document, rows: &[Row]) {
    for row in rows {
        if let Some(operation) = operation(document, row.method(), row.path()) {
            describe_one(operation, row);
        }
    }
}

fn describe_one(operation: &mut Operation, row: &Row) {
    let bearer = SecurityRequirement::new::<_, [&str; 0], &str>("bearer", []);
    operation.security = Some(if row.is_public() { Vec::new() } else { vec![bearer] });
    if row.rule.who == Who::Admin {
        let text = operation.description.get_or_insert_default();
        text.push_str(if text.is_empty() { "For global admins only." } else { "\n\nFor global admins only." });
    }
    let text = || ObjectBuilder::new().schema_type(Type::String).build();
    operation.operation_id = Some(operation_id(row));
    // Creating something in a collection; the calls before the log-in and joining a team repeat harmlessly.
    let creates = operation.responses.responses.contains_key("201") && !row.is_public() && !row.path().contains('{');
    if creates {
        let key = ParameterBuilder::new()
            .name("Idempotency-Key")
            .parameter_in(ParameterIn::Header)
            .required(Required::False)
            .description(Some("The same key and body give the first answer again; another body is a 409."))
            .schema(Some(ObjectBuilder::new().schema_type(Type::String).max_length(Some(255)).build()));
        operation.parameters.get_or_insert_default().push(key.build().into());
    }
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(response) = response else { continue };
        if response.description.is_empty() {
            response.description = if status == "201" { "Created." } else { "Done." }.to_owned();
        }
        let id = HeaderBuilder::new().schema(Some(text())).description(Some("The same as request_id.")).build();
        response.headers.insert("x-request-id".to_owned(), id.into());
        if matches!(status.as_str(), "429" | "503") {
            let seconds = ObjectBuilder::new().schema_type(Type::Integer).build();
            let after = HeaderBuilder::new().schema(Some(seconds)).description(Some("Seconds.")).build();
            response.headers.insert("Retry-After".to_owned(), after.into());
        }
    }
}

/// `GET /teams/{id}` is `getTeamsId`: unique, because calls are.
fn operation_id(row: &Row) -> String {
    let mut name = row.method().to_lowercase();
    for word in row.path().split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        let (first, rest) = word.split_at(1);
        name.push_str(&first.to_uppercase());
        name.push_str(rest);
    }
    name
}

fn operation<'a>(document: &'a mut Document, method: &str, path: &str) -> Option<&'a mut Operation> {
    let item = document.paths.paths.get_mut(path)?;
    match method {
        "GET" => item.get.as_mut(),
        "POST" => item.post.as_mut(),
        "PUT" => item.put.as_mut(),
        "DELETE" => item.delete.as_mut(),
        _ => None,
    }
}

/// The document as JSON, with a line end: what stands in `openapi.json`.
pub fn json(document: &Document) -> anyhow::Result<String> {
    let mut text = document.to_pretty_json()?;
    text.push('\n');
    Ok(text)
}

/// The document as it is checked in, which a test compares with the generated one: part of the program, it takes no memory until
/// somebody asks for it.
const CHECKED_IN: &str = include_str!("../openapi.json");

/// This document.
#[utoipa::path(get, path = "/openapi.json", tag = "meta",
    responses((status = 200, description = "This document, without the envelope", body = Object), crate::error::PublicErrors))]
pub async fn serve() -> Response {
    let json = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, json)], CHECKED_IN).into_response()
}

#[cfg(test)]
mod tests {
    use super::operations;
    use super::*;
    use crate::table;

    fn document() -> Document {
        table::document().expect("the document")
    }

    #[test]
    fn the_checked_in_document_is_the_generated_one() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
        let generated = json(&document()).expect("JSON");
        #[expect(clippy::disallowed_methods, reason = "a developer asks for the rewrite by the environment")]
        let update = std::env::var_os("UPDATE").is_some();
        if update {
            std::fs::write(file, &generated).expect("written");
        }
        let stands = std::fs::read_to_string(file).unwrap_or_default();
        assert!(stands == generated, "bff/openapi.json is stale: run the test again with UPDATE=1");
    }

    #[test]
    fn every_call_documents_its_failures() {
        let document = document();
        let mut seen = std::collections::BTreeSet::new();
        for (path, item) in &document.paths.paths {
            for (_, operation) in operations(item) {
                let known = |status: &str| operation.responses.responses.contains_key(status);
                assert!(known("500") && known("503") && known("405"), "{path}");
                let public = operation.security.as_ref().is_some_and(Vec::is_empty);
                assert!(public || (known("401") && known("403") && known("404")), "{path}");
                assert!(operation.operation_id.iter().all(|id| seen.insert(id.clone())), "{path}: a name twice");
                for response in operation.responses.responses.values() {
                    assert!(!matches!(response, RefOr::T(response) if response.description.is_empty()), "{path}");
                }
            }
        }
    }

    #[test]
    fn no_answer_has_a_password_or_a_kubeconfig_but_where_it_is_asked_for() {
        let document: serde_json::Value = serde_json::from_str(&json(&document()).expect("JSON")).expect("JSON");
        let schemas = &document["components"]["schemas"];
        let has = |schema: &str, field: &str| !schemas[schema]["properties"][field].is_null();
        assert!(has("Deployment", "baseParameters") && has("BaseParameters", "hasAppPass"));
        assert!(!has("BaseParameters", "appPass"));
        assert!(!has("DatabaseParameters", "databasePass") && !has("DatabaseParameters", "databaseRootPass"));
        assert!(has("Cluster", "hasKubeconfig") && !has("Cluster", "kubeconfig"));
        assert!(has("Secrets", "appPass"));
    }
}
