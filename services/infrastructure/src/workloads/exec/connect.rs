//! The request to the API server that becomes a WebSocket: with the cluster's own client, and so with its address policy, its
//! limits in time and its circuit breaker.

use super::{Channel, Command, Place};
use crate::kubernetes::{failure, space::Space};
use anyhow::anyhow;
use http::{HeaderMap, HeaderValue, Request, StatusCode, header};
use http_body_util::BodyExt as _;
use kit::{
    Error, Result, message,
    message::as_is,
    websocket::{self, Role},
};
use kube::{client::Body, core::Status};

/// Version 5 of the protocol (Kubernetes 1.30) closes streams one by one: so a command hears that its input has ended.
const CLOSES: &str = "v5.channel.k8s.io";
const PROTOCOLS: &str = "v5.channel.k8s.io, v4.channel.k8s.io";
/// The better shell if there is one. Without a `sh` nothing runs it, and the container runtime says so.
const SHELL: [&str; 3] = ["sh", "-c", "command -v bash >/dev/null 2>&1 && exec bash || exec sh"];

/// Opens it.
pub async fn connect(space: &Space, place: &Place, command: &Command) -> Result<Channel> {
    let key = websocket::key(&space.cluster().random(16));
    let request = request(space, place, command, &key)?;
    let doing = place.doing(space);
    let what = format!("{} {}", doing.verb, doing.object());
    let client = space.client();
    // 5xx is said of the pod's node here, which the API server asks; so the connection to the API server is fine.
    let answered = async {
        match upgraded(&client, request, &key).await {
            Ok(socket) => Ok(Ok(socket)),
            Err(kube::Error::Api(status)) if !matches!(status.code, 401 | 408 | 429) => Ok(Err(status)),
            Err(error) => Err(error),
        }
    };
    let deadline = space.cluster().options().cluster_call;
    match space.cluster().call(&what, deadline, answered).await? {
        Ok(channel) => Ok(channel),
        Err(status) => Err(refusal(&status, &place.container)),
    }
}

fn request(space: &Space, place: &Place, command: &Command, key: &str) -> Result<Request<Body>> {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.append_pair("container", &place.container);
    // a terminal has one stream for both
    let last = if command.terminal { "tty" } else { "stderr" };
    query.extend_pairs(["stdin", "stdout", last].map(|flag| (flag, "true")));
    if command.words.is_empty() {
        query.extend_pairs(SHELL.map(|word| ("command", word)));
    } else {
        query.extend_pairs(command.words.iter().map(|word| ("command", word)));
    }
    let path = format!("/api/v1/namespaces/{}/pods/{}/exec?{}", space.namespace, place.pod, query.finish());
    Request::get(path)
        .header(header::CONNECTION, "Upgrade")
        .header(header::UPGRADE, "websocket")
        .header(header::SEC_WEBSOCKET_VERSION, "13")
        .header(header::SEC_WEBSOCKET_KEY, key)
        .header(header::SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(PROTOCOLS))
        .body(Body::empty())
        .map_err(Error::internal)
}

async fn upgraded(client: &kube::Client, request: Request<Body>, key: &str) -> Result<Channel, kube::Error> {
    let answer = client.send(request).await?;
    if answer.status() != StatusCode::SWITCHING_PROTOCOLS {
        let code = answer.status().as_u16();
        let body = answer.into_body().collect().await?.to_bytes();
        let said = serde_json::from_slice::<Status>(&body).ok();
        let status = said.unwrap_or_else(|| Status::failure(&String::from_utf8_lossy(&body), "Unknown"));
        return Err(kube::Error::Api(status.with_code(code).boxed()));
    }
    let Some(closes) = closes(answer.headers(), key) else {
        return Err(kube::Error::Service(anyhow!("the API server speaks another protocol for exec").into()));
    };
    let connection = hyper::upgrade::on(answer).await.map_err(|error| kube::Error::Service(error.into()))?;
    Ok(Channel { socket: websocket::over(connection, Role::Client).await, closes })
}

/// Whether streams are closed one by one on a connection that was accepted so; `None`: it is none of the protocols asked for.
fn closes(headers: &HeaderMap, key: &str) -> Option<bool> {
    let accepted = headers.get(header::SEC_WEBSOCKET_ACCEPT).is_some_and(|value| *value == websocket::answer(key));
    let chosen = headers.get(header::SEC_WEBSOCKET_PROTOCOL)?.to_str().ok()?;
    (accepted && PROTOCOLS.split(", ").any(|known| known == chosen)).then_some(chosen == CLOSES)
}

/// What the API server's no means. Whatever the reason, that the caller may do this was decided before: so none is a 403.
fn refusal(status: &Status, container: &str) -> Error {
    let said = || as_is(failure::plain(&status.message));
    match status.code {
        403 if status.message.contains(" cannot ") => Error::conflict(message!(SHELL_NO_RIGHT)),
        404 => Error::conflict(message!(SHELL_NOT_RUNNING, container = container)),
        500..=599 => Error::unavailable(
            message!(SHELL_NODE_AWAY, said = said()),
            anyhow!("the API server answered {} to exec", status.code),
        ),
        _ => Error::conflict(message!(SHELL_REFUSED, said = said())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(code: u16, words: &str) -> String {
        refusal(&Status::failure(words, "Reason").with_code(code), "app").to_string()
    }

    /// API servers before Kubernetes 1.30 choose version 4, which cannot tell a command that its input has ended.
    #[test]
    fn what_an_api_server_chose_tells_whether_streams_are_closed_one_by_one() {
        let key = "dGhlIHNhbXBsZSBub25jZQ==";
        let chose = |protocol: Option<&'static str>, accept: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept.parse().expect("a value"));
            if let Some(protocol) = protocol {
                headers.insert(header::SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(protocol));
            }
            closes(&headers, key)
        };
        // the example of RFC 6455, 1.3
        let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";
        assert_eq!(chose(Some("v5.channel.k8s.io"), accept), Some(true));
        assert_eq!(chose(Some("v4.channel.k8s.io"), accept), Some(false));
        assert_eq!(chose(Some("v3.channel.k8s.io"), accept), None);
        assert_eq!(chose(None, accept), None);
        assert_eq!(chose(Some("v5.channel.k8s.io"), "bm90aGluZw=="), None);
    }

    #[test]
    fn each_refusal_has_a_sentence_of_its_own() {
        let right = r#"pods "web" is forbidden: User "u" cannot create resource "pods/exec" in API group "" in the namespace "shop""#;
        assert!(said(403, right).contains("pods/exec"), "{}", said(403, right));
        let policy = r#"pods "web" is forbidden: exec is not allowed here"#;
        assert!(said(403, policy).contains("exec is not allowed here"), "{}", said(403, policy));
        let node = "error dialing backend: dial tcp 10.0.0.1:10250: connect: connection refused";
        assert!(said(500, node).contains("connection refused"), "{}", said(500, node));
        assert!(matches!(refusal(&Status::failure(node, "").with_code(502), "app"), Error::Unavailable { .. }));
        assert!(said(404, "pods \"web\" not found").contains("app"));
        assert!(matches!(refusal(&Status::failure("x", "").with_code(400), "app"), Error::Conflict(_)));
    }
}
