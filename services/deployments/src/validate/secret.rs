//! Passwords, tokens and environment variables: taken exactly as sent, nothing is trimmed, and no sentence repeats one.

use super::Earlier;
use crate::{
    applications::Application,
    secrets::{self, Named},
    spec::Spec,
};
use kit::Problems;
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
    label: &'static str,
    /// Ends the sentence that it is required.
    purpose: &'static str,
}

const APP: Rule = Rule {
    name: secrets::APP_PASS,
    field: "baseParameters.appPass",
    label: "Admin Password",
    purpose: " for secure application access",
};
const DATABASE: Rule = Rule {
    name: secrets::DATABASE_PASS,
    field: "databaseParameters.databasePass",
    label: "Database Password",
    purpose: "",
};
const DATABASE_ROOT: Rule = Rule {
    name: secrets::DATABASE_ROOT_PASS,
    field: "databaseParameters.databaseRootPass",
    label: "Database Root Password",
    purpose: "",
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
            problems.add("baseParameters.cloudflareToken", "A tunnel token is required when Cloudflare is on.");
        } else if token.len() > 4096 || !token.bytes().all(|b| b.is_ascii_graphic()) {
            problems.add("baseParameters.cloudflareToken", "This is not the token of a Cloudflare tunnel.");
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
        problems.add("env", format!("A site has at most {MOST_VARIABLES} environment variables."));
        return;
    }
    if values.values().map(String::len).sum::<usize>() > LONGEST_ALL {
        problems.add("env", "The environment variables together are longer than 512 KiB.");
    }
    spec.env.clear();
    for (name, value) in values {
        let plain = name.len() <= 64
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
            && !name.starts_with(|c: char| c.is_ascii_digit());
        if !plain || name.is_empty() {
            problems.add("env", "The name of a variable has at most 64 letters, digits and underscores.");
            continue;
        }
        let field = format!("env.{name}");
        let secret = format!("{}{name}", secrets::ENV);
        if application.reserves(name) {
            problems.add(&field, format!("{name} is set by Canopy."));
        } else if value.len() > LONGEST_VALUE {
            problems.add(&field, "A value has at most 32 KiB.");
        } else if value.contains('\0') {
            problems.add(&field, "A value must not contain the character 0.");
        } else if is_masked(value) && !value.is_empty() && !kept(&secret) {
            problems.add(&field, "This value is masked. Write the value itself.");
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
        let Self { field, label, purpose, .. } = self;
        if text.is_empty() {
            problems.add(field, format!("{label} is required{purpose}"));
        } else if is_masked(text) {
            problems.add(field, format!("{label} is masked. Write the password itself."));
        } else if text.chars().count() < 8 {
            problems.add(field, format!("{label} should be at least 8 characters long for security"));
        } else if text.chars().count() > 128 || text.len() > 512 {
            problems.add(field, format!("{label} must not exceed 128 characters."));
        } else if text.chars().any(char::is_control) {
            problems.add(field, format!("{label} must not contain control characters."));
        }
    }
}
