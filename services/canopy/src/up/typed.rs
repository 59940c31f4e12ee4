//! What somebody types that nobody else should read.

use anyhow::{Context as _, bail};
use nix::sys::termios::{LocalFlags, SetArg, tcgetattr, tcsetattr};
use std::io::{BufRead as _, IsTerminal as _};
use zeroize::Zeroizing;

/// One line of standard input, not shown on a terminal, where `question` is.
///
/// # Errors
/// When nothing was typed.
pub fn secret(question: &str) -> anyhow::Result<Zeroizing<String>> {
    let input = std::io::stdin();
    let before = input.is_terminal().then(|| tcgetattr(&input)).transpose()?;
    if let Some(before) = &before {
        let mut silent = before.clone();
        silent.local_flags.remove(LocalFlags::ECHO);
        tcsetattr(&input, SetArg::TCSANOW, &silent)?;
        eprint!("{question}");
    }
    let mut line = Zeroizing::new(String::new());
    let read = input.lock().read_line(&mut line);
    if let Some(before) = &before {
        tcsetattr(&input, SetArg::TCSANOW, before)?;
        eprintln!();
    }
    read.context("standard input")?;
    let typed = Zeroizing::new(line.trim_end_matches(['\r', '\n']).to_owned());
    if typed.is_empty() {
        bail!("nothing was typed");
    }
    Ok(typed)
}
