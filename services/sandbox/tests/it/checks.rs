//! Bodies that are refused, and with which words.

use super::stage::{Stage, deployment, everywhere, text};
use serde_json::{Value, json};

#[tokio::test]
async fn a_field_that_nobody_knows_is_refused_by_name() {
    everywhere(async |stage: &Stage| {
        let mut body = deployment("d");
        body["spec"]["template"]["spec"]["containers"][0]["imgae"] = "x".into();
        let refused = stage.apply("helm", "Deployment", body).await.unwrap_err();
        assert!(
            refused
                .message
                .ends_with(".spec.template.spec.containers[name=\"nginx\"].imgae: field not declared in schema"),
            "{}: {}",
            stage.server,
            refused.message
        );
    })
    .await;
}

#[tokio::test]
async fn a_value_of_the_wrong_type_is_refused() {
    everywhere(async |stage: &Stage| {
        let mut body = deployment("d");
        body["spec"]["replicas"] = "two".into();
        let refused = stage.apply("helm", "Deployment", body).await.unwrap_err();
        assert!(
            refused.message.ends_with(".spec.replicas: expected numeric (int or float), got string"),
            "{}: {}",
            stage.server,
            refused.message
        );
        let mut twice = deployment("d");
        let one = twice["spec"]["template"]["spec"]["containers"][0].clone();
        twice["spec"]["template"]["spec"]["containers"] = json!([one, one]);
        let refused = stage.apply("helm", "Deployment", twice).await.unwrap_err();
        assert!(
            refused.message.contains("duplicate entries for key [name=\"nginx\"]"),
            "{}: {}",
            stage.server,
            refused.message
        );
    })
    .await;
}

#[tokio::test]
async fn everything_that_is_wrong_is_told_at_once() {
    everywhere(async |stage: &Stage| {
        let mut body = deployment("d");
        body["spec"]["selector"]["matchLabels"] = json!({"app": "other"});
        body["spec"]["template"]["spec"]["containers"][0].as_object_mut().unwrap().remove("image");
        body["spec"]["template"]["spec"]["containers"][0]["volumeMounts"] =
            json!([{"name": "gone", "mountPath": "/x"}]);
        let refused = stage.create("Deployment", body).await.unwrap_err();
        assert_eq!((refused.code, refused.reason.as_str()), (422, "Invalid"));
        let mut fields: Vec<String> = refused.details.unwrap().causes.into_iter().map(|c| c.field).collect();
        fields.sort();
        assert_eq!(
            fields,
            [
                "spec.template.metadata.labels",
                "spec.template.spec.containers[0].image",
                "spec.template.spec.containers[0].volumeMounts[0].name"
            ],
            "{}",
            stage.server
        );
        let refused = stage.create("ConfigMap", json!({"metadata": {"name": "Bad_Name"}})).await.unwrap_err();
        assert_eq!(
            (refused.code, refused.details.unwrap().causes[0].field.as_str()),
            (422, "metadata.name"),
            "{}",
            stage.server
        );
    })
    .await;
}

#[tokio::test]
async fn what_never_changes_cannot_be_changed() {
    everywhere(async |stage: &Stage| {
        stage.apply("helm", "Deployment", deployment("d")).await.unwrap();
        let mut other = deployment("d");
        other["spec"]["selector"]["matchLabels"] = json!({"app": "d", "more": "1"});
        other["spec"]["template"]["metadata"]["labels"] = json!({"app": "d", "more": "1"});
        let refused = stage.apply("helm", "Deployment", other).await.unwrap_err();
        assert_eq!((refused.code, refused.details.unwrap().causes[0].field.as_str()), (422, "spec.selector"), "{}", stage.server);

        let secret = |kind: &str| json!({"metadata": {"name": "s"}, "type": kind, "data": {}});
        stage.apply("helm", "Secret", secret("Opaque")).await.unwrap();
        let refused = stage.apply("helm", "Secret", secret("other")).await.unwrap_err();
        assert_eq!((refused.code, refused.details.unwrap().causes[0].field.as_str()), (422, "type"), "{}", stage.server);

        let set = |size: &str| {
            json!({"metadata": {"name": "m"}, "spec": {"replicas": 0, "serviceName": "m", "selector": {"matchLabels": {"a": "m"}},
            "template": {"metadata": {"labels": {"a": "m"}}, "spec": {"containers": [{"name": "c", "image": "x"}]}},
            "volumeClaimTemplates": [{"metadata": {"name": "data"}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": size}}}}]}})
        };
        stage.apply("helm", "StatefulSet", set("1Gi")).await.unwrap();
        let refused = stage.apply("helm", "StatefulSet", set("2Gi")).await.unwrap_err();
        assert!(refused.code == 422 && refused.message.contains("updates to statefulset spec for fields other than"), "{}: {}", stage.server, refused.message);
    })
    .await;
}

#[tokio::test]
async fn clients_see_defaults_and_quantities_in_their_one_form() {
    everywhere(async |stage: &Stage| {
        let mut body = deployment("d");
        body["spec"].as_object_mut().unwrap().remove("replicas");
        body["spec"]["template"]["spec"]["containers"][0]["resources"] =
            json!({"limits": {"cpu": "1000m", "memory": "1024Mi"}});
        let made = stage.apply("helm", "Deployment", body).await.unwrap();
        assert_eq!(
            made["spec"]["strategy"],
            json!({"type": "RollingUpdate", "rollingUpdate": {"maxSurge": "25%", "maxUnavailable": "25%"}})
        );
        assert_eq!(made["spec"]["replicas"], 1);
        let pod = &made["spec"]["template"]["spec"];
        assert_eq!(
            (text(pod, "/restartPolicy"), text(pod, "/containers/0/imagePullPolicy")),
            ("Always", "IfNotPresent"),
            "{}",
            stage.server
        );
        assert_eq!(
            pod["containers"][0]["resources"]["limits"],
            json!({"cpu": "1", "memory": "1Gi"}),
            "{}",
            stage.server
        );
        let service = json!({"metadata": {"name": "web"}, "spec": {"selector": {"app": "d"}, "ports": [{"port": 80}]}});
        let made = stage.create("Service", service).await.unwrap();
        assert_eq!(
            made["spec"]["ports"],
            json!([{"port": 80, "protocol": "TCP", "targetPort": 80}]),
            "{}",
            stage.server
        );
        assert_eq!(made["spec"]["clusterIPs"][0], made["spec"]["clusterIP"]);
        assert_eq!((text(&made, "/spec/type"), text(&made, "/spec/sessionAffinity")), ("ClusterIP", "None"));
    })
    .await;
}

#[tokio::test]
async fn a_namespace_that_is_not_there_takes_nothing() {
    everywhere(async |stage: &Stage| {
        let gone = Stage {
            namespace: "nowhere-at-all".into(),
            client: stage.client.clone(),
            kubeconfig: stage.kubeconfig.clone(),
            server: stage.server,
        };
        let refused = gone.apply("helm", "ConfigMap", json!({"metadata": {"name": "c"}})).await.unwrap_err();
        let details = refused.details.unwrap();
        assert_eq!(
            (refused.code, details.kind.as_str(), details.name.as_str()),
            (404, "namespaces", "nowhere-at-all"),
            "{}",
            stage.server
        );
        let path = "/apis/apps/v1/namespaces/default/nonsense/x";
        let request = http::Request::get(path).body(Vec::new()).unwrap();
        let kube::Error::Api(refused) = stage.client.request::<Value>(request).await.unwrap_err() else { panic!() };
        assert!(refused.code == 404 && refused.details.is_none_or(|d| d.name.is_empty()), "{}", stage.server);
    })
    .await;
}

#[tokio::test]
async fn a_quota_refuses_what_goes_beyond_it() {
    everywhere(async |stage: &Stage| {
        stage
            .create("ResourceQuota", json!({"metadata": {"name": "q"}, "spec": {"hard": {"pods": "1"}}}))
            .await
            .unwrap();
        stage
            .until("the quota's status", async || {
                stage.get("ResourceQuota", "q").await.filter(|q| text(q, "/status/hard/pods") == "1")
            })
            .await;
        let mut body = deployment("d");
        body["spec"]["replicas"] = 2.into();
        stage.apply("helm", "Deployment", body).await.unwrap();
        let failure = stage
            .until("the condition", async || {
                let object = stage.get("Deployment", "d").await?;
                object["status"]["conditions"]
                    .as_array()?
                    .iter()
                    .find(|c| text(c, "/type") == "ReplicaFailure")
                    .cloned()
            })
            .await;
        assert_eq!(text(&failure, "/reason"), "FailedCreate");
        let message = text(&failure, "/message");
        assert!(
            message.contains("is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1"),
            "{}: {message}",
            stage.server
        );
        let told = async || {
            stage
                .list("Event")
                .await
                .into_iter()
                .find(|e| text(e, "/reason") == "FailedCreate" && text(e, "/type") == "Warning")
        };
        stage.until("the event", told).await;
    })
    .await;
}
