//! The other cluster of a deployment that moves or has moved.

use super::super::prelude::*;
use proto::deployments as pb;

/// What a cluster that a deployment does not run on has to do with it.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ElsewhereState {
    /// A move brings it there.
    Target,
    /// The move did not come about; what it began there goes, or remains.
    Undoing,
    /// The same, and nothing is there. A retry moves again.
    Undone,
    /// It has moved away, or the move was given up; what is there goes, or remains.
    Left,
}

/// A cluster that a deployment does not run on, and that something of it is on or is to be on.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Elsewhere {
    pub cluster_id: String,
    pub cluster_name: String,
    pub state: ElsewhereState,
}

impl TryFrom<pb::Elsewhere> for Elsewhere {
    type Error = kit::Error;

    fn try_from(elsewhere: pb::Elsewhere) -> kit::Result<Self> {
        let pb::Elsewhere { cluster_id, cluster_name, state } = elsewhere;
        let state = match state.as_str() {
            "target" => ElsewhereState::Target,
            "undoing" => ElsewhereState::Undoing,
            "undone" => ElsewhereState::Undone,
            "left" => ElsewhereState::Left,
            _ => return Err(missing("Elsewhere.state")),
        };
        Ok(Self { cluster_id, cluster_name, state })
    }
}
