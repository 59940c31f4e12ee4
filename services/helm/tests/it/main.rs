//! Tests over the real charts of the tree.

mod archive;
mod chart;
mod check;
mod fixture;
mod golden;
mod manifest;
mod parity;
mod record;
mod schema;
mod toggles;
