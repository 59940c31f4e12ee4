//! The programs that our charts run, and how each of them writes.

use crate::json;
use serde_json::Value;
use time::{Duration, OffsetDateTime};

/// A program, known by its image and its container's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Program {
    Nginx,
    Php,
    Mysql,
    Redis,
    Node,
    WordPressSetup,
    Other,
}

const PATHS: [&str; 8] = [
    "/",
    "/wp-login.php",
    "/shop/",
    "/wp-content/themes/twentytwentyfive/style.css",
    "/feed/",
    "/wp-json/wp/v2/posts?per_page=5",
    "/about/",
    "/favicon.ico",
];

impl Program {
    /// The program of a container's specification.
    pub fn of(container: &Value) -> Self {
        let said = format!("{} {}", json::text(container, "/name"), json::text(container, "/image")).to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| said.contains(word));
        let runs = format!("{:?} {:?}", container.get("command"), container.get("args"));
        if has(&["nginx"]) {
            Self::Nginx
        } else if has(&["mysql", "mariadb"]) && !runs.contains("wp ") {
            Self::Mysql
        } else if has(&["redis", "valkey"]) {
            Self::Redis
        } else if has(&["cli", "install", "setup"]) || runs.contains("wp core") {
            Self::WordPressSetup
        } else if has(&["php", "wordpress", "laravel"]) {
            Self::Php
        } else if has(&["node", "orangecms"]) {
            Self::Node
        } else {
            Self::Other
        }
    }

    /// Between two lines of a busy container; `None` when it is silent after its start.
    pub fn pause(self) -> Option<Duration> {
        match self {
            Self::Nginx | Self::Php => Some(Duration::seconds(4)),
            Self::Node => Some(Duration::seconds(6)),
            Self::Mysql => Some(Duration::seconds(90)),
            Self::Redis => Some(Duration::seconds(60)),
            Self::WordPressSetup => None,
            Self::Other => Some(Duration::seconds(30)),
        }
    }

    /// The first lines.
    pub fn beginning(self, seed: &str) -> Vec<String> {
        let lines: &[&str] = match self {
            Self::Nginx => &[
                "/docker-entrypoint.sh: Configuration complete; ready for start up",
                "[notice] 1#1: using the \"epoll\" event method",
                "[notice] 1#1: nginx/1.29.3",
                "[notice] 1#1: start worker processes",
            ],
            Self::Php => &["NOTICE: fpm is running, pid 1", "NOTICE: ready to handle connections"],
            Self::Mysql => &[
                "[Note] [Entrypoint]: Entrypoint script for MySQL Server 8.4.7-1.el9 started.",
                "[System] [MY-015015] [Server] MySQL Server - start.",
                "[System] [MY-010116] [Server] /usr/sbin/mysqld (mysqld 8.4.7) starting as process 1",
                "[System] [MY-013576] [InnoDB] InnoDB initialization has started.",
                "[System] [MY-013577] [InnoDB] InnoDB initialization has ended.",
                "[System] [MY-010931] [Server] /usr/sbin/mysqld: ready for connections. Version: '8.4.7'  socket: '/var/run/mysqld/mysqld.sock'  port: 3306  MySQL Community Server - GPL.",
            ],
            Self::Redis => {
                &["1:C * Redis is starting", "1:M * Server initialized", "1:M * Ready to accept connections tcp"]
            }
            Self::Node => &["> app@1.0.0 start", "> node server.js", "Listening on http://0.0.0.0:3000"],
            Self::WordPressSetup => {
                &["Waiting for the database …", "The database answers.", "Success: WordPress installed successfully."]
            }
            Self::Other => &["started"],
        };
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        if self == Self::Nginx {
            lines.insert(
                1,
                format!("10-listen-on-ipv6-by-default.sh: info: worker {}", json::suffix(json::hash(seed), 5)),
            );
        }
        lines
    }

    /// One line of everyday work.
    pub fn line(self, mixed: u64, at: OffsetDateTime) -> String {
        let pick = |list: &'static [&'static str], salt: u32| {
            list[usize::try_from((mixed >> salt) % list.len() as u64).unwrap_or(0)]
        };
        let path = pick(&PATHS, 5);
        let code = match mixed % 40 {
            0 => 404,
            1 => 304,
            2 => 302,
            _ => 200,
        };
        match self {
            // As our charts have it write: a line of JSON for each request.
            Self::Nginx => {
                let (bytes, path) = (300 + mixed % 60_000, path.split('?').next().unwrap_or(path));
                format!(
                    "{{\"time\":\"{}\",\"method\":\"GET\",\"path\":\"{path}\",\"status\":{code},\"seconds\":0.{:03},\"bytes\":{bytes}}}",
                    json::stamp(at),
                    4 + mixed % 400
                )
            }
            Self::Php => format!("127.0.0.1 -  {} \"GET /index.php\" {code}", json::stamp(at)),
            Self::Node => format!("{} GET {path} {code} {} ms", json::stamp(at), 2 + mixed % 120),
            Self::Mysql => format!(
                "{} {} [Note] [MY-010914] [Server] Aborted connection {} to db: 'app' user: 'app' (Got timeout reading communication packets).",
                json::micro_stamp(at),
                mixed % 90,
                mixed % 900
            ),
            Self::Redis => "1:M * 1 changes in 3600 seconds. Saving...".into(),
            Self::WordPressSetup | Self::Other => format!("{} still here", json::stamp(at)),
        }
    }

    /// The last lines of a run.
    pub fn ending(self, code: i64, reason: &str) -> Vec<String> {
        if code == 0 || reason == "OOMKilled" {
            // Who is killed for its memory says nothing any more.
            return if code == 0 && self == Self::Other { vec!["done".into()] } else { Vec::new() };
        }
        let lines: &[&str] = match self {
            Self::Nginx => &["nginx: [emerg] host not found in upstream \"php\" in /etc/nginx/conf.d/default.conf:12"],
            Self::Php => &[
                "PHP Fatal error:  Uncaught Error: Call to undefined function wp_boot() in /var/www/html/index.php:17",
                "Stack trace:",
                "#0 {main}",
                "  thrown in /var/www/html/index.php on line 17",
            ],
            Self::Mysql => &[
                "[ERROR] [MY-012574] [InnoDB] Unable to lock ./ibdata1 error: 11",
                "[ERROR] [MY-010119] [Server] Aborting",
            ],
            Self::Redis => &["1:M # Fatal error, can't open the append-only file: Permission denied"],
            Self::Node => &[
                "Error: Cannot find module 'express'",
                "    at Module._resolveFilename (node:internal/modules/cjs/loader:1402:15)",
                "Node.js v24.11.1",
            ],
            Self::WordPressSetup => &["Error: Error establishing a database connection."],
            Self::Other => &["fatal: it does not work"],
        };
        lines.iter().map(|line| (*line).to_owned()).collect()
    }
}
