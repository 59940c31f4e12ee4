//! GET of many objects: selectors, pages.

use super::{
    Answer, json, read,
    request::{Call, Target},
};
use crate::{
    failure::Failure,
    selector::Filter,
    store::{Key, Stored},
    world::World,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use http::StatusCode;
use serde::Serialize;
use serde_json::{Value, json as object, value::RawValue};

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
        if store.since(&target.kind.kind, None, since).is_none() {
            return Err(Failure::expired("The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter.".into()));
        }
        (version, after) = (since, Some(key));
    }
    let all: Vec<(Key, Stored)> = store
        .each(&target.kind.kind, target.namespace.as_deref())
        .map(|(key, object)| (key.clone(), object.clone()))
        .collect();
    drop(store);
    let mut wanted = all
        .iter()
        .filter(|(key, _)| after.as_ref().is_none_or(|after| key > after))
        .filter(|(_, object)| filter.is_empty() || filter.takes(&object.parse()))
        .peekable();
    let mut found: Vec<&Stored> = Vec::new();
    let mut last = None;
    while found.len() < limit.unwrap_or(usize::MAX)
        && let Some((key, object)) = wanted.next()
    {
        found.push(object);
        last = Some(key);
    }
    let mut metadata = object!({"resourceVersion": version.to_string()});
    if wanted.peek().is_some()
        && let Some(last) = last
    {
        metadata["continue"] = URL_SAFE_NO_PAD.encode(object!([version, last]).to_string()).into();
        // How many remain is only told without a selector, as at the real server.
        if filter.is_empty() {
            metadata["remainingItemCount"] = wanted.count().into();
        }
    }
    let kind = &target.kind;
    Ok(if call.wants_metadata() {
        let items: Vec<Value> = found.into_iter().map(|object| read::metadata(&object.parse())).collect();
        json(
            StatusCode::OK,
            &List { kind: "PartialObjectMetadataList".into(), api_version: "meta.k8s.io/v1".into(), metadata, items },
        )
    } else {
        let items: Vec<&RawValue> = found.into_iter().map(|object| &*object.text).collect();
        json(
            StatusCode::OK,
            &List { kind: format!("{}List", kind.kind), api_version: kind.api_version(), metadata, items },
        )
    })
}

/// The answer; objects as they are kept.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct List<Item> {
    kind: String,
    api_version: String,
    metadata: Value,
    items: Vec<Item>,
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
