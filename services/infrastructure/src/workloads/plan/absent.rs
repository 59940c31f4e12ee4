//! A first install: the namespace is not there yet, and the API server tries nothing in a namespace that is not there. So
//! the namespace itself is tried, the rights in it are asked for, and its objects are tried in a namespace that every
//! cluster has. What holds for that one alone, such as its quotas, says nothing about the new one: then the object counts
//! as untried.

use super::{AT_ONCE, Planned, answer, created, named, state_of};
use crate::{
    kubernetes::{
        apply::{self, HELM},
        change,
        kinds::{self, Kind},
        mask::Mask,
        space::{DEPLOYMENT_LABEL, Space},
    },
    workloads::{Workloads, check_cluster, ensure_namespace::MANAGER},
};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use helm::Document;
use kit::{Error, Message, Result};
use proto::infrastructure::{self as pb, PlannedAction};
use serde_json::json;
use std::sync::Arc;

/// Where objects are tried. Kubernetes makes it in each cluster, and does not let it be deleted.
const STAND_IN: &str = "default";

/// The plan; with `state_only` the state alone.
pub(super) async fn plan(
    app: &Workloads,
    request: &pb::PlanRequest,
    release: &str,
    documents: &[Document],
) -> Result<pb::PlanResponse> {
    let nothing: Vec<Planned> = documents.iter().map(created).collect();
    let state = state_of(&nothing);
    if request.state_only {
        return Ok(pb::PlanResponse { state, ..pb::PlanResponse::default() });
    }
    let cluster = app.gateway.cluster(kit::ids::parse_as(&request.cluster_id, "Cluster")?).await?;
    let space = Space::new(Arc::clone(&cluster), change::namespace(&request.namespace)?);
    let stand_in = Space::new(cluster, STAND_IN.to_owned());
    // no object holds a secret, and the new namespace has none
    let tried = everything(&space, &stand_in, &request.deployment_id, release, documents).await;
    let planned = tried.map_err(|error| Mask::default().error(error))?;
    Ok(pb::PlanResponse { state, tried_in: STAND_IN.to_owned(), ..answer(planned, &Mask::default()) })
}

async fn everything(
    space: &Space,
    stand_in: &Space,
    deployment: &str,
    release: &str,
    documents: &[Document],
) -> Result<Vec<Planned>> {
    let lacking = check_cluster::missing(space).await?;
    let mut planned = vec![namespace(space, deployment, documents, &lacking).await?];
    let asked: Vec<_> =
        documents.iter().map(|document| of_document(space, stand_in, release, document, &lacking)).collect();
    planned.extend(stream::iter(asked).buffered(AT_ONCE).try_collect::<Vec<_>>().await?);
    Ok(planned)
}

/// The namespace, with the rights that are missing for what is no document: itself, the release's record, pods.
async fn namespace(
    space: &Space,
    deployment: &str,
    documents: &[Document],
    lacking: &[(Kind, Message)],
) -> Result<Planned> {
    let kind = kinds::NAMESPACE;
    let of_documents = |kind: Kind| documents.iter().any(|document| kinds::of_document(&document.object) == Some(kind));
    let object = pb::PlannedObject {
        kind: kind.kind.to_owned(),
        name: space.namespace.clone(),
        action: PlannedAction::Create.into(),
        ..pb::PlannedObject::default()
    };
    if let Some((_, lack)) = lacking.iter().find(|(kind, _)| !of_documents(*kind)) {
        return Ok(Planned { object, live: None, problem: Some(lack.clone()) });
    }
    let labels = json!({DEPLOYMENT_LABEL: deployment, "pod-security.kubernetes.io/enforce": "restricted"});
    let body = json!({"apiVersion": "v1", "kind": kind.kind, "metadata": {"name": space.namespace, "labels": labels}});
    let name = &space.namespace;
    match space.try_apply(kind, name, MANAGER, &body, false).await {
        Ok(_) => Ok(Planned { object, live: None, problem: None }),
        Err(fault) => match space.doing("apply", kind, name).error(fault) {
            error if super::said_no(&error) => Ok(Planned { object, live: None, problem: Some(error.message()) }),
            error => Err(error),
        },
    }
}

/// What the API server says of an object where it can be tried.
async fn of_document(
    space: &Space,
    stand_in: &Space,
    release: &str,
    document: &Document,
    lacking: &[(Kind, Message)],
) -> Result<Planned> {
    let kind = kinds::of_document(&document.object).ok_or_else(|| apply::not_allowed(&document.object))?;
    if let Some((_, lack)) = lacking.iter().find(|(of, _)| *of == kind) {
        return Ok(Planned { problem: Some(lack.clone()), ..created(document) });
    }
    let mut body = helm::owned(&document.object, release, &space.namespace);
    if let Some(place) = body.pointer_mut("/metadata/namespace") {
        *place = STAND_IN.into();
    }
    let error = match stand_in.try_apply(kind, &document.name, HELM, &body, false).await {
        Ok(_) => return Ok(created(document)),
        Err(fault) => stand_in.doing("apply", kind, &document.name).error(fault),
    };
    if of_stand_in(&error) {
        let object = pb::PlannedObject { untried: true, ..named(document, PlannedAction::Create) };
        return Ok(Planned { object, live: None, problem: None });
    }
    if super::said_no(&error) {
        return Ok(Planned { problem: Some(error.message()), ..created(document) });
    }
    Err(error)
}

/// Whether the refusal may hold for the stand-in alone: its quotas and limits, the rights in it, what it holds. What a
/// webhook or a policy of the cluster refuses counts for every namespace.
fn of_stand_in(error: &Error) -> bool {
    match error {
        Error::Conflict(_) => true,
        Error::Forbidden(_) => error.message().reason() != "ADMISSION_REFUSED",
        // no refusal of the object
        Error::Invalid { .. } => error.message().reason() == "OBJECT_UNTRIED",
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kubernetes::failure::Doing;

    fn told(code: u16, message: &str) -> Error {
        let doing = Doing { verb: "apply", kind: kinds::CLAIM, name: "shop-data", namespace: STAND_IN };
        doing.error(doing.refused(&kube::core::Status { code, ..kube::core::Status::failure(message, "Forbidden") }))
    }

    #[test]
    fn what_holds_for_another_namespace_alone_is_no_refusal() {
        for (code, message) in [
            (
                403,
                "persistentvolumeclaims \"shop-data\" is forbidden: exceeded quota: q, requested: requests.storage=8Gi, used: 0, limited: 1Gi",
            ),
            (
                403,
                "persistentvolumeclaims \"shop-data\" is forbidden: maximum storage usage per PersistentVolumeClaim is 1Gi, but request is 8Gi",
            ),
            (
                403,
                "persistentvolumeclaims \"shop-data\" is forbidden: User \"u\" cannot patch resource \"persistentvolumeclaims\" in API group \"\" in the namespace \"default\"",
            ),
            (400, "admission webhook \"old.example.com\" does not support dry run"),
        ] {
            assert!(of_stand_in(&told(code, message)), "{message}");
        }
        for (code, message) in [
            (403, "admission webhook \"guard.example.com\" denied the request: no such class"),
            (403, "ValidatingAdmissionPolicy 'classes' with binding 'all' denied request: no such class"),
            (
                400,
                "admission webhook \"validate.nginx.ingress.kubernetes.io\" denied the request: host \"shop.example.com\" is taken",
            ),
            (422, "spec.resources.requests[storage]: Invalid value: must be greater than zero"),
        ] {
            assert!(!of_stand_in(&told(code, message)), "{message}");
        }
    }
}
