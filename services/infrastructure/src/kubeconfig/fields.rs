//! The allow-list: which fields of a kubeconfig are copied, and what each refused one is told. Every entry is looked at,
//! not only those of the current context: a file with a program in a corner is not a file to trust.

use super::{Credentials, Kubeconfig, Reject, Server, document::Node, pem};
use crate::{address::AddressPolicy, fault::clean};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use kit::{Message, message};
use rustls::pki_types::ServerName;
use secrecy::SecretString;
use time::OffsetDateTime;

/// Sections without which it is no kubeconfig.
const SECTIONS: [&str; 4] = ["apiVersion", "clusters", "contexts", "users"];

/// Why a field is refused: the word by which the text says it.
const FILES: &str = "files";
const PROGRAM: &str = "program";
const PROXY: &str = "proxy";
const VERIFY: &str = "verify";
const BASIC: &str = "basic";
const AS: &str = "impersonation";

/// A field and what happens to it.
enum Rule {
    Take,
    /// Read over: it says nothing that we use.
    Skip,
    Refuse(&'static str),
    /// Refused when true.
    RefuseTrue(&'static str),
}
use Rule::{Refuse, RefuseTrue, Skip, Take};

const TOP: &[(&str, Rule)] = &[
    ("apiVersion", Take),
    ("kind", Take),
    ("clusters", Take),
    ("contexts", Take),
    ("users", Take),
    ("current-context", Take),
    ("preferences", Skip),
    ("extensions", Skip),
];
const CLUSTER: &[(&str, Rule)] = &[
    ("server", Take),
    ("certificate-authority-data", Take),
    ("tls-server-name", Take),
    ("disable-compression", Skip),
    ("extensions", Skip),
    ("certificate-authority", Refuse(FILES)),
    ("insecure-skip-tls-verify", RefuseTrue(VERIFY)),
    ("proxy-url", Refuse(PROXY)),
];
const CONTEXT: &[(&str, Rule)] = &[("cluster", Take), ("user", Take), ("namespace", Take), ("extensions", Skip)];
const USER: &[(&str, Rule)] = &[
    ("token", Take),
    ("client-certificate-data", Take),
    ("client-key-data", Take),
    ("extensions", Skip),
    ("exec", Refuse(PROGRAM)),
    ("auth-provider", Refuse(PROGRAM)),
    ("tokenFile", Refuse(FILES)),
    ("client-certificate", Refuse(FILES)),
    ("client-key", Refuse(FILES)),
    ("username", Refuse(BASIC)),
    ("password", Refuse(BASIC)),
    ("as", Refuse(AS)),
    ("as-uid", Refuse(AS)),
    ("as-groups", Refuse(AS)),
    ("as-user-extra", Refuse(AS)),
];

/// Copies the one cluster and the one user of the current context.
pub(super) fn take(document: &Node, policy: &AddressPolicy, now: OffsetDateTime) -> Result<Kubeconfig, Reject> {
    let Node::Map(pairs) = document else { return Err(Reject::Sections) };
    if SECTIONS.iter().any(|section| !pairs.iter().any(|(key, _)| key == section)) {
        return Err(Reject::Sections);
    }
    check(message!(KubeconfigFile), document, TOP)?;
    if text(document, "apiVersion")? != Some("v1") {
        return Err(Reject::because(message!(KubeconfigVersion)));
    }
    if text(document, "kind")?.is_some_and(|kind| kind != "Config") {
        return Err(Reject::because(message!(KubeconfigKind)));
    }
    let clusters = entries(document, "clusters", "cluster", CLUSTER)?;
    let contexts = entries(document, "contexts", "context", CONTEXT)?;
    let users = entries(document, "users", "user", USER)?;
    let context = match text(document, "current-context")?.filter(|name| !name.is_empty()) {
        Some(name) => find(&contexts, "context", name)?,
        None => match contexts.as_slice() {
            [(_, only)] => only,
            _ => return Err(Reject::because(message!(KubeconfigNoContext, count = contexts.len()))),
        },
    };
    let name = |key: &'static str| {
        text(context, key)?.ok_or_else(|| Reject::because(message!(KubeconfigContextLacks, key = key)))
    };
    let cluster = find(&clusters, "cluster", name("cluster")?)?;
    let user = find(&users, "user", name("user")?)?;
    build(cluster, user, text(context, "namespace")?, policy, now)
}

fn build(
    cluster: &Node,
    user: &Node,
    namespace: Option<&str>,
    policy: &AddressPolicy,
    now: OffsetDateTime,
) -> Result<Kubeconfig, Reject> {
    let server = text(cluster, "server")?.ok_or_else(|| Reject::because(message!(KubeconfigNoServer)))?;
    let server = Server::read(server, policy)?;
    let authority = match text(cluster, "certificate-authority-data")?.filter(|data| !data.is_empty()) {
        Some(data) => authority(data, now)?,
        None => Vec::new(),
    };
    let tls_server_name = text(cluster, "tls-server-name")?.filter(|name| !name.is_empty());
    if tls_server_name.is_some_and(|name| ServerName::try_from(name).is_err()) {
        return Err(Reject::because(message!(KubeconfigTlsName)));
    }
    let namespace = namespace.filter(|namespace| !namespace.is_empty());
    if namespace.is_some_and(|namespace| !is_label(namespace)) {
        return Err(Reject::because(message!(KubeconfigNamespace)));
    }
    let (credentials, expires_at) = credentials(user, now)?;
    Ok(Kubeconfig {
        server,
        authority,
        tls_server_name: tls_server_name.map(str::to_owned),
        credentials,
        namespace: namespace.map(str::to_owned),
        expires_at,
    })
}

fn authority(data: &str, now: OffsetDateTime) -> Result<Vec<rustls::pki_types::CertificateDer<'static>>, Reject> {
    let field = "certificate-authority-data";
    let certificates = pem::certificates(field, data)?;
    let mut good = false;
    for certificate in &certificates {
        good |= pem::validity(field, certificate)?.until > now;
    }
    if good { Ok(certificates) } else { Err(Reject::because(message!(KubeconfigAuthorityExpired))) }
}

fn credentials(user: &Node, now: OffsetDateTime) -> Result<(Credentials, Option<OffsetDateTime>), Reject> {
    let token = text(user, "token")?.map(str::trim).filter(|token| !token.is_empty());
    let certificate = text(user, "client-certificate-data")?.filter(|data| !data.is_empty());
    let key = text(user, "client-key-data")?.filter(|data| !data.is_empty());
    match (token, certificate, key) {
        (Some(token), None, None) => self::token(token, now),
        (None, Some(certificate), Some(key)) => {
            let chain = pem::certificates("client-certificate-data", certificate)?;
            let key = pem::key("client-key-data", key)?;
            pem::pair(&chain, &key)?;
            let leaf = chain.first().ok_or_else(|| Reject::because(message!(KubeconfigCertificateEmpty)))?;
            let until = pem::validity("client-certificate-data", leaf)?.until;
            if until <= now {
                return Err(Reject::because(message!(KubeconfigCertificateExpired, day = pem::day(until.date()))));
            }
            Ok((Credentials::Certificate { chain, key }, Some(until)))
        }
        (Some(_), ..) => Err(Reject::because(message!(KubeconfigTwoCredentials))),
        (None, None, None) => Err(Reject::because(message!(KubeconfigNoCredentials))),
        (None, ..) => Err(Reject::because(message!(KubeconfigHalfCertificate))),
    }
}

fn token(token: &str, now: OffsetDateTime) -> Result<(Credentials, Option<OffsetDateTime>), Reject> {
    if token.len() > 16 * 1024 || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(Reject::because(message!(KubeconfigToken)));
    }
    let expires_at = expiry(token);
    if let Some(until) = expires_at.filter(|until| *until <= now) {
        return Err(Reject::because(message!(KubeconfigTokenExpired, day = pem::day(until.date()))));
    }
    Ok((Credentials::Token(SecretString::from(token.to_owned())), expires_at))
}

/// What a JWT says about its end. Other tokens say nothing.
fn expiry(token: &str) -> Option<OffsetDateTime> {
    #[derive(serde::Deserialize)]
    struct Claims {
        exp: Option<i64>,
    }
    let payload = token.split('.').nth(1)?;
    let claims = URL_SAFE_NO_PAD.decode(payload).ok()?;
    let claims: Claims = serde_json::from_slice(&claims).ok()?;
    OffsetDateTime::from_unix_timestamp(claims.exp?).ok()
}

/// The `(name, inner)` of a list such as `clusters`, every inner one checked against its rules.
fn entries<'a>(
    document: &'a Node,
    list: &str,
    inner: &str,
    rules: &[(&str, Rule)],
) -> Result<Vec<(&'a str, &'a Node)>, Reject> {
    let items = match document.get(list) {
        None => return Ok(Vec::new()),
        Some(Node::List(items)) => items,
        Some(_) => return Err(Reject::because(message!(KubeconfigNotList, list = list))),
    };
    let mut found: Vec<(&str, &Node)> = Vec::with_capacity(items.len());
    for item in items {
        check(message!(KubeconfigEntry, list = list), item, &[("name", Take), (inner, Take)])?;
        let name = text(item, "name")?.ok_or_else(|| Reject::because(message!(KubeconfigEntryUnnamed, list = list)))?;
        if found.iter().any(|(other, _)| *other == name) {
            return Err(Reject::because(message!(KubeconfigEntryTwice, list = list, name = clean(name, 60))));
        }
        // A user without anything is written `user: {}`; a null one is the same.
        let Some(value) = item.get(inner) else { continue };
        check(message!(KubeconfigNamed, what = inner, name = clean(name, 60)), value, rules)?;
        found.push((name, value));
    }
    Ok(found)
}

/// Refuses what is not on the list, by name.
fn check(place: Message, node: &Node, rules: &[(&str, Rule)]) -> Result<(), Reject> {
    let Node::Map(pairs) = node else {
        return Err(Reject::because(message!(KubeconfigNotMapping, place = place)));
    };
    for (key, value) in pairs {
        let rule = rules.iter().find(|(name, _)| name == key).map(|(_, rule)| rule);
        match rule {
            Some(Take | Skip) => {}
            // `kubectl config view` writes empty fields of some versions as "" or null.
            Some(Refuse(_) | RefuseTrue(_)) if is_empty(value) => {}
            Some(RefuseTrue(_)) if matches!(value, Node::Text(text) if text == "false") => {}
            Some(Refuse(why) | RefuseTrue(why)) => {
                return Err(Reject::because(message!(KubeconfigFieldForbidden, field = key, why = *why)));
            }
            None => {
                let key = clean(key, 60);
                return Err(Reject::because(message!(KubeconfigFieldUnknown, place = place, field = key)));
            }
        }
    }
    Ok(())
}

fn is_empty(value: &Node) -> bool {
    match value {
        Node::Null => true,
        Node::Text(text) => text.is_empty(),
        Node::List(_) | Node::Map(_) => false,
    }
}

fn find<'a>(entries: &[(&'a str, &'a Node)], what: &str, name: &str) -> Result<&'a Node, Reject> {
    entries
        .iter()
        .find(|(other, _)| *other == name)
        .map(|(_, value)| *value)
        .ok_or_else(|| Reject::because(message!(KubeconfigMissing, what = what, name = clean(name, 60))))
}

/// The text of a field; a list or a mapping in its place is refused.
fn text<'a>(node: &'a Node, key: &str) -> Result<Option<&'a str>, Reject> {
    match node.get(key) {
        None => Ok(None),
        Some(Node::Text(text)) => Ok(Some(text)),
        Some(_) => Err(Reject::because(message!(KubeconfigNotText, key = key))),
    }
}

/// DNS-1123 label.
fn is_label(text: &str) -> bool {
    let edge = |c: Option<char>| c.is_some_and(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    text.len() <= 63
        && edge(text.chars().next())
        && edge(text.chars().last())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}
