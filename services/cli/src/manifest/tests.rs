//! Files as people write them.

use super::*;

const SITE: &str = r#"
name: shop
type: wordpress
team: Web
cluster: prod
baseParameters:
  domain: shop.example.com
  appUser: admin
  appPass: {fromFile: secrets/app}
services: {mysql: true, redis: false}
phpParameters: {phpVersion: "8.3", phpMemoryLimit: 256, phpExtensions: [gd]}
env:
  MODE: production
  KEY: {fromFile: secrets/key}
replicas: 2
"#;

fn folder() -> PathBuf {
    use kit::Ids as _;
    let folder = std::env::temp_dir().join(format!("canopy-manifest-{}", kit::ids::SystemIds.uuid().simple()));
    fs::create_dir_all(folder.join("secrets")).unwrap();
    for (name, secret) in [("app", "Canary-app\n"), ("key", "Canary-key\r\n"), ("empty", "\n")] {
        fs::write(folder.join("secrets").join(name), secret).unwrap();
    }
    folder
}

fn problems(text: &str) -> String {
    let folder = folder();
    let found = Manifest::parse(text, &folder, false).err().unwrap_or_default();
    fs::remove_dir_all(folder).unwrap();
    assert!(!found.contains("Canary"), "{found}");
    found
}

#[test]
fn a_file_becomes_the_payload_with_secrets_from_where_they_are() {
    let folder = folder();
    let manifest = Manifest::parse(SITE, &folder, false).unwrap();
    assert_eq!(
        (manifest.name.as_str(), manifest.team.as_deref(), manifest.cluster.as_deref()),
        ("shop", Some("Web"), Some("prod"))
    );
    let expected = json!({
        "type": "wordpress",
        "baseParameters": {"domain": "shop.example.com", "appUser": "admin", "appPass": "Canary-app"},
        "services": {"mysql": true, "redis": false},
        "phpParameters": {"phpVersion": "8.3", "phpMemoryLimit": 256, "phpExtensions": ["gd"]},
        "env": {"MODE": "production", "KEY": "Canary-key"},
        "replicas": 2,
    });
    assert_eq!(Value::Object(manifest.payload), expected);

    // nothing is looked for: what is absent stays, and a variable is kept by its mask
    fs::remove_dir_all(&folder).unwrap();
    let kept = Manifest::parse(SITE, &folder, true).unwrap();
    assert_eq!(kept.payload["baseParameters"], json!({"domain": "shop.example.com", "appUser": "admin"}));
    assert_eq!(kept.payload["env"], json!({"MODE": "production", "KEY": "********"}));
}

#[test]
fn json_is_taken_too() {
    let text = r#"{"name": "shop", "type": "nodejs", "source": {"image": "a:1", "git": {"url": "https://x"}}, "description": null}"#;
    let manifest = Manifest::parse(text, Path::new("."), false).unwrap();
    let expected = json!({"type": "nodejs", "source": {"image": "a:1", "git": {"url": "https://x"}}});
    assert_eq!(Value::Object(manifest.payload), expected);
}

#[test]
fn everything_that_is_wrong_is_told_at_once_with_what_may_have_been_meant() {
    let found = problems(
        "name: shop\nbaseParameter: {}\nphpParameters: {phpversion: '8', phpVersion: 8.3, phpMemoryLimit: much}\n\
         services: {mysql: 'yes'}\ndomains: a.example.com\nsource: {git: {branch: main}}\nfoo: 1\n",
    );
    for line in [
        "baseParameter: there is no such field: do you mean baseParameters?",
        "phpParameters.phpversion: there is no such field: do you mean phpVersion?",
        "phpParameters.phpVersion: must be a text: put it in quotes",
        "phpParameters.phpMemoryLimit: must be a whole number, not a text",
        "services.mysql: must be true or false, not a text",
        "domains: must be a list, not a text",
        "source.git.branch: there is no such field",
        "foo: there is no such field",
    ] {
        assert!(found.lines().any(|each| each.trim() == line), "{line:?} is not in\n{found}");
    }
}

#[test]
fn no_secret_is_taken_from_the_file_or_told() {
    let found = problems("name: shop\nbaseParameters: {appPass: Canary-plain, cloudflareToken: {fromenv: Canary}}\n");
    assert!(found.contains("baseParameters.appPass: is a secret, which no file holds"), "{found}");
    assert!(
        found.contains("baseParameters.cloudflareToken.fromenv: there is no such field: do you mean fromEnv?"),
        "{found}"
    );
    for (source, said) in [
        ("{fromEnv: CANOPY_TEST_NOT_SET}", "the variable CANOPY_TEST_NOT_SET is not set"),
        ("{fromFile: secrets/none}", "cannot be read"),
        ("{fromFile: secrets/empty}", "it is empty"),
        ("{fromFile: a, fromEnv: b}", "must be {fromEnv: NAME} or {fromFile: path}"),
        ("{}", "must be {fromEnv: NAME} or {fromFile: path}"),
    ] {
        let found = problems(&format!("name: shop\nbaseParameters: {{appPass: {source}}}\n"));
        assert!(found.contains(said), "{source}: {found}");
    }
}

#[test]
fn what_is_no_deployment_is_refused() {
    assert_eq!(problems("- a\n"), "it must be one object with the deployment's fields");
    assert_eq!(problems("type: wordpress\n"), "name: is missing");
    assert!(problems("kind: cluster\nname: a\n").contains("only a deployment"));
    assert!(!problems("name: [\n").is_empty() && !problems("name: a\nname: b\n").is_empty());
    assert!(!problems("name: a\n---\nname: b\n").is_empty(), "one deployment a file");
}
