//! A refusal, in the words and the shape of Kubernetes' `Status`.

use crate::catalogue::Kind;
use serde_json::{Value, json};

/// What a request is refused with.
#[derive(Debug, Clone)]
pub struct Failure {
    /// HTTP status.
    pub code: u16,
    /// `NotFound`; may be empty.
    pub reason: &'static str,
    /// For people.
    pub message: String,
    /// `{"name", "group", "kind", "causes", …}`
    pub details: Option<Value>,
}

/// One thing that is wrong with an object.
#[derive(Debug, Clone)]
pub struct Problem {
    /// `FieldValueRequired`
    pub reason: &'static str,
    /// `spec.selector`
    pub field: String,
    /// `Required value`
    pub message: String,
}

impl Problem {
    /// A field that must be there.
    pub fn required(field: impl Into<String>) -> Self {
        Self { reason: "FieldValueRequired", field: field.into(), message: "Required value".into() }
    }

    /// A field with a value that it may not have.
    pub fn invalid(field: impl Into<String>, value: &Value, why: &str) -> Self {
        Self { reason: "FieldValueInvalid", field: field.into(), message: format!("Invalid value: {value}: {why}") }
    }

    /// A field that may not be set.
    pub fn forbidden(field: impl Into<String>, why: &str) -> Self {
        Self { reason: "FieldValueForbidden", field: field.into(), message: format!("Forbidden: {why}") }
    }
}

impl Failure {
    fn new(code: u16, reason: &'static str, message: String) -> Self {
        Self { code, reason, message, details: None }
    }

    fn about(mut self, kind: &Kind, kind_word: &str, name: &str) -> Self {
        let mut details = json!({"name": name, "kind": kind_word});
        if !kind.group.is_empty() {
            details["group"] = json!(kind.group);
        }
        self.details = Some(details);
        self
    }

    /// 404 of an object.
    pub fn not_found(kind: &Kind, name: &str) -> Self {
        Self::new(404, "NotFound", format!("{} {name:?} not found", kind.resource())).about(kind, &kind.plural, name)
    }

    /// 404 of a path.
    pub fn no_resource() -> Self {
        let mut failure = Self::new(404, "NotFound", "the server could not find the requested resource".into());
        failure.details = Some(json!({}));
        failure
    }

    /// 405
    pub fn no_method() -> Self {
        let mut failure = Self::new(
            405,
            "MethodNotAllowed",
            "the server does not allow this method on the requested resource".into(),
        );
        failure.details = Some(json!({}));
        failure
    }

    /// 400
    pub fn bad_request(message: impl Into<String>) -> Self {
        Self::new(400, "BadRequest", message.into())
    }

    /// 401
    pub fn unauthorized() -> Self {
        Self::new(401, "Unauthorized", "Unauthorized".into())
    }

    /// 403 for somebody without a token.
    pub fn anonymous(verb: &str, kind: &Kind) -> Self {
        let message = format!(
            "{} is forbidden: User \"system:anonymous\" cannot {verb} resource {:?} in API group {:?} at the cluster scope",
            kind.resource(),
            kind.plural,
            kind.group
        );
        Self::new(403, "Forbidden", message).about(kind, &kind.plural, "")
    }

    /// 403
    pub fn forbidden(kind: &Kind, name: &str, why: &str) -> Self {
        Self::new(403, "Forbidden", format!("{} {name:?} is forbidden: {why}", kind.resource())).about(
            kind,
            &kind.plural,
            name,
        )
    }

    /// 403 because the namespace goes away.
    pub fn terminating(kind: &Kind, name: &str, namespace: &str) -> Self {
        let why = format!("unable to create new content in namespace {namespace} because it is being terminated");
        let mut failure = Self::forbidden(kind, name, &why);
        if let Some(details) = &mut failure.details {
            details["causes"] = json!([{"reason": "NamespaceTerminating", "message": format!("namespace {namespace} is being terminated"), "field": "metadata.namespace"}]);
        }
        failure
    }

    /// 409 of a creation.
    pub fn exists(kind: &Kind, name: &str) -> Self {
        Self::new(409, "AlreadyExists", format!("{} {name:?} already exists", kind.resource())).about(
            kind,
            &kind.plural,
            name,
        )
    }

    /// 409 with the reason.
    pub fn conflict(kind: &Kind, name: &str, why: &str) -> Self {
        Self::new(409, "Conflict", format!("Operation cannot be fulfilled on {} {name:?}: {why}", kind.resource()))
            .about(kind, &kind.plural, name)
    }

    /// 409 of a deletion's precondition.
    pub fn precondition(kind: &Kind, name: &str, why: &str) -> Self {
        let object = if kind.group.is_empty() { kind.kind.clone() } else { format!("{}.{}", kind.kind, kind.group) };
        Self::new(409, "Conflict", format!("Operation cannot be fulfilled on {object} {name:?}: {why}"))
            .about(kind, &kind.kind, name)
    }

    /// 409: another version is there by now.
    pub fn stale(kind: &Kind, name: &str) -> Self {
        Self::conflict(
            kind,
            name,
            "the object has been modified; please apply your changes to the latest version and try again",
        )
    }

    /// 409 of an apply.
    pub fn apply_conflict(conflicts: &[crate::managers::Conflict]) -> Self {
        let causes: Vec<Value> = conflicts
            .iter()
            .map(|c| json!({"reason": "FieldManagerConflict", "message": c.message, "field": c.field}))
            .collect();
        let message = match conflicts {
            [one] => format!("Apply failed with 1 conflict: {}: {}", one.message, one.field),
            many => {
                let mut text = format!("Apply failed with {} conflicts:", many.len());
                let mut last = "";
                for conflict in many {
                    if conflict.message != last {
                        text.push_str(if last.is_empty() { " " } else { "\n" });
                        text.push_str(&conflict.message);
                        text.push(':');
                        last = &conflict.message;
                    }
                    text.push_str("\n- ");
                    text.push_str(&conflict.field);
                }
                text
            }
        };
        let mut failure = Self::new(409, "Conflict", message);
        failure.details = Some(json!({"causes": causes}));
        failure
    }

    /// 422 with everything that is wrong.
    pub fn invalid(kind: &Kind, name: &str, problems: &[Problem]) -> Self {
        let object = if kind.group.is_empty() { kind.kind.clone() } else { format!("{}.{}", kind.kind, kind.group) };
        let mut lines: Vec<String> = problems.iter().map(|p| format!("{}: {}", p.field, p.message)).collect();
        // The causes keep what is said twice, the sentence does not.
        lines.dedup();
        let said = if lines.len() == 1 { lines[0].clone() } else { format!("[{}]", lines.join(", ")) };
        let mut failure =
            Self::new(422, "Invalid", format!("{object} {name:?} is invalid: {said}")).about(kind, &kind.kind, name);
        let causes: Vec<Value> =
            problems.iter().map(|p| json!({"reason": p.reason, "message": p.message, "field": p.field})).collect();
        if let Some(details) = &mut failure.details {
            details["causes"] = json!(causes);
        }
        failure
    }

    /// 422 of a patch that does not fit.
    pub fn unprocessable() -> Self {
        let mut failure =
            Self::new(422, "Invalid", "the server rejected our request due to an error in our request".into());
        failure.details = Some(json!({}));
        failure
    }

    /// 422 of an apply without a manager.
    pub fn no_manager() -> Self {
        let message =
            "PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value: is required for apply patch";
        let mut failure = Self::new(422, "Invalid", message.into());
        failure.details = Some(json!({"group": "meta.k8s.io", "kind": "PatchOptions", "causes": [
            {"reason": "FieldValueRequired", "message": "Required value: is required for apply patch", "field": "fieldManager"}]}));
        failure
    }

    /// 410: what happened since is not known any more.
    pub fn expired(message: String) -> Self {
        Self::new(410, "Expired", message)
    }

    /// 504: the version does not exist yet.
    pub fn too_new(wanted: u64, current: u64) -> Self {
        let mut failure =
            Self::new(504, "Timeout", format!("Timeout: Too large resource version: {wanted}, current: {current}"));
        failure.details = Some(
            json!({"causes": [{"reason": "ResourceVersionTooLarge", "message": "Too large resource version"}], "retryAfterSeconds": 1}),
        );
        failure
    }

    /// 415
    pub fn unsupported_media(what: &str) -> Self {
        let known = "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml, application/strategic-merge-patch+json";
        Self::new(
            415,
            "UnsupportedMediaType",
            format!(
                "the body of the request was in an unknown format {what:?} - accepted media types include: {known}"
            ),
        )
    }

    /// 500, with the server's own words.
    pub fn internal(message: String) -> Self {
        Self::new(500, "", message)
    }

    /// The `Status` object.
    pub fn status(&self) -> Value {
        let mut status = json!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "message": self.message, "code": self.code});
        if !self.reason.is_empty() {
            status["reason"] = json!(self.reason);
        }
        if let Some(details) = &self.details {
            status["details"] = details.clone();
        }
        status
    }
}
