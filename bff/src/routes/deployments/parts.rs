//! Parts of a deployment as it goes out: where its program comes from, and what it asks the cluster for.

use super::super::{events::Named, prelude::*};
use proto::deployments as pb;

/// Where a program comes from.
#[derive(Serialize, ToSchema)]
pub struct Source {
    /// none, image or git
    pub kind: String,
    #[schema(required)]
    pub image: Option<String>,
    #[schema(required)]
    pub git: Option<Git>,
    /// Null: the usual command.
    #[schema(required)]
    pub build: Option<String>,
    /// Null: the usual command.
    #[schema(required)]
    pub start: Option<String>,
    /// Null when a server of its own is before it.
    #[schema(required)]
    pub port: Option<i32>,
    /// Version of the runtime; null for PHP.
    #[schema(required)]
    pub version: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct Git {
    pub url: String,
    /// Null: the default branch.
    #[schema(required)]
    pub r#ref: Option<String>,
    /// Null: the root of the repository.
    #[schema(required)]
    pub subdir: Option<String>,
}

impl From<pb::Source> for Source {
    fn from(source: pb::Source) -> Self {
        let pb::Source { kind, image, url, r#ref, folder, build, start, port, version } = source;
        Self {
            kind,
            image: text(image),
            git: text(url).map(|url| Git { url, r#ref: text(r#ref), subdir: text(folder) }),
            build: text(build),
            start: text(start),
            port: (port > 0).then_some(port),
            version: text(version),
        }
    }
}

/// Requests, as Kubernetes writes them.
#[derive(Serialize, ToSchema)]
pub struct Resources {
    #[schema(example = "750m")]
    pub cpu: String,
    #[schema(example = "1.2Gi")]
    pub memory: String,
    #[schema(example = "10Gi")]
    pub storage: String,
}

/// Amounts that somebody asked for; null where they are worked out.
#[derive(Serialize, ToSchema)]
pub struct AskedResources {
    #[schema(required)]
    pub cpu: Option<String>,
    #[schema(required)]
    pub memory: Option<String>,
    #[schema(required)]
    pub storage: Option<String>,
}

impl From<pb::Amounts> for AskedResources {
    fn from(pb::Amounts { cpu, memory, storage }: pb::Amounts) -> Self {
        Self { cpu: text(cpu), memory: text(memory), storage: text(storage) }
    }
}

/// Where the last task comes from.
#[derive(Serialize, ToSchema)]
pub struct LastChange {
    /// When it was asked for.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// Who asked for it; null: Canopy itself.
    #[schema(required)]
    pub actor: Option<Named>,
}

impl TryFrom<pb::LastChange> for LastChange {
    type Error = kit::Error;

    fn try_from(change: pb::LastChange) -> kit::Result<Self> {
        let pb::LastChange { at, actor_id, actor_name } = change;
        Ok(Self { at: moment(at, "LastChange.at")?, actor: text(actor_id).map(|id| Named { id, name: actor_name }) })
    }
}
