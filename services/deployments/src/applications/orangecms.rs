//! OrangeCMS: a small blog system on PHP and MySQL, from its Git repository.

use super::{
    Application, Database, Entry, Form, Made, RESTART, SERVICES, Source, log, one_replica,
    php::{self, EXTENSIONS, NUMBERS, PHP},
    source_values,
};
use crate::{secrets, spec::Spec};
use serde_json::{Map, Value};

pub static ORANGECMS: Application = Application {
    id: "orangecms",
    name: "OrangeCMS",
    description: "An OrangeCMS blog, from its Git repository or an image.",
    runtime: PHP,
    services: &SERVICES,
    numbers: &NUMBERS,
    extensions: &EXTENSIONS,
    usual_extensions: &["gd", "mysqli", "curl", "intl"],
    database: Database { required: true, name: "orangecms" },
    source: Some(Source { image_port: 8080, port: None, start: false }),
    reserved: &[
        "SITE_URL",
        "DB_*",
        "REDIS_HOST",
        "REDIS_PASSWORD",
        "REDIS_PORT",
        "ADMIN_USER",
        "ADMIN_PASSWORD",
        "PHP_INI_SCAN_DIR",
    ],
    titled: true,
    most_replicas: one_replica,
    made: &[
        Made { name: secrets::REDIS_PASSWORD, form: Form::Token },
        Made { name: secrets::PHPMYADMIN_SECRET, form: Form::Token32 },
    ],
    entries,
    values,
    sized_by: php::SIZED_BY,
    restart: &RESTART,
    serves: "web",
    logs: &[
        log("orangecms", "web", "app"),
        super::NGINX,
        super::MYSQL,
        super::REDIS,
        super::PHPMYADMIN,
        super::FTP,
        super::CLOUDFLARE,
        log("fetch", "web", "fetch"),
        log("build", "web", "build"),
        log("setup", "web", "setup"),
    ],
};

fn entries(spec: &Spec) -> Vec<Entry> {
    secrets::shared(spec)
}

fn values(spec: &Spec) -> Map<String, Value> {
    let mut values = source_values(spec);
    values.insert("php".into(), php::values(spec));
    values
}
