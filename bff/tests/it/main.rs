//! The REST API against fake services: exact answers, exact errors.
#![allow(clippy::unwrap_used, reason = "a test may end where it stands")]

mod admin_database;
mod admin_logs;
mod admin_security;
mod auth;
mod bodies;
mod bundle;
mod contract;
mod dead_letters;
mod deployments;
mod drift;
mod edge;
mod fake;
mod identity;
mod infrastructure;
mod live;
mod logs;
mod mail;
mod people;
mod provider;
mod reachability;
mod shell;
mod site;
mod system_settings;
mod tasks;
mod teams;
mod timeline;
mod usage;
mod volumes;
mod work;
