//! Looks after the private NATS. A nats-server whose disk was full takes no message of that stream any more, not even when there
//! is space again (seen with 2.15: its health keeps the "write error"); started again, it does.

use super::{
    folder::Folder,
    nats::{Server, WATCHER},
    supervisor,
};
use async_nats::{Client, ConnectOptions};
use nix::sys::{
    signal::{Signal, kill},
    statvfs::statvfs,
};
use nix::unistd::Pid;
use serde::Deserialize;
use std::{convert::Infallible, future::pending, time::Duration};

/// How often it is asked.
const LOOK: Duration = Duration::from_secs(5);
/// Answers in a row that it is unwell after which it is started again: a start recovers by itself, too.
const UNWELL: u32 = 3;
/// Free space in bytes without which a start would only meet the full disk again.
const ROOM: u64 = 64 * 1024 * 1024;

/// What it says of its health.
#[derive(Deserialize)]
struct Answer {
    data: Health,
}

#[derive(Deserialize)]
struct Health {
    status: String,
    #[serde(default)]
    error: String,
}

/// For ever; a server that is not ours is left alone.
pub async fn watch(server: &Server, folder: &Folder) -> Infallible {
    let Some((address, password)) = server.watched() else { return pending().await };
    let options = ConnectOptions::with_user_and_password(WATCHER.to_owned(), password.to_owned())
        .retry_on_initial_connect()
        .custom_inbox_prefix("_INBOX_up");
    let Ok(client) = options.connect(format!("nats://{address}")).await else { return pending().await };
    let mut unwell = 0;
    loop {
        tokio::time::sleep(LOOK).await;
        // no answer: it is between two lives, and whoever keeps it running sees to that
        let Some(health) = health(&client).await else { continue };
        unwell = if health.status == "ok" { 0 } else { unwell + 1 };
        if unwell >= UNWELL && room(folder) >= ROOM {
            eprintln!("canopy: NATS does not take messages any more, and is started again: {}", health.error);
            if let Some(pid) = supervisor::pid(folder, "nats") {
                let _ = kill(Pid::from_raw(pid), Signal::SIGTERM);
            }
            unwell = 0;
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "it asks the server how it is, and no role for anything")]
async fn health(client: &Client) -> Option<Health> {
    let answer =
        tokio::time::timeout(LOOK, client.request("$SYS.REQ.SERVER.PING.HEALTHZ", "".into())).await.ok()?.ok()?;
    Some(serde_json::from_slice::<Answer>(&answer.payload).ok()?.data)
}

/// Bytes that are free where all is kept; where that cannot be said, enough.
fn room(folder: &Folder) -> u64 {
    statvfs(folder.root()).map_or(u64::MAX, |disk| disk.blocks_available().saturating_mul(disk.fragment_size()))
}
