//! What a write requires of the object, as a worker that was overtaken meets it.

use super::stage::{Stage, everywhere, text};
use kube::api::{DeleteParams, Patch, Preconditions};
use serde_json::{Value, json};

const STRANGER: &str = "11111111-2222-4333-8444-555555555555";

fn config(metadata: Value, data: &str) -> Value {
    let mut body = json!({"metadata": metadata, "data": {"a": data}});
    body["metadata"]["name"] = "c".into();
    body
}

#[tokio::test]
async fn an_apply_with_an_old_version_is_a_conflict_and_with_the_right_one_goes_through() {
    everywhere(async |stage: &Stage| {
        let first = stage.apply("helm", "ConfigMap", config(json!({}), "1")).await.unwrap();
        let version = &first["metadata"]["resourceVersion"];
        stage.apply("helm", "ConfigMap", config(json!({"resourceVersion": version}), "2")).await.unwrap();
        let refused =
            stage.apply("helm", "ConfigMap", config(json!({"resourceVersion": version}), "3")).await.unwrap_err();
        assert_eq!((refused.code, refused.reason.as_str()), (409, "Conflict"), "{}", stage.server);
        assert!(refused.message.contains("the object has been modified"), "{}: {}", stage.server, refused.message);
        stage.apply("helm", "ConfigMap", config(json!({"resourceVersion": "0"}), "4")).await.unwrap();
        let refused = stage.apply("helm", "ConfigMap", config(json!({"resourceVersion": "1"}), "5")).await.unwrap_err();
        assert_eq!(refused.code, 409, "{}", stage.server);
    })
    .await;
}

#[tokio::test]
async fn a_version_is_ignored_where_nothing_is_and_a_uid_is_not() {
    everywhere(async |stage: &Stage| {
        let refused = stage
            .apply("helm", "ConfigMap", config(json!({"uid": STRANGER, "resourceVersion": "7"}), "1"))
            .await
            .unwrap_err();
        assert_eq!((refused.code, refused.reason.as_str()), (409, "Conflict"), "{}", stage.server);
        assert!(
            refused.message.contains("uid mismatch") && refused.message.contains("no existing object was found"),
            "{}",
            refused.message
        );
        assert!(stage.get("ConfigMap", "c").await.is_none());
        stage.apply("helm", "ConfigMap", config(json!({"resourceVersion": "1"}), "1")).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn another_object_of_the_same_name_refuses_the_uid() {
    everywhere(async |stage: &Stage| {
        stage.apply("helm", "ConfigMap", config(json!({}), "1")).await.unwrap();
        let refused = stage.apply("helm", "ConfigMap", config(json!({"uid": STRANGER}), "2")).await.unwrap_err();
        assert_eq!((refused.code, refused.reason.as_str()), (422, "Invalid"), "{}", stage.server);
        assert_eq!(refused.details.unwrap().causes[0].field, "metadata.uid");
        let patch = Patch::Merge(json!({"metadata": {"uid": STRANGER}}));
        assert_eq!(stage.patch("x", "ConfigMap", "c", patch).await.unwrap_err().code, 422, "{}", stage.server);
        let patch = Patch::Strategic(json!({"metadata": {"resourceVersion": "1"}}));
        assert_eq!(stage.patch("x", "ConfigMap", "c", patch).await.unwrap_err().code, 409, "{}", stage.server);
    })
    .await;
}

#[tokio::test]
async fn a_replacement_needs_the_version_that_was_read() {
    everywhere(async |stage: &Stage| {
        stage.create("ConfigMap", config(json!({}), "1")).await.unwrap();
        let api = stage.api("ConfigMap");
        let mut read = api.get("c").await.unwrap();
        stage.patch("x", "ConfigMap", "c", Patch::Merge(json!({"data": {"a": "2"}}))).await.unwrap();
        read.data["data"]["a"] = "3".into();
        let kube::Error::Api(refused) = api.replace("c", &kube::api::PostParams::default(), &read).await.unwrap_err()
        else {
            panic!()
        };
        assert_eq!(refused.code, 409, "{}", stage.server);
        read.metadata.resource_version = api.get("c").await.unwrap().metadata.resource_version;
        api.replace("c", &kube::api::PostParams::default(), &read).await.unwrap();
        read.metadata.resource_version = None;
        read.metadata.uid = Some(STRANGER.into());
        let kube::Error::Api(refused) = api.replace("c", &kube::api::PostParams::default(), &read).await.unwrap_err()
        else {
            panic!()
        };
        assert_eq!(refused.code, 409, "{}", stage.server);
    })
    .await;
}

#[tokio::test]
async fn a_deletion_can_require_uid_and_version() {
    everywhere(async |stage: &Stage| {
        let made = stage.create("ConfigMap", config(json!({}), "1")).await.unwrap();
        let uid = |uid: &str| Preconditions { uid: Some(uid.into()), resource_version: None };
        let version = |version: &str| Preconditions { uid: None, resource_version: Some(version.into()) };
        for wrong in [uid(STRANGER), version("1")] {
            let refused =
                stage.delete("ConfigMap", "c", &DeleteParams::default().preconditions(wrong)).await.unwrap_err();
            assert_eq!((refused.code, refused.reason.as_str()), (409, "Conflict"), "{}", stage.server);
        }
        let right = Preconditions {
            uid: Some(text(&made, "/metadata/uid").into()),
            resource_version: Some(text(&made, "/metadata/resourceVersion").into()),
        };
        stage.delete("ConfigMap", "c", &DeleteParams::default().preconditions(right)).await.unwrap();
        assert_eq!(
            stage.delete("ConfigMap", "c", &DeleteParams::default()).await.unwrap_err().code,
            404,
            "{}",
            stage.server
        );
    })
    .await;
}

#[tokio::test]
async fn nothing_is_created_twice() {
    everywhere(async |stage: &Stage| {
        stage.create("ConfigMap", config(json!({}), "1")).await.unwrap();
        let refused = stage.create("ConfigMap", config(json!({}), "1")).await.unwrap_err();
        assert_eq!((refused.code, refused.reason.as_str()), (409, "AlreadyExists"), "{}", stage.server);
    })
    .await;
}
