//! Whether the volumes of a site can have the size that a revision asks for.

use crate::{App, chart::Bundle, deployment::Row, resources, volumes};
use kit::{Error, Origin, Result, message};
use serde_json::Value;

/// The field of the contract.
const FIELD: &str = "resources.storage";

/// Compares what a rendered revision claims with what is there. A cluster that cannot be asked decides when it is there.
///
/// # Errors
/// 400 `VOLUME_SMALLER` or `VOLUME_CANNOT_GROW`; when the cluster refuses.
pub async fn possible(app: &App, origin: &Origin, before: &Row, bundle: &[u8]) -> Result<()> {
    let there = match volumes::seen(&app.cx, origin, before, true).await {
        Err(Error::Unavailable { .. }) => return Ok(()),
        other => other?,
    };
    for (name, size) in claimed(bundle)? {
        let Some(claim) = there.iter().find(|claim| claim.name == name && !claim.foreign) else { continue };
        let (Some(now), Some(then)) = (resources::bytes(&claim.size), resources::bytes(&size)) else { continue };
        if then < now {
            return Err(Error::invalid_field(FIELD, message!(VOLUME_SMALLER)));
        }
        if then > now && claim.growable == Some(false) {
            let refusal = message!(VOLUME_CANNOT_GROW, class = &claim.storage_class, size = &claim.size);
            return Err(Error::invalid_field(FIELD, refusal));
        }
    }
    Ok(())
}

/// The volume claims of a rendered revision, with the size that each asks for.
fn claimed(bundle: &[u8]) -> Result<Vec<(String, String)>> {
    let bundle: Bundle = serde_json::from_slice(bundle).map_err(Error::internal)?;
    let documents: Vec<Value> = serde_json::from_str(&bundle.documents).map_err(Error::internal)?;
    let text =
        |object: &Value, pointer: &str| object.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned();
    let claims = documents.iter().filter(|object| text(object, "/kind") == "PersistentVolumeClaim");
    Ok(claims.map(|claim| (text(claim, "/metadata/name"), text(claim, "/spec/resources/requests/storage"))).collect())
}
