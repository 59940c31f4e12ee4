//! Canopy at the command line: subcommands of the binary for whoever has an account. They speak the REST API and hear the
//! live stream as the console does, and know nothing else; what they promise to scripts is in docs/command-line.md.
//!
//! A verb is a file: its options, and `run`. What several share are nouns: contexts, a client, a file that describes a
//! deployment, a plan.

mod age;
mod apply;
mod client;
mod columns;
mod completion;
mod context;
mod contexts;
mod create;
mod delete;
mod describe;
mod done;
mod environment;
mod events;
mod exec;
mod failure;
mod find;
mod follow;
mod get;
mod live;
mod login;
mod logout;
mod logs;
mod manifest;
mod nearest;
mod noun;
mod order;
mod output;
mod place;
mod plan;
mod planned;
mod refusal;
mod restart;
mod retry;
mod rollback;
mod scale;
mod start;
mod stop;
mod terminal;
mod token;
mod wait;

pub use failure::{CHANGES, Exit};
pub use manifest::names as file_fields;

use clap::Subcommand;
use failure::Failure;
use std::process::ExitCode;

/// What a process ends with that was interrupted, as shells have it.
const INTERRUPTED: u8 = 130;

// The verbs of people with an account. No documentation, which clap would take for that of the whole program.
#[derive(Subcommand)]
pub enum Command {
    /// Sign in to a Canopy, and use it from now on
    Login(login::Options),
    /// End the session, and forget it
    Logout(logout::Options),
    /// The Canopies that you are signed in to
    Context(context::Options),
    /// List deployments and other things, or show one
    Get(Box<get::Options>),
    /// Tell everything about one thing
    Describe(describe::Options),
    /// Make a deployment of a file
    Create(create::Options),
    /// Show what a file would change, as the cluster says
    Plan(plan::Options),
    /// Show what a file would change, and do exactly that
    Apply(Box<apply::Options>),
    /// Go back to an earlier revision of a deployment
    Rollback(Box<rollback::Options>),
    /// Give a deployment another size
    Scale(scale::Options),
    /// Restart a deployment
    Restart(restart::Options),
    /// Stop a deployment, until it is started again
    Stop(stop::Options),
    /// Start a stopped deployment
    Start(start::Options),
    /// Try again what did not come about
    Retry(retry::Options),
    /// Delete a deployment or another thing
    Delete(Box<delete::Options>),
    /// Show what a deployment's pods write, and follow it
    Logs(logs::Options),
    /// Show what has happened, and follow it
    Events(events::Options),
    /// Open a shell in a container of a deployment
    Exec(exec::Options),
    /// Wait until something is as it should be
    Wait(wait::Options),
    /// Your API tokens, for programs
    Token(token::Options),
    /// Print completions for a shell
    Completion(completion::Options),
}

/// Runs a verb to its end; `root` is the whole program's command line, for completions.
pub fn run(command: Command, root: clap::Command) -> ExitCode {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("canopy: {error}");
            return ExitCode::FAILURE;
        }
    };
    let outcome = runtime.block_on(async {
        tokio::select! {
            outcome = verb(command, root) => outcome,
            _ = tokio::signal::ctrl_c() => Err(Failure::quiet(INTERRUPTED)),
        }
    });
    // a thread may still wait for a line that nobody types any more
    runtime.shutdown_background();
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.text().is_empty() {
                eprintln!("canopy: {failure}");
            }
            ExitCode::from(failure.code())
        }
    }
}

async fn verb(command: Command, root: clap::Command) -> failure::Result<()> {
    match command {
        Command::Login(options) => login::run(options).await,
        Command::Logout(options) => logout::run(options).await,
        Command::Context(options) => context::run(options),
        Command::Get(options) => get::run(*options).await,
        Command::Describe(options) => describe::run(options).await,
        Command::Create(options) => create::run(options).await,
        Command::Plan(options) => plan::run(options).await,
        Command::Apply(options) => apply::run(*options).await,
        Command::Rollback(options) => rollback::run(*options).await,
        Command::Scale(options) => scale::run(options).await,
        Command::Restart(options) => restart::run(options).await,
        Command::Stop(options) => stop::run(options).await,
        Command::Start(options) => start::run(options).await,
        Command::Retry(options) => retry::run(options).await,
        Command::Delete(options) => delete::run(*options).await,
        Command::Logs(options) => logs::run(options).await,
        Command::Events(options) => events::run(options).await,
        Command::Exec(options) => exec::run(options).await,
        Command::Wait(options) => wait::run(options).await,
        Command::Token(options) => token::run(options).await,
        Command::Completion(options) => completion::run(&options, root),
    }
}
