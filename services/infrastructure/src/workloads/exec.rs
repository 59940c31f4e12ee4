//! `pods/exec` of the API server: a command in a container, over a WebSocket. The bytes of each message begin with that of a
//! channel.

use crate::kubernetes::{failure::Doing, kinds, space::Space};
use kit::{
    Error, message,
    websocket::{self, Socket},
};

mod connect;
mod ending;

pub(super) use connect::connect;
pub(super) use ending::{of as ending, problem};

/// The kubelet's channels, by the first byte of a message.
pub(super) const STDIN: u8 = 0;
pub(super) const STDOUT: u8 = 1;
pub(super) const STDERR: u8 = 2;
pub(super) const STATUS: u8 = 3;
pub(super) const RESIZE: u8 = 4;
pub(super) const CLOSE: u8 = 255;

/// What is run.
pub(super) struct Command {
    /// Nothing: a shell.
    pub words: Vec<String>,
    pub terminal: bool,
}

impl Command {
    /// Nothing: a shell.
    pub fn program(&self) -> Option<&str> {
        self.words.first().map(String::as_str)
    }
}

/// What the API server has opened.
pub(super) struct Channel {
    pub socket: Socket,
    /// The end of the input can be said.
    pub closes: bool,
}

/// Where it is run.
pub(super) struct Place {
    pub pod: String,
    pub container: String,
}

impl Place {
    fn doing<'a>(&'a self, space: &'a Space) -> Doing<'a> {
        space.doing("exec", kinds::POD, &self.pod)
    }
}

/// A message of a channel.
pub(super) fn framed(channel: u8, bytes: &[u8]) -> websocket::Message {
    let mut frame = Vec::with_capacity(bytes.len() + 1);
    frame.push(channel);
    frame.extend_from_slice(bytes);
    websocket::Message::Binary(frame.into())
}

/// The cluster took nothing any more.
pub(super) fn broke_off(error: websocket::Error) -> Error {
    Error::unavailable(message!(SHELL_BROKE_OFF), error)
}
