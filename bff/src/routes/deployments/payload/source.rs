//! Where the program of a deployment comes from, as clients send it.

use super::super::super::prelude::*;
use proto::deployments as pb;

/// Where the program comes from: an image that is used as it is, or a Git repository that is built in the cluster.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SourceInput {
    /// none, image or git; may be left out when `image` or `git` says it.
    kind: Option<String>,
    /// Repository with tag or digest.
    image: Option<String>,
    git: Option<GitInput>,
    /// Command that builds the program; the usual one of the type when absent.
    build: Option<String>,
    /// Command that starts it, for types that are started by one.
    start: Option<String>,
    /// Where it listens.
    #[schema(minimum = 1024, maximum = 65535)]
    port: Option<i32>,
    /// Version of the runtime, for types without PHP.
    version: Option<String>,
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GitInput {
    /// Without name or password.
    #[schema(required)]
    url: Option<String>,
    /// Branch, tag or commit; the repository's default branch when absent.
    r#ref: Option<String>,
    /// Folder of the program in the repository.
    subdir: Option<String>,
}

impl From<SourceInput> for pb::SourceInput {
    fn from(source: SourceInput) -> Self {
        let SourceInput { kind, image, git, build, start, port, version } = source;
        let GitInput { url, r#ref, subdir } = git.unwrap_or_default();
        Self { kind, image, url, r#ref, folder: subdir, build, start, port, version }
    }
}
