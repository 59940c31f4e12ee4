//! Questions to whoever sits at a terminal. They and their answers are on standard error and standard input; what a command
//! tells is alone on standard output.

use crate::failure::{Exit, Failure, Result};
use nix::sys::termios::{LocalFlags, SetArg, Termios, cfmakeraw, tcgetattr, tcsetattr};
use secrecy::SecretString;
use std::io::{BufRead as _, IsTerminal as _, Read as _, Write as _};
use zeroize::Zeroizing;

/// Longest secret on standard input, in bytes.
const LONGEST: u64 = 64 * 1024;

/// Whether somebody can be asked.
pub fn is_attended() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Whether what is typed and what is shown are both a terminal's.
pub fn is_one() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// Columns and rows; those of old terminals where it does not say.
pub fn size() -> (u16, u16) {
    match rustix::termios::tcgetwinsize(std::io::stdout()) {
        Ok(size) if size.ws_col > 0 && size.ws_row > 0 => (size.ws_col.min(1_000), size.ws_row.min(1_000)),
        _ => (80, 24),
    }
}

/// What is typed, as it is typed. A thread of its own waits for it, to the end of the process.
pub fn typed() -> tokio::sync::mpsc::Receiver<Vec<u8>> {
    let (send, receive) = tokio::sync::mpsc::channel(4);
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(read @ 1..) = std::io::stdin().lock().read(&mut bytes) {
            if send.blocking_send(bytes[..read].to_vec()).is_err() {
                break;
            }
        }
    });
    receive
}

/// A terminal that passes every key on and does nothing itself, until it is dropped.
pub struct Raw(Termios);

impl Raw {
    /// # Errors
    /// When standard input is no terminal.
    pub fn begin() -> Result<Self> {
        let failed = |error| Failure::failed(format!("The terminal does not pass on what is typed: {error}"));
        let before = tcgetattr(std::io::stdin()).map_err(failed)?;
        let mut raw = before.clone();
        cfmakeraw(&mut raw);
        tcsetattr(std::io::stdin(), SetArg::TCSADRAIN, &raw).map_err(failed)?;
        Ok(Self(before))
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        let _ = tcsetattr(std::io::stdin(), SetArg::TCSADRAIN, &self.0);
    }
}

/// Asks for one line.
///
/// # Errors
/// When standard input ends.
pub async fn ask(question: &str) -> Result<String> {
    eprint!("{question}");
    Ok(line().await?.trim().to_owned())
}

/// Asks for one line that is not shown.
///
/// # Errors
/// When standard input ends, or nothing was typed.
pub async fn ask_secret(question: &str) -> Result<SecretString> {
    let silence = Silence::begin()?;
    eprint!("{question}");
    let typed = line().await;
    drop(silence);
    eprintln!();
    let typed = typed?;
    let typed = typed.trim_end_matches(['\r', '\n']);
    if typed.is_empty() {
        return Err(Failure::usage("Nothing was typed."));
    }
    Ok(SecretString::from(typed))
}

/// Asks for a yes: anything else is a no.
///
/// # Errors
/// A no; nobody can be asked.
pub async fn agree(question: &str, otherwise: &str) -> Result<()> {
    if !is_attended() {
        return Err(Failure::usage(otherwise));
    }
    match ask(&format!("{question} [y/N] ")).await?.to_ascii_lowercase().as_str() {
        "y" | "yes" => Ok(()),
        _ => Err(Failure::failed("Nothing was changed.")),
    }
}

/// The first line of standard input, for `--token-stdin` and the like.
///
/// # Errors
/// When there is none, or it is longer than any secret.
pub fn piped_secret() -> Result<SecretString> {
    let mut text = Zeroizing::new(String::new());
    std::io::stdin()
        .lock()
        .take(LONGEST)
        .read_to_string(&mut text)
        .map_err(|error| Failure::failed(format!("Standard input cannot be read: {error}")))?;
    match text.lines().next().map(str::trim).filter(|line| !line.is_empty()) {
        Some(line) => Ok(SecretString::from(line)),
        None => Err(Failure::usage("There is no token on standard input.")),
    }
}

/// Reads in a thread of its own, so that Ctrl-C is heard meanwhile.
async fn line() -> Result<Zeroizing<String>> {
    let _ = std::io::stderr().flush();
    let read = tokio::task::spawn_blocking(|| {
        let mut line = Zeroizing::new(String::new());
        std::io::stdin().lock().read_line(&mut line).map(|_| line)
    });
    match read.await {
        Ok(Ok(line)) if !line.is_empty() => Ok(line),
        _ => Err(Failure::new(Exit::Usage, "Standard input has ended.")),
    }
}

/// A terminal that does not show what is typed, until it is dropped.
struct Silence(Termios);

impl Silence {
    fn begin() -> Result<Self> {
        let failed =
            |error| Failure::failed(format!("The terminal cannot be kept from showing what is typed: {error}"));
        let before = tcgetattr(std::io::stdin()).map_err(failed)?;
        let mut silent = before.clone();
        silent.local_flags.remove(LocalFlags::ECHO);
        tcsetattr(std::io::stdin(), SetArg::TCSAFLUSH, &silent).map_err(failed)?;
        Ok(Self(before))
    }
}

impl Drop for Silence {
    fn drop(&mut self) {
        let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, &self.0);
    }
}
