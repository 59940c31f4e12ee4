//! `canopy secrets`: what the roles need on Kubernetes and nobody else may know, made once and written nowhere: keys, passwords
//! of the database and NATS users, and the set-up token. Whoever keeps Secrets in another way takes the names from here.

use crate::SERVICES;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use kit::{Ids, ids::SystemIds};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::{collections::BTreeMap, io::Write as _};
use zeroize::Zeroizing;

/// Prints the Secrets as one JSON list for `kubectl create`, which refuses what is there already; the token for the set-up is
/// told on standard error.
///
/// # Errors
/// When keys cannot be made, or nobody reads.
pub fn run() -> anyhow::Result<()> {
    let (list, token) = list(&SystemIds)?;
    writeln!(std::io::stdout(), "{list}")?;
    eprintln!("canopy: the first administrator is made at <address of the console>/setup?token={}", *token);
    Ok(())
}

/// All Secrets, and the set-up token.
fn list(ids: &dyn Ids) -> anyhow::Result<(Value, Zeroizing<String>)> {
    let token = Zeroizing::new(ids.token());
    let hash: String = Sha256::digest(token.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    let mut secrets = vec![secret("setup", "Opaque", [("token-sha256".to_owned(), hash.into_bytes())])];
    for (role, files) in keys(ids)? {
        secrets.push(secret(&format!("keys-{role}"), "Opaque", files));
    }
    for role in SERVICES.map(|service| service.name) {
        secrets.push(secret(&format!("nats-{role}"), "Opaque", [("password".to_owned(), password(ids))]));
        if role != "bff" {
            let login = [("username", format!("canopy_{role}").into_bytes()), ("password", password(ids))];
            let login = login.map(|(name, value)| (name.to_owned(), value));
            secrets.push(secret(&format!("database-{role}"), "kubernetes.io/basic-auth", login));
        }
    }
    Ok((json!({"apiVersion": "v1", "kind": "List", "items": secrets}), token))
}

/// The key files of each role: its own private ones, everybody's public ones.
fn keys(ids: &dyn Ids) -> anyhow::Result<BTreeMap<&'static str, BTreeMap<String, Vec<u8>>>> {
    let (mut own, mut public) = (BTreeMap::<_, BTreeMap<_, _>>::new(), BTreeMap::new());
    for role in SERVICES.map(|service| service.name) {
        let files = own.entry(role).or_default();
        files.insert(format!("{role}.kek"), ids.bytes(32));
        for name in if role == "auth" { vec![role, "users"] } else { vec![role] } {
            let (private, shown) = kit::identity::key_pair(ids)?;
            files.insert(format!("{name}.key"), private.as_bytes().to_vec());
            public.insert(format!("{name}.pub"), shown.into_bytes());
        }
    }
    for files in own.values_mut() {
        files.extend(public.clone());
    }
    Ok(own)
}

/// A letter and hex digits: they need no quoting in a URL, nor in SQL, and a NATS server never takes them for a number.
fn password(ids: &dyn Ids) -> Vec<u8> {
    let digits = ids.bytes(24).into_iter().map(|byte| format!("{byte:02x}"));
    std::iter::once("p".to_owned()).chain(digits).collect::<String>().into_bytes()
}

fn secret(name: &str, kind: &str, data: impl IntoIterator<Item = (String, Vec<u8>)>) -> Value {
    let data: BTreeMap<String, String> = data.into_iter().map(|(name, value)| (name, STANDARD.encode(value))).collect();
    let labels = json!({"app.kubernetes.io/part-of": "canopy"});
    json!({"apiVersion": "v1", "kind": "Secret", "type": kind, "metadata": {"name": name, "labels": labels}, "data": data})
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
