//! Tests over the real charts of the tree.

#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

mod archive;
mod chart;
mod check;
mod fixture;
mod golden;
mod kinds;
mod manifest;
mod parity;
mod record;
mod schema;
mod toggles;
