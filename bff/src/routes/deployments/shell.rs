//! `/deployments/{id}/shell`: a shell or a command in a container, as a WebSocket.
//!
//! Whether it may be opened is said as an ordinary answer, before the connection becomes a WebSocket. Browsers hide that
//! answer from their page, so the same call without the handshake asks just that.

use super::super::prelude::*;
use crate::error::{ApiError, Code, Failure};
use axum::{
    body::Body as HttpBody,
    extract::Request,
    response::{IntoResponse as _, Response},
};
use http::header;
use kit::{
    http::{Connection, LocalAddress},
    message,
    websocket::{self, OnUpgrade, Role},
};
use proto::deployments::{self as pb, open_shell_request::Message as Said, open_shell_response::Message as Told};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

mod session;

/// The protocol that is spoken.
const PROTOCOL: &str = "canopy.shell.v1";
/// Columns and rows at most.
const LARGEST: u32 = 1_000;
/// Messages that may wait in a channel. Fixed: their bytes are bounded by what each side says that it took.
const WAITING: usize = 32;

/// A text message of the server. What the shell writes comes as binary ones.
#[derive(Serialize, ToSchema)]
#[schema(as = ShellFrame)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Frame {
    /// The first one: the shell is there.
    Opened {
        pod: String,
        container: String,
        /// After so many seconds without anything typed it is closed.
        #[serde(rename = "idleSeconds")]
        idle_seconds: u32,
        /// After so many seconds it is closed in any case.
        #[serde(rename = "mostSeconds")]
        most_seconds: u32,
    },
    /// Nothing was typed for so long that it is closed in so many seconds.
    Idle { seconds: u32 },
    /// The last one.
    Ended {
        /// Of the shell, when it ended by itself; null otherwise.
        #[schema(required)]
        #[serde(rename = "exitCode")]
        exit_code: Option<i32>,
        /// Why it ended otherwise, as one sentence; null when it ended by itself.
        #[schema(required)]
        error: Option<String>,
        /// The stable word of the sentence; empty without one.
        reason: String,
        /// What it is filled with.
        #[schema(value_type = BTreeMap<String, Object>)]
        params: TextParams,
        /// Of a failure, as with other calls.
        #[serde(skip_serializing_if = "Option::is_none")]
        code: Option<Code>,
    },
}

/// A text message of the client. What is typed goes in binary ones.
#[derive(Deserialize, ToSchema)]
#[schema(as = ShellMessage)]
#[serde(untagged, deny_unknown_fields)]
pub enum Spoken {
    /// The terminal has another size.
    Size { columns: u32, rows: u32 },
    /// So many bytes were shown: without it no more than 64 KiB are sent.
    Taken { taken: u32 },
    /// There is no more input.
    InputEnded {
        #[serde(rename = "inputEnded")]
        input_ended: bool,
    },
}

/// Documents the parameters.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "read through `Parameters`; this is its documentation")]
pub struct Wanted {
    /// One of the services of the deployment (`web`, `nginx`, `mysql`, …); the application itself when absent.
    #[param(required = false)]
    service: String,
    /// A pod of the service; any that runs when absent.
    #[param(required = false)]
    pod: String,
    /// A container of the pod; the one of the service when absent.
    #[param(required = false)]
    container: String,
    /// Width of the terminal, in characters.
    #[param(required = false, minimum = 1, maximum = 1000)]
    columns: u32,
    /// Its height.
    #[param(required = false, minimum = 1, maximum = 1000)]
    rows: u32,
    /// What is run instead of a shell: the parameter once for each word, 100 words and 4 KiB at most. No shell reads it.
    #[param(required = false, max_items = 100)]
    command: Vec<String>,
    /// `false`: a command without a terminal, which has none of its conventions and whose standard error is told apart.
    #[param(required = false)]
    terminal: bool,
}

/// A shell or a command in a container of the deployment, over a WebSocket. Members of the team and admins.
///
/// The protocol is `canopy.shell.v1`; a browser offers its token as a second one, `canopy.token.` and the token. The database's
/// container is for the team's admins and its owner. Binary messages (64 KiB at most) are what is typed and what is shown; the
/// client's text messages are a `ShellMessage`, the server's a `ShellFrame`. No more than 64 KiB are sent that the client has not
/// said it took. Of a command without a terminal each binary message of the server begins with a byte, 1 for standard output and
/// 2 for standard error, which is not counted. What is typed is kept nowhere; that a shell was opened and closed is history, and
/// the first word of a command. Without a handshake it is only
/// asked whether the caller may, and then the answer is 400 with the reason SHELL_NO_WEBSOCKET.
#[utoipa::path(get, path = "/deployments/{id}/shell", tag = "deployments",
    params(("id" = String, Path, description = "The deployment"), Wanted),
    responses((status = 101, description = "The shell is open.", content((Frame = "application/json"))),
        (status = 409, description = "CONFLICT: nothing runs there, the cluster refuses it, or shells are switched off", body = Failure),
        ReadErrors))]
pub async fn shell(call: Call, ids: Ids, mut query: Parameters, request: Request) -> Result<Response> {
    let target = pb::ShellTarget {
        id: ids.one("Deployment")?,
        service: query.text("service"),
        pod: query.text("pod"),
        container: query.text("container"),
        size: {
            let (columns, rows) = (query.number("columns", 1, LARGEST), query.number("rows", 1, LARGEST));
            let terminal = query.word("terminal", &["true", "false"]) != "false";
            terminal.then(|| pb::ShellSize { columns: columns.unwrap_or(80), rows: rows.unwrap_or(24) })
        },
        command: query.list("command"),
        check: false,
    };
    if target.size.is_none() && target.command.is_empty() {
        query.problem("terminal", message!(SHELL_TERMINAL));
    }
    query.done()?;
    let apart = target.size.is_none();
    let (mut head, _) = request.into_parts();
    let local = head.extensions.get::<LocalAddress>().copied();
    call.app().hosts.check_origin(&head.headers, local)?;
    let (accept, upgrade) = (websocket::accept(&head), head.extensions.remove::<OnUpgrade>());
    let (Some(accept), Some(upgrade)) = (accept, upgrade) else {
        ask(&call, pb::ShellTarget { check: true, ..target }).await?;
        return Err(kit::Error::invalid(message!(SHELL_NO_WEBSOCKET)).into());
    };
    let (upstream, Some(sender), Some(Told::Opened(opened))) = ask(&call, target).await? else {
        return Err(ApiError::outage());
    };
    let held = head.extensions.get::<Connection>().map(Connection::hold);
    let session = session::Session { call: call.clone(), held, apart, upstream, sender };
    call.app().shells.spawn(async move {
        match upgrade.await {
            Ok(connection) => session.run(websocket::over(connection, Role::Server).await, opened).await,
            Err(error) => tracing::debug!(%error, "a connection was not handed over"),
        }
    });
    let offered = websocket::words(&head.headers, header::SEC_WEBSOCKET_PROTOCOL).any(|word| word == PROTOCOL);
    Ok(websocket::switch(accept, offered.then_some(PROTOCOL), HttpBody::empty()).into_response())
}

type Upstream = tonic::Streaming<pb::OpenShellResponse>;
type Sender = mpsc::Sender<pb::OpenShellRequest>;

/// Has it opened, with the first message; or asks whether it may be, and then there are none.
async fn ask(call: &Call, target: pb::ShellTarget) -> Result<(Upstream, Option<Sender>, Option<Told>)> {
    let (sender, requests) = mpsc::channel(WAITING);
    let (only, open) = (target.check, pb::OpenShellRequest { message: Some(Said::Open(target)) });
    sender.send(open).await.map_err(|_| ApiError::internal())?;
    // nothing else is said where it is only asked
    let sender = (!only).then_some(sender);
    let asked = call.ask(ReceiverStream::new(requests))?;
    let answer = call.api().deployments.clone().open_shell(asked).await.map_err(refusal)?;
    let mut upstream = answer.into_inner();
    let first = upstream.message().await?.and_then(|first| first.message);
    Ok((upstream, sender, first))
}

/// That somebody has too many is a matter of the moment.
fn refusal(status: tonic::Status) -> ApiError {
    match kit::Error::from(status) {
        kit::Error::Conflict(message) if message.reason() == "SHELLS_OF_USER" => ApiError::too_many(message, 5),
        error => error.into(),
    }
}
