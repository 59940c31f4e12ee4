//! Lists: selectors, pages, metadata only.

use super::stage::{Stage, everywhere};
use kube::api::ListParams;
use serde_json::json;

async fn some(stage: &Stage) {
    for (name, kind, tier) in
        [("a", "Opaque", "web"), ("b", "helm.sh/release.v1", "web"), ("c", "Opaque", "db"), ("d", "Opaque", "none")]
    {
        let mut body = json!({"metadata": {"name": name}, "type": kind, "data": {}});
        if tier != "none" {
            body["metadata"]["labels"] = json!({"tier": tier});
        }
        stage.create("Secret", body).await.unwrap();
    }
}

#[tokio::test]
async fn labels_and_fields_select() {
    everywhere(async |stage: &Stage| {
        some(stage).await;
        let names = async |params: ListParams| -> String {
            let list = stage.api("Secret").list(&params).await.unwrap();
            list.items.into_iter().filter_map(|s| s.metadata.name).collect()
        };
        for (labels, wanted) in [
            ("tier=web", "ab"),
            ("tier", "abc"),
            ("!tier", "d"),
            ("tier!=web", "cd"),
            ("tier in (web, db)", "abc"),
            ("tier notin (web),tier", "c"),
        ] {
            assert_eq!(names(ListParams::default().labels(labels)).await, wanted, "{}: {labels}", stage.server);
        }
        for (fields, wanted) in [
            ("type=Opaque", "acd"),
            ("type!=Opaque", "b"),
            ("metadata.name=c", "c"),
            ("metadata.name!=c,type=Opaque", "ad"),
        ] {
            assert_eq!(names(ListParams::default().fields(fields)).await, wanted, "{}: {fields}", stage.server);
        }
        let kube::Error::Api(refused) =
            stage.api("Secret").list(&ListParams::default().fields("data.a=b")).await.unwrap_err()
        else {
            panic!()
        };
        assert_eq!(refused.code, 400, "{}", stage.server);
    })
    .await;
}

#[tokio::test]
async fn a_list_comes_in_pages() {
    everywhere(async |stage: &Stage| {
        some(stage).await;
        let mut params = ListParams::default().limit(3);
        let first = stage.api("Secret").list(&params).await.unwrap();
        assert_eq!((first.items.len(), first.metadata.remaining_item_count), (3, Some(1)), "{}", stage.server);
        params.continue_token = first.metadata.continue_;
        let second = stage.api("Secret").list(&params).await.unwrap();
        assert_eq!((second.items.len(), second.metadata.remaining_item_count), (1, None), "{}", stage.server);
        assert_eq!(second.metadata.resource_version, first.metadata.resource_version, "{}", stage.server);
        assert!(second.metadata.continue_.is_none_or(|token| token.is_empty()));
        params.continue_token = Some("nonsense".into());
        let kube::Error::Api(refused) = stage.api("Secret").list(&params).await.unwrap_err() else { panic!() };
        assert_eq!(refused.code, 400, "{}", stage.server);
    })
    .await;
}

#[tokio::test]
async fn metadata_comes_without_the_rest() {
    everywhere(async |stage: &Stage| {
        some(stage).await;
        let list = stage.api("Secret").list_metadata(&ListParams::default().labels("tier=web")).await.unwrap();
        assert_eq!(list.items.len(), 2, "{}", stage.server);
        let one = stage.api("Secret").get_metadata("a").await.unwrap();
        assert_eq!(one.metadata.name.as_deref(), Some("a"));
        assert_eq!(one.types.unwrap().kind, "PartialObjectMetadata");
    })
    .await;
}

#[tokio::test]
async fn discovery_names_what_the_charts_need() {
    everywhere(async |stage: &Stage| {
        let groups = stage.client.list_api_groups().await.unwrap();
        let all: Vec<String> = groups.groups.into_iter().flat_map(|g| g.versions).map(|v| v.group_version).collect();
        for wanted in
            ["apps/v1", "batch/v1", "networking.k8s.io/v1", "policy/v1", "autoscaling/v2", "storage.k8s.io/v1"]
        {
            assert!(all.iter().any(|v| v == wanted), "{}: {wanted}", stage.server);
        }
        let core = stage.client.list_core_api_resources("v1").await.unwrap();
        let pods = core.resources.iter().find(|r| r.name == "pods").unwrap();
        assert!(pods.namespaced && pods.kind == "Pod" && pods.verbs.iter().any(|v| v == "watch"), "{}", stage.server);
        assert!(core.resources.iter().any(|r| r.name == "pods/log"));
        assert!(stage.client.apiserver_version().await.unwrap().git_version.starts_with("v1."));
    })
    .await;
}
