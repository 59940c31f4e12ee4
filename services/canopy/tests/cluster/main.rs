//! The cluster suite: the main job over REST against a Kubernetes API server. Another cluster can be put under it with
//! `CANOPY_TEST_KUBECONFIG`.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

#[path = "../system/mod.rs"]
mod system;

mod changes;
mod crashes;
mod drift;
mod helm;
mod kinds;
mod main_job;
mod moving;
mod outages;
mod real;
mod removal;
mod scaling;
mod shell;
mod steps;
mod stopping;
mod upgrades;
mod volumes;
mod waiting;

use system::{
    Canopy, Folder,
    kubernetes::{Cluster, cluster},
};

/// A Canopy of the test's own that may reach the cluster.
pub fn canopy(what: &str) -> (Folder, Canopy, Cluster) {
    canopy_with(what, |_| {})
}

/// With settings of the test's own.
pub fn canopy_with(what: &str, with: impl FnOnce(&mut std::process::Command)) -> (Folder, Canopy, Cluster) {
    canopy_beside(what, &[], with)
}

/// That may reach other clusters as well, by their addresses.
pub fn canopy_beside(
    what: &str,
    others: &[&str],
    with: impl FnOnce(&mut std::process::Command),
) -> (Folder, Canopy, Cluster) {
    let cluster = cluster();
    let allowed: Vec<&str> = [cluster.address()].into_iter().chain(others.iter().copied()).collect();
    let folder = Folder::fresh(what);
    let canopy = Canopy::up_started(&folder.0.join("data"), |command| {
        command.args(["--cluster-allow", &allowed.join(",")]);
        // what is killed is taken up again sooner than by default, so that the suite need not wait
        command.env("CANOPY_TASKS_LEASE", "9s");
        with(command);
    });
    (folder, canopy, cluster)
}
