//! Tests of tasks on a real PostgreSQL, with played clusters.
#![allow(clippy::unwrap_used, reason = "a test may give up at once")]

mod cancel;
mod get_task;
mod install;
mod list_tasks;
mod list_work;
mod moving;
mod restart;
mod runner;
mod stage;
mod stop;
mod submit;
mod uninstall;
mod volumes;
mod world;
