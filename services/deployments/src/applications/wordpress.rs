//! WordPress: the image holds the program; a Job sets the site up.

use super::{
    Application, Content, Database, Entry, Form, Made, RESTART, SERVICES, log, one_replica,
    php::{self, EXTENSIONS, NUMBERS, PHP},
};
use crate::{secrets, spec::Spec};
use serde_json::{Map, Value};

pub static WORDPRESS: Application = Application {
    id: "wordpress",
    name: "WordPress",
    description: "A WordPress site, set up with its administrator.",
    runtime: PHP,
    services: &SERVICES,
    numbers: &NUMBERS,
    extensions: &EXTENSIONS,
    usual_extensions: &["gd", "mysqli", "curl", "intl"],
    database: Database { required: true, name: "wordpress" },
    source: None,
    reserved: &["WORDPRESS_*", "SITE_URL", "REDIS_HOST", "REDIS_PASSWORD", "PHP_INI_SCAN_DIR"],
    titled: true,
    most_replicas: one_replica,
    made: &[
        made("auth_key"),
        made("secure_auth_key"),
        made("logged_in_key"),
        made("nonce_key"),
        made("auth_salt"),
        made("secure_auth_salt"),
        made("logged_in_salt"),
        made("nonce_salt"),
        made(secrets::REDIS_PASSWORD),
        // phpMyAdmin wants exactly 32 characters
        Made { name: secrets::PHPMYADMIN_SECRET, form: Form::Token32 },
    ],
    entries,
    values,
    sized_by: php::SIZED_BY,
    restart: &RESTART,
    serves: "web",
    logs: &[
        log("wordpress", "web", "php"),
        super::NGINX,
        super::MYSQL,
        super::REDIS,
        super::PHPMYADMIN,
        super::FTP,
        super::CLOUDFLARE,
        // the job that sets the site up
        log("install", "install", "wp"),
    ],
};

const fn made(name: &'static str) -> Made {
    Made { name, form: Form::Token }
}

/// What WordPress signs cookies with: the chart's key, and the name of the secret. Made once: a new one would sign
/// everybody out.
const SALTS: [(&str, &str); 8] = [
    ("auth-key", "auth_key"),
    ("secure-auth-key", "secure_auth_key"),
    ("logged-in-key", "logged_in_key"),
    ("nonce-key", "nonce_key"),
    ("auth-salt", "auth_salt"),
    ("secure-auth-salt", "secure_auth_salt"),
    ("logged-in-salt", "logged_in_salt"),
    ("nonce-salt", "nonce_salt"),
];

fn entries(spec: &Spec) -> Vec<Entry> {
    let salts = SALTS.iter().map(|(key, name)| Entry { object: "app", key, content: Content::Secret(name) });
    salts.chain(secrets::shared(spec)).collect()
}

fn values(spec: &Spec) -> Map<String, Value> {
    Map::from_iter([("php".to_owned(), php::values(spec))])
}
