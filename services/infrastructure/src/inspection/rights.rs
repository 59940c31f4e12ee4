//! What the credentials may do, of what Canopy needs: one line for each kind of object.

use crate::{
    gateway::Cluster,
    workloads::{self, Right},
};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use k8s_openapi::api::authorization::v1::{ResourceAttributes, SelfSubjectAccessReview, SelfSubjectAccessReviewSpec};
use kit::Message;
use kube::{Api, api::PostParams};
use proto::infrastructure::ClusterRight;

/// In the order in which Canopy needs them.
pub(super) async fn read(cluster: &Cluster) -> Result<Vec<ClusterRight>, Message> {
    let rights = [workloads::rights(), workloads::optional_rights()].concat();
    // Most credentials may do everything, and then one question is enough.
    if may(cluster, "*", "*", "*", None).await? {
        return Ok(lines(&rights, &vec![true; rights.len()]));
    }
    let questions: Vec<_> = rights
        .iter()
        .map(|(verb, kind, subresource)| may(cluster, verb, kind.group, kind.plural, *subresource))
        .collect();
    let answers: Vec<bool> =
        stream::iter(questions).buffered(cluster.options().cluster_questions).try_collect().await?;
    Ok(lines(&rights, &answers))
}

fn lines(rights: &[Right], answers: &[bool]) -> Vec<ClusterRight> {
    let mut lines: Vec<ClusterRight> = Vec::new();
    for ((verb, kind, subresource), allowed) in rights.iter().zip(answers) {
        let resource = subresource.map_or_else(|| kind.resource(), |part| format!("{}/{part}", kind.resource()));
        let at = lines.iter().position(|line| line.resource == resource).unwrap_or_else(|| {
            lines.push(ClusterRight { resource, ..ClusterRight::default() });
            lines.len() - 1
        });
        let line = &mut lines[at];
        let verbs = if *allowed { &mut line.allowed } else { &mut line.missing };
        verbs.push((*verb).to_owned());
    }
    lines
}

async fn may(cluster: &Cluster, verb: &str, group: &str, resource: &str, part: Option<&str>) -> Result<bool, Message> {
    let review = SelfSubjectAccessReview {
        spec: SelfSubjectAccessReviewSpec {
            resource_attributes: Some(ResourceAttributes {
                verb: Some(verb.to_owned()),
                group: Some(group.to_owned()),
                resource: Some(resource.to_owned()),
                subresource: part.map(str::to_owned),
                ..ResourceAttributes::default()
            }),
            ..SelfSubjectAccessReviewSpec::default()
        },
        ..SelfSubjectAccessReview::default()
    };
    let api = Api::<SelfSubjectAccessReview>::all(cluster.client().clone());
    let params = PostParams::default();
    let what = format!("create selfsubjectaccessreviews ({verb} {resource})");
    let answer = cluster.call(&what, cluster.options().cluster_rights, api.create(&params, &review)).await;
    Ok(answer.map_err(|error| error.message())?.status.is_some_and(|status| status.allowed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kubernetes::kinds;

    #[test]
    fn a_kind_is_one_line_with_what_is_allowed_and_what_is_missing() {
        let rights: [Right; 4] = [
            ("get", kinds::SECRET, None),
            ("list", kinds::POD, None),
            ("patch", kinds::SECRET, None),
            ("get", kinds::POD, Some("log")),
        ];
        let lines = lines(&rights, &[true, true, false, false]);
        let told: Vec<_> =
            lines.iter().map(|line| (line.resource.as_str(), line.allowed.join(" "), line.missing.join(" "))).collect();
        let of = |resource, allowed: &str, missing: &str| (resource, allowed.to_owned(), missing.to_owned());
        assert_eq!(told, [of("secrets", "get", "patch"), of("pods", "list", ""), of("pods/log", "", "get")]);
    }
}
