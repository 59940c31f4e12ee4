//! `canopy logout`: the session ends there and is forgotten here.

use crate::{
    contexts::Contexts,
    failure::{Exit, Result},
    output,
    place::Place,
};
use http::Method;

#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    place: Place,
}

/// Ends the session. A Canopy that is away keeps nobody from forgetting it.
pub async fn run(options: Options) -> Result<()> {
    let context = options.place.context()?;
    let ended = match options.place.client() {
        Ok(client) => Some(client.change(Method::POST, "/auth/logout", &[], None, None).await),
        Err(_) => None,
    };
    Contexts::change(&options.place.file.path()?, |contexts| {
        let same = contexts.contexts.iter_mut().filter(|other| other.name == context.name);
        same.for_each(|context| context.token = None);
        Ok(())
    })?;
    let said = match ended {
        None => format!("You were not signed in to {}.", context.name),
        Some(Ok(_)) => format!("Signed out of {}.", context.name),
        // an API token ends no session, and a session that is over needs no end
        Some(Err(failure)) if failure.is(Exit::SignedOut) => {
            format!("Forgotten here: {}. An API token counts until it is revoked.", context.name)
        }
        Some(Err(failure)) => format!("Forgotten here: {}. There it may go on for a while: {failure}", context.name),
    };
    output::line(&said)
}
