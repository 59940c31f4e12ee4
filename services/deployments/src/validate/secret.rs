//! Passwords, tokens and environment variables: taken exactly as sent, nothing is trimmed, and no sentence repeats one.

use super::Earlier;
use crate::{
    applications::Application,
    secrets::{self, Named},
    spec::Spec,
};
use kit::{Message, Problems, message};
use proto::deployments as wire;
use secrecy::SecretString;
use std::collections::BTreeMap;

const MOST_VARIABLES: usize = 100;
const LONGEST_VALUE: usize = 32 * 1024;
/// Together: a Kubernetes Secret holds 1 MiB.
const LONGEST_ALL: usize = 512 * 1024;

/// A password of the form.
struct Rule {
    name: &'static str,
    field: &'static str,
    label: fn() -> Message,
    /// Said when it is missing.
    required: fn() -> Message,
}

const APP: Rule = Rule {
    name: secrets::APP_PASS,
    field: "baseParameters.appPass",
    label: || message!(Label_AdminPassword),
    required: || message!(ADMIN_PASSWORD_REQUIRED),
};
const DATABASE: Rule = Rule {
    name: secrets::DATABASE_PASS,
    field: "databaseParameters.databasePass",
    label: || message!(Label_DatabasePassword),
    required: || message!(REQUIRED, label = message!(Label_DatabasePassword)),
};
const DATABASE_ROOT: Rule = Rule {
    name: secrets::DATABASE_ROOT_PASS,
    field: "databaseParameters.databaseRootPass",
    label: || message!(Label_DatabaseRootPassword),
    required: || message!(REQUIRED, label = message!(Label_DatabaseRootPassword)),
};

/// The secrets that were given.
pub fn read(
    application: &Application,
    given: Option<&wire::Secrets>,
    earlier: Option<Earlier<'_>>,
    spec: &mut Spec,
    problems: &mut Problems,
) -> Named {
    let empty = wire::Secrets::default();
    let given = given.unwrap_or(&empty);
    let kept = |name: &str| earlier.is_some_and(|earlier| earlier.secrets.iter().any(|kept| kept == name));
    let mut named = Named::new();
    let with_root = application.database.required || spec.has("mysql");
    let rules = [
        (APP, &given.app_pass, true),
        (DATABASE, &given.database_pass, spec.database.is_some() || application.database.required),
        (DATABASE_ROOT, &given.database_root_pass, with_root),
    ];
    // what is not needed now is not kept: nobody would know of it
    for (rule, text, _) in rules.into_iter().filter(|(_, _, needed)| *needed) {
        if text.is_empty() && kept(rule.name) {
            continue;
        }
        rule.check(text, problems);
        named.insert(rule.name.to_owned(), SecretString::from(text.clone()));
    }
    if spec.has("cloudflare") {
        let token = given.cloudflare_token.trim();
        if token.is_empty() && !kept(secrets::CLOUDFLARE_TOKEN) {
            problems.add("baseParameters.cloudflareToken", message!(TUNNEL_TOKEN_REQUIRED));
        } else if token.len() > 4096 || !token.bytes().all(|b| b.is_ascii_graphic()) {
            problems.add("baseParameters.cloudflareToken", message!(NO_TUNNEL_TOKEN));
        } else if !token.is_empty() {
            named.insert(secrets::CLOUDFLARE_TOKEN.to_owned(), SecretString::from(token.to_owned()));
        }
    }
    if let Some(env) = &given.env {
        variables(application, &env.values, kept, spec, &mut named, problems);
    }
    named
}

/// All variables of the site: one that is not named any more is gone, a masked value stays as it is.
fn variables(
    application: &Application,
    values: &BTreeMap<String, String>,
    kept: impl Fn(&str) -> bool,
    spec: &mut Spec,
    named: &mut Named,
    problems: &mut Problems,
) {
    if values.len() > MOST_VARIABLES {
        problems.add("env", message!(TOO_MANY_VARIABLES, most = MOST_VARIABLES));
        return;
    }
    if values.values().map(String::len).sum::<usize>() > LONGEST_ALL {
        problems.add("env", message!(VARIABLES_TOO_LONG));
    }
    spec.env.clear();
    for (name, value) in values {
        let plain = name.len() <= 64
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
            && !name.starts_with(|c: char| c.is_ascii_digit());
        if !plain || name.is_empty() {
            problems.add("env", message!(NO_VARIABLE_NAME));
            continue;
        }
        let field = format!("env.{name}");
        let secret = format!("{}{name}", secrets::ENV);
        if application.reserves(name) {
            problems.add(&field, message!(VARIABLE_RESERVED, name = name));
        } else if value.len() > LONGEST_VALUE {
            problems.add(&field, message!(VALUE_TOO_LONG));
        } else if value.contains('\0') {
            problems.add(&field, message!(VALUE_WITH_NUL));
        } else if is_masked(value) && !value.is_empty() && !kept(&secret) {
            problems.add(&field, message!(VALUE_MASKED));
        } else if value.is_empty() || !is_masked(value) {
            named.insert(secret, SecretString::from(value.clone()));
        }
        spec.env.push(name.clone());
    }
}

/// What a form shows instead of a secret.
fn is_masked(text: &str) -> bool {
    text.chars().all(|c| matches!(c, '*' | '•' | '●'))
}

impl Rule {
    fn check(&self, text: &str, problems: &mut Problems) {
        let Self { field, .. } = self;
        let label = || (self.label)();
        if text.is_empty() {
            problems.add(field, (self.required)());
        } else if is_masked(text) {
            problems.add(field, message!(PASSWORD_MASKED, label = label()));
        } else if text.chars().count() < 8 {
            problems.add(field, message!(PASSWORD_TOO_SHORT, label = label(), least = 8));
        } else if text.chars().count() > 128 || text.len() > 512 {
            problems.add(field, message!(TOO_LONG, label = label(), most = 128));
        } else if text.chars().any(char::is_control) {
            problems.add(field, message!(CONTROL_CHARACTERS, label = label()));
        }
    }
}
