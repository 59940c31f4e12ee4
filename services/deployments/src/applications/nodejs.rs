//! Node.js: a program from a Git repository or an image, that listens on a port.

use super::{
    Application, Content, Database, Entry, Form, Made, RESTART, Runtime, SERVICES, Service, Source, Version, log,
    source_values,
};
use crate::{secrets, spec::Spec};
use kit::message;
use time::Month::April;

pub static NODEJS: Application = Application {
    id: "nodejs",
    name: "Node.js",
    description: "A Node.js application from a Git repository or an image.",
    runtime: Runtime {
        id: "node",
        name: "Node.js",
        field: "source.version",
        versions: &[
            Version::until("20", 2026, April, 30),
            Version::until("22", 2027, April, 30),
            Version::until("24", 2028, April, 30),
        ],
        default: "24",
    },
    services: &SERVICES_WITH_FILES,
    numbers: &[],
    extensions: &[],
    usual_extensions: &[],
    database: Database { required: false, name: "nodejs" },
    source: Some(Source { image_port: 3000, port: Some(3000), start: true }),
    reserved: &[
        "PORT",
        "HOST",
        "SITE_URL",
        "DATABASE_URL",
        "DB_*",
        "REDIS_HOST",
        "REDIS_PASSWORD",
        "REDIS_PORT",
        "REDIS_URL",
        "ADMIN_USER",
        "ADMIN_PASSWORD",
        "DATA_DIR",
    ],
    // without a volume there is nothing that ties it to one node
    titled: false,
    most_replicas: |spec| if spec.has("ftp") { 1 } else { 10 },
    made: &[
        Made { name: secrets::REDIS_PASSWORD, form: Form::Token },
        Made { name: secrets::PHPMYADMIN_SECRET, form: Form::Token32 },
    ],
    entries,
    values: source_values,
    sized_by: ("resources.memory", || message!(AskForLess)),
    restart: &RESTART,
    serves: "web",
    logs: &[
        log("nodejs", "web", "app"),
        super::NGINX,
        super::MYSQL,
        super::REDIS,
        super::PHPMYADMIN,
        super::FTP,
        super::CLOUDFLARE,
        log("fetch", "web", "fetch"),
        log("build", "web", "build"),
    ],
};

/// Files are kept for SFTP alone: without it the program has no volume.
const SERVICES_WITH_FILES: [Service; 7] = {
    let mut services = SERVICES;
    services[4].volume = "data";
    services
};

fn entries(spec: &Spec) -> Vec<Entry> {
    let url = Entry { object: "db", key: "url", content: Content::DatabaseUrl };
    spec.database.is_some().then_some(url).into_iter().chain(secrets::shared(spec)).collect()
}
