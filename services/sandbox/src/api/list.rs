//! GET of many objects: selectors, pages.

use super::{
    Answer, json, read,
    request::{Call, Target},
};
use crate::{failure::Failure, selector::Filter, world::World};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use http::StatusCode;
use serde_json::{Value, json as object};
use std::sync::Arc;

pub(super) fn answer(world: &World, target: &Target, call: &Call) -> Answer {
    let filter = filter(target, call)?;
    let limit: Option<usize> = call.number("limit")?.filter(|limit| *limit > 0);
    let store = world.lock();
    let (mut version, mut after) = (store.version(), None);
    if let Some(wanted) = call.number::<u64>("resourceVersion")?
        && wanted > version
    {
        return Err(Failure::too_new(wanted, version));
    }
    let token = call.query("continue");
    if !token.is_empty() {
        let (since, key) = page(token)?;
        // The pages of one list tell one version, so that a watch from there misses nothing.
        if store.since(&target.kind.kind, since).is_none() {
            return Err(Failure::expired("The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter.".into()));
        }
        (version, after) = (since, Some(key));
    }
    let all = store.list(&target.kind.kind, target.namespace.as_deref());
    drop(store);
    let key = |item: &Arc<Value>| (crate::json::namespace(item).to_owned(), crate::json::name(item).to_owned());
    let mut wanted = all
        .iter()
        .filter(|item| after.as_ref().is_none_or(|after| key(item) > *after))
        .filter(|item| filter.takes(item))
        .peekable();
    let mut items: Vec<&Arc<Value>> = Vec::new();
    while items.len() < limit.unwrap_or(usize::MAX)
        && let Some(item) = wanted.next()
    {
        items.push(item);
    }
    let mut metadata = object!({"resourceVersion": version.to_string()});
    if wanted.peek().is_some()
        && let Some(last) = items.last()
    {
        metadata["continue"] = URL_SAFE_NO_PAD.encode(object!([version, key(last)]).to_string()).into();
        // How many remain is only told without a selector, as at the real server.
        if call.query("labelSelector").is_empty() && call.query("fieldSelector").is_empty() {
            metadata["remainingItemCount"] = wanted.count().into();
        }
    }
    let kind = &target.kind;
    Ok(json(
        StatusCode::OK,
        &if call.wants_metadata() {
            let items: Vec<Value> = items.into_iter().map(|item| read::metadata(item)).collect();
            object!({"kind": "PartialObjectMetadataList", "apiVersion": "meta.k8s.io/v1", "metadata": metadata, "items": items})
        } else {
            let items: Vec<&Value> = items.into_iter().map(|item| &**item).collect();
            object!({"kind": format!("{}List", kind.kind), "apiVersion": kind.api_version(), "metadata": metadata, "items": items})
        },
    ))
}

/// The request's selectors, the name in the path included.
pub(super) fn filter(target: &Target, call: &Call) -> Result<Filter, Failure> {
    let mut fields = call.query("fieldSelector").to_owned();
    if let Some(name) = &target.name {
        fields =
            if fields.is_empty() { format!("metadata.name={name}") } else { format!("{fields},metadata.name={name}") };
    }
    Filter::read(&target.kind.kind, call.query("labelSelector"), &fields)
}

fn page(token: &str) -> Result<(u64, (String, String)), Failure> {
    let bad = || Failure::bad_request("invalid continue token: continue key is not valid");
    let bytes = URL_SAFE_NO_PAD.decode(token).map_err(|_| bad())?;
    serde_json::from_slice(&bytes).map_err(|_| bad())
}
