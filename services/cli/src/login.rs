//! `canopy login`: a session, by e-mail and password as in the console, or an API token that is there already.

use crate::{
    client::{self, Client},
    contexts::{Context, Contexts},
    failure::{Exit, Failure, Result},
    output,
    place::File,
    terminal,
};
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use url::Url;

/// Codes of a second factor that may be typed before one begins anew.
const TRIES: usize = 3;

#[derive(clap::Args)]
pub struct Options {
    /// Address of the Canopy, such as https://canopy.example.com
    url: String,
    /// What to call it [default: its host]
    #[arg(long)]
    name: Option<String>,
    /// Your e-mail address [default: it is asked for]
    #[arg(long)]
    email: Option<String>,
    /// Read an API token from standard input instead of asking for a password
    #[arg(long, conflicts_with = "email")]
    token_stdin: bool,
    /// File with the certificates of an authority of your own
    #[arg(long, env = "CANOPY_CA", value_name = "FILE")]
    ca: Option<PathBuf>,
    /// Sign in over http:// though everybody on the way can read the password
    #[arg(long)]
    plain_http: bool,
    #[command(flatten)]
    file: File,
}

/// Signs in and keeps the session.
pub async fn run(options: Options) -> Result<()> {
    let Options { url, name, email, token_stdin, ca, plain_http, file } = options;
    let url = client::address(&url)?;
    if !client::is_private(&url) && !plain_http {
        let said = format!("{url} is not encrypted: use https://, or --plain-http if nobody is on the way.");
        return Err(Failure::usage(said));
    }
    let ca = ca.filter(|path| !path.as_os_str().is_empty()).map(std::path::absolute).transpose();
    let ca = ca.map_err(|error| Failure::usage(error.to_string()))?;
    let path = file.path()?;
    let (token, user) = match token_stdin {
        true => with_token(&url, ca.as_deref()).await?,
        false => with_password(&url, ca.as_deref(), email).await?,
    };
    let name = name.unwrap_or_else(|| host(&url));
    let context = Context { name: name.clone(), url: url.to_string(), user: user.clone(), token: Some(token), ca };
    Contexts::change(&path, |contexts| {
        contexts.put(context);
        Ok(())
    })?;
    output::line(&format!("Signed in to {name} as {}.", output::printable(&user)))
}

fn host(url: &Url) -> String {
    let host = url.host_str().unwrap_or("canopy");
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

async fn with_token(url: &Url, ca: Option<&Path>) -> Result<(SecretString, String)> {
    let token = terminal::piped_secret()?;
    let client = Client::new(url.clone(), Some(&token), ca)?;
    let profile = client.get("/users/profile", &[]).await?;
    Ok((token, email_of(&profile["user"])))
}

async fn with_password(url: &Url, ca: Option<&Path>, email: Option<String>) -> Result<(SecretString, String)> {
    if !terminal::is_attended() {
        return Err(Failure::usage("Nobody can be asked for a password here: --token-stdin reads an API token."));
    }
    let client = Client::new(url.clone(), None, ca)?;
    let email = match email {
        Some(email) => email,
        None => terminal::ask("E-mail: ").await?,
    };
    let password = terminal::ask_secret("Password: ").await?;
    let body = json!({ "email": email, "password": password.expose_secret() });
    let session = match client.post("/auth/login", &body).await {
        Err(Failure { challenge: Some(challenge), .. }) => second_factor(&client, &challenge).await?,
        answer => answer?,
    };
    let token = session["token"].as_str().map(SecretString::from);
    let token = token.ok_or_else(|| Failure::failed(format!("{url} does not answer as a Canopy does.")))?;
    Ok((token, email_of(&session["user"])))
}

/// A wrong code may be corrected; the challenge is good for some minutes.
async fn second_factor(client: &Client, challenge: &SecretString) -> Result<Value> {
    let mut tries = 1;
    loop {
        let code = terminal::ask_secret("Code of the authenticator app: ").await?;
        let body = json!({ "challenge": challenge.expose_secret(), "code": code.expose_secret().trim() });
        match client.post("/auth/login", &body).await {
            Err(failure)
                if failure.is(Exit::SignedOut) && tries < TRIES && failure.reason.as_deref() == Some("CODE_WRONG") =>
            {
                eprintln!("{failure}");
                tries += 1;
            }
            answer => return answer,
        }
    }
}

fn email_of(user: &Value) -> String {
    user["email"].as_str().unwrap_or_default().to_owned()
}
