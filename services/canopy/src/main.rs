//! `canopy`: the one binary. `canopy up` runs everything on this machine, `canopy serve auth teams …` runs the named roles.

mod child;
#[cfg(test)]
mod documents;
mod help;
mod keys;
mod sandbox;
mod secrets;
mod serve;
mod settings;
mod up;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use std::process::ExitCode;

/// Its settings are compiled in (`.cargo/config.toml`): a heap or two for each of eight small processes, and what is free is given
/// back after a second, of a password's hash (19 MiB for a moment) too.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Every role of the product, in the order they are started.
pub const SERVICES: [kit::Service; 8] = [
    auth::SERVICE,
    teams::SERVICE,
    infrastructure::SERVICE,
    tasks::SERVICE,
    deployments::SERVICE,
    events::SERVICE,
    health::SERVICE,
    bff::SERVICE,
];

/// Canopy: run WordPress and other sites on your own Kubernetes clusters.
#[derive(Parser)]
#[command(version, max_term_width = 120)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run everything on this machine: each role as a process of its own, with a private PostgreSQL and NATS
    Up(Box<up::Options>),
    /// Run the named roles in this process
    Serve(Box<serve::Options>),
    /// Put an installation on this machine right, with its data folder at hand
    Admin(up::admin::Options),
    /// Write all of Canopy's state into one file under a passphrase; works whether Canopy is running or not
    Backup(up::backup::Options),
    /// Make an installation again of what `backup` has written, in an empty data folder
    Restore(up::restore::Options),
    /// Show what services refused for good, send it again, or throw it away; works whether Canopy is running or not
    DeadLetters(up::dead_letters::Options),
    /// Run a simulated Kubernetes cluster, to try Canopy on (`up` brings one of its own)
    Sandbox(sandbox::SandboxArgs),
    /// Print the Secrets that Canopy needs on Kubernetes, made anew: `canopy secrets | kubectl create --namespace canopy -f -`
    Secrets(secrets::Options),
    /// Print every setting of every role: environment variable, default, meaning
    Settings,
    /// Print the OpenAPI document of the REST API
    Openapi,
    /// Run a program that ends with its parent (used by `up`)
    #[command(hide = true)]
    Child(child::Options),
    #[command(flatten)]
    Account(cli::Command),
}

fn main() -> ExitCode {
    no_core_dumps();
    let outcome = match parsed().command {
        Command::Up(options) => up::run(*options),
        Command::Serve(options) => serve::run(*options),
        Command::Admin(options) => up::admin::run(options),
        Command::Backup(options) => up::backup::run(&options),
        Command::Restore(options) => up::restore::run(&options),
        Command::DeadLetters(options) => up::dead_letters::run(&options),
        Command::Sandbox(options) => sandbox::run(&options),
        Command::Secrets(options) => secrets::run(&options),
        Command::Settings => print(settings::text().trim_end()),
        Command::Openapi => bff::document().and_then(|document| print(document.trim_end())),
        Command::Child(options) => child::run(&options),
        Command::Account(command) => return cli::run(command, Cli::command()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("canopy: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The command line; the help tells of the two kinds of commands apart.
fn parsed() -> Cli {
    let mut matches = kit::config::by_variable(help::grouped(Cli::command())).get_matches();
    Cli::from_arg_matches_mut(&mut matches).unwrap_or_else(|error| error.exit())
}

/// What is in memory (passwords, keys, kubeconfigs) is never written to a file: not by this program, not by what it starts,
/// and, where the kernel knows how, not for a debugger of the same user either. A system that cannot do it is no reason not to
/// run.
fn no_core_dumps() {
    let _ = nix::sys::resource::setrlimit(nix::sys::resource::Resource::RLIMIT_CORE, 0, 0);
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_dumpable(false);
}

fn print(text: &str) -> anyhow::Result<()> {
    use std::io::Write as _;
    writeln!(std::io::stdout(), "{text}")?;
    Ok(())
}
