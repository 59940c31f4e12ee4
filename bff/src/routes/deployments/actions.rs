//! What can be done with a deployment now, and why the rest cannot.

use super::super::prelude::*;
use proto::deployments as pb;

/// Why something is not possible now.
#[derive(Serialize, ToSchema)]
#[schema(as = Refusal)]
pub struct Refusal {
    /// Stable word, for instance `NOT_INSTALLED`.
    pub reason: String,
    /// What the sentence is filled with.
    pub params: TextParams,
    /// The sentence to it.
    pub message: String,
}

/// Verbs: null where it is possible now, else why not.
#[derive(Serialize, ToSchema)]
pub struct Actions {
    #[schema(required)]
    pub restart: Option<Refusal>,
    /// A change of anything but name and description.
    #[schema(required)]
    pub update: Option<Refusal>,
    #[schema(required)]
    pub retry: Option<Refusal>,
    #[schema(required)]
    pub discard: Option<Refusal>,
    #[schema(required)]
    pub stop: Option<Refusal>,
    #[schema(required)]
    pub start: Option<Refusal>,
    #[schema(required)]
    pub scale: Option<Refusal>,
    /// To another cluster.
    #[serde(rename = "move")]
    #[schema(required)]
    pub moves: Option<Refusal>,
}

impl Actions {
    /// From the service's map.
    pub fn of(mut actions: BTreeMap<String, pb::Action>) -> Self {
        let mut take = |verb: &str| {
            let pb::Action { reason, message, params } = actions.remove(verb)?;
            (!reason.is_empty()).then(|| Refusal { reason, params: TextParams::of(&params), message })
        };
        Self {
            restart: take("restart"),
            update: take("update"),
            retry: take("retry"),
            discard: take("discard"),
            stop: take("stop"),
            start: take("start"),
            scale: take("scale"),
            moves: take("move"),
        }
    }
}
