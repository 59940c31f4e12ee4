//! The workload calls against a real control plane: kube-apiserver, controllers, scheduler, kwok, and both Helm CLIs.
//!
//! They run on the simulated cluster as well, all but those in modules named `real`.

mod charts;
mod fence;
mod helm_cli;
mod list;
mod lock;
mod logs;
mod plan;
mod plan_uninstall;
mod refusals;
mod release;
mod rollout;
mod stage;
mod taken_back;
mod uninstall;
mod volumes;
