//! `pods/exec` over a WebSocket, as kubelets speak it: a byte for the channel before each piece.

use super::{
    Answer, Api,
    log::container,
    request::{Call, Target},
    volumes,
};
use crate::{
    failure::Failure,
    json::{self, items, text},
    terminal::{self, Ran, Terminal},
};
use bytes::Bytes;
use futures::{SinkExt as _, StreamExt as _};
use http::{Request, header};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use kit::websocket::{self, Message, Role, Socket};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

const STDIN: u8 = 0;
const STDOUT: u8 = 1;
const STDERR: u8 = 2;
const STATUS: u8 = 3;
const RESIZE: u8 = 4;
const CLOSE: u8 = 255;
/// Bytes that are kept of an input.
const MOST: usize = 64 * 1024;
/// Bytes in one piece at most.
const PIECE: usize = 16 * 1024;
/// How often is looked whether the container still runs.
const LOOK: Duration = Duration::from_millis(500);
/// How long the other side may take to say that it has heard the end.
const LEAVING: Duration = Duration::from_secs(2);
/// As kubelets speak it.
const PROTOCOLS: [&str; 2] = ["v5.channel.k8s.io", "v4.channel.k8s.io"];
/// Programs that have no shell in their image.
const BARE: [&str; 1] = ["cloudflared"];

pub(super) fn answer(api: &Arc<Api>, target: &Target, call: &Call, request: Request<Incoming>) -> Answer {
    let pod = api.world.lock().get("Pod", target.space(), target.name());
    let pod = pod.ok_or_else(|| Failure::not_found(&target.kind, target.name()))?;
    let container = container(&pod, call.query("container"))?;
    let phase = text(&pod, "/status/phase");
    if matches!(phase, "Succeeded" | "Failed") {
        let why = format!("cannot exec into a container in a completed pod; current phase is {phase}");
        return Err(Failure::bad_request(why));
    }
    if !runs(&pod, &container) {
        return Err(Failure::internal(format!("container not found ({container:?})")));
    }
    let (head, body) = request.into_parts();
    let Some(accept) = websocket::accept(&head) else {
        return Err(Failure::bad_request("Upgrade request required"));
    };
    let offered: Vec<&str> = websocket::words(&head.headers, header::SEC_WEBSOCKET_PROTOCOL).collect();
    let Some(protocol) = PROTOCOLS.into_iter().find(|known| offered.contains(known)) else {
        return Err(Failure::bad_request("unable to negotiate a protocol of exec"));
    };
    let wanted = Wanted {
        api: Arc::clone(api),
        namespace: target.space().to_owned(),
        uid: json::uid(&pod).to_owned(),
        terminal: Terminal::of(target.name(), &container),
        volume: volumes::mounted(&pod),
        absent: absent(&pod, &container, call.command.first().map_or("", String::as_str)),
        command: call.command.clone(),
        tty: call.is("tty"),
        container,
    };
    let upgrade = hyper::upgrade::on(Request::from_parts(head, body));
    api.sessions.spawn(async move {
        match upgrade.await {
            Ok(connection) => wanted.serve(websocket::over(connection, Role::Server).await).await,
            Err(error) => tracing::debug!(%error, "a connection was not handed over"),
        }
    });
    Ok(websocket::switch(accept, Some(protocol), Full::new(Bytes::new()).boxed_unsync()))
}

/// Why the command cannot be run, in the words of a container runtime.
fn absent(pod: &Value, container: &str, command: &str) -> Option<String> {
    let specs = items(pod, "/spec/containers").iter().chain(items(pod, "/spec/initContainers"));
    let image = specs.into_iter().find(|spec| text(spec, "/name") == container).map_or("", |spec| text(spec, "/image"));
    let bare = BARE.iter().any(|program| image.contains(program));
    let known = terminal::knows(command) && !bare;
    (!known).then(|| {
        format!(
            "failed to exec in container: OCI runtime exec failed: exec failed: unable to start container process: exec: {command:?}: executable file not found in $PATH: unknown"
        )
    })
}

fn runs(pod: &Value, container: &str) -> bool {
    let all = items(pod, "/status/containerStatuses").iter().chain(items(pod, "/status/initContainerStatuses"));
    all.into_iter().any(|status| text(status, "/name") == container && status.pointer("/state/running").is_some())
}

/// A shell that was asked for.
struct Wanted {
    api: Arc<Api>,
    namespace: String,
    uid: String,
    container: String,
    terminal: Terminal,
    command: Vec<String>,
    tty: bool,
    /// The claim that its pod mounts first; empty: none.
    volume: String,
    absent: Option<String>,
}

impl Wanted {
    async fn serve(mut self, mut socket: Socket) {
        if let Err(error) = self.converse(&mut socket).await {
            tracing::debug!(%error, "the connection of a shell broke off");
        }
        // a connection that is closed with something unread takes the last word away again
        let leaving = async {
            if socket.close(None).await.is_ok() {
                while let Some(Ok(_)) = socket.next().await {}
            }
        };
        let _ = tokio::time::timeout(LEAVING, leaving).await;
    }

    async fn converse(&mut self, socket: &mut Socket) -> Result<(), websocket::Error> {
        if let Some(why) = &self.absent {
            let status =
                json!({"metadata": {}, "status": "Failure", "message": why, "reason": "InternalError", "code": 500});
            return tell(socket, STATUS, status.to_string().as_bytes()).await;
        }
        if !terminal::is_shell(&self.command) {
            return self.command(socket).await;
        }
        tell(socket, STDOUT, self.terminal.greeting().as_bytes()).await?;
        let mut looks = tokio::time::interval(LOOK);
        let stop = self.api.stop.clone();
        loop {
            tokio::select! {
                frame = socket.next() => match frame {
                    Some(Ok(Message::Binary(bytes))) => match bytes.split_first() {
                        Some((&STDIN, input)) => {
                            let shown = self.terminal.typed(input);
                            tell(socket, STDOUT, shown.as_bytes()).await?;
                        }
                        Some((&RESIZE, size)) => self.resize(size),
                        _ => {}
                    },
                    Some(Ok(Message::Close(_))) | None => return Ok(()),
                    Some(Ok(_)) => {}
                    Some(Err(error)) => return Err(error),
                },
                _ = looks.tick() => if !self.is_there() {
                    return tell(socket, STATUS, ended(137).to_string().as_bytes()).await;
                },
                () = stop.cancelled() => return Ok(()),
            }
            if let Some(code) = self.terminal.ended() {
                return tell(socket, STATUS, ended(code).to_string().as_bytes()).await;
            }
        }
    }

    /// Runs a command instead of a shell: `cat` as long as there is input, the others at once.
    async fn command(&mut self, socket: &mut Socket) -> Result<(), websocket::Error> {
        match self.command.get(3).map(String::as_str) {
            Some(volumes::PROBE) => return tell(socket, STATUS, ended(0).to_string().as_bytes()).await,
            Some(volumes::PACK) => {
                let content = volumes::packed(&self.api.world, &self.namespace, &self.volume);
                tell(socket, STDOUT, content.as_bytes()).await?;
                return tell(socket, STATUS, ended(0).to_string().as_bytes()).await;
            }
            Some(volumes::UNPACK) => {
                let Some(content) = input(socket).await? else { return Ok(()) };
                let code = i32::from(!volumes::unpack(&self.api.world, &self.namespace, &self.volume, &content));
                return tell(socket, STATUS, ended(code).to_string().as_bytes()).await;
            }
            _ => {}
        }
        if self.command == ["cat"] {
            while let Some(frame) = socket.next().await {
                let Message::Binary(bytes) = frame? else { continue };
                match bytes.split_first() {
                    Some((&STDIN, input)) => tell(socket, STDOUT, input).await?,
                    Some((&CLOSE, [STDIN])) => break,
                    _ => {}
                }
            }
            return tell(socket, STATUS, ended(0).to_string().as_bytes()).await;
        }
        let Ran { output, errors, code } = self.terminal.ran(&self.command);
        let shown = |text: String| if self.tty { text.replace('\n', "\r\n") } else { text };
        tell(socket, STDOUT, shown(output).as_bytes()).await?;
        tell(socket, if self.tty { STDOUT } else { STDERR }, shown(errors).as_bytes()).await?;
        tell(socket, STATUS, ended(code).to_string().as_bytes()).await
    }

    fn resize(&mut self, size: &[u8]) {
        let size: Value = serde_json::from_slice(size).unwrap_or_default();
        let number = |name: &str| size[name].as_u64().and_then(|number| u32::try_from(number).ok());
        if let (Some(columns), Some(rows)) = (number("Width"), number("Height")) {
            self.terminal.resize(columns, rows);
        }
    }

    fn is_there(&self) -> bool {
        let pod = self.api.world.lock().get("Pod", &self.namespace, self.terminal.pod());
        pod.is_some_and(|pod| json::uid(&pod) == self.uid && runs(&pod, &self.container))
    }
}

/// All input, as long as it is little; `None`: the other side has gone before its end.
async fn input(socket: &mut Socket) -> Result<Option<Vec<u8>>, websocket::Error> {
    let mut content = Vec::new();
    while let Some(frame) = socket.next().await {
        match frame? {
            Message::Binary(bytes) => match bytes.split_first() {
                Some((&STDIN, input)) if content.len() < MOST => content.extend_from_slice(input),
                Some((&CLOSE, [STDIN])) => return Ok(Some(content)),
                _ => {}
            },
            Message::Close(_) => return Ok(None),
            _ => {}
        }
    }
    Ok(None)
}

/// The kubelet's last word about a shell.
fn ended(code: i32) -> Value {
    if code == 0 {
        return json!({"metadata": {}, "status": "Success"});
    }
    json!({"metadata": {}, "status": "Failure", "reason": "NonZeroExitCode", "code": 500,
        "message": format!("command terminated with non-zero exit code: exit status {code}"),
        "details": {"causes": [{"reason": "ExitCode", "message": code.to_string()}]}})
}

async fn tell(socket: &mut Socket, channel: u8, bytes: &[u8]) -> Result<(), websocket::Error> {
    for piece in bytes.chunks(PIECE) {
        let frame = [&[channel], piece].concat();
        socket.send(Message::Binary(frame.into())).await?;
    }
    Ok(())
}
