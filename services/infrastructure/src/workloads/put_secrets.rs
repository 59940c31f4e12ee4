//! `PutSecrets`: the Secrets beside the release. They are no part of the manifest, so that no record shows them.

use crate::{
    kubernetes::{
        apply::{self, Existing},
        change::Change,
        failure, kinds,
        mask::Mask,
        space::DEPLOYMENT_LABEL,
    },
    workloads::{Workloads, masked},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use kit::{Problems, Result, message};
use kube::{ResourceExt as _, api::DynamicObject};
use proto::infrastructure as pb;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Owner of the fields of Secrets beside a release.
const MANAGER: &str = "canopy-secrets";
/// Secrets in one call. Fixed: more than any chart of ours uses.
const MOST: usize = 20;

pub(super) async fn put_secrets(app: &Workloads, request: pb::PutSecretsRequest) -> Result<pb::PutSecretsResponse> {
    let change = app.change(request.ticket).await?;
    check(&change, &request.secrets)?;
    // What is being written is not in the cluster yet, but its refusal may quote it.
    let values = request.secrets.iter().flat_map(|secret| &secret.data);
    let mask = Mask::of(values.map(|(key, value)| (key.as_str(), value.as_slice())));
    let written = masked(&change.space, write(&change, &request.secrets)).await;
    written.map_err(|error| mask.error(error))
}

async fn write(change: &Change, secrets: &[pb::SecretObject]) -> Result<pb::PutSecretsResponse> {
    change.space.belongs_to(change.ticket.deployment).await?;
    for secret in secrets {
        change.in_time()?;
        let ours = |object: &DynamicObject| ours(change, object);
        apply::apply(change, kinds::SECRET, MANAGER, &body(change, secret), Existing::of(&ours)).await?;
    }
    Ok(pb::PutSecretsResponse {})
}

/// `data`, never `stringData`: a key that leaves `stringData` stays in the cluster.
fn body(change: &Change, secret: &pb::SecretObject) -> Value {
    let data: BTreeMap<&String, String> =
        secret.data.iter().map(|(key, value)| (key, STANDARD.encode(value))).collect();
    let mut labels: BTreeMap<&str, String> =
        secret.labels.iter().map(|(key, value)| (key.as_str(), value.clone())).collect();
    labels.insert(DEPLOYMENT_LABEL, change.ticket.deployment.to_string());
    json!({
        "apiVersion": "v1", "kind": "Secret", "type": "Opaque",
        "metadata": {"name": secret.name, "namespace": change.ticket.namespace, "labels": labels},
        "data": data,
    })
}

/// A Secret that exists is ours when it carries the deployment's label.
fn ours(change: &Change, object: &DynamicObject) -> Result<()> {
    if object.labels().get(DEPLOYMENT_LABEL) == Some(&change.ticket.deployment.to_string()) {
        return Ok(());
    }
    let whose = match apply::owner(object) {
        Some((release, _)) => message!(OfRelease, release = failure::plain(&release)),
        None => message!(NotByCanopy),
    };
    Err(apply::foreign(kinds::SECRET, &object.name_any(), whose))
}

fn check(change: &Change, secrets: &[pb::SecretObject]) -> Result<()> {
    let mut problems = Problems::new();
    if secrets.len() > MOST {
        problems.add("secrets", message!(AT_MOST, most = MOST));
    }
    let prefix = format!("{}-", change.ticket.release);
    for (i, secret) in secrets.iter().enumerate() {
        let label = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
        if secret.name.len() > 63
            || !secret.name.starts_with(&prefix)
            || !secret.name.bytes().all(label)
            || secret.name.ends_with('-')
        {
            problems.add(&format!("secrets.{i}.name"), message!(NAME_PREFIX, prefix = &prefix));
        }
        if secrets[..i].iter().any(|other| other.name == secret.name) {
            problems.add(&format!("secrets.{i}.name"), message!(NOT_UNIQUE));
        }
        let key = |key: &String| {
            (1..=253).contains(&key.len()) && key.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
        };
        if !secret.data.keys().all(key) {
            problems.add(&format!("secrets.{i}.data"), message!(NO_SECRET_KEYS));
        }
    }
    problems.done()
}
