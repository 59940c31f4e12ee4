//! Tests of health against roles that are well, dead, silent or leaving.
#![allow(clippy::unwrap_used, reason = "a test may give up at once")]

mod get_health;
mod stage;
