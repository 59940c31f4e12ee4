//! What a cluster's refusal means, as a sentence for people and a category for tasks (wait, or give up).

use crate::kubernetes::kinds::Kind;
use kit::{Error, Message, message, message::as_is};
use kube::core::Status;

/// Why a call to the cluster did not do what it should.
#[derive(Debug)]
pub enum Fault {
    /// The object is not there.
    Missing,
    /// The object is not what was read: another version, another uid, or gone.
    Stale,
    /// The object to create is there already.
    Exists,
    /// Everything else, as it leaves.
    Other(Error),
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Other(error)
    }
}

/// What was being done, for the sentence.
#[derive(Debug, Clone, Copy)]
pub struct Doing<'a> {
    /// `apply`, `create`, `get`, `list`, `watch`, `update`, `patch`, `delete`, `logs`
    pub verb: &'static str,
    /// The kind.
    pub kind: Kind,
    /// The object; empty for lists.
    pub name: &'a str,
    /// The namespace.
    pub namespace: &'a str,
}

impl Doing<'_> {
    /// `Deployment shop-web`
    #[must_use]
    pub fn object(&self) -> String {
        if self.name.is_empty() { self.kind.resource() } else { format!("{} {}", self.kind.kind, self.name) }
    }

    /// The fault as an error, where a missing or changed object is not expected.
    #[must_use]
    pub fn error(&self, fault: Fault) -> Error {
        match fault {
            Fault::Missing => Error::conflict(message!(GONE, object = self.object())),
            Fault::Stale => changing(&self.object()),
            Fault::Exists => Error::conflict(message!(EXISTS, object = self.object())),
            Fault::Other(error) => error,
        }
    }

    /// Reads a refusal of the API server (a 4xx; see [`is_answer`]).
    #[must_use]
    pub fn refused(&self, status: &Status) -> Fault {
        match status.code {
            404 => self.not_found(status),
            409 => self.conflict(status),
            403 => self.forbidden(status).into(),
            _ => self.invalid(status),
        }
    }

    fn not_found(&self, status: &Status) -> Fault {
        let details = status.details.as_ref();
        if details.is_some_and(|d| d.kind == "namespaces") && self.kind.kind != "Namespace" {
            return Error::conflict(message!(NAMESPACE_GONE, namespace = self.namespace)).into();
        }
        // Only an answer about an object names it; otherwise the kind itself is unknown to the server.
        if details.is_some_and(|d| !d.name.is_empty()) {
            return Fault::Missing;
        }
        Error::invalid(message!(KIND_UNKNOWN, kind = self.kind.resource())).into()
    }

    fn conflict(&self, status: &Status) -> Fault {
        let causes = status.details.as_ref().map(|d| d.causes.as_slice()).unwrap_or_default();
        let owned: Vec<String> = causes
            .iter()
            .filter(|c| c.reason == "FieldManagerConflict")
            .take(5)
            .map(|c| format!("{} ({})", plain(&c.field), plain(&c.message)))
            .collect();
        if !owned.is_empty() {
            let said = as_is(owned.join("; "));
            return Error::conflict(message!(FIELD_CONFLICT, object = self.object(), said = said)).into();
        }
        if status.reason == "AlreadyExists" { Fault::Exists } else { Fault::Stale }
    }

    fn forbidden(&self, status: &Status) -> Error {
        let causes = status.details.as_ref().map(|d| d.causes.as_slice()).unwrap_or_default();
        if causes.iter().any(|c| c.reason == "NamespaceTerminating") {
            let cause = cause(status);
            return Error::unavailable(message!(NAMESPACE_GOING, namespace = self.namespace), cause);
        }
        // RBAC says `User "x" cannot patch resource …`; everything else (quota, pod security, webhooks) says why itself.
        if let Some(verb) = status.message.split(" cannot ").nth(1).and_then(|rest| rest.split(' ').next()) {
            let place = if self.kind.kind == "Namespace" { "cluster" } else { "namespace" };
            return Error::forbidden(message!(
                KUBECONFIG_LACKS_RIGHT,
                verb = plain(verb),
                resource = self.kind.resource(),
                place = place,
                namespace = self.namespace
            ));
        }
        Error::forbidden(self.refusal(status, plain(&status.message)))
    }

    fn invalid(&self, status: &Status) -> Fault {
        let causes = status.details.as_ref().map(|d| d.causes.as_slice()).unwrap_or_default();
        if status.code == 422 && causes.iter().any(|c| c.field == "metadata.uid") {
            return Fault::Stale;
        }
        let said: Vec<String> = causes
            .iter()
            .filter(|c| !c.field.is_empty())
            .take(10)
            .map(|c| format!("{}: {}", plain(&c.field), plain(&c.message)))
            .collect();
        let reason = if said.is_empty() { plain(&status.message) } else { said.join("; ") };
        Error::invalid(self.refusal(status, reason)).into()
    }

    /// By whom it was refused, which the API server tells in words alone: by the cluster's own webhooks and policies, by a
    /// webhook that cannot be asked without a change, or by Kubernetes.
    fn refusal(&self, status: &Status, said: String) -> Message {
        let says = |words: &str| status.message.contains(words);
        let (object, said) = (self.object(), as_is(said));
        if says("does not support dry run") {
            message!(OBJECT_UNTRIED, object = object, said = said)
        } else if says("admission webhook") || says("ValidatingAdmissionPolicy") {
            message!(ADMISSION_REFUSED, object = object, said = said)
        } else {
            message!(OBJECT_REFUSED, object = object, said = said)
        }
    }
}

/// Whether the API server understood the request and said no; everything else (no connection, 401, 429, 5xx) is the
/// gateway's matter.
#[must_use]
pub fn is_answer(status: &Status) -> bool {
    // Server-side apply answers 500 about a field that the kind does not have; no waiting changes that.
    let unknown_field = status.code == 500 && status.message.starts_with("failed to create typed patch object");
    unknown_field || (400..500).contains(&status.code) && !matches!(status.code, 401 | 408 | 429)
}

/// Other hands kept changing the object while we tried.
#[must_use]
pub fn changing(object: &str) -> Error {
    Error::unavailable(message!(KEEPS_CHANGING, object = object), anyhow::anyhow!("the precondition failed five times"))
}

/// The object is being deleted, and something in the cluster still waits for its end.
#[must_use]
pub fn going(object: &str) -> Error {
    Error::unavailable(message!(OBJECT_GOING, object = object), anyhow::anyhow!("the object has a deletionTimestamp"))
}

/// Text from a cluster, fit for a sentence: one line, no control characters, not endless.
#[must_use]
pub fn plain(text: &str) -> String {
    crate::fault::clean(text, 1_000)
}

fn cause(status: &Status) -> anyhow::Error {
    anyhow::anyhow!("the API server answered {} {}: {}", status.code, plain(&status.reason), plain(&status.message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kubernetes::kinds;
    use serde_json::{Value, json};

    const DOING: Doing<'_> = Doing { verb: "apply", kind: kinds::DEPLOYMENT, name: "shop-web", namespace: "shop" };

    fn refused(code: u16, body: &Value) -> Fault {
        let mut status: Status = serde_json::from_value(body.clone()).unwrap();
        status.code = code;
        DOING.refused(&status)
    }

    fn sentence(code: u16, body: &Value) -> String {
        DOING.error(refused(code, body)).to_string()
    }

    #[test]
    fn a_missing_right_names_the_verb_the_kind_and_the_place() {
        let message = r#"deployments.apps "shop-web" is forbidden: User "u" cannot patch resource "deployments" in API group "apps" in the namespace "shop""#;
        let body = json!({"reason": "Forbidden", "message": message});
        assert_eq!(sentence(403, &body), "The kubeconfig may not patch deployments.apps in namespace shop.");
    }

    #[test]
    fn a_quota_speaks_for_itself() {
        let message = r#"pods "web" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=0"#;
        let text = sentence(403, &json!({"reason": "Forbidden", "message": message}));
        assert_eq!(text, format!("Deployment shop-web was refused: {message}"));
    }

    #[test]
    fn a_conflict_names_field_and_owner_and_a_failed_precondition_is_stale() {
        let body = json!({"reason": "Conflict", "message": "x", "details": {"causes": [
            {"reason": "FieldManagerConflict", "field": ".spec.replicas", "message": "conflict with \"kubectl-scale\" using apps/v1"}]}});
        let text = sentence(409, &body);
        assert_eq!(
            text,
            "Deployment shop-web was changed by somebody else: .spec.replicas (conflict with \"kubectl-scale\" using apps/v1)."
        );
        assert!(matches!(
            refused(409, &json!({"reason": "Conflict", "message": "object has been modified"})),
            Fault::Stale
        ));
        assert!(matches!(refused(409, &json!({"reason": "AlreadyExists", "message": "x"})), Fault::Exists));
        let uid =
            json!({"reason": "Invalid", "details": {"causes": [{"field": "metadata.uid", "message": "immutable"}]}});
        assert!(matches!(refused(422, &uid), Fault::Stale));
    }

    #[test]
    fn a_missing_object_a_missing_kind_and_a_missing_namespace_differ() {
        let object =
            json!({"reason": "NotFound", "details": {"name": "shop-web", "group": "apps", "kind": "deployments"}});
        assert!(matches!(refused(404, &object), Fault::Missing));
        let kind =
            json!({"reason": "NotFound", "message": "the server could not find the requested resource", "details": {}});
        assert_eq!(sentence(404, &kind), "This cluster does not know deployments.apps.");
        let namespace = json!({"reason": "NotFound", "details": {"name": "shop", "kind": "namespaces"}});
        assert_eq!(sentence(404, &namespace), "Namespace shop does not exist.");
    }

    #[test]
    fn what_is_worth_waiting_for_is_told_from_what_is_not() {
        let waits = |code: u16| DOING.error(refused(code, &json!({"message": "m"}))).is_transient();
        assert!(![400, 403, 422].into_iter().any(waits));
        let ending = json!({"message": "m", "details": {"causes": [{"reason": "NamespaceTerminating"}]}});
        assert!(DOING.error(refused(403, &ending)).is_transient());
        let answer = |code: u16| is_answer(&Status { code, ..Status::failure("m", "r") });
        assert!([400, 403, 404, 409, 422].into_iter().all(answer));
        assert!(![401, 429, 500, 503, 504].into_iter().any(answer));
        let message =
            "failed to create typed patch object (shop/x; v1, Kind=ConfigMap): .dta: field not declared in schema";
        let typo = json!({"message": message});
        assert_eq!(sentence(500, &typo), format!("Deployment shop-web was refused: {message}"));
        assert!(is_answer(&Status { code: 500, ..Status::failure(message, "r") }));
    }

    #[test]
    fn an_invalid_object_names_the_field() {
        let body = json!({"reason": "Invalid", "details": {"causes": [{"field": "spec.selector", "message": "field is immutable"}]}});
        assert_eq!(sentence(422, &body), "Deployment shop-web was refused: spec.selector: field is immutable");
    }
}
