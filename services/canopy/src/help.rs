//! `canopy --help`: what people do with an account, and what an operator does on the machine, apart from each other.

use clap::{Command, Subcommand as _};
use std::{collections::BTreeSet, fmt::Write as _};

/// The command line with a help of two lists.
pub fn grouped(root: Command) -> Command {
    let account = cli::Command::augment_subcommands(Command::new("account"));
    let account: BTreeSet<String> = account.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    let (people, machine): (Vec<_>, Vec<_>) =
        root.get_subcommands().filter(|verb| !verb.is_hide_set()).partition(|verb| account.contains(verb.get_name()));
    let widest = root.get_subcommands().map(|verb| verb.get_name().len()).max().unwrap_or_default();
    let mut template = String::from("{about}\n\n{usage-heading} {usage}\n");
    for (heading, verbs) in [
        ("With an account, from anywhere (docs/command-line.md)", people),
        ("On the machine that Canopy runs on (docs/operating.md)", machine),
    ] {
        let _ = writeln!(template, "\n{heading}:");
        for verb in verbs {
            let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
            // what stands in braces is filled in by clap
            let about = about.replace(['{', '}'], "");
            let _ = writeln!(template, "  {:widest$}  {about}", verb.get_name());
        }
    }
    template.push_str("\nOptions:\n{options}\n");
    root.help_template(template)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn every_command_is_in_one_of_the_two_lists() {
        let root = crate::Cli::command();
        let names: Vec<String> = root.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
        let help = grouped(root).render_help().to_string();
        assert!(help.starts_with("Canopy: run WordPress"), "{help}");
        let (people, machine) = help.split_once("On the machine").unwrap();
        let within = |text: &str, name: &str| text.lines().any(|line| line.starts_with(&format!("  {name} ")));
        for name in names.iter().filter(|name| *name != "child") {
            assert!(within(people, name) != within(machine, name), "{name} in\n{help}");
        }
        assert!(within(people, "apply") && within(machine, "serve") && !help.contains("  child"), "{help}");
        assert!(help.contains("--version"), "{help}");
    }

    #[test]
    fn the_command_line_is_sound() {
        crate::Cli::command().debug_assert();
    }
}
