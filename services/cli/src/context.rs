//! `canopy context`: which Canopies there are, and which one is used.

use crate::{
    contexts::Contexts,
    failure::Result,
    output::{self, Format, Output},
    place::File,
};
use serde_json::json;

#[derive(clap::Args)]
pub struct Options {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand)]
enum Verb {
    /// List them; a star is before the one that is used
    List {
        #[command(flatten)]
        output: Output,
        #[command(flatten)]
        file: File,
    },
    /// Use another one from now on
    Use {
        /// Its name
        name: String,
        #[command(flatten)]
        file: File,
    },
    /// Forget one, without ending its session
    Remove {
        /// Its name
        name: String,
        #[command(flatten)]
        file: File,
    },
}

/// Reads or changes the file.
pub fn run(options: Options) -> Result<()> {
    match options.verb {
        Verb::List { output, file } => list(output, &Contexts::read(&file.path()?)?),
        Verb::Use { name, file } => {
            Contexts::change(&file.path()?, |contexts| {
                contexts.current = contexts.named(&name)?.name.clone();
                Ok(())
            })?;
            output::line(&format!("{name} is used from now on."))
        }
        Verb::Remove { name, file } => {
            Contexts::change(&file.path()?, |contexts| {
                contexts.named(&name)?;
                contexts.contexts.retain(|context| context.name != name);
                if contexts.current == name {
                    contexts.current.clear();
                }
                Ok(())
            })?;
            output::line(&format!("{name} is forgotten."))
        }
    }
}

/// No token is told, in whatever form.
fn list(output: Output, contexts: &Contexts) -> Result<()> {
    let current = |name: &str| name == contexts.current;
    match output.format {
        Format::Table => {
            let rows = contexts.contexts.iter().map(|context| {
                let star = if current(&context.name) { "*" } else { "" };
                let signed_in = if context.token.is_some() { "yes" } else { "no" };
                [star, &context.name, &context.url, &context.user, signed_in].map(str::to_owned).to_vec()
            });
            output::line(&output::table(&["USED", "NAME", "URL", "USER", "SIGNED IN"], &rows.collect::<Vec<_>>()))
        }
        Format::Name => contexts.contexts.iter().try_for_each(|context| output::line(&context.name)),
        format => {
            let all = contexts.contexts.iter().map(|context| {
                json!({"name": context.name, "url": context.url, "user": context.user, "used": current(&context.name),
                    "signedIn": context.token.is_some()})
            });
            output::value(format, &all.collect())
        }
    }
}
