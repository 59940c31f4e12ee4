//! `canopy settings`: every setting of every role with its default, read from the very structs that the roles read their
//! settings with. What the environment says is not looked at, so that no secret can be printed.

use clap::{Arg, Args, Command};
use std::{collections::BTreeSet, fmt::Write as _};

/// The settings of one crate.
struct Group {
    /// The crate.
    name: &'static str,
    /// Who reads them.
    readers: &'static str,
    settings: Vec<Arg>,
}

impl Group {
    fn of<T: Args>(name: &'static str, readers: &'static str) -> Self {
        let command = T::augment_args(Command::new(name));
        let settings = command.get_arguments().filter(|arg| arg.get_env().is_some()).cloned().collect();
        Self { name, readers, settings }
    }

    /// Without what an earlier group shows: `up` and `serve` pass some settings on.
    fn without(mut self, shown: &[Self]) -> Self {
        let shown: BTreeSet<String> = shown.iter().flat_map(|group| &group.settings).map(variable).collect();
        self.settings.retain(|setting| !shown.contains(&variable(setting)));
        self
    }
}

/// What the roles read.
fn roles() -> Vec<Group> {
    vec![
        Group::of::<kit::Settings>("kit", "all roles"),
        Group::of::<mail::Options>("mail", "roles auth, teams and events"),
        Group::of::<access::Options>("access", "all roles"),
        Group::of::<auth::Options>("auth", "role auth"),
        Group::of::<teams::Options>("teams", "role teams"),
        Group::of::<infrastructure::Options>("infrastructure", "role infrastructure"),
        Group::of::<deployments::Options>("deployments", "role deployments"),
        Group::of::<tasks::Options>("tasks", "role tasks"),
        Group::of::<events::Options>("events", "role events"),
        Group::of::<bff::Options>("bff", "role bff"),
        Group::of::<sandbox::Options>("sandbox", "the simulated cluster"),
    ]
}

/// What the program itself reads.
fn program(roles: &[Group]) -> [Group; 2] {
    [
        Group::of::<crate::serve::Options>("canopy serve", "the process of one role or several").without(roles),
        Group::of::<crate::up::Options>("canopy up", "the supervisor of everything on this machine").without(roles),
    ]
}

/// All of them as text: `NAME=default`, and below it what it means.
pub fn text() -> String {
    let roles = roles();
    let program = program(&roles);
    let mut text = String::from("Settings are read from the environment; durations are written 500ms, 30s, 10m, 7d.\n");
    for group in roles.iter().chain(&program) {
        let _ = writeln!(text, "\n{} ({})", group.name, group.readers);
        for setting in &group.settings {
            let _ = writeln!(text, "  {}={}\n      {}", variable(setting), default(setting), help(setting));
        }
    }
    text
}

fn variable(setting: &Arg) -> String {
    setting.get_env().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn default(setting: &Arg) -> String {
    let values = setting.get_default_values().iter().map(|value| value.to_string_lossy());
    values.collect::<Vec<_>>().join(",")
}

fn help(setting: &Arg) -> String {
    let help = setting.get_help().map(ToString::to_string).unwrap_or_default();
    let words = setting.get_possible_values();
    if words.is_empty() {
        return help;
    }
    let words: Vec<&str> = words.iter().map(clap::builder::PossibleValue::get_name).collect();
    format!("{help} ({})", words.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_has_a_canopy_name_of_its_own_and_says_what_it_is() {
        let roles = roles();
        let program = program(&roles);
        let mut seen = BTreeSet::new();
        for group in roles.iter().chain(&program) {
            assert!(!group.settings.is_empty(), "{} has no settings", group.name);
            for setting in &group.settings {
                let name = variable(setting);
                assert!(name.starts_with("CANOPY_"), "{name} of {}", group.name);
                assert!(name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_'), "{name}");
                assert!(help(setting).len() > 10, "{name} says nothing about itself");
                assert!(seen.insert(name.clone()), "{name} is a setting of two crates");
            }
        }
        // What nobody would turn is a constant, or a field that tests set.
        assert!(seen.len() <= 92, "{} settings", seen.len());
        let readme = include_str!("../../../README.md");
        let table = readme.lines().filter(|line| line.starts_with("| `CANOPY_"));
        let named: Vec<&str> =
            table.flat_map(|line| line.split('`').filter(|word| word.starts_with("CANOPY_"))).collect();
        assert!(named.len() > 8, "the README's table is gone");
        for name in named {
            assert!(seen.contains(name), "the README names {name}, which is no setting");
        }
    }

    /// What stands in docs/settings.md above the tables.
    const HEAD: &str = "\
# Settings

This page is made from the program (`UPDATE=1 cargo test -p canopy settings`); `canopy settings` prints the same.

**The environment.** Every setting is a variable, and each that `canopy up` or `canopy serve` reads is an option of that command as well
(`canopy up --help`). Durations are written `500ms`, `30s`, `10m`, `7d`; lists have commas. What cannot be read keeps the role from
starting, with a sentence that names the variable.

**The settings file.** Under systemd it is `/etc/canopy/settings.env`, with a line `NAME=value` for each ([operating.md](operating.md)); on
Kubernetes `settings.env` of an overlay, from which kustomize makes a ConfigMap.

**The data folder** of `canopy up` (`CANOPY_DATA`; `/var/lib/canopy` as root, else `~/.local/share/canopy`) has `postgres/` and `nats/` (the
data of the two servers), `keys/` (what each role signs and seals with), `secrets/` (passwords of the servers, the set-up token),
`sandbox/` (the simulated cluster), `logs/` (a bounded file for each process) and `ports.json`. What a backup takes of it is in
[operating.md](operating.md).
";

    fn page() -> String {
        let roles = roles();
        let program = program(&roles);
        let mut page = HEAD.to_owned();
        for group in roles.iter().chain(&program) {
            let _ = writeln!(
                page,
                "\n## {}: {}\n\n| variable | default | meaning |\n|---|---|---|",
                group.name, group.readers
            );
            for setting in &group.settings {
                let (help, default) = (help(setting).replace('|', "\\|"), default(setting));
                let default = if default.is_empty() { default } else { format!("`{default}`") };
                let _ = writeln!(page, "| `{}` | {default} | {help} |", variable(setting));
            }
        }
        page
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "whoever runs the test says whether the page is written anew")]
    fn the_page_of_the_settings_is_the_generated_one() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/settings.md");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(file, page()).expect("written");
        }
        let stands = std::fs::read_to_string(file).expect("docs/settings.md");
        assert!(stands == page(), "docs/settings.md is stale: run the test again with UPDATE=1");
    }

    #[test]
    fn no_option_of_a_role_is_without_a_variable() {
        fn bare<T: Args>() -> Vec<String> {
            let command = T::augment_args(Command::new("role"));
            command.get_arguments().filter(|arg| arg.get_env().is_none()).map(|arg| arg.get_id().to_string()).collect()
        }
        let all = [
            bare::<kit::Settings>(),
            bare::<access::Options>(),
            bare::<mail::Options>(),
            bare::<auth::Options>(),
            bare::<teams::Options>(),
            bare::<infrastructure::Options>(),
            bare::<deployments::Options>(),
            bare::<tasks::Options>(),
            bare::<events::Options>(),
            bare::<bff::Options>(),
            bare::<sandbox::Options>(),
        ];
        assert_eq!(all.concat(), Vec::<String>::new());
    }

    /// A default that its own bounds refuse, or an option whose reader makes another type, would stop every start.
    #[test]
    fn every_default_is_within_its_own_bounds() {
        fn read<T: Args>() {
            let command = T::augment_args(Command::new("role").no_binary_name(true)).mut_args(|arg| arg.env(None));
            let matches = command.try_get_matches_from(Vec::<String>::new()).unwrap();
            T::from_arg_matches(&matches).unwrap();
        }
        read::<kit::Settings>();
        read::<access::Options>();
        read::<mail::Options>();
        read::<auth::Options>();
        read::<teams::Options>();
        read::<infrastructure::Options>();
        read::<deployments::Options>();
        read::<tasks::Options>();
        read::<bff::Options>();
        read::<sandbox::Options>();
    }

    #[test]
    fn nothing_that_would_stop_all_work_is_accepted() {
        for roles in roles() {
            for setting in roles.settings.into_iter().filter(|setting| !default(setting).is_empty()) {
                let name = variable(&setting);
                let number = default(&setting).bytes().next().is_some_and(|b| b.is_ascii_digit());
                if !number || ADDRESSES.contains(&name.as_str()) || ZERO_IS_FINE.contains(&name.as_str()) {
                    continue;
                }
                let long = setting.get_long().map(|long| format!("--{long}=0")).unwrap_or_default();
                let command = Command::new("role").no_binary_name(true).arg(setting);
                assert!(command.try_get_matches_from([long]).is_err(), "{name} may be 0");
            }
        }
    }

    /// These begin with a digit and are no numbers.
    const ADDRESSES: [&str; 2] = ["CANOPY_HTTP_LISTEN", "CANOPY_SANDBOX_LISTEN"];

    /// Where 0 means "at once", "always" or "never", and nothing stands still.
    const ZERO_IS_FINE: [&str; 7] = [
        "CANOPY_DRAIN",
        "CANOPY_RIGHTS_FRESH",
        "CANOPY_RIGHTS_STALE",
        "CANOPY_ROLLOUT_PULL",
        "CANOPY_ROLLOUT_SCHEDULE",
        "CANOPY_SHELLS",
        "CANOPY_TRACE_RATIO",
    ];

    #[test]
    fn the_text_has_each_setting_with_its_default_and_meaning() {
        let text = text();
        for expected in [
            "\nkit (all roles)\n",
            "  CANOPY_PROBE_INTERVAL=60s\n      How often each cluster is looked at\n",
            "  CANOPY_DATABASES=\n",
            "  CANOPY_REGISTRATION=\n      Who may make an account without being invited [default: as was decided at the set-up] (open, closed)\n",
            "  CANOPY_THREADS=2\n",
        ] {
            assert!(text.contains(expected), "{expected} is not in\n{text}");
        }
    }
}
