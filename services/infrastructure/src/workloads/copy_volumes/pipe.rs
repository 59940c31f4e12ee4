//! What is on one volume goes to another one: `tar` in a pod of the one cluster, through here, to `tar` in a pod of the other.
//! Nothing is kept on the way, and nothing read; who is slow holds the other up.

use crate::{
    fault,
    kubernetes::space::Space,
    workloads::exec::{self, CLOSE, Channel, Command, Place, STATUS, STDERR, STDIN, STDOUT, broke_off, framed},
};
use futures::{SinkExt as _, Stream, StreamExt as _, stream::SplitSink};
use kit::{
    Error, Message, Result, message,
    message::as_is,
    websocket::{self, Socket},
};
use proto::infrastructure as pb;
use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};
use tokio::time::timeout;

/// How long nothing may pass. Fixed: a volume that gives or takes nothing for so long is as good as gone.
const STILL: Duration = Duration::from_secs(120);
/// How long writing out what was taken may take. Fixed: it is what a node's memory holds.
const LAST: Duration = Duration::from_secs(600);
/// Of what a program says about an error.
const SAID: usize = 2_000;
/// The names that the shell runs the scripts by: the simulated cluster knows them.
const PACK: &str = "canopy-pack";
const UNPACK: &str = "canopy-unpack";
const PROBE: &str = "canopy-probe";
/// Everything in the folder but what a file system keeps for itself. The folder is left out: it may be another user's.
const READ: &str = r#"cd "$1" || exit 1
set --
for each in * .[!.]* ..?*; do
  if [ "$each" != lost+found ] && { [ -e "$each" ] || [ -L "$each" ]; }; then set -- "$@" "./$each"; fi
done
if [ $# = 0 ]; then exec dd if=/dev/zero bs=512 count=20; fi
exec tar -cf - "$@""#;
/// In place of what is there.
const WRITE: &str = r#"cd "$1" || exit 1
for each in * .[!.]* ..?*; do
  if [ "$each" != lost+found ] && { [ -e "$each" ] || [ -L "$each" ]; }; then rm -rf "./$each" || exit 1; fi
done
umask 0
tar -xpf - && sync"#;

/// One end.
pub(super) struct End<'a> {
    pub space: &'a Space,
    pub place: Place,
}

impl End<'_> {
    async fn open(&self, script: &str, name: &str) -> Result<Channel> {
        let words = ["sh", "-c", script, name, super::FOLDER].map(str::to_owned).into();
        exec::connect(self.space, &self.place, &Command { words, terminal: false }).await
    }
}

/// That a volume can be written through the pod, before anything is done for it.
///
/// # Errors
/// Conflict `COPY_OLD_CLUSTER`, `COPY_NO_TAR`; when there is no way into the pod.
pub(super) async fn probe(to: &End<'_>) -> Result<()> {
    let channel = to.open("command -v tar", PROBE).await?;
    let cluster = to.space.cluster().name();
    if !channel.closes {
        return Err(Error::conflict(message!(COPY_OLD_CLUSTER, cluster = cluster)));
    }
    let (_asks, mut answers) = channel.socket.split();
    let end = timeout(STILL, ended(&mut answers)).await.map_err(|_| stands_still())??;
    if end.is_well() {
        return Ok(());
    }
    Err(Error::conflict(message!(COPY_NO_TAR, cluster = cluster, said = end.said())))
}

/// Copies it all. `bytes` counts what has passed.
///
/// # Errors
/// Conflict `COPY_READ_FAILED`, `COPY_WRITE_FAILED` with what a program said; `Unavailable` when a connection broke off.
pub(super) async fn pipe(volume: &str, from: &End<'_>, to: &End<'_>, bytes: &AtomicU64) -> Result<()> {
    let reader = from.open(READ, PACK).await?;
    let writer = to.open(WRITE, UNPACK).await?;
    let (_asks, mut read) = reader.socket.split();
    let (mut sink, mut answers) = writer.socket.split();
    let written = ended(&mut answers);
    tokio::pin!(written);
    let passed = tokio::select! {
        biased;
        // it ended before all was there
        end = written.as_mut() => return Err(write_failed(volume, to, end?)),
        passed = pass(&mut read, &mut sink, bytes) => passed?,
    };
    if !passed.is_well() {
        return Err(read_failed(volume, from, passed));
    }
    sink.send(framed(CLOSE, &[STDIN])).await.map_err(broke_off)?;
    let end = timeout(LAST, written).await.map_err(|_| stands_still())??;
    if end.is_well() { Ok(()) } else { Err(write_failed(volume, to, end)) }
}

/// How a program ended.
struct Ended {
    ended: pb::ShellEnded,
    errors: String,
}

impl Ended {
    fn is_well(&self) -> bool {
        self.ended.exit_code == Some(0)
    }

    fn said(&self) -> Message {
        let lines = fault::clean(&self.errors, 500);
        match self.ended.exit_code {
            Some(_) if !lines.is_empty() => message!(CopySaid, said = as_is(lines)),
            Some(code) => message!(CopyExit, code = code),
            None => Message::unpacked(&self.ended.said, &self.ended.problem),
        }
    }
}

type Frame = std::result::Result<websocket::Message, websocket::Error>;

async fn next(stream: &mut (impl Stream<Item = Frame> + Unpin), within: Duration) -> Result<Vec<u8>> {
    loop {
        match timeout(within, stream.next()).await.map_err(|_| stands_still())? {
            Some(Ok(websocket::Message::Binary(bytes))) => return Ok(bytes.into()),
            Some(Ok(websocket::Message::Close(_))) | None => {
                return Err(broke_off(websocket::Error::ConnectionClosed));
            }
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(broke_off(error)),
        }
    }
}

fn note(errors: &mut String, bytes: &[u8]) {
    if errors.len() < SAID {
        errors.push_str(&String::from_utf8_lossy(bytes));
    }
}

fn end(status: &[u8], errors: String) -> Ended {
    Ended { ended: exec::ending(status, Some("tar"), true), errors }
}

/// Passes on what the one writes to the other, until the one has ended.
async fn pass(
    read: &mut (impl Stream<Item = Frame> + Unpin),
    sink: &mut SplitSink<Socket, websocket::Message>,
    bytes: &AtomicU64,
) -> Result<Ended> {
    let mut errors = String::new();
    loop {
        let frame = next(read, STILL).await?;
        match frame.split_first() {
            Some((&STDOUT, output)) => {
                let sent = timeout(STILL, sink.send(framed(STDIN, output))).await.map_err(|_| stands_still())?;
                sent.map_err(broke_off)?;
                bytes.fetch_add(output.len() as u64, Ordering::Relaxed);
            }
            Some((&STDERR, said)) => note(&mut errors, said),
            Some((&STATUS, status)) => return Ok(end(status, errors)),
            _ => {}
        }
    }
}

/// Waits until a program that is written to has ended.
async fn ended(answers: &mut (impl Stream<Item = Frame> + Unpin)) -> Result<Ended> {
    let mut errors = String::new();
    loop {
        // it says nothing while it writes: whether it does is seen at what it takes
        let frame = next(answers, Duration::MAX).await?;
        match frame.split_first() {
            Some((&STDERR | &STDOUT, said)) => note(&mut errors, said),
            Some((&STATUS, status)) => return Ok(end(status, errors)),
            _ => {}
        }
    }
}

fn stands_still() -> Error {
    let seconds = STILL.as_secs();
    Error::unavailable(message!(COPY_STANDS_STILL, seconds = seconds), anyhow::anyhow!("nothing passed"))
}

fn read_failed(volume: &str, from: &End<'_>, end: Ended) -> Error {
    let cluster = from.space.cluster().name();
    Error::conflict(message!(COPY_READ_FAILED, volume = volume, cluster = cluster, said = end.said()))
}

fn write_failed(volume: &str, to: &End<'_>, end: Ended) -> Error {
    let cluster = to.space.cluster().name();
    Error::conflict(message!(COPY_WRITE_FAILED, volume = volume, cluster = cluster, said = end.said()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        fs,
        os::unix::fs::{PermissionsExt as _, symlink},
        path::Path,
        process::{Command, Stdio},
    };

    fn copied(from: &Path, to: &Path) {
        let shell = |script, name, folder: &Path| {
            let mut shell = Command::new("sh");
            shell.args(["-c", script, name]).arg(folder);
            shell
        };
        let mut read = shell(READ, PACK, from).stdout(Stdio::piped()).spawn().expect("a shell");
        let input = read.stdout.take().expect("its output");
        let written = shell(WRITE, UNPACK, to).stdin(input).status().expect("a shell");
        assert!(read.wait().expect("its end").success() && written.success());
    }

    fn names(folder: &Path) -> Vec<String> {
        let all = fs::read_dir(folder).expect("a folder");
        let mut names: Vec<String> =
            all.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_volume_is_copied_as_it_is_in_place_of_what_was_there() {
        let folder = std::env::temp_dir().join(format!("canopy-pipe-{}", std::process::id()));
        let (from, to) = (folder.join("from"), folder.join("to"));
        let _ = fs::remove_dir_all(&folder);
        let inner = from.join("mysql/shop data");
        fs::create_dir_all(&inner).expect("a folder");
        fs::create_dir_all(to.join("old/sub")).expect("a folder");
        for place in [&from, &to] {
            fs::create_dir(place.join("lost+found")).expect("a folder");
        }
        fs::write(to.join(".old"), "old").expect("a file");
        let content = "x".repeat(300_000);
        for name in [".hidden", "..two", "-dash", "new\nline", "mysql/shop data/t.ibd"] {
            fs::write(from.join(name), &content).expect("a file");
        }
        symlink("nowhere", from.join("link")).expect("a link");
        fs::set_permissions(&inner, fs::Permissions::from_mode(0o770)).expect("its mode");
        copied(&from, &to);
        assert_eq!(names(&to), names(&from));
        assert_eq!(fs::read_to_string(to.join("mysql/shop data/t.ibd")).expect("the file"), content);
        assert_eq!(fs::read_link(to.join("link")).expect("the link"), Path::new("nowhere"));
        let mode = fs::metadata(to.join("mysql/shop data")).expect("the folder").permissions().mode();
        assert_eq!(mode & 0o777, 0o770, "also what the group may do");

        // an empty one leaves nothing of what was there
        for name in names(&from).iter().filter(|name| *name != "lost+found") {
            let path = from.join(name);
            if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }.expect("removed");
        }
        copied(&from, &to);
        assert_eq!(names(&to), ["lost+found"]);
        fs::remove_dir_all(folder).expect("removed");
    }
}
