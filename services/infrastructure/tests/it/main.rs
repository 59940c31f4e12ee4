//! The service against a real PostgreSQL, fake API servers with real TLS, and a real control plane where there is one.

mod changes;
mod clusters;
mod datacenters;
mod fake;
mod hostile;
mod inspect;
mod metrics;
mod observe;
mod reach;
mod real;
mod report;
mod stage;
mod usage;
mod workloads;
