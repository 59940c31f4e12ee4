//! What the credentials of a cluster may do: the preflight of an install, asked from the cluster itself.

use crate::gateway::Cluster;
use futures::{StreamExt, TryStreamExt, stream};
use k8s_openapi::api::authorization::v1::{ResourceAttributes, SelfSubjectAccessReview, SelfSubjectAccessReviewSpec};
use kit::{Message, message};
use kube::{Api, api::PostParams};

/// One thing to be allowed.
#[derive(Clone, Copy)]
struct Right {
    verb: &'static str,
    group: &'static str,
    resource: &'static str,
    /// Asked for one namespace where one is given.
    namespaced: bool,
}

const fn right(verb: &'static str, group: &'static str, resource: &'static str, namespaced: bool) -> Right {
    Right { verb, group, resource, namespaced }
}

/// What installs, restarts and uninstalls need.
const NEEDED: &[Right] = &[
    right("create", "", "namespaces", false),
    right("delete", "", "namespaces", false),
    right("patch", "", "namespaces", false),
    right("create", "", "secrets", true),
    right("patch", "", "secrets", true),
    right("delete", "", "secrets", true),
    right("list", "", "secrets", true),
    right("patch", "", "services", true),
    right("patch", "", "configmaps", true),
    right("patch", "", "persistentvolumeclaims", true),
    right("patch", "apps", "deployments", true),
    right("delete", "apps", "deployments", true),
    right("patch", "apps", "statefulsets", true),
    right("create", "batch", "jobs", true),
    right("patch", "networking.k8s.io", "ingresses", true),
    right("watch", "", "pods", true),
    right("get", "", "pods/log", true),
    right("list", "", "events", true),
];

/// What a shell into a container needs. Everything else goes without.
const OPTIONAL: &[Right] = &[right("create", "", SHELL, true), right("get", "", SHELL, true)];
const SHELL: &str = "pods/exec";

/// One sentence per thing the credentials may not do; empty when all is well. Changes nothing.
///
/// # Errors
/// Those of [`Cluster::call`].
pub async fn missing(cluster: &Cluster, namespace: Option<&str>) -> kit::Result<Vec<Message>> {
    let api: Api<SelfSubjectAccessReview> = Api::all(cluster.client().clone());
    let answers: Vec<Option<Message>> = stream::iter([NEEDED, OPTIONAL].concat())
        .map(|right| ask(cluster, api.clone(), right, namespace.filter(|_| right.namespaced)))
        .buffered(cluster.options().cluster_questions)
        .try_collect()
        .await?;
    Ok(answers.into_iter().flatten().collect())
}

async fn ask(
    cluster: &Cluster,
    api: Api<SelfSubjectAccessReview>,
    right: Right,
    namespace: Option<&str>,
) -> kit::Result<Option<Message>> {
    let Right { verb, group, resource, .. } = right;
    let what = format!("create selfsubjectaccessreviews ({verb} {resource})");
    let (params, review) = (PostParams::default(), review(verb, group, resource, namespace));
    let answer = cluster.call(&what, cluster.options().cluster_rights, api.create(&params, &review)).await?;
    let allowed = answer.status.is_some_and(|status| status.allowed);
    Ok((!allowed).then(|| sentence(verb, group, resource, namespace)))
}

fn sentence(verb: &str, group: &str, resource: &str, namespace: Option<&str>) -> Message {
    let resource = if group.is_empty() { resource.to_owned() } else { format!("{resource}.{group}") };
    if resource == SHELL {
        return message!(ShellRightMissing, verb = verb);
    }
    let (place, namespace) = namespace.map_or(("cluster", ""), |namespace| ("namespace", namespace));
    message!(RightMissing, verb = verb, resource = resource, place = place, namespace = namespace)
}

fn review(verb: &str, group: &str, resource: &str, namespace: Option<&str>) -> SelfSubjectAccessReview {
    let (resource, subresource) = match resource.split_once('/') {
        Some((resource, sub)) => (resource, Some(sub.to_owned())),
        None => (resource, None),
    };
    SelfSubjectAccessReview {
        spec: SelfSubjectAccessReviewSpec {
            resource_attributes: Some(ResourceAttributes {
                verb: Some(verb.to_owned()),
                group: Some(group.to_owned()),
                resource: Some(resource.to_owned()),
                subresource,
                namespace: namespace.map(str::to_owned),
                ..Default::default()
            }),
            ..Default::default()
        },
        ..Default::default()
    }
}
