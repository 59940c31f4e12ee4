//! The workload calls against a real control plane: kube-apiserver, controllers, scheduler, kwok, and both Helm CLIs.
//!
//! Where `CANOPY_TEST_KUBE` is unset the tests say that they are skipped.

mod charts;
mod fence;
mod helm_cli;
mod lock;
mod logs;
mod refusals;
mod release;
mod rollout;
mod stage;
mod uninstall;
