//! Laravel: a program from a Git repository or an image, with its key, its tables and its folder for files.

use super::{
    Application, Content, Database, Entry, Form, Made, RESTART, SERVICES, Source, log, one_replica,
    php::{self, EXTENSIONS, NUMBERS, PHP},
    source_values,
};
use crate::{secrets, spec::Spec};
use serde_json::{Map, Value};

const APP_KEY: &str = "app_key";

pub static LARAVEL: Application = Application {
    id: "laravel",
    name: "Laravel",
    description: "A Laravel application from a Git repository or an image.",
    runtime: PHP,
    services: &SERVICES,
    numbers: &NUMBERS,
    extensions: &EXTENSIONS,
    usual_extensions: &["gd", "mysqli", "curl", "intl", "pdo_mysql"],
    database: Database { required: true, name: "laravel" },
    source: Some(Source { image_port: 8080, port: None, start: false }),
    reserved: &[
        "APP_KEY",
        "APP_URL",
        "DB_*",
        "REDIS_HOST",
        "REDIS_PASSWORD",
        "REDIS_PORT",
        "ADMIN_USER",
        "ADMIN_PASSWORD",
        "PHP_INI_SCAN_DIR",
    ],
    titled: false,
    most_replicas: one_replica,
    made: &[
        Made { name: APP_KEY, form: Form::Base64Key },
        Made { name: secrets::REDIS_PASSWORD, form: Form::Token },
        Made { name: secrets::PHPMYADMIN_SECRET, form: Form::Token32 },
    ],
    entries,
    values,
    sized_by: php::SIZED_BY,
    restart: &RESTART,
    serves: "web",
    logs: &[
        log("laravel", "web", "app"),
        super::NGINX,
        super::MYSQL,
        super::REDIS,
        super::PHPMYADMIN,
        super::FTP,
        super::CLOUDFLARE,
        // what fetches and builds the program, and makes its tables
        log("fetch", "web", "fetch"),
        log("build", "web", "build"),
        log("migrate", "web", "migrate"),
    ],
};

fn entries(spec: &Spec) -> Vec<Entry> {
    let key = Entry { object: "app", key: "app-key", content: Content::Secret(APP_KEY) };
    [key].into_iter().chain(secrets::shared(spec)).collect()
}

fn values(spec: &Spec) -> Map<String, Value> {
    let mut values = source_values(spec);
    values.insert("php".into(), php::values(spec));
    values
}
