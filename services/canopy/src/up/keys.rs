//! Keys and tokens of an installation, made once: an identity and a seal key per role, the key that signs user tokens
//! (auth's alone), the one-time set-up token.

use super::folder::{Folder, private_file, private_folder};
use crate::SERVICES;
use anyhow::Context as _;
use kit::Ids;
use sha2::{Digest as _, Sha256};
use std::{collections::BTreeMap, fs};

/// What was made or found.
pub struct Keys {
    /// Opens the set-up while there is no admin.
    pub setup_token: String,
}

impl Keys {
    /// What auth is told: it can check the token, not make it.
    pub fn setup_token_sha256(&self) -> String {
        Sha256::digest(self.setup_token.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Makes what is missing and gives every role its own folder with its private keys and everybody's public ones.
pub fn prepare(folder: &Folder, ids: &dyn Ids) -> anyhow::Result<Keys> {
    // `canopy` is `up` itself, which registers clusters at the start.
    let roles: Vec<&str> = SERVICES.iter().map(|service| service.name).chain(["canopy"]).collect();
    let mut public = BTreeMap::new();
    for &role in &roles {
        private_folder(&folder.keys(role))?;
        let own = if role == "auth" { vec![role, "users"] } else { vec![role] };
        for name in own {
            let (private, shown) =
                (folder.keys(role).join(format!("{name}.key")), folder.keys(role).join(format!("{name}.pub")));
            if !(private.exists() && shown.exists()) {
                let (key, pem) = kit::identity::key_pair(ids)?;
                private_file(&private, key.as_bytes())?;
                private_file(&shown, pem.as_bytes())?;
            }
            public.insert(name, fs::read(&shown).with_context(|| format!("{} cannot be read", shown.display()))?);
        }
        let seal = folder.keys(role).join(format!("{role}.kek"));
        if !seal.exists() {
            private_file(&seal, &ids.bytes(32))?;
        }
    }
    for &role in &roles {
        for (name, pem) in &public {
            let path = folder.keys(role).join(format!("{name}.pub"));
            if fs::read(&path).ok().as_deref() != Some(pem.as_slice()) {
                private_file(&path, pem)?;
            }
        }
    }
    let file = folder.secrets().join("setup-token");
    if !file.exists() {
        private_file(&file, ids.token().as_bytes())?;
    }
    let setup_token = fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    Ok(Keys { setup_token })
}
