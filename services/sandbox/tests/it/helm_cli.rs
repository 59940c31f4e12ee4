//! The Helm CLIs work against the sandbox as against a cluster.

use super::stage::{Stage, everywhere};
use std::{
    path::{Path, PathBuf},
    process::Command,
};

fn chart(folder: &Path, image: &str) {
    std::fs::create_dir_all(folder.join("templates")).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\nappVersion: '1'\n");
    write("values.yaml", &format!("image: {image}\n"));
    write(
        "templates/all.yaml",
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\ndata:\n  image: {{ .Values.image }}\n---\n\
         apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: {{ .Release.Name }}\nspec:\n  selector:\n    matchLabels: {app: shop}\n  template:\n    \
         metadata:\n      labels: {app: shop}\n    spec:\n      terminationGracePeriodSeconds: 1\n      containers:\n        - name: web\n          image: {{ .Values.image }}\n",
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn both_helms_install_upgrade_roll_back_and_uninstall() {
    let programs = PathBuf::from(kit::testing::told("CANOPY_TEST_KUBE"));
    everywhere(async |stage: &Stage| {
        let folder = std::env::temp_dir().join(format!("canopy-sandbox-helm-{}", stage.namespace));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("kubeconfig"), &stage.kubeconfig).unwrap();
        for (program, other) in [("helm", "helm3"), ("helm3", "helm")] {
            let run = async |program: &str, arguments: &[&str]| -> String {
                let mut command = Command::new(programs.join(program));
                command
                    .args(arguments)
                    .args(["--namespace", &stage.namespace])
                    .env("KUBECONFIG", folder.join("kubeconfig"))
                    .env("HOME", &folder);
                let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
                let text =
                    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
                assert!(output.status.success(), "{}: {program} {arguments:?}: {text}", stage.server);
                text
            };
            let path = folder.join("chart");
            let at = path.to_str().unwrap();
            chart(&path, "nginx:1");
            run(program, &["install", "shop", at, "--wait", "--timeout", "60s"]).await;
            chart(&path, "nginx:2");
            run(program, &["upgrade", "shop", at, "--wait", "--timeout", "60s"]).await;
            let live = stage.get("ConfigMap", "shop").await.unwrap();
            assert_eq!(live["data"]["image"], "nginx:2", "{}: {program}", stage.server);
            assert!(run(other, &["ls"]).await.contains("shop-1.0.0"));
            let history = run(other, &["history", "shop"]).await;
            assert!(history.contains("superseded") && history.contains("deployed"), "{history}");
            assert!(run(other, &["get", "manifest", "shop"]).await.contains("nginx:2"));
            run(program, &["rollback", "shop", "1", "--wait", "--timeout", "60s"]).await;
            assert_eq!(
                stage.get("ConfigMap", "shop").await.unwrap()["data"]["image"],
                "nginx:1",
                "{}: {program}",
                stage.server
            );
            run(program, &["uninstall", "shop", "--wait", "--timeout", "60s"]).await;
            assert!(stage.list("Secret").await.is_empty(), "{}: {program}", stage.server);
            stage
                .until("the end of the Deployment", async || {
                    stage.get("Deployment", "shop").await.is_none().then_some(())
                })
                .await;
        }
        let _ = std::fs::remove_dir_all(&folder);
    })
    .await;
}
