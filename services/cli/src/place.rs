//! Which Canopy a command is for, and as whom: a context, or for programs an address and a token of the environment.

use crate::{
    client::{self, Client},
    contexts::{self, Context, Contexts},
    environment,
    failure::{Exit, Failure, Result},
};
use secrecy::SecretString;
use std::path::PathBuf;

/// The variable with a token, for programs; it counts beside an address, so that it is never sent elsewhere.
const TOKEN: &str = "CANOPY_TOKEN";

/// Which Canopy, of those that somebody is signed in to.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Place {
    /// Name of the context to use instead of the current one
    #[arg(long, env = "CANOPY_CONTEXT", value_name = "NAME", help_heading = "Where")]
    context: Option<String>,
    /// Address to use with the token in CANOPY_TOKEN, without any context
    #[arg(long, env = "CANOPY_URL", value_name = "URL", help_heading = "Where")]
    url: Option<String>,
    /// File with the certificates of an authority of your own
    #[arg(long, env = "CANOPY_CA", value_name = "FILE", help_heading = "Where")]
    ca: Option<PathBuf>,
    #[command(flatten)]
    pub file: File,
}

/// Where the contexts are.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct File {
    /// File with the contexts [default: ~/.config/canopy/config.yaml]
    #[arg(long, env = "CANOPY_CONFIG", value_name = "FILE", help_heading = "Where")]
    config: Option<PathBuf>,
}

impl File {
    /// Its path.
    ///
    /// # Errors
    /// When nobody says where people's settings are.
    pub fn path(&self) -> Result<PathBuf> {
        contexts::place(self.config.as_deref().filter(|path| !path.as_os_str().is_empty()))
    }
}

impl Place {
    /// The API, for whoever is signed in there.
    ///
    /// # Errors
    /// Nobody is.
    pub fn client(&self) -> Result<Client> {
        let named = self.context.as_deref().filter(|name| !name.is_empty());
        let url = self.url.as_deref().filter(|url| !url.is_empty());
        if let (None, Some(url)) = (named, url) {
            let token = environment::secret(TOKEN).ok_or_else(|| {
                Failure::new(Exit::SignedOut, format!("{url} is named, but there is no token in {TOKEN}."))
            })?;
            return self.api(url, &token, None);
        }
        let Context { name, url, token, ca, .. } = self.context()?;
        let token = token.ok_or_else(|| {
            Failure::new(Exit::SignedOut, format!("You are not signed in to {name}: canopy login {url}"))
        })?;
        self.api(&url, &token, ca)
    }

    /// The context that counts.
    ///
    /// # Errors
    /// There is none.
    pub fn context(&self) -> Result<Context> {
        let contexts = Contexts::read(&self.file.path()?)?;
        match self.context.as_deref().filter(|name| !name.is_empty()) {
            Some(name) => contexts.named(name).cloned(),
            None if contexts.current.is_empty() => Err(Failure::new(
                Exit::SignedOut,
                "You are not signed in: canopy login https://canopy.example.com, or set CANOPY_URL and CANOPY_TOKEN.",
            )),
            None => contexts.named(&contexts.current).cloned(),
        }
    }

    fn api(&self, url: &str, token: &SecretString, ca: Option<PathBuf>) -> Result<Client> {
        let url = client::address(url)?;
        let ca = self.ca.clone().filter(|path| !path.as_os_str().is_empty()).or(ca);
        Client::new(url, Some(token), ca.as_deref())
    }
}
