//! What is in the tree for Kubernetes, Prometheus, Grafana and Tilt: read with their own libraries, and started as it says.

mod production;
mod stage;

use crate::system::{
    Folder,
    manifests::{Objects, deploy, is_left_out, tools},
};
use std::{collections::BTreeSet, path::Path, process::Command};

const ROLES: [&str; 8] = ["auth", "bff", "deployments", "events", "health", "infrastructure", "tasks", "teams"];

/// Only what passes the restricted profile is in it, and each role is there with a port for probes.
#[test]
fn both_overlays_have_every_role_and_ask_for_no_rights() {
    if is_left_out() {
        return;
    }
    for overlay in ["k8s/overlays/dev", "k8s/overlays/production", "tilt/manifests"] {
        let objects = Objects::of(overlay);
        let named = |kind: &str| -> BTreeSet<String> {
            objects.all(kind).map(|object| object["metadata"]["name"].as_str().unwrap().to_owned()).collect()
        };
        let roles: BTreeSet<String> = ROLES.map(str::to_owned).into();
        assert_eq!(named("Deployment"), roles, "{overlay}");
        assert!(named("Service").is_superset(&roles) && named("ServiceAccount").is_superset(&roles), "{overlay}");
        assert_eq!(
            named("Role").len() + named("ClusterRole").len(),
            0,
            "{overlay}: nothing of Canopy asks its own cluster"
        );
        for workload in objects.all("Deployment").chain(objects.all("StatefulSet")) {
            let pod = &workload["spec"]["template"]["spec"];
            let name = &workload["metadata"]["name"];
            assert_eq!(pod["automountServiceAccountToken"], false, "{overlay} {name}");
            assert_eq!(pod["securityContext"]["runAsNonRoot"], true, "{overlay} {name}");
            let context = &pod["containers"][0]["securityContext"];
            assert_eq!(context["capabilities"]["drop"][0], "ALL", "{overlay} {name}");
            assert_eq!(
                context["readOnlyRootFilesystem"],
                overlay != "tilt/manifests" || name == "nats",
                "{overlay} {name}"
            );
        }
    }
}

/// As kubeconform does, by the schemas of the tests' Kubernetes and of the operators: `real.rs` has the API server's own word.
#[test]
fn kubeconform_takes_every_object_and_no_field_that_there_is_not() {
    if is_left_out() {
        return;
    }
    for overlay in ["k8s/overlays/dev", "k8s/overlays/production", "tilt/manifests"] {
        assert_eq!(deploy("conform", overlay).len(), Objects::of(overlay).0.len(), "{overlay}");
    }
    let folder = Folder::fresh("conform");
    std::fs::write(folder.0.join("kustomization.yaml"), "resources: [wrong.yaml]\n").unwrap();
    let of_kubernetes =
        "{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {ports: [{port: 80, targetport: 81}]}}";
    let of_an_operator = "{apiVersion: cert-manager.io/v1, kind: Certificate, metadata: {name: a}, spec: {secretName: a, dnsName: [a], \
         issuerRef: {name: a}}}";
    let of_nobody = "{apiVersion: example.com/v1, kind: Unknown, metadata: {name: a}}";
    for (wrong, says) in [(of_kubernetes, "targetport"), (of_an_operator, "dnsName"), (of_nobody, "Unknown")] {
        std::fs::write(folder.0.join("wrong.yaml"), wrong).unwrap();
        let output = Command::new(tools().join("deploy")).arg("conform").arg(&folder.0).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains(says), "{wrong}: {said}");
    }
}

#[test]
fn in_production_each_role_has_a_second_one_a_budget_and_limits() {
    if is_left_out() {
        return;
    }
    let objects = Objects::of("k8s/overlays/production");
    for role in ROLES {
        let deployment = objects.find("Deployment", role).unwrap();
        let scaled = objects.find("HorizontalPodAutoscaler", role);
        let replicas = scaled.map_or(&deployment["spec"]["replicas"], |scaler| &scaler["spec"]["minReplicas"]);
        assert_eq!(*replicas, 2, "{role}");
        let budget = objects.find("PodDisruptionBudget", role).unwrap();
        assert_eq!(budget["spec"]["selector"], deployment["spec"]["selector"], "{role}");
        let pod = &deployment["spec"]["template"]["spec"];
        assert_eq!(pod["topologySpreadConstraints"].as_array().map(Vec::len), Some(2), "{role}");
        assert!(pod["containers"][0]["resources"]["limits"]["memory"].is_string(), "{role}");
        let certificate = objects.find("Certificate", &format!("tls-{role}")).unwrap();
        assert_eq!(certificate["spec"]["dnsNames"][0], role);
    }
    let deny = objects.find("NetworkPolicy", "default-deny").unwrap();
    assert_eq!(deny["spec"]["podSelector"], serde_json::json!({}));
    assert_eq!(deny["spec"]["policyTypes"], serde_json::json!(["Ingress", "Egress"]));
}

#[test]
fn alerts_and_dashboard_are_what_prometheus_takes() {
    if is_left_out() {
        return;
    }
    assert!(deploy("alerts", "k8s/components/monitoring/alerts.yaml").len() > 10);
    assert!(deploy("dashboard", "k8s/components/monitoring/dashboard.json").len() > 20);
}

/// Starlark runs it with functions that only write down their calls. What Tilt makes of them is not seen here; with Tilt on the
/// machine `tilt alpha tiltfile-result` shows it.
#[test]
fn the_tiltfile_runs_and_names_every_role() {
    if is_left_out() {
        return;
    }
    let calls = deploy("tiltfile", "Tiltfile");
    for role in ROLES {
        assert!(calls.iter().any(|call| call.starts_with(&format!("k8s_resource(\"{role}\""))), "{role}: {calls:#?}");
    }
    let words = [
        "allow_k8s_contexts(\"kind-canopy\")",
        "docker_build_with_restart(\"canopy\"",
        "cmd_button(\"seed\"",
        "cmd_button(\"reset\"",
        "cmd_button(\"test\"",
    ];
    for word in words {
        assert!(calls.iter().any(|call| call.starts_with(word)), "{word}: {calls:#?}");
    }
    let pinned = |call: &String| call.starts_with("extension_repo(") && call.contains("ref=\"");
    assert!(calls.iter().any(pinned), "extensions of any version: {calls:#?}");
    let root = crate::system::manifests::root();
    for call in &calls {
        for file in call.split(['"', ' ', '\\']).filter(|word| word.starts_with("tilt/") || word.starts_with("k8s/")) {
            assert!(root.join(file).exists(), "{file} of {call}");
        }
    }
}

#[test]
fn what_tilt_restarts_a_program_by_lies_under_no_volume_of_its_pod() {
    if is_left_out() {
        return;
    }
    let calls = deploy("tiltfile", "Tiltfile");
    let file = calls.iter().find_map(|call| call.split_once("restart_file=\"")).expect("the file that is watched").1;
    let file = file.split('"').next().unwrap_or_default();
    let objects = Objects::of("tilt/manifests");
    for role in ROLES {
        let pod = &objects.find("Deployment", role).unwrap()["spec"]["template"]["spec"];
        for mount in pod["containers"][0]["volumeMounts"].as_array().unwrap() {
            let volume = mount["mountPath"].as_str().unwrap();
            assert!(!Path::new(file).starts_with(volume), "{role}: {file} is under {volume}");
        }
    }
}
