//! What kinds of site there are. A kind is one descriptor: plain data and a few functions. Validation, the catalogue
//! (and with it the console's forms), a chart's values and the Secrets beside a release are driven by it; another kind
//! is one file here, one chart, and its texts.

mod laravel;
mod nodejs;
mod orangecms;
mod php;
mod wordpress;

use crate::spec::Spec;
use kit::{Error, Message, Result};
use proto::deployments::SpecInput;
use serde_json::{Map, Value};
use time::Date;

/// Every kind, in the order in which forms offer them.
pub const APPLICATIONS: [&Application; 4] =
    [&wordpress::WORDPRESS, &laravel::LARAVEL, &nodejs::NODEJS, &orangecms::ORANGECMS];

/// What a kind of site is made of.
#[derive(Debug)]
pub struct Application {
    /// The word of the REST contract, which is the chart's name too.
    pub id: &'static str,
    /// As people call it.
    pub name: &'static str,
    /// One sentence.
    pub description: &'static str,
    /// What it runs on.
    pub runtime: Runtime,
    /// What can be switched on and off.
    pub services: &'static [Service],
    /// Numbers one may set.
    pub numbers: &'static [Number],
    /// PHP extensions there are; none without PHP.
    pub extensions: &'static [&'static str],
    /// Those a site gets when nothing is said.
    pub usual_extensions: &'static [&'static str],
    /// What it needs of a database.
    pub database: Database,
    /// Where its program comes from; `None` when the image holds it.
    pub source: Option<Source>,
    /// Names of environment variables, or their beginnings (`DB_*`), that the chart sets.
    pub reserved: &'static [&'static str],
    /// Its pages bear a title: the name of the deployment, when it is installed.
    pub titled: bool,
    /// How many copies may serve.
    pub most_replicas: fn(&Spec) -> i32,
    /// Secrets that Canopy makes, once for the life of a site.
    pub made: &'static [Made],
    /// The content of the Secrets beside a release.
    pub entries: fn(&Spec) -> Vec<Entry>,
    /// The chart's values that only this kind has.
    pub values: fn(&Spec) -> Map<String, Value>,
    /// The field to lower, and how, when a site asks for more than its namespace may have.
    pub sized_by: (&'static str, fn() -> Message),
    /// Components of the release in the order in which they are restarted, each when the one before is up.
    pub restart: &'static [&'static str],
    /// The component that answers to visitors.
    pub serves: &'static str,
    /// Where log lines come from; the first one is the application.
    pub logs: &'static [LogSource],
}

/// A language or server in versions.
#[derive(Debug)]
pub struct Runtime {
    /// `php`, `node`
    pub id: &'static str,
    /// As people call it.
    pub name: &'static str,
    /// The field by which one is chosen.
    pub field: &'static str,
    /// Oldest first.
    pub versions: &'static [Version],
    /// The one a site gets when nothing is said: never one at its end.
    pub default: &'static str,
}

/// A version of a runtime.
#[derive(Debug)]
pub struct Version {
    /// `8.3`
    pub id: &'static str,
    /// The last day on which its makers mend security holes.
    pub end_of_life: Date,
}

/// A part of a site that can be switched.
#[derive(Debug)]
pub struct Service {
    /// The word in `services`.
    pub id: &'static str,
    /// As people call it.
    pub name: &'static str,
    /// What a form starts with.
    pub on: bool,
    /// Always on.
    pub fixed: bool,
    /// How people reach it, beside the site itself.
    pub access: Option<Access>,
    /// What the other parts of the site speak with it, at the port of its Kubernetes Service; empty when they do not.
    pub inside: &'static str,
    /// The component that its volume claims are labelled with, where nothing else uses them: they are kept when it is
    /// switched off. Empty when it has none.
    pub volume: &'static str,
}

/// How a service is reached and signed in to.
#[derive(Debug)]
pub struct Access {
    /// The component whose Kubernetes Service it is: `<release>-<component>`.
    pub component: &'static str,
    /// `https` (by an Ingress, at a host name of its own), `sftp`
    pub protocol: &'static str,
    /// Put before the site's domain; empty when there is no such host name.
    pub host: &'static str,
    /// TCP port.
    pub port: u16,
    /// The field with the name to sign in with.
    pub user: &'static str,
    /// The field with the password.
    pub password: &'static str,
}

/// A number one may set.
#[derive(Debug)]
pub struct Number {
    /// Its name in the REST contract.
    pub field: &'static str,
    /// As people call it.
    pub label: fn() -> Message,
    /// `MB`, `s`; empty for a count.
    pub unit: &'static str,
    /// At least.
    pub least: i32,
    /// At most.
    pub most: i32,
    /// When nothing is said.
    pub default: i32,
    /// What was asked for.
    pub given: fn(&SpecInput) -> Option<i32>,
    /// Where it is kept; `None` for a spec of a kind without it.
    pub place: fn(&mut Spec) -> Option<&mut i32>,
}

/// What a kind needs of a database.
#[derive(Debug)]
pub struct Database {
    /// It cannot be without one; otherwise it has one when MySQL is on or a host is named.
    pub required: bool,
    /// What a form starts with as name and user.
    pub name: &'static str,
}

/// Where a program may come from: an image, or a Git repository that is built in the cluster. When nothing is said, a page
/// says that there is none yet.
#[derive(Debug)]
pub struct Source {
    /// The port it listens on when it is an image and nothing is said.
    pub image_port: i32,
    /// The port when it is built here; `None`: a server of the chart's own is before it.
    pub port: Option<i32>,
    /// It may be started by a command of its own.
    pub start: bool,
}

/// A secret that nobody has to know or choose.
#[derive(Debug)]
pub struct Made {
    /// Its name among the deployment's secrets.
    pub name: &'static str,
    /// What it looks like.
    pub form: Form,
}

/// What a made secret looks like.
#[derive(Debug, Clone, Copy)]
pub enum Form {
    /// 43 letters, digits, `-` and `_`.
    Token,
    /// The first 32 of them.
    Token32,
    /// `base64:` and 32 bytes, as Laravel writes its key.
    Base64Key,
}

/// One key of a Secret beside the release.
#[derive(Debug)]
pub struct Entry {
    /// `app` or `db`: the Secret is `<release>-app`, `<release>-db`.
    pub object: &'static str,
    /// The key that the chart reads.
    pub key: &'static str,
    /// What stands there.
    pub content: Content,
}

/// What stands in a Secret.
#[derive(Debug, Clone, Copy)]
pub enum Content {
    /// This secret, as it is.
    Secret(&'static str),
    /// The database's address with name and password in it: a program cannot put it together from parts, because a
    /// password may hold what means something in an address.
    DatabaseUrl,
}

/// Where log lines come from.
#[derive(Debug)]
pub struct LogSource {
    /// The name people choose.
    pub id: &'static str,
    /// Of the pods.
    pub component: &'static str,
    /// In the pods.
    pub container: &'static str,
    /// The service that must be on.
    pub service: Option<&'static str>,
}

/// The kind of this word.
#[must_use]
pub fn find(id: &str) -> Option<&'static Application> {
    APPLICATIONS.into_iter().find(|application| application.id == id)
}

/// The kind of a stored deployment.
///
/// # Errors
/// `Internal`: what is stored was checked before.
pub fn of(id: &str) -> Result<&'static Application> {
    find(id).ok_or_else(|| Error::internal(anyhow::anyhow!("there is no kind of site {id:?}")))
}

impl Application {
    /// The service of this word.
    #[must_use]
    pub fn service(&self, id: &str) -> Option<&'static Service> {
        self.services.iter().find(|service| service.id == id)
    }

    /// Does it run on PHP?
    #[must_use]
    pub fn has_php(&self) -> bool {
        self.runtime.id == "php"
    }

    /// The service whose data is on the volumes of this component; none for the site's own.
    #[must_use]
    pub fn keeps(&self, component: &str) -> Option<&'static Service> {
        self.services.iter().find(|service| !service.volume.is_empty() && service.volume == component)
    }

    /// Where a service runs: the component and its container.
    #[must_use]
    pub fn place(&self, service: &Service) -> Option<(&'static str, &'static str)> {
        let found = if service.fixed {
            self.logs.first()
        } else {
            self.logs.iter().find(|log| log.service == Some(service.id))
        };
        found.map(|log| (log.component, log.container))
    }

    /// The components that a site of this kind has, in the order in which they are restarted.
    #[must_use]
    pub fn restarted(&self, spec: &Spec) -> Vec<String> {
        let is_on = |component: &str| {
            self.logs.iter().any(|log| log.component == component && log.service.is_none_or(|id| spec.has(id)))
        };
        self.restart.iter().filter(|component| is_on(component)).map(|&component| component.to_owned()).collect()
    }

    /// Is this name of an environment variable the chart's?
    #[must_use]
    pub fn reserves(&self, name: &str) -> bool {
        self.reserved.iter().any(|known| match known.strip_suffix('*') {
            Some(beginning) => name.starts_with(beginning),
            None => *known == name,
        })
    }
}

impl Version {
    const fn until(id: &'static str, year: i32, month: time::Month, day: u8) -> Self {
        match Date::from_calendar_date(year, month, day) {
            Ok(end_of_life) => Self { id, end_of_life },
            Err(_) => panic!("no such day"),
        }
    }

    /// Is it at its end on this day?
    #[must_use]
    pub fn ended(&self, today: Date) -> bool {
        self.end_of_life < today
    }
}

const fn service(id: &'static str, name: &'static str, on: bool) -> Service {
    Service { id, name, on, fixed: false, access: None, inside: "", volume: "" }
}

/// What every kind can have beside its program.
const SERVICES: [Service; 7] = [
    Service { id: "web", name: "Web application", on: true, fixed: true, access: None, inside: "http", volume: "" },
    service("nginx", "nginx", true),
    Service { inside: "mysql", volume: "mysql", ..service("mysql", "MySQL", true) },
    Service { inside: "redis", ..service("redis", "Redis", true) },
    Service {
        access: Some(Access {
            component: "ftp",
            protocol: "sftp",
            host: "",
            port: 2022,
            user: "baseParameters.appUser",
            password: "baseParameters.appPass",
        }),
        ..service("ftp", "FTP (SFTP)", false)
    },
    Service {
        access: Some(Access {
            component: "phpmyadmin",
            protocol: "https",
            host: "pma",
            port: 443,
            user: "databaseParameters.databaseUser",
            password: "databaseParameters.databasePass",
        }),
        ..service("phpmyadmin", "phpMyAdmin", true)
    },
    service("cloudflare", "Cloudflare tunnel", false),
];

/// The database first: what needs it comes up against one that answers.
const RESTART: [&str; 6] = ["mysql", "redis", "web", "phpmyadmin", "ftp", "cloudflared"];

const fn log(id: &'static str, component: &'static str, container: &'static str) -> LogSource {
    LogSource { id, component, container, service: None }
}

const fn log_of(id: &'static str, component: &'static str, container: &'static str) -> LogSource {
    LogSource { id, component, container, service: Some(id) }
}

/// Logs of the services.
const NGINX: LogSource = log_of("nginx", "web", "nginx");
const MYSQL: LogSource = log_of("mysql", "mysql", "mysql");
const REDIS: LogSource = log_of("redis", "redis", "redis");
const PHPMYADMIN: LogSource = log_of("phpmyadmin", "phpmyadmin", "phpmyadmin");
const FTP: LogSource = log_of("ftp", "ftp", "sftp");
const CLOUDFLARE: LogSource = log_of("cloudflare", "cloudflared", "cloudflared");

/// Files on a volume that only one node can mount are served by one pod.
fn one_replica(_: &Spec) -> i32 {
    1
}

/// A kind that brings nothing of its own to the values.
fn source_values(spec: &Spec) -> Map<String, Value> {
    let mut values = Map::new();
    if let Some(source) = &spec.source {
        values.insert("source".into(), source.values());
    }
    values
}

#[cfg(test)]
mod tests;
