//! A program that ends with its parent: `up` starts PostgreSQL, NATS and the roles through this, so that even its own
//! `kill -9` leaves no process behind. The kernel's parent-death signal survives `exec`.

use anyhow::{Context as _, bail};
use std::{ffi::OsString, os::unix::process::CommandExt as _, process::Command};

/// What to run.
#[derive(clap::Args)]
pub struct Options {
    /// Process id of the parent
    #[arg(long)]
    parent: i32,
    /// Signal that this program gets when the parent is gone
    #[arg(long, value_parser = ["INT", "TERM", "KILL"])]
    signal: String,
    /// Run as this user and group: `uid:gid`. The change happens here and not before, because another user may be unable to
    /// reach this very program (in root's home, say)
    #[arg(long, value_parser = user)]
    user: Option<(u32, u32)>,
    /// The program and its arguments
    #[arg(last = true, required = true)]
    command: Vec<OsString>,
}

fn user(text: &str) -> Result<(u32, u32), String> {
    let parsed = text.split_once(':').and_then(|(uid, gid)| Some((uid.parse().ok()?, gid.parse().ok()?)));
    parsed.ok_or_else(|| "uid:gid is expected".to_owned())
}

/// Asks for the signal, then becomes the program.
pub fn run(options: &Options) -> anyhow::Result<()> {
    if let Some((uid, gid)) = options.user {
        become_user(uid, gid)?;
    }
    // after the change of the user, which would take the request back
    die_with_parent(&options.signal)?;
    if nix::unistd::getppid().as_raw() != options.parent {
        bail!("the parent has ended already");
    }
    let Some((program, arguments)) = options.command.split_first() else { bail!("no program") };
    let error = Command::new(program).args(arguments).exec();
    Err(error).with_context(|| format!("{} cannot be run", program.to_string_lossy()))
}

fn become_user(uid: u32, gid: u32) -> anyhow::Result<()> {
    use nix::unistd::{Gid, Uid, setgid, setgroups, setuid};
    let became = setgroups(&[]).and_then(|()| setgid(Gid::from_raw(gid))).and_then(|()| setuid(Uid::from_raw(uid)));
    became.with_context(|| format!("to become user {uid}"))
}

#[cfg(target_os = "linux")]
fn die_with_parent(signal: &str) -> anyhow::Result<()> {
    use nix::sys::signal::Signal;
    let signal = match signal {
        "INT" => Signal::SIGINT,
        "KILL" => Signal::SIGKILL,
        _ => Signal::SIGTERM,
    };
    nix::sys::prctl::set_pdeathsig(signal).context("the parent-death signal")
}

/// Other systems have no such signal: there a killed `up` leaves its servers, and the next `up` stops them by their pid files.
#[cfg(not(target_os = "linux"))]
fn die_with_parent(_signal: &str) -> anyhow::Result<()> {
    Ok(())
}
