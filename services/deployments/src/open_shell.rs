//! A shell or a command in a container of a deployment: who may, for how long, and that it is history. What passes is not read.

use crate::{
    App,
    applications::{self, Service},
    deployment::{self, Row},
    facts, owners,
};
use access::Caller;
use futures::{Stream, stream};
use kit::{Error, Result, message, trace::Hop};
use proto::{
    deployments::{self as pb, open_shell_request::Message as Said},
    infrastructure::{self, open_shell_request as to, workload_service_client::WorkloadServiceClient},
};
use std::{pin::Pin, time::Duration};
use tokio::{sync::mpsc, time::timeout};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Status, Streaming};

mod places;
mod session;

pub use places::Shells;
use session::Session;

/// How long the first message may take. Fixed: it comes with the call.
const FIRST: Duration = Duration::from_secs(10);
/// Messages that may wait in a channel. Fixed: their bytes are bounded by what each side says that it took.
const WAITING: usize = 32;
/// Of a command: words, and bytes of all of them. Fixed: they go into the address of a request.
const WORDS: usize = 100;
const LONGEST: usize = 4 * 1024;
/// Characters of its first word that are history.
const PROGRAM: usize = 100;

/// What the caller reads.
pub type Answers = Pin<Box<dyn Stream<Item = Result<pb::OpenShellResponse, Status>> + Send>>;

/// Opens a shell: for those who may change the deployment, in the database's container for those who manage the team, since
/// the root password is there. It ends soon after the right to it.
///
/// # Errors
/// 404 when foreign, 403 for managers outside the team; a conflict where shells are switched off, the caller has too many
/// (`SHELLS_OF_USER`), nothing runs there, or the cluster refuses it; `Unavailable` where it cannot be asked.
pub async fn open_shell(app: &App, caller: &Caller, mut said: Streaming<pb::OpenShellRequest>) -> Result<Answers> {
    let first = timeout(FIRST, said.message()).await.map_err(|_| unnamed())??;
    let Some(Said::Open(target)) = first.and_then(|first| first.message) else { return Err(unnamed()) };
    check_command(&target.command)?;
    let row = deployment::visible(&mut *app.cx.db.acquire().await?, caller, &target.id).await?;
    // before anything else is told of it
    caller.write(row.team_id, deployment::WHAT)?;
    let (service, component, container) = place(&row, &target.service)?;
    let right = Right { managing: service.inside == "mysql" };
    right.check(caller, &row)?;
    if app.options.shells == 0 {
        return Err(Error::conflict(message!(SHELL_OFF)));
    }
    let permit = app.shells.enter(caller.user()?.id, app.options.shells, app.options.shells_per_user)?;
    if target.check {
        return Ok(Box::pin(stream::empty()));
    }
    let program = target.command.first().map(|program| kit::text::cut(program, PROGRAM));
    let terminal = target.command.is_empty() || target.size.is_some();
    let (upstream, sender, opened) = ask(app, caller, &row, (component, container), target).await?;
    let at = Place { pod: opened.pod.clone(), container: opened.container.clone(), program, terminal };
    note_opening(app, caller, &row, &at).await?;

    let (answers, read) = mpsc::channel(WAITING);
    let session = Session::new(app, caller, right, row, at, (upstream, sender), (said, answers));
    let first = pb::ShellOpened {
        pod: opened.pod,
        container: opened.container,
        idle_seconds: seconds(app.options.shell_idle),
        most_seconds: seconds(app.options.shell_longest),
    };
    // Not a part of the answer's stream: that it was closed is told also of one that nobody reads any more.
    let running = Hop::current().run(session.run(first));
    app.shells.sessions.spawn(async move {
        running.await;
        drop(permit);
    });
    Ok(Box::pin(ReceiverStream::new(read)))
}

fn unnamed() -> Error {
    Error::invalid(message!(SHELL_UNNAMED))
}

fn seconds(duration: Duration) -> u32 {
    u32::try_from(duration.as_secs()).unwrap_or(u32::MAX)
}

/// What a shell needs of its caller.
#[derive(Clone, Copy)]
struct Right {
    /// More than to change the deployment.
    managing: bool,
}

impl Right {
    fn check(self, caller: &Caller, row: &Row) -> Result<()> {
        if self.managing {
            caller.manage(row.team_id, deployment::WHAT)?;
        } else {
            caller.write(row.team_id, deployment::WHAT)?;
        }
        Ok(())
    }
}

/// A first word, and no more of them than fit into a request.
fn check_command(words: &[String]) -> Result<()> {
    let bytes: usize = words.iter().map(String::len).sum();
    if words.len() > WORDS || bytes > LONGEST {
        return Err(Error::invalid_field("command", message!(COMMAND_LENGTH, words = WORDS, bytes = LONGEST)));
    }
    if words.first().is_some_and(|program| program.trim().is_empty()) {
        return Err(Error::invalid_field("command", message!(COMMAND_EMPTY)));
    }
    if words.iter().any(|word| word.contains('\0')) {
        return Err(Error::invalid_field("command", message!(COMMAND_NUL)));
    }
    Ok(())
}

/// The container that was entered, and what is run in it.
struct Place {
    pod: String,
    container: String,
    /// Nothing: a shell. Only the first word of a command is history: the others may be secrets.
    program: Option<String>,
    terminal: bool,
}

/// Where a service runs: component and container.
fn place(row: &Row, name: &str) -> Result<(&'static Service, &'static str, &'static str)> {
    let application = applications::of(&row.application)?;
    let mut services = application.services.iter();
    let service = services.find(|service| if name.is_empty() { service.fixed } else { service.id == name });
    let Some((service, (component, container))) = service.and_then(|one| Some((one, application.place(one)?))) else {
        return Err(Error::invalid_field("service", message!(SERVICE_UNKNOWN)));
    };
    if !service.fixed && !row.spec.has(service.id) {
        return Err(Error::invalid_field("service", message!(SERVICE_OFF)));
    }
    Ok((service, component, container))
}

type Upstream = Streaming<infrastructure::OpenShellResponse>;
type Sender = mpsc::Sender<infrastructure::OpenShellRequest>;

/// Has infrastructure open it.
async fn ask(
    app: &App,
    caller: &Caller,
    row: &Row,
    (component, container): (&str, &str),
    target: pb::ShellTarget,
) -> Result<(Upstream, Sender, infrastructure::ShellOpened)> {
    let cx = &app.cx;
    let (sender, requests) = mpsc::channel(WAITING);
    let open = infrastructure::ShellTarget {
        cluster_id: row.cluster_id.to_string(),
        deployment_id: row.id.to_string(),
        namespace: row.release_name.clone(),
        component: component.to_owned(),
        pod: target.pod,
        container: if target.container.is_empty() { container.to_owned() } else { target.container },
        size: target.size.map(size),
        command: target.command,
    };
    let first = infrastructure::OpenShellRequest { message: Some(to::Message::Open(open)) };
    sender.send(first).await.map_err(Error::internal)?;
    let mut asked = cx.request("infrastructure", caller.origin(), ReceiverStream::new(requests))?;
    // as long as somebody is there; the way there is bounded here
    asked.metadata_mut().remove("grpc-timeout");
    let mut client =
        WorkloadServiceClient::new(cx.peer("infrastructure")).max_decoding_message_size(kit::MESSAGE_LIMIT);
    let opening = async {
        let mut upstream = client.open_shell(asked).await.map_err(owners::failure)?.into_inner();
        match upstream.message().await.map_err(owners::failure)?.and_then(|first| first.message) {
            Some(infrastructure::open_shell_response::Message::Opened(opened)) => Ok((upstream, opened)),
            _ => Err(Error::internal(anyhow::anyhow!("infrastructure did not say where the shell is"))),
        }
    };
    match timeout(app.options.shell_opening, opening).await {
        Ok(answer) => answer.map(|(upstream, opened)| (upstream, sender, opened)),
        Err(elapsed) => Err(Error::unavailable(message!(CLUSTER_SILENT), elapsed)),
    }
}

fn size(size: pb::ShellSize) -> infrastructure::ShellSize {
    infrastructure::ShellSize { columns: size.columns, rows: size.rows }
}

/// Nothing passes before it is certain that it will be known.
async fn note_opening(app: &App, caller: &Caller, row: &Row, at: &Place) -> Result<()> {
    let mut tx = app.cx.begin().await?;
    let (deployment, pod, container) = (&row.name, &at.pod, &at.container);
    let message = match &at.program {
        Some(program) => {
            message!(CommandStarted, deployment = deployment, pod = pod, container = container, program = program)
        }
        None => message!(ShellOpened, deployment = deployment, pod = pod, container = container),
    };
    facts::record(&app.cx, &mut tx, caller.origin(), row, history::Kind::Warning, message).await?;
    tx.commit().await
}
