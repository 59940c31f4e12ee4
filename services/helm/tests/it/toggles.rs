use crate::fixture::{TOGGLES, rendered, target, toggled};
use helm::{Document, checked};
use std::collections::BTreeSet;

fn on(bits: u32, toggle: &str) -> bool {
    TOGGLES.iter().position(|t| *t == toggle).is_some_and(|i| bits >> i & 1 == 1)
}

/// What each toggle stands for, by kind and name behind the release's.
fn expected(bits: u32) -> BTreeSet<(String, String)> {
    let mut all: Vec<(&str, &str)> = vec![
        ("ServiceAccount", ""),
        ("ResourceQuota", ""),
        ("LimitRange", ""),
        ("NetworkPolicy", "-default"),
        ("NetworkPolicy", "-web"),
        ("ConfigMap", "-php"),
        ("PersistentVolumeClaim", "-data"),
        ("Deployment", "-web"),
        ("Service", "-web"),
    ];
    if on(bits, "nginx") {
        all.push(("ConfigMap", "-nginx"));
    }
    if on(bits, "mysql") {
        all.extend([
            ("StatefulSet", "-mysql"),
            ("Service", "-mysql"),
            ("Service", "-mysql-pods"),
            ("NetworkPolicy", "-mysql"),
        ]);
    }
    if on(bits, "redis") {
        all.extend([("Deployment", "-redis"), ("Service", "-redis"), ("NetworkPolicy", "-redis")]);
    }
    if on(bits, "ftp") {
        all.extend([("Deployment", "-ftp"), ("Service", "-ftp"), ("NetworkPolicy", "-ftp")]);
    }
    if on(bits, "phpmyadmin") {
        all.extend([("ConfigMap", "-phpmyadmin"), ("Deployment", "-phpmyadmin"), ("Service", "-phpmyadmin")]);
    }
    if on(bits, "cloudflare") {
        all.push(("Deployment", "-cloudflared"));
    } else {
        all.push(("Ingress", ""));
    }
    all.into_iter().map(|(kind, end)| (kind.to_string(), format!("shop-a1b2c3{end}"))).collect()
}

fn set(documents: &[Document]) -> BTreeSet<(String, String)> {
    documents.iter().map(|d| (d.kind.clone(), d.name.clone())).collect()
}

#[test]
fn every_combination_of_services_renders_valid_objects_and_exactly_those_it_implies() {
    for bits in 0..64 {
        let out = rendered(&toggled(bits));
        assert_eq!(set(&out.documents), expected(bits), "toggles {bits:06b}");
        checked(&out.documents, &out.hooks, "shop-a1b2c3").unwrap_or_else(|e| panic!("toggles {bits:06b}: {e}"));
        assert_eq!(out.hooks.len(), 1);
        assert_eq!(out.hooks[0].events, ["post-install", "post-upgrade"]);
        assert_eq!((out.hooks[0].weight, out.hooks[0].name.as_str()), (5, "shop-a1b2c3-install"));
        assert_eq!(out.hooks[0].delete_policies, ["before-hook-creation", "hook-succeeded"]);
        assert!(!out.manifest.contains("shop-a1b2c3-install"), "a hook is not part of the manifest");
        assert!(out.notes.contains("shop.example.com"));
    }
}

#[test]
fn no_selector_and_no_volume_claim_depends_on_a_value_that_an_edit_changes() {
    let fixed = |values: &serde_json::Value| -> Vec<String> {
        let pointers = [
            "/spec/selector",
            "/spec/serviceName",
            "/spec/volumeClaimTemplates",
            "/spec/accessModes",
            "/spec/storageClassName",
        ];
        rendered(values)
            .documents
            .iter()
            .filter(|d| matches!(d.kind.as_str(), "Deployment" | "StatefulSet" | "PersistentVolumeClaim"))
            .map(|d| {
                format!("{} {} {:?}", d.kind, d.name, pointers.map(|p| d.object.pointer(p).map(ToString::to_string)))
            })
            .collect()
    };
    let before = toggled(0b01_1111);
    let mut after = before.clone();
    after["domain"] = "other.example.com".into();
    after["php"] = serde_json::json!({"version": "8.3", "poolSize": 20, "memoryLimitMB": 512});
    after["secretVersions"] = serde_json::json!({"app": "2", "db": "2"});
    after["podAnnotations"] = serde_json::json!({"example.com/note": "x"});
    assert_eq!(fixed(&before), fixed(&after));
}

#[test]
fn without_nginx_the_pod_is_one_apache_container() {
    let out = rendered(&toggled(0b00_0110));
    let web = out.documents.iter().find(|d| d.name.ends_with("-web") && d.kind == "Deployment").unwrap();
    let containers = web.object.pointer("/spec/template/spec/containers").unwrap().as_array().unwrap();
    assert_eq!(containers.len(), 1);
    assert!(containers[0]["image"].as_str().unwrap().contains("-apache@sha256:"));
    let pod = web.object.pointer("/spec/template/spec/securityContext").unwrap();
    assert_eq!(pod["sysctls"][0]["name"], "net.ipv4.ip_unprivileged_port_start");
}

#[test]
fn a_changed_secret_rolls_exactly_the_pods_that_read_it() {
    let annotated = |section: &str| -> BTreeSet<String> {
        let mut values = toggled(0b11_1111);
        values["secretVersions"] = serde_json::json!({section: "7"});
        let key = format!("canopy.internal/secret-{section}");
        let all = rendered(&values).documents;
        all.iter()
            .filter(|d| {
                d.object
                    .pointer("/spec/template/metadata/annotations")
                    .is_some_and(|a| a.get(&key) == Some(&"7".into()))
            })
            .map(|d| d.name.trim_start_matches("shop-a1b2c3-").to_string())
            .collect()
    };
    let names = |list: &[&str]| list.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
    assert_eq!(annotated("app"), names(&["web", "redis", "phpmyadmin", "ftp", "cloudflared"]));
    assert_eq!(annotated("db"), names(&["web", "mysql"]));
    assert_eq!(annotated("env"), names(&["web"]));
}

#[test]
fn localhost_is_the_mysql_of_the_release_and_another_host_is_left_alone() {
    let host = |values: &serde_json::Value| {
        let out = rendered(values);
        let web = out.documents.iter().find(|d| d.name.ends_with("-web") && d.kind == "Deployment").unwrap();
        let env = web.object.pointer("/spec/template/spec/containers/0/env").unwrap().as_array().unwrap().clone();
        env.iter().find(|e| e["name"] == "WORDPRESS_DB_HOST").unwrap()["value"].as_str().unwrap().to_string()
    };
    assert_eq!(host(&toggled(0b00_0011)), "shop-a1b2c3-mysql:3306");
    assert_eq!(host(&toggled(0b00_0001)), "db.example.org:3306");
}

#[test]
fn the_revision_and_the_kind_of_change_do_not_change_a_document() {
    let chart = crate::fixture::wordpress();
    let values = toggled(0b11_1111);
    let first = helm::render(&chart, &values, &target()).unwrap();
    let later = helm::render(&chart, &values, &helm::Target { revision: 7, is_install: false, ..target() }).unwrap();
    assert_eq!(first, later);
}

#[test]
fn every_toggle_that_reads_a_password_takes_it_from_a_secret_and_no_document_is_a_secret() {
    let out = rendered(&toggled(0b11_1111));
    assert!(out.documents.iter().all(|d| d.kind != "Secret"));
    let mut keys = BTreeSet::new();
    for d in &out.documents {
        collect(&d.object, &mut keys);
    }
    for h in &out.hooks {
        collect(&h.object, &mut keys);
    }
    let of = |secret: &str| keys.iter().filter(|(s, _)| s == secret).map(|(_, k)| k.as_str()).collect::<Vec<_>>();
    assert_eq!(of("shop-a1b2c3-db"), ["root-password", "user-password"]);
    assert_eq!(
        of("shop-a1b2c3-app"),
        [
            "admin-password",
            "auth-key",
            "auth-salt",
            "ftp-password",
            "logged-in-key",
            "logged-in-salt",
            "nonce-key",
            "nonce-salt",
            "phpmyadmin-secret",
            "redis-password",
            "secure-auth-key",
            "secure-auth-salt",
            "tunnel-token"
        ]
    );
    // The chart's README lists them, for those who make the Secrets themselves.
    let readme = std::fs::read_to_string(crate::fixture::folder("wordpress").join("README.md")).unwrap();
    for (_, key) in &keys {
        assert!(readme.contains(&format!("`{key}`")), "{key} is not in README.md");
    }
}

fn collect(value: &serde_json::Value, keys: &mut BTreeSet<(String, String)>) {
    match value {
        serde_json::Value::Object(map) => {
            if let Some(reference) = map.get("secretKeyRef") {
                keys.insert((reference["name"].as_str().unwrap().into(), reference["key"].as_str().unwrap().into()));
            }
            if let (Some(name), Some(items)) = (map.get("secretName"), map.get("items")) {
                for item in items.as_array().unwrap() {
                    keys.insert((name.as_str().unwrap().into(), item["key"].as_str().unwrap().into()));
                }
            }
            map.values().for_each(|v| collect(v, keys));
        }
        serde_json::Value::Array(list) => list.iter().for_each(|v| collect(v, keys)),
        _ => {}
    }
}
