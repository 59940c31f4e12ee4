//! The charts of programs that come from a source.

use crate::fixture::{CHARTS, TOGGLES, chart, target, toggled};
use helm::{Chart, Rendered, checked, render};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const PROGRAMS: [&str; 3] = ["laravel", "nodejs", "orangecms"];

fn sources() -> [Value; 3] {
    [
        json!({"kind": "none"}),
        json!({"kind": "image", "image": "ghcr.io/shop/web:1.4", "port": 8080}),
        json!({"kind": "git", "git": {"url": "https://git.example.com/shop.git", "ref": "main"}}),
    ]
}

fn with_source(bits: u32, source: &Value) -> Value {
    let mut values = toggled(bits);
    values["source"] = source.clone();
    values
}

fn made(chart: &Chart, values: &Value) -> Rendered {
    render(chart, values, &target()).unwrap_or_else(|e| panic!("{}: {e}: {values}", chart.metadata().name))
}

fn on(bits: u32, toggle: &str) -> bool {
    TOGGLES.iter().position(|t| *t == toggle).is_some_and(|i| bits >> i & 1 == 1)
}

#[test]
fn every_combination_of_services_and_sources_renders_what_may_be_applied_and_what_it_implies() {
    for folder in PROGRAMS {
        let chart = chart(folder);
        for source in sources() {
            for bits in 0..64 {
                let out = made(&chart, &with_source(bits, &source));
                checked(&out.documents, &out.hooks, "shop-a1b2c3")
                    .unwrap_or_else(|e| panic!("{folder} {bits:06b}: {e}"));
                assert!(out.hooks.is_empty(), "what sets a program up runs before it, in its own pod");
                let names: BTreeSet<String> = out.documents.iter().map(|d| format!("{} {}", d.kind, d.name)).collect();
                let there = |name: &str| names.contains(name);
                assert!(there("Deployment shop-a1b2c3-web") && there("Service shop-a1b2c3-web"));
                for (toggle, object) in [
                    ("mysql", "StatefulSet shop-a1b2c3-mysql"),
                    ("redis", "Deployment shop-a1b2c3-redis"),
                    ("ftp", "Deployment shop-a1b2c3-ftp"),
                    ("phpmyadmin", "Deployment shop-a1b2c3-phpmyadmin"),
                    ("cloudflare", "Deployment shop-a1b2c3-cloudflared"),
                ] {
                    assert_eq!(there(object), on(bits, toggle), "{folder} {bits:06b}: {object}");
                }
                assert_eq!(there("Ingress shop-a1b2c3"), !on(bits, "cloudflare"));
                assert_eq!(there("ConfigMap shop-a1b2c3-page"), source["kind"] == "none");
                let volume = folder != "nodejs" || on(bits, "ftp");
                assert_eq!(there("PersistentVolumeClaim shop-a1b2c3-data"), volume, "{folder} {bits:06b}");
                assert!(out.notes.contains("shop.example.com"));
            }
        }
    }
}

#[test]
fn every_port_that_a_service_or_a_probe_names_is_opened_by_a_container() {
    for folder in PROGRAMS {
        let chart = chart(folder);
        for source in sources() {
            for bits in [0, 1, 63] {
                let out = made(&chart, &with_source(bits, &source));
                let web = out.documents.iter().find(|d| d.kind == "Deployment" && d.name.ends_with("-web")).unwrap();
                let containers = web.object.pointer("/spec/template/spec/containers").unwrap().as_array().unwrap();
                let mut names = BTreeSet::new();
                let mut numbers = BTreeSet::new();
                for port in containers.iter().flat_map(|c| c["ports"].as_array().unwrap()) {
                    assert!(names.insert(port["name"].as_str().unwrap()), "{folder}: two ports of one name");
                    assert!(numbers.insert(port["containerPort"].as_u64().unwrap()), "{folder}: two on one port");
                }
                assert!(names.contains("http"), "{folder} {source}");
                for container in containers {
                    for probe in ["startupProbe", "readinessProbe", "livenessProbe"] {
                        for check in ["httpGet", "tcpSocket"] {
                            if let Some(port) = container.pointer(&format!("/{probe}/{check}/port")) {
                                assert!(names.contains(port.as_str().unwrap()), "{folder} {source}: {port}");
                            }
                        }
                    }
                }
                for name in mounts(&web.object) {
                    let volumes = web.object.pointer("/spec/template/spec/volumes").unwrap().as_array().unwrap();
                    assert!(volumes.iter().any(|v| v["name"] == name.as_str()), "{folder} {source}: no volume {name}");
                }
            }
        }
    }
}

fn mounts(object: &Value) -> BTreeSet<String> {
    let containers = |list: &str| {
        let list = object.pointer(&format!("/spec/template/spec/{list}")).and_then(Value::as_array);
        list.cloned().unwrap_or_default()
    };
    containers("initContainers")
        .into_iter()
        .chain(containers("containers"))
        .flat_map(|c| c["volumeMounts"].as_array().cloned().unwrap_or_default())
        .map(|m| m["name"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn what_kubernetes_never_lets_change_depends_on_nothing_that_an_edit_changes() {
    for (folder, _) in CHARTS {
        let chart = chart(folder);
        let fixed = |values: &Value| -> BTreeSet<String> {
            made(&chart, values)
                .documents
                .iter()
                .filter(|d| matches!(d.kind.as_str(), "Deployment" | "StatefulSet" | "PersistentVolumeClaim"))
                .map(|d| {
                    let of = |pointer: &str| d.object.pointer(pointer).map(Value::to_string).unwrap_or_default();
                    let all =
                        ["/spec/selector", "/spec/serviceName", "/spec/volumeClaimTemplates", "/spec/accessModes"];
                    format!("{} {} {}", d.kind, d.name, all.map(of).join(" "))
                })
                .collect()
        };
        let mut changed = toggled(0b11_1111);
        if folder != "wordpress" {
            changed["source"] = sources()[2].clone();
        }
        changed["domain"] = "other.example.com".into();
        changed["database"] = json!({"host": "localhost", "port": 3307, "name": "other", "user": "other"});
        changed["secretVersions"] = json!({"app": "7", "db": "8", "env": "9"});
        assert_eq!(fixed(&toggled(0b11_1111)), fixed(&changed), "{folder}");
    }
}

#[test]
fn no_secret_is_rendered_and_each_key_is_in_the_readme() {
    for (folder, _) in CHARTS {
        let mut values = toggled(0b11_1111);
        if folder != "wordpress" {
            values["source"] = sources()[2].clone();
        }
        let out = made(&chart(folder), &values);
        assert!(out.documents.iter().all(|d| d.kind != "Secret"));
        let readme = std::fs::read_to_string(crate::fixture::folder(folder).join("README.md")).unwrap();
        let mut keys = BTreeSet::new();
        out.documents.iter().for_each(|d| references(&d.object, &mut keys));
        assert!(keys.len() > 4, "{folder}: {keys:?}");
        for key in keys {
            assert!(readme.contains(&format!("`{key}`")), "{folder}: {key} is not in README.md");
        }
    }
}

fn references(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            if let Some(key) = map.get("secretKeyRef").and_then(|reference| reference["key"].as_str()) {
                keys.insert(key.to_owned());
            }
            map.values().for_each(|v| references(v, keys));
        }
        Value::Array(list) => list.iter().for_each(|v| references(v, keys)),
        _ => {}
    }
}
