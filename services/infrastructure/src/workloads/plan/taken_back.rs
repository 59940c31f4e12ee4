//! What an apply does that takes back what others changed by hand: what differs from the documents now. What controllers
//! own by right is no difference, and stays.

use super::{Planned, created, json, met, named, refused, runs_pods, said_no, stops_first, told};
use crate::kubernetes::{
    apply::{self, HELM},
    difference::{self, Field, text},
    hands::{self, Changed},
    kinds,
    space::Space,
};
use helm::Document;
use kit::Result;
use proto::infrastructure::{self as pb, PlannedAction};
use serde_json::Value;

/// What becomes of a document's object.
pub(super) async fn applied(space: &Space, release: &str, document: &Document) -> Result<Planned> {
    let (kind, live) = met(space, document).await?;
    let Some(live) = live else {
        // a Job that has ended goes by itself
        let ended = kind == kinds::JOB;
        let action = if ended { PlannedAction::None } else { PlannedAction::Create };
        return Ok(Planned { object: named(document, action), ..created(document) });
    };
    if let Err(error) = apply::owned_by_release(&live, kind, release, &space.namespace) {
        return Ok(refused(document, Some(&live), error));
    }
    let body = helm::owned(&document.object, release, &space.namespace);
    let would = match space.try_apply(kind, &document.name, HELM, &body, true).await {
        Ok(would) => would,
        Err(fault) => match space.doing("apply", kind, &document.name).error(fault) {
            error if said_no(&error) => return Ok(refused(document, Some(&live), error)),
            error => return Err(error),
        },
    };
    let (now, then) = (json(&live), json(&would));
    let fields = fields(&live, &would, &now, &then);
    let action = if fields.is_empty() { PlannedAction::None } else { PlannedAction::Change };
    let restarts = runs_pods(kind) && fields.iter().any(|field| field.path.starts_with("spec.template"));
    let object = pb::PlannedObject {
        restarts,
        interrupts: restarts && stops_first(kind, &then),
        fields,
        ..named(document, action)
    };
    Ok(Planned { object, live: Some(now), problem: None })
}

/// What the apply sets, and what it takes away beside that.
fn fields(
    live: &kube::api::DynamicObject,
    would: &kube::api::DynamicObject,
    now: &Value,
    then: &Value,
) -> Vec<pb::PlannedField> {
    let before = live.metadata.managed_fields.as_deref().unwrap_or_default();
    let after = would.metadata.managed_fields.as_deref().unwrap_or_default();
    let set = difference::fields(now, then).into_iter().filter_map(|field| match hands::changed(before, &field.path) {
        Changed::ByRight => None,
        who => Some(told(who, field)),
    });
    let gone = hands::additions(after, then).into_iter().map(|(path, value, who)| {
        let before = Some(text(&value));
        told(who, Field { path, before, after: None })
    });
    set.chain(gone).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kube::api::DynamicObject;
    use serde_json::json;

    fn object(replicas: i32, entries: &Value) -> DynamicObject {
        serde_json::from_value(json!({"apiVersion": "apps/v1", "kind": "Deployment",
            "metadata": {"name": "web", "managedFields": entries}, "spec": {"replicas": replicas, "paused": true}}))
        .expect("an object")
    }

    fn entry(manager: &str, subresource: &str, fields: &Value) -> Value {
        json!({"manager": manager, "operation": "Update", "apiVersion": "apps/v1", "time": "2026-11-23T08:00:00Z",
            "fieldsType": "FieldsV1", "subresource": subresource, "fieldsV1": fields})
    }

    fn paths(live: &DynamicObject, would: &DynamicObject) -> Vec<(String, String)> {
        let fields = fields(live, would, &json(live), &json(would));
        fields.into_iter().map(|field| (field.path, field.manager)).collect()
    }

    #[test]
    fn what_an_autoscaler_sets_is_no_difference_and_what_somebody_sets_is() {
        let replicas = json!({"f:spec": {"f:replicas": {}}});
        let would = object(1, &json!([]));
        let scaled = object(3, &json!([entry("kube-controller-manager", "scale", &replicas)]));
        assert_eq!(paths(&scaled, &would), []);
        let by_hand = object(3, &json!([entry("kubectl", "scale", &replicas)]));
        assert_eq!(paths(&by_hand, &would), [("spec.replicas".to_owned(), "kubectl".to_owned())]);
        assert_eq!(paths(&object(3, &json!([])), &would), [("spec.replicas".to_owned(), String::new())]);
    }

    #[test]
    fn what_the_apply_would_leave_is_taken_away_too() {
        let paused = entry("kubectl-edit", "", &json!({"f:spec": {"f:paused": {}}}));
        let live = object(1, &json!([paused]));
        assert_eq!(paths(&live, &live), [("spec.paused".to_owned(), "kubectl-edit".to_owned())]);
    }
}
