//! What may be asked for. Every problem is noted, under the names of the REST contract, so that one answer tells all.
//! What the chart's schema says about numbers and names is not repeated here.

use crate::{
    secrets::{self, Named},
    spec::{Database, MYSQL_PORT, Php, SERVICES, Spec},
};
use kit::Problems;
use proto::deployments::{self as wire, CreateDeploymentRequest};
use secrecy::{ExposeSecret, SecretString};
use std::collections::BTreeMap;
use uuid::Uuid;

const VERSIONS: [&str; 4] = ["7.4", "8.0", "8.1", "8.2"];

/// Extensions of the official WordPress images, all PHP versions.
const EXTENSIONS: [&str; 37] = [
    "bcmath",
    "ctype",
    "curl",
    "date",
    "dom",
    "exif",
    "fileinfo",
    "filter",
    "ftp",
    "gd",
    "hash",
    "iconv",
    "imagick",
    "intl",
    "json",
    "libxml",
    "mbstring",
    "mysqli",
    "mysqlnd",
    "opcache",
    "openssl",
    "pcre",
    "pdo",
    "pdo_sqlite",
    "phar",
    "posix",
    "readline",
    "session",
    "simplexml",
    "sodium",
    "sqlite3",
    "tokenizer",
    "xml",
    "xmlreader",
    "xmlwriter",
    "zip",
    "zlib",
];

/// Databases that MySQL keeps for itself.
const SYSTEM_DATABASES: [&str; 4] = ["mysql", "information_schema", "performance_schema", "sys"];

/// A request that was read. It may only be used when no problem was noted.
pub struct Wish {
    /// One line, trimmed.
    pub name: String,
    /// May be empty.
    pub description: String,
    /// The word of the type.
    pub application: String,
    /// Where to.
    pub cluster: Uuid,
    /// What to run.
    pub spec: Spec,
    /// What the user typed as passwords.
    pub secrets: Named,
}

/// Reads a request and notes everything that is wrong with it.
pub fn wish(request: &CreateDeploymentRequest, problems: &mut Problems) -> Wish {
    let empty = wire::Spec::default();
    let asked = request.spec.as_ref().unwrap_or(&empty);
    let name = name(&request.name, problems);
    let description = description(&request.description, problems);
    let application = application(&request.r#type, problems);
    let services = services(&asked.services, problems);
    let spec = Spec {
        domain: domain(&asked.domain, problems),
        app_user: app_user(&asked.app_user, problems),
        php: php(asked.php.as_ref(), problems),
        database: database(asked.database.as_ref(), services.get("mysql") == Some(&true), problems),
        services,
    };
    let secrets = passwords(request.secrets.as_ref(), &spec, problems);
    Wish { name, description, application, cluster: cluster(&request.cluster_id, problems), spec, secrets }
}

/// A deployment's name: 1 to 63 characters on one line.
pub fn name(text: &str, problems: &mut Problems) -> String {
    let name = text.trim();
    if name.is_empty() {
        problems.add("name", "Deployment name is required");
    } else if name.chars().count() > 63 {
        problems.add("name", "Deployment name must not exceed 63 characters.");
    } else if let Some(problem) = kit::text::name_problem(name) {
        problems.add("name", format!("Deployment name {problem}"));
    }
    name.to_owned()
}

/// Free text of at most 500 characters.
pub fn description(text: &str, problems: &mut Problems) -> String {
    let description = text.trim();
    if description.chars().count() > 500 {
        problems.add("description", "Description must not exceed 500 characters.");
    } else if let Some(problem) = description.lines().find_map(kit::text::line_problem) {
        problems.add("description", format!("Description {problem}"));
    }
    description.to_owned()
}

fn application(word: &str, problems: &mut Problems) -> String {
    match word.trim() {
        "wordpress" => {}
        "" => problems.add("type", "Application type is required"),
        "laravel" | "nodejs" | "orangecms" => problems.add("type", "This type is not available yet. Choose wordpress."),
        _ => problems.add("type", "This type is not known. Choose wordpress."),
    }
    word.trim().to_owned()
}

fn cluster(id: &str, problems: &mut Problems) -> Uuid {
    if id.trim().is_empty() {
        problems.add("clusterId", "Please select a cluster where your deployment will run");
        return Uuid::nil();
    }
    kit::ids::parse_as(id, "Cluster").unwrap_or_else(|_| {
        problems.add("clusterId", "This cluster does not exist.");
        Uuid::nil()
    })
}

/// A host name that visitors can reach: at least two labels, no address, no name of the cluster's own.
fn domain(text: &str, problems: &mut Problems) -> String {
    const FIELD: &str = "baseParameters.domain";
    let domain = text.trim().to_ascii_lowercase();
    if domain.is_empty() {
        problems.add(FIELD, "Domain name is required for deployment setup");
    } else if !domain.is_ascii() {
        problems.add(FIELD, "Write an international domain name in its xn-- form.");
    } else if let Some(problem) = host_problem(&domain) {
        problems.add(FIELD, problem);
    } else if !domain.contains('.') {
        problems.add(FIELD, "A domain name has at least two parts, such as shop.example.com.");
    } else if is_internal(&domain) {
        problems.add(FIELD, "This name is reserved. Choose a public domain name.");
    }
    domain
}

/// Why this is no host name by letters, digits and hyphens.
fn host_problem(host: &str) -> Option<&'static str> {
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    if host.len() > 253 {
        return Some("A domain name has at most 253 characters.");
    }
    if !host.split('.').all(label) {
        return Some("Write only the domain name, such as shop.example.com, without scheme, port or path.");
    }
    // the last label of a name is never a number: this is an address
    if host.rsplit('.').next().is_some_and(|last| last.bytes().all(|b| b.is_ascii_digit())) {
        return Some("Write a domain name, not an address.");
    }
    None
}

fn is_internal(domain: &str) -> bool {
    ["localhost", "svc", "local", "internal", "localdomain", "arpa"]
        .iter()
        .any(|word| domain.strip_suffix(word).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')))
        || domain.contains(".svc.")
}

fn app_user(text: &str, problems: &mut Problems) -> String {
    let user = text.trim();
    if user.is_empty() {
        problems.add("baseParameters.appUser", "Admin Username is required for application access");
    }
    user.to_owned()
}

fn services(given: &BTreeMap<String, bool>, problems: &mut Problems) -> BTreeMap<String, bool> {
    let mut services: BTreeMap<String, bool> = SERVICES.iter().map(|(name, on)| ((*name).to_owned(), *on)).collect();
    for (name, on) in given {
        match services.get_mut(name) {
            Some(known) => *known = *on,
            // the site itself, as the console's form lists it
            None if name == "web" && *on => {}
            None if name == "web" => problems.add("services.web", "The web application cannot be switched off."),
            None if name.len() <= 32 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_') => {
                problems.add(&format!("services.{name}"), "This service is not known.");
            }
            None => problems.add("services", "The name of a service is not known."),
        }
    }
    services
}

fn php(given: Option<&wire::Php>, problems: &mut Problems) -> Php {
    let defaults = Php::default();
    let Some(given) = given else { return defaults };
    // a number that was left out arrives as 0
    let number = |value: i32, default: i32| if value == 0 { default } else { value };
    let version = if given.version.trim().is_empty() { defaults.version } else { given.version.trim().to_owned() };
    if !VERSIONS.contains(&version.as_str()) {
        problems.add("phpParameters.phpVersion", format!("PHP {} are available.", VERSIONS.join(", ")));
    }
    Php {
        version,
        extensions: extensions(&given.extensions, problems),
        memory_limit: number(given.memory_limit, defaults.memory_limit),
        max_execution_time: number(given.max_execution_time, defaults.max_execution_time),
        pool_size: number(given.pool_size, defaults.pool_size),
        max_requests_per_child: number(given.max_requests_per_child, defaults.max_requests_per_child),
        upload_max_filesize: number(given.upload_max_filesize, defaults.upload_max_filesize),
    }
}

fn extensions(given: &[String], problems: &mut Problems) -> Vec<String> {
    const FIELD: &str = "phpParameters.phpExtensions";
    let mut extensions = Vec::new();
    let mut unknown = Vec::new();
    for name in given.iter().take(64).map(|name| name.trim().to_ascii_lowercase()) {
        if !EXTENSIONS.contains(&name.as_str()) {
            unknown.push(crate::facts::quoted(&kit::text::cut(&name, 32)));
        } else if !extensions.contains(&name) {
            extensions.push(name);
        }
    }
    if !unknown.is_empty() {
        unknown.truncate(5);
        problems
            .add(FIELD, format!("Not in the image: {}. Available are {}.", unknown.join(", "), EXTENSIONS.join(", ")));
    } else if given.len() > 64 {
        problems.add(FIELD, "Too many extensions.");
    }
    extensions
}

fn database(given: Option<&wire::Database>, own: bool, problems: &mut Problems) -> Database {
    let empty = wire::Database::default();
    let given = given.unwrap_or(&empty);
    let (name, user) = (given.name.trim(), given.user.trim());
    if name.is_empty() {
        problems.add("databaseParameters.databaseName", "Database Name is required");
    } else if SYSTEM_DATABASES.contains(&name.to_ascii_lowercase().as_str()) {
        problems.add("databaseParameters.databaseName", "MySQL keeps this name for itself. Choose another one.");
    }
    if user.is_empty() {
        problems.add("databaseParameters.databaseUser", "Database Username is required");
    } else if user.eq_ignore_ascii_case("root") {
        problems.add("databaseParameters.databaseUser", "The user root is not for applications. Choose another name.");
    }
    let host = match given.host.trim().to_ascii_lowercase() {
        host if matches!(host.as_str(), "" | "localhost" | "127.0.0.1") => "localhost".to_owned(),
        host => host,
    };
    if own && host != "localhost" {
        problems.add(
            "databaseParameters.databaseHost",
            "With MySQL on, the host is localhost. Switch MySQL off to use another server.",
        );
    } else if !own && host == "localhost" {
        problems.add("databaseParameters.databaseHost", "A database host is required when MySQL is off.");
    }
    let port = if given.port == 0 { Some(MYSQL_PORT) } else { u16::try_from(given.port).ok().filter(|port| *port > 0) };
    match port {
        None => problems.add("databaseParameters.databasePort", "A port is a number from 1 to 65535."),
        Some(port) if own && port != MYSQL_PORT => {
            problems.add("databaseParameters.databasePort", "The deployment's own MySQL listens on port 3306.");
        }
        Some(_) => {}
    }
    Database { host, port: port.unwrap_or(MYSQL_PORT), name: name.to_owned(), user: user.to_owned() }
}

fn passwords(given: Option<&wire::Secrets>, spec: &Spec, problems: &mut Problems) -> Named {
    let empty = wire::Secrets::default();
    let given = given.unwrap_or(&empty);
    let mut named = Named::new();
    let app = Rule {
        field: "baseParameters.appPass",
        label: "Admin Password",
        purpose: " for secure application access",
        forbidden: "",
    };
    // MySQL's entrypoint pastes these into SQL and into an option file
    let database = |field, label| Rule { field, label, purpose: "", forbidden: "'\"\\" };
    // the SFTP server's user file is written by a shell
    let app = if spec.has("ftp") { Rule { forbidden: "\"\\", ..app } } else { app };
    let wanted = [
        (secrets::APP_PASS, app, &given.app_pass),
        (
            secrets::DATABASE_PASS,
            database("databaseParameters.databasePass", "Database Password"),
            &given.database_pass,
        ),
        (
            secrets::DATABASE_ROOT_PASS,
            database("databaseParameters.databaseRootPass", "Database Root Password"),
            &given.database_root_pass,
        ),
    ];
    for (name, rule, text) in wanted {
        rule.check(text, problems);
        named.insert(name.to_owned(), SecretString::from(text.clone()));
    }
    if spec.has("cloudflare") {
        let token = given.cloudflare_token.trim();
        if token.is_empty() {
            problems.add("baseParameters.cloudflareToken", "A tunnel token is required when Cloudflare is on.");
        } else if token.len() > 4096 || !token.bytes().all(|b| b.is_ascii_graphic()) {
            problems.add("baseParameters.cloudflareToken", "This is not the token of a Cloudflare tunnel.");
        }
        named.insert(secrets::CLOUDFLARE_TOKEN.to_owned(), SecretString::from(token.to_owned()));
    }
    same_for_root(&named, problems);
    named
}

/// A root password that the application knows protects nothing.
fn same_for_root(named: &Named, problems: &mut Problems) {
    let text = |name: &str| named.get(name).map(ExposeSecret::expose_secret).unwrap_or_default();
    let (user, root) = (text(secrets::DATABASE_PASS), text(secrets::DATABASE_ROOT_PASS));
    if !root.is_empty() && user == root {
        problems.add(
            "databaseParameters.databaseRootPass",
            "Database Root Password must differ from the Database Password.",
        );
    }
}

struct Rule {
    field: &'static str,
    label: &'static str,
    /// Ends the sentence that it is required.
    purpose: &'static str,
    forbidden: &'static str,
}

impl Rule {
    /// Taken exactly as sent: nothing is trimmed. The sentences never repeat the text.
    fn check(&self, text: &str, problems: &mut Problems) {
        let Self { field, label, purpose, forbidden } = self;
        if text.is_empty() {
            problems.add(field, format!("{label} is required{purpose}"));
        } else if text.chars().all(|c| matches!(c, '*' | '•')) {
            problems.add(field, format!("{label} is masked. Write the password itself."));
        } else if text.chars().count() < 8 {
            problems.add(field, format!("{label} should be at least 8 characters long for security"));
        } else if text.chars().count() > 128 || text.len() > 512 {
            problems.add(field, format!("{label} must not exceed 128 characters."));
        } else if text.chars().any(char::is_control) {
            problems.add(field, format!("{label} must not contain control characters."));
        } else if text.chars().any(|c| forbidden.contains(c)) {
            let listed: Vec<String> = forbidden.chars().map(String::from).collect();
            problems.add(field, format!("{label} must not contain {}", listed.join(" ")));
        }
    }
}
