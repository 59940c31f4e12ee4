//! The whole product without a cluster: starting, stopping, signing in, outages of its parts, gRPC by reflection.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

#[path = "../system/mod.rs"]
mod system;

mod auth_away;
mod backup;
mod command_line;
mod https;
mod manifests;
mod matrix;
mod metrics;
mod newcomer;
mod own_writes;
mod readme;
mod reflection;
mod rotate_keys;
mod systemd;
mod traces;
mod up;
mod versions;
