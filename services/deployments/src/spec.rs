//! What the user asked for, without secrets: the form that is stored, and its way from and to the wire.

use crate::applications::Application;
use proto::deployments as wire;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The port MySQL listens on, also inside the cluster.
pub const MYSQL_PORT: u16 = 3306;

/// The deployment's own MySQL.
pub const LOCALHOST: &str = "localhost";

/// A site as it was asked for. Stored as jsonb, so fields are only ever added, with a default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spec {
    /// Host name, lower case.
    pub domain: String,
    /// Name of the application's first administrator.
    pub app_user: String,
    /// Every service of the kind that is not always on.
    pub services: BTreeMap<String, bool>,
    /// How PHP runs; `None` for kinds without it.
    #[serde(default)]
    pub php: Option<Php>,
    /// Where the data is; `None` without a database.
    #[serde(default)]
    pub database: Option<Database>,
    /// Where the program comes from; `None` for kinds whose image holds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// Names of environment variables; the values are secrets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub env: Vec<String>,
    /// Further host names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub domains: Vec<String>,
    /// Asked for; empty texts are worked out.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub resources: Amounts,
    /// How many copies serve.
    #[serde(default = "one")]
    pub replicas: i32,
    /// It is to have no pods until it is started.
    #[serde(default, skip_serializing_if = "is_off")]
    pub stopped: bool,
}

/// Settings of PHP.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Php {
    /// One of the kind's versions.
    pub version: String,
    /// Extensions that must be there.
    pub extensions: Vec<String>,
    /// MB
    pub memory_limit: i32,
    /// Seconds.
    pub max_execution_time: i32,
    /// Worker processes.
    pub pool_size: i32,
    /// A worker is replaced after so many.
    pub max_requests_per_child: i32,
    /// MB
    pub upload_max_filesize: i32,
}

/// The database a site uses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Database {
    /// `localhost` is the deployment's own MySQL.
    pub host: String,
    /// TCP port.
    pub port: u16,
    /// Name of the database.
    pub name: String,
    /// Who signs in.
    pub user: String,
}

/// Where a program comes from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// From where.
    pub kind: SourceKind,
    /// Repository with tag or digest.
    #[serde(default)]
    pub image: String,
    /// Address of the Git repository.
    #[serde(default)]
    pub url: String,
    /// Branch, tag or commit; empty: the repository's default branch.
    #[serde(default)]
    pub reference: String,
    /// Folder in the repository; empty: its root.
    #[serde(default)]
    pub folder: String,
    /// Command that builds it; empty: what is usual.
    #[serde(default)]
    pub build: String,
    /// Command that starts it; empty: what is usual.
    #[serde(default)]
    pub start: String,
    /// Where it listens; 0 when a server of the chart's own is before it.
    #[serde(default)]
    pub port: i32,
    /// Of the runtime; empty for PHP, which has parameters of its own.
    #[serde(default)]
    pub version: String,
}

/// From where a program comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SourceKind {
    /// There is none yet: a page says so.
    #[default]
    None,
    /// Used as it is.
    Image,
    /// Fetched and built in the cluster.
    Git,
}

/// Amounts as Kubernetes writes them; empty: worked out from the rest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amounts {
    /// Cores.
    #[serde(default)]
    pub cpu: String,
    /// Memory.
    #[serde(default)]
    pub memory: String,
    /// Of the site's volume.
    #[serde(default)]
    pub storage: String,
}

fn one() -> i32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes what it serialises by reference")]
fn is_off(on: &bool) -> bool {
    !on
}

impl Amounts {
    /// Is nothing asked for?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self == &Self::default()
    }
}

impl SourceKind {
    /// The word of the contract.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Image => "image",
            Self::Git => "git",
        }
    }
}

impl Source {
    /// The section `source` of a chart's values.
    #[must_use]
    pub fn values(&self) -> Value {
        let mut values = json!({"kind": self.kind.word()});
        let texts = [("build", &self.build), ("start", &self.start), ("version", &self.version)];
        for (name, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            values[name] = text.as_str().into();
        }
        match self.kind {
            SourceKind::None => {}
            SourceKind::Image => values["image"] = self.image.as_str().into(),
            SourceKind::Git => {
                values["git"] = json!({"url": self.url, "ref": self.reference, "folder": self.folder});
            }
        }
        if self.port > 0 {
            values["port"] = self.port.into();
        }
        values
    }
}

impl Database {
    /// Is it the deployment's own MySQL?
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.host == LOCALHOST
    }
}

impl Spec {
    /// What a site of this kind is when nothing is said.
    #[must_use]
    pub fn blank(application: &Application) -> Self {
        let services = application.services.iter().filter(|service| !service.fixed);
        let extensions = application.usual_extensions.iter().map(|name| (*name).to_owned()).collect();
        let php = application.has_php().then(|| Php {
            version: application.runtime.default.to_owned(),
            extensions,
            memory_limit: 0,
            max_execution_time: 0,
            pool_size: 0,
            max_requests_per_child: 0,
            upload_max_filesize: 0,
        });
        let mut spec = Self {
            domain: String::new(),
            app_user: String::new(),
            services: services.map(|service| (service.id.to_owned(), service.on)).collect(),
            php,
            database: None,
            source: application.source.as_ref().map(|_| Source::default()),
            env: Vec::new(),
            domains: Vec::new(),
            resources: Amounts::default(),
            replicas: 1,
            stopped: false,
        };
        for number in application.numbers {
            if let Some(place) = (number.place)(&mut spec) {
                *place = number.default;
            }
        }
        spec
    }

    /// Is this service switched on?
    #[must_use]
    pub fn has(&self, service: &str) -> bool {
        self.services.get(service).copied().unwrap_or(false)
    }

    /// The wire's form. `reduced` leaves out who signs in where: for those who only oversee.
    #[must_use]
    pub fn shown(&self, reduced: bool) -> wire::Spec {
        let name = |text: &str| if reduced { String::new() } else { text.to_owned() };
        wire::Spec {
            domain: self.domain.clone(),
            app_user: name(&self.app_user),
            services: self.services.clone(),
            php: self.php.as_ref().map(Php::shown),
            database: self.database.as_ref().map(|database| wire::Database {
                user: name(&database.user),
                name: name(&database.name),
                host: database.host.clone(),
                port: i32::from(database.port),
            }),
            source: self.source.as_ref().map(Source::shown),
            env: if reduced { Vec::new() } else { self.env.clone() },
            domains: self.domains.clone(),
            resources: Some(wire::Amounts {
                cpu: self.resources.cpu.clone(),
                memory: self.resources.memory.clone(),
                storage: self.resources.storage.clone(),
            }),
            replicas: self.replicas,
            stopped: self.stopped,
        }
    }
}

impl Php {
    fn shown(&self) -> wire::Php {
        wire::Php {
            version: self.version.clone(),
            extensions: self.extensions.clone(),
            memory_limit: self.memory_limit,
            max_execution_time: self.max_execution_time,
            pool_size: self.pool_size,
            max_requests_per_child: self.max_requests_per_child,
            upload_max_filesize: self.upload_max_filesize,
        }
    }
}

impl Source {
    fn shown(&self) -> wire::Source {
        wire::Source {
            kind: self.kind.word().to_owned(),
            image: self.image.clone(),
            url: self.url.clone(),
            r#ref: self.reference.clone(),
            folder: self.folder.clone(),
            build: self.build.clone(),
            start: self.start.clone(),
            port: self.port,
            version: self.version.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_revision_that_was_stored_before_there_were_more_kinds_is_still_read() {
        let stored = json!({
            "domain": "shop.example.com", "app_user": "boss", "services": {"nginx": true, "mysql": true},
            "php": {"version": "8.1", "extensions": ["gd"], "memory_limit": 256, "max_execution_time": 60, "pool_size": 10,
                    "max_requests_per_child": 500, "upload_max_filesize": 10},
            "database": {"host": "localhost", "port": 3306, "name": "wordpress", "user": "wordpress"},
        });
        let spec: Spec = serde_json::from_value(stored.clone()).unwrap();
        assert_eq!((spec.php.as_ref().unwrap().version.as_str(), spec.replicas), ("8.1", 1));
        assert!(spec.database.as_ref().unwrap().is_own() && spec.source.is_none());
        // and what an older program would read is still there
        let written = serde_json::to_value(&spec).unwrap();
        for (name, value) in stored.as_object().unwrap() {
            assert_eq!(&written[name], value, "{name}");
        }
    }
}
