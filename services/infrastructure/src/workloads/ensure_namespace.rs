//! `EnsureNamespace`: the deployment's namespace exists, is ours and carries our labels.

use crate::{
    kubernetes::{
        apply::{self, Existing},
        change::Change,
        kinds,
        space::{self, DEPLOYMENT_LABEL},
    },
    workloads::{Workloads, masked},
};
use kit::{Error, Result, message};
use kube::api::DynamicObject;
use proto::infrastructure as pb;
use serde_json::json;
use std::collections::BTreeMap;

/// Owner of the namespace's fields.
pub(super) const MANAGER: &str = "canopy";

pub(super) async fn ensure_namespace(
    app: &Workloads,
    request: pb::EnsureNamespaceRequest,
) -> Result<pb::EnsureNamespaceResponse> {
    let change = app.change(request.ticket).await?;
    let labels = labels(&change, request.labels)?;
    masked(&change.space, ensure(&change, &labels)).await
}

async fn ensure(change: &Change, labels: &BTreeMap<String, String>) -> Result<pb::EnsureNamespaceResponse> {
    let name = &change.ticket.namespace;
    let created = match change.space.itself().await? {
        None => true,
        Some(there) if !space::is_of(&there, change.ticket.deployment) => return Err(space::foreign(name)),
        Some(there) if there.metadata.deletion_timestamp.is_some() => {
            let message = message!(NAMESPACE_GOING, namespace = name);
            return Err(Error::unavailable(message, anyhow::anyhow!("it has a deletionTimestamp")));
        }
        Some(_) => false,
    };
    let body = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": labels}});
    let deployment = change.ticket.deployment.to_string();
    // Somebody may create it between the look and the apply: then it is looked at again there.
    let ours = |object: &DynamicObject| {
        let label = object.metadata.labels.as_ref().and_then(|labels| labels.get(DEPLOYMENT_LABEL));
        if label == Some(&deployment) { Ok(()) } else { Err(space::foreign(name)) }
    };
    apply::apply(change, kinds::NAMESPACE, MANAGER, &body, Existing::of(&ours).unexpected(created)).await?;
    Ok(pb::EnsureNamespaceResponse { created })
}

/// The labels asked for, and the one that makes it ours.
fn labels(change: &Change, mut labels: BTreeMap<String, String>) -> Result<BTreeMap<String, String>> {
    let own = change.ticket.deployment.to_string();
    let said = labels.insert(DEPLOYMENT_LABEL.to_owned(), own.clone());
    if said.is_some_and(|said| said != own) {
        return Err(Error::invalid_field("labels", message!(LABELS_OF_OTHER)));
    }
    Ok(labels)
}
