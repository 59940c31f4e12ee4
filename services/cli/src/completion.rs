//! `canopy completion`: for shells, of verbs, nouns and options. It asks no Canopy.

use crate::{failure::Result, output};
use clap_complete::{Shell, generate};

#[derive(Clone, Copy, clap::ValueEnum)]
enum Known {
    Bash,
    Zsh,
    Fish,
}

#[derive(clap::Args)]
pub struct Options {
    /// For which shell; `source <(canopy completion bash)` in ~/.bashrc
    #[arg(value_enum)]
    shell: Known,
}

/// Prints what the shell is to read.
pub fn run(options: &Options, mut root: clap::Command) -> Result<()> {
    let shell = match options.shell {
        Known::Bash => Shell::Bash,
        Known::Zsh => Shell::Zsh,
        Known::Fish => Shell::Fish,
    };
    let mut script = Vec::new();
    generate(shell, &mut root, "canopy", &mut script);
    output::line(String::from_utf8_lossy(&script).trim_end())
}
