//! One suite for two servers: the sandbox and a real control plane. A test that
//! passes on one and fails on the other is a difference between simulation and truth. What only the sandbox has (faults,
//! logs, restarts of its own) is in the files that say so.

#![allow(clippy::unwrap_used, reason = "a test may give up at once")]

mod apply;
mod checks;
mod deletion;
mod faults;
mod helm_cli;
mod lists;
mod patches;
mod preconditions;
mod rollout;
mod sandbox_only;
mod stage;
mod watches;
