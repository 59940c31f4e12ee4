//! Workloads become ready, are replaced, and keep what they should keep.

use super::stage::{Stage, deployment, everywhere, number, text};
use kube::api::Patch;
use serde_json::{Value, json};

#[tokio::test]
async fn a_deployment_gets_a_replica_set_and_ready_pods() {
    everywhere(async |stage: &Stage| {
        let mut body = deployment("d");
        body["spec"]["replicas"] = 2.into();
        stage.apply("helm", "Deployment", body).await.unwrap();
        let done = stage.rolled_out("d").await;
        assert_eq!(number(&done, "/metadata/generation"), 1, "{}", stage.server);
        assert_eq!(text(&done, "/metadata/annotations/deployment.kubernetes.io~1revision"), "1");
        let sets = stage.list("ReplicaSet").await;
        assert_eq!(sets.len(), 1);
        assert_eq!(text(&sets[0], "/metadata/ownerReferences/0/uid"), text(&done, "/metadata/uid"));
        assert_eq!(text(&sets[0], "/metadata/annotations/deployment.kubernetes.io~1revision"), "1", "{}", stage.server);
        let pods = stage.list("Pod").await;
        assert_eq!(pods.len(), 2);
        for pod in &pods {
            assert_eq!(text(pod, "/metadata/ownerReferences/0/uid"), text(&sets[0], "/metadata/uid"));
            assert_eq!(
                text(pod, "/metadata/labels/pod-template-hash"),
                text(&sets[0], "/metadata/labels/pod-template-hash")
            );
            assert_eq!(text(pod, "/status/phase"), "Running", "{}", stage.server);
            assert!(!text(pod, "/spec/nodeName").is_empty());
            assert_eq!(pod["status"]["containerStatuses"][0]["ready"], true);
        }
        let condition = |kind: &str| {
            done["status"]["conditions"].as_array().unwrap().iter().find(|c| text(c, "/type") == kind).cloned().unwrap()
        };
        assert_eq!(text(&condition("Available"), "/reason"), "MinimumReplicasAvailable");
        stage
            .until("the last condition", async || {
                let object = stage.get("Deployment", "d").await?;
                object["status"]["conditions"]
                    .as_array()?
                    .iter()
                    .any(|c| text(c, "/reason") == "NewReplicaSetAvailable")
                    .then_some(())
            })
            .await;
        let told = async || stage.list("Event").await.into_iter().find(|e| text(e, "/reason") == "Scheduled");
        stage.until("the scheduler's event", told).await;
    })
    .await;
}

#[tokio::test]
async fn a_new_template_replaces_the_pods_and_an_old_one_comes_back() {
    everywhere(async |stage: &Stage| {
        stage.apply("helm", "Deployment", deployment("d")).await.unwrap();
        stage.rolled_out("d").await;
        let first: Vec<Value> = stage.list("Pod").await;
        let mut next = deployment("d");
        next["spec"]["template"]["spec"]["containers"][0]["image"] = "nginx:2".into();
        stage.apply("helm", "Deployment", next).await.unwrap();
        let done = stage.rolled_out("d").await;
        assert_eq!(text(&done, "/metadata/annotations/deployment.kubernetes.io~1revision"), "2");
        stage
            .until("the old pod's end", async || {
                let pods = stage.list("Pod").await;
                (pods.len() == 1 && text(&pods[0], "/metadata/uid") != text(&first[0], "/metadata/uid")).then_some(())
            })
            .await;
        assert_eq!(text(&stage.list("Pod").await[0], "/spec/containers/0/image"), "nginx:2");
        stage.apply("helm", "Deployment", deployment("d")).await.unwrap();
        let back = stage.rolled_out("d").await;
        assert_eq!(text(&back, "/metadata/annotations/deployment.kubernetes.io~1revision"), "3", "{}", stage.server);
        assert_eq!(stage.list("ReplicaSet").await.len(), 2, "{}: the old replica set is used again", stage.server);
    })
    .await;
}

#[tokio::test]
async fn recreate_ends_the_old_pods_first() {
    everywhere(async |stage: &Stage| {
        let body = |image: &str| {
            let mut body = deployment("d");
            body["spec"]["strategy"] = json!({"type": "Recreate"});
            body["spec"]["template"]["spec"]["containers"][0]["image"] = image.into();
            body
        };
        stage.apply("helm", "Deployment", body("nginx:1")).await.unwrap();
        stage.rolled_out("d").await;
        stage.apply("helm", "Deployment", body("nginx:2")).await.unwrap();
        stage
            .until("the new pod, alone", async || {
                let pods = stage.list("Pod").await;
                let images: Vec<&str> = pods.iter().map(|pod| text(pod, "/spec/containers/0/image")).collect();
                assert!(
                    images != ["nginx:1", "nginx:2"] && images != ["nginx:2", "nginx:1"],
                    "{}: both at once",
                    stage.server
                );
                (images == ["nginx:2"]).then_some(())
            })
            .await;
        stage.rolled_out("d").await;
    })
    .await;
}

#[tokio::test]
async fn a_stateful_set_has_named_pods_with_volumes_that_stay() {
    everywhere(async |stage: &Stage| {
        let set = |image: &str| {
            json!({"metadata": {"name": "db"}, "spec": {"replicas": 2, "serviceName": "db", "selector": {"matchLabels": {"a": "db"}},
            "template": {"metadata": {"labels": {"a": "db"}}, "spec": {"terminationGracePeriodSeconds": 1, "containers": [{"name": "c", "image": image,
                "volumeMounts": [{"name": "data", "mountPath": "/data"}]}]}},
            "volumeClaimTemplates": [{"metadata": {"name": "data"}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}]}})
        };
        let rolled = async || {
            stage
                .until("the stateful set", async || {
                    let object = stage.get("StatefulSet", "db").await?;
                    let current = number(&object, "/status/observedGeneration") == number(&object, "/metadata/generation");
                    let same = object["status"]["currentRevision"] == object["status"]["updateRevision"];
                    (current && same && number(&object, "/status/readyReplicas") == 2 && number(&object, "/status/updatedReplicas") == 2).then_some(object)
                })
                .await
        };
        stage.apply("helm", "StatefulSet", set("mysql:8")).await.unwrap();
        let first = rolled().await;
        let names = async |kind: &str| -> Vec<String> { stage.list(kind).await.iter().map(|o| text(o, "/metadata/name").to_owned()).collect() };
        assert_eq!(names("Pod").await, ["db-0", "db-1"], "{}", stage.server);
        assert_eq!(names("PersistentVolumeClaim").await, ["data-db-0", "data-db-1"]);
        assert!(stage.list("PersistentVolumeClaim").await.iter().all(|c| text(c, "/status/phase") == "Bound"), "{}", stage.server);
        stage.apply("helm", "StatefulSet", set("mysql:9")).await.unwrap();
        let second = rolled().await;
        assert_ne!(first["status"]["updateRevision"], second["status"]["updateRevision"]);
        let pod = stage.get("Pod", "db-0").await.unwrap();
        assert_eq!(text(&pod, "/metadata/labels/controller-revision-hash"), text(&second, "/status/updateRevision"), "{}", stage.server);
        stage.delete("StatefulSet", "db", &kube::api::DeleteParams::foreground()).await.unwrap();
        stage.until("its end", async || stage.get("StatefulSet", "db").await.is_none().then_some(())).await;
        assert!(stage.list("Pod").await.is_empty(), "{}: pods end before their set in the foreground", stage.server);
        assert_eq!(names("PersistentVolumeClaim").await.len(), 2, "{}", stage.server);
    })
    .await;
}

#[tokio::test]
async fn a_job_completes_and_takes_its_pods_along() {
    everywhere(async |stage: &Stage| {
        let job = json!({"metadata": {"name": "j"}, "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "x"}]}}}});
        let made = stage.create("Job", job).await.unwrap();
        assert_eq!(made["spec"]["backoffLimit"], 6);
        let done = stage
            .until("the job", async || {
                let job = stage.get("Job", "j").await?;
                let complete = job["status"]["conditions"].as_array()?.iter().any(|c| text(c, "/type") == "Complete" && text(c, "/status") == "True");
                complete.then_some(job)
            })
            .await;
        assert_eq!(number(&done, "/status/succeeded"), 1, "{}", stage.server);
        assert!(!text(&done, "/status/completionTime").is_empty());
        let pods = stage.list("Pod").await;
        assert_eq!(text(&pods[0], "/metadata/labels/batch.kubernetes.io~1job-name"), "j", "{}", stage.server);
        stage.delete("Job", "j", &kube::api::DeleteParams::background()).await.unwrap();
        stage.until("the pods' end", async || stage.list("Pod").await.is_empty().then_some(())).await;
    })
    .await;
}

#[tokio::test]
async fn a_paused_deployment_stands_still_until_it_goes_on() {
    everywhere(async |stage: &Stage| {
        let mut body = deployment("d");
        body["spec"]["paused"] = true.into();
        stage.apply("helm", "Deployment", body).await.unwrap();
        stage
            .until("the controller", async || {
                stage.get("Deployment", "d").await.filter(|d| number(d, "/status/observedGeneration") == 1)
            })
            .await;
        assert!(stage.list("Pod").await.is_empty(), "{}", stage.server);
        stage.patch("x", "Deployment", "d", Patch::Merge(json!({"spec": {"paused": false}}))).await.unwrap();
        stage.rolled_out("d").await;
    })
    .await;
}

#[tokio::test]
async fn scaling_goes_both_ways() {
    everywhere(async |stage: &Stage| {
        stage.apply("helm", "Deployment", deployment("d")).await.unwrap();
        stage.rolled_out("d").await;
        for replicas in [3, 1, 0] {
            stage.patch("x", "Deployment", "d", Patch::Merge(json!({"spec": {"replicas": replicas}}))).await.unwrap();
            stage
                .until("so many pods", async || {
                    let pods = stage.list("Pod").await;
                    let ready = pods.iter().filter(|p| p["status"]["containerStatuses"][0]["ready"] == true).count();
                    (pods.len() == replicas && ready == replicas).then_some(())
                })
                .await;
        }
        assert_eq!(stage.list("ReplicaSet").await.len(), 1, "{}", stage.server);
    })
    .await;
}
