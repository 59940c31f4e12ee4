//! What the user asked for, without secrets: the form that is stored, and its way from and to the wire.

use proto::deployments as wire;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The services that can be switched, with what the console's form starts with.
pub const SERVICES: [(&str, bool); 6] =
    [("nginx", true), ("mysql", true), ("redis", true), ("ftp", false), ("phpmyadmin", true), ("cloudflare", false)];

/// The port MySQL listens on, also inside the cluster.
pub const MYSQL_PORT: u16 = 3306;

/// A site as it was asked for. Stored as jsonb, so fields are only ever added, with a default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spec {
    /// Host name, lower case.
    pub domain: String,
    /// Name of the application's first administrator.
    pub app_user: String,
    /// Every name of [`SERVICES`].
    pub services: BTreeMap<String, bool>,
    /// How PHP runs.
    pub php: Php,
    /// Where the data is.
    pub database: Database,
}

/// Settings of PHP.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Php {
    /// One of 7.4, 8.0, 8.1, 8.2.
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

impl Default for Php {
    fn default() -> Self {
        Self {
            version: "8.1".into(),
            extensions: ["gd", "mysqli", "curl", "intl"].map(String::from).to_vec(),
            memory_limit: 256,
            max_execution_time: 60,
            pool_size: 10,
            max_requests_per_child: 500,
            upload_max_filesize: 10,
        }
    }
}

impl Spec {
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
            php: Some(wire::Php {
                version: self.php.version.clone(),
                extensions: self.php.extensions.clone(),
                memory_limit: self.php.memory_limit,
                max_execution_time: self.php.max_execution_time,
                pool_size: self.php.pool_size,
                max_requests_per_child: self.php.max_requests_per_child,
                upload_max_filesize: self.php.upload_max_filesize,
            }),
            database: Some(wire::Database {
                user: name(&self.database.user),
                name: name(&self.database.name),
                host: self.database.host.clone(),
                port: i32::from(self.database.port),
            }),
        }
    }
}
