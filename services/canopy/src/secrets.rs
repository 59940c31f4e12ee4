//! `canopy secrets`: what the roles need on Kubernetes and nobody else may know, made once and written nowhere: keys, passwords
//! of the database and NATS users, and the set-up token. Whoever keeps Secrets in another way takes the names from here.

mod rotate;

use crate::{
    SERVICES,
    keys::{Files, KeyFolders},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use kit::{Ids, ids::SystemIds};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::{collections::BTreeMap, io::Write as _};
use zeroize::Zeroizing;

/// What to print.
#[derive(clap::Args)]
pub struct Options {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Read the Secrets that there are (`kubectl get secrets --output json`) and print those with keys as they are to be, for
    /// `kubectl replace`; once to make the next keys known, and again to use them
    Rotate(rotate::Rotate),
}

/// Prints the Secrets as one JSON list for `kubectl create`, which refuses what is there already; the token for the set-up is
/// told on standard error.
///
/// # Errors
/// When keys cannot be made, or nobody reads.
pub fn run(options: &Options) -> anyhow::Result<()> {
    if let Some(Command::Rotate(rotate)) = &options.command {
        return rotate.run();
    }
    let (list, token) = list(&SystemIds)?;
    writeln!(std::io::stdout(), "{list}")?;
    eprintln!("canopy: the first administrator is made at <address of the console>/setup?token={}", *token);
    Ok(())
}

/// All Secrets, and the set-up token.
fn list(ids: &dyn Ids) -> anyhow::Result<(Value, Zeroizing<String>)> {
    let token = Zeroizing::new(ids.token());
    let hash: String = Sha256::digest(token.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    let mut secrets = vec![secret("setup", "Opaque", [("token-sha256", hash.as_bytes())])];
    let roles = SERVICES.map(|service| service.name);
    let mut folders = KeyFolders(roles.map(|role| (role.to_owned(), Files::new())).into());
    folders.complete(ids)?;
    for (role, files) in &folders.0 {
        let files = files.iter().map(|(name, content)| (name.as_str(), content.as_slice()));
        secrets.push(secret(&format!("keys-{role}"), "Opaque", files));
    }
    for role in roles {
        secrets.push(secret(&format!("nats-{role}"), "Opaque", [("password", password(ids).as_bytes())]));
        if role != "bff" {
            let (name, password) = (format!("canopy_{role}"), password(ids));
            let login = [("username", name.as_bytes()), ("password", password.as_bytes())];
            secrets.push(secret(&format!("database-{role}"), "kubernetes.io/basic-auth", login));
        }
    }
    Ok((list_of(secrets), token))
}

/// A letter and hex digits: they need no quoting in a URL, nor in SQL, and a NATS server never takes them for a number.
fn password(ids: &dyn Ids) -> String {
    let digits = ids.bytes(24).into_iter().map(|byte| format!("{byte:02x}"));
    std::iter::once("p".to_owned()).chain(digits).collect()
}

fn secret<'a>(name: &str, kind: &str, data: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Value {
    let data: BTreeMap<&str, String> = data.into_iter().map(|(name, value)| (name, STANDARD.encode(value))).collect();
    let labels = json!({"app.kubernetes.io/part-of": "canopy"});
    json!({"apiVersion": "v1", "kind": "Secret", "type": kind, "metadata": {"name": name, "labels": labels}, "data": data})
}

fn list_of(items: Vec<Value>) -> Value {
    json!({"apiVersion": "v1", "kind": "List", "items": items})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_role_has_its_own_private_keys_and_everybodys_public_ones() {
        let (list, token) = list(&SystemIds).unwrap();
        let items = list["items"].as_array().unwrap();
        let of = |name: &str| {
            let found = items.iter().find(|item| item["metadata"]["name"] == name);
            found.unwrap_or_else(|| panic!("no {name}"))["data"].as_object().unwrap()
        };
        assert_eq!(items.len(), 1 + 8 + 8 + 7);
        let teams: Vec<&String> = of("keys-teams").keys().filter(|name| !name.ends_with(".pub")).collect();
        assert_eq!(teams, ["teams.kek", "teams.key"]);
        assert_eq!(
            of("keys-teams").len(),
            2 + 8 + 1,
            "the public keys of eight roles, and the one that signs users' tokens"
        );
        assert_eq!(of("keys-auth").keys().filter(|name| name.ends_with(".key")).count(), 2);
        assert_ne!(of("database-auth")["password"], of("database-teams")["password"]);
        let text = list.to_string();
        assert!(!text.contains(&*token) && !text.contains(&STANDARD.encode(&*token)), "only its hash");
    }
}
