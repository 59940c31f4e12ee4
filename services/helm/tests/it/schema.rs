use crate::fixture::{target, wordpress};
use helm::{Error, render};
use serde_json::{Value, json};

/// Values the chart refuses, and the path the first complaint is about.
pub fn refused() -> Vec<(Value, &'static str)> {
    let with = |extra: Value| {
        let mut values = json!({"domain": "shop.example.com"});
        for (k, v) in extra.as_object().unwrap() {
            values[k] = v.clone();
        }
        values
    };
    vec![
        (json!({}), "domain"),
        (json!({"domain": "Shop.example.com"}), "domain"),
        (json!({"domain": "shop.example.com\nkind: Secret"}), "domain"),
        (json!({"domain": "a..b"}), "domain"),
        (with(json!({"domains": ["ok.example.com", "no_underscore.example.com"]})), "domains[1]"),
        (with(json!({"unknown": 1})), ""),
        (with(json!({"services": {"nginx": "yes"}})), "services.nginx"),
        (with(json!({"services": {"varnish": true}})), "services"),
        (with(json!({"services": {"mysql": false}})), "database.host"),
        (with(json!({"services": {"mysql": false}, "database": {"host": "127.0.0.1"}})), "database.host"),
        (with(json!({"database": {"user": "root"}})), "database.user"),
        (with(json!({"database": {"user": "a'b"}})), "database.user"),
        (with(json!({"database": {"name": "a`b"}})), "database.name"),
        (with(json!({"database": {"port": 70000}})), "database.port"),
        (with(json!({"php": {"version": "5.6"}})), "php.version"),
        (with(json!({"php": {"version": 8.2}})), "php.version"),
        (with(json!({"php": {"extensions": ["gd", "xdebug"]}})), "php.extensions[1]"),
        (with(json!({"php": {"poolSize": 0}})), "php.poolSize"),
        (with(json!({"php": {"memoryLimitMB": 256.5}})), "php.memoryLimitMB"),
        (with(json!({"app": {"adminUser": "me\nyou"}})), "app.adminUser"),
        (with(json!({"app": {"adminPassword": "x"}})), "app"),
        (with(json!({"title": "one\ntwo"})), "title"),
        (with(json!({"image": {"repository": "wordpress:latest"}})), "image.repository"),
        (with(json!({"image": {"digest": "sha256:abc"}})), "image.digest"),
        (with(json!({"persistence": {"size": "-5Gi"}})), "persistence.size"),
        (with(json!({"replicas": 2})), "replicas"),
        (with(json!({"backup": {"schedule": "* * * *"}})), "backup.schedule"),
        (with(json!({"podAnnotations": {"a": "b\nc"}})), "podAnnotations.a"),
        (with(json!({"podAnnotations": {"a\nb": "c"}})), "podAnnotations"),
        (with(json!({"resources": {"php": {"limits": {"memory": 512}}}})), "resources.php.limits.memory"),
        (with(json!({"ingress": {"annotations": {"a": 1}}})), "ingress.annotations.a"),
        (with(json!({"secretVersions": {"app": "a b"}})), "secretVersions.app"),
    ]
}

#[test]
fn values_outside_the_schema_are_refused_with_the_path_of_each() {
    let chart = wordpress();
    for (values, path) in refused() {
        match render(&chart, &values, &target()) {
            Err(Error::Values(found)) => assert_eq!(found[0].path, path, "{values}: {found:?}"),
            other => panic!("{values}: {other:?}"),
        }
    }
}

#[test]
fn a_refusal_never_repeats_the_value() {
    let chart = wordpress();
    let values = json!({"domain": "shop.example.com", "app": {"adminUser": "hunter2 hunter2"}, "database": {"name": "hunter2!"}});
    let found = chart.check_values(&values);
    assert_eq!(found.len(), 2);
    assert!(!format!("{found:?}").contains("hunter2"));
}

#[test]
fn texts_that_look_like_yaml_stay_texts() {
    let title = r#"yes: "{{ .Release.Name }}" # - 'no' \ &a *b !c | > % @"#;
    let out = crate::fixture::rendered(
        &json!({"domain": "shop.example.com", "title": title, "podAnnotations": {"n": "1e3", "y": "yes", "e": ""}}),
    );
    let env = out.hooks[0].object.pointer("/spec/template/spec/containers/0/env").unwrap().as_array().unwrap();
    assert_eq!(env.iter().find(|e| e["name"] == "SITE_TITLE").unwrap()["value"], title);
    let web = out.documents.iter().find(|d| d.name.ends_with("-web") && d.kind == "Deployment").unwrap();
    let annotations = web.object.pointer("/spec/template/metadata/annotations").unwrap();
    assert_eq!((&annotations["n"], &annotations["y"], &annotations["e"]), (&json!("1e3"), &json!("yes"), &json!("")));
}
