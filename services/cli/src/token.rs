//! `canopy token`: API tokens of one's own, for programs. A session makes them; an API token makes none.

use crate::{
    age,
    client::Client,
    columns::cell,
    failure::{Exit, Failure, Result},
    output::{self, Format, Output, printable},
    place::Place,
};
use http::Method;
use serde_json::{Value, json};

#[derive(clap::Args)]
pub struct Options {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Scope {
    /// What changes nothing and shows no credentials
    Read,
    /// Whatever you may, but for your password, sessions and tokens
    Full,
}

#[derive(clap::Subcommand)]
enum Verb {
    /// List them, without the tokens themselves
    List {
        #[command(flatten)]
        output: Output,
        #[command(flatten)]
        place: Place,
    },
    /// Make one; it alone is on standard output, and it is told only now
    Create {
        /// What to call it
        name: String,
        /// What it may do
        #[arg(long, value_enum)]
        scope: Scope,
        /// Days that it counts for [default: for ever]
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=366), value_name = "N")]
        days: Option<u32>,
        #[command(flatten)]
        place: Place,
    },
    /// End one for good
    Revoke {
        /// Its name or id
        token: String,
        #[command(flatten)]
        place: Place,
    },
}

/// Lists, makes or ends.
pub async fn run(options: Options) -> Result<()> {
    match options.verb {
        Verb::List { output, place } => list(output, all(&place.client()?).await?),
        Verb::Create { name, scope, days, place } => create(&place.client()?, &name, scope, days).await,
        Verb::Revoke { token, place } => revoke(&place.client()?, &token).await,
    }
}

async fn all(client: &Client) -> Result<Vec<Value>> {
    Ok(client.get("/auth/tokens", &[]).await?.as_array().cloned().unwrap_or_default())
}

fn list(output: Output, tokens: Vec<Value>) -> Result<()> {
    match output.format {
        Format::Table => {
            let now = age::now();
            let rows = tokens.iter().map(|token| {
                let used = age::since(now, &token["lastUsedAt"]);
                let expires = age::moment(&token["expiresAt"]).map_or_else(String::new, |at| age::short(at - now));
                let [name, scope, id] = ["name", "scope", "id"].map(|field| cell(&token[field]));
                vec![name, scope, id, expires, used, age::since(now, &token["createdAt"])]
            });
            let headings = ["NAME", "SCOPE", "ID", "EXPIRES IN", "LAST USED", "AGE"];
            output::line(&output::table(&headings, &rows.collect::<Vec<_>>()))
        }
        Format::Name => tokens.iter().try_for_each(|token| output::line(&format!("token/{}", cell(&token["id"])))),
        format => output::value(format, &Value::Array(tokens)),
    }
}

async fn create(client: &Client, name: &str, scope: Scope, days: Option<u32>) -> Result<()> {
    let scope = match scope {
        Scope::Read => "read",
        Scope::Full => "full",
    };
    let body = json!({ "name": name, "scope": scope, "expiresInDays": days });
    let created = client.change(Method::POST, "/auth/tokens", &[], Some(&body), None).await?;
    eprintln!("The token {} may {scope}; nobody can show it again.", printable(&cell(&created["token"]["name"])));
    output::line(&cell(&created["secret"]))
}

async fn revoke(client: &Client, named: &str) -> Result<()> {
    let mut found: Vec<Value> =
        all(client).await?.into_iter().filter(|token| token["id"] == named || token["name"] == named).collect();
    let token = match (found.pop(), found.is_empty()) {
        (Some(token), true) => token,
        (None, _) => return Err(Failure::new(Exit::NotFound, format!("There is no token {}.", printable(named)))),
        (Some(_), false) => {
            return Err(Failure::new(Exit::NotFound, "Several have that name; canopy token list tells their ids."));
        }
    };
    client.change(Method::DELETE, &format!("/auth/tokens/{}", cell(&token["id"])), &[], None, None).await?;
    output::line(&format!("token/{} revoked", printable(&cell(&token["name"]))))
}
