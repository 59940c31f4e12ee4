//! Tests of tasks on a real PostgreSQL, with played clusters.

mod cancel;
mod get_task;
mod install;
mod list_tasks;
mod restart;
mod runner;
mod stage;
mod submit;
mod uninstall;
mod world;
