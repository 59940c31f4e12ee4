//! Hostile kubeconfigs: every form is refused by name, nothing is stored, nothing runs, nobody is connected to.

use crate::{
    fake::{Authority, base64, kubeconfig},
    stage::Stage,
};
use infrastructure::{
    address::AddressPolicy,
    kubeconfig::{Intake, Kubeconfig},
    set_kubeconfig,
};
use kit::Error;
use proto::infrastructure::SetKubeconfigRequest;
use std::path::PathBuf;
use time::{OffsetDateTime, macros::datetime};

const NOW: OffsetDateTime = datetime!(2026-11-21 08:00 UTC);

struct Case {
    name: &'static str,
    text: String,
    sentence: String,
}

fn case(name: &'static str, text: impl Into<String>, reason: &str) -> Case {
    Case { name, text: text.into(), sentence: format!("Invalid kubeconfig: {reason}") }
}

const PROGRAM: &str = "it would run a program on the server; use the token of a ServiceAccount";
const FILES: &str = "files on the server are never read; embed the data (kubectl config view --raw --flatten --minify)";

/// `server` is where a canary listens.
fn cases(server: &str, canary: &str, authority: &Authority) -> Vec<Case> {
    let ca = authority.pem();
    let with_user = |user: &str| kubeconfig("https://10.0.0.1:6443", &ca, user);
    let with_server = |server: &str| kubeconfig(server, &ca, "token: t");
    let exec = format!(
        "exec: {{apiVersion: client.authentication.k8s.io/v1, command: /bin/sh, args: [-c, 'touch {canary}']}}"
    );
    let good = with_user("token: t");
    let mut cases = programs(&exec, &good, &with_user);
    cases.extend(files(server, &ca, &with_user));
    cases.extend(structure(&good));
    cases.extend(servers(&with_server));
    cases.extend(credentials(authority, &with_user));
    cases
}

fn programs(exec: &str, good: &str, with_user: &dyn Fn(&str) -> String) -> Vec<Case> {
    let not = |field: &str, why: &str| format!("'{field}' is not allowed: {why}");
    let second_user = good.replace("users:\n", &format!("users:\n- name: other\n  user:\n    {exec}\n"));
    let second_document = format!("{good}---\n{}", with_user(exec));
    let merged = format!("base: &base\n  {exec}\n{}", good.replace("token: t", "<<: *base\n    token: t"));
    let json = serde_json::json!({
        "apiVersion": "v1", "kind": "Config", "current-context": "x",
        "clusters": [{"name": "c", "cluster": {"server": "https://10.0.0.1:6443"}}],
        "contexts": [{"name": "x", "context": {"cluster": "c", "user": "u"}}],
        "users": [{"name": "u", "user": {"exec": {"command": "/bin/sh"}}}],
    });
    vec![
        case("exec", with_user(exec), &not("exec", PROGRAM)),
        case(
            "auth-provider",
            with_user("auth-provider: {name: gcp, config: {cmd-path: /bin/sh}}"),
            &not("auth-provider", PROGRAM),
        ),
        case("exec in a context that is not current", second_user, &not("exec", PROGRAM)),
        case("exec in a second document", second_document, "it has more than one YAML document"),
        case("exec by a merge key", merged, "anchors and aliases (& and *) are not allowed"),
        case("exec as JSON", json.to_string(), &not("exec", PROGRAM)),
        case("impersonation", with_user("{token: t, as: system:admin}"), &not("as", "impersonation is not supported")),
        case(
            "basic authentication",
            with_user("{username: a, password: b}"),
            &not("username", "basic authentication was removed in Kubernetes 1.19; use the token of a ServiceAccount"),
        ),
        case(
            "an unknown key of the user",
            with_user("{token: t, Exec: {command: x}}"),
            "user \"u\" has a field \"Exec\" that Canopy does not know",
        ),
    ]
}

fn files(server: &str, ca: &str, with_user: &dyn Fn(&str) -> String) -> Vec<Case> {
    let not = |field: &str| format!("'{field}' is not allowed: {FILES}");
    let cluster = |field: &str| {
        kubeconfig(server, ca, "token: t")
            .replace("certificate-authority-data:", &format!("{field}\n    certificate-authority-data:"))
    };
    let mut cases = vec![
        case("an existing token file", with_user("tokenFile: /etc/passwd"), &not("tokenFile")),
        case("a missing token file", with_user("tokenFile: /no/such/file"), &not("tokenFile")),
        case(
            "a client certificate file",
            with_user("{client-certificate: /dev/zero, client-key: /etc/shadow}"),
            &not("client-certificate"),
        ),
        case("a client key file", with_user("{client-key: //host/share}"), &not("client-key")),
        case("an authority file", cluster("certificate-authority: /proc/self/environ"), &not("certificate-authority")),
    ];
    let verify = "the connection could be intercepted; add certificate-authority-data";
    cases.push(case(
        "no verification",
        cluster("insecure-skip-tls-verify: true"),
        &format!("'insecure-skip-tls-verify' is not allowed: {verify}"),
    ));
    cases.push(case(
        "no verification, as text",
        cluster("insecure-skip-tls-verify: \"True\""),
        &format!("'insecure-skip-tls-verify' is not allowed: {verify}"),
    ));
    cases.push(case(
        "a proxy",
        cluster("proxy-url: http://127.0.0.1:1"),
        "'proxy-url' is not allowed: proxies are not supported",
    ));
    cases
}

fn structure(good: &str) -> Vec<Case> {
    let deep = format!("{good}extensions: {}{}\n", "[".repeat(40), "]".repeat(40));
    let wide = format!("{good}extensions: [{}]\n", "x,".repeat(6_000));
    let twice = good.replace("current-context: x\n", "current-context: x\ncurrent-context: y\n");
    let bomb = "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b]\n";
    vec![
        case("an anchor", good.replace("name: c\n", "name: &n c\n"), "anchors and aliases (& and *) are not allowed"),
        case(
            "an alias without anchor",
            good.replace("cluster: c,", "cluster: *n,"),
            "anchors and aliases (& and *) are not allowed",
        ),
        case("a merge key", good.replace("token: t", "<<: {token: t}"), "merge keys (<<) are not allowed"),
        case("a tag", good.replace("token: t", "token: !!str t"), "tags (!) are not allowed"),
        case("a local tag", good.replace("kind: Config", "kind: !x Config"), "tags (!) are not allowed"),
        case("a directive", format!("%YAML 1.2\n---\n{good}"), "directives (%) are not allowed"),
        case("a tag directive", format!("%TAG ! tag:x,2000:\n---\n{good}"), "directives (%) are not allowed"),
        case("an empty second document", format!("{good}---\n"), "it has more than one YAML document"),
        case("a bomb", format!("{bomb}{good}"), "anchors and aliases (& and *) are not allowed"),
        case("deep nesting", deep, "it is nested deeper than 16 levels"),
        case("too many entries", wide, "it has more than 5000 entries"),
        case("a key twice", twice, "the key \"current-context\" appears twice"),
        case("a mapping as key", format!("{good}? {{a: b}}\n: c\n"), "keys must be plain texts"),
        case(
            "an unknown section",
            format!("{good}plugins: []\n"),
            "the file has a field \"plugins\" that Canopy does not know",
        ),
        case(
            "an unknown context",
            good.replace("current-context: x", "current-context: y"),
            "the context \"y\" is not in the file",
        ),
        case("an unknown cluster", good.replace("cluster: c,", "cluster: d,"), "the cluster \"d\" is not in the file"),
        case("an unknown user", good.replace("user: u}", "user: v}"), "the user \"v\" is not in the file"),
        case(
            "two entries of a name",
            good.replace("users:\n", "users:\n- name: u\n  user: {token: x}\n"),
            "users has two entries named \"u\"",
        ),
        case("another version", good.replace("apiVersion: v1", "apiVersion: v2"), "apiVersion must be v1"),
        case("another kind", good.replace("kind: Config", "kind: Secret"), "kind must be Config"),
        case(
            "a namespace that is none",
            good.replace("user: u}", "user: u, namespace: ../x}"),
            "namespace must be a Kubernetes name",
        ),
        case("a list as token", good.replace("token: t", "token: [t]"), "token must be a text"),
        case("a NUL byte", format!("{good}\0"), "it has a NUL byte"),
        case(
            "a byte order mark",
            format!("\u{FEFF}{good}"),
            "it begins with a byte order mark; save it as plain UTF-8",
        ),
        case("broken YAML", "apiVersion: [v1\nclusters: }", "it is not valid YAML (line 2)"),
        case("a large file", format!("{good}#{}", "x".repeat(256 * 1024)), "it is larger than 256 KiB"),
    ]
}

fn servers(with_server: &dyn Fn(&str) -> String) -> Vec<Case> {
    let shape = "server must be https://host[:port]";
    let mut cases: Vec<Case> = [
        "http://10.0.0.1:6443",
        "\"https://user:pass@10.0.0.1\"",
        "https://10.0.0.1/?x=1",
        "\"https://10.0.0.1/#x\"",
        "ftp://10.0.0.1",
        "unix:///var/run/docker.sock",
        "10.0.0.1:6443",
        "\"https://\"",
    ]
    .into_iter()
    .map(|server| case("a server of another shape", with_server(server), shape))
    .collect();
    for (server, ip) in [
        ("https://127.0.0.1:5432", "127.0.0.1"),
        ("\"https://[::1]:4222\"", "::1"),
        ("https://localhost:6443", "127.0.0.1"),
        ("https://api.localhost.:6443", "127.0.0.1"),
        ("https://0177.0.0.1", "127.0.0.1"),
        ("https://0x7f.1", "127.0.0.1"),
        ("https://2130706433", "127.0.0.1"),
        ("\"https://[::ffff:127.0.0.1]\"", "::ffff:127.0.0.1"),
        ("https://169.254.169.254/latest/meta-data/", "169.254.169.254"),
        ("\"https://[::ffff:169.254.169.254]/\"", "::ffff:169.254.169.254"),
        ("\"https://[fe80::1]:6443\"", "fe80::1"),
        ("https://0.0.0.0:6443", "0.0.0.0"),
        ("\"https://[::]:6443\"", "::"),
        ("https://224.0.0.1", "224.0.0.1"),
        ("https://100.100.100.200", "100.100.100.200"),
        ("https://①②⑦.0.0.1", "127.0.0.1"),
    ] {
        let reason = format!("the address {ip} is not allowed for a cluster");
        cases.push(case("a forbidden address", with_server(server), &reason));
    }
    cases
}

fn credentials(authority: &Authority, with_user: &dyn Fn(&str) -> String) -> Vec<Case> {
    let (certificate, key) = authority.issue("admin", None);
    let (expired, expired_key) = authority.issue("admin", Some((2026, 1, 2)));
    let pair = |certificate: &str, key: &str| {
        with_user(&format!("{{client-certificate-data: {}, client-key-data: {}}}", base64(certificate), base64(key)))
    };
    let jwt = format!("{}.{}.x", "eyJhbGciOiJFUzI1NiJ9", "eyJleHAiOjE3NjAwMDAwMDB9");
    vec![
        case("no credentials", with_user("{}"), "the user has neither a token nor a client certificate"),
        case("an empty token", with_user("token: ''"), "the user has neither a token nor a client certificate"),
        case(
            "a token with a line end",
            with_user("token: \"a\\r\\nHost: x\""),
            "the token has characters that no token has",
        ),
        case("an expired token", with_user(&format!("token: {jwt}")), "the token expired on 2025-10-09"),
        case(
            "a key of another certificate",
            pair(&certificate, &expired_key),
            "client-key-data does not belong to client-certificate-data",
        ),
        case("an expired certificate", pair(&expired, &expired_key), "the client certificate expired on 2026-01-02"),
        case(
            "a key where a certificate belongs",
            pair(&key, &key),
            "client-certificate-data must hold certificates and nothing else",
        ),
        case(
            "a certificate without key",
            with_user(&format!("client-certificate-data: {}", base64(&certificate))),
            "a client certificate needs client-certificate-data and client-key-data",
        ),
        case(
            "a key that is no base64",
            with_user(&format!("{{client-certificate-data: {}, client-key-data: '%'}}", base64(&certificate))),
            "client-key-data is not base64",
        ),
        case(
            "no PEM",
            with_user(&format!("{{client-certificate-data: {}, client-key-data: eA==}}", base64("x"))),
            "client-certificate-data holds no PEM block",
        ),
        case(
            "token and certificate",
            with_user(&format!("{{token: t, client-certificate-data: {}}}", base64(&certificate))),
            "the user has a token and a client certificate; leave one of them",
        ),
    ]
}

fn canary() -> PathBuf {
    std::env::temp_dir().join(format!("canopy-canary-{}", std::process::id()))
}

fn sentence(error: &Error) -> String {
    let Error::Invalid { message, fields } = error else { panic!("another category: {error:?}") };
    assert_eq!(fields.get("kubeconfig"), Some(message), "field and message differ");
    message.to_string()
}

#[tokio::test]
async fn every_hostile_kubeconfig_is_refused_by_name_and_runs_nothing() {
    let canary = canary();
    let intake = Intake::new(AddressPolicy::default(), 2, std::time::Duration::from_secs(1));
    let cases = cases("https://10.0.0.1:6443", &canary.to_string_lossy(), &Authority::create());
    assert!(cases.len() > 60, "the table shrank to {}", cases.len());
    for case in cases {
        match intake.read(&base64(&case.text), NOW).await {
            Err(error) => assert_eq!(sentence(&error), case.sentence, "{}", case.name),
            Ok(_) => panic!("accepted: {}\n{}", case.name, case.text),
        }
    }
    assert!(!canary.exists(), "a program ran");
}

#[tokio::test]
async fn what_is_no_base64_or_no_kubeconfig_is_told_so() {
    let intake = Intake::new(AddressPolicy::default(), 2, std::time::Duration::from_secs(1));
    for (encoded, expected) in [
        (String::new(), "Kubeconfig is required"),
        (base64("  \n"), "Kubeconfig is required"),
        ("apiVersion: v1".to_owned(), "Invalid kubeconfig: it is not base64"),
        ("eA".to_owned(), "Invalid kubeconfig: it is not base64"),
        ("e A==".to_owned(), "Invalid kubeconfig: it is not base64"),
        ("/////w==".to_owned(), "Invalid kubeconfig: it is not UTF-8"),
        ("A".repeat(400_000), "Invalid kubeconfig: it is larger than 256 KiB"),
        (base64("hello"), "Invalid kubeconfig: required sections are missing (apiVersion, clusters, contexts, users)"),
        (
            base64("# nothing"),
            "Invalid kubeconfig: required sections are missing (apiVersion, clusters, contexts, users)",
        ),
        (
            base64("apiVersion: v1\nclusters: []\ncontexts: []\n"),
            "Invalid kubeconfig: required sections are missing (apiVersion, clusters, contexts, users)",
        ),
    ] {
        let error = intake.read(&encoded, NOW).await.expect_err("refused");
        assert_eq!(sentence(&error), expected);
    }
}

#[tokio::test]
async fn ordinary_kubeconfigs_are_taken_and_written_anew() {
    let authority = Authority::create();
    let policy = AddressPolicy::default();
    let (certificate, key) = authority.issue("admin", None);
    let pair = format!("{{client-certificate-data: {}, client-key-data: {}}}", base64(&certificate), base64(&key));
    let extras = "preferences: {}\nextensions: [{name: x, extension: {provider: minikube.sigs.k8s.io}}]\n";
    let minikube = kubeconfig("https://192.168.49.2:8443", &authority.pem(), "token: t") + extras;
    let public = "apiVersion: v1\nkind: Config\nclusters: [{name: c, cluster: {server: \"https://api.example.com/k8s/clusters/c-1\"}}]\n\
                  contexts: [{name: x, context: {cluster: c, user: u, namespace: web}}]\nusers: [{name: u, user: {token: t}}]\n";
    for (text, access, endpoint) in [
        (minikube, "token", "https://192.168.49.2:8443"),
        (
            kubeconfig("https://k8s.internal:6443", &authority.pem(), &pair),
            "client certificate",
            "https://k8s.internal:6443",
        ),
        (public.to_owned(), "token", "https://api.example.com/k8s/clusters/c-1"),
    ] {
        let config =
            Kubeconfig::read(text.as_bytes(), &policy, NOW).unwrap_or_else(|reject| panic!("{reject}\n{text}"));
        assert_eq!((config.access_type(), config.server.url.as_str()), (access, endpoint));
        let canonical = config.canonical();
        for section in ["apiVersion:", "clusters:", "contexts:", "users:", "current-context:"] {
            assert!(canonical.contains(section), "{section}");
        }
        assert!(!canonical.contains("minikube"), "something of the upload was copied");
        let again = Kubeconfig::read(canonical.as_bytes(), &policy, NOW).unwrap_or_else(|reject| panic!("{reject}"));
        assert_eq!(again.canonical(), canonical, "the canonical text is not stable");
        assert_eq!(again.ca_fingerprint(), config.ca_fingerprint());
        assert_eq!(format!("{config:?}"), "Kubeconfig([redacted])");
    }
}

#[tokio::test]
async fn many_bombs_at_once_are_refused_and_an_honest_upload_still_passes() {
    let intake = Intake::new(AddressPolicy::default(), 2, std::time::Duration::from_secs(1));
    let bomb = base64(&format!("a: &a [{}]\n", "x,".repeat(1_000)));
    let good = base64(&kubeconfig("https://10.0.0.1:6443", &Authority::create().pem(), "token: t"));
    let bombs = (0..64).map(|_| intake.read(&bomb, NOW));
    let (refused, passed) = futures::join!(futures::future::join_all(bombs), intake.read(&good, NOW));
    assert!(refused.iter().all(Result::is_err));
    passed.expect("the honest one");
}

#[tokio::test]
async fn nothing_of_a_refused_kubeconfig_is_stored_and_nobody_is_connected_to() {
    let stage = Stage::set(&[]).await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let server = format!("https://{}", listener.local_addr().expect("an address"));
    let cluster = stage.cluster("prod", "").await;
    for case in cases(&server, &canary().to_string_lossy(), &Authority::create()) {
        let request = SetKubeconfigRequest { cluster_id: cluster.id.clone(), kubeconfig: base64(&case.text) };
        let error = set_kubeconfig::set(&stage.app, &stage.admin(), request).await.expect_err(case.name);
        assert_eq!(sentence(&error), case.sentence, "{}", case.name);
    }
    let stored: i64 = sqlx::query_scalar(
        "select count(*) from infrastructure.cluster where kubeconfig is not null or api_endpoint <> ''",
    )
    .fetch_one(&stage.bench.cx.db)
    .await
    .expect("a count");
    assert_eq!(stored, 0);
    assert!(!canary().exists(), "a program ran");
    let connection = futures::FutureExt::now_or_never(listener.accept());
    assert!(connection.is_none(), "someone connected");
    assert_eq!(stage.history().await, ["ClusterCreated"]);
}
