//! `CheckCluster`: can the cluster be reached, and may the credentials do what an install needs.

use crate::{
    kubernetes::{
        change,
        kinds::{self, Kind},
        space::Space,
    },
    workloads::Workloads,
};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use k8s_openapi::api::authorization::v1::{ResourceAttributes, SelfSubjectAccessReview, SelfSubjectAccessReviewSpec};
use kit::{Message, Result, ids, message};
use kube::{Api, api::PostParams};
use proto::infrastructure as pb;

/// A verb on a kind.
pub(crate) type Right = (&'static str, Kind, Option<&'static str>);

pub(super) async fn check_cluster(
    app: &Workloads,
    request: pb::CheckClusterRequest,
) -> Result<pb::CheckClusterResponse> {
    let cluster = app.gateway.cluster(ids::parse_as(&request.cluster_id, "Cluster")?).await?;
    let space = Space::new(cluster, change::namespace(&request.namespace)?);
    let client = space.client();
    let version = space.call(space.doing("get", kinds::NAMESPACE, ""), client.apiserver_version()).await;
    let version = version.map_err(|fault| space.doing("get", kinds::NAMESPACE, "").error(fault))?;
    let missing = missing(&space).await?;
    Ok(pb::CheckClusterResponse {
        version: crate::fault::clean(&version.git_version, 64),
        api_versions: api_versions(&space).await?,
        missing: missing.iter().map(|(_, said)| said.to_string()).collect(),
        missing_said: missing.iter().map(|(_, said)| said.packed()).collect(),
    })
}

/// `apps/v1` and so on, for the charts' capabilities.
async fn api_versions(space: &Space) -> Result<Vec<String>> {
    let client = space.client();
    let doing = space.doing("list", kinds::NAMESPACE, "");
    let groups = space.call(doing, client.list_api_groups()).await.map_err(|fault| doing.error(fault))?;
    let named = groups.groups.into_iter().flat_map(|group| group.versions).map(|version| version.group_version);
    let mut all: Vec<String> = named.chain(["v1".to_owned()]).take(500).collect();
    all.sort();
    Ok(all)
}

/// The rights that are missing, with a sentence each. The namespace need not exist.
///
/// # Errors
/// When the cluster refuses or does not answer.
pub(super) async fn missing(space: &Space) -> Result<Vec<(Kind, Message)>> {
    // Most credentials may do everything, and then one question is enough.
    if allowed(
        space,
        ResourceAttributes {
            verb: Some("*".into()),
            group: Some("*".into()),
            resource: Some("*".into()),
            ..ResourceAttributes::default()
        },
    )
    .await?
    {
        return Ok(Vec::new());
    }
    let asked = rights().into_iter().map(|right| ask(space, right)).collect::<Vec<_>>();
    let asked: Vec<Option<(Kind, Message)>> =
        stream::iter(asked).buffered(space.cluster().options().cluster_questions).try_collect().await?;
    Ok(asked.into_iter().flatten().collect())
}

/// The sentence, when the right is missing.
async fn ask(space: &Space, (verb, kind, subresource): Right) -> Result<Option<(Kind, Message)>> {
    let may = allowed(space, attributes(space, verb, kind, subresource)).await?;
    Ok((!may).then(|| (kind, sentence(verb, kind, subresource))))
}

/// What installing, following, restarting and uninstalling need.
pub(crate) fn rights() -> Vec<Right> {
    const WRITE: [&str; 4] = ["get", "create", "patch", "delete"];
    let mut rights: Vec<Right> = WRITE.into_iter().map(|verb| (verb, kinds::NAMESPACE, None)).collect();
    rights.extend(["get", "list", "create", "update", "patch", "delete"].map(|verb| (verb, kinds::SECRET, None)));
    for kind in kinds::RELEASED {
        rights.extend(WRITE.map(|verb| (verb, kind, None)));
    }
    for kind in
        [kinds::DEPLOYMENT, kinds::STATEFUL_SET, kinds::REPLICA_SET, kinds::JOB, kinds::POD, kinds::CLAIM, kinds::EVENT]
    {
        rights.extend(["list", "watch"].map(|verb| (verb, kind, None)));
    }
    rights.push(("get", kinds::POD, Some("log")));
    rights
}

/// What only some things need that sites do without: nothing is refused for want of it.
pub(crate) fn optional_rights() -> Vec<Right> {
    // a shell: an API server before Kubernetes 1.35 takes the request, a GET, for the verb `get`
    ["create", "get"].map(|verb| (verb, kinds::POD, Some("exec"))).into()
}

/// Whether a command may be run in a container.
///
/// # Errors
/// When the cluster refuses or does not answer.
pub(super) async fn may_exec(space: &Space) -> Result<bool> {
    for (verb, kind, subresource) in optional_rights() {
        if !allowed(space, attributes(space, verb, kind, subresource)).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn attributes(space: &Space, verb: &str, kind: Kind, subresource: Option<&str>) -> ResourceAttributes {
    ResourceAttributes {
        verb: Some(verb.to_owned()),
        group: Some(kind.group.to_owned()),
        resource: Some(kind.plural.to_owned()),
        subresource: subresource.map(str::to_owned),
        namespace: (kind != kinds::NAMESPACE).then(|| space.namespace.clone()),
        name: (kind == kinds::NAMESPACE && verb != "create").then(|| space.namespace.clone()),
        ..ResourceAttributes::default()
    }
}

async fn allowed(space: &Space, attributes: ResourceAttributes) -> Result<bool> {
    let review = SelfSubjectAccessReview {
        spec: SelfSubjectAccessReviewSpec {
            resource_attributes: Some(attributes),
            ..SelfSubjectAccessReviewSpec::default()
        },
        ..SelfSubjectAccessReview::default()
    };
    let api = Api::<SelfSubjectAccessReview>::all(space.client());
    let doing = space.doing("review", kinds::NAMESPACE, "");
    let answer =
        space.call(doing, api.create(&PostParams::default(), &review)).await.map_err(|fault| doing.error(fault))?;
    Ok(answer.status.is_some_and(|status| status.allowed))
}

fn sentence(verb: &str, kind: Kind, subresource: Option<&str>) -> Message {
    let resource = subresource.map_or_else(|| kind.resource(), |part| format!("{}/{part}", kind.resource()));
    message!(KUBECONFIG_LACKS_RIGHT, verb = verb, resource = resource, place = "cluster", namespace = "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_right_is_one_plain_sentence() {
        assert_eq!(sentence("create", kinds::DEPLOYMENT, None), "The kubeconfig may not create deployments.apps.");
        assert_eq!(sentence("get", kinds::POD, Some("log")), "The kubeconfig may not get pods/log.");
    }

    #[test]
    fn no_right_is_asked_twice() {
        let all = rights();
        for (i, right) in all.iter().enumerate() {
            assert!(!all[..i].contains(right), "{right:?}");
        }
    }
}
